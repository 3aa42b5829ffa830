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

e, p = mpf("1e-9"), problem(K, "hardly_any_restitution")
record(p, hand, [(time_of(e, k), [0], [2 * e ** (k + 1)]) for k in range(2)], ([0], [0]), complete=False, accumulations=[(1 + e) / (1 - e)],
       size={"v": "2.0"})  # it hits with 2, of which e is left


def in_turn(p, mass, acceleration):
    """Two bodies on a line under constant forces, between which and a wall the gaps are g_0, g_1 = c + N q: parabolas, one contact at a time, each gap
    counted from its last zero. Ends where both flights and gaps have fallen below 1e-110: the rest is below any digit told."""
    with mpmath.workdps(260):
        q, v, t, told = list(p.q0), list(p.v0), mpf(0), []
        zero = [mpf(0), mpf(0)]
        c = [f(0, zero) for f in p.gap]
        N = [[p.gap[k](0, [mpf(1), mpf(0)]) - c[k], p.gap[k](0, [mpf(0), mpf(1)]) - c[k]] for k in (0, 1)]
        dot = lambda a, b: a[0] * b[0] + a[1] * b[1]
        gap, bend = [c[k] + dot(N[k], q) for k in (0, 1)], [dot(N[k], acceleration) for k in (0, 1)]
        while True:
            after = []
            for k in (0, 1):
                r, D = dot(N[k], v), dot(N[k], v) ** 2 - 2 * bend[k] * gap[k]
                # The first zero ahead of g + r s + b s^2/2.
                s = mpmath.inf if D < 0 else (-(r + mpmath.sqrt(D)) / bend[k] if r > 0 else 2 * gap[k] / (-r + mpmath.sqrt(D)))
                after.append(s if s > 0 else mpmath.inf)
            s = min(after)
            if s < mpf(10) ** -110:
                return told, t, q, v
            hit = after.index(s)
            gap = [g + dot(N[k], v) * s + bend[k] * s * s / 2 for k, g in enumerate(gap)]
            gap[hit] = mpf(0)
            q = [x + u * s + a * s * s / 2 for x, u, a in zip(q, v, acceleration)]
            v = [u + a * s for u, a in zip(v, acceleration)]
            t += s
            pushed = -(1 + p.e) * dot(N[hit], v) / sum(n * n / m for n, m in zip(N[hit], mass))
            v = [u + n * pushed / m for u, n, m in zip(v, N[hit], mass)]
            told.append((t, list(q), list(v)))


in_turns = "parabolas between impacts, in 260 digits, until flights last 1e-110"
told, T, q, v = in_turn(p := problem(K, "collapse_onto_the_floor"), [mpf(1), mpf(2)], [mpf(-1), mpf(-3)])
record(p, in_turns, told[:12], ([0, 0], [0, 0]), complete=False, accumulations=[T], condition=100)
# x has left: it falls freely, y stays at the wall.
told, T, q, v = in_turn(p := problem(K, "collapse_that_one_body_leaves"), [mpf(1), mpf(2)], [mpf(-1) / 20, half])
s = p.horizon - T
record(p, in_turns, told[:12], ([q[0] + v[0] * s - s * s / 40, 0], [v[0] - s / 20, 0]), complete=False, accumulations=[T], condition=100)
e = mpf(1) / 10
record(problem(K, "said_three_times"), hand, [(time_of(e, k), [0], [2 * e ** (k + 1)]) for k in range(10)], ([0], [0]), complete=False, accumulations=[(1 + e) / (1 - e)])


def under_constant_forces(q, v, a, gradients, e, shortest):
    """Unit masses, gaps g.q, accelerations a: impacts one at a time, up to flights that are shorter."""
    dot = lambda x, y: sum(p * r for p, r in zip(x, y))
    t, impacts, last = mpf(0), [], None
    while True:
        flights = []
        for k, g in enumerate(gradients):
            gap, rate, half_b = dot(g, q), dot(g, v), dot(g, a) / 2
            if k == last:  # it starts at 0
                root = -rate / half_b if half_b < 0 else mpmath.inf
            else:
                square = rate * rate - 4 * half_b * gap
                root = 2 * gap / (-rate + mpmath.sqrt(square)) if square > 0 and -rate + mpmath.sqrt(square) > 0 else mpmath.inf
            flights.append(root)
        s = min(flights)
        last = flights.index(s)
        t, q, v = t + s, [x + u * s + b * s * s / 2 for x, u, b in zip(q, v, a)], [u + b * s for u, b in zip(v, a)]
        g = gradients[last]
        jump = -(1 + e) * dot(g, v) / dot(g, g)
        v = [u + jump * n for u, n in zip(v, g)]
        impacts.append((t, q, v))
        if len(impacts) > 3 and s < shortest:
            return t, q, v, impacts


