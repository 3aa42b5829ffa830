"""Very many impacts, by hand: geometric flights, and their accumulations."""

from flights import *

K = "many_impacts"
hand = "by hand: geometric series"
half = mpf(1) / 2


def time_of(e, k):
    """Impact k of a ball dropped from height 1 with g = 2: flights of 2 e^k."""
    return 1 + 2 * e * (1 - e**k) / (1 - e)


e = mpf("0.99")
record(problem(K, "ninety_nine"), hand, [(time_of(e, k), [0], [2 * e ** (k + 1)]) for k in range(40)], ([0], [0]), complete=False, accumulations=[(1 + e) / (1 - e)],
       condition=1000)

e, p = mpf("0.999"), problem(K, "nine_hundred_ninety_nine")
times = [time_of(e, k) for k in range(30) if time_of(e, k) < p.horizon]
s, u = p.horizon - times[-1], 2 * e ** len(times)
record(p, hand, [(t, [0], [2 * e ** (k + 1)]) for k, t in enumerate(times)], ([u * s - s * s], [u - 2 * s]), condition=100)

record(problem(K, "between_walls"), "by hand: 1/3 + t, folded", [(k + mpf(2) / 3, [1 - k % 2], [-((-1) ** k)]) for k in range(20)], ([mpf(1) / 3], [1]), complete=False,
       count=1000, condition=1000)

e, p = mpf(9) / 10, problem(K, "slower_and_slower")
t, u, impacts = mpf(2) / 9, mpf(3), []
while t < p.horizon:
    u *= e
    impacts.append((t, [1 - len(impacts) % 2], [-u if len(impacts) % 2 == 0 else u]))
    t += 1 / u
s = p.horizon - impacts[-1][0]
record(p, "by hand: flights of 1/(3 (9/10)^k)", impacts, ([impacts[-1][1][0] + impacts[-1][2][0] * s], impacts[-1][2]), condition=100)

e = mpf(4) / 5
record(problem(K, "accumulates_on_a_moving_floor"), hand, [(time_of(e, k), [time_of(e, k) / 2], [half + 2 * e ** (k + 1)]) for k in range(20)], ([6], [half]), complete=False,
       accumulations=[9])

# Two bodies: 1, 2, 5/2, ... and sqrt 3 times them; the first six of both in order.
r = mpmath.sqrt(3)
x = lambda t: 1 - t * t if t < 1 else (t - 1) * (2 - t)  # before 2
y = lambda t: 3 - t * t
both = [(1, [0, y(1)], [1, -2]), (r, [x(r), 0], [1 - 2 * (r - 1), r]), (2, [0, r * (2 - r) - (2 - r) ** 2], [half, r - 2 * (2 - r)])]
record(problem(K, "two_accumulations"), hand, both + [(mpf(5) / 2,), (mpf(11) / 4,), (mpf(23) / 8,)], ([0, 0], [0, 0]), complete=False, accumulations=[3, 3 * r])

# On a slope: normal (3/5, 4/5), tangent (4/5, -3/5); 4/5 above it, g = 2: the normal motion is 4/5 of the ball's, the tangential one 3/5 t^2.
a, b, impacts = mpf(3) / 5, mpf(4) / 5, []
for k in range(10):
    t, n = time_of(half, k), b * 2 * half ** (k + 1)
    impacts.append((t, [a * t * t * b - b * a, 1 - a * t * t * a - b * b], [2 * a * t * b + n * a, -2 * a * t * a + n * b]))
t = mpf(9)
record(problem(K, "on_a_slope"), hand, impacts, ([a * t * t * b - b * a, 1 - a * t * t * a - b * b], [2 * a * t * b, -2 * a * t * a]), complete=False, accumulations=[3])
