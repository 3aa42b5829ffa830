"""The Python module: what a problem is asked, in arrays, is what the exported question says; answers are those of the
command, digit by digit; whatever is wrong is one line; Ctrl-C ends a run.

Run with the folder of the package in PYTHONPATH, and the command in UNILATERAL_COMMAND.
"""

import contextlib
import decimal
import fractions
import inspect
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import numpy as np
import unilateral

COMMAND = os.environ["UNILATERAL_COMMAND"]
BALL = """coordinates = ["x"]
horizon = 2
[parameters]
g = "10"
e = "1/2"
[system]
kinetic_energy = "x'^2/2"
potential_energy = "g*x"
[[constraint]]
gap = "x - t/100"
[impact]
restitution = "e"
[initial]
position = ["1"]
velocity = ["0"]
"""
quiet = warnings.catch_warnings


def command(*words):
    return subprocess.run([COMMAND, *words], capture_output=True, text=True)


def systems():
    """Every mechanical system of the catalogue."""
    for name in unilateral.problems():
        p = unilateral.problem(name)
        if not p.is_chain:
            yield p


class Question(unittest.TestCase):
    def test_double_pendulum_by_hand(self):
        """Two rods of length 1 with a point of mass 1 at the end of each: T = a'^2 + b'^2/2 + a' b' cos(a - b),
        U = -g (2 cos a + cos b), so that 2 a'' + b'' c = -s b'^2 - 2 g sin a, a'' c + b'' = s a'^2 - g sin b with
        c = cos(a - b), s = sin(a - b). Some ten operations on numbers below 30 + g: 2^5 roundings of that."""
        p = unilateral.problem("double_pendulum_wall")
        self.assertEqual((len(p.coordinates), p.constraints), (2, 1))
        g = float(fractions.Fraction(p.parameters["g"]))
        rng = np.random.default_rng(1)
        q, v = rng.uniform(-2, 2, (50, 2)), rng.uniform(-3, 3, (50, 2))
        (a, b), (da, db) = q.T, v.T
        c, s, rounding = np.cos(a - b), np.sin(a - b), 2.0**-47 * (30 + g)
        M = np.moveaxis(np.array([[2 + 0 * c, c], [c, 1 + 0 * c]]), 2, 0)
        np.testing.assert_allclose(p.mass(0, q), M, rtol=0, atol=rounding)
        f = np.stack([-s * db**2 - 2 * g * np.sin(a), s * da**2 - g * np.sin(b)], axis=-1)
        np.testing.assert_allclose(p.force(0, q, v), f, rtol=0, atol=rounding)

    def test_a_file_by_hand(self):
        """A falling ball over a floor that rises with 1/100: closed forms, some roundings of their numbers."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "ball.toml")
            file.write_text(BALL)
            p = unilateral.problem(file, g="9.81")
        np.testing.assert_allclose(p.force(0, [[1.0], [2.0]], [[3.0], [4.0]]), [[-9.81], [-9.81]], rtol=2**-50)
        np.testing.assert_allclose(p.gap([0, 1.0], [[1.0], [2.0]]), [[1.0], [1.99]], rtol=2**-50)
        np.testing.assert_allclose(p.gap_rate(0, [1.0], [3.0]), [2.99], rtol=2**-50)
        np.testing.assert_array_equal(p.gap_gradient(0, [1.0]), [[1.0]])
        self.assertEqual((p.restitution, p.horizon, p.coordinates), (0.5, 2.0, ("x",)))
        self.assertEqual(p.parameters["e"], "1/2")
        self.assertEqual(p.until(1).force(0, [1.0], [0.0]), p.force(0, [1.0], [0.0]))  # the file is gone

    def test_gradients_and_rates_are_derivatives(self):
        """Central differences of the gaps over 2^-17: their own error is of second order, h^2 times third derivatives
        of order 1, plus rounding over h, which are both below 1e-9 times the size of the numbers here; 1e-6 leaves three
        digits for coordinates that are large or small."""
        rng = np.random.default_rng(2)
        h = 2.0**-17
        for p in systems():
            q = p.q0 + rng.uniform(-1e-3, 1e-3, p.q0.shape)
            v = rng.uniform(-1, 1, q.shape)
            G = p.gap_gradient(0.01, q)
            self.assertEqual(G.shape, (p.constraints, len(q)))
            along = (p.gap(0.01 + h, q + h * v) - p.gap(0.01 - h, q - h * v)) / (2 * h)
            size = 1 + np.abs(p.gap(0.01, q)).max(initial=0) + np.abs(v).max() + np.abs(G).max(initial=0)
            np.testing.assert_allclose(p.gap_rate(0.01, q, v), along, atol=1e-6 * size, err_msg=p.name)
            partial = p.gap_rate(0.01, q, v) - p.gap_rate(0.01, q, 0 * v)
            np.testing.assert_allclose(partial, G @ v, atol=2**-44 * size, err_msg=p.name)

    def test_states_broadcast(self):
        """A batch is its states one after the other, bit by bit, whatever its shape and memory order."""
        rng = np.random.default_rng(3)
        for p in (unilateral.problem("double_pendulum_wall"), unilateral.problem("oscillator_by_hand")):
            n = len(p.q0)
            t, q, v = rng.uniform(0, 1, (3, 1)), rng.uniform(-1, 1, (4, n)), rng.uniform(-1, 1, (3, 1, n))
            force = p.force(t, q, v)
            self.assertEqual(force.shape, (3, 4, n))
            for i in range(3):
                for j in range(4):
                    np.testing.assert_array_equal(force[i, j], p.force(t[i, 0], q[j], v[i, 0]))
                    np.testing.assert_array_equal(p.gap(t, q)[i, j], p.gap(t[i, 0], q[j]))
            np.testing.assert_array_equal(p.mass(0, np.asfortranarray(q)), p.mass(0, q))
            np.testing.assert_array_equal(p.mass(0, q[::-1]), p.mass(0, q)[::-1])
            self.assertEqual(p.force(0, np.empty((0, n)), np.empty((0, n))).shape, (0, n))
            self.assertEqual(p.force(0, list(p.q0), list(p.v0)).shape, (n,))

    def test_exact_parameters(self):
        for value in ("1/2", 0.5, np.float64(0.5), fractions.Fraction(1, 2), decimal.Decimal("0.5")):
            self.assertEqual(unilateral.problem("double_pendulum_wall", e=value).restitution, 0.5)
        self.assertEqual(unilateral.problem("double_pendulum_wall", e=0.1).exact_restitution, "1/10")
        self.assertEqual(unilateral.problem("double_pendulum_wall", e=1).restitution, 1.0)

    def test_its_data_cannot_be_spoiled(self):
        p = unilateral.problem("ball_rational")
        with self.assertRaises(ValueError):
            p.q0[0] = 7

    def test_until(self):
        p = unilateral.problem("double_pendulum_wall", e="1/4").until("1/3")
        self.assertEqual((p.exact_horizon, p.restitution), ("1/3", 0.25))


class Answers(unittest.TestCase):
    def test_are_those_of_the_command(self):
        """The same numbers, as decimals, for an event-driven solver at both precisions and a scheme."""
        for solver, step, digits in (("event_driven", None, 16), ("event_driven", None, 50), ("sweeping", "1/1000", 16),
                                     ("gauss_collocation", None, 16)):
            words = ["--digits", str(digits)] + (["--step", step] if step else [])
            found = command("solve", "ball_rational", "--solver", solver, "--until", "2", *words)
            told = json.loads(found.stdout)
            with quiet():
                warnings.simplefilter("ignore")
                a = unilateral.problem("ball_rational").solve(solver, step, until=2, digits=digits)
            self.assertEqual(len(a.impacts), len(told["impacts"]))
            for mine, theirs in zip(a.impacts, told["impacts"]):
                for name in ("t", "q", "v_minus", "v_plus", "impulse"):
                    self.assertEqual(mine.exact[name], theirs[name])
                self.assertEqual(mine.active, theirs["active"])
                self.assertLessEqual(mine.errors["t"], float(theirs["t_error"]))  # which is rounded upward
            self.assertEqual((a.end.exact["q"], a.end.exact["v"]), (told["end"]["q"], told["end"]["v"]))
            self.assertEqual(a.counts, told["counts"])
            self.assertEqual(a.digits, told["digits"])
            self.assertEqual(a.warnings, told["warnings"])

    def test_rows(self):
        """The rational ball falls from 1 with g = 1 (or as its data say): energy before the first impact is that of the
        start, q is continuous, impulses are what the velocity jumps by (mass 1), to some roundings."""
        p = unilateral.problem("ball_rational")
        t, q, v, P = p.solve("event_driven", until="2")
        self.assertEqual((q.shape, v.shape, P.shape), ((len(t), 1), (len(t), 1), (len(t), 1)))
        self.assertTrue((np.diff(t) >= 0).all())
        jumps = np.flatnonzero(np.diff(t) == 0)
        self.assertGreater(len(jumps), 0)
        np.testing.assert_array_equal(q[jumps], q[jumps + 1])
        M = p.mass(0, q[0])[0, 0]
        np.testing.assert_allclose(M * (v[jumps + 1] - v[jumps]), P[jumps + 1], rtol=2**-44)

    def test_impulses_of_a_contact_that_stays(self):
        """A ball at rest on the ground, e = 0: over any time its weight times the time, in densities or in atoms."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "rest.toml")
            file.write_text(BALL.replace("x - t/100", "x").replace('["1"]', '["0"]'))
            p = unilateral.problem(file, e=0)
        for solver, step in (("event_driven", None), ("sweeping", "1/100"), ("moreau_time_stepping", "1/100")):
            with quiet():
                warnings.simplefilter("ignore")
                a = p.solve(solver, step)
            # The schemes' last step may leave its impulse to the next one: one step's share.
            self.assertAlmostEqual(a.impulses.sum(), 20, delta=0.1 * (step is not None) + 1e-12, msg=solver)

    def test_exact_strings(self):
        a = unilateral.problem("ball_rational").solve("event_driven", digits=50, until="1")
        self.assertEqual([len(x) for x in (a.exact.times, a.exact.positions)], [len(a.times)] * 2)
        np.testing.assert_array_equal([float(x) for x in a.exact.times], a.times)
        np.testing.assert_array_equal([[float(x) for x in row] for row in a.exact.velocities], a.velocities)

    def test_a_scheme_chooses_its_step(self):
        with quiet():
            warnings.simplefilter("ignore")
            a = unilateral.problem("ball_rational").solve("sweeping", until="1")
        self.assertIsNotNone(a.step)

    def test_chains(self):
        a = unilateral.problem("chain_arc_fig4").solve("chain_duality")
        told = json.loads(command("solve", "chain_arc_fig4", "--solver", "chain_duality").stdout)
        self.assertEqual(a.chain.exact["tensions"], told["chain"]["tensions"])
        self.assertEqual(a.chain.moving, told["chain"]["moving"])
        self.assertEqual(a.chain.velocities.shape, (len(told["chain"]["velocities"]), 2))
        self.assertEqual(a.positions.shape[1], 2 * a.chain.velocities.shape[0])

    def test_warnings_are_warned(self):
        with self.assertWarnsRegex(unilateral.Warning, "longer"):
            unilateral.problem("ball_rational").solve("sweeping", "3", until="2")

    def test_a_run_that_stops_raises_with_its_part(self):
        with self.assertRaisesRegex(unilateral.Stopped, "^ball_rational, sweeping: .* stopped: the limit of") as caught:
            unilateral.problem("ball_rational").solve("sweeping", "1/10000000", limit=0.2, estimate=False)
        self.assertGreater(len(caught.exception.answer.times), 0)
        self.assertTrue(caught.exception.answer.status.startswith("stopped: "))


