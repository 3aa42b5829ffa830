"""Square roots of squares that vanish on the way: sqrt(x^2) is |x|, the distance from the centre of a disc has a kink there."""

from flights import *

K = "root_of_zero"
source = "chords in closed form; scan and bisection in 60 digits"
for name, n in (("disc_through_centre", 2), ("on_a_line", 1), ("fourth_power", 1), ("diagonal", 2), ("ball", 3), ("near_the_centre", 2), ("two_particles_meet", 2),
                ("starts_at_the_centre", 2)):
    bounced(K, name, ballistic(*[0] * n), source)

first = bounce(problem(K, "disc_through_centre"), ballistic(0, 0))[0]
assert [abs(t - (mpf(3) / 2 + 2 * k)) < mpf(10) ** -50 for k, (t, _, _) in enumerate(first)] == [True] * 5

# x'' = -sign x from 1 at rest: quarter period sqrt 2. At t = 10: 10/sqrt 2 = 7.07 quarters, in the 8th: x = 1 - s^2/2, s = 8 sqrt 2 - 10 from rest at x = 1.
s = 8 * mpmath.sqrt(2) - 10
record(problem(K, "force_of_a_root"), "by hand: parabolas", [], ([1 - s * s / 2], [s]), may_refuse="singular|0/0|no number")

# The same with a wall at -1/2, e = 1/2: through 0 at sqrt 2 with speed sqrt 2.
r = mpmath.sqrt(2)
t1 = r + (r - 1)  # -1/2 = -r s + s^2/2: s = r - 1, speed r - s = 1
u = mpf(1) / 2  # after the impact, towards 0: x = -1/2 + s/2 + s^2/2 = 0, s = (sqrt 5 - 1)/2, speed u + s
s = (mpmath.sqrt(5) - 1) / 2
t2, w = t1 + s, u + s  # up from 0 with speed w, decelerated by 1, back at 0 after 2 w
t3 = t2 + 2 * w
d = w - mpmath.sqrt(w * w - 1)  # down to -1/2
t4, w4 = t3 + d, w - d
assert t4 > 5 > t3
s = 5 - t3
record(problem(K, "potential_of_a_root"), "by hand: parabolas", [(t1, [-mpf(1) / 2], [u])], ([-w * s + s * s / 2], [-w + s]))
