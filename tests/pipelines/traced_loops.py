"""Random loops of four to nine statements: views, guards, indirect and carried indices, atomics, `while`, inner loops, calls.

Names of values say what kind of thing they are: an index that was loaded is `%indirect7`. So a diagnostic's line says of
what kind the accesses are that it is about.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass

LENGTH = 96
ROWS = 16
MOST = 12
"""Iterations, at most."""

ARRAY, GRID, TILE = f"memref<{LENGTH}xi64>", f"memref<{ROWS}x4xi64>", "memref<4xi64>"
PARALLEL, IN_ORDER = "scf.parallel (%j) = (%k0) to (%k4) step (%k1)", "scf.for %j = %k0 to %k4 step %k1"
ROW, WIDE = (f"memref<4xi64, strided<[{step}], offset: ?>>" for step in (1, 2))
NUMBERS = "%any_n: index, %any_o: index, %any_s: index"
ARGUMENTS = f"{NUMBERS}, %a: {ARRAY}, %b: {ARRAY}, %g: {GRID}, %p: {ARRAY}, %c: memref<8xi64>"
HELPERS = f"""func.func private @put(%to: {ARRAY}, %at: index, %x: i64) {{
  %old = memref.load %to[%at] : {ARRAY}
  %sum = arith.addi %old, %x : i64
  memref.store %sum, %to[%at] : {ARRAY}
  return
}}
func.func private @fill(%from: {ARRAY}, %at: index, %to: {TILE}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %j = %c0 to %c4 step %c1 {{
    %k = arith.addi %at, %j : index
    %x = memref.load %from[%k] : {ARRAY}
    memref.store %x, %to[%j] : {TILE}
  }}
  return
}}
func.func private @deep(%to: {ARRAY}, %at: index, %left: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %to[%at] : {ARRAY}
  %more = arith.cmpi sgt, %left, %c0 : index
  scf.if %more {{
    %less = arith.subi %left, %c1 : index
    func.call @deep(%to, %at, %less) : ({ARRAY}, index, index) -> ()
  }}
  return
}}
"""

_INDICES = {
    "ahead": (8, "arith.addi %i, {small} : index"),
    "param": (3, "arith.addi %i, %o : index"),
    "twice": (2, "arith.muli %i, %k(2|3|4) : index"),
    "min": (2, "arith.min(s|u)i {simple}, %k(3|5|8) : index"),
    "max": (2, "arith.max(s|u)i {simple}, %k(3|5|8) : index"),
    "mask": (2, "arith.andi {simple}, %k(3|7) : index"),
    "rest": (2, "arith.rem(s|u)i {simple}, %k(2|3|4) : index"),
    "quotient": (2, "arith.(divui|floordivsi) {simple}, %k(2|3|4) : index"),
    "ceil": (1, "arith.ceildiv(s|u)i {simple}, %k(2|3|4) : index"),
    "shift": (1, "arith.(shli|shrsi|shrui) {simple}, %k1 : index"),
    "select": (2, "arith.select {test}, {simple}, {small} : index"),
    "xor": (1, "arith.xori {simple}, %k(1|3) : index"),
    "apply": (2, "affine.apply affine_map<(d0) -> ((d0 mod 4|d0 floordiv 2 + 1|d0 * 2 + 3|d0 mod 3 + d0 floordiv 3))>(%i)"),
    "cast": (2, "arith.(index_cast|index_castui) {narrow} : i32 to index"),
    "back": (2, "arith.subi %k20, %i : index"),
    "indirect": (3, "arith.index_cast {loaded} : i64 to index"),
    "product": (1, "arith.muli %i, %o : index"),
    "square": (1, "arith.andi {squared}, %k31 : index"),
    "plain": (8, ""),
    "fixed": (3, ""),
    "carried": (4, ""),
    "ring": (3, ""),
}  # fmt: skip
"""Kinds of indices, and how often there are. `(a|b)` is one of these; names in braces are values of their own."""

_VALUES = {
    "narrow": "arith.(index_cast|index_castui) {simple} : index to i32",
    "loaded": f"memref.load %p[{{simple}}] : {ARRAY}",
    "squared": "arith.muli %i, %i : index",
    "old": f"memref.load %{{array}}[{{index}}] : {ARRAY}",
    "cell": "memref.load {cells}[] : memref<i64>",
    "part": f"memref.load {{full}}[%k(0|1|2|3)] : {TILE}",
    "v": "arith.(addi|xori) {operand}, (%x3|%x5|{operand2}) : i64",
    "vector": f"vector.load %{{array}}[{{index}}] : {ARRAY}, vector<4xi64>",
    "test": "arith.cmpi (slt|sge|ult|ne), %i, {small} : index",
    "bound": "arith.cmpi (slt|sge|ult|ne), %i, %o : index",
    "parity": "arith.cmpi (eq|ne), {parities}, %k0 : index",
    "parities": "arith.remui %i, %k(2|3) : index",
    "data": "arith.cmpi slt, {old}, %x5 : i64",
    "row": "arith.remui {simple}, %k16 : index",
    "view": f"memref.subview %g[{{row}}, 0] [1, 4] [1, 1] : {GRID} to {ROW}",
    "views": f"memref.subview %{{array}}[{{index}}] [4] [1] : {ARRAY} to {ROW}",
    "blocks": "arith.muli %i, %k4 : index",
    "blocked": f"memref.subview %{{array}}[{{blocks}}] [4] [1] : {ARRAY} to {ROW}",
    "strided": f"memref.subview %b[{{simple}}] [4] [2] : {ARRAY} to {WIDE}",
    "at": "arith.andi {index}, %k7 : index",
    "atomic": "memref.atomic_rmw addi {v}, %c[{at}] : (i64, memref<8xi64>) -> i64",
}
"""How values are computed that others use; their names are the kinds that a diagnostic's line shows."""

