"""Forces with kinks and jumps: piecewise closed forms."""

from flights import *

K = "kinked_force"
sqrt, sin, cos, tan, tanh, log, pi = mpmath.sqrt, mpmath.sin, mpmath.cos, mpmath.tan, mpmath.tanh, mpmath.log, mp.pi
half = mpf(1) / 2

for name in ("kinked_spring", "thread_with_max"):
    r = mpf("9.8") / 10000
    record(problem(K, name), "by hand: the thread stays taut", [], ([1 + r * (1 - cos(mpf(100)))], [100 * r * sin(mpf(100))]), condition=100)

# Bungee: free for sqrt 2, on the thread y'' = 1 - 4 y from y = 0, v = sqrt 2, off again at tan s = -2 sqrt 2.
on = lambda s, v0: ((1 - cos(2 * s)) / 4 + v0 * sin(2 * s) / 2, sin(2 * s) / 2 + v0 * cos(2 * s))
taut = pi - mpmath.atan(2 * sqrt(2))
assert abs(on(taut, sqrt(2))[0]) < mpf(10) ** -50
s = 8 - (2 * sqrt(2) + taut) - sqrt(2)
assert 0 < s < taut
y, v = on(s, sqrt(2))
record(problem(K, "bungee"), "by hand: free fall and y'' = 1 - 4 y in turn", [], ([1 + y], [v]))

# With a floor at y = 1/2, reached with speed sqrt 2 by energy; back from y = 1/2 with -sqrt 2/2, at y = 0 with -sqrt(1/2).
s1 = bisected(lambda s: on(s, sqrt(2))[0] < half, mpf(0), mpf(1) / 2)
assert abs(on(s1, sqrt(2))[1] - sqrt(2)) < mpf(10) ** -50
back = lambda s: (mpf(1) / 4 + cos(2 * s) / 4 - sqrt(half) * sin(2 * s) / 2, -sin(2 * s) / 2 - sqrt(half) * cos(2 * s))
s2 = bisected(lambda s: back(s)[0] > 0, mpf(0), mpf(1))
t1 = sqrt(2) + s1
t2, v2 = t1 + s2, back(s2)[1]
t3 = t2 - 2 * v2
p = problem(K, "bungee_and_floor")
assert t2 < p.horizon
if t3 > p.horizon:
    s = p.horizon - t2
    end = ([1 + v2 * s + s * s / 2], [v2 + s])
else:
    s = p.horizon - t3
    y, v = on(s, -v2)
    assert y < half and s < s2
    end = ([1 + y], [v])
record(p, "by hand: y'' = 1 - 4 y, two roots by bisection", [(t1, [mpf(3) / 2], [-sqrt(half)])], end)

record(problem(K, "sign_of_time"), "by hand", [], ([half], [-1]))
s = 8 * sqrt(2) - 10
record(problem(K, "sign_of_position"), "by hand: parabolas", [], ([1 - s * s / 2], [s]))
s = 3 - pi / 2
record(problem(K, "abs_of_position"), "by hand: cos, then -sinh", [], ([-mpmath.sinh(s)], [-mpmath.cosh(s)]), condition=10)
record(problem(K, "at_rest_on_the_kink"), "x = 0 solves it", [], ([0], [0]))

# Saturated: 1 from x = 1 to 1/2, then sqrt 2 asin(1/sqrt 3) across, 2 beyond, across again, and on for the rest.
across = sqrt(2) * mpmath.asin(1 / sqrt(3))
s = 6 - (3 + 2 * across)
assert 0 < s < 2
record(problem(K, "saturated_spring"), "by hand: parabolas and sines in turn", [], ([half + s - s * s / 2], [1 - s]))

# Dead zone: a quarter of a period pi, then 1 across and pi/2 beyond in turn.
s = 10 - (pi / 4 + 3 * pi / 2 + 4)
assert 0 < s < pi / 2
record(problem(K, "dead_zone"), "by hand: uniform motion and sines in turn", [], ([1 + sin(2 * s)], [2 * cos(2 * s)]))

s = 3 - pi / 4
record(problem(K, "quadratic_drag"), "by hand: v = tan(pi/4 - t), then -tanh s", [], ([log(2) / 2 - log(mpmath.cosh(s))], [-tanh(s)]))

# Down to the floor: log cosh s = 1 + log(2)/2. Then thrown up with u: up for atan u, to log(1 + u^2)/2, down for acosh sqrt(1 + u^2).
s = mpmath.acosh(mp.e * sqrt(2))
t1, u1 = pi / 4 + s, tanh(s) / 2
t2, u2 = t1 + mpmath.atan(u1) + mpmath.acosh(sqrt(1 + u1 * u1)), u1 / sqrt(1 + u1 * u1) / 2
s = 4 - t2 - mpmath.atan(u2)
assert 0 < s < mpmath.acosh(sqrt(1 + u2 * u2))
record(problem(K, "quadratic_drag_and_floor"), "by hand: tan up, tanh down", [(t1, [0], [u1]), (t2, [0], [u2])],
       ([log(1 + u2 * u2) / 2 - log(mpmath.cosh(s))], [-tanh(s)]))

