"""Balls that bounce on curved grounds: parabolas in closed form, the ground seen along them by scan and bisection."""

from flights import *

K = "curved_ground"
source = "parabolas in closed form; scan and bisection in 60 digits"
for name, g in (("hills", "9.81"), ("curved_ground", "9.81"), ("curved_ground_wave", "9.81"), ("sine", 2), ("witch", "9.81"), ("exponential", 5), ("logarithmic", 5), ("step", 5),
                ("nested", "9.81"), ("bowl", 1), ("root", 1), ("moving_wave", 5), ("arctangent", 5)):
    bounced(K, name, ballistic(0, -mpf(g)), source)

# The floor x = 0, said by functions that are large above it: sqrt 2 down from 1, back with half the speed.
r = mpmath.sqrt(2)
s = mpf(5) / 2 - r
for name in ("exponential_from_far", "power_from_far", "hyperbolic_from_far"):
    record(problem(K, name), "by hand", [(r, [0], [r / 2])], ([r / 2 * s - s * s / 2], [r / 2 - s]))
