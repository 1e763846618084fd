"""Random annotated loops whose indices are computed in integers of 1 to 64 bits, which wrap."""

from __future__ import annotations

import random
import re

import numpy

from asyncir.analyses.loop_dependences import dependences_of
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import statements_of
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.pipelines.judging import Judged
from tests.pipelines.tight import Needs, annotations, tight

LENGTH = 520
TRIPS = (0, 1, 2, 5, 9, 20)
NARROW = (2, 3, 3, 4, 8)
WIDTHS = (*NARROW, 1, 16, 32, 64)
"""Widths; of the narrow ones, all numbers are indices."""
_BINARY = ("addi", "subi", "muli", "minsi", "maxsi", "minui", "maxui", "andi", "ori", "xori")
_QUOTIENTS = ("divui", "divsi", "remui", "remsi", "floordivsi", "ceildivui", "ceildivsi")
_SHIFTS = ("shli", "shrsi", "shrui")
_PREDICATES = ("slt", "ult", "eq", "sge", "ugt", "ne", "uge", "sle")


class _Writer:
    """The lines of a loop's body."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.lines: list[str] = []
        self.count = 0
        self.width = rng.choice((*NARROW, 0))
        """Of all its indices, which are sums and products then; 0: they are of any width, and anything."""
        self.casts = rng.choice(
            (("index_cast",), ("index_cast",), ("index_castui",), ("index_cast", "index_castui"))
        )
        """Which ones there are, to narrow numbers and from them."""
        self.carries = rng.random() < 0.5

    def let(self, text: str) -> str:
        """A value of its own."""
        self.count += 1
        self.lines.append(f"%x{self.count} = {text}")
        return f"%x{self.count}"

    def constant(self, width: int) -> str:
        """A constant: mostly small, sometimes near where numbers of the width wrap."""
        most = (1 << (width - 1)) - 1
        anything = self.rng.randrange(-most - 1, most + 1)
        few = anything if self.width else self.rng.randrange(9)
        number = self.rng.choice((few, most, most // 2, anything))
        return self.let(f"arith.constant {max(-most - 1, min(most, number))} : i{width}")

    def index(self, carried: str) -> str:
        """Where an array is accessed: from the counter, or from what the loop carries.

        Most are narrow numbers that are cast, with or without a sign, and moved to where all of them are in bounds; where
        they wrap, nothing behind them hides it.
        """
        rng, width = self.rng, self.width or self.rng.choice((*NARROW, *WIDTHS))
        counter = (
            self.let(f"arith.index_cast {carried} to index") if self.carries and rng.random() < 0.5 else "%i"
        )
        value = self.let(f"arith.{rng.choice(self.casts)} {counter} : index to i{width}")
        for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 4))):
            value, width = self._step(value, width)
        return self._in_bounds(value, width)

    def _in_bounds(self, value: str, width: int) -> str:
        rng, cast = self.rng, self.rng.choice(self.casts)
        signed = cast == "index_cast"
        value = self.let(f"arith.{cast} {value} : i{width} to index")
        if width > 8:
            return self.let(f"arith.remui {value}, %length{rng.choice((0, 1, 2))} : index")
        least = (1 << (width - 1)) if signed else 0
        offset = least + rng.choice((0, 0, 1, 2, 3, (1 << width) // 2, (1 << width) - 1, (1 << width) + 1))
        return self.let(f"arith.addi {value}, {self.let(f'arith.constant {offset} : index')} : index")

    def inner(self, value: str) -> list[str]:
        """A store in a loop over some narrow numbers, compared with or without a sign."""
        rng, width = self.rng, self.rng.choice((3, 4, 8))
        unsigned, half = rng.random() < 0.6, 1 << (width - 1)
        low, high = sorted(
            rng.sample(range(0 if unsigned else -half, 2 * half - 2 if unsigned else half - 2), 2)
        )
        high = min(high, low + 6)
        names: list[str] = []
        for number in (low, high, 1):
            number = number - 2 * half if number >= half else number
            names.append(self.let(f"arith.constant {number} : i{width}"))
        head = f"scf.for{' unsigned' if unsigned else ''} %j = {names[0]} to {names[1]} step {names[2]} : i{width} {{"
        before, self.lines = self.lines, []
        counter, by = "%j", width
        if rng.random() < 0.6:
            narrow = self.let(f"arith.index_cast %i : index to i{width}")
            counter = self.let(f"arith.addi %j, {narrow} : i{width}")
        at = self._in_bounds(counter, by)
        inside, self.lines = self.lines, before
        return [head, *inside, f"memref.store {value}, %{rng.choice('bm')}[{at}] : memref<{LENGTH}xi64>", "}"]

    def _step(self, value: str, width: int) -> tuple[str, int]:
        rng, kind = self.rng, self.rng.random() * (0.4 if self.width else 1)
        if kind < 0.3:
            return self.let(f"arith.addi {value}, {self.constant(width)} : i{width}"), width
        if kind < 0.5:
            name = rng.choice(("subi", "muli") if self.width else _BINARY)
            operands = [value, self.constant(width)]
            if name == "subi" and rng.random() < 0.3:
                operands.reverse()
            return self.let(f"arith.{name} {operands[0]}, {operands[1]} : i{width}"), width
        if kind < 0.65 and width > 2:
            by = self.let(
                f"arith.constant {rng.choice((1, 2, 3, min(7, (1 << (width - 1)) - 1)))} : i{width}"
            )
            return self.let(f"arith.{rng.choice(_QUOTIENTS)} {value}, {by} : i{width}"), width
        if kind < 0.75 and width > 2:
            by = self.let(f"arith.constant {rng.randrange(min(width, 4))} : i{width}")
            return self.let(f"arith.{rng.choice(_SHIFTS)} {value}, {by} : i{width}"), width
        if kind < 0.85:
            bound = self.constant(width)
            predicate = rng.choice(_PREDICATES)
            condition = self.let(f"arith.cmpi {predicate}, {value}, {bound} : i{width}")
            return self.let(f"arith.select {condition}, {value}, {self.constant(width)} : i{width}"), width
        to = rng.choice(WIDTHS)
        if to == width:
            return value, width
        name = "trunci" if to < width else rng.choice(("extsi", "extui"))
        return self.let(f"arith.{name} {value} : i{width} to i{to}"), to


def text_of(rng: random.Random) -> tuple[str, int]:
    """A program `@main(%from, %to, arrays)`, with SCHEDULE for annotations, and where its loop should begin."""
    writer = _Writer(rng)
    count, arrays = rng.randrange(2, 5), ["a", "m", "m"] if writer.width else ["a", "b", "m"]
    width = rng.choice((4, 8, 8, 16, 32, 64))
    grows = writer.constant(width)
    before, writer.lines = writer.lines, []
    carried = f"%carried : i{width}"
    for n in range(count):
        source, target = rng.choice(arrays), rng.choice(arrays[1:])
        value = writer.let(f"memref.load %{source}[{writer.index(carried)}] : memref<{LENGTH}xi64>")
        value = writer.let(f"arith.addi {value}, %k{n} : i64")
        if rng.random() < 0.15:
            writer.lines += writer.inner(value)
            continue
        store = f"memref.store {value}, %{target}[{writer.index(carried)}] : memref<{LENGTH}xi64>"
        if rng.random() < 0.3:
            narrow = rng.choice((4, 8))
            asked = writer.let(
                f"arith.trunci {writer.let('arith.index_cast %i : index to i64')} : i64 to i{narrow}"
            )
            test = f"arith.cmpi {rng.choice(_PREDICATES)}, {asked}, {writer.constant(narrow)} : i{narrow}"
            store = f"scf.if {writer.let(test)} {{ {store} }}"
        writer.lines.append(store)
    more = writer.let(f"arith.addi %carried, {grows} : i{width}")
    constants = [f"%k{n} = arith.constant {3 * n + 1} : i64" for n in range(count)]
    constants += [f"%c{n} = arith.constant {n} : index" for n in range(2)]
    constants += [f"%length{n} = arith.constant {most} : index" for n, most in enumerate((LENGTH, 100, 37))]
    lines = [
        f"func.func @main(%from: index, %to: index, %a: memref<{LENGTH}xi64>, %b: memref<{LENGTH}xi64>) {{",
        *constants,
        *before,
        f"%m = memref.alloca() : memref<{LENGTH}xi64>",
        f"memref.copy %a, %m : memref<{LENGTH}xi64> to memref<{LENGTH}xi64>",
        f"%first = arith.constant {rng.choice((0, 1, (1 << (width - 1)) - 3))} : i{width}",
        f"%r = scf.for %i = %from to %to step %c1 iter_args(%carried = %first) -> (i{width}) {{",
        *(f"  {line}" for line in writer.lines),
        f"  scf.yield {more} : i{width}",
        "} {SCHEDULE}",
        f"memref.copy %m, %a : memref<{LENGTH}xi64> to memref<{LENGTH}xi64>",
        "return",
        "}",
        f"// {count + 1} statements",
    ]
    near = rng.choice((0, 0, 3, 4, 7, 8, 16, 32))
    start = 0 if not near else max(0, (1 << (near - rng.randrange(2))) - rng.randrange(1, 12))
    if rng.random() < 0.6:
        known = (("from", start), ("to", start + rng.choice((1, *TRIPS[-2:]))))
        lines[1:1] = [f"%known_{name} = arith.constant {number} : index" for name, number in known]
        lines = [line.replace("= %from to %to", "= %known_from to %known_to") for line in lines]
    return "\n".join([*lines, ""]), start


def judge_wrapping(seed: int) -> Judged:
    """Pipeline a loop as tightly as the dependences allow that were found, and run it beside the loop."""
    rng, judged = random.Random(seed), Judged()
    text, start = text_of(rng)
    judged.counts["loops"] += 1
    before = parse_module(text.replace("SCHEDULE", ""), "wrapping.mlir")
    annotated = text.replace("SCHEDULE", _tight(rng, text))
    after = parse_module(annotated, "wrapping.mlir")
    try:
        run_pipeline(after, "software-pipeline")
    except DiagnosticError as refused:
        judged.counts[f"refused with {refused.diagnostics[0].code}"] += 1
        return judged
    judged.counts["pipelines"] += 1

    def judge() -> str:
        for trips in TRIPS:
            for schedule in ("latest", f"seed:{seed}"):
                found: list[object] = []
                for module in (before, after):
                    arrays = [numpy.arange(LENGTH) * 7, numpy.arange(LENGTH) * 5 + 1]
                    end = interpret(module, "main", (start, start + trips, *arrays), parse_schedule(schedule))
                    found.append(([d.code for d in end.diagnostics], end.races, [a.tolist() for a in arrays]))
                judged.counts["runs"] += 1
                if found[0] != found[1]:
                    return f"{trips} iterations from {start}, {schedule}: something else comes out"
        return ""

    judged.attempt(f"seed {seed}\n{annotated}", judge)
    return judged


def _tight(rng: random.Random, text: str) -> str:
    """Annotations that keep the dependences which the passes find, with nothing to spare."""
    found = re.search(r"// (\d+) statements", text)
    assert found is not None
    formed = parse_module(
        text.replace("SCHEDULE", annotations([(0, n) for n in range(int(found[1]))], ())), ""
    )
    run_pipeline(formed, "form-statements")
    loop = next(op for op in formed.walk() if statements_of(op))
    statements, needs = statements_of(loop), Needs()
    for one in dependences_of(loop, statements, Effects()):
        key = (one.source, one.target)
        needs[key] = min(one.distance, needs.get(key, one.distance))
    times = tight(rng, needs, len(statements))
    can = {stage for stage, _ in times} - {t[0] for t, s in zip(times, statements, strict=True) if s.results}
    return annotations(times, [stage for stage in sorted(can) if rng.random() < 0.4])
