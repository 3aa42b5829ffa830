"""Forces that are not Lipschitz where the motion rests: other motions leave it, or none does, as the force leads. The others by hand: inserted."""

from flights import *

K = "not_unique"


def another(power, factor, side=1):
    """C of x = side C t^m with x'' = side factor |x|^power, m = 2/(1 - power)."""
    m = 2 / (1 - mpf(power))
    C = (factor / (m * (m - 1))) ** (1 / (1 - mpf(power)))
    assert abs(C * m * (m - 1) - factor * C ** mpf(power)) < mpf(10) ** -50
    return C, m


C, m = another(mpf(1) / 2, 1)
assert (1 / C, m) == (144, 4)
dome = "t^4/144 after a rest of any length solves it, as rest does"
assert abs(another(mpf(9) / 10, 1)[1] - 20) < mpf(10) ** -50
for name, why in (
    ("dome", dome),
    ("dome_at_1", dome),
    ("dome_downhill", "-t^4/144 and rest both solve it"),
    ("dome_of_one_side", dome),
    ("dome_on_the_floor", dome),
    ("cube_root", "a multiple of t^3, its opposite, and rest solve it"),
    ("nearly_lipschitz", "a multiple of t^20 and rest both solve it"),
    ("root_of_speed", "t^3/12 and rest both solve it"),
    ("growing_jump", "t^3/6, -t^3/6 and rest solve it"),
    ("jump_of_a_cube", "1 + t^2/2, 1 - t^2/2 and rest solve it"),
    ("jump_that_turns", "from t = 1 on 1 + (t - 1)^3/6, 1 - (t - 1)^3/6 and rest solve it"),
    ("root_that_turns", "from t = 1 on a multiple of (t - 1)^6, its opposite, and rest solve it"),
    ("dome_of_a_distance", "the first body may leave the second as t^4/144"),
    ("ring", "x = t^6/50400, y = t^8/2822400 and rest both solve it"),
    ("ring_of_three", "multiples of t^5, t^7 and t^9 solve it, as rest does"),
):
    refused(K, name, "by hand: " + why, "not unique|no unique")


def turn(x, u, w, p):
    """x'' = -sign(y) |y|^p, y'' = x from y = 0, with x' = u, y' = w > 0, up to the next y = 0, by Runge and Kutta: the time, and x, x', y' there."""
    f = lambda z: (z[2], z[3], -(abs(z[1]) ** p) * mpmath.sign(z[1]), z[0])
    z, t, h = [x, mpf(0), u, w], mpf(0), mpf(1) / 400
    while True:
        before = z
        k1 = f(z)
        k2 = f([a + h / 2 * b for a, b in zip(z, k1)])
        k3 = f([a + h / 2 * b for a, b in zip(z, k2)])
        k4 = f([a + h * b for a, b in zip(z, k3)])
        z = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(z, k1, k2, k3, k4)]
        t += h
        if z[1] <= 0:
            part = before[1] / (before[1] - z[1])
            return t - h + part * h, [a + part * (b - a) for a, b in zip((before[0], *before[2:]), (z[0], *z[2:]))]


def opens(p):
    """By what factor each half turn is longer than the one before. Half a turn maps (x, x', y') at y = 0 to one of the opposite sign; with x = L^k, x' =
    L^(k-1), y' = L^(k+1), k = 2 (1 + p)/(1 - p), as units of a size L it tends to a fixed direction, in which each half turn makes the size larger by a
    factor and takes a time in proportion to it. So half turns back from one of that direction take times that sum up: the spiral leaves rest."""
    k = 2 * (1 + p) / (1 - p)
    with mpmath.workdps(20):
        x, u, w = mpf(1), mpf(0), mpf(1)
        for _ in range(8):
            t, (x, u, w) = turn(x, u, w, p)
            L = abs(w) ** (1 / (k + 1))
            x, u, w = -x / L**k, -u / L ** (k - 1), mpf(1)
        _, again = turn(x, u, w, p)
        assert max(abs(a + b * L**m) for a, b, m in zip(again, (x, u, w), (k, k - 1, k + 1))) < L ** (k + 1) / 100
    assert L > mpf("1.5")
    return mpmath.nstr(L, 2)


