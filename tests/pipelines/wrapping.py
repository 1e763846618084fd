"""Random annotated loops whose indices are computed in integers of 1 to 64 bits, which wrap."""

from __future__ import annotations

import random

import numpy

from asyncir.diagnostics import DiagnosticError
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.pipelines.judging import Judged

LENGTH = 64
TRIPS = (0, 1, 2, 5, 9)
WIDTHS = (1, 3, 8, 8, 16, 32, 64)
_BINARY = ("addi", "subi", "muli", "minsi", "maxsi", "minui", "maxui", "andi", "ori", "xori")
_QUOTIENTS = ("divui", "divsi", "remui", "remsi", "floordivsi", "ceildivui", "ceildivsi")
_SHIFTS = ("shli", "shrsi", "shrui")


class _Writer:
    """The lines of a loop's body."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.lines: list[str] = []
        self.count = 0

    def let(self, text: str) -> str:
        """A value of its own."""
        self.count += 1
        self.lines.append(f"%x{self.count} = {text}")
        return f"%x{self.count}"

    def constant(self, width: int) -> str:
        """A constant: mostly small, sometimes near where numbers of the width wrap."""
        most = (1 << (width - 1)) - 1
        number = self.rng.choice(
            (self.rng.randrange(9), most, most // 2, self.rng.randrange(-most - 1, most + 1))
        )
        return self.let(f"arith.constant {max(-most - 1, min(most, number))} : i{width}")

    def index(self, carried: str) -> str:
        """Where an array is accessed: from the counter, or from what the loop carries."""
        rng, width = self.rng, self.rng.choice(WIDTHS)
        counter = self.let(f"arith.index_cast {carried} to index") if rng.random() < 0.2 else "%i"
        value = self.let(f"arith.index_cast {counter} : index to i{width}")
        for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 4))):
            value, width = self._step(value, width)
        cast = self.rng.choice(("index_cast", "index_castui"))
        value = self.let(f"arith.{cast} {value} : i{width} to index")
        kind = self.rng.choice(("remui", "remui", "andi"))
        return self.let(f"arith.{kind} {value}, %{'length' if kind == 'remui' else 'mask'} : index")

    def _step(self, value: str, width: int) -> tuple[str, int]:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.3:
            return self.let(f"arith.addi {value}, {self.constant(width)} : i{width}"), width
        if kind < 0.5:
            name = rng.choice(_BINARY)
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
            predicate = rng.choice(("slt", "ult", "eq", "sge", "ugt"))
            condition = self.let(f"arith.cmpi {predicate}, {value}, {bound} : i{width}")
            return self.let(f"arith.select {condition}, {value}, {self.constant(width)} : i{width}"), width
        to = rng.choice(WIDTHS)
        if to == width:
            return value, width
        name = "trunci" if to < width else rng.choice(("extsi", "extui"))
        return self.let(f"arith.{name} {value} : i{width} to i{to}"), to


def text_of(rng: random.Random) -> tuple[str, int]:
    """A program `@main(%from, %to, arrays)`, and where its loop should begin."""
    writer = _Writer(rng)
    count, arrays = rng.randrange(2, 5), ["a", "b", "m"]
    width = rng.choice((8, 8, 16, 32, 64))
    grows = writer.constant(width)
    before, writer.lines = writer.lines, []
    carried = f"%carried : i{width}"
    for n in range(count):
        source, target = rng.choice(arrays), rng.choice(arrays[1:])
        value = writer.let(f"memref.load %{source}[{writer.index(carried)}] : memref<{LENGTH}xi64>")
        value = writer.let(f"arith.addi {value}, %k{n} : i64")
        store = f"memref.store {value}, %{target}[{writer.index(carried)}] : memref<{LENGTH}xi64>"
        if rng.random() < 0.25:
            asked = writer.let(f"arith.trunci {writer.let('arith.index_cast %i : index to i64')} : i64 to i8")
            test = f"arith.cmpi {rng.choice(('slt', 'ult', 'ne'))}, {asked}, {writer.constant(8)} : i8"
            store = f"scf.if {writer.let(test)} {{ {store} }}"
        writer.lines.append(store)
    more = writer.let(f"arith.addi %carried, {grows} : i{width}")
    stages, orders = [rng.randrange(3) for _ in range(count + 1)], list(range(count + 1))
    if rng.random() < 0.7:
        stages.sort()
    else:
        rng.shuffle(orders)
    asynchronous = sorted({s for s in stages[:-1] if s != stages[-1] and rng.random() < 0.4})
    constants = [f"%k{n} = arith.constant {3 * n + 1} : i64" for n in range(count)]
    constants += [f"%c{n} = arith.constant {n} : index" for n in range(2)]
    constants += [
        f"%length = arith.constant {LENGTH} : index",
        f"%mask = arith.constant {LENGTH - 1} : index",
    ]
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
        f"}} {{software_pipeline_stage = {stages}, software_pipeline_order = {orders}, "
        f"software_pipeline_async_stages = {asynchronous}}}",
        f"memref.copy %m, %a : memref<{LENGTH}xi64> to memref<{LENGTH}xi64>",
        "return",
        "}",
    ]
    near = rng.choice((0, 3, 7, 8, 16, 32))
    start = 0 if not near else max(0, (1 << (near - 1)) - rng.randrange(1, 6))
    if rng.random() < 0.6:
        known = (("from", start), ("to", start + rng.choice(TRIPS)))
        lines[1:1] = [f"%known_{name} = arith.constant {number} : index" for name, number in known]
        lines = [line.replace("= %from to %to", "= %known_from to %known_to") for line in lines]
    return "\n".join([*lines, ""]), start


def judge_wrapping(seed: int) -> Judged:
    """Run a loop and its pipeline beside each other, if it is one."""
    rng, judged = random.Random(seed), Judged()
    text, start = text_of(rng)
    judged.counts["loops"] += 1
    after = parse_module(text, "wrapping.mlir")
    try:
        run_pipeline(after, "software-pipeline")
    except DiagnosticError as refused:
        judged.counts[f"refused with {refused.diagnostics[0].code}"] += 1
        return judged
    judged.counts["pipelines"] += 1
    before = parse_module(text, "wrapping.mlir")

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
                    return f"{trips} iterations from {start}: {found[0]} becomes {found[1]}"
        return ""

    judged.attempt(f"seed {seed}\n{text}", judge)
    return judged
