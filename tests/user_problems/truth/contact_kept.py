"""Contact that lasts, ends, or stops everything: by hand, quadrature for the slides on circles."""

from flights import *

K = "contact_kept"
sqrt, sin, cos, pi = mpmath.sqrt, mpmath.sin, mpmath.cos, mp.pi
half = mpf(1) / 2

# Two discs in a bowl of radius 3/2, by symmetry one of them: falls to y = -sqrt(9/4 - 1), slides as a pendulum of length 3/2 until x = 1/2, where the
# cone of admissible velocities, {v_x >= 0, v_y >= v_x/(2 sqrt 2)}, is polar to the velocity: it stops.
R = mpf(3) / 2
y1 = -sqrt(R * R - 1)
t1 = sqrt(-2 * y1)
a0, a1 = mpmath.asin(1 / R), mpmath.asin(half / R)
s0 = t1 * sin(a0)
speed = lambda a: sqrt(s0 * s0 + 2 * R * (cos(a) - cos(a0)))
t2 = t1 + mpmath.quad(lambda a: R / speed(a), [a1, a0])
after = [-s0 * cos(a0), -s0 * sin(a0)]
record(problem(K, "bowl_wide"), "fall by hand, slide by quadrature of R da/speed",
       [(t1, [-1, y1, 1, y1], [-after[0], after[1], after[0], after[1]]), (t2, [-half, -sqrt(2), half, -sqrt(2)], [0, 0, 0, 0])],
       ([-half, -sqrt(2), half, -sqrt(2)], [0, 0, 0, 0]))

# Together 2 x'' = -x from v = -1/2, parted where x = 0 again.
t = 1 + pi * sqrt(2)
record(problem(K, "mass_on_spring_hit"), "by hand: half a period of 2 x'' = -x", [(1, [0, 0], [-half, -half])], ([sin(8 - t) / 2, (8 - t) / 2], [cos(8 - t) / 2, half]))

record(problem(K, "stops_in_a_corner"), "by hand: t^2 + t = 2", [(1, [0, 0], [0, 0])], ([0, 0], [0, 0]))
bounces = [(1 + 2 * (1 - half**k), [0], [2 * half ** (k + 1)]) for k in range(12)]
record(problem(K, "three_copies_of_one_floor"), "by hand: 1, 2, 5/2, ... to 3", bounces, ([0], [0]), complete=False, accumulations=[3], no_warning="discontinu")
record(problem(K, "three_copies_at_rest"), "by hand", [], ([8, 0], [4, 0]), no_warning="discontinu")

# Bead in a bowl: falls to (3/5, -4/5), keeps 3/5 of its speed, a'' = -sin a.
t1 = sqrt(mpf(8) / 5)
a0, w0 = mpmath.asin(mpf(3) / 5), -mpf(3) / 5 * t1
(a,), (w,) = integrated(lambda t, q, v: [-sin(q[0])])(t1, [a0], [w0])(mpf(3))
record(problem(K, "bowl"), "fall by hand, pendulum by extrapolation in 60 digits", [(t1, [mpf(3) / 5, -mpf(4) / 5], [w0 * mpf(4) / 5, w0 * mpf(3) / 5])],
       ([sin(a), -cos(a)], [w * cos(a), w * sin(a)]))
assert abs(w * w / 2 - cos(a) - (w0 * w0 / 2 - cos(a0))) < mpf(10) ** -40

record(problem(K, "rests_on_two_walls"), "the weight (0, -1) lies in the cone of the two reactions", [], ([0, 0], [0, 0]))
s = 3 - pi / 6
record(problem(K, "moving_table"), "by hand: leaves at sin t = 1/2", [], ([1 + sqrt(3) * s - s * s / 2], [sqrt(3) - s]))
e = mpf(1) / 10
bounces = [(1 + 2 * e * (1 - e**k) / (1 - e), [0, 0], [e ** (k + 1)] * 2) for k in range(6)]
record(problem(K, "inelastic_corner_of_a_tenth"), "by hand: flights of 2 e^k", bounces, ([0, 0], [0, 0]), complete=False, accumulations=[mpf(11) / 9])

