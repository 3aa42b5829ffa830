"""Explicit Euler for a chain of one bar on a plane with dry friction: the rear end moves along the bar, and its speed is
that of the front end along it. Prints t,x0,y0,x1,y1."""
import math
import sys

h, until = float(sys.argv[1]), float(sys.argv[2])
x, y = 0.5, math.sqrt(0.75)  # the rear end; the front end starts at 0 and goes along the x axis with speed 1
print("t,x0,y0,x1,y1")
for k in range(round(until / h) + 1):
    t = k * h
    print(t, t, 0, x, y, sep=",")
    dx, dy = x - t, y
    along = dx / math.hypot(dx, dy) ** 2
    x += h * along * dx
    y += h * along * dy
