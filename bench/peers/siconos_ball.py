#!/usr/bin/env python3
"""ball_rational (problems/bouncing_ball.hpp) by Siconos: g = 2, h0 = 1, e = 1/2, horizon 4.

    siconos_ball.py STEPS > FILE.csv
"""
import sys

import siconos.kernel as sk

from siconos_run import run

ball = sk.LagrangianLinearTIDS([1.0], [0.0], [[1.0]])
ball.setFExtPtr([-2.0])
run("ball_rational", "bench/peers/siconos_ball.py", ball, sk.LagrangianLinearTIR([[1.0]]), 0.5, 4.0, int(sys.argv[1]), ["x"])
