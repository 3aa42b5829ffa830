"""Semi-implicit Euler for any question with one coordinate and gaps, from its JSON: a code that `unilateral laws` can ask.

In the environment: UNILATERAL_PROBLEM (a file, docs/export.schema.json), UNILATERAL_STEP, UNILATERAL_UNTIL. Formulas become
Python by writing v_ for the velocity and ** for ^.
"""
import json
import math
import os

with open(os.environ["UNILATERAL_PROBLEM"]) as file:
    question = json.load(file)
h, until = float(os.environ["UNILATERAL_STEP"]), float(os.environ["UNILATERAL_UNTIL"])
asked = question["statement"]
(name,) = asked["coordinates"]
known = {f: getattr(math, f) for f in ("pi", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "sqrt")}
known.update(abs=abs, min=min, max=max, **{p["name"]: float(p["decimal"]) for p in question["parameters"]})


def function(text):
    code = compile(text.replace(name + "'", "v_").replace("^", "**"), text, "eval")
    return lambda t, q, v: eval(code, {"__builtins__": {}}, {**known, "t": t, name: q, "v_": v})


mass, force = function(asked["mass"][0][0]), function(asked["force"][0])
gaps = [function(gap) for gap in asked["gap"]]
e = function(asked["restitution"])(0, 0, 0)
q, v = function(asked["position"][0])(0, 0, 0), function(asked["velocity"][0])(0, 0, 0)

print("t", name, name + "'", sep=",")
print(0, q, v, sep=",")
for k in range(1, math.floor(until / h * (1 + 1e-12)) + 1):  # a multiple of h but for rounding is one
    t = k * h
    v += h * force(t - h, q, v) / mass(t, q, v)
    q += h * v
    for gap in gaps:
        d = 1e-6 * (abs(q) + abs(h * v) + 1e-300)
        slope = (gap(t, q + d, v) - gap(t, q - d, v)) / (2 * d)
        drift = (gap(t + 1e-6 * h, q, v) - gap(t - 1e-6 * h, q, v)) / (2e-6 * h)
        if gap(t, q, v) <= 0 and slope * v + drift < 0:  # an impact is noticed at the end of its step
            v = -e * v - (1 + e) * drift / slope
    print(t, q, v, sep=",")
