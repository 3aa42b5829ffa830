"""Energies with terms linear in the velocities: twins in an inertial frame, where the motion is uniform, a parabola, or circles."""

from flights import *

K = "rotating_frame"
sqrt, sin, cos = mpmath.sqrt, mpmath.sin, mpmath.cos


def turned(a, x):
    return [cos(a) * x[0] - sin(a) * x[1], sin(a) * x[0] + cos(a) * x[1]]


def of_turning_frame(name, angle, rate):
    """x = R(-angle) X, X uniform between impacts; x' = R(-angle) X' - rate J x."""
    p = problem(K, name)
    there = lambda t, X: turned(-angle(t), X)
    v0 = [p.v0[0] - rate(mpf(0)) * p.q0[1], p.v0[1] + rate(mpf(0)) * p.q0[0]]
    other = twin(p.q0, v0, [lambda t, X, g=g: g(t, there(t, X)) for g in p.gap], p.e, p.horizon)

    def seen(t, X, V):
        x, u = there(t, X), there(t, V)
        return x, [u[0] + rate(t) * x[1], u[1] - rate(t) * x[0]]

    impacts, end = bounce(other, ballistic(0, 0))
    record(p, "twin in the frame at rest: uniform flights, scan and bisection in 60 digits", [(t, *seen(t, X, V)) for t, X, V in impacts], seen(p.horizon, *end),
           condition=condition(other, ballistic(0, 0)))
    print(name, len(impacts))
    return impacts


first = of_turning_frame("rotating_frame", lambda t: t, lambda t: mpf(1))
assert all(abs(t - (mpf(3) / 2 + 2 * k)) < mpf(10) ** -50 for k, (t, _, _) in enumerate(first))  # through the centre
of_turning_frame("square", lambda t: t, lambda t: mpf(1))
of_turning_frame("three_times_as_fast", lambda t: 3 * t, lambda t: mpf(3))
of_turning_frame("faster_and_faster", lambda t: t * t / 2, lambda t: t)


def of_line(name, X, x, V, v, flight=ballistic(0), **more):
    """One coordinate: X(t, x) moves in `flight`, x(t, X) back; V(t, x, v) and v(t, X, V) the velocities."""
    p = problem(K, name)
    other = twin([X(0, p.q0[0])], [V(0, p.q0[0], p.v0[0])], [lambda t, Q, g=g: g(t, [x(t, Q[0])]) for g in p.gap], p.e, p.horizon)
    seen = lambda t, Q, W: ([x(t, Q[0])], [v(t, Q[0], W[0])])
    impacts, end = bounce(other, flight)
    record(p, "twin in the frame at rest: uniform flights, scan and bisection in 60 digits", [(t, *seen(t, Q, W)) for t, Q, W in impacts], seen(p.horizon, *end),
           condition=condition(other, flight), **more)
    print(name, len(impacts))


of_line("shaken", lambda t, x: x + cos(t), lambda t, X: X - cos(t), lambda t, x, v: v - sin(t), lambda t, X, V: V + sin(t))
of_line("stretching", lambda t, x: (1 + t) * x, lambda t, X: X / (1 + t), lambda t, x, v: (1 + t) * v + x, lambda t, X, V: (V - X / (1 + t)) / (1 + t))

bounced(K, "lift", ballistic(-1), "x'' = -1: parabolas")
bounced(K, "total_derivative", ballistic(-1), "x'' = -1: parabolas")


def magnetic(t0, q0, v0):
    """x'' = 2 y', y'' = -2 x'."""

    def at(t):
        c, s = cos(2 * (t - t0)), sin(2 * (t - t0))
        return ([q0[0] + (v0[0] * s + v0[1] * (1 - c)) / 2, q0[1] + (v0[1] * s - v0[0] * (1 - c)) / 2], [v0[0] * c + v0[1] * s, v0[1] * c - v0[0] * s])

    return at


bounced(K, "magnetic", magnetic, "circles in closed form; scan and bisection in 60 digits")

p = problem(K, "magnetic_growing")
growing = integrated(lambda t, q, v: [t * v[1] + q[1] / 2, -t * v[0] - q[0] / 2])
q, v = growing(mpf(0), p.q0, p.v0)(p.horizon)
# Second derivation: q = R(-t^2/4) w with w'' = -t^2/4 w, by its power series w_{n+4} = -w_n/(4 (n + 4)(n + 3)).
series = []
for a, b in zip(p.q0, p.v0):
    w = [a, b, mpf(0), mpf(0)]
    for n in range(0, 200):
        w.append(-w[n] / (4 * (n + 4) * (n + 3)))
    series.append(sum(c * p.horizon**n for n, c in enumerate(w)))
assert max(abs(x - y) for x, y in zip(q, turned(-p.horizon**2 / 4, series))) < mpf(10) ** -42
record(p, "extrapolation in 60 digits, confirmed by a power series", [], (q, v), condition=10)


def mass_grows(t0, q0, v0):
    """((1 + t) x')' = -(1 + t)."""

    def at(t):
        a, b = 1 + t0, 1 + t
        k = a * v0[0] + a * a / 2
        return [q0[0] + k * mpmath.log(b / a) - (b * b - a * a) / 4], [(k - b * b / 2) / b]

    return at


