#!/usr/bin/env python3
"""Runs the built command on every user problem and holds its answers against the truths beside them.

    run.py COMMAND [--kind K]... [--name N]... [--digits D]... [--solver S]... [--limit SECONDS] [--jobs N] [--list]

One line a failure, one line a kind, exit status 1 if anything failed. What counts as right is written in README.md.
Python's standard library only.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import time
from decimal import Decimal, InvalidOperation, getcontext

getcontext().prec = 120
FOLDER = pathlib.Path(__file__).resolve().parent
ENGINES = ("event_driven", "gauss_collocation")


def problems(kinds, names):
    for path in sorted(FOLDER.glob("*/*.truth.json")):
        name = path.name[: -len(".truth.json")]
        if (not kinds or path.parent.name in kinds) and (not names or name in names):
            yield path.parent.name, name, json.loads(path.read_text())


def tolerance(truth, digits):
    """Relative to the size of the motion: 10 to 100 thousand roundings, times how the motion amplifies them."""
    amplified = Decimal(max(10, truth.get("condition", 1)))
    if digits <= 16:
        return Decimal("1e-12") * amplified
    return max(Decimal("1e-30") * amplified, Decimal(10) ** (2 - truth.get("digits", 38)))


class wrong(Exception):
    pass


estimates = []  # (error, its estimate) of every number that has one


def compare(what, found, right, size, eps, digits, estimate=None):
    try:
        found, right = Decimal(found), Decimal(right)
    except InvalidOperation:
        raise wrong(f"{what} = {found}, no number")
    if not found.is_finite():
        raise wrong(f"{what} = {found}, no finite number")
    if estimate is not None:
        last_digit = abs(right) * Decimal("1e-39")  # the truths have 40
        estimates.append((max(Decimal(0), abs(found - right) - last_digit), Decimal(estimate), f"{what} = {found:.20g}, right {right:.20g}, believed to {estimate}"))
    if abs(found - right) > eps * size + (Decimal("1e-305") if digits <= 16 else 0):  # double underflows below
        raise wrong(f"{what} = {found:.20g}, right {right:.20g}, off by {abs(found - right) / size:.1e} of the motion's size (bound {eps:.0e})")


def check_values(truth, answer, digits):
    eps = tolerance(truth, digits)
    size = {key: Decimal(value) for key, value in truth["size"].items()}
    unit = [Decimal(u) for u in truth.get("units", ["1"] * len(answer["end"]["q"]))]
    end_time = Decimal(answer["end"]["t"])
    if "until" in truth:
        compare("end.t", answer["end"]["t"], truth["until"], size["t"], eps, digits)
    for key in ("q", "v"):
        for i, x in enumerate(answer["end"][key]):
            if not Decimal(x).is_finite():
                raise wrong(f"end.{key}[{i}] = {x}, no finite number")
    if "impacts" in truth:
        right, found = truth["impacts"], [i for i in answer["impacts"] if not i.get("continues")]
        for k, (entry, i) in enumerate(zip(right, found)):
            compare(f"impacts[{k}].t", i["t"], entry[0], size["t"], eps, digits, i.get("t_error"))
            for key, s in (("q", "q"), ("v_plus", "v")):
                for j, x in enumerate((entry[1] if len(entry) > 1 else {}).get(key, [])):
                    compare(f"impacts[{k}].{key}[{j}]", i[key][j], x, size[s] * unit[j], eps, digits, i.get(key + "_error", {j: None})[j])
        if len(found) < len(right):
            raise wrong(f"{len(found)} impacts, the next one of {len(right)} is at {Decimal(right[len(found)][0]):.20g}")
        if truth["complete"] and len(found) > len(right):
            raise wrong(f"{len(found)} impacts, right {len(right)}; the first that is too many at {found[len(right)]['t']:.25}")
    if "accumulations" in truth:
        found = answer["accumulations"]
        if len(found) != len(truth["accumulations"]):
            raise wrong(f"{len(found)} accumulations, right {len(truth['accumulations'])}")
        for k, (t, a) in enumerate(zip(truth["accumulations"], found)):
            compare(f"accumulations[{k}].t", a["t"], t, size["t"], eps, digits, a.get("t_error"))
    for key in ("q", "v"):
        for i, x in enumerate(truth.get("end", {}).get(key, [])):
            compare(f"end.{key}[{i}]", answer["end"][key][i], x, size[key] * unit[i], eps, digits, answer["end"].get(key + "_error", {i: None})[i])
    if "count" in truth and answer["counts"]["impacts"] != truth["count"]:
        raise wrong(f"{answer['counts']['impacts']} impacts, right {truth['count']}")
    if "no_warning" in truth:
        for w in answer["warnings"]:
            if re.search(truth["no_warning"], w, re.I):
                raise wrong(f"false warning: {w[:100]}")


def verdict(truth, solver, digits, status, out, err):
    """"right" or "refused", or raises wrong. `err` is free of the file's name, which would match."""
    answer = None
    if out.strip():
        try:
            answer = json.loads(out)
        except json.JSONDecodeError:
            raise wrong(f"exit {status}, and no JSON: {out[:80]!r}")
    stopped = answer is None or answer["status"] != "completed"
    message = (err.strip() + " " + (answer["status"] if answer else "")).strip()
    if status not in (0, 1, 2) or (answer is None and status != 2):
        raise wrong(f"exit {status}: {message[-120:]}")
    if stopped and status == 0:
        raise wrong("exit 0 of a run that stopped")
    refuse = truth.get("refuse") or (truth.get("refuse_16") if digits <= 16 else None)
    may = truth.get("may_refuse") or (truth.get("may_refuse_50") if digits > 16 else None)
    if solver not in ENGINES:  # a scheme has its own errors: it must end, with numbers, and stop where nothing can be right
        if truth.get("schemes_refuse") and not stopped:
            raise wrong("completed where no motion exists")
        if not stopped and not all(Decimal(x).is_finite() for key in ("q", "v") for x in answer["end"][key]):
            raise wrong("completed with numbers that are not finite")
        return "refused" if stopped else "right"
    if refuse:
        if stopped:
            if not re.search(refuse, message, re.I):
                raise wrong(f"refused, but by another message than /{refuse}/: {message[-160:]}")
            return "refused"
        if truth.get("may_warn") and any(re.search(refuse, w, re.I) for w in answer["warnings"]):
            return "refused"
        raise wrong(f"completed, where it should refuse (/{refuse}/)")
    if stopped:
        if may and re.search(may, message, re.I):
            return "refused"
        raise wrong(f"stopped: {message[-200:]}")
    if may and truth.get("may_warn") and any(re.search(may, w, re.I) for w in answer["warnings"]):
        return "refused"
    check_values(truth, answer, digits)
    return "right"


