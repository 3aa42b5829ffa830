"""Grounds and walls with kinks. Flights are parabolas; away from the kink the impact law has one normal."""

from flights import *

falling = ballistic(0, -1)
source = "parabolas in closed form; scan and bisection in 60 digits"
K = "kink_in_gap"
kink = "gradient|normal|kink|corner|derivative"

for name in ("v_ground", "greater_of_two_floors", "floor_and_wall_in_one", "three_floors", "starts_over_the_kink", "fine_teeth"):
    bounced(K, name, falling, source, samples=4000)

# Roof y = -|x|, from x = 1/10: it is thrown off and lands on the slope lower and lower.
bounced(K, "side_of_a_roof", falling, source)

# Impact when 1/10 - t/2 - t^2/2 = t - 1/10.
p = problem(K, "valley_skip")
bounced(K, "valley_skip", falling, source, fresh=True)
t = bounce(p, falling, fresh=True)[0][0][0]
assert abs(t - (mpmath.sqrt(mpf("2.65")) - mpf(3) / 2)) < mpf(10) ** -50

# The wall 1 - |t - 2| is at 1/2 at t = 3/2 with speed 1: v+ = 3/2; from 2 on it goes back.
p = problem(K, "wall_turns_back")
record(p, "by hand", [(mpf(3) / 2, [mpf(1) / 2], [mpf(3) / 2])], ([mpf(1) / 2 + mpf(3) / 2 * mpf(9) / 2], [mpf(3) / 2]))
record(problem(K, "wall_turns_back_before"), "by hand: the wall comes to 1, the particle is at 1.001", [], ([mpf("1.001")], [0]))

record(problem(K, "floor_starts_to_rise"), "by hand: rate of the gap 0, then -1", [(1, [0], [1])], ([2], [1]))
record(problem(K, "floor_starts_to_sink"), "by hand: (t - 1)^2/2 = t - 1", [(3, [-2], [-1])], ([-4], [-1]))
record(problem(K, "slides_into_a_valley"), "by hand: sqrt 2 = t^2/(2 sqrt 2)", [(2, [0, 0], [1, 0])], ([2, 0], [1, 0]), may_refuse=kink)
# On the slope from t = 3: v = (3/2, -3/2), acceleration (1/2, -1/2).
record(problem(K, "slides_over_an_edge"), "by hand: s^2/2 = s after the edge at t = 1", [(3, [2, -2], [mpf(3) / 2, -mpf(3) / 2])],
       ([2 + 3 + 1, -6], [mpf(5) / 2, -mpf(5) / 2]))

# Both sides: V = {v_y >= |v_x|}, Proj of (0, -sqrt 2) is 0, v+ = (0, sqrt 2/2); up for sqrt 2 and down again at 2 sqrt 2 > 2.
t, v = mpmath.sqrt(2), mpmath.sqrt(2) / 2
record(problem(K, "hits_the_bottom_of_a_valley"), "by hand, both sides of the valley as constraints", [(t, [0, 0], [0, v])],
       ([0, v * (2 - t) - (2 - t) ** 2 / 2], [0, v - (2 - t)]), may_refuse=kink)
record(problem(K, "rests_in_a_valley"), "at rest under both sides' reactions", [], ([0, 0], [0, 0]), may_refuse=kink)

# Wall |t| - 1, particle at rest at 0: struck at t = 1 with speed 1, v+ = 2.
record(problem(K, "kink_in_time_at_the_start"), "by hand", [(1, [0], [2])], ([6], [2]))

bounced(K, "starts_on_the_slope_of_a_valley", falling, source, fresh=True)
# Along the floor to the wall at 4/3: back with half the speed. At the wall floor and wall are one gap with a kink.
t = mpf(4) / 3
record(problem(K, "starts_in_contact_with_the_wall_of_two"), "by hand, floor and wall as two constraints", [(t, [1, 0], [-mpf(3) / 8, 0])],
       ([1 - mpf(3) / 8 * (3 - t), 0], [-mpf(3) / 8, 0]), may_refuse=kink)
# Down the ramp, 45 degrees and sqrt 2 long, in 2: v = (-1, -1) becomes (-1, 0).
record(problem(K, "slides_along_a_ramp_of_abs"), "by hand: sqrt 2 = t^2/(2 sqrt 2)", [(2, [1, 0], [-1, 0])], ([0, 0], [-1, 0]), may_refuse=kink)

t, u = mpmath.sqrt(2), mpmath.sqrt(2) / 2
s = 2 - t
record(problem(K, "max_of_one"), "dropped from 1, g = 1", [(t, [0], [u])], ([u * s - s * s / 2], [u - s]))

# A kink in t where the gap is hit: V(t) is made with the rates to come [Moreau 1983, (7)].
record(problem("kink_in_gap", "wall_turns_back_at_a_touch"), "by hand", [], ([0], [0]), size={"q": "1.0", "v": "1.0"})
record(problem("kink_in_gap", "walls_meet_and_open"), "by hand", [], ([0], [0]), size={"q": "1.0", "v": "1.0"})
record(problem("kink_in_gap", "floor_starts_to_rise_at_the_impact"), "by hand: V = [1, inf[, v+ = 3/2 - e v", [(1, [0], [2])], ([2], [2]))

half = mpf(1) / 2
# min and max of formulas with kinks of their own, hit there: rates by hand, v+ = (1 + e) max(v, rate of the floor) - e v.
record(problem(K, "floor_of_two_formulas"), "by hand: for t > 0 both are x - t", [(0, [0], [2])], ([4], [2]))
record(problem(K, "floor_of_two_formulas_half"), "by hand: for t > 0 both are x - t", [(0, [0], [half * 3])], ([3], [half * 3]))
record(problem(K, "ceiling_of_two_formulas"), "by hand: for t > 0 both are -2 x - t", [(0, [0], [-1])], ([-2], [-1]))
for name, e in (("", 1), ("_half", half), ("_soft", 0)):
    v = (1 + e) * mpf(5) / 4 - e
    record(problem(K, "floor_with_a_kink_within" + name), "by hand: from t = 1 on the floor rises by 5/4", [(1, [0], [v])], ([v], [v]))
record(problem(K, "floor_with_a_kink_within_at_the_start"), "by hand: the floor rises by 5/4", [(0, [0], [mpf(11) / 8])], ([mpf(11) / 4], [mpf(11) / 8]))
# From t = 1 on V = {y' >= -1, -2 x' - y' >= -2, -2 x' + y' >= 2}, v- = (0, -3): P on the first and the last, v+ = (-3/2, -1).
record(problem(K, "two_gaps_that_turn"), "by hand: V = {y' >= -1, 2 x' + y' <= 2, y' - 2 x' >= 2}, v- = (0, -3)",
       [(1, [0, 0], [-half * 3, -1])], ([-half * 3, -1], [-half * 3, -1]), may_refuse=kink)
for name in ("pressed_into_the_other_face", "pressed_into_the_other_face_at_the_start"):
    refused(K, name, "one gap, whose two faces have different normals, both touched", kink)