with mpmath.workdps(400):
    corner = [mpf(-3) / 25, mpf(13) / 20]
    t, q, v, impacts = under_constant_forces([mpf(0), mpf(1)], [mpf(1) / 2, mpf(-2)], [mpf(-1), mpf(-2)], [[-1, 1], [1, 0]], mpf(1) / 10, mpf(10) ** -120)
    impacts = [(t_k, [c + x for c, x in zip(corner, q_k)], v_k) for t_k, q_k, v_k in impacts[:16]]
    record(problem(K, "corner_at_rest"), "flights under constant forces, in 400 digits, until they take no time", impacts, (corner, [0, 0]), complete=False, accumulations=[t])
    p = problem(K, "three_that_stay_together")
    t, q, v, impacts = under_constant_forces([mpf(0), mpf(1) / 4, mpf(1)], [mpf(2), mpf(0), mpf(-4)], [mpf(-1), mpf(0), mpf(1)], [[-1, 1, 0], [0, -1, 1]], mpf(0), mpf(10) ** -100)
    # From there on impacts take no time; of the velocities their sum, 2 (1) - 4 = -2, is left. Then the forces part them.
    s, u, place = p.horizon - t, mpf(-2) / 3, sum(q) / 3
    record(p, "flights under constant forces, in 400 digits; in the limit the momentum is shared", impacts[:4], ([place + u * s - s * s / 2, place + u * s, place + u * s + s * s / 2], [u - s, u, u + s]),
           complete=False)  # whether the limit is called an accumulation, or one impact on both contacts, is a matter of words

# Points that fall from 2, 25/17, 20/9 with g = 17/4, 25/8, 9/2 onto their floors, t = sqrt(16/17) twice and sqrt(80/81), and bounce up to 5/3 of these; one rests.
fall = lambda h, g: mpmath.sqrt(2 * mpf(h) / g)
t = fall(2, mpf(17) / 4)
assert abs(t - fall(mpf(25) / 17, mpf(25) / 8)) < mpf(10) ** -50
p = problem(K, "accumulations_side_by_side")
assert t < fall(mpf(20) / 9, mpf(9) / 2) < mpf(p.horizon) * 3 / 5
rows = mpmath.matrix([["10/3", "-5/2", "-1", "5/2"], ["-6", "5", "5/2", "2/3"], ["-1/7", "-9/7", "41/7", "0"], ["9/7", "1/3", "-4", "4"]])
sizes = mpmath.svd_r(rows, compute_uv=False)
record(p, "by hand: all are at rest at the end", [(t,)], ([0, 0, 0, 0], [0, 0, 0, 0]), complete=False, condition=int((sizes[0] / sizes[3]) ** 2))  # of the metric

