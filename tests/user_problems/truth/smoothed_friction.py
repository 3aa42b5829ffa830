"""v' = -a(v) with a friction force smoothed over a small velocity d: closed forms in v, quadrature in pieces for the position."""

from flights import *

K = "smoothed_friction"
sqrt, tanh, sinh, cosh, asinh, exp, log = mpmath.sqrt, mpmath.tanh, mpmath.sinh, mpmath.cosh, mpmath.asinh, mpmath.exp, mpmath.log
mu = mpf(3) / 10


def quadrature(f, a, b, d):
    """The integral of f from a to b, cut at multiples of d around 0, where f changes."""
    knots = sorted({mpf(a), mpf(b)} | {k for k in (s * d * m for s in (-1, 1) for m in (1, 2, 4, 8, 16, 32, 64, 128, 256)) if a < k < b} | ({mpf(0)} if a < 0 < b else set()))
    return mpmath.quad(f, knots)


def tanh_friction(v0, d, t):
    """(distance, v) after t of v' = -mu tanh(v/d): sinh(v/d) falls as exp(-mu t/d); dx = v dv/(mu tanh(v/d)). The rest, v below 1e-30 d, is linear."""
    v = d * asinh(sinh(v0 / d) * exp(-mu * t / d))
    low = max(v, d * mpf(10) ** -30)
    x = quadrature(lambda u: u / tanh(u / d) / mu, low, v0, d) + d / mu * (low - v)
    return x, v


source = "closed form of v, quadrature for x"
d = mpf(1) / 1000
for name, T in (("coulomb_tanh", 10), ("with_tanh", 10), ("exponentials", 5)):
    p = problem(K, name)
    x, v = tanh_friction(mpf(1), d, mpf(T))
    record(p, source, [], ([x], [v]), **({"may_refuse": "finite|overflow|NaN"} if name == "exponentials" else {}))
assert abs(tanh_friction(mpf(1), d, mpf(10))[0] - mpf(10) / 6) < d

# atan: t = integral of dv/a(v), x = integral of v dv/a(v); v(4) by Newton in log v.
d, c = mpf(1) / 100, mu * 2 / mp.pi
a = lambda v: c * mpmath.atan(v / d)
time = lambda v: quadrature(lambda u: 1 / a(u), v, 1, d) if v > d * mpf(10) ** -3 else quadrature(lambda z: exp(z) / a(exp(z)), log(v), log(d) - 3, 1) + quadrature(lambda u: 1 / a(u), d * exp(-3), 1, d)
z = log(d) - 8
for _ in range(30):
    step = (time(exp(z)) - 4) * a(exp(z)) / exp(z)
    z += step
    if abs(step) < mpf(10) ** -50:
        break
v = exp(z)
x = quadrature(lambda u: u / a(u), v, 1, d)
record(problem(K, "with_atan"), "quadrature of dv/a and v dv/a, Newton", [], ([x], [v]))

# v/sqrt(v^2 + eps): the integral of sqrt(v^2 + eps)/v in closed form, x the integral of sqrt(v^2 + eps).
r = mpf(1) / 1000
F = lambda v: sqrt(v * v + r * r) + r * log(v / (r + sqrt(v * v + r * r)))
X = lambda v: (v * sqrt(v * v + r * r) + r * r * asinh(v / r)) / 2
z = bisected(lambda z: (F(mpf(1)) - F(exp(z))) / mu > 5, mpf(-3000), mpf(-1))
record(problem(K, "with_root"), "closed forms of t(v) and x(v); bisection", [], ([(X(mpf(1)) - X(exp(z))) / mu], [exp(z)]))

x, w = tanh_friction(mpf(1), mpf(1) / 100, mpf(5))
record(problem(K, "belt"), source, [], ([5 - x], [1 - w]))

# To the wall at 1: distance as a function of v, its root; the time from the closed form of v.
d = mpf(1) / 100
to = lambda v: quadrature(lambda u: u / tanh(u / d) / mu, v, 1, d)
v = bisected(lambda v: to(v) > 1, mpf("0.5"), mpf("0.7"))
t = d / mu * log(sinh(1 / d) / sinh(v / d))
x, w = tanh_friction(v / 2, d, 8 - t)
record(problem(K, "with_a_wall"), source, [(t, [1], [-v / 2])], ([1 - x], [-w]))

# On a slope: the integral of dv/(a - b tanh(v/d)) = (a v + b d log(a cosh - b sinh))/(a^2 - b^2).
a, b, d = mpf(1) / 2, mu, mpf(1) / 1000
G = lambda v: (a * v + b * d * log(a * cosh(v / d) - b * sinh(v / d))) / (a * a - b * b)
v = bisected(lambda v: G(v) - G(mpf(-1)) < 4, mpf(-1), mpf(3))
x = quadrature(lambda u: u / (a - b * tanh(u / d)), -1, v, d)
record(problem(K, "on_a_slope"), "closed form of t(v), quadrature for x", [], ([x], [v]))

x, v = tanh_friction(mpf(1), mpf(1) / 1000, mpf(5))
record(problem(K, "logistic"), "the tanh of half the argument: closed form of v, quadrature for x", [], ([-x], [-v]))

d = mpf(1) / 100
a = lambda v: mu * tanh(v / d) * (1 + exp(-((10 * v) ** 2)))
cut = lambda f, low: mpmath.quad(f, sorted({low, mpf(1)} | {k for k in [d * 2**m for m in range(-6, 7)] + [mpf(k) / 20 for k in range(1, 12)] if low < k < 1}))
v = exp(bisected(lambda z: cut(lambda u: 1 / a(u), exp(z)) < 3, mpf(0), log(d) - 6))
assert v > d * exp(mpf("-5.9"))
record(problem(K, "stribeck"), "quadrature of dv/a and v dv/a, bisection", [], ([cut(lambda u: u / a(u), v)], [v]))