_IF = f"scf.if {{guard}} {{{{ memref.store {{v}}, %{{array}}[{{index}}] : {ARRAY} }}}}"
_STATEMENTS = {
    "store": (10, f"memref.store {{v}}, %{{array}}[{{index}}] : {ARRAY}"),
    "guarded": (4, _IF),
    "either": (1, f"{_IF} else {{{{ memref.store %x1, %{{array}}[%i] : {ARRAY} }}}}"),
    "fill": (4, f"memref.copy {{rows}}, {{tile}} : {ROW} to {TILE}"),
    "drain": (4, f"memref.copy {{full}}, {{rows}} : {TILE} to {ROW}"),
    "gather": (1, f"memref.copy {{strided}}, {{tile}} : {WIDE} to {TILE}"),
    "scatter": (1, f"memref.copy {{full}}, {{strided}} : {TILE} to {WIDE}"),
    "inner": (3, f"""scf.for %j = %k0 to %k4 step %k1 {{{{
  %inner1 = arith.addi {{index}}, %j : index
  %old1 = memref.load %{{array}}[%inner1] : {ARRAY}
  %inner2 = arith.addi {{index2}}, %j : index
  memref.store %old1, %{{array2}}[%inner2] : {ARRAY}
}}}}"""),
    "add": (2, f"""scf.for %j = %k0 to %k4 step %k1 {{{{
  %old1 = memref.load {{full}}[%j] : {TILE}
  %old2 = memref.load {{rows}}[%j] : {ROW}
  %v1 = arith.addi %old1, %old2 : i64
  memref.store %v1, ({{full}}[%j] : {TILE}|{{rows}}[%j] : {ROW})
}}}}"""),
    "parallel": (1, f"""{PARALLEL} {{{{
  %inner1 = arith.addi {{simple}}, %j : index
  %old1 = memref.load %{{array}}[%inner1] : {ARRAY}
  memref.store %old1, {{tile}}[%j] : {TILE}
}}}}"""),
    "until": (0.5, f"""scf.while (%q = %k0) : (index) -> index {{{{
  %go = arith.cmpi slt, %q, %k3 : index
  scf.condition(%go) %q : index
}}}} do {{{{
^bb0(%q: index):
  %inner1 = arith.addi {{simple}}, %q : index
  memref.store %x2, %{{array}}[%inner1] : {ARRAY}
  %q1 = arith.addi %q, %k1 : index
  scf.yield %q1 : index
}}}}"""),
    "count": (1.5, ""),
    "counted": (0.5, f"memref.store {{atomic}}, %{{array}}[%i] : {ARRAY}"),
    "put": (1, f"func.call @put(%{{array}}, {{index}}, {{v}}) : ({ARRAY}, index, i64) -> ()"),
    "call": (1, f"func.call @fill(%{{array}}, {{index}}, {{tile}}) : ({ARRAY}, index, {TILE}) -> ()"),
    "deep": (0.3, f"func.call @deep(%{{array}}, {{simple}}, %k2) : ({ARRAY}, index, index) -> ()"),
    "vector": (1, f"vector.store {{vector}}, %{{array}}[{{index}}] : {ARRAY}, vector<4xi64>"),
    "sum": (2, f"memref.store {{sum}}, %{{array}}[{{index}}] : {ARRAY}"),
    "cell": (3, "memref.store {v}, {new} : memref<i64>"),
}  # fmt: skip
"""Kinds of statements, and how often there are."""


@dataclass
class Traced:
    """A program, with one or two loops to pipeline."""

    text: str
    """Each loop has `{SCHEDULE0}`, `{SCHEDULE1}` where its annotations go."""
    statements: list[int]
    """How many each loop has."""

    def annotated(self, annotations: list[str]) -> str:
        """The program with annotations."""
        text = self.text
        for number, one in enumerate(annotations):
            text = text.replace(f"SCHEDULE{number}", one)
        return text