# Slides off: c = cos of the angle from the top, c0 - c = u^2, speed sqrt 2 u, t = integral of sqrt 2 du/sqrt(1 - c^2); leaves where c = 2 c0/3.
c0 = sqrt(3) / 2
c1 = 2 * c0 / 3
u1 = sqrt(c0 - c1)
t = mpmath.quad(lambda u: sqrt(2) / sqrt(1 - (c0 - u * u) ** 2), [0, u1])
x, v = [sqrt(1 - c1 * c1), c1], [sqrt(2) * u1 * c1, -sqrt(2) * u1 * sqrt(1 - c1 * c1)]
s = 2 - t
record(problem(K, "slides_off_a_ball"), "energy, quadrature, then a parabola", [], ([x[0] + v[0] * s, x[1] + v[1] * s - s * s / 2], [v[0], v[1] - s]))

record(problem(K, "lifted_by_a_growing_force"), "by hand: (t - 2)^3/6", [], ([mpf(4) / 3], [2]))
record(problem(K, "lifted_where_the_force_has_a_triple_zero"), "by hand: (t - 1)^5/20", [], ([mpf(8) / 5], [4]))
record(problem(K, "touched_by_a_wall_at_rest"), "by hand: (t - 1)^3", None, ([1], [3]), no_warning="graz")
third, sixth = mpf(1) / 3, mpf(1) / 6
record(problem(K, "three_carts"), "by hand: momentum 1 of mass 1, 3, 6", [(1, [1, 1, 2], [third, third, 0]), (4, [2, 2, 2], [sixth] * 3)], ([2 + third] * 3, [sixth] * 3))
record(problem(K, "carried_by_a_piston"), "by hand: struck at cos t = 3/4, carried until t = pi/2", [(mpmath.acos(mpf(3) / 4), [mpf(1) / 4], [sqrt(7) / 4])],
       ([7 - pi / 2], [1]))
record(problem(K, "slides_into_a_corner"), "by hand", [(sqrt(2), [1, 0], [0, 0])], ([1, 0], [0, 0]))
s = mpf(5) / 2
record(problem(K, "pulled_off_by_a_spring"), "by hand: x'' + 2 x = 2 s from t = 3/2", [], ([s - sin(sqrt(2) * s) / sqrt(2)], [1 - cos(sqrt(2) * s)]))

# Into the bump h = exp(-100 d^2) - 1/2 at d = -sqrt(log 2/100): v+ is the projection of (1, 0) on its tangent; then along it at constant speed, until the
# inflection at d = -1/sqrt 200 lets go.
slope = lambda d: -200 * d * mpmath.exp(-100 * d * d)
d1, d2 = -sqrt(mpmath.log(2) / 100), -1 / sqrt(mpf(200))
m = slope(d1)
v1 = [1 / (1 + m * m), m / (1 + m * m)]
fast = 1 / sqrt(1 + m * m)
t1 = 5 + d1
t2 = t1 + mpmath.quad(lambda d: sqrt(1 + slope(d) ** 2), [d1, d2]) / fast
m = slope(d2)
v2 = [fast / sqrt(1 + m * m), fast * m / sqrt(1 + m * m)]
assert t2 < 8
record(problem(K, "slides_into_a_bump"), "by hand, arc length by quadrature", [(t1, [5 + d1, 0], v1)],
       ([5 + d2 + v2[0] * (8 - t2), mpmath.exp(-half) - half + v2[1] * (8 - t2)], v2))
print(t2)

# Exactly into the point where planes meet: the cone of admissible velocities there is polar to (0, -1), so v+ = 0; the weight lies in the reactions' cone.
t = sqrt(mpf(2))
record(problem(K, "stops_in_a_groove"), "by hand", [(t, [0, 0], [0, 0])], ([0, 0], [0, 0]))
for name in ("stops_between_three_planes", "stops_between_four_planes"):
    record(problem(K, name), "by hand", [(t, [0, 0, 0], [0, 0, 0])], ([0, 0, 0], [0, 0, 0]))

# All have the acceleration -1: at the wall after sqrt 2, sqrt 4, sqrt 8.
record(problem(K, "queue"), "by hand", [(t, [0, 1, 3], [0, -t, -t]), (2, [0, 0, 2], [0, 0, -2]), (2 * t, [0, 0, 0], [0, 0, 0])], ([0, 0, 0], [0, 0, 0]))

# Together 3 x'' = -x - x'/5 from 0 with -2/3; they part where x'' = 0, i.e. x + x'/5 = 0; then x'' = -x - x'/5 alone.
def damped(m, x0, v0):
    """m x'' = -x - x'/5."""
    a, w = mpf(1) / (10 * m), sqrt(mpf(1) / m - mpf(1) / (100 * m * m))

    def at(s):
        c, d = x0, (v0 + a * x0) / w
        x = mpmath.exp(-a * s) * (c * cos(w * s) + d * sin(w * s))
        return x, mpmath.exp(-a * s) * ((d * w - a * c) * cos(w * s) - (c * w + a * d) * sin(w * s))

    return at


