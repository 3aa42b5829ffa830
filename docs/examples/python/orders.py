"""A scheme of one's own, its orders with error bars, and a figure: semi-implicit Euler with the law of impact at the
velocities of each step, for problems of one constraint.

    M (v' - v) = h f + G P,   0 <= P  _|_  G v' + e G v >= 0 where the gap is closed,   q' = q + h v'
"""

import sys

import numpy as np
import unilateral


def semi_implicit(p, step):
    t, q, v = 0.0, p.q0, p.v0
    rows = [(t, q, v, np.zeros(p.constraints))]
    while t < p.horizon:
        h = step if t + 1.5 * step < p.horizon else p.horizon - t
        M, before, P = p.mass(t, q), v, np.zeros(p.constraints)
        v = v + h * np.linalg.solve(M, p.force(t, q, v))
        if p.gap(t, q)[0] <= 0:
            G = p.gap_gradient(t, q)[0]
            push = np.linalg.solve(M, G)
            P[0] = max(0, -(p.gap_rate(t, q, v)[0] + p.restitution * p.gap_rate(t, q, before)[0]) / (G @ push))
            v = v + P[0] * push
        t, q = t + h, q + h * v
        rows.append((t, q, v, P))
    return [np.array(column) for column in zip(*rows)]


if __name__ == "__main__":
    p = unilateral.problem("double_pendulum_wall")
    orders = p.converge(semi_implicit, declares="sup q=1")
    print(orders)
    if len(sys.argv) > 1:
        orders.plot().figure.savefig(sys.argv[1])
    sys.exit(not orders.as_declared)