def semi_implicit(p, step, restitution=None):
    """Semi-implicit Euler with the law of impact at velocities: order 1 in sup q, for one constraint."""
    e = p.restitution if restitution is None else restitution
    t, q, v = 0.0, p.q0, p.v0
    rows = [(t, q, v, np.zeros(1))]
    while t < p.horizon:
        h = step if t + 1.5 * step < p.horizon else p.horizon - t
        M, before, P = p.mass(t, q), v, np.zeros(1)
        v = v + h * np.linalg.solve(M, p.force(t, q, v))
        if p.gap(t, q)[0] <= 0:
            G = p.gap_gradient(t, q)[0]
            push = np.linalg.solve(M, G)
            P = np.maximum(0, -(p.gap_rate(t, q, v) + e * p.gap_rate(t, q, before)) / (G @ push))
            v = v + P * push
        t, q = t + h, q + h * v
        rows.append((t, q, v, P))
    return [np.array(column) for column in zip(*rows)]


class Judge(unittest.TestCase):
    def test_is_the_command_s(self):
        """The same motion, in arrays and in a file of all its digits: the same errors, to the last digit."""
        p = unilateral.problem("double_pendulum_wall")
        t, q, v, P = semi_implicit(p, 0.01)
        found = p.judge(t, q, v, P)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "mine.csv")
            lines = ["t,q0,q1,v0,v1,P0"] + [",".join(repr(float(x)) for x in (a, *b, *c, *d)) for a, b, c, d in
                                             zip(t, q, v, P)]
            file.write_text("\n".join(lines) + "\n")
            told = json.loads(command("judge", "double_pendulum_wall", str(file), "--format", "json").stdout)
        errors = {r["quantity"]: r for r in told["records"]} if "records" in told else {}
        self.assertGreater(len(found), 8)
        for name, quantity in found.quantities.items():
            if name in errors and "computed" in errors[name]:
                self.assertEqual(quantity.computed, errors[name]["computed"], name)
        self.assertLess(found["sup q"], 0.2)
        self.assertIn("sup q", str(found))

    def test_an_answer_of_ours_is_right(self):
        """event_driven against the closed form: rows are knots of polynomials of high degree, between which q goes by
        the rows' own reading; before the first impact the ball falls freely, a parabola, which `linear` reads exactly:
        2^-40 of numbers of order 1 leaves 2^12 roundings."""
        p = unilateral.problem("ball_rational").until("1/2")
        found = p.judge(*p.solve("event_driven"), velocity="linear")
        self.assertLess(found["sup q"], 2.0**-40)
        self.assertLess(found["L1 v"], 2.0**-40)

    def test_without_impulses(self):
        p = unilateral.problem("double_pendulum_wall")
        found = p.judge(*semi_implicit(p, 0.01)[:3])
        self.assertNotIn("BL impulse", found)
        with self.assertRaises(KeyError):
            found["BL impulse"]

    def test_faults_are_one_line(self):
        p = unilateral.problem("double_pendulum_wall")
        t, q, v, P = semi_implicit(p, 0.1)
        bad_t, bad_q = t.copy(), q.copy()
        bad_t[3], bad_q[5, 1] = 0, np.nan
        cases = [
            (lambda: p.judge(t, q[:, 0], v), r"judge: expected q of shape \(rows, 2\), found"),
            (lambda: p.judge(t, q, v[:-1]), "as many rows of v as of t"),
            (lambda: p.judge(t, bad_q, v), r"judge: q: row 5: expected finite numbers"),
            (lambda: p.judge(bad_t, q, v), "row 3: "),
            (lambda: p.judge(t + 1, q, v), "row 0: "),
            (lambda: p.judge(t, q, v, P, velocity="upward"), "velocity: expected"),
            (lambda: p.judge(t, q, "v"), "expected v as an array of real numbers"),
            (lambda: unilateral.problem("chain_arc_fig4").judge(t, q, v), "found the chain"),
        ]
        for fault, line in cases:
            with self.assertRaisesRegex(unilateral.InputError, line) as caught:
                fault()
            self.assertNotIn("\n", str(caught.exception))
            self.assertNotIn(tempfile.gettempdir(), str(caught.exception))


