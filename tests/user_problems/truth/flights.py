"""What the truths of tests/user_problems are made with: mpmath, and nothing of the product.

A problem file is read by Python's own TOML reader, its formulas by Python's own parser. Between impacts a motion is a *flight*: a closed
form (ballistic, rotation, quadrature) or an integration in 60 digits. Impacts along it are found by scanning the gap, on a grid with marks
at the places where the problem is known to be narrow, and bisection; the impact law is written out here for one contact at a time.
"""

import json
import pathlib
import re
import tomllib

import mpmath
from mpmath import mp, mpf

mp.dps = 60
FOLDER = pathlib.Path(__file__).resolve().parent.parent

FUNCTIONS = {
    **{name: getattr(mpmath, name) for name in "sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt".split()},
    "abs": abs, "min": min, "max": max, "sign": mpmath.sign, "pi": mp.pi, "mpf": mpf,
}


def number(text):
    return mpf(str(text))


def compiled(text, coordinates, constants):
    """A formula of a problem file as a function of t, q, v."""
    text = re.sub(r"([A-Za-z_]\w*)'", r"\1__rate", str(text)).replace("^", "**")
    text = re.sub(r"(?<![A-Za-z_0-9.])(\d+\.?\d*([eE][+-]?\d+)?|\.\d+)", r"mpf('\1')", text)
    code = compile(text, text, "eval")

    def value(t=mpf(0), q=(), v=()):
        names = dict(FUNCTIONS, **constants, t=t)
        names.update(zip(coordinates, q))
        names.update(zip([c + "__rate" for c in coordinates], v))
        return mpf(eval(code, {"__builtins__": {}}, names))  # a formula of our own problem files

    return value


class twin:
    """The same motion in other coordinates: data and gaps given by hand."""

    def __init__(self, q0, v0, gap, e, horizon):
        self.q0, self.v0, self.gap, self.e, self.horizon = [mpf(x) for x in q0], [mpf(x) for x in v0], gap, e and mpf(e), mpf(horizon)


class problem:
    """A problem file: data q0, v0, e, horizon, and functions gap[i](t, q), force[i](t, q, v)."""

    def __init__(self, kind, name):
        self.kind, self.name = kind, name
        self.path = FOLDER / kind / (name + ".toml")
        data = tomllib.loads(self.path.read_text(), parse_float=str)
        self.coordinates = data["coordinates"]
        self.parameter = {}
        for key, text in data.get("parameters", {}).items():
            self.parameter[key] = compiled(text, [], self.parameter)()
        of = lambda text: compiled(text, self.coordinates, self.parameter)
        self.horizon = of(data["horizon"])()
        self.e = of(data["impact"]["restitution"])() if "impact" in data else None
        self.gap = [of(c["gap"]) for c in data.get("constraint", [])]
        self.force = [of(f) for f in data["system"].get("force", [])]
        self.q0 = [of(x)() for x in data["initial"]["position"]]
        self.v0 = [of(x)() for x in data["initial"]["velocity"]]


# --- flights: (t0, q0, v0) -> (t -> (q, v)) ---


def ballistic(*acceleration):
    """Constant acceleration, one a coordinate."""
    a = [mpf(x) for x in acceleration]

    def flight(t0, q0, v0):
        def at(t):
            s = t - t0
            return [x + u * s + g * s * s / 2 for x, u, g in zip(q0, v0, a)], [u + g * s for u, g in zip(v0, a)]

        return at

    return flight


def harmonic(*frequency, centre=None):
    """x'' = -w^2 (x - c), one frequency a coordinate; w = 0: uniform motion."""
    w = [mpf(x) for x in frequency]
    c = [mpf(x) for x in centre] if centre else [mpf(0)] * len(w)

    def flight(t0, q0, v0):
        def at(t):
            s, q, v = t - t0, [], []
            for x, u, k, m in zip(q0, v0, w, c):
                q.append(m + (x - m) * mpmath.cos(k * s) + u * mpmath.sin(k * s) / k if k else x + u * s)
                v.append(u * mpmath.cos(k * s) - (x - m) * k * mpmath.sin(k * s))
            return q, v

        return at

    return flight


