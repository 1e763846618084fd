"""Random graphs of blocks that hand on tensors: loops with several ways in and out, ways that never meet, several ends.

A block may go back as long as a counter that all hand on is above zero; where else it goes depends on that counter.
"""

from __future__ import annotations

from asyncir.ir.graphs import postorder
from tests.transforms.tensor_programs import ROW, SQUARE, TensorProgram

FIRST = [
    "%k = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 1, 2, 3], [4, 5, 6, 7]]> : tensor<4x4xi32>",
    "%kr = arith.constant dense<3> : tensor<4xi32>",
    *(f"%c{n} = arith.constant {n} : index" for n in range(4)),
    "%two = arith.constant 2 : i32",
]


class BlockProgram(TensorProgram):
    """A function with the arguments of `TensorProgram`, and a number that says how often blocks go back."""

    def text(self) -> str:
        """The program: `@main`, and a function that it calls."""
        pick = self._random
        count = pick.randint(3, 8)
        ways = [self._ways(block, count) for block in range(count)]
        order = postorder(0, lambda block: ways[block])[::-1]
        above = _dominators(order, ways)
        arguments = {
            block: [
                self._new() + suffix
                for suffix in pick.choices(["", "", "r"], k=pick.randint(0, 2) * (block > 0))
            ]
            for block in order
        }
        squares = {block: [name for name in arguments[block] if not name.endswith("r")] for block in order}
        rows = {block: [name for name in arguments[block] if name.endswith("r")] for block in order}
        lines: list[str] = []
        for block in order:
            seen = [["%a", "%b", "%k"], ["%r", "%kr"]]
            for other in above[block]:
                seen[0] += squares[other]
                seen[1] += rows[other]
            old = [len(names) for names in seen]
            self._lines = list(FIRST) if block == 0 else []
            self._ops(*seen, pick.randint(0, 3), pick.choice([0, 0, 1]))
            squares[block] += seen[0][old[0] :]
            rows[block] += seen[1][old[1] :]
            lines += [
                self._label(block, arguments[block]),
                *self._lines,
                *self._end(block, ways, arguments, seen),
            ]
        head = f"func.func @main(%a: {SQUARE}, %b: {SQUARE}, %r: {ROW}, %n: index, %t: i1, %f: index)"
        body = "\n".join(f"  {line}" for line in lines)
        twice = f"%y = linalg.add ins(%x, %x : {SQUARE}, {SQUARE}) outs(%x : {SQUARE}) -> {SQUARE}"
        return (
            f"{head} -> ({SQUARE}, {ROW}, index) {{\n{body}\n}}\n"
            f"func.func private @twice(%x: {SQUARE}) -> {SQUARE} {{\n  {twice}\n  return %y : {SQUARE}\n}}\n"
        )

    def _ways(self, block: int, count: int) -> list[int]:
        """Where the block goes: first where it always may, then back, or anywhere."""
        pick = self._random
        if block == count - 1 or (block > 1 and pick.random() < 0.1):
            return []
        forward = [
            pick.randint(block + 1, min(count - 1, block + 2)) for _ in range(pick.choice([1, 1, 2, 3]))
        ]
        if block and len(forward) == 1 and pick.random() < 0.6:
            return [forward[0], pick.randint(1, block)]
        return forward

    def _label(self, block: int, arguments: list[str]) -> str:
        if not block:
            return ""
        passed = [f"{name}: {ROW if name.endswith('r') else SQUARE}" for name in arguments]
        return f"^bb{block}({', '.join([f'%n{block}: index', *passed])}):"

    def _end(
        self, block: int, ways: list[list[int]], arguments: dict[int, list[str]], seen: list[list[str]]
    ) -> list[str]:
        """The counter, one less, and the way that it says."""
        pick, fuel = self._random, f"%n{block}" if block else "%f"
        less, even, more, rest, flag = (
            f"%{stem}_{block}" for stem in ("less", "even", "more", "rest", "flag")
        )
        lines = [
            f"{less} = arith.subi {fuel}, %c1 : index",
            f"{rest} = arith.remui {less}, %c3 : index",
            f"{even} = arith.cmpi eq, {rest}, %c{pick.randrange(3)} : index",
            f"{more} = arith.cmpi sgt, {less}, %c0 : index",
            f"{flag} = arith.index_cast {rest} : index to i32",
        ]
        goals: list[str] = []
        for way in ways[block]:
            names = [
                pick.choice(seen[1][-4:] if name.endswith("r") else seen[0][-4:]) for name in arguments[way]
            ]
            types = ["index", *(ROW if name.endswith("r") else SQUARE for name in arguments[way])]
            goals.append(f"^bb{way}({', '.join([less, *names])} : {', '.join(types)})")
        if not goals:
            square, row = pick.choice(seen[0][-3:]), pick.choice(seen[1][-3:])
            return [*lines, f"return {square}, {row}, {less} : {SQUARE}, {ROW}, index"]
        if len(goals) == 1:
            return [*lines, f"cf.br {goals[0]}"]
        if len(goals) == 3:
            return [*lines, f"cf.switch {flag} : i32, [default: {goals[0]}, 1: {goals[1]}, 2: {goals[2]}]"]
        back = ways[block][1] <= block
        if not back:
            return [*lines, f"cf.cond_br {pick.choice([even, '%t'])}, {goals[0]}, {goals[1]}"]
        if pick.random() < 0.5:
            return [*lines, f"cf.cond_br {more}, {goals[1]}, {goals[0]}"]
        done = f"%done_{block}"
        return [
            *lines,
            f"{done} = arith.cmpi sle, {less}, %c0 : index",
            f"cf.cond_br {done}, {goals[0]}, {goals[1]}",
        ]


def _dominators(order: list[int], ways: list[list[int]]) -> dict[int, list[int]]:
    """The blocks that every way to each block leads through, without itself."""
    above = {block: set(order) for block in order}
    above[order[0]] = {order[0]}
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            before = [above[other] for other in order if block in ways[other]]
            now = {block} | set[int].intersection(*before)
            changed |= now != above[block]
            above[block] = now
    return {block: [other for other in order if other in above[block] and other != block] for block in order}