class Converge(unittest.TestCase):
    def setUp(self):
        self.problem = unilateral.problem("double_pendulum_wall")

    def test_an_order_that_is_declared_rightly_and_wrongly(self):
        """Order 1 [Dzonou, Monteiro Marques, Paoli]; 2 is wrong, and found so on two ladders."""
        found = self.problem.converge(semi_implicit, declares={"sup q": 1})
        order = found["sup q"]
        self.assertEqual((order.verdict, order.declared), ("holds", 1.0), order.reason)
        self.assertLessEqual(abs(order.order - 1), order.half_width)
        self.assertTrue(found.as_declared)
        self.assertEqual(found["L1 v"].verdict, "measured")
        self.assertEqual(len(order.steps), len(order.errors))
        self.assertIn(order.text, str(found))
        wrong = self.problem.converge(semi_implicit, declares="sup q=2")
        self.assertEqual(wrong["sup q"].verdict, "FAILS", wrong["sup q"].reason)
        self.assertFalse(wrong.as_declared)
        self.assertIn("second ladder", wrong["sup q"].reason)

    def test_a_wrong_restitution_is_caught(self):
        found = self.problem.converge(lambda p, step: semi_implicit(p, step, restitution=0.6), "sup q=1")
        self.assertEqual(found["sup q"].verdict, "FAILS")

    def test_the_scheme_is_asked_on_its_own_time(self):
        """p in the scheme ends where the study ends; steps are floats of one ladder, the same every time."""
        asked = []

        def scheme(p, step):
            asked.append((p.horizon, step))
            return semi_implicit(p, step)

        first = self.problem.converge(scheme, coarsest="1/20", finest="1/200", count=10)
        steps = [step for _, step in asked]
        self.assertTrue(all(1 / 200 <= step <= 1 / 20 for step in steps))
        self.assertEqual(len(steps), 10)
        second = self.problem.converge(scheme, coarsest="1/20", finest="1/200", count=10)
        self.assertEqual(str(first), str(second))

    def test_runs_that_fail_are_said(self):
        def now_and_then(p, step):
            if 0.004 < step < 0.005:
                raise ZeroDivisionError("no step of this length")
            return semi_implicit(p, step)

        found = self.problem.converge(now_and_then, "sup q=1")["sup q"]
        self.assertGreater(len(found.failures), 0)
        self.assertEqual(found.failures[0][1], "ZeroDivisionError: no step of this length")
        self.assertIn("runs failed", found.reason)

    def test_a_scheme_that_never_runs_raises_its_own_exception(self):
        with self.assertRaisesRegex(NameError, "undefined_name"):
            self.problem.converge(lambda p, step: undefined_name)  # noqa: F821
        with self.assertRaisesRegex(unilateral.InputError, "scheme: expected q of shape"):
            self.problem.converge(lambda p, step: (np.zeros(3), np.zeros((3, 5)), np.zeros((3, 2))))

    def test_ctrl_c_in_a_scheme_ends_all(self):
        runs = []

        def interrupted_in_the_third(p, step):
            runs.append(step)
            if len(runs) == 3:
                raise KeyboardInterrupt
            return semi_implicit(p, step)

        with self.assertRaises(KeyboardInterrupt):
            self.problem.converge(interrupted_in_the_third)
        self.assertEqual(len(runs), 3)

    def test_faults_are_one_line(self):
        for fault, line in ((lambda: self.problem.converge(3), "scheme: expected a function"),
                            (lambda: self.problem.converge(semi_implicit, "sup q"), "sup q"),
                            (lambda: self.problem.converge(semi_implicit, {"up q": 1}), "up q"),
                            (lambda: self.problem.converge(semi_implicit, coarsest="x"), "coarsest: expected"),
                            (lambda: self.problem.converge(semi_implicit, count=3), "count: expected at least 8"),
                            (lambda: unilateral.problem("chain_arc_fig4").converge(semi_implicit), "chain")):
            with self.assertRaisesRegex(unilateral.InputError, line) as caught:
                fault()
            self.assertNotIn("\n", str(caught.exception))

    def test_plot(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("there is no python3-matplotlib")
        matplotlib.use("agg")
        found = self.problem.converge(semi_implicit, "sup q=1", coarsest="1/20", finest="1/400", count=12)
        axes = found.plot(distances=["sup q"])
        self.assertEqual((axes.get_xscale(), axes.get_yscale()), ("log", "log"))
        self.assertIn("sup q: " + found["sup q"].text, [t.get_text() for t in axes.get_legend().get_texts()])


class Readme(unittest.TestCase):
    def test_what_it_shows_runs(self):
        """Its blocks of Python, one after the other, in a folder of their own: the declared orders hold."""
        text = (pathlib.Path(__file__).parents[1] / "README.md").read_text()
        blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
        self.assertEqual(len(blocks), 2)
        try:
            import matplotlib
            matplotlib.use("agg")
        except ImportError:
            blocks[0] = blocks[0].replace('orders.plot().figure.savefig("orders.svg")', "")
        before, names = os.getcwd(), {}
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as said:
            os.chdir(folder)
            try:
                with quiet():
                    warnings.simplefilter("ignore")
                    for block in blocks:
                        exec(block, names)
                drawn = os.path.exists("orders.svg")
            finally:
                os.chdir(before)
        self.assertTrue(names["orders"].as_declared, said.getvalue())
        self.assertEqual(names["orders"]["sup q"].verdict, "holds")
        self.assertEqual(drawn, "savefig" in blocks[0])


class Faults(unittest.TestCase):
    def test_are_one_line(self):
        p = unilateral.problem("double_pendulum_wall")
        ball = unilateral.problem("ball_rational")
        chain = unilateral.problem("chain_arc_fig4")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "bad.toml")
            file.write_text(BALL.replace("g*x", "g*y"))
            cases = [
                (lambda: unilateral.problem("double_pendulum_wal"), "double_pendulum_wall"),
                (lambda: unilateral.problem("no.toml"), "no.toml"),
                (lambda: unilateral.problem(file), "bad.toml:8:23: potential_energy"),
                (lambda: unilateral.problem("ball_rational", e="much"), "e: column 1"),
                (lambda: unilateral.problem("ball_rational", e=float("nan")), "e: expected a finite number"),
                (lambda: unilateral.problem("ball_rational", e=True), "found True"),
                (lambda: unilateral.problem("ball_rational", no="1"), "no"),
                (lambda: unilateral.problem("ball_rational", e=2), "restitution"),
                (lambda: p.mass(0, [1.0]), r"mass: expected q with 2 numbers in its last dimension, found shape \(1,\)"),
                (lambda: p.force(0, [1.0, 2.0], 3.0), r"force: expected v with 2 numbers .* found shape \(\)"),
                (lambda: p.force(0, np.zeros((3, 2)), np.zeros((2, 2))), "force: expected states that go together"),
                (lambda: p.gap(0, ["a", "b"]), "gap: expected q as real numbers"),
                (lambda: p.gap(0, [1j, 0]), "gap: expected q as real numbers"),
                (lambda: p.gap(None, [1, 0]), "gap: expected t as real numbers"),
                (lambda: chain.mass(0, [1.0]), "expected a mechanical system, found the chain"),
                (lambda: chain.until(1), "only for a chain that evolves"),
                (lambda: p.until(0), "until: expected a decimal or a fraction > 0"),
                (lambda: ball.solve("sweping"), "sweeping"),
                (lambda: ball.solve("chain_duality"), "systems such as ball_rational"),
                (lambda: ball.solve("event_driven", digits=200), "digits: expected a whole number from 1 to"),
                (lambda: ball.solve("sweeping", step="-1"), "step: expected a decimal or a fraction > 0"),
                (lambda: ball.solve("sweeping", step=float("inf")), "step: expected a finite number"),
                (lambda: ball.solve("sweeping", limit=0), "limit: expected a decimal or a fraction > 0"),
                (lambda: chain.solve("chain_duality", step="1"), "only for a chain that evolves"),
            ]
            for fault, line in cases:
                with self.assertRaisesRegex(unilateral.InputError, line) as caught:
                    fault()
                self.assertNotIn("\n", str(caught.exception))
                self.assertIsInstance(caught.exception, ValueError)

    def test_ctrl_c_ends_a_run(self):
        """A run of hours, interrupted after a third of a second, ends within seconds: the solver looks for signals a
        hundred times a second, however busy the machine."""
        code = ("import unilateral, sys\nprint('ready', flush=True)\n"
                "try:\n  unilateral.problem('ball_rational').solve('sweeping', '1/100000000', estimate=%s)\n"
                "except KeyboardInterrupt:\n  print('interrupted', flush=True)\n")
        for estimate in (False, True):
            run = subprocess.Popen([sys.executable, "-c", code % estimate], stdout=subprocess.PIPE, text=True)
            self.assertEqual(run.stdout.readline(), "ready\n")
            time.sleep(0.3)
            run.send_signal(signal.SIGINT)
            begin = time.monotonic()
            self.assertEqual(run.communicate(timeout=60)[0], "interrupted\n")
            self.assertLess(time.monotonic() - begin, 30)

    def test_other_threads_run_on_during_a_run(self):
        ticks = []
        done = threading.Event()

        def tick():
            while not done.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.01)

        thread = threading.Thread(target=tick)
        thread.start()
        try:
            with self.assertRaises(unilateral.Stopped):
                unilateral.problem("ball_rational").solve("sweeping", "1/10000000", limit=0.5, estimate=False)
        finally:
            done.set()
            thread.join()
        self.assertGreater(len(ticks), 5)


