"""Programs that were written to fool `asyncir check`, with what docs/semantics-queues.md says of them.

    python -m bench.mixed_adversary.by_hand [--only NAME] [--text]

`// run: N -> WHAT` is a run with N and two arrays: a number that is returned, `race`, `outside` (memory outside of its life),
`error R102`, or a code. CONSTANTS, MAIN, `PUT value array index` and `GET name array index` are short for what all need.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import asyncir
from asyncir.diagnostics import Severity
from asyncir.semantics import interpret, parse_schedule

from .compare import BOUNDS, commands

CONSTANTS = "\n".join(
    [f"  %c{k} = arith.constant {k} : index" for k in range(4)]
    + [f"  %v{k} = arith.constant {k} : i64" for k in (7, 9)]
)
MAIN = "func.func @main(%n: index, %A: memref<4xi64>, %B: memref<4xi64>) -> i64 {\n  CONSTANTS"
SCHEDULES = ("latest", "earliest", "seed:1", "seed:2", "seed:3", "seed:4", "exhaustive")


@dataclass
class Case:
    file: str
    name: str
    runs: list[tuple[int, str]]
    refused: list[str]
    """With which code."""
    text: str


def cases() -> Iterator[Case]:
    for path in sorted((Path(__file__).parent / "hand").glob("*.mlir")):
        for part in path.read_text(encoding="utf-8").split("// -----\n"):
            named = re.search(r"// NAME (.*)", part)
            assert named, part
            runs = [(int(n), what.strip()) for n, what in re.findall(r"// run: (-?\d+) -> (.*)", part)]
            text = part.replace("MAIN", MAIN).replace("CONSTANTS", CONSTANTS)
            text = re.sub(r"PUT (\w+) (\w+) (\w+)", r"memref.store %\1, %\2[%\3] : memref<4xi64>", text)
            text = re.sub(r"GET (\w+) (\w+) (\w+)", r"%\1 = memref.load %\2[%\3] : memref<4xi64>", text)
            # An op begins its line.
            text = re.sub(r"\) -> i64 \} \}", ") -> i64\n}\n}", text)
            yield Case(path.name, named[1], runs, re.findall(r"// refused: (V\d+)", part), text)


def values(number: int) -> list[object]:
    return [number, np.arange(1, 5, dtype=np.int64), np.arange(11, 15, dtype=np.int64)]


def told(errors: list[str], results: tuple[object, ...]) -> str:
    """What a run shows, in the words of a header."""
    if "S001" in errors:
        return "race"
    if {"S002", "S020"} & set(errors):
        return "outside"
    if errors:
        return f"error {errors[0]}" if errors[0].startswith("R") else errors[0]
    return str(results[0])


def interpreted(case: Case) -> Iterator[str]:
    try:
        module = asyncir.parse(case.text, "p.mlir")
    except asyncir.DiagnosticError as error:
        if not {d.code for d in error.diagnostics} & set(case.refused):
            yield f"refused: {error}"
        return
    for number, wanted in case.runs:
        for schedule in SCHEDULES:
            found = interpret(module, "main", values(number), parse_schedule(schedule), max_steps=100_000)
            for one in (found, *found.others):
                errors = [d.code for d in one.diagnostics if d.severity is Severity.ERROR]
                if not BOUNDS & set(errors) and told(errors, one.results) != wanted:
                    message = "; ".join(d.message for d in one.diagnostics)[:160]
                    yield f"{schedule} {number}: {told(errors, one.results)} in place of {wanted}: {message}"
                    break
                if BOUNDS & set(errors):
                    yield f"{schedule} {number}: not judged: {errors}"


def checked(case: Case) -> tuple[str, list[str]]:
    answer = asyncir.check(case.text, filename="p.mlir")
    bad = [f"{n} -> {w}" for n, w in case.runs if w in ("race", "outside", "error R104")]
    faults: list[str] = []
    if answer.standing == "proved" and bad:
        faults.append(f"FALSE PROOF: {bad[0]}")
    if answer.standing == "refuted" and not bad and not any(w == "S018" for _, w in case.runs):
        faults.append(f"refuted, and nothing is wrong: {commands(answer)}")
    redundant = [w.location for w in answer.waits if w.verdict == "redundant"]
    reasons = sorted({d.message.partition(": ")[2] for d in answer.diagnostics if d.code == "Q005"})
    said = f"{answer.standing}{f' (redundant {redundant})' if redundant else ''}"
    return said + (f" {reasons}" if answer.standing == "unknown" else ""), faults


def natively(case: Case) -> Iterator[str]:
    try:
        main = asyncir.compile(case.text, threads=2)["main"]
    except asyncir.DiagnosticError as error:
        yield f"not compiled: {error}"
        return
    for number, wanted in case.runs:
        if not re.fullmatch(r"-?\d+|error R\d+", wanted):
            continue
        for _ in range(3):
            try:
                found = str(main.call(values(number), timeout=10))
            except asyncir.ProgramError as error:
                found = f"error {error.code}"
            if found != wanted:
                yield f"native {number}: {found} in place of {wanted}"
                break


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="names with this in them")
    parser.add_argument("--text", action="store_true", help="print the programs")
    options = parser.parse_args()
    standings, bad = Counter[str](), 0
    for case in cases():
        if options.only not in case.name:
            continue
        if options.text:
            print(case.text)
        faults: list[str] = []
        try:
            faults += interpreted(case)
            said = "refused"
            if not case.refused:
                said, more = checked(case)
                faults += [*more, *natively(case)]
        except Exception as error:
            said, faults = "crash", [*faults, f"CRASH {type(error).__name__}: {error}"]
        standings[said.split()[0]] += 1
        bad += any(not fault.startswith("not compiled") and "not judged" not in fault for fault in faults)
        print(f"{case.file} {case.name}: {said}")
        for fault in faults:
            print(f"    {fault[:240]}")
    print(f"{sum(standings.values())} programs, {dict(standings)}, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
