"""Known answers in units that differ by up to 10^+-150 (masses: 10^+-300). Scaled answers are right; an honest stop is not wrong."""

from flights import *

K = "extreme_units"
half = mpf(1) / 2
stop = {"may_refuse": "."}


def ball(name, length, time, **more):
    """Dropped from `length`, g = 2 length/time^2, e = 1/2: impacts at 1, 2, 5/2, ..., at rest from 3 on."""
    impacts = [(time * (1 + 2 * (1 - half**k)), [0], [2 * half ** (k + 1) * length / time]) for k in range(10)]
    record(problem(K, name), "by hand: impacts at 1, 2, 5/2, ... units of time, to 3", impacts, ([0], [0]), complete=False, accumulations=[3 * time],
           size={"t": mpmath.nstr(3 * time, 3), "q": mpmath.nstr(length, 3), "v": mpmath.nstr(2 * length / time, 3)}, **more)


ten = mpf(10)
ball("heavy_gravity", 1, mpmath.sqrt(2) / ten**150, **stop)
ball("light_mass", 1, 1)
ball("heavy_mass", 1, 1)
ball("long_unit", ten**150, 1, **stop)
ball("short_unit", ten**-150, 1, **stop)
ball("slow", 1, ten**100, **stop)
ball("rests_in_short_units", ten**-120, ten**-60)


def oscillator(name, length, time, horizon):
    """length cos(t/time) before an elastic wall at -length/2: impacts at 2 pi/3 + 4 pi/3 k, between them the angle runs from -2 pi/3 to 2 pi/3."""
    third, impacts, k = 2 * mp.pi / 3, [], 0
    while third + 2 * third * k < horizon:
        impacts.append(((third + 2 * third * k) * time, [-length * half], [mpmath.sqrt(3) / 2 * length / time]))
        k += 1
    a = horizon - 2 * third * k
    record(problem(K, name), "by hand: cos between -2 pi/3 and 2 pi/3", impacts, ([length * mpmath.cos(a)], [-length / time * mpmath.sin(a)]), **stop)


oscillator("fast_oscillator", mpf(1), ten**-100, 10)
ball("weightless", 1, ten**-150, **stop)
oscillator("strong_spring", ten**-5, ten**-145, 10)
oscillator("slow_oscillator", mpf(1), ten**120, 10)
oscillator("small_oscillator", ten**-140, mpf(1), 10)

p = problem(K, "pendulum")
unit = ten**-80
scaled = twin([1], [0], p.gap, p.e, 10)
flight = integrated(lambda t, q, v: [-mpmath.sin(q[0])])
impacts, (q, v) = bounce(scaled, flight, samples=100)
record(p, "in units of 1e-80 s: extrapolation in 60 digits, scan and bisection", [(t * unit, x, [u[0] / unit]) for t, x, u in impacts], (q, [v[0] / unit]),
       condition=condition(scaled, flight, samples=100), **stop)

m = ten**-200  # ratio of the masses
v = [1 - mpf(3) / 2 / (1 + m), mpf(3) / 2 * m / (1 + m)]
record(problem(K, "two_bodies"), "by hand: momentum and restitution", [(1, [1, 1], v)], ([1 + 3 * v[0], 1 + 3 * v[1]], v), **stop)

t, u = mpmath.sqrt(2), mpmath.sqrt(2) / 2
s = 2 - t
record(problem(K, "gap_in_tiny_units"), "dropped from 1, g = 1", [(t, [0], [u])], ([u * s - s * s / 2], [u - s]))

# --- constraints and bodies in units of their own ---

known = "by hand, in units in which all sizes are 1"
for name in ("two_walls", "two_walls_far", "three_walls", "three_walls_alike"):
    record(problem(K, name), known, [(1, [0, 0], [half, 1])], ([half, 1], [half, 1]))
slow = ten**-40
record(problem(K, "slow_ball_beside"), known, [(1, [0, 0], [half, half * slow])], ([half, half * slow], [half, half * slow]), units=["1", "1e-40"])

s = mpf(5) / 2 - t  # a ball dropped from 1, g = 1, to the horizon
x, w = u * s - s * s / 2, u - s
for name, unit in (("two_balls", "1e-50"), ("two_balls_far", "1e-100"), ("light_ball_beside", "1"), ("gradients_fall", "1")):
    y = mpf(unit)
    record(problem(K, name), known, [(t, [0, 0], [u, u * y])], ([x, x * y], [w, w * y]), units=["1", unit])
for name in ("floor_twice", "floor_twice_far", "floor_curved_twice", "floor_thrice"):
    record(problem(K, name), known, [(t, [0], [u])], ([x], [w]))
ball("floor_twice_to_rest", 1, 1)
record(problem(K, "rests_in_corner"), known, [(t, [0, 0], [0, 0])], ([0, 0], [0, 0]))
for name in ("light_block_leaves", "light_block_leaves_heavy"):  # (t - 1)^3/6 from t = 1 on
    record(problem(K, name), known, [], ([0, mpf(1) / 6], [0, half]))
# The first point rests at z = 0, the second is dropped from z = 1 with g = 2; (10 a + 7 b)/3 is 0, and (a - 5 b)/7 is z.
for name, e in (("bent_rest_beside_impact", mpf(1) / 4), ("bent_rest_beside_rebound", mpf(1))):
    at = lambda z: [49 * z / 57, -70 * z / 57]
    s, u = mpf(1) / 5, 2 * e
    record(problem(K, name), "by hand: one of two points falls", [(1, at(mpf(0)), at(u))], (at(u * s - s * s), at(u - 2 * s)))
