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

# So narrow that between two instants which double tells apart near its centre the exponent changes by up to 1e-10: its own condition.
x, v = gauss(10**10, 5, mpf(10))
record(problem("pulse", "narrowest"), "integrals of a Gaussian: erf", [], ([x], [v]), condition=10**5)

c, w = mpf("1.245"), mpf(1) / 100
knots = [mpf(k) / 4 for k in range(-16, 17)]
moment = lambda f: mpmath.quad(lambda u: f(u) * exp(-(u**4)), knots)
assert exp(-mpf(4) ** 4) < mpf(10) ** -110
record(problem("pulse", "quartic"), "quadrature of exp(-u^4) in pieces of 1/4", [], ([moment(lambda u: 2 - c - w * u)], [moment(lambda u: 1)]))

knots = [mpf(k) / 40 for k in range(0, 25)]
assert exp(-exp(mpf(6))) < mpf(10) ** -170
inner = lambda f: mpmath.quad(lambda s: f(s) * exp(-exp(10 * s)), knots)
record(problem("pulse", "gompertz"), "quadrature of exp(-exp(10 t)) in pieces of 1/40", [], ([inner(lambda s: 2 - s)], [inner(lambda s: 1)]))

# u = 1e5 (t - 2), y = 1e10 x: y'' = 2 exp(-u^2) - 1 from rest at u = -sqrt(log 2) to the first root behind the pulse.
u0 = -sqrt(mpmath.log(2))
E = lambda z: z * erf(z) + exp(-z * z) / sqrt(pi)
rate = lambda u: sqrt(pi) * (erf(u) - erf(u0)) - (u - u0)
y = lambda u: sqrt(pi) * (E(u) - E(u0) - (u - u0) * erf(u0)) - (u - u0) ** 2 / 2
u = bisected(lambda u: y(u) > 0, mpf(1), mpf(20))
assert y(u / 2) > 0 and rate(u) < 0
record(problem("pulse", "lifts_for_an_instant"), "integrals of a Gaussian: erf, a root by bisection", [(2 + u / 10**5, [0], [0])], ([0], [0]))

# ∫ sech² u = tanh u, ∫ tanh u = log cosh u = |u| − log 2 where e^(−2|u|) is nothing.
w = mpf(1) / 10**5
v = w * (mpmath.tanh(mpf(15) / 2 / w) + mpmath.tanh(mpf(5) / 2 / w))
q = w * (mpf(15) / 2 - w * mpmath.log(2) - (mpf(5) / 2 - w * mpmath.log(2)) + 10 * mpmath.tanh(mpf(5) / 2 / w))
record(problem("pulse", "hyperbolic"), "by hand: tanh and log cosh", [], ([q], [v]))

# v² = 1 − 1/(2 cosh u), u = (x − 2)/w: the time lost is w ∫ (1/v − 1) du.
w = mpf(1) / 1000
lost = w * 2 * mpmath.quad(lambda u: 1 / mpmath.sqrt(1 - 1 / (2 * mpmath.cosh(u))) - 1, [0, 1, 2, 4, 8, 16, 32, 64, 160])
record(problem("pulse", "hyperbolic_in_space"), "quadrature of the time lost on the hill", [], ([4 - lost], [1]), condition=100)

# sech² u = 1/2: cosh u = √2. The normal is (2 sech² u tanh u/w, 1); v⁺ = v − 2 n (n·v)/n².
w = mpf(1) / 10**5
u = -mpmath.acosh(sqrt(2))
n = [mpmath.tanh(u) / w, mpf(1)]
r = 2 * n[0] / (n[0] ** 2 + 1)
v = [1 - r * n[0], -r]
t = 3 + w * u
record(problem("pulse", "hyperbolic_ground"), "by hand: acosh of a root", [(t, [t, mpf(1) / 2], v)], ([t + (5 - t) * v[0], mpf(1) / 2 + (5 - t) * v[1]], v), condition=10**5)

# tanh is ±1 but for an odd function, of which ∫ u (tanh u − sign u) du = −π²/12.
w = mpf(1) / 10**8
record(problem("pulse", "front"), "by hand: log cosh and a dilogarithm", [], ([mpf(-1031) / 100 + w * w * pi**2 / 12], [mpf(13) / 5]))
