#!/usr/bin/env python3
"""Semi-implicit Euler with sequential impulses, as engines of games have it, for any system with gaps.

    unilateral benchmark … --external 'game_style=python3 bench/peers/game_style.py {python} {step} {until}'

Velocities first, by the forces of the begin; then impulses of the contacts that are closed at the begin, by sweeps over
them one after the other (projected Gauss-Seidel, as often as such engines do); then positions by the new velocities. No
contact is refused: what it makes of them is what is measured.
"""
import importlib.util
import math
import sys

import numpy as np

SWEEPS = 10

source, h, until = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
spec = importlib.util.spec_from_file_location("question", source)
ask = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ask)


def numbers(x):
    return ",".join(f"{float(y):.17g}" for y in x)


q, v = ask.q0.copy(), ask.v0.copy()
steps = math.floor(until / h * (1 + 1e-12))  # a multiple of h but for rounding is one
print("# velocity: right")
print(f"# force_evaluations: {steps}")
print(",".join(["t"] + [f"q{i}" for i in range(ask.n)] + [f"v{i}" for i in range(ask.n)] + [f"P{a}" for a in range(ask.m)]))
print(numbers([0, *q, *v, *np.zeros(ask.m)]))
for k in range(steps):
    t = k * h
    M = ask.mass(t, q)
    v = v + h * np.linalg.solve(M, ask.force(t, q, v))
    P = np.zeros(ask.m)
    closed = np.flatnonzero(ask.gap(t, q) <= 0)
    if closed.size:
        G = ask.gap_gradient(t, q)[closed]
        of_impulse = np.linalg.solve(M, G.T)  # velocities that a unit of each impulse makes
        own = np.einsum("ai,ia->a", G, of_impulse)
        wanted = -ask.e * np.minimum(ask.gap_rate(t, q, v)[closed], 0)
        impulse = np.zeros(closed.size)
        for _ in range(SWEEPS):
            for a in range(closed.size):
                rate = ask.gap_rate(t, q, v)[closed[a]]
                more = max(impulse[a] + (wanted[a] - rate) / own[a], 0) - impulse[a]
                impulse[a] += more
                v = v + of_impulse[:, a] * more
        P[closed] = impulse
    q = q + h * v
    print(numbers([(k + 1) * h, *q, *v, *P]))