together = damped(3, mpf(0), -mpf(2) / 3)
push = lambda s: -together(s)[0] - together(s)[1] / 5
s1 = bisected(lambda s: push(s) > 0, mpf(0), mpf(6))
assert min(push(s1 * k / 50) for k in range(1, 50)) > 0 > push(s1 * mpf("1.01"))
x1, v1 = together(s1)
s = 8 - 1 - s1
x, v = damped(1, x1, v1)(s)
assert all(x1 + v1 * s * k / 50 > damped(1, x1, v1)(s * k / 50)[0] for k in range(1, 51))
record(problem(K, "mass_on_damped_spring"), "by hand; where they part by bisection", [(1, [0, 0], [-mpf(2) / 3] * 2)], ([x, x1 + v1 * s], [v, v1]))

T, v = mpf(3) / 2, lambda t: (1 - sin(3 * t)) / 3
record(problem(K, "grows_out_of_rest"), "by hand: x'' = -cos 3t from pi/6 on", [], ([(T - pi / 6) / 3 + cos(3 * T) / 9], [v(T)]))


def hopper(name, k):
    """Mass 4 on a spring on a foot of mass 1, e = 0. Held: 4 y'' = -4 g - k (y - 1) until k (y - 1) = g, where the reaction is 0 with a slope. Free: the
    centre falls, the spring's length swings at sqrt(5k/4). Roots by a scan of a thousandth of a period, then findroot."""
    p, g = problem(K, name), mpf("9.81")
    t = sqrt(1 / g)  # from 1/2
    y, u, f, w = mpf(1), -g * t, mpf(0), -g * t
    impacts, T = [], p.horizon

    def first_root(h, period):
        s = period / 1000
        while True:
            if h(s) > 0:
                return mpmath.findroot(h, (s - period / 1000, s), solver="anderson", tol=mpf(10) ** -110)
            s += period / 1000
            if t + s > T:
                return None

    while True:
        impacts.append((t, [y, f], [u, 0]))
        W, rest = sqrt(mpf(k) / 4), 1 - 4 * g / k
        held = lambda s: rest + (y - rest) * cos(W * s) + u / W * sin(W * s)
        held_u = lambda s: -(y - rest) * W * sin(W * s) + u * cos(W * s)
        pulled = k * (y - 1) > g  # by a long spring the foot bounces off at once
        s = mpf(0) if pulled else first_root(lambda s: k * (held(s) - 1) - g, 2 * pi / W)
        if s is None:
            s = T - t
            return record(p, "held and free motions in closed form, joined at their roots", impacts, ([held(s), 0], [held_u(s), 0]), condition=1e4)
        y, u, f, w, t = held(s), held_u(s), mpf(0), mpf(0), t + s
        V, c, r = sqrt(5 * mpf(k) / 4), (4 * y + f) / 5, y - f - 1
        c_u, r_u = (4 * u + w) / 5, u - w
        length = lambda s: r * cos(V * s) + r_u / V * sin(V * s)
        swing = lambda s: -r * V * sin(V * s) + r_u * cos(V * s)
        centre = lambda s: c + c_u * s - g * s * s / 2
        foot = lambda s: centre(s) - 4 * (length(s) + 1) / 5
        s = first_root(lambda s: -foot(s), 2 * pi / V)
        if s is None:
            s = T - t
            end_u = c_u - g * s
            return record(p, "held and free motions in closed form, joined at their roots", impacts,
                          ([centre(s) + (length(s) + 1) / 5, foot(s)], [end_u + swing(s) / 5, end_u - 4 * swing(s) / 5]), condition=1e4)
        y, u, f, w, t = centre(s) + (length(s) + 1) / 5, c_u - g * s + swing(s) / 5, mpf(0), c_u - g * s - 4 * swing(s) / 5, t + s


hopper("hopper", 2000)
hopper("hopper_soft", 1000)


def slide(h, slope, curve, x, u, t):
    """On y = h(x) under gravity g from x with x' = u > 0, by energy: E = (1 + h'^2) x'^2/2 + g h. The state at t, where x' has not changed its sign."""
    E = (1 + slope(x) ** 2) * u**2 / 2 + curve * h(x)
    rate = lambda z: mpmath.sqrt(2 * (E - curve * h(z)) / (1 + slope(z) ** 2))
    time = lambda z: mpmath.quad(lambda s: 1 / rate(s), [x + (z - x) * k / 8 for k in range(9)])
    end = mpmath.findroot(lambda z: time(z) - t, x + u * t + 1)
    return [end, h(end)], [rate(end), slope(end) * rate(end)]


