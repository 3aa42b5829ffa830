"""Semi-implicit Euler for any question with one coordinate, from its JSON, written by nobody of this house.

foreign_one_coordinate.py [FAULT]: UNILATERAL_PROBLEM, _STEP, _UNTIL in the environment; the trajectory on standard output.
FAULT: "clock" (the force is that of t = 0), "mass" (of 1).
"""
import json
import math
import os
import sys

fault = sys.argv[1] if len(sys.argv) > 1 else ""
with open(os.environ["UNILATERAL_PROBLEM"]) as file:
    question = json.load(file)
h, until = float(os.environ["UNILATERAL_STEP"]), float(os.environ["UNILATERAL_UNTIL"])
asked = question["statement"]
(name,) = asked["coordinates"]
known = {key: getattr(math, key) for key in ("pi", "sin", "cos", "exp", "sqrt", "log", "tan", "atan")}
known["abs"] = abs


def compiled(text):
    return compile(text.replace(name + "'", "v_").replace("^", "**"), text, "eval")


for parameter in question["parameters"]:
    known[parameter["name"]] = float(parameter["decimal"])


def value(code, t, q, v):
    return eval(code, {"__builtins__": {}}, {**known, "t": t, name: q, "v_": v})


mass, force = compiled(asked["mass"][0][0]), compiled(asked["force"][0])
gaps = [compiled(gap) for gap in asked["gap"]]
e = value(compiled(asked["restitution"]), 0, 0, 0)
q, v = (value(compiled(asked[key][0]), 0, 0, 0) for key in ("position", "velocity"))
print("t", name, name + "'", sep=",")
print(0, q, v, sep=",")
for k in range(1, math.floor(until / h) + 1):
    t = k * h
    m = 1 if fault == "mass" else value(mass, t, q, v)
    v += h * value(force, 0 if fault == "clock" else t - h, q, v) / m
    q += h * v
    for gap in gaps:
        δ = 1e-6 * (abs(q) + abs(h * v) + 1e-300)
        slope = (value(gap, t, q + δ, v) - value(gap, t, q - δ, v)) / (2 * δ)
        drift = (value(gap, t + 1e-6 * h, q, v) - value(gap, t - 1e-6 * h, q, v)) / (2e-6 * h)
        if value(gap, t, q, v) <= 0 and slope * v + drift < 0:
            v = -e * v - (1 + e) * drift / slope
    print(t, q, v, sep=",")
