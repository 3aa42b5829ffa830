"""Long horizons, by hand: oscillators over thousands of periods. Their condition is the phase: speed times time."""

from flights import *

K = "long_run"
sin, cos, pi, sqrt = mpmath.sin, mpmath.cos, mp.pi, mpmath.sqrt
half = mpf(1) / 2
T = mpf(6283)
LONG = "thousands of periods: half a minute"
record(problem(K, "oscillator"), "cos t", [], ([cos(T)], [-sin(T)]), condition=6283, double_only=LONG)

T = mpf(3140)
count = int(mpmath.floor(T / pi + half))
a = T - count * pi
record(problem(K, "oscillator_with_a_wall_at_rest"), "|cos t|", [((k + half) * pi, [0], [1]) for k in range(20)], ([cos(a)], [-sin(a)]), complete=False, count=count,
       condition=3140, double_only=LONG)

T, third = mpf(2000), 2 * pi / 3
count = int(mpmath.floor((T / third + 1) / 2))
a = T - 2 * third * count
record(problem(K, "oscillator_with_a_wall"), "cos between -2 pi/3 and 2 pi/3", [(third + 2 * third * k, [-half], [sqrt(3) / 2]) for k in range(20)], ([cos(a)], [-sin(a)]),
       complete=False, count=count, condition=2000, double_only=LONG)

T = mpf(3000)
record(problem(K, "two_frequencies"), "cos t, sin(sqrt 2 t)/sqrt 2: their sum never reaches 5/2", [], ([cos(T), sin(sqrt(2) * T) / sqrt(2)], [-sin(T), cos(sqrt(2) * T)]),
       condition=5000, double_only=LONG)
record(problem(K, "late_impact"), "uniform motion", [(10**6, [10**6], [-half])], ([10**6 - 5], [-half]))
