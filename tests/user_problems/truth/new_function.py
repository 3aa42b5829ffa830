"""asin, acos, atan, atan2, sinh, cosh, tanh, min, max, sign in gaps and forces: closed forms, and extrapolation where there is none."""

from flights import *

K = "new_function"
half = mpf(1) / 2
sqrt, sin, cos, pi = mpmath.sqrt, mpmath.sin, mpmath.cos, mp.pi
free = "uniform flights; scan and bisection in 60 digits"

p = problem(K, "asin_wall")
w = sin(half)
record(p, "by hand: a wall at sin(1/2)", [(w, [w], [-half])], ([w - (3 - w) / 2], [-half]))
p = problem(K, "acos_wall")
w = cos(mpf(1))
record(p, "by hand: a wall at cos 1", [(2 * w, [w], [-mpf(1) / 4])], ([w - (3 - 2 * w) / 4], [-mpf(1) / 4]))
p = problem(K, "ray")
t = sqrt(mpf(8))
record(p, "by hand: 1 = t^2/8", [(t, [1 + t / 3, 0], [mpf(1) / 3, t / 8])], ([2, t / 8 * (3 - t) - (3 - t) ** 2 / 8], [mpf(1) / 3, t / 8 - (3 - t) / 4]))
bounced(K, "sector", ballistic(0, 0), free)
record(problem(K, "over_the_branch_cut"), "no wall is met: the angle is at most pi", [], ([-1, -2], [0, -1]))
bounced(K, "hyperbolic_sine", integrated(lambda t, q, v: [-mpmath.sinh(q[0])]), "extrapolation in 60 digits; scan and bisection", samples=100)
bounced(K, "catenary", ballistic(0, -2), "parabolas; scan and bisection in 60 digits")
bounced(K, "wall_with_tanh", ballistic(0), free)
p = problem(K, "triangular_wall")
impacts, end = bounce(p, ballistic(0))
record(p, free, impacts, end, condition=condition(p, ballistic(0)), may_refuse="singular|kink|derivative")
domain = "finite|domain|no number|asin|defined"
refused(K, "end_of_the_domain", "asin x ends at x = 1", domain)
refused(K, "root_at_the_wall", "the gradient of sqrt(1 - x) is infinite where it vanishes", "gradient|finite|domain|singular|derivative|normal|root")
record(problem(K, "dry_friction"), "by hand: 5/3 until 10/3", [], ([mpf(5) / 3], [0]), may_refuse="sign|jump|slid|discontinu|kink|events without")
p = problem(K, "arctangent_spring")
q, v = integrated(lambda t, q, v: [-mpmath.atan(3 * q[0])], step=mpf(1) / 64)(mpf(0), p.q0, p.v0)(p.horizon)
energy = lambda x, u: u * u / 2 + x * mpmath.atan(3 * x) - mpmath.log(1 + 9 * x * x) / 6
assert abs(energy(q[0], v[0]) - energy(p.q0[0], p.v0[0])) < mpf(10) ** -40
record(p, "extrapolation in 60 digits, energy kept to 1e-40", [], (q, v), condition=10)
bounced(K, "least_of_three", ballistic(0, 0), free)
# +1 until pi, -1 until 2 pi, ...: after a period x grows by pi^2, v = 0.
s = 10 - 3 * pi
record(problem(K, "sawtooth_time"), "by hand: parabolas", [], ([pi**2 * 3 / 2 + pi * s - s * s / 2], [pi - s]))
refused(K, "nested_abs", "the gap has a kink where it vanishes", "gradient|normal|kink|derivative|touch|graz|undecided", may_warn=True)
h = mpf(1) / 500
# A hat: its left side has the slope 500, hit half way up at x = 5 - 1/1000.
W, r = 1 + mpf(500) ** 2, -mpf(500)
v = [1 - 2 * r / W * -500, -2 * r / W]
t = 5 - mpf(1) / 1000
record(problem(K, "bump_of_hats"), "by hand", [(t, [t, half], v)], ([t + v[0] * (10 - t), half + v[1] * (10 - t)], v), condition=100)
record(problem(K, "hat_pulse"), "by hand: a hat of area 1/500, symmetric around 5", [], ([5 * h], [h]))

record(problem(K, "chirp"), "by hand: x is above 1/2, and the wall below", [], ([half], [-half / 2]))
record(problem(K, "logistic_that_overflows"), "by hand: 1 - 1/(e^(1000 x) + 1) with x above 3/2", [], ([mpf(3) / 2], [-1]))