def integrated(acceleration, step=mpf(1) / 16, order=None):
    """q'' = acceleration(t, q, v), smooth: extrapolated midpoint rule (Gragg, Bulirsch, Stoer) on steps of fixed length, some 45 digits."""
    columns = order or 22

    def midpoint(t, y, h, n):
        f = lambda s, z: list(z[len(z) // 2:]) + list(acceleration(s, z[: len(z) // 2], z[len(z) // 2:]))
        k = h / n
        before, now = y, [a + k * b for a, b in zip(y, f(t, y))]
        for i in range(1, n):
            before, now = now, [a + 2 * k * b for a, b in zip(before, f(t + i * k, now))]
        return [(a + b + k * c) / 2 for a, b, c in zip(before, now, f(t + h, now))]

    def advance(t, y, h):
        table, n = [], [2 * (j + 1) for j in range(columns)]
        for j in range(columns):
            row = [midpoint(t, y, h, n[j])]
            for k in range(1, j + 1):
                r = (mpf(n[j]) / n[j - k]) ** 2 - 1
                row.append([a + (a - b) / r for a, b in zip(row[k - 1], table[j - 1][k - 1])])
            table.append(row)
            if j and max(abs(a - b) for a, b in zip(row[-1], row[-2])) < mpf(10) ** -50:
                break
        return table[-1][-1]

    def flight(t0, q0, v0):
        knots = [(t0, list(q0) + list(v0))]
        half = len(q0)

        def at(t):
            while knots[-1][0] + step <= t:
                s, y = knots[-1]
                knots.append((s + step, advance(s, y, step)))
            s, y = knots[min(len(knots) - 1, int((t - t0) / step))]
            if s > t:
                s, y = knots[int((t - t0) / step) - 1]
            if t > s:
                y = advance(s, y, t - s)
            return y[:half], y[half:]

        return at

    return flight


# --- events ---


def bisected(inside, a, b):
    """The end of the part of [a, b], from a on, where `inside` holds: to the last digit."""
    for _ in range(400):
        m = (a + b) / 2
        if m == a or m == b:
            break
        if inside(m):
            a = m
        else:
            b = m
    return (a + b) / 2


def lowest(g, a, b):
    """Where g is least on [a, b], by golden section."""
    r = (mpmath.sqrt(5) - 1) / 2
    c, d = b - r * (b - a), a + r * (b - a)
    gc, gd = g(c), g(d)
    for _ in range(100):
        if gc < gd:
            b, d, gd = d, c, gc
            c = b - r * (b - a)
            gc = g(c)
        else:
            a, c, gc = c, d, gd
            d = a + r * (b - a)
            gd = g(d)
        if gc < 0 or gd < 0:
            break
    return c if gc < gd else d


def first_fall(g, t0, t1, marks=(), samples=600, fresh=False):
    """The first t in ]t0, t1] where g becomes negative, or None. `fresh`: g(t0) = 0 and rises, after an impact."""
    grid = [t0 + (t1 - t0) * mpf(i) / samples for i in range(1, samples + 1)]
    grid += [t0 + (t1 - t0) / samples * mpf(2) ** -k for k in range(1, 60 if fresh else 2)]
    grid += [m for m in marks if t0 < m < t1]
    grid.sort()
    values = [g(t) for t in grid]
    for i, t in enumerate(grid):
        if values[i] < 0:
            return bisected(lambda s: g(s) >= 0, grid[i - 1] if i else t0, t)
        if 0 < i < len(grid) - 1 and values[i] <= values[i - 1] and values[i] <= values[i + 1]:
            m = lowest(g, grid[i - 1], grid[i + 1])
            if g(m) < 0:
                return bisected(lambda s: g(s) >= 0, grid[i - 1], m)
    return None


def gradient(gap, t, q):
    return [mpmath.diff(lambda x: gap(t, q[:i] + [x] + q[i + 1:]), q[i]) for i in range(len(q))]


def struck(gap, t, q, v, e, masses, slope=None, rate_of_gap=None):
    """v after an impact on one contact: v - (1 + e) r/(G M^-1 G') M^-1 G', r = G v + dgap/dt."""
    G = slope(t, q) if slope else gradient(gap, t, q)
    moving = rate_of_gap(t, q) if rate_of_gap else mpmath.diff(lambda s: gap(s, q), t)
    r = sum(a * b for a, b in zip(G, v)) + moving
    W = sum(a * a / m for a, m in zip(G, masses))
    return [u - (1 + e) * r / W * a / m for u, a, m in zip(v, G, masses)]


def bounce(p, flight, until=None, marks=(), samples=600, masses=None, start=None, most=10**6, fresh=False):
    """Impacts [(t, q, v+)] of flights with restitution e > 0, one contact at a time, and the state at the end."""
    until = p.horizon if until is None else until
    q, v = start or (p.q0, p.v0)
    masses = masses or [mpf(1)] * len(q)
    t, impacts = mpf(0), []
    while len(impacts) < most:
        at = flight(t, q, v)
        found = [(first_fall(lambda s: gap(s, at(s)[0]), t, until, marks, samples, fresh), i) for i, gap in enumerate(p.gap)]
        found = [f for f in found if f[0] is not None]
        if not found:
            return impacts, at(until)
        t, i = min(found)
        q, v = at(t)
        v = struck(p.gap[i], t, q, v, p.e, masses)
        impacts.append((t, q, v))
        fresh = True
    return impacts, None


def condition(p, flight, **how):
    """Largest change of the answer for a relative change of the data, by a second run with data off by 1e-25."""
    how.pop("start", None)
    small = mpf(10) ** -25
    size = max([abs(x) for x in p.q0 + p.v0] + [mpf(1)])
    off = ([x + small * size * mpf(3) / 5 for x in p.q0], [x + small * size * mpf(4) / 5 for x in p.v0])
    (a, end_a), (b, end_b) = bounce(p, flight, **how), bounce(p, flight, start=off, **how)
    assert len(a) == len(b)
    worst = mpf(1)
    for (t, q, v), (s, r, w) in zip(a, b):
        worst = max([worst, abs(t - s) / small] + [abs(x - y) / small for x, y in zip(q + v, r + w)])
    if end_a:
        worst = max([worst] + [abs(x - y) / small for x, y in zip(end_a[0] + end_a[1], end_b[0] + end_b[1])])
    return worst / size


# --- truths ---


def shown(x):
    return mpmath.nstr(mpf(x), 40, strip_zeros=True) if x else "0"


def record(p, source, impacts=None, end=None, complete=True, until=None, accumulations=None, **more):
    """Writes <name>.truth.json. impacts: (t,) or (t, q, v+) with None for what is not stated; end: (q, v)."""
    truth = {"kind": p.kind, "source": source}
    if impacts is not None:
        truth["impacts"] = []
        for t, q, v in ((i + (None, None))[:3] for i in impacts):
            state = {key: [shown(x) for x in list_] for key, list_ in (("q", q), ("v_plus", v)) if list_ is not None}
            truth["impacts"].append([shown(t), state] if state else [shown(t)])
        truth["complete"] = complete
    if until is not None:
        truth["until"] = shown(until)
    if accumulations is not None:
        truth["accumulations"] = [shown(t) for t in accumulations]
    if end is not None:
        truth["end"] = {"q": [shown(x) for x in end[0]], "v": [shown(x) for x in end[1]]}
    # What errors are relative to: the longest time, the largest position and the largest velocity that the problem and its truth name.
    positions = [x for i in impacts or [] if len(i) > 1 and i[1] is not None for x in i[1]] + list(end[0] if end else []) + p.q0
    velocities = [x for i in impacts or [] if len(i) > 2 and i[2] is not None for x in i[2]] + list(end[1] if end else []) + p.v0
    T = p.horizon if until is None else mpf(until)
    q, v = (max(abs(mpf(x)) for x in list_) for list_ in (positions, velocities))
    q, v = q or v * T or mpf(1), v or q / T or mpf(1)
    truth["size"] = {key: mpmath.nstr(mpf(x), 3) for key, x in (("t", T), ("q", q), ("v", v))}
    truth["size"].update(more.pop("size", {}))
    if "condition" in more:
        more["condition"] = int(mpmath.ceil(more["condition"]))
    truth.update(more)
    write(p.path.with_suffix("").with_suffix(".truth.json"), truth)


def refused(kind, name, source, message, **more):
    """The right answer is a refusal whose message matches."""
    write(FOLDER / kind / (name + ".truth.json"), {"kind": kind, "source": source, "refuse": message, **more})


def write(path, truth):
    lines = []
    for key, value in truth.items():
        if key == "impacts" and value:
            text = "[\n  " + ",\n  ".join(json.dumps(i) for i in value) + "\n ]"
        else:
            text = json.dumps(value, ensure_ascii=False)
        lines.append(f" {json.dumps(key)}: {text}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def bounced(kind, name, flight, source, **how):
    """A problem whose whole motion is flights and single impacts: solved, conditioned and recorded."""
    p = problem(kind, name)
    impacts, end = bounce(p, flight, **how)
    record(p, source, impacts, end, complete=end is not None, condition=condition(p, flight, **how))
    print(kind, name, len(impacts), "impacts", flush=True)
