"""Data as smooth as the theorem on the sweeping scheme asks, and no more: g in C^{1,1/2}, M Lipschitz, f continuous in t and Lipschitz in q and p."""

from flights import *

K = "least_regularity"
half = mpf(1) / 2


def slides(name, r, scale=1, speed=1, side=1):
    """Along y = scale |x/scale|^r without force the speed stays: x by the arc length from the bottom, quadrature and bisection."""
    p = problem(K, name)
    slope = lambda x: r * x ** (r - 1)
    # near 0 the slope is a root: x = w^4
    arc = lambda x: mpmath.quad(lambda w: mpmath.sqrt(1 + slope(w**4) ** 2) * 4 * w**3, mpmath.linspace(0, x ** (mpf(1) / 4), 5))
    a = abs(p.q0[0]) / scale
    assert abs(p.q0[1] / scale - a**r) < mpf(10) ** -50
    s = p.horizon * speed / scale - arc(a)
    assert s > 0
    low, high = mpf(0), s
    for _ in range(220):
        middle = (low + high) / 2
        low, high = (low, middle) if arc(middle) > s else (middle, high)
    x, m = low, slope(low)
    u = speed / mpmath.sqrt(1 + m * m)
    record(p, "the speed stays: arc length by quadrature, bisection", [], ([side * scale * x, scale * x**r], [side * u, m * u]), **SINGULAR, **LONG)
    return x


# The second derivative of the gap is infinite in contact.
SINGULAR = {"may_refuse": "derivative|series|singular|domain of its formula"}
LONG = {"double_only": "gauss_collocation nears such a place by thousands of steps"}
x = slides("slides_over_the_bottom", 3 * half)
s = mpf(61) / 54 - mpf(61) / 216  # closed form: (8/27)((1 + 9x/4)^(3/2) - 1)
assert abs(x - mpf(4) / 9 * ((1 + 27 * s / 8) ** (mpf(2) / 3) - 1)) < mpf(10) ** -45
slides("slides_back_over_the_bottom", 3 * half, side=-1)
slides("slides_in_a_large_bowl", 3 * half, 1000, 100)
slides("slides_five_quarters", mpf(5) / 4)
slides("slides_seven_quarters", mpf(7) / 4)

record(problem(K, "hits_the_bottom"), "by hand: the gradient at the bottom is (0, 1)", [(mpf(1), [0, 0], [half / 2, half])], ([half / 4, half / 2], [half / 2, half]), **SINGULAR)
v = [mpf(-13) / 50, mpf(17) / 25]  # v + (3/2)(7/4)(16/25)(-3/4, 1)
record(problem(K, "hits_beside_the_bottom"), "by hand: the gradient at x = 1/4 is (-3/4, 1)", [(mpf(1), [half / 2, half / 4], v)],
       ([half / 2 + v[0] / 2, half / 4 + v[1] / 2], v))

# M(0) = 1; at x = 1/2 M^-1 (0, 1) is along (-1/4, 1).
w = [half - mpf(3) / 16, mpf(1) / 4]
record(problem(K, "kinked_metric"), "by hand: parabolas", [(mpf(1), [0, 0], [half, half]), (mpf(2), [half, 0], w)],
       ([half + w[0] / 4, w[1] / 4 - mpf(1) / 32], [w[0], w[1] - mpf(1) / 4]))

f = lambda t: -mpmath.sqrt(abs(t - 1))
moved = lambda a, b: mpmath.quad(lambda t: (b - t) * f(t), sorted({a, b} | ({mpf(1)} if a < 1 < b else set())))
gained = lambda a, b: mpmath.quad(f, sorted({a, b} | ({mpf(1)} if a < 1 < b else set())))
assert abs(mpf(4) / 3 + moved(mpf(0), mpf(2))) < mpf(10) ** -25  # quadrature of a root; in closed form it is 0
back, end = mpf(2) / 3, mpf(5) / 2
root = mpmath.sqrt(mpf(3) / 2)
K2 = lambda t, u, r: mpf(4) / 15 * u * u * r + 2 * t / 3 - mpf(4) / 15
record(problem(K, "root_of_time"), "by hand: powers of t - 1", [(mpf(2), [0], [back])],
       ([2 * (end - 2) - K2(end, mpf(3) / 2, root) + mpf(4) / 3], [2 - 2 * (mpf(3) / 2 * root + 1) / 3]), **LONG)

b = mpmath.pi / 2 + mpmath.log(1 + mpmath.sqrt(2))
s, r = 3 - b, mpmath.sqrt(half)
record(problem(K, "kink_in_position"), "by hand: cosine, then hyperbolic functions", [(b, [-1], [r])],
       ([-mpmath.cosh(s) + r * mpmath.sinh(s)], [-mpmath.sinh(s) + r * mpmath.cosh(s)]))

t1 = 1 + mpmath.log(2)
r, u = (mpmath.e - 1) / 2, 2 - t1
record(problem(K, "kink_in_momentum"), "by hand: exponentials", [(t1, [0], [r / 2])],
       ([((1 + r) * (1 - mpmath.exp(-u)) - u) / 2], [((1 + r) * mpmath.exp(-u) - 1) / 2]))

record(problem(K, "root_of_time_from_rest"), "by hand: powers", [], ([mpf(4) / 15 * mpf(2) ** (5 * half)], [mpf(2) / 3 * mpf(2) ** (3 * half)]), **LONG)

# v² = (4/3)(1 − |x|^(3/2)); with |x|^(3/2) = 1 − w² the time from the end at 1 is √(4/3) ∫ (1 − w²)^(−1/3) dw.
speed = lambda x: mpmath.sqrt(mpf(4) / 3 * (1 - x ** (3 * half)))
primitive = lambda w: mpmath.sqrt(mpf(4) / 3) * w * mpmath.hyp2f1(half, mpf(1) / 3, 3 * half, w * w)
from_the_end = lambda x: primitive(mpmath.sqrt(1 - x ** (3 * half)))
quarter = mpmath.sqrt(mpf(4) / 3) * mpmath.beta(half, mpf(2) / 3) / 2
assert abs(from_the_end(half) + mpmath.quad(lambda z: 2 * z / speed(z * z), [0, mpmath.sqrt(half)]) - quarter) < mpf(10) ** -40
left = 10 - 4 * quarter
assert 2 * quarter < left < 3 * quarter  # from −1 back towards 0
x = 1 - bisected(lambda d: from_the_end(1 - d) < left - 2 * quarter, mpf(0), mpf(1))
record(problem(K, "root_of_position_crossed"), "energy; a hypergeometric function, bisection", [], ([-x], [speed(x)]), **LONG)
