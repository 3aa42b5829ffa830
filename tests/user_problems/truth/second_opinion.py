"""A second derivation of the truths, by nothing that made them: every problem file whose motion is flights and single impacts is integrated in plain
floats, by Runge and Kutta's fourth-order method in 40 000 steps, events by bisection of a step, energies differentiated by differences. Prints the distance
from each truth, relative to the motion's size. Marked, with exit status 1, is what lies above 1e-6 (times the condition, if that is above 10), or where a
force jumps and the method is of first order, 2e-3.

    second_opinion.py [KIND/NAME]...
"""

import json
import math
import pathlib
import re
import sys
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent.parent
NAMES = {k: getattr(math, k) for k in "sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt pi".split()}
NAMES.update(abs=abs, min=min, max=max, sign=lambda x: (x > 0) - (x < 0))


def function(text, coordinates, constants):
    text = re.sub(r"([A-Za-z_]\w*)'", r"\1__rate", str(text)).replace("^", "**")
    arguments = ["t"] + coordinates + [c + "__rate" for c in coordinates]
    return eval(f"lambda {', '.join(arguments)}: {text}", dict(NAMES, **constants))


class system:
    def __init__(self, path):
        data = tomllib.loads(path.read_text())
        c = self.coordinates = data["coordinates"]
        n = self.n = len(c)
        constants = {}
        of = lambda text: function(text, c, constants)
        zero = [0.0] * (2 * n + 1)
        for key, text in data.get("parameters", {}).items():
            constants[key] = of(text)(*zero)
        self.horizon = of(data["horizon"])(*zero)
        self.e = of(data["impact"]["restitution"])(*zero) if "impact" in data else 0
        self.gap = [of(g["gap"]) for g in data.get("constraint", [])]
        force = [of(f) for f in data["system"].get("force", ["0"] * n)]
        U = of(data["system"].get("potential_energy", "0"))
        self.y0 = [float(of(x)(*zero)) for key in ("position", "velocity") for x in data["initial"][key]]
        T = of(data["system"]["kinetic_energy"]) if "kinetic_energy" in data["system"] else None
        unit = lambda i: [1.0 if j == i else 0.0 for j in range(n)]
        other = lambda a: [a + 0.31 * i for i in range(n)]
        at = lambda v, q, t=0.3: T(t, *q, *v)
        self.mass = T and [2 * at(unit(i), [0.5] * n) for i in range(n)]
        plain = T and all(abs(at(v, q, t) - sum(m * x * x for m, x in zip(self.mass, v)) / 2) < 1e-12 for v, q, t in ((other(1.3), other(0.7), 0.1), (other(-0.4), other(0.2), 0.9)))
        if not plain:
            raise ValueError("no constant diagonal mass")
        h = 1e-5

        def acceleration(t, y):
            q, v = y[:n], y[n:]
            slope = lambda i: (U(t, *q[:i], q[i] + h, *q[i + 1:], *v) - U(t, *q[:i], q[i] - h, *q[i + 1:], *v)) / (2 * h) if "potential_energy" in data["system"] else 0.0
            return v + [(force[i](t, *y) - slope(i)) / self.mass[i] for i in range(n)]

        self.rate = acceleration
        self.jumps = bool(re.search(r"sign|sqrt\(x\^2\)", str(data["system"])))

    def step(self, t, y, h):
        f, add = self.rate, lambda a, k, b: [x + k * z for x, z in zip(a, b)]
        a = f(t, y)
        b = f(t + h / 2, add(y, h / 2, a))
        c = f(t + h / 2, add(y, h / 2, b))
        d = f(t + h, add(y, h, c))
        return [x + h / 6 * (k + 2 * l + 2 * m + o) for x, k, l, m, o in zip(y, a, b, c, d)]

    def strike(self, g, t, y):
        h, n = 1e-7, self.n
        G = [(g(t, *y[:i], y[i] + h, *y[i + 1:]) - g(t, *y[:i], y[i] - h, *y[i + 1:])) / (2 * h) for i in range(n)]
        r = sum(a * b for a, b in zip(G, y[n:])) + (g(t + h, *y) - g(t - h, *y)) / (2 * h)
        W = sum(a * a / m for a, m in zip(G, self.mass))
        return y[:n] + [v - (1 + self.e) * r / W * a / m for v, a, m in zip(y[n:], G, self.mass)]


def motion(s, steps, most):
    t, y, impacts = 0.0, s.y0, []
    for k in range(steps):
        end = s.horizon * (k + 1) / steps
        while True:
            z = s.step(t, y, end - t)
            hit = [g for g in s.gap if g(end, *z) < 0]
            if not hit:
                t, y = end, z
                break
            first, at = None, None
            for g in hit:
                a, b = 0.0, end - t
                for _ in range(50):
                    m = (a + b) / 2
                    a, b = (a, m) if g(t + m, *s.step(t, y, m)) < 0 else (m, b)
                if first is None or b < first:
                    first, at = b, g
            y = s.strike(at, t + first, s.step(t, y, first))
            t += first
            impacts.append((t, y))
            if len(impacts) > most:
                raise ValueError("more impacts than the truth has")
            # Out of the wall by hand: the next step sees no event at its start.
            if at(t, *y) < 0:
                y = [q + 1e-12 * v for q, v in zip(y, y[s.n:])] + y[s.n:]
                if at(t, *y) < -1e-9:
                    raise ValueError("a contact that lasts")
    return impacts, y


def distance(s, truth):
    size = {key: float(x) for key, x in truth["size"].items()}
    right = truth.get("impacts", [])
    impacts, y = motion(s, 40000, len(right) + 2)
    worst = 0.0
    if "impacts" in truth and len(impacts) != len(right):
        return math.inf
    for (t, state), entry in zip(impacts, right):
        worst = max(worst, abs(t - float(entry[0])) / size["t"])
    for key, found in (("q", y[: s.n]), ("v", y[s.n:])):
        worst = max([worst] + [abs(a - float(b)) / size[key] for a, b in zip(found, truth["end"][key])])
    return worst


def main():
    failed = compared = 0
    asked = sys.argv[1:]
    for path in sorted(FOLDER.glob("*/*.truth.json")):
        name = str(path.relative_to(FOLDER))[: -len(".truth.json")]
        if asked and name not in asked:
            continue
        truth = json.loads(path.read_text())
        try:
            if path.parent.name in ("extreme_units", "long_run"):
                raise ValueError("other units, or more time, than the steps are made for")
            if "end" not in truth or not truth.get("complete", True) or "accumulations" in truth:
                raise ValueError("no motion that is complete")
            s = system(path.with_suffix("").with_suffix(".toml"))
            if s.gap and s.e == 0:
                raise ValueError("contacts that last")
            d = distance(s, truth)
        except (ValueError, OverflowError, ZeroDivisionError) as why:
            print(f"{name}: left out, {why}", flush=True)
            continue
        compared += 1
        bad = not d < (2e-3 if s.jumps else 1e-6 * max(10, truth.get("condition", 1)))
        failed += bad
        print(f"{name}: {d:.1e}" + (" MARKED" if bad else ""), flush=True)
    print(f"{compared} compared, {failed} marked")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