def one(command, kind, name, truth, solver, digits, limit, extra):
    began = time.monotonic()
    try:
        run = subprocess.run([command, "solve", FOLDER / kind / (name + ".toml"), "--solver", solver, "--digits", str(digits), *extra], capture_output=True, text=True,
                             timeout=limit)
        result = verdict(truth, solver, digits, run.returncode, run.stdout, run.stderr.replace(str(FOLDER / kind), "").replace(name, "…")), ""
    except subprocess.TimeoutExpired:
        result = "WRONG", f"no end within {limit:g} s"
    except wrong as what:
        result = "WRONG", str(what)
    return kind, name, solver, digits, *result, time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    for what in ("kind", "name", "solver"):
        parser.add_argument("--" + what, action="append")
    parser.add_argument("--digits", action="append", type=int)
    parser.add_argument("--limit", type=float, default=30)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="one line a run, right ones too")
    parser.add_argument("--extra", action="append", default=[], help="an argument passed on to the command, such as --extra=--no-estimate")
    asked = parser.parse_args()
    if asked.name:
        asked.name = [n.split("/")[-1] for n in asked.name]
    runs = [(asked.command, kind, name, truth, solver, digits, asked.limit, asked.extra)
            for kind, name, truth in problems(asked.kind, asked.name)
            for solver in asked.solver or ENGINES
            for digits in asked.digits or (16, 50)]
    kinds = {}
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        for kind, name, solver, digits, result, note, seconds in pool.map(lambda run: one(*run), runs):
            of_kind = kinds.setdefault(kind, {}).setdefault((solver, digits), {"right": 0, "refused": 0, "WRONG": 0, "seconds": 0.0})
            of_kind[result] += 1
            of_kind["seconds"] += seconds
            if result == "WRONG" or asked.list:
                print(f"{result:7} {kind}/{name} {solver} {digits}: {note} ({seconds:.1f} s)", flush=True)
    print(f"\n{'kind':22} {'solver':18} digits  right refused wrong  seconds")
    failed = 0
    for kind, of_kind in kinds.items():
        for (solver, digits), n in of_kind.items():
            failed += n["WRONG"]
            print(f"{kind:22} {solver:18} {digits:6} {n['right']:6} {n['refused']:7} {n['WRONG']:5} {n['seconds']:8.1f}")
    print(f"{len(runs)} runs, {failed} wrong")
    if estimates:
        beyond = [line for error, estimate, line in estimates if error > estimate]
        ratios = sorted(estimate / error for error, estimate, _ in estimates if error > 0)
        print(f"{len(estimates)} numbers with an estimate of their error, {len(beyond)} beyond it; median of estimate/error {ratios[len(ratios) // 2] if ratios else 0:.3g}")
        for line in beyond[: 20 if asked.list else 5]:
            print("beyond its estimate: " + line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
