#!/usr/bin/env python3
"""Siconos's Moreau-Jean time-stepping (theta = 1/2, LCP), for any system with gaps that its LagrangianDS can state.

    unilateral benchmark … --external 'siconos=python3 bench/peers/siconos_moreau_jean.py {python} {c} {step} {until}'

M(q) q'' + FInt(t, q, v) = 0, FInt = -force with its derivatives by differences (for Newton's iteration alone, stopped at
1e-12); each gap a relation of its own: scleronomous, or rheonomous where it depends on t. What Siconos has no state for
is refused with exit status 3: a mass matrix that depends on t, a relation that does not compile.
"""
import importlib.util
import math
import os
import subprocess
import sys

import numpy as np
import siconos.kernel as sk

source, in_c, h, until = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
spec = importlib.util.spec_from_file_location("question", source)
ask = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ask)
n, m = ask.n, ask.m
evaluations = 0


def refuse(why):
    print(why, file=sys.stderr)
    sys.exit(3)


times = np.linspace(0.1, 0.9, 5) * until
if any(not np.array_equal(ask.mass(0, ask.q0), ask.mass(t, ask.q0)) for t in times):
    refuse("a mass matrix that depends on t: LagrangianDS has M(q)")
moving = [any(ask.gap(0, ask.q0)[a] != ask.gap(t, ask.q0)[a] for t in times) for a in range(m)]


def jacobian(f, x):
    J = np.zeros((n, n))
    for j in range(n):
        d = 1e-6 * max(1.0, abs(x[j]))
        up, down = x.copy(), x.copy()
        up[j] += d
        down[j] -= d
        J[:, j] = (f(up) - f(down)) / (2 * d)
    return J


class Body(sk.LagrangianDS):
    def __init__(self):
        super().__init__(list(ask.q0), list(ask.v0))
        for allocate in (self.setMassPtr, self.setJacobianFIntqPtr, self.setJacobianFIntqDotPtr):
            allocate(np.zeros((n, n)))
        self.setFIntPtr(np.zeros(n))
        self.computeMass()

    def at(self, q, v):
        return (np.array(self.q()), np.array(self.velocity())) if q is None else (np.array(q), np.array(v))

    def computeMass(self, q=None):
        self.mass()[:] = ask.mass(0, np.array(self.q() if q is None else q))

    def computeFInt(self, t, q=None, v=None):
        global evaluations
        evaluations += 1
        q, v = self.at(q, v)
        self.fInt()[:] = -ask.force(t, q, v)

    def computeJacobianFIntq(self, t, q=None, v=None):
        q, v = self.at(q, v)
        self.jacobianFIntq()[:] = jacobian(lambda x: -ask.force(t, x, v), q)

    def computeJacobianFIntqDot(self, t, q=None, v=None):
        q, v = self.at(q, v)
        self.jacobianFIntqDot()[:] = jacobian(lambda x: -ask.force(t, q, x), v)


# Relations as plugins in C: Python subclasses of them crashed 4.4.0 at the first contact.
lines = ["enum { M = CONSTRAINTS };"]
for a in range(m):
    if moving[a]:
        lines += [
            f"void h{a}(unsigned n, const double *q, double t, unsigned k, double *y, unsigned s, double *z) {{ double g[M]; gap(t, q, g); y[0] = g[{a}]; }}",
            f"void d{a}(unsigned n, const double *q, double t, unsigned k, double *y, unsigned s, double *z) {{ double g[M], v[COORDINATES] = {{0}}; gap_rate(t, q, v, g); y[0] = g[{a}]; }}",
            f"void G{a}(unsigned n, const double *q, double t, unsigned k, double *J, unsigned s, double *z) {{ double G[M][COORDINATES]; gap_gradient(t, q, G); for (int i = 0; i < COORDINATES; ++i) J[i] = G[{a}][i]; }}",
        ]
    else:
        lines += [
            f"void h{a}(unsigned n, const double *q, unsigned k, double *y, unsigned s, double *z) {{ double g[M]; gap(0, q, g); y[0] = g[{a}]; }}",
            f"void G{a}(unsigned n, const double *q, unsigned k, double *J, unsigned s, double *z) {{ double G[M][COORDINATES]; gap_gradient(0, q, G); for (int i = 0; i < COORDINATES; ++i) J[i] = G[{a}][i]; }}",
        ]
with open("relations.c", "w") as file:
    file.write(f'#include "{os.path.abspath(in_c)}"\n' + "\n".join(lines) + "\n")
if subprocess.run(["cc", "-O1", "-w", "-shared", "-fPIC", "relations.c", "-lm", "-o", "relations.so"]).returncode != 0:
    refuse("relations that do not compile")

model = sk.NonSmoothDynamicalSystem(0, until + h)
body = Body()
model.insertDynamicalSystem(body)
contacts = []
for a in range(m):
    if moving[a]:
        relation = sk.LagrangianRheonomousR(f"./relations:h{a}", f"./relations:G{a}", f"./relations:d{a}")
    else:
        relation = sk.LagrangianScleronomousR(f"./relations:h{a}", f"./relations:G{a}")
    contact = sk.Interaction(sk.NewtonImpactNSL(ask.e), relation)
    model.link(contact, body)
    contacts.append(contact)
stepper = sk.TimeStepping(model, sk.TimeDiscretisation(0, h), sk.MoreauJeanOSI(0.5), sk.LCP())
stepper.setNewtonTolerance(1e-12)
stepper.setNewtonMaxIteration(50)

rows = []


def row(t, impulses):
    rows.append(",".join(f"{float(x):.17g}" for x in [t, *body.q(), *body.velocity(), *impulses]))


row(0, np.zeros(m))
for k in range(1, math.floor(until / h * (1 + 1e-12)) + 1):  # a multiple of h but for rounding is one
    stepper.computeOneStep()
    row(k * h, [contact.lambda_(1)[0] for contact in contacts])
    stepper.nextStep()
with open("rows.csv", "w") as file:  # what Siconos prints goes to standard output
    file.write(f"# velocity: mid\n# force_evaluations: {evaluations}\n")
    file.write(",".join(["t"] + [f"q{i}" for i in range(n)] + [f"v{i}" for i in range(n)] + [f"P{a}" for a in range(m)]) + "\n")
    file.write("\n".join(rows) + "\n")
os.replace("rows.csv", os.environ.get("UNILATERAL_OUT", "trajectory.csv"))
