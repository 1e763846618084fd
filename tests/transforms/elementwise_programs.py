"""Random programs of structured ops, most of them elementwise, that read one another through all sorts of maps.

A dimension is a letter with a size: `a` and `b` are given, and may be open in the types; `u` is 1. A tensor is a text of
letters. So each op knows which tensors fit, and by which maps. What was made is returned in the end or not, by chance.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

BINARY = {"f32": ("addf", "subf", "mulf", "maximumf"), "i32": ("addi", "subi", "muli", "maxsi")}
NAMED = ("add", "sub", "mul", "max")


class ElementwiseProgram:
    """A function of tensors `a`, `ab`, `ba`, `aub` and ``, and the sizes of `a` and `b`."""

    ARGUMENTS = ("a", "ab", "ba", "aub", "")

    def __init__(self, seed: int, sizes: tuple[int, int] = (3, 4), *, whole: bool = False):
        """With `whole` there are `arith` ops on whole tensors, too."""
        self._random = random.Random(seed)
        self.element = self._random.choice(["f32", "i32"])
        self._open = self._random.random() < 0.5
        self.sizes = dict(zip("abu", (*sizes, 1), strict=True))
        self._whole = whole
        self._count = 0
        self._lines: list[str] = []

    def text(self) -> str:
        """The program."""
        known = {f"%x{number}": shape for number, shape in enumerate(self.ARGUMENTS)}
        zero = "0.0" if self.element == "f32" else "0"
        self._lines = [
            "%c0 = arith.constant 0 : index",
            "%c1 = arith.constant 1 : index",
            f"%zero = arith.constant {zero} : {self.element}",
            f"%k = arith.constant {self._number()} : {self.element}",
        ]
        self._ops(known, self._random.randint(5, 14), 1)
        given = self._random.sample(list(known), min(len(known), 5))
        types = ", ".join(self.type(known[name]) for name in given)
        arguments = ", ".join(f"%x{n}: {self.type(shape)}" for n, shape in enumerate(self.ARGUMENTS))
        body = "\n".join(f"  {line}" for line in self._lines)
        head = f"func.func @main({arguments}, %a: index, %b: index) -> ({types})"
        return f"{head} {{\n{body}\n  return {', '.join(given)} : {types}\n}}\n"

    def type(self, shape: str) -> str:
        """The type of a tensor."""
        sizes = ["?" if self._open and letter != "u" else str(self.sizes[letter]) for letter in shape]
        return f"tensor<{'x'.join([*sizes, self.element])}>"

    # ---- ops ----

    def _number(self) -> str:
        number = self._random.randint(-4, 4)
        return f"{number / 2}" if self.element == "f32" else str(number)

    def _new(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _ops(self, known: dict[str, str], count: int, depth: int) -> None:
        for _ in range(count):
            kinds = [self._generic] * 6 + [
                self._two_results,
                self._named,
                self._map,
                self._fill,
                self._constant,
            ]
            kinds += [self._transpose, self._broadcast, self._reduce, self._reduce, self._matmul, self._splat]
            kinds += [self._whole_op] * 3 if self._whole else []
            kind = self._random.choice(kinds)
            if depth and self._random.random() < 0.1:
                self._loop(known, depth)
            else:
                kind(known)

    def _shape(self) -> str:
        return self._random.choice(["a", "b", "ab", "ba", "aub", "uab", "u", ""])

    def _init(self, shape: str, known: dict[str, str], *, defined: bool = False) -> str:
        same = [name for name, other in known.items() if other == shape]
        if same and (defined or self._random.random() < 0.4):
            return self._random.choice(same[-3:])
        name = self._new()
        sizes = ", ".join(f"%{letter}" for letter in shape if self._open and letter != "u")
        self._lines.append(f"{name} = tensor.empty({sizes}) : {self.type(shape)}")
        if not defined:
            return name
        filled, of = self._new(), self.type(shape)
        self._lines.append(f"{filled} = linalg.fill ins(%zero : {self.element}) outs({name} : {of}) -> {of}")
        return filled

    def _fitting(self, loops: str, known: dict[str, str], count: int) -> list[str]:
        fit = [name for name, shape in known.items() if set(shape) <= {*loops, "u"}]
        return [
            self._random.choice(fit[-6:]) if self._random.random() < 0.7 else self._random.choice(fit)
            for _ in range(count)
        ]

    def _map_text(self, loops: str, shape: str) -> str:
        dims = ", ".join(f"d{n}" for n in range(len(loops)))
        results = [
            f"d{loops.index(x)}" if x in loops and (x != "u" or self._random.random() < 0.5) else "0"
            for x in shape
        ]
        return f"affine_map<({dims}) -> ({', '.join(results)})>"

    def _generic(self, known: dict[str, str], reduced: str = "", outs: int = 1) -> None:
        shape = self._shape()
        loops = "".join(self._random.sample(shape + reduced, len(shape + reduced)))
        if len(set(loops)) != len(loops):
            return
        ins = self._fitting(loops, known, self._random.randint(1, 3))
        if reduced:  # Something has to say how often the loop runs.
            full = [name for name, other in known.items() if set(reduced) <= set(other) <= {*loops, "u"}]
            if not full:
                return
            ins[0] = self._random.choice(full)
        reads_out = bool(reduced) or self._random.random() < 0.15
        shapes = [shape, *("".join(self._random.sample(shape, len(shape))) for _ in range(outs - 1))]
        inits = [self._init(each, known, defined=reads_out) for each in shapes]
        self._write_generic(known, loops, reduced, ins, inits, shapes, reads_out)

    def _write_generic(
        self,
        known: dict[str, str],
        loops: str,
        reduced: str,
        ins: Sequence[str],
        inits: Sequence[str],
        shapes: Sequence[str],
        reads_out: bool,
    ) -> None:
        maps = [self._map_text(loops, known[name]) for name in ins]
        dims = ", ".join(f"d{n}" for n in range(len(loops)))
        maps += [
            f"affine_map<({dims}) -> ({', '.join(f'd{loops.index(x)}' for x in each)})>" for each in shapes
        ]
        kinds = ", ".join('"reduction"' if x in reduced else '"parallel"' for x in loops)
        name = self._new()
        types = [self.type(known[each]) for each in ins]
        out = ", ".join(self.type(each) for each in shapes)
        arguments = [f"%in{n}" for n in range(len(ins))]
        results = [f"%out{n}" for n in range(len(shapes))]
        head = ", ".join(f"{each}: {self.element}" for each in (*arguments, *results))
        body = self._body(
            known, [*arguments, *(results if reads_out else ())], loops, len(shapes), bool(reduced)
        )
        count = f":{len(shapes)}" if len(shapes) > 1 else ""
        self._lines += [
            f"{name}{count} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}}",
            f"  ins({', '.join(ins)} : {', '.join(types)}) outs({', '.join(inits)} : {out}) {{",
            f"^bb0({head}):",
            *body,
            f"}} -> {f'({out})' if count else out}",
        ]
        for number, shape in enumerate(shapes):
            known[f"{name}#{number}" if count else name] = shape

    def _body(
        self, known: dict[str, str], values: list[str], loops: str, outs: int, accumulates: bool
    ) -> list[str]:
        lines: list[str] = []
        values = [*values, "%k"]
        if loops and self._random.random() < 0.3:
            dim, cast = self._random.randrange(len(loops)), self._new()
            lines += [
                f"{cast}i = linalg.index {dim} : index",
                f"{cast} = arith.index_cast {cast}i : index to i32",
            ]
            if self.element == "f32":
                lines.append(f"{cast}f = arith.sitofp {cast} : i32 to f32")
            values.append(f"{cast}f" if self.element == "f32" else cast)
        scalars = [name for name, shape in known.items() if shape in ("", "u")]
        if self._random.random() < 0.15:
            source, name = self._random.choice(scalars), self._new()
            place = "%c0" if known[source] else ""
            lines.append(f"{name} = tensor.extract {source}[{place}] : {self.type(known[source])}")
            values.append(name)
        for _ in range(0 if self._random.random() < 0.2 else self._random.randint(1, 3)):
            name, op = self._new(), self._random.choice(BINARY[self.element])
            x, y = self._random.choice(values), self._random.choice(values[-3:])
            lines.append(f"{name} = arith.{op} {x}, {y} : {self.element}")
            values.append(name)
        given = [
            self._random.choice(values[-2:]) if n == 0 else self._random.choice(values) for n in range(outs)
        ]
        if accumulates:
            last, op = self._new(), BINARY[self.element][0]
            lines.append(f"{last} = arith.{op} %out0, {given[0]} : {self.element}")
            given[0] = last
        return [*lines, f"linalg.yield {', '.join(given)} : {', '.join([self.element] * outs)}"]

    def _two_results(self, known: dict[str, str]) -> None:
        self._generic(known, outs=2)

    def _reduce(self, known: dict[str, str]) -> None:
        if self._random.random() < 0.5:
            self._generic(known, reduced=self._random.choice("ab"))
            return
        source = self._random.choice([name for name, shape in known.items() if shape == "ab"])
        out = self._init("a", known, defined=True)
        name = self._new()
        op = BINARY[self.element][0]
        operands = f"ins({source} : {self.type('ab')}) outs({out} : {self.type('a')})"
        self._lines.append(f"{name} = linalg.reduce {{ arith.{op} }} {operands} dimensions = [1]")
        known[name] = "a"

    def _matmul(self, known: dict[str, str]) -> None:
        x, y = (
            self._random.choice([name for name, shape in known.items() if shape == s]) for s in ("ab", "ba")
        )
        if sum(self.sizes[letter] for letter in "ab") > 20:
            return
        name = self._new()
        out = self._fresh_square()
        of = self._square()
        self._lines.append(
            f"{name} = linalg.matmul ins({x}, {y} : {self.type('ab')}, {self.type('ba')}) outs({out} : {of}) -> {of}"
        )
        row, of_row = self._init("a", known, defined=True), self.type("a")
        sums = self._new()
        op = BINARY[self.element][0]
        self._lines.append(
            f"{sums} = linalg.reduce {{ arith.{op} }} ins({name} : {of}) outs({row} : {of_row}) dimensions = [0]"
        )
        known[sums] = "a"

    def _square(self) -> str:
        size = "?" if self._open else str(self.sizes["a"])
        return f"tensor<{size}x{size}x{self.element}>"

    def _fresh_square(self) -> str:
        name, filled, of = self._new(), self._new(), self._square()
        self._lines.append(f"{name} = tensor.empty({'%a, %a' if self._open else ''}) : {of}")
        self._lines.append(f"{filled} = linalg.fill ins(%k : {self.element}) outs({name} : {of}) -> {of}")
        return filled

    def _named(self, known: dict[str, str]) -> None:
        shape = self._random.choice(list(known.values()))
        x, y = self._random.choices([name for name, other in known.items() if other == shape], k=2)
        of, name = self.type(shape), self._new()
        op, out = self._random.choice(NAMED), self._init(shape, known)
        self._lines.append(f"{name} = linalg.{op} ins({x}, {y} : {of}, {of}) outs({out} : {of}) -> {of}")
        known[name] = shape

    def _map(self, known: dict[str, str]) -> None:
        shape = self._random.choice(list(known.values()))
        x, y = self._random.choices([name for name, other in known.items() if other == shape], k=2)
        of, name = self.type(shape), self._new()
        op, out = self._random.choice(BINARY[self.element]), self._init(shape, known)
        self._lines.append(
            f"{name} = linalg.map {{ arith.{op} }} ins({x}, {y} : {of}, {of}) outs({out} : {of})"
        )
        known[name] = shape

    def _fill(self, known: dict[str, str]) -> None:
        shape = self._shape()
        name, of = self._new(), self.type(shape)
        out = self._init(shape, known)
        self._lines.append(f"{name} = linalg.fill ins(%k : {self.element}) outs({out} : {of}) -> {of}")
        known[name] = shape

    def _constant(self, known: dict[str, str]) -> None:
        shape = self._random.choice(["", "u"] if self._open else ["", "u", "ab", "b", "aub"])
        name = self._new()
        self._lines.append(f"{name} = arith.constant dense<{self._number()}> : {self.type(shape)}")
        known[name] = shape

    def _splat(self, known: dict[str, str]) -> None:
        shape, name = self._shape(), self._new()
        sizes = ", ".join(f"%{letter}" for letter in shape if self._open and letter != "u")
        self._lines.append(f"{name} = tensor.splat %k{f'[{sizes}]' if sizes else ''} : {self.type(shape)}")
        known[name] = shape

    def _transpose(self, known: dict[str, str]) -> None:
        source = self._random.choice(list(known))
        rank = len(known[source])
        order = self._random.sample(range(rank), rank)
        shape = "".join(known[source][d] for d in order)
        out, name = self._init(shape, known), self._new()
        operands = f"ins({source} : {self.type(known[source])}) outs({out} : {self.type(shape)})"
        self._lines.append(f"{name} = linalg.transpose {operands} permutation = {order}")
        known[name] = shape

    def _broadcast(self, known: dict[str, str]) -> None:
        source = self._random.choice([name for name, shape in known.items() if shape in ("a", "u", "")])
        given = known[source]
        added = self._random.choice(["b", "ub"] if given == "a" else ["a", "ab"])
        shape = given + added
        dims = list(range(len(given), len(shape)))
        out, name = self._init(shape, known), self._new()
        operands = f"ins({source} : {self.type(given)}) outs({out} : {self.type(shape)})"
        self._lines.append(f"{name} = linalg.broadcast {operands} dimensions = {dims}")
        known[name] = shape

    def _whole_op(self, known: dict[str, str]) -> None:
        shape = self._random.choice(list(known.values()))
        x, y = self._random.choices([name for name, other in known.items() if other == shape], k=2)
        name, of = self._new(), self.type(shape)
        if self._random.random() < 0.3:
            kind = "cmpf olt," if self.element == "f32" else "cmpi slt,"
            truth = of.replace(self.element, "i1")
            self._lines.append(f"{name}t = arith.{kind} {x}, {y} : {of}")
            self._lines.append(f"{name} = arith.select {name}t, {x}, {y} : {truth}, {of}")
        else:
            self._lines.append(f"{name} = arith.{self._random.choice(BINARY[self.element])} {x}, {y} : {of}")
        known[name] = shape

    def _loop(self, known: dict[str, str], depth: int) -> None:
        name, init = self._new(), self._random.choice(list(known))
        shape, of = known[init], self.type(known[init])
        self._lines.append(
            f"{name} = scf.for %i{self._count} = %c0 to %c1 step %c1 iter_args({name}c = {init}) -> {of} {{"
        )
        inner = {**known, f"{name}c": shape}
        self._ops(inner, self._random.randint(2, 5), depth - 1)
        last = [each for each, other in inner.items() if other == shape][-1]
        self._lines += [f"scf.yield {last} : {of}", "}"]
        known[name] = shape
