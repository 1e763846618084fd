"""Random programs on tensors that use what there is again and again: as inputs, as destinations, before and after changes.

All tensors are 4x4 or 4, of i32, so that almost any can be anywhere. Every value that was made is returned in the end or not,
by chance: what an op overwrites too early is then seen.
"""

from __future__ import annotations

import random

SQUARE, ROW = "tensor<4x4xi32>", "tensor<4xi32>"


class TensorProgram:
    """A function of two squares, a row and a number, with loops and branches, and `scf.while` if it is asked for."""

    def __init__(self, seed: int, *, with_while: bool = False):
        self._random = random.Random(seed)
        self._with_while = with_while
        self._count = 0
        self._lines: list[str] = []

    def text(self) -> str:
        """The program: `@main`, and a function that it calls."""
        squares, rows = ["%a", "%b", "%k"], ["%r", "%kr"]
        self._lines = [
            "%k = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 1, 2, 3], [4, 5, 6, 7]]> : tensor<4x4xi32>",
            "%kr = arith.constant dense<3> : tensor<4xi32>",
            *(f"%c{n} = arith.constant {n} : index" for n in range(4)),
            "%two = arith.constant 2 : i32",
        ]
        self._ops(squares, rows, self._random.randint(4, 12), 2)
        given = self._random.sample(squares, min(len(squares), 4)) + self._random.sample(rows, 2)
        types = [SQUARE if name in squares else ROW for name in given]
        body = "\n".join(f"  {line}" for line in self._lines)
        head = f"func.func @main(%a: {SQUARE}, %b: {SQUARE}, %r: {ROW}, %n: index, %t: i1)"
        return (
            f"{head} -> ({', '.join(types)}) {{\n{body}\n  return {', '.join(given)} : {', '.join(types)}\n}}\n"
            f"func.func private @twice(%x: {SQUARE}) -> {SQUARE} {{\n"
            f"  %y = linalg.add ins(%x, %x : {SQUARE}, {SQUARE}) outs(%x : {SQUARE}) -> {SQUARE}\n"
            f"  return %y : {SQUARE}\n}}\n"
        )

    def _new(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _ops(self, squares: list[str], rows: list[str], count: int, depth: int) -> None:
        for _ in range(count):
            kinds = [self._combine] * 3 + [
                self._accumulate,
                self._slice,
                self._insert,
                self._row,
                self._reduce,
                self._call,
            ]
            if depth:
                kinds += [self._loop, self._branch, self._forall]
                kinds += [self._while] * (4 if self._with_while else 0)
            kind = self._random.choice(kinds)
            kind(squares, rows, depth)

    def _combine(self, squares: list[str], rows: list[str], depth: int) -> None:
        name, (x, y, z) = self._new(), self._random.choices(squares, k=3)
        op = self._random.choice(["add", "sub", "mul", "max"])
        self._lines.append(
            f"{name} = linalg.{op} ins({x}, {y} : {SQUARE}, {SQUARE}) outs({z} : {SQUARE}) -> {SQUARE}"
        )
        squares.append(name)

    def _accumulate(self, squares: list[str], rows: list[str], depth: int) -> None:
        name, (x, y, z) = self._new(), self._random.choices(squares, k=3)
        what = self._random.choice(["matmul", "transpose"])
        if what == "matmul":
            ins = f"ins({x}, {y} : {SQUARE}, {SQUARE})"
            self._lines.append(f"{name} = linalg.matmul {ins} outs({z} : {SQUARE}) -> {SQUARE}")
        else:
            operands = f"ins({x} : {SQUARE}) outs({z} : {SQUARE})"
            self._lines.append(f"{name} = linalg.transpose {operands} permutation = [1, 0]")
        squares.append(name)

    def _slice(self, squares: list[str], rows: list[str], depth: int) -> None:
        name, x, at = self._new(), self._random.choice(squares), self._random.randrange(4)
        places = f"[{at}, 0] [1, 4] [1, 1]" if self._random.random() < 0.5 else f"[0, {at}] [4, 1] [1, 1]"
        self._lines.append(f"{name} = tensor.extract_slice {x}{places} : {SQUARE} to {ROW}")
        rows.append(name)

    def _insert(self, squares: list[str], rows: list[str], depth: int) -> None:
        name, row, into, at = (
            self._new(),
            self._random.choice(rows),
            self._random.choice(squares),
            self._random.randrange(4),
        )
        if self._random.random() < 0.3:
            self._lines.append(f"{name} = tensor.insert %two into {into}[%c{at}, %c1] : {SQUARE}")
        else:
            places = f"[{at}, 0] [1, 4] [1, 1]"
            self._lines.append(
                f"{name} = tensor.insert_slice {row} into {into}{places} : {ROW} into {SQUARE}"
            )
        squares.append(name)

    def _row(self, squares: list[str], rows: list[str], depth: int) -> None:
        name, (x, y, z) = self._new(), self._random.choices(rows, k=3)
        self._lines.append(f"{name} = linalg.add ins({x}, {y} : {ROW}, {ROW}) outs({z} : {ROW}) -> {ROW}")
        rows.append(name)

    def _reduce(self, squares: list[str], rows: list[str], depth: int) -> None:
        name, x, z = self._new(), self._random.choice(squares), self._random.choice(rows)
        operands = f"ins({x} : {SQUARE}) outs({z} : {ROW})"
        dim = self._random.randrange(2)
        self._lines.append(f"{name} = linalg.reduce {{ arith.addi }} {operands} dimensions = [{dim}]")
        rows.append(name)

    def _call(self, squares: list[str], rows: list[str], depth: int) -> None:
        name, x = self._new(), self._random.choice(squares)
        self._lines.append(f"{name} = func.call @twice({x}) : ({SQUARE}) -> {SQUARE}")
        squares.append(name)

    def _loop(self, squares: list[str], rows: list[str], depth: int) -> None:
        name, inits = self._new(), self._random.choices(squares, k=2)
        x, y = self._new(), self._new()
        types = f"({SQUARE}, {SQUARE})"
        self._lines.append(
            f"{name}:2 = scf.for %i{self._count} = %c0 to %n step %c1 "
            f"iter_args({x} = {inits[0]}, {y} = {inits[1]}) -> {types} {{"
        )
        inner, inner_rows = [*squares, x, y], list(rows)
        self._ops(inner, inner_rows, self._random.randint(1, 4), depth - 1)
        given = self._random.choices(inner[-4:], k=2)
        self._lines += [f"scf.yield {given[0]}, {given[1]} : {SQUARE}, {SQUARE}", "}"]
        squares += [f"{name}#0", f"{name}#1"]

    def _while(self, squares: list[str], rows: list[str], depth: int) -> None:
        """It hands on what it is given or makes, some of it twice or not at all, in any order."""
        name, count = self._new(), self._random.randint(1, 3)
        carried, handed = [self._new() for _ in range(count)], [self._new() for _ in range(3)]
        inits = ", ".join(f"{x} = {self._random.choice(squares)}" for x in carried)
        i, j, k, m = (f"%{stem}{self._count}" for stem in "ijkm")
        types, given = ", ".join(["index", *[SQUARE] * count]), f"{SQUARE}, index, {SQUARE}, {SQUARE}"
        self._lines += [
            f"{name}:4 = scf.while ({i} = %c0, {inits}) : ({types}) -> ({given}) {{",
            f"{k} = arith.cmpi slt, {i}, %n : index",
        ]
        inner, inner_rows = [*squares, *carried], list(rows)
        self._ops(inner, inner_rows, self._random.randint(0, 2), depth - 1)
        a, b, c = self._random.choices([*inner[-3:], *carried, *carried], k=3)
        self._lines += [
            f"scf.condition({k}) {a}, {i}, {b}, {c} : {given}",
            "} do {",
            f"^bb0({handed[0]}: {SQUARE}, {m}: index, {handed[1]}: {SQUARE}, {handed[2]}: {SQUARE}):",
            f"{j} = arith.addi {m}, %c1 : index",
        ]
        inner, inner_rows = [*squares, *handed], list(rows)
        self._ops(inner, inner_rows, self._random.randint(0, 3), depth - 1)
        given = ", ".join(self._random.choices([*inner[-3:], *handed], k=count))
        self._lines += [f"scf.yield {j}, {given} : {types}", "}"]
        squares += [f"{name}#{n}" for n in (0, 2, 3)]

    def _forall(self, squares: list[str], rows: list[str], depth: int) -> None:
        name, inits = self._new(), self._random.choices(squares, k=2)
        x, y, i = self._new(), self._new(), f"%i{self._count}"
        self._lines.append(
            f"{name}:2 = scf.forall ({i}) in ({self._random.choice(['4', '%n'])}) "
            f"shared_outs({x} = {inits[0]}, {y} = {inits[1]}) -> ({SQUARE}, {SQUARE}) {{"
        )
        inner, inner_rows = list(squares), list(rows)
        if self._random.random() < 0.3:
            inner += [x, y]
        places = f"[{i}, 0] [1, 4] [1, 1]" if self._random.random() < 0.7 else f"[0, {i}] [4, 1] [1, 1]"
        for _ in range(self._random.randint(0, 3)):
            row, whole = self._new(), self._random.choice([x, x, y, *squares[-2:]])
            self._lines.append(f"{row} = tensor.extract_slice {whole}{places} : {SQUARE} to {ROW}")
            inner_rows += [row] * 3
        self._ops(inner, inner_rows, self._random.randint(0, 4), depth - 1)
        self._lines.append("scf.forall.in_parallel {")
        for whole in self._random.sample([x, y], self._random.randint(0, 2)):
            row = self._random.choice(inner_rows[-4:])
            self._lines.append(
                f"tensor.parallel_insert_slice {row} into {whole}{places} : {ROW} into {SQUARE}"
            )
        self._lines += ["}", "}"]
        squares += [f"{name}#0", f"{name}#1"]

    def _branch(self, squares: list[str], rows: list[str], depth: int) -> None:
        name = self._new()
        self._lines.append(f"{name} = scf.if %t -> {SQUARE} {{")
        for last in ("} else {", "}"):
            inner, inner_rows = list(squares), list(rows)
            self._ops(inner, inner_rows, self._random.randint(0, 3), depth - 1)
            self._lines += [f"scf.yield {self._random.choice(inner[-3:])} : {SQUARE}", last]
        squares.append(name)
