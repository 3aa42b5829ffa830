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
