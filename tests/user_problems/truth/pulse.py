"""Forces that act for an instant: closed forms with erf and atan, or quadrature."""

from flights import *

sqrt, pi, erf, exp = mpmath.sqrt, mp.pi, mpmath.erf, mpmath.exp


def gauss(s, c, t):
    """v and x at t after the pulse exp(-s (t - c)^2), from rest at 0 at t = 0: v = integral, x = integral of v."""
    r = sqrt(mpf(s))
    E = lambda z: z * erf(z) + exp(-z * z) / sqrt(pi)  # the integral of erf
    v = sqrt(pi) / (2 * r) * (erf(r * (t - c)) - erf(-r * c))
    x = sqrt(pi) / (2 * r) * ((E(r * (t - c)) - E(-r * c)) / r - t * erf(-r * c))
    return x, v


for name, s, c, T in (("pulse", 100, 5, 10), ("narrow", 1000, 5, 10), ("very_narrow", 10**6, 5, 10), ("far", 100, 900, 1000)):
    x, v = gauss(s, c, mpf(T))
    assert abs(v - sqrt(pi / s)) < mpf(10) ** -40
    record(problem("pulse", name), "integrals of a Gaussian: erf", [], ([x], [v]))

(x1, v1), (x2, v2) = gauss(500, 3, mpf(10)), gauss(500, 6, mpf(10))
record(problem("pulse", "there_and_back"), "integrals of a Gaussian: erf", [], ([x1 - x2], [v1 - v2]))

# In space: v(x)^2 = 1 + 2 times the integral of the force; t = integral of dx/v. x(10) by Newton on t(x) = 10.
s = mpf(1000)
speed = lambda x: sqrt(1 + sqrt(pi / s) * (erf(sqrt(s) * (x - 5)) + erf(sqrt(s) * 5)))
knots = [0, 4, mpf("4.7")] + [mpf("4.7") + mpf(k) / 40 for k in range(1, 25)]
T_to = lambda x: mpmath.quad(lambda z: 1 / speed(z), knots + [6, x])
x = mpf(10)
for _ in range(8):
    x -= (T_to(x) - 10) * speed(x)
record(problem("pulse", "in_space"), "energy integral; quadrature of dx/v in pieces of 1/40, Newton", [], ([x], [speed(x)]))

# In velocity: t = integral of dv/a(v), x = integral of v dv/a(v), to t = 2.
a = lambda v: 1 + 5 * exp(-400 * (v - mpf(1) / 2) ** 2)
knots = [mpf(k) / 40 for k in range(0, 41)]
time = lambda v: mpmath.quad(lambda u: 1 / a(u), knots + [mpf("1.5"), v])
v = mpf(2)
for _ in range(8):
    v -= (time(v) - 2) * a(v)
x = mpmath.quad(lambda u: u / a(u), knots + [mpf("1.5"), v])
record(problem("pulse", "in_velocity"), "quadrature of dv/a(v) in pieces of 1/40, Newton", [], ([x], [v]))

# 1/(1 + 10^6 (t - 5)^2): v = (atan(1000 (t - 5)) + atan(5000))/1000; the integral of atan z is z atan z - log(1 + z^2)/2.
A = lambda z: z * mpmath.atan(z) - mpmath.log(1 + z * z) / 2
v = 2 * mpmath.atan(5000) / 1000
x = (A(mpf(5000)) - A(mpf(-5000))) / 10**6 + 10 * mpmath.atan(5000) / 1000
record(problem("pulse", "rational"), "integrals of 1/(1 + z^2) and atan", [], ([x], [v]))

# Onto a wall at 1/2: far behind the pulse the motion is uniform up to 1e-40 and less.
x, v = gauss(1000, 5, mpf(10))
t = 10 + (mpf(1) / 2 - x) / v
assert t < 20
record(problem("pulse", "onto_a_wall"), "integrals of a Gaussian, then uniform motion", [(t, [mpf(1) / 2], [-v / 2])],
       ([mpf(1) / 2 - v / 2 * (20 - t)], [-v / 2]))

# Lifted: it leaves when 200 exp(-2000 (t - 5)^2) = 1, flies with x'' = 200 exp(...) - 1 and lands for good.
s, c = mpf(2000), mpf(5)
t0 = c - sqrt(mpmath.log(200) / s)
(x0, v0) = gauss(s, c, t0)


def lifted(t):
    x, v = gauss(s, c, t)
    return 200 * (x - x0 - v0 * (t - t0)) - (t - t0) ** 2 / 2, 200 * (v - v0) - (t - t0)


t1 = bisected(lambda t: lifted(t)[0] > 0, mpf(6), mpf(100))
p = problem("pulse", "lifts_from_the_floor")
if t1 < p.horizon:
    record(p, "integrals of a Gaussian; root by bisection", [(t1, [0], [0])], ([0], [0]))
else:
    x, v = lifted(p.horizon)
    record(p, "integrals of a Gaussian; root by bisection", [], ([x], [v]))
print("lifted", t0, t1)
