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