for name, p in (("spiral", mpf(1) / 2), ("spiral_turned", mpf(1) / 2), ("spiral_askew", mpf(1) / 2), ("spiral_of_thirds", mpf(1) / 3)):
    refused(K, name, f"by hand and quadrature: it turns outward, each half turn {opens(p)} times longer than the one before; rest solves it as well", "not unique|no unique")
refused(K, "swing_that_grows", "by hand: from A it falls at 3/2 and rises at 1/2, to -3 A; swings back from one take times that sum up. rest solves it as well", "not unique|no unique")

arrives = "by hand: it comes to rest at a time t_0 as (t_0 - t)^%s, and may rest there or leave, at any time"
for name, power in (("comes_to_rest_on_the_dome", "4/144"), ("comes_to_rest_on_a_ridge", "2/2")):
    refused(K, name, arrives % power, "not unique|no unique")

# x'^2/2 - 2 sign(x) |x|^(3/2)/3 = E: turns at m, and comes back in the same time
root = mpmath.sqrt
for name in ("turns_before_the_top", "turns_beyond_the_top"):
    p = problem(K, name)
    x0, v0 = p.q0[0], p.v0[0]
    E = v0**2 / 2 - 2 * root(x0) ** 3 / 3
    m = abs(3 * E / 2) ** (mpf(2) / 3)
    up = lambda a, z: mpmath.quad(lambda u: 2 * u / root(2 * (E + 2 * (a + u * u) ** mpf("1.5") / 3)), [0, root(z - a) / 8, root(z - a)])  # from a to z
    if E < 0:
        fall = lambda u: (m + u * u) ** mpf("1.5") - m ** mpf("1.5")  # from m, where the speed is 0
        up = lambda a, z: mpmath.quad(lambda u: 2 * u / root(4 * fall(u) / 3), [mpf(10) ** -30, root(z - a) / 64, root(z - a) / 8, root(z - a)]) + 2 * mpf(10) ** -30 / root(2 * root(m))
        back = 2 * up(m, x0)
        start = m
    else:
        behind = m / root(2 * E) * 2 * mpmath.beta(mpf(2) / 3, mpf(1) / 2) / 3
        back = 2 * up(0, x0) + 2 * behind
        start = mpf(0)
    rest = 2 - (back - up(start, x0))
    z = mpmath.findroot(lambda z: up(start, z) - rest, (x0, 2 * x0))
    record(p, "energy, quadrature", [], ([z], [root(2 * (E + 2 * root(z) ** 3 / 3))]))

refused(K, "drag_that_drives", "by hand: x' = (1 - t/2)^2 up to t = 2; from then on rest and x' = -(t - 2)^2/4 both solve it", "unique|no solution|bounded")

for name, why, rest in (
    ("root_that_pulls_back", "energy: x'^2/2 + 2 |x|^(3/2)/3 is 0", 0),
    ("cube_root_that_pulls_back", "energy: x'^2/2 + 3 |x|^(4/3)/4 is 0", 0),
    ("dome_behind_a_wall", "the force is nowhere above 0", 0),
    ("dome_under_a_load", "the force is below 0 near the floor", 0),
    ("dome_with_friction", "friction is larger than the force", 0),
    ("power_above_1", "Picard and Lindelof", 0),
    ("held_to_the_end", "energy: the force leads back up to t = 1", 1),
    ("swing_that_fades", "energy: x'^2/2 + 2 |x|^(3/2)/3 never grows", 0),
    ("swing_driven_gently", "energy E = x'^2/2 + 2 |x|^(3/2)/3 is 0, for E' = x'^2/2 <= E", 0),
):
    record(problem(K, name), "by hand: rest. " + why, [], ([rest], [0]))
for name, why in (
    ("driven_by_rest", "y is 0, for y'' = y is Lipschitz, and then so is x"),
    ("ring_that_pulls_back", "energy: (x'^2 + y'^2)/2 + 2 |x|^(3/2)/3 + (x - y)^2/2 is 0"),
    ("ring_above_1", "Picard and Lindelof"),
):
    record(problem(K, name), "by hand: rest. " + why, [], ([0, 0], [0, 0]))
record(problem(K, "pair_that_pulls_back"), "by hand: rest. energy: (x'^2 + y'^2)/2 + 2 |x - y|^(3/2)/3 is 0", [], ([1, 1], [0, 0]))
record(problem(K, "no_jump"), "1 + t^2/2: the value at one point is no force [Filippov 1988]", [], ([3], [2]))