s = 10 - 3 * pi
record(problem(K, "rectified_sine"), "by hand: each half period adds 2 to v", [], ([9 * pi + 7 * s - sin(s)], [7 - cos(s)]))


def polynomial_pieces(pieces, end):
    """x and v at the end from rest: pieces (until, a, b) of the force a + b s, s from the start of the piece."""
    x = v = t = mpf(0)
    for until, a, b in pieces:
        s = min(until, end) - t
        x, v = x + v * s + a * s * s / 2 + b * s**3 / 6, v + a * s + b * s * s / 2
        t += s
        if t >= end:
            break
    return [x], [v]


waves = [(pi / 2, 0, 1)] + [(pi / 2 + k * pi, pi / 2 * (-1) ** (k - 1), mpf(-1) ** k) for k in range(1, 5)]
record(problem(K, "triangular_wave"), "by hand: cubics", [], polynomial_pieces(waves, mpf(10)), may_refuse="singular|kink|derivative")
record(problem(K, "ramp"), "by hand: cubic, then parabola", [], polynomial_pieces([(mpf(1), 0, 1), (mpf(3), 1, 0)], mpf(3)))

# Hertz: down to depth p, v^2 = 1 + 2 p - 400 p^(5/2); the contact lasts twice the integral of dp/v to the deepest point P; p = P (1 - w^2) takes away the
# singularity at P, whose cancellation the extra digits pay for.
with mp.workdps(150):
    P = mpmath.findroot(lambda p: 1 + 2 * p - 400 * p ** mpf("2.5"), (mpf(1) / 20, mpf(1) / 5), solver="anderson", tol=mpf(10) ** -280)
    rate = lambda w: 2 * P * w / sqrt(1 + 2 * P * (1 - w * w) - 400 * (P * (1 - w * w)) ** mpf("2.5"))
    contact = 2 * mpmath.quad(rate, [mpf(10) ** -60, half, 1]) + 4 * P * mpf(10) ** -60 / sqrt(1000 * P ** mpf("2.5") - 2 * P)
s = 1 - contact
for name in ("hertz", "hertz_without_max"):
    record(problem(K, name), "free fall, energy, quadrature", [], ([s - s * s / 2], [1 - s]), may_refuse_50="power|analytic|singular|derivative")

t = pi / (2 * sqrt(2))
s = 3 - t
record(problem(K, "two_kinks_at_once"), "by hand: sines", [], ([-sqrt(2) * sin(s), half + s / sqrt(2) + sqrt(2) * (s - sin(s))], [-sqrt(2) * cos(s), 1 / sqrt(2) + sqrt(2) * (1 - cos(s))]))
record(problem(K, "slow_over_the_kink"), "by hand: (t - 1)^2/2", [], ([2], [2]))

limit = "bounded|jump|solution|singular|branch"
record(problem(K, "root_drag_stops"), "by hand: v = (1 - t/2)^2", [], ([mpf(2) / 3], [0]), may_refuse=limit)
record(problem(K, "twisting"), "by hand: at rest from the limit of the changes on", [], ([0], [0]), may_refuse=limit)

# Jumps that both sides lead away from: on them several motions start; beside one, however near, there is one.
for name, why in (
    ("rest_on_a_repelling_jump", "t^2/2 and -t^2/2 both solve it"),
    ("rest_on_an_uneven_jump", "1 + 3 t^2/4 and 1 - t^2/4 both solve it"),
    ("rest_on_a_jump_in_velocity", "t^2/2 and -t^2/2 both solve it"),
    ("riding_a_repelling_jump", "t + t^2/2 and t - t^2/2 both solve it"),
    ("held_then_repelled", "from t = 1 on 1 + (t - 1)^2/2 and 1 - (t - 1)^2/2 both solve it"),
    ("repelling_jump_on_the_floor", "1 + t^2/4 and rest on the floor both solve it"),
):
    refused(K, name, "by hand: " + why, "not unique|no unique")
record(problem(K, "beside_a_repelling_jump"), "by hand: 1 - t^2/2", [], ([-1], [-2]))
record(problem(K, "beside_a_jump_in_velocity"), "by hand: t - t^2/2", [], ([0], [-1]))
record(problem(K, "two_bodies_beside_a_jump"), "by hand: 1 - t^2/2, and rest", [], ([-1, 1], [-2, 0]))
record(problem(K, "irrational_beside_a_jump"), "by hand: sqrt 2 - t^2/2", [], ([sqrt(2) - 2], [-2]))
record(problem(K, "rest_beside_a_jump"), "by hand: no force below the jump", [], ([1], [0]))
record(problem(K, "held_by_a_jump_that_weakens"), "by hand: rest", [], ([0], [0]))