class Loop:
    """One loop: its lines, and what it needs in front of it."""

    def __init__(self, rng: random.Random, number: int):
        self.rng = rng
        self.number = number
        self.lines: list[str] = []
        self.before: list[str] = []
        self.behind: list[str] = []
        self.ends: list[str] = []
        self.count = 0
        self.statements = 0
        self.filled: list[str] = []
        """Tiles that the iteration has written."""
        self.cells: list[str] = []
        self.carried: dict[str, tuple[str, str]] = {}
        """Name -> type and first value."""
        self.nexts: list[str] = []
        self.is_while = rng.random() < 0.15

    def let(self, kind: str, text: str) -> str:
        """A value of its own."""
        self.count += 1
        name = f"%{kind}{self.number}{self.count}"
        self.lines.append(f"{name} = {text}")
        return name

    def said(self, template: str) -> str:
        """A template with one of each choice, and values for names. The same name is the same value."""
        rng = self.rng
        chosen = _CHOICE.sub(lambda found: rng.choice(found[1].split("|")), template)
        return chosen.format_map(_Names(self))

    def named(self, name: str) -> str:
        """What a name in a template is."""
        rng, name = self.rng, name.rstrip("2")
        match name:
            case "array":
                return rng.choice(("a", "b", f"m{self.number}"))
            case "small":
                return f"%k{rng.randrange(6)}"
            case "index":
                return self.index(_INDICES)
            case "simple":
                return self.index(_SIMPLE)
            case "sum":
                return self.carry("sum", "i64", "%x1")
            case "full" | "tile":
                return self.tile(name == "full")
            case "cells":
                return rng.choice(self.cells)
            case "new":
                self.cells.append(f"%cell{self.number}{len(self.cells)}")
                self._allocate(self.cells[-1], "memref<i64>")
                return f"{self.cells[-1]}[]"
            case "operand":
                kinds = ["old", "old", *["part"] * bool(self.filled), *["cell"] * bool(self.cells)]
                return self.named(rng.choice([*kinds, *["sum"] * (f"%sum{self.number}" in self.carried)]))
            case "guard":
                return self.named(rng.choice(("test", "test", "bound", "parity", "data")))
            case "rows":
                return self.named(rng.choice(("view", "views", "blocked")))
            case _:
                return self.let(name, self.said(_VALUES[name]))

    def index(self, kinds: Mapping[str, tuple[float, str]]) -> str:
        """An index from 0 to 60."""
        kind = self.rng.choices(list(kinds), [weight for weight, _ in kinds.values()])[0]
        match kind:
            case "plain":
                return "%i"
            case "fixed":
                return self.named("small")
            case "carried" | "ring":
                return self.carry(kind, "index", f"%k{self.rng.randrange(3)}" if kind == "carried" else "%k0")
            case _:
                return self.let(kind, self.said(kinds[kind][1]))

    def carry(self, kind: str, type_: str, first: str) -> str:
        """A value that the loop carries; who asks twice gets the same."""
        name = f"%{kind}{self.number}"
        self.carried.setdefault(name, (type_, first))
        return name

    def tile(self, full: bool) -> str:
        """A tile of the iteration's own: one that is filled, or one to fill."""
        if self.filled and (full or self.rng.random() < 0.3):
            return self.rng.choice(self.filled)
        self.filled.append(f"%t{self.number}{len(self.filled)}")
        self._allocate(self.filled[-1], TILE)
        return self.filled[-1]

    def _allocate(self, name: str, type_: str) -> None:
        where = self.lines if self.rng.random() < 0.4 else self.before
        if self.rng.random() < 0.5:
            where.append(f"{name} = memref.alloca() : {type_}")
        else:
            where.append(f"{name} = memref.alloc() : {type_}")
            (self.behind if where is self.before else self.ends).append(f"memref.dealloc {name} : {type_}")

    def statement(self) -> None:
        """One more."""
        kind = self.rng.choices(list(_STATEMENTS), [weight for weight, _ in _STATEMENTS.values()])[0]
        template = _STATEMENTS[kind][1]
        if "{full}" in template and not self.filled:
            kind, template = "fill", _STATEMENTS["fill"][1]
        self.statements += 2 if kind == "counted" else 1
        if kind == "count":
            self.named("atomic")
        else:
            self.lines += self.said(template).split("\n")

    def write(self) -> list[str]:
        """The loop."""
        for _ in range(self.rng.randrange(4, 10)):
            self.statement()
        while len(self.nexts) < len(self.carried):
            self.nexts.append(self._next(list(self.carried)[len(self.nexts)]))
        self.statements += len(self.nexts)
        return self._as_while() if self.is_while else self._as_for()

    def _next(self, name: str) -> str:
        if name.startswith("%sum"):
            return self.let("sums", f"arith.addi {name}, {self.named('old')} : i64")
        more = self.let("more", self.said(f"arith.addi {name}, %k(1|1|2) : index"))
        if name.startswith("%carried"):
            return more
        if self.rng.random() < 0.5:
            return self.let("rings", f"arith.remui {more}, %k3 : index")
        end = self.let("test", self.said(f"arith.cmpi (sge|uge), {more}, %k3 : index"))
        return self.let("rings", f"arith.select {end}, %k0, {more} : index")

    def _as_for(self) -> list[str]:
        draw = self.rng.random()
        upper = "%k12" if draw < 0.3 else "%n"
        step = "%s" if draw > 0.9 else "%k2" if draw > 0.8 else "%k1"
        inside = [*self.lines, *self.ends]
        head, end = "", list[str]()
        if self.carried:
            inits = ", ".join(f"{name} = {first}" for name, (_, first) in self.carried.items())
            types = ", ".join(type_ for type_, _ in self.carried.values())
            head = f" iter_args({inits}) -> ({types})"
            end = [f"scf.yield {', '.join(self.nexts)} : {types}"]
        first = self.rng.choice(("%k0", "%k0", "%k1"))
        result = f"%r{self.number}:{len(self.carried)} = " if self.carried else ""
        return [
            *self.before,
            f"{result}scf.for %i = {first} to {upper} step {step}{head} {{",
            *(f"  {line}" for line in (*inside, *end)),
            f"}} {{SCHEDULE{self.number}}}",
            *self._results(),
            *self.behind,
        ]

    def _as_while(self) -> list[str]:
        names = ["%i", *self.carried]
        types = ", ".join(["index", *(t for t, _ in self.carried.values())])
        inits = ", ".join(["%i = %k0", *(f"{n} = {f}" for n, (_, f) in self.carried.items())])
        self.statements += 1
        result = f"%w{self.number}:{len(names)} = "
        return [
            *self.before,
            f"{result}scf.while ({inits}) : ({types}) -> ({types}) {{",
            "  %go = arith.cmpi slt, %i, %n : index",
            f"  scf.condition(%go) {', '.join(names)} : {types}",
            "} do {",
            f"^bb0({', '.join(f'{n}: {t}' for n, t in zip(names, types.split(', '), strict=True))}):",
            *(f"  {line}" for line in self.lines),
            "  %next = arith.addi %i, %k1 : index",
            *(f"  {line}" for line in self.ends),
            f"  scf.yield {', '.join(['%next', *self.nexts])} : {types}",
            f"}} attributes {{SCHEDULE{self.number}}}",
            *self._results(),
            *self.behind,
        ]

    def _results(self) -> list[str]:
        """The sum is what a caller sees."""
        names = ["", *self.carried] if self.is_while else list(self.carried)
        return [
            f"memref.store %{'w' if self.is_while else 'r'}{self.number}#{place}, %c[%k{self.number}] : memref<8xi64>"
            for place, name in enumerate(names)
            if name.startswith("%sum")
        ]


