"""Walls that close: no admissible motion exists from then on, which is the right answer. Closing after the horizon does not matter."""

from flights import *

K = "closing_walls"
half = mpf(1) / 2
message = "meet|clos|no admissible|no motion|contradict|no room|no velocity|penetrat|squeez"
for name, why in (("piston_closed", "the walls meet at t = 2"), ("from_both_sides", "the walls meet at t = 1"), ("inelastic", "the walls meet at t = 2"),
                  ("oscillating", "the ceiling meets the floor where sin t = 3/4"), ("pressed", "the ceiling meets the floor at t = 2"),
                  ("wedge", "the lines meet at t = 1"), ("two_bodies", "the second wall, at 3 - 2 t, leaves the discs no room from t = 1 on"),
                  ("jump_shut", "the wall jumps through the particle at t = 1")):
    refused(K, name, "by hand: " + why, message + ("|jump|discontinu|admissib" if name == "jump_shut" else ""), schemes_refuse=True)

bounced(K, "after_the_horizon", ballistic(0), "uniform flights; scan and bisection in 60 digits")
t = mpf(16) / 11
record(problem(K, "inelastic_after_the_horizon"), "by hand: pushed by the piston from 16/11 on", [(t, [1 - t / 2], [-half])], ([1 - mpf("1.999") / 2], [-half]))
s = mpmath.asin(mpf("0.901"))
v = -mpmath.cos(s)
record(problem(K, "touch_and_part"), "by hand: struck where sin t = 0.901, then at rest on the floor", [(s, [mpf(1) / 10], [v]), (s - 1 / (10 * v), [0], [0])], ([0], [0]))
