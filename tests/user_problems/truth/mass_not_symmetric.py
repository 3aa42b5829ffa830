"""A mass matrix stands for an energy: it is symmetric for every q, not only at the start. The right answer names both entries."""

from flights import *

K = "mass_not_symmetric"
both = r"mass\[0\]\[{1}\].*symmetric.*\({0}, 1\)"  # mass[row][column] as in the file, entries counted from 1
for name, other in (("mass_symmetric_only_at_start", 2), ("sine_against_argument", 2), ("third_row", 3), ("sign", 2), ("nearly", 2), ("constant", 2)):
    refused(K, name, "by inspection: two entries across the diagonal differ", both.format(other, other - 1) if name != "constant" else "symmetric", schemes_refuse=True)
record(problem(K, "symmetric_in_other_words"), "no force, at rest", [], ([mpf(1) / 2, mpf(1) / 2], [0, 0]), may_refuse="symmetric")
