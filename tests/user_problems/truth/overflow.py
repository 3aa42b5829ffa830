"""Bounded formulas of exponentials that are beyond double: by hand, or quadrature in pieces around what is narrow."""

from flights import *

log, exp, cosh, tanh, sqrt = mpmath.log, mpmath.exp, mpmath.cosh, mpmath.tanh, mpmath.sqrt


def from_rest(name, force, c, w, x0=0, far=300):
    """x and v at the horizon T from rest: v = integral of f, x = x0 + integral of (T - t) f, in pieces within far w of c."""
    p = problem("overflow", name)
    T = p.horizon
    knots = sorted({mpf(0), T} | {t for k in range(-far, far + 1, 4) if 0 < (t := c + k * w) < T})
    v = mpmath.quad(force, knots)
    x = x0 + mpmath.quad(lambda t: (T - t) * force(t), knots)
    return p, ([x], [v])


def recorded(p, end, **more):
    record(p, "quadrature in pieces", [], end, **more)


c, w = mpf(1), mpf("1e-3")
recorded(*from_rest("root_of_cosh", lambda t: 1 / sqrt(cosh((t - c) / w)) / w, c, w), may_refuse="cannot be bounded")
recorded(*from_rest("log_cosh", lambda t: log(cosh(400 * (t - mpf("3.7")))) / 400, mpf("3.7"), mpf(1) / 400))
recorded(*from_rest("softplus", lambda t: -w * log(1 + exp((t - c) / w)), c, w, x0=5))
w = mpf("1e-2")
recorded(*from_rest("cosh_and_a_number", lambda t: 1 / (3 + cosh((t - c) / w)) / w, c, w))

# 1 + sinh^2 = cosh^2, and the integrals of 1/cosh^2 u are tanh u, log cosh u.
a, b = (5 - c) / w, -c / w
record(problem("overflow", "square_of_sinh"), "by hand: tanh and log cosh", [],
       ([w * (log(cosh(a)) - log(cosh(b))) - 5 * tanh(b)], [tanh(a) - tanh(b)]))

# Even about t = 2, of area 2 but for e^(-4000).
record(problem("overflow", "two_logistics"), "by hand: symmetry", [], ([4], [2]))

# 8 p (1 - p) = 2/cosh^2(u/2) is 1 at cosh(u/2) = sqrt 2. With s = u/2: v/w = 4 tanh s - 2 s, x/w^2 = 8 log cosh s - 2 s^2, both from there.
w = mpf("1e-3")
s0 = -mpmath.acosh(sqrt(2))
rise = lambda s: 8 * log(cosh(s)) - 2 * s * s - (8 * log(cosh(s0)) - 2 * s0 * s0) - (4 * tanh(s0) - 2 * s0) * 2 * (s - s0)
assert rise(mpf(1)) > 0 > rise(mpf(9))
record(problem("overflow", "product_of_logistics"), "by hand: tanh and log cosh; bisection",
       [(1 + 2 * w * bisected(lambda s: rise(s) >= 0, mpf(1), mpf(9)), [0], [0])], ([0], [0]), size={"q": "1.0", "v": "1.0"})

# In space: v(x)^2 = 1 + the integral of the force/50, t = integral of dx/v; x(2) by Newton. What is left of the force beside its
# corner is x - 1 or 0; the integral of log(1 + e^u) is -Li2(-e^u).
k = mpf(500)
work = lambda x: -mpmath.polylog(2, -exp(k * (x - 1))).real / k if x < 1 else (k * (x - 1)) ** 2 / 2 / k + mp.pi**2 / 6 / k + mpmath.polylog(2, -exp(-k * (x - 1))).real / k
speed = lambda x: sqrt(1 + work(x) / 50)
knots = [mpf(0), mpf("0.7")] + [mpf("0.7") + mpf(j) / 100 for j in range(1, 61)]
T_to = lambda x: mpmath.quad(lambda z: 1 / speed(z), knots + [mpf(2), x])
x = mpf(3)
for _ in range(8):
    x -= (T_to(x) - 2) * speed(x)
record(problem("overflow", "softplus_in_space"), "energy integral with a dilogarithm; quadrature of dx/v, Newton", [], ([x], [speed(x)]))

# Grounds that are 0 there, but for e^(-600).
for name in ("hill_far_out", "square_of_sinh_far_out"):
    record(problem("overflow", name), "by hand: a plane", [(1, [3, 0], [1, 0])], ([5, 0], [1, 0]))
record(problem("overflow", "wave_far_out"), "by hand: a plane", [(1, [3, 0], [1, 1]), (2, [4, 0], [1, mpf(1) / 2]), (mpf(5) / 2, [mpf(9) / 2, 0], [1, mpf(1) / 4])],
       ([6, 0], [1, 0]), complete=False, accumulations=[3])
record(problem("overflow", "smooth_ramp"), "by hand: a slope of 1", [(1, [3, 2], [-1, -1])], ([mpf("2.375"), mpf("1.375")], [mpf("-1.5")] * 2))
record(problem("overflow", "log_of_a_sum"), "by hand: a floor", [(1, [-2, 0], [0, 1])], ([-2, mpf("0.16")], [0, mpf("-0.6")]))
# m(x) x'^2 is kept: x' grows beyond all bounds where m is 0, at t = 1/500 but for e^-750.
refused("overflow", "mass_that_vanishes_far_out", "by hand: the kinetic energy is kept, the mass is not", "positive definite|singular|no solution|no farther")