def pressed_onto_walls(M, f, e, q, v, horizon, tiny=mpf(10) ** -60):
    """M q'' = f + P, q >= 0, M and f constant: parabolas and impacts event by event, in 200 digits. A contact whose speed after an impact is
    below `tiny` is at rest: its accumulation is over. Gives the accumulations' times and the end."""
    n, rounding = len(q), mpf(10) ** -150

    def projected(w, among):
        """w + M^-1 P with P >= 0 on `among`, w_i >= 0 there, one of both 0: by trying which act."""
        for subset in range(1 << len(among)):
            act = [i for k, i in enumerate(among) if subset >> k & 1]
            P = mpmath.matrix(n, 1)
            if act:
                W = mpmath.matrix(len(act), len(act))
                for a, i in enumerate(act):
                    for b, j in enumerate(act):
                        W[a, b] = inverse[i, j]
                for a, p in enumerate(mpmath.lu_solve(W, mpmath.matrix([-w[i] for i in act]))):
                    P[act[a]] = p
            u = [w[i] + sum(inverse[i, j] * P[j] for j in range(n)) for i in range(n)]
            for i in act:
                u[i] = mpf(0)
            if all(P[i] > -rounding for i in act) and all(u[i] > -rounding for i in among):
                return u
        raise ValueError("no projection")

    with mpmath.workdps(200):
        inverse = mpmath.matrix(M) ** -1
        t, q, v, accumulations = mpf(0), [mpf(x) for x in q], [mpf(x) for x in v], []
        free = [sum(inverse[i, j] * f[j] for j in range(n)) for i in range(n)]
        while True:
            rest = [i for i in range(n) if q[i] == 0 and v[i] == 0]
            a = projected(free, rest)
            hits = []
            for i in range(n):
                if i in rest and a[i] <= tiny:
                    continue
                if q[i] == 0:
                    times = [-2 * v[i] / a[i]] if v[i] > 0 > a[i] else []
                else:
                    square = v[i] * v[i] - 2 * a[i] * q[i]
                    roots = [(-v[i] + side * mpmath.sqrt(square)) / a[i] for side in (-1, 1)] if square >= 0 and a[i] != 0 else []
                    times = [x for x in roots if x > 0]
                if times:
                    hits.append((min(times), i))
            s, hit = min(hits, default=(mpf("inf"), None))
            over = t + s > horizon
            s = horizon - t if over else s
            q = [q[i] + s * v[i] + s * s / 2 * a[i] for i in range(n)]
            v = [v[i] + s * a[i] for i in range(n)]
            t += s
            for i in rest:
                if a[i] <= tiny:
                    q[i] = v[i] = mpf(0)
            if over:
                return accumulations, q, v
            q = [mpf(0) if i == hit or abs(q[i]) < tiny**2 / 10**20 else q[i] for i in range(n)]
            touching = [i for i in range(n) if q[i] == 0]
            u = projected(v, touching)
            v = [(1 + e) * u[i] - e * v[i] for i in range(n)]
            fast = [i for i in touching if abs(v[i]) > tiny]
            for i in touching:
                if i not in fast:
                    v[i] = mpf(0)
            if not fast and (not accumulations or t - accumulations[-1] > tiny):
                accumulations.append(t)


sequence = "event by event in 200 digits: parabolas, impacts by the projection in M"
for name, M, f in (
    ("second_accumulation", [[8, 1, -2], [1, 6, 4], [-2, 4, 6]], [-9, -4, -1]),
    ("two_contacts_in_turn", [[3, 1], [1, 3]], [-6, -10]),
):
    p = problem(K, name)
    times, q, v = pressed_onto_walls(M, f, p.e, p.q0, p.v0, p.horizon)
    record(p, sequence, None, (q, v), accumulations=times, condition=100)

# In the disc |q| = 1: from q with v up to |q + τ v| = 1; then v - 2 (q.v) q. Chords of equal length.
p = problem(K, "round_a_disc")
q, v, t, impacts = [mpf(x) for x in p.q0], [mpf(x) for x in p.v0], mpf(0), []
square = v[0] ** 2 + v[1] ** 2
while True:
    along = q[0] * v[0] + q[1] * v[1]
    inside = 1 - q[0] ** 2 - q[1] ** 2 if not impacts else mpf(0)  # on the circle, exactly
    s = (-along + mpmath.sqrt(along**2 + square * inside)) / square
    if t + s > p.horizon:
        break
    t, q = t + s, [q[0] + s * v[0], q[1] + s * v[1]]
    radius = mpmath.sqrt(q[0] ** 2 + q[1] ** 2)  # 1; what rounding leaves of it would double with each chord
    q = [q[0] / radius, q[1] / radius]
    normal = q[0] * v[0] + q[1] * v[1]
    v = [v[0] - 2 * normal * q[0], v[1] - 2 * normal * q[1]]
    impacts.append((t, q, v))
assert len(impacts) == 114 and abs(radius - 1) < mpf(10) ** -50
s = p.horizon - t
record(p, "by hand: chords of a circle", impacts, ([q[0] + s * v[0], q[1] + s * v[1]], v), condition=1000)
