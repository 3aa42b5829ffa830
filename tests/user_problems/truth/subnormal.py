"""Velocities and forces that fall below the smallest double: closed forms. What underflows is 0 to double precision, and no event."""

from flights import *

K = "subnormal"
exp, log, sqrt = mpmath.exp, mpmath.log, mpmath.sqrt

r, mu = mpf(1) / 1000, mpf(3) / 10
F = lambda v: sqrt(v * v + r * r) + r * log(v / (r + sqrt(v * v + r * r)))
X = lambda v: (v * sqrt(v * v + r * r) + r * r * mpmath.asinh(v / r)) / 2
z = bisected(lambda z: (F(mpf(1)) - F(exp(z))) / mu > 10, mpf(-9000), mpf(-1))
record(problem(K, "root_friction"), "closed forms of t(v) and x(v); bisection", [], ([(X(mpf(1)) - X(exp(z))) / mu], [exp(z)]))

a, b = exp(mpf(-1600)), exp(mpf(-800))
record(problem(K, "force_still_asleep"), "integrals of exp", [], ([(b - a) / 640000 - a / 800], [(b - a) / 800]), condition=2000)
a = exp(mpf(-10000))
record(problem(K, "force_fades"), "integrals of exp", [], ([mpf(1) / 100 - (1 - a) / 10**6], [(1 - a) / 1000]))
a = exp(mpf(-1000))
record(problem(K, "decay"), "integrals of exp", [], ([(1 - a) / 100], [a]))
a, b = exp(mpf(-90 * 20)), exp(mpf(-110 * 20))
record(problem(K, "overdamped"), "two exponentials", [], ([(11 * a - 9 * b) / 2], [(-990 * a + 990 * b) / 2]), size={"q": "1", "v": "100"})
a, b = exp(mpf(-1800)), exp(mpf(200))
record(problem(K, "wakes_up"), "integrals of exp", [], ([(b - a) / 40000 - a / 20], [(b - a) / 200]), condition=2000)
t = log(mpf(10)) / 50
a = exp(-50 * (20 - t))
record(problem(K, "decay_onto_a_wall"), "exponentials", [(t, [mpf(9) / 10], [-mpf(5) / 2])], ([mpf(9) / 10 - (1 - a) / 20], [-a * 5 / 2]))
a = exp(mpf(-1500))
record(problem(K, "decay_before_a_wall"), "exponentials", [], ([1 - a], [50 * a]))
a = exp(mpf(-1000))
record(problem(K, "far_potential"), "constant force to 400 digits", [], ([1 + a * 9 / 2], [3 * a]), condition=2000)