_SIMPLE = {kind: _INDICES[kind] for kind in ("plain", "ahead", "param")}
_CHOICE = re.compile(r"\(((?:[^()|]*\|)+[^()|]*)\)")


class _Names(dict[str, str]):
    """What the names in one template are: each is made up when it is asked for."""

    def __init__(self, loop: Loop):
        super().__init__()
        self.loop = loop

    def __missing__(self, name: str) -> str:
        self[name] = self.loop.named(name)
        return self[name]


def traced_loop(seed: int) -> Traced:
    """The program of a seed."""
    rng = random.Random(seed)
    loops = [Loop(rng, number) for number in range(2 if rng.random() < 0.12 else 1)]
    written = [loop.write() for loop in loops]
    lines = [
        *(f"%k{n} = arith.constant {n} : index" for n in (*range(9), 12, 16, 20, 31)),
        *(f"%x{n} = arith.constant {n} : i64" for n in range(1, 9)),
        "%n = arith.minsi %any_n, %k12 : index",
        "%o = arith.andi %any_o, %k3 : index",
        "%odd = arith.andi %any_s, %k1 : index",
        "%s = arith.addi %odd, %k1 : index",
    ]
    for loop, text in zip(loops, written, strict=True):
        m = f"%m{loop.number}"
        lines += [f"{m} = memref.alloca() : {ARRAY}", f"memref.copy %a, {m} : {ARRAY} to {ARRAY}", *text]
        lines.append(f"memref.copy {m}, %a : {ARRAY} to {ARRAY}")
    body = "\n".join(f"  {line}" for line in lines)
    text = f"{HELPERS}func.func @main({ARGUMENTS}) {{\n{body}\n  return\n}}\n"
    return Traced(text, [loop.statements for loop in loops])
