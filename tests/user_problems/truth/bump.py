"""Flights in closed form over narrow bumps. The scan has marks at the bumps, so that none is missed: width 1/100 of the grid or less."""

from flights import *

free, falling = ballistic(0, 0), ballistic(0, -1)
around = lambda c, width=1: [mpf(c) + mpf(width) * k / 40 for k in range(-200, 201)]
source = "free flight in closed form; scan with marks on the bump, bisection in 60 digits"

bounced("bump", "spike", free, source, marks=around(5, "0.1"))
p = problem("bump", "spike")
assert abs(bounce(p, free, marks=around(5, "0.1"))[0][0][0] - (5 - mpmath.sqrt(mpmath.log(2) / 100))) < mpf(10) ** -55

bounced("bump", "narrow", free, source, marks=around(5, "0.01"))
bounced("bump", "very_narrow", free, source, marks=around(5, "1e-4"))
bounced("bump", "moving", ballistic(0), source, marks=around(5, "0.1"))
bounced("bump", "moving_narrow", ballistic(0), source, marks=around(5, "0.01"))
bounced("bump", "far", free, source, marks=around(900, "0.1"))
bounced("bump", "second_is_higher", free, source, marks=around(3, "0.05") + around(7, "0.05"))
bounced("bump", "passed_over", free, source, marks=around(5, "0.05"))
bounced("bump", "top_only", free, source, marks=around(5, "0.05"))
bounced("bump", "rational", free, source, marks=around(5, "1e-3"))
bounced("bump", "thrown", falling, source, marks=around(2, "0.02"))
bounced("bump", "under_the_ceiling", free, source, marks=around(4, "0.02"))
bounced("bump", "strikes_an_oscillator", harmonic(1), source, marks=around(7, "0.05"))

# At x = 5 the step is half way up: impact at t = 5. Its slope there is 100, so v+ = v - 2 r/(1 + 100^2) (-100, 1), r = -100.
for name in ("cliff", "cliff_tanh"):
    p = problem("bump", name)
    r, W = mpf(-100), mpf(10001)
    v = [1 - 2 * r / W * (-100), -2 * r / W]
    assert v[0] < 0 < v[1]  # back over the low side
    more = {"may_refuse": "finite|overflow|NaN"} if name == "cliff" else {}
    record(p, "by hand: the step is half way up at x = 5, with slope 100", [(5, [5, mpf(1) / 2], v)],
           ([5 + 5 * v[0], mpf(1) / 2 + 5 * v[1]], v), condition=100, **more)

record(problem("bump", "grazed"), "by hand: the gap is never negative", None, ([10, mpf(1) / 2], [1, 0]), may_refuse="graz|touch|undecided")

# Forty needles, 1 apart: the one at k is k/80 high, the flight 399/800; those at 1, ..., 39 are too low. The gap near 40 by bisection.
bounced("bump", "in_a_row", free, source, marks=[k + mpf(j) / 400 - mpf(1) / 2 for k in range(30, 45) for j in range(-20, 21)])
