"""Gaps without a gradient where they are hit: which way the motion is thrown back is not stated. The right answer is to say so."""

from flights import *

K = "no_gradient"
message = "gradient|normal|kink|derivative|ridge|corner"
for name in ("roof_abs", "cone", "cube", "ridge_with_max", "circle_squared", "cusp", "fifth_power_in_contact", "cone_elliptic", "funnel",
             "cusp_two_thirds", "cusp_three_quarters", "cusp_in_space", "cusp_from_below", "roof_with_acos", "fifth_power", "cone_that_moves", "three_halves", "valley_of_max", "valley_of_min"):
    refused(K, name, "the gap has no gradient, or the gradient 0, where it vanishes", message)
for name in ("square", "absolute"):
    refused(K, name, "the gap is never negative; where it vanishes it has no gradient, or the gradient 0", message + "|touch|graz|undecided", may_warn=True)
refused(K, "cusp_touched", "the gap is positive before and after, and has no gradient where it vanishes", message + "|touch|graz|undecided", may_warn=True)
# Between the floor and the start the gap touches 0: no normal there, and no reaction. Free fall from 1/2 to the floor, g = 1, e = 1/2.
for name in ("double_root_of_a_cosine", "double_root_of_a_sine", "double_root_in_a_fraction"):
    record(problem(K, name), "by hand: free fall past the double root", [(1, [0], [mpf(1) / 2])], ([mpf(1) / 8], [0]), may_refuse=message + "|touch|graz|undecided")
