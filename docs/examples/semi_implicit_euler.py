"""Semi-implicit Euler for the problem pendulum_with_stop: semi_implicit_euler.py STEP UNTIL > trajectory.csv"""
import math
import sys

h, until = float(sys.argv[1]), float(sys.argv[2])
theta, omega = math.pi / 3, 0.0
print("t,theta,theta'")
for k in range(round(until / h) + 1):
    print(k * h, theta, omega, sep=",")
    omega -= h * 10 * math.sin(theta)
    theta += h * omega
    if theta <= 0 and omega < 0:  # an impact is noticed at the end of its step
        omega = -omega / 2
