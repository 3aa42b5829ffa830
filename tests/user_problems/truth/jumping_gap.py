"""Gaps that jump: outward the motion goes on, inward through the state there is none."""

from flights import *

K = "jumping_gap"
sqrt, half = mpmath.sqrt, mpf(1) / 2
message = "jump|discontinu|admissib|penetrat|inward|no motion"

for name in ("step_floor", "with_sign"):
    record(problem(K, name), "by hand: falls by 1 from t = 1", [(2, [-1], [0])], ([-1], [0]))
record(problem(K, "staircase"), "by hand", [(2, [-1], [0])], ([-1 - mpf(1) / 4], [-1]))
refused(K, "inward", "by hand: at t = 1 the particle is at 0.12, the floor at 1", message, schemes_refuse=True)
s = mpf(5) / 2 - sqrt(2)
record(problem(K, "inward_below"), "by hand: 3 - t^2 = 1", [(sqrt(2), [1], [sqrt(2)])], ([1 + sqrt(2) * s - s * s], [sqrt(2) - 2 * s]))
record(problem(K, "stairs_in_space"), "by hand: lands before the step and after it", [(1, [mpf(3) / 4, 0], [mpf(3) / 4, half]), (3, [mpf(9) / 4, -1], [mpf(3) / 4, mpf(3) / 4])],
       ([mpf(21) / 8, -mpf(3) / 4], [mpf(3) / 4, mpf(1) / 4]))
refused(K, "into_a_step", "by hand: at t = 1 the gap jumps from 1/2 to -1/2", message)
record(problem(K, "wall_away_while_flying"), "by hand", [], ([mpf(3) / 2], [half]))
refused(K, "pole_in_time", "by hand: at pi/2 the gap comes back from minus infinity", message + "|gradient")  # schemes fly over it: the command warns
