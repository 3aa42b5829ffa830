#!/usr/bin/env python3
"""scipy's solve_ivp (DOP853) with events, for any system with gaps, restarted at each impact.

    unilateral benchmark … --external 'scipy=python3 bench/peers/scipy_solve_ivp.py {python} {tolerance} {until}'

Between impacts q'' = M^-1 f; an event a gap, falling; at it v+ = v + (1 + e) M^-1 G' P, 0 <= P, 0 <= rate + W P, P (…) = 0, over
all gaps that are closed. It has no state for a contact that lasts, nor for impacts that accumulate: exit status 3.
"""
import importlib.util
import sys

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import nnls

source, tolerance, until = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
spec = importlib.util.spec_from_file_location("question", source)
ask = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ask)
n, m = ask.n, ask.m
MOST_IMPACTS = 20000
ROWS_A_STEP = 4  # by the code's own interpolant, which is of seventh order


def refuse(why):
    print(why, file=sys.stderr)
    sys.exit(3)


def motion(t, y):
    return np.concatenate([y[n:], np.linalg.solve(ask.mass(t, y[:n]), ask.force(t, y[:n], y[n:]))])


def event_of(a):
    def gap(t, y):
        return ask.gap(t, y[:n])[a]

    gap.terminal, gap.direction = True, -1
    return gap


def row(t, y, P=np.zeros(m)):
    rows.append(",".join(f"{float(x):.17g}" for x in [t, *y, *P]))


events = [event_of(a) for a in range(m)]
rows, evaluations, impacts = [], 0, 0
t, y = 0.0, np.concatenate([ask.q0, ask.v0])
size = max(1.0, np.abs(y).max())
near = max(tolerance, 1e-12) * size
row(t, y)
while t < until:
    run = solve_ivp(motion, (t, until), y, method="DOP853", rtol=max(tolerance, 3e-14), atol=tolerance, events=events,
                    max_step=until / 10, dense_output=True)
    evaluations += run.nfev
    if run.status < 0:
        refuse(run.message)
    for before, after in zip(run.t[:-1], run.t[1:]):
        for k in range(1, ROWS_A_STEP):
            between = before + (after - before) * k / ROWS_A_STEP
            row(between, run.sol(between))
        row(after, run.sol(after))
        if (ask.gap(after, run.sol(after)[:n]) < -0.01 * size).any():
            refuse("a contact that lasts: an integrator with events has no state for it, and falls through")
    begin, t, y = t, run.t[-1], run.y[:, -1].copy()
    if run.status == 0:
        break
    impacts += 1
    if t - begin <= 1e-10 * until or impacts > MOST_IMPACTS:
        refuse("a contact that lasts, or impacts that accumulate: an integrator with events has no state for them")
    q, v = y[:n], y[n:]
    M, G = ask.mass(t, q), ask.gap_gradient(t, q)
    struck = {a for a in range(m) if run.t_events[a].size}
    closed = [a for a in range(m) if a in struck or abs(ask.gap(t, q)[a]) <= near * max(1.0, np.abs(G[a]).max())]
    rate = ask.gap_rate(t, q, v)[closed]
    # min ½ |A P|² + rate·P over P >= 0, with A'A = W = G M^-1 G'; its b: A' b = -rate, where the rates are of motions
    L = np.linalg.cholesky(M)
    A = np.linalg.solve(L, G[closed].T)
    b, *_ = np.linalg.lstsq(A.T, -rate, rcond=None)
    impulse = (1 + ask.e) * nnls(A, b)[0]
    y[n:] = v + np.linalg.solve(M, G[closed].T @ impulse)
    P = np.zeros(m)
    P[closed] = impulse
    row(t, y, P)

print("# velocity: smooth")
print(f"# force_evaluations: {evaluations}")
print(",".join(["t"] + [f"q{i}" for i in range(n)] + [f"v{i}" for i in range(n)] + [f"P{a}" for a in range(m)]))
print("\n".join(rows))