g = mpf(10)
q, v = slide(lambda x: mpmath.sin(x) / 3, lambda x: mpmath.cos(x) / 3, g, pi / 2, mpf(1) / 5, 3)
# the hill presses all along: y'' = h'' x'^2 + h' x'' is above -g
record(problem(K, "along_a_hilltop"), "energy, quadrature", [], (q, v))

# On y = h(x) held by gravity: (1 + h'^2) x'' = -h' (g + h'' x'^2), by extrapolation in 60 digits; energy is kept.
along_cosine = lambda g: integrated(lambda t, q, v: [-sin(q[0]) * (g + cos(q[0]) * v[0] ** 2) / (1 + sin(q[0]) ** 2)])
(s,), (u,) = along_cosine(g)(0, [mpf(0)], [mpf(-2)])(mpf(3))
assert abs((1 + sin(s) ** 2) * u * u / 2 - g * cos(s) - (2 - g)) < mpf(10) ** -40
record(problem(K, "along_a_valley_floor"), "extrapolation in 60 digits from 200 pi", [], ([200 * pi + s, -cos(s)], [u, sin(s) * u]))

# At the wall, at the bottom of the bowl, nothing of the impact goes into the bowl: the speed is -e times what it was.
for name in ("wall_at_the_bottom", "wall_at_the_bottom_inelastic"):
    p = problem(K, name)
    t, s, u, impacts, guess = mpf(0), half, mpf(0), [], mpf("1.6")
    while True:
        flight = along_cosine(mpf(1))(t, [s], [u])
        hit = mpmath.findroot(lambda z: flight(z)[0][0], (t + guess, t + guess + mpf("0.01")), tol=mpf(10) ** -100)
        if hit > 10:
            break
        t, s, u, guess = hit, mpf(0), -p.e * flight(hit)[1][0], mpf("3.2")
        impacts.append((t, [mpf(7) / 50, 0], [u, 0]))
    (s,), (u,) = flight(mpf(10))
    record(p, "extrapolation in 60 digits between impacts", impacts, ([mpf(7) / 50 + s, 1 - cos(s)], [u, sin(s) * u]))

# Along y = h e^(−s²), s = (x − 2)/w, from y = 0: x'² = (1 − 2 y)/(1 + y_x²). The reaction ends where y_xx x'² = −1; then a parabola, and one impact.
w, h = mpf(1) / 1000, mpf(1) / 10**6
hill = lambda x: h * mpmath.exp(-(((x - 2) / w) ** 2))
slope = lambda x: -2 * (x - 2) / w**2 * hill(x)
bend = lambda x: (4 * ((x - 2) / w) ** 2 - 2) / w**2 * hill(x)
speed = lambda x: mpmath.sqrt((1 - 2 * hill(x)) / (1 + slope(x) ** 2))
a = bisected(lambda x: bend(x) * speed(x) ** 2 > -1, 2 - w * mpf(7) / 10, mpf(2))
t_a = a - 1 + mpmath.quad(lambda x: 1 / speed(x) - 1, [2 - k * w for k in (12, 8, 6, 5, 4, 3, 2, mpf(3) / 2, 1, mpf(3) / 4)] + [a])
u, y_a, v_a = speed(a), hill(a), slope(a) * speed(a)
height = lambda τ: y_a + v_a * τ - τ * τ / 2 - hill(a + u * τ)
assert height(mpf(1) / 10**5) > 0
τ = bisected(lambda τ: height(τ) > 0, mpf(1) / 1000, mpf(5) / 1000)
x, v = a + u * τ, [u, v_a - τ]
n = [-slope(x), mpf(1)]
p = (n[0] * v[0] + n[1] * v[1]) * mpf(3) / 2 / (n[0] ** 2 + 1)
v_plus = [v[0] - p * n[0], v[1] - p]
left = mpf(10019) / 10000 - (t_a + τ)
assert 0 < left
end = [x + v_plus[0] * left, hill(x) + v_plus[1] * left - left * left / 2]
record(problem("contact_kept", "slides_off_a_narrow_hill"), "energy and quadrature along the hill; a parabola; bisection", [(t_a + τ, [x, hill(x)], v_plus)], (end, [v_plus[0], v_plus[1] - left]), condition=1000)
