"""Programs with parallel loops, drawn at random: nests, reductions of many kinds, iterations that fail."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.differential.corpus import Argument, Call

REDUCTIONS = {
    "sum": ("i32", "%r = arith.addi %a, %b : i32"),
    "product": ("i32", "%r = arith.muli %b, %a : i32"),
    "least": ("i32", "%r = arith.minsi %a, %b : i32"),
    "greatest": ("i32", "%r = arith.maxui %a, %b : i32"),
    "bits": ("i32", "%r = arith.andi %a, %b : i32"),
    "indices": ("index", "%r = arith.addi %a, %b : index"),
    "floats": ("f64", "%r = arith.addf %a, %b : f64"),
    "greatest float": ("f64", "%r = arith.maximumf %a, %b : f64"),
    "greatest number": ("f64", "%r = arith.maxnumf %b, %a : f64"),
    "least, told to be finite": ("f64", "%r = arith.minimumf %a, %b fastmath<ninf> : f64"),
    "first": ("i32", "%r = arith.ori %a, %a : i32"),
    "last": ("i32", "%r = arith.ori %b, %b : i32"),
    "of several ops": (
        "i32",
        "%p = arith.muli %a, %b : i32\n %q = arith.addi %p, %a : i32\n %r = arith.addi %q, %b : i32",
    ),
    "vector": ("vector<4xi32>", "%r = arith.addi %a, %b : vector<4xi32>"),
    "of a captured value": ("i32", "%p = arith.addi %a, %b : i32\n %r = arith.subi %p, %k : i32"),
}
"""Each is associative, so that blocks of iterations can be reduced apart; some are not commutative."""

FAILING_PLACES = (598, 600, 601, 602, 605, 610, 617, 633, 650)
"""Near the first iterations of a nest, numbered as `_Writer.place` does."""

_FROM_I32 = {
    "i32": "",
    "index": "arith.index_cast {0} : i32 to index",
    "f64": "arith.sitofp {0} : i32 to f64",
    "vector<4xi32>": "vector.broadcast {0} : i32 to vector<4xi32>",
}
_TO_I64 = {
    "i32": "arith.extsi {0} : i32 to i64",
    "index": "arith.index_cast {0} : index to i64",
    "f64": "arith.fptosi {0} : f64 to i64",
}


@dataclass(frozen=True)
class LoopProgram:
    """A program with `@main`, and a call of it."""

    text: str
    call: Call


class _Writer:
    def __init__(self, random: Random, fails: bool):
        self.random = random
        self.fails = fails
        self.lines: list[str] = []
        self.fresh = 0

    def value(self, text: str) -> str:
        self.fresh += 1
        self.lines.append(f"%v{self.fresh} = {text}")
        return f"%v{self.fresh}"

    def number(self, n: int) -> str:
        return self.value(f"arith.constant {n} : index")

    def bound(self, n: int, outer: list[str]) -> str:
        """A number: written, an argument of the program, or computed from an outer induction variable."""
        how = self.random.choice(("constant", "argument", "outer") if outer else ("constant", "argument"))
        if how == "outer":
            return self.value(f"arith.minsi {self.random.choice(outer)}, {self.number(n)} : index")
        if how == "argument":
            return self.value(f"arith.addi %n, {self.number(n - 3)} : index")
        return self.number(n)

    def loop(self, outer: list[str], depth: int) -> list[tuple[str, str]]:
        """A loop; its results with their types."""
        random = self.random
        dimensions = random.randint(1, 3 if depth == 0 else 2)
        most = 5 if dimensions > 1 or depth else 17
        lows = [self.bound(random.randint(-2, 2), outer) for _ in range(dimensions)]
        highs = [self.bound(random.choice((-1, most - 1, most)), outer) for _ in range(dimensions)]
        steps = [self.bound(random.choice((1, 1, 2, 3)), []) for _ in range(dimensions)]
        kinds = random.choices(sorted(REDUCTIONS), k=random.randint(0, 3))
        types = [REDUCTIONS[kind][0] for kind in kinds]
        inits = [self.converted("%k", t) for t in types]
        self.fresh += 1
        name = f"%loop{self.fresh}"
        indices = [f"%i{self.fresh}_{d}" for d in range(dimensions)]
        head = f"scf.parallel ({', '.join(indices)}) = ({', '.join(lows)}) to ({', '.join(highs)}) step ({', '.join(steps)})"
        if kinds:
            head = f"{name}:{len(kinds)} = {head} init ({', '.join(inits)}) -> ({', '.join(types)})"
        self.lines.append(head + " {")
        self.body([*outer, *indices], kinds, depth)
        self.lines.append("}")
        return [(f"{name}#{n}", t) for n, t in enumerate(types)]

    def body(self, outer: list[str], kinds: list[str], depth: int) -> None:
        place = self.place(outer)
        if self.fails:
            self.check(place)
        number = self.value(f"arith.index_cast {place} : index to i32")
        if depth < 2 and self.random.random() < 0.5:
            for result, type_ in self.loop(outer, depth + 1):
                number = self.value(f"arith.xori {number}, {self.back(result, type_)} : i32")
        if depth == 0:
            # Iterations of one loop write different places.
            self.lines.append(f"memref.store {number}, %m[{place}] : memref<4096xi32>")
        values = [self.converted(number, REDUCTIONS[kind][0]) for kind in kinds]
        if not kinds:
            self.lines.append("scf.reduce")
            return
        types = [REDUCTIONS[kind][0] for kind in kinds]
        regions = [
            f"{{ ^bb0(%a: {t}, %b: {t}):\n {REDUCTIONS[kind][1]}\n scf.reduce.return %r : {t} }}"
            for kind, t in zip(kinds, types, strict=True)
        ]
        self.lines.append(f"scf.reduce({', '.join(values)} : {', '.join(types)}) {', '.join(regions)}")

    def place(self, outer: list[str]) -> str:
        """A number from 0 to 4095, different in each iteration of the outermost loop."""
        place = self.number(0)
        for index in outer[:3]:
            scaled = self.value(f"arith.muli {place}, {self.number(16)} : index")
            place = self.value(f"arith.addi {scaled}, {index} : index")
        return self.value(f"arith.addi {place}, {self.number(600)} : index")

    def check(self, place: str) -> None:
        for name in ("one", "other"):
            good = self.value(
                f"arith.cmpi ne, {place}, {self.number(self.random.choice(FAILING_PLACES))} : index"
            )
            self.lines.append(f'cf.assert {good}, "{name}"')

    def converted(self, number: str, type_: str) -> str:
        text = _FROM_I32[type_].format(number)
        return self.value(text) if text else number

    def back(self, value: str, type_: str) -> str:
        if type_ == "vector<4xi32>":
            return self.value(f"vector.extract {value}[1] : i32 from vector<4xi32>")
        if type_ == "i32":
            return value
        wide = self.value(_TO_I64[type_].format(value))
        return self.value(f"arith.trunci {wide} : i64 to i32")


def loop_program(seed: int, *, fails: bool = False) -> LoopProgram:
    """A program with a nest of parallel loops; with `fails`, one whose iterations may fail."""
    random = Random(seed)
    writer = _Writer(random, fails)
    results = writer.loop([], 0)
    returned: list[tuple[str, str]] = []
    for value, type_ in results:
        if type_ == "vector<4xi32>":
            value, type_ = writer.back(value, type_), "i32"
        returned.append((value, type_))
    types = ", ".join(t for _, t in returned)
    values = f" {', '.join(v for v, _ in returned)} : {types}" if returned else ""
    lines = "\n  ".join(writer.lines)
    text = f"func.func @main(%m: memref<4096xi32>, %n: index, %k: i32) -> ({types}) {{\n  {lines}\n  return{values}\n}}\n"
    memory = Argument(str([0] * 4096), "memref<4096xi32>")
    arguments = (memory, Argument("3", "index"), Argument(str(random.randint(-3, 9)), "i32"))
    return LoopProgram(text, Call("main", arguments, tuple(t for _, t in returned)))