p = problem(K, "growing_mass")
impacts, end = bounce(p, mass_grows)
record(p, "closed form with log; scan and bisection in 60 digits", impacts, end, condition=condition(p, mass_grows))

# Mass matrices that depend on time, between impacts.


def lengthening(t0, q0, v0):
    """l^2 a' is kept, l = 1 + t."""
    p = (1 + t0) ** 2 * v0[0]
    return lambda t: ([q0[0] + p * (1 / (1 + t0) - 1 / (1 + t))], [p / (1 + t) ** 2])


bounced(K, "lengthening_rod", lengthening, "closed form; scan and bisection in 60 digits")

p = problem(K, "shear_and_stretch")
there = lambda t, X: [(X[0] - t * X[1]) / (1 + t), X[1]]
x, y = p.q0
other = twin([x, y], [p.v0[0] + x + y, p.v0[1]], [lambda t, X, g=g: g(t, there(t, X)) for g in p.gap], p.e, p.horizon)


def sheared(t, X, V):
    """X' = (1 + t) x' + x + t y' + y."""
    x = there(t, X)
    return x, [(V[0] - x[0] - x[1] - t * V[1]) / (1 + t), V[1]]


impacts, end = bounce(other, ballistic(0, 0))
record(p, "twin in the frame at rest: uniform flights, scan and bisection in 60 digits", [(t, *sheared(t, X, V)) for t, X, V in impacts],
       sheared(p.horizon, *end), condition=condition(other, ballistic(0, 0)))
print("shear_and_stretch", len(impacts))

bounced(K, "pendulum_drawn_up", integrated(lambda t, q, v: [(v[0] / 2 - 9 * sin(q[0])) / (2 - t / 4)]), "extrapolation in 60 digits; scan and bisection", samples=100)


def kinked(t0, q0, v0):
    """(1 + |t - 1|) x' is kept."""
    passed = lambda t: mpmath.log(2 / (2 - t)) if t < 1 else mpmath.log(2 * t)
    p = (1 + abs(t0 - 1)) * v0[0]
    return lambda t: ([q0[0] + p * (passed(t) - passed(t0))], [p / (1 + abs(t - 1))])


bounced(K, "mass_with_a_kink", kinked, "closed form with log; scan and bisection in 60 digits")
refused(K, "mass_that_vanishes", "(1 - t) x' is kept: x = -log(1 - t)", "positive definite|singularity|no solution, however short", schemes_refuse=True,
        double_only="gauss_collocation goes on to the last of 50 digits before t = 1, step by step")
refused(K, "mass_that_vanishes_at_rest", "no kinetic energy after t = 1", "positive definite", schemes_refuse=True)

# Polar coordinates: chords of the disc.
p = problem(K, "polar_coordinates")
r, a, u, w = p.q0 + p.v0
other = twin([r, 0], [u, r * w], [lambda t, X: 1 - sqrt(X[0] ** 2 + X[1] ** 2)], p.e, p.horizon)
impacts, end = bounce(other, ballistic(0, 0))
angle, before, seen = mpf(0), other.q0, []
for t, X, V in impacts + [(p.horizon, *end)]:
    angle += mpmath.atan2(before[0] * X[1] - before[1] * X[0], before[0] * X[0] + before[1] * X[1])
    before, R = X, sqrt(X[0] ** 2 + X[1] ** 2)
    seen.append((t, [R, angle], [(X[0] * V[0] + X[1] * V[1]) / R, (X[0] * V[1] - X[1] * V[0]) / R**2]))
record(p, "twin in Cartesian coordinates: chords", seen[:-1], seen[-1][1:], condition=condition(other, ballistic(0, 0)))

bounced(K, "pendulum_on_a_cart", integrated(lambda t, q, v: [-sin(q[0]) - cos(q[0])]), "extrapolation in 60 digits; scan and bisection", samples=100)

# (2 + tanh u) x' = 1 up to the wall, u = (t − 1)/w: x = w (G(u) − G(−1/w)), G' = 1/(2 + tanh u).
w = mpf(1) / 1000
G = lambda u: u - mpmath.log(1 + 3 * mpmath.exp(2 * u)) / 3
u = bisected(lambda u: w * (G(u) - G(-1 / w)) < mpf(3) / 2, mpf(0), 3 / w)
assert abs(mpmath.diff(G, mpf(1) / 3) - 1 / (2 + mpmath.tanh(mpf(1) / 3))) < mpf(10) ** -20
v = -1 / (2 + mpmath.tanh(u)) / 2
record(problem(K, "mass_front"), "by hand: a logarithm; bisection", [(1 + w * u, [mpf(3) / 2], [v])], ([mpf(3) / 2 + v * (3 - w * u)], [v]))

# x' = 2/M falls behind 1 for an instant only.
late = w * mpmath.quad(lambda u: 1 - 2 / (2 + 3 * (mpmath.tanh(u + 1) - mpmath.tanh(u - 1))), [-70, -40, -20, -10, -5, -2, -1, 0, 1, 2, 5, 10, 20, 40, 70])
half = mpf(1) / 2
record(problem(K, "mass_window"), "quadrature of the delay", [(2 + late, [2], [-half])], ([2 - half * (1 - late)], [-half]))
