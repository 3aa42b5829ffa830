"""Forces that are not Lipschitz where the motion rests: other motions leave it, or none does, as the force leads. The others by hand: inserted."""

from flights import *

K = "not_unique"


def another(power, factor, side=1):
    """C of x = side C t^m with x'' = side factor |x|^power, m = 2/(1 - power)."""
    m = 2 / (1 - mpf(power))
    C = (factor / (m * (m - 1))) ** (1 / (1 - mpf(power)))
    assert abs(C * m * (m - 1) - factor * C ** mpf(power)) < mpf(10) ** -50
    return C, m


C, m = another(mpf(1) / 2, 1)
assert (1 / C, m) == (144, 4)
dome = "t^4/144 after a rest of any length solves it, as rest does"
assert abs(another(mpf(9) / 10, 1)[1] - 20) < mpf(10) ** -50
for name, why in (
    ("dome", dome),
    ("dome_at_1", dome),
    ("dome_downhill", "-t^4/144 and rest both solve it"),
    ("dome_of_one_side", dome),
    ("dome_on_the_floor", dome),
    ("cube_root", "a multiple of t^3, its opposite, and rest solve it"),
    ("nearly_lipschitz", "a multiple of t^20 and rest both solve it"),
    ("root_of_speed", "t^3/12 and rest both solve it"),
    ("growing_jump", "t^3/6, -t^3/6 and rest solve it"),
    ("jump_of_a_cube", "1 + t^2/2, 1 - t^2/2 and rest solve it"),
    ("jump_that_turns", "from t = 1 on 1 + (t - 1)^3/6, 1 - (t - 1)^3/6 and rest solve it"),
    ("root_that_turns", "from t = 1 on a multiple of (t - 1)^6, its opposite, and rest solve it"),
    ("dome_of_a_distance", "the first body may leave the second as t^4/144"),
    ("ring", "x = t^6/50400, y = t^8/2822400 and rest both solve it"),
):
    refused(K, name, "by hand: " + why, "not unique|no unique")
refused(K, "drag_that_drives", "by hand: x' = (1 - t/2)^2 up to t = 2; from then on rest and x' = -(t - 2)^2/4 both solve it", "unique|no solution|bounded")

for name, why, rest in (
    ("root_that_pulls_back", "energy: x'^2/2 + 2 |x|^(3/2)/3 is 0", 0),
    ("cube_root_that_pulls_back", "energy: x'^2/2 + 3 |x|^(4/3)/4 is 0", 0),
    ("dome_behind_a_wall", "the force is nowhere above 0", 0),
    ("dome_under_a_load", "the force is below 0 near the floor", 0),
    ("dome_with_friction", "friction is larger than the force", 0),
    ("power_above_1", "Picard and Lindelof", 0),
    ("held_to_the_end", "energy: the force leads back up to t = 1", 1),
):
    record(problem(K, name), "by hand: rest. " + why, [], ([rest], [0]))
record(problem(K, "no_jump"), "1 + t^2/2: the value at one point is no force [Filippov 1988]", [], ([3], [2]))
