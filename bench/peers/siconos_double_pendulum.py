#!/usr/bin/env python3
"""double_pendulum_wall (problems/double_pendulum.hpp) by Siconos: g = 10, wall = 3/10, e = 1/2, horizon 4.

    siconos_double_pendulum.py STEPS > FILE.csv

M q'' + FGyr + FInt = 0 with its derivatives written out by hand from the energies of the problem, c = cos(a - b), s = sin(a - b):
    M = (2, c; c, 1),   FGyr = (b'^2 s, -a'^2 s),   FInt = (2 g sin a, g sin b)
"""
import pathlib
import subprocess
import sys
import tempfile
from math import cos, pi, sin

import numpy as np
import siconos.kernel as sk

from siconos_run import run

g = 10.0


class DoublePendulum(sk.LagrangianDS):
    def __init__(self):
        super().__init__([-pi / 3, -pi / 3], [0.0, 0.0])
        for allocate in (self.setMassPtr, self.setJacobianFGyrqPtr, self.setJacobianFGyrqDotPtr, self.setJacobianFIntqPtr):
            allocate(np.zeros((2, 2)))
        for allocate in (self.setFGyrPtr, self.setFIntPtr):
            allocate(np.zeros(2))
        self.computeMass()

    def computeMass(self, q=None):
        a, b = self.q() if q is None else q
        self.mass()[:] = [[2, cos(a - b)], [cos(a - b), 1]]

    def computeFGyr(self, q=None, v=None):
        (a, b), (a_rate, b_rate) = (self.q(), self.velocity()) if q is None else (q, v)
        self.fGyr()[:] = [b_rate**2 * sin(a - b), -(a_rate**2) * sin(a - b)]

    def computeJacobianFGyrq(self, q=None, v=None):
        (a, b), (a_rate, b_rate) = (self.q(), self.velocity()) if q is None else (q, v)
        c = cos(a - b)
        self.jacobianFGyrq()[:] = [[b_rate**2 * c, -(b_rate**2) * c], [-(a_rate**2) * c, a_rate**2 * c]]

    def computeJacobianFGyrqDot(self, q=None, v=None):
        (a, b), (a_rate, b_rate) = (self.q(), self.velocity()) if q is None else (q, v)
        s = sin(a - b)
        self.jacobianFGyrqDot()[:] = [[0, 2 * b_rate * s], [-2 * a_rate * s, 0]]

    def computeFInt(self, t, q=None, v=None):
        a, b = self.q() if q is None else q
        self.fInt()[:] = [2 * g * sin(a), g * sin(b)]

    def computeJacobianFIntq(self, t, q=None, v=None):
        a, b = self.q() if q is None else q
        self.jacobianFIntq()[:] = [[2 * g * cos(a), 0], [0, g * cos(b)]]


# The relation is a plugin in C: a Python subclass of it crashed 4.4.0 at the first contact (MoreauJeanOSI::computeFreeOutput; not looked into).
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(__file__).with_name("siconos_wall.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", str(source), "-lm", "-o", f"{folder}/siconos_wall.so"], check=True)
    relation = sk.LagrangianScleronomousR(f"{folder}/siconos_wall:h", f"{folder}/siconos_wall:G")
    run("double_pendulum_wall", "bench/peers/siconos_double_pendulum.py", DoublePendulum(), relation, 0.5, 4.0, int(sys.argv[1]), ["a", "b"])
