"""Degenerate data, by hand: starts in contact, e = 0 and 1, numbers that no double holds, data that make no question."""

from flights import *

K = "degenerate"
half = mpf(1) / 2
hand = "by hand"
record(problem(K, "starts_inward"), hand, [(0, [0], [half])], ([1], [half]))
record(problem(K, "starts_outward"), hand, [(1, [0], [0])], ([0], [0]))
record(problem(K, "starts_at_rest_in_contact"), hand, [], ([2, 0], [1, 0]))
record(problem(K, "starts_at_rest_pulled_off"), hand, [], ([2], [2]))
record(problem(K, "moves_with_the_wall"), hand, [], ([2], [1]))
record(problem(K, "wall_runs_away"), hand, [], ([2], [1]))
record(problem(K, "wall_catches_up"), hand, [], ([6], [5]))
record(problem(K, "wall_along_the_flight"), hand, [], ([3, 0], [1, 0]))
record(problem(K, "elastic_ball"), hand, [(2 * k + 1, [0], [2]) for k in range(10)], ([1], [0]))
record(problem(K, "plastic_ball"), hand, [(1, [0], [0])], ([0], [0]))

too_large = "finite|overflow|too large|largest|range|infinite"
record(problem(K, "huge_position"), hand, [], ([mpf(10) ** 5000], [0]), refuse_16=too_large)
record(problem(K, "huge_velocity"), hand, [], ([mpf(10) ** 400], [mpf(10) ** 200]), refuse_16=too_large)
for name, message in (("zero_horizon", "horizon"), ("negative_horizon", "horizon"), ("no_number_at_the_start", "finite|0/0|zero"), ("starts_inside_the_wall", "admissible|gap"),
                      ("restitution_of_two", "restitution"), ("negative_mass", "positive definite|kinetic")):
    refused(K, name, hand, message, schemes_refuse=True)

ends = "singular|finite|collapse|overflow|step|grow|infinite|blow"
refused(K, "blows_up", "x = 1/(1 - t)^2", ends)
record(problem(K, "blows_up_later"), "x = 1/(1 - t)^2", [], ([100], [2000]), condition=100)
refused(K, "falls_into_a_centre", "x = cos^2 a, t = (a + sin a cos a)/sqrt 2: x = 0 at pi/(2 sqrt 2)", ends)
record(problem(K, "falls_towards_a_centre"), "x = cos^2 a, t = (a + sin a cos a)/sqrt 2", [], ([half], [-mpmath.sqrt(2)]), condition=10)
r = mpmath.sqrt(2)
record(problem(K, "root_of_time"), "integrals of sqrt t", [], ([mpf(4) / 15 * 4 * r], [mpf(2) / 3 * 2 * r]), may_refuse="singular|analytic|root|derivative|power")
record(problem(K, "root_of_time_from_1"), "integrals of sqrt |t - 1|", [], ([mpf(4) / 3], [mpf(4) / 3]), may_refuse="singular|analytic|root|derivative|power")
two = mpf(2)
record(problem(K, "cube_root_of_time"), "integrals of t^(1/3)", [], ([mpf(9) / 28 * two ** (mpf(7) / 3)], [mpf(3) / 4 * two ** (mpf(4) / 3)]),
       may_refuse="singular|analytic|root|derivative|power", double_only="a quarter of a minute beside the root")
record(problem(K, "three_halves_of_time"), "integrals of |t - 1|^(3/2), and cos t", [], ([mpf(4) / 5, mpmath.cos(2)], [mpf(4) / 5, -mpmath.sin(2)]),
       may_refuse="singular|analytic|root|derivative|power")

t, u = mpmath.sqrt(2), 100 * mpmath.sqrt(2) / 2
s = 2 - t
record(problem(K, "ninth_power_from_afar"), "dropped from 100, g = 100", [(t, [0], [u])], ([u * s - 50 * s * s], [u - 100 * s]))
w = mpf(10) ** -10
record(problem(K, "wall_beside_a_double_root"), hand, [(1 - w, [w], [half])], ([w + half * (1 + w)], [half]), may_refuse_50="gradient")