class Help(unittest.TestCase):
    def test_is_there_for_every_name(self):
        for name in unilateral.__all__:
            self.assertTrue(getattr(unilateral, name).__doc__, name)
        for name, member in inspect.getmembers(unilateral.Problem, inspect.isfunction):
            if not name.startswith("_"):
                self.assertTrue(member.__doc__, name)
        for name in ("mass", "force", "gap", "gap_gradient", "gap_rate"):
            self.assertIn("->  (...", getattr(unilateral.Problem, name).__doc__)

    def test_stubs_say_what_there_is(self):
        """The stubs have every public name, with the parameters that it has."""
        import ast
        folder = pathlib.Path(unilateral.__file__).parent
        self.assertTrue((folder / "py.typed").exists())
        tree = ast.parse((folder / "__init__.pyi").read_text())
        stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        for name in unilateral.__all__:
            self.assertIn(name, stubs)
            thing = getattr(unilateral, name)
            pairs = [(thing, stubs[name])] if inspect.isfunction(thing) else [
                (member, node) for node in stubs[name].body if isinstance(node, ast.FunctionDef)
                and inspect.isfunction(member := inspect.getattr_static(thing, node.name, None))]
            if inspect.isclass(thing):
                there = {node.name for node in stubs[name].body if isinstance(node, ast.FunctionDef)}
                for member in vars(thing):
                    if not member.startswith("_") and inspect.isfunction(vars(thing)[member]):
                        self.assertIn(member, there, name)
            for function, node in pairs:
                args = node.args
                told = [a.arg for a in args.posonlyargs + args.args + args.kwonlyargs]
                has = [p.name for p in inspect.signature(function).parameters.values()
                       if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
                if function.__name__ != "__init__":
                    self.assertEqual(told, has, f"{name}.{function.__name__}")


if __name__ == "__main__":
    unittest.main()
