"""A wave through layers of rock, in bands of rows that never are in one place: a program for `asyncir run --dask`.

    python examples/seismic/generate.py --bands 4 --rows 64 --columns 256 --steps 3 > wave.mlir
    asyncir run wave.mlir 1.0 --dask local:2

The field is cut into bands. A band is made where it is needed, by its number: rock, and a field with a bump in the middle of
all. A step of a band needs the band, the one before, and one row of each neighbour: what moves from worker to worker is rows.
`main(%strength)` gives the energy of each band at the end.
"""

from __future__ import annotations

import argparse


class Writer:
    """The text of the program."""

    def __init__(self, bands: int, rows: int, columns: int, steps: int):
        self.bands, self.rows, self.columns, self.steps = bands, rows, columns, steps
        self.band, self.row = f"tensor<{rows}x{columns}xf32>", f"tensor<1x{columns}xf32>"
        self.lines: list[str] = []

    def text(self) -> str:
        """All of it."""
        total = f"tensor<{self.bands}xf32>"
        self.lines += ["#same = affine_map<(d0, d1) -> (d0, d1)>", "#scalar = affine_map<(d0, d1) -> ()>"]
        self.lines.append(f"func.func @main(%strength: f32) -> {total} {{")
        for band in range(self.bands):
            self.rock(band)
            self.start(band)
        for step in range(1, self.steps + 1):
            for band in range(self.bands):
                self.step(step, band)
        for band in range(self.bands):
            self.energy(band)
        names = [f"energy_{band}" for band in range(self.bands)]
        tokens = ", ".join(f"%t_{name}" for name in names)
        elements = ", ".join(f"%{name}" for name in names)
        self.lines += [
            f"  %t_all, %all = async.region [{tokens}] -> {total} {{",
            f"    %made = tensor.from_elements {elements} : {total}",
            f"    async.yield %made : {total}",
            "  }",
            "  async.await %t_all : !async.token",
            f"  return %all : {total}",
            "}",
        ]
        return "\n".join(self.lines) + "\n"

    def region(self, name: str, needs: list[str], results: list[tuple[str, str]], ops: str) -> None:
        """One region; its results are names of values outside, with types, in the order of those that `ops` names %r0,
        %r1 ...
        """
        after = f" [{', '.join(f'%t_{each}' for each in dict.fromkeys(needs))}]" if needs else ""
        types = ", ".join(type_ for _, type_ in results)
        values = ", ".join(f"%r{number}" for number in range(len(results)))
        names = ", ".join([f"%t_{name}", *(f"%{value}" for value, _ in results)])
        shown = f"({types})" if len(results) > 1 else types
        self.lines.append(f"  {names} = async.region{after} -> {shown} {{")
        self.lines += [f"    {line.strip()}" for line in ops.strip().splitlines()]
        self.lines += [f"    async.yield {values} : {types}", "  }"]

    def rock(self, band: int) -> None:
        """How fast waves are: faster below, in layers."""
        self.region(
            f"rock_{band}",
            [],
            [(f"rock_{band}", self.band)],
            f"""%first = arith.constant {band * self.rows} : index
            %empty = tensor.empty() : {self.band}
            %thick = arith.constant 37 : index
            %scale = arith.constant 0.002 : f32
            %least = arith.constant 0.1 : f32
            %seven = arith.constant 7 : index
            %r0 = linalg.generic {{indexing_maps = [#same], iterator_types = ["parallel", "parallel"]}}
            outs(%empty : {self.band}) {{
            ^bb0(%o: f32):
            %i = linalg.index 0 : index
            %row = arith.addi %i, %first : index
            %layer = arith.divui %row, %thick : index
            %kind = arith.remui %layer, %seven : index
            %n = arith.index_cast %kind : index to i32
            %f = arith.sitofp %n : i32 to f32
            %g = arith.mulf %f, %scale : f32
            %k = arith.addf %g, %least : f32
            linalg.yield %k : f32
            }} -> {self.band}""",
        )

    def start(self, band: int) -> None:
        """The field at the start: a bump in the middle, which is as strong as the caller says."""
        middle, center = self.bands * self.rows // 2, self.columns // 2
        self.region(
            f"u_0_{band}",
            [],
            self.field("0", band),
            f"""%first = arith.constant {band * self.rows - middle} : i64
            %center = arith.constant {center} : i64
            %empty = tensor.empty() : {self.band}
            %one = arith.constant 1.0 : f32
            %wide = arith.constant 0.01 : f32
            %r0 = linalg.generic {{indexing_maps = [#scalar, #same], iterator_types = ["parallel", "parallel"]}}
            ins(%strength : f32) outs(%empty : {self.band}) {{
            ^bb0(%s: f32, %o: f32):
            %i = linalg.index 0 : index
            %j = linalg.index 1 : index
            %i1 = arith.index_cast %i : index to i64
            %j1 = arith.index_cast %j : index to i64
            %y = arith.addi %i1, %first : i64
            %x = arith.subi %j1, %center : i64
            %y2 = arith.muli %y, %y : i64
            %x2 = arith.muli %x, %x : i64
            %d = arith.addi %y2, %x2 : i64
            %f = arith.sitofp %d : i64 to f32
            %g = arith.mulf %f, %wide : f32
            %h = arith.addf %g, %one : f32
            %v = arith.divf %s, %h : f32
            linalg.yield %v : f32
            }} -> {self.band}
            {self.edges()}""",
        )

    def field(self, step: str, band: int) -> list[tuple[str, str]]:
        """What a step gives of a band: the band, its first row, its last row."""
        kinds = (("u", self.band), ("top", self.row), ("bottom", self.row))
        return [(f"{kind}_{step}_{band}", type_) for kind, type_ in kinds]

    def edges(self) -> str:
        """The first and the last row of %r0."""
        last, size = self.rows - 1, f"[1, {self.columns}] [1, 1] : {self.band} to {self.row}"
        return (
            f"%r1 = tensor.extract_slice %r0[0, 0] {size}\n%r2 = tensor.extract_slice %r0[{last}, 0] {size}"
        )

    def step(self, step: int, band: int) -> None:
        """The next field: twice this one, less the one before, and what the neighbours add, by the rock. Around all is
        nothing.
        """
        before, r, c = step - 1, self.rows, self.columns
        wide = f"tensor<{r + 2}x{c + 2}xf32>"
        needs = [f"rock_{band}", f"u_{before}_{band}"]
        ops = f"%z = arith.constant 0.0 : f32\n%e = tensor.empty() : {wide}\n"
        ops += f"%w0 = linalg.fill ins(%z : f32) outs(%e : {wide}) -> {wide}\n"
        ops += f"%w1 = tensor.insert_slice %u_{before}_{band} into %w0[1, 1] [{r}, {c}] [1, 1] : {self.band} into {wide}\n"
        last = "%w1"
        for value, at, other in (("bottom", 0, band - 1), ("top", r + 1, band + 1)):
            if 0 <= other < self.bands:
                needs.append(f"u_{before}_{other}")
                new = f"%w_{value}"
                place = f"[{at}, 1] [1, {c}] [1, 1] : {self.row} into {wide}"
                ops += f"{new} = tensor.insert_slice %{value}_{before}_{other} into {last}{place}\n"
                last = new
        for name, at in (("n", "0, 1"), ("s", "2, 1"), ("w", "1, 0"), ("x", "1, 2")):
            ops += f"%{name} = tensor.extract_slice {last}[{at}] [{r}, {c}] [1, 1] : {wide} to {self.band}\n"
        old = f"%u_{step - 2}_{band}" if step > 1 else f"%u_{before}_{band}"
        if step > 1:
            needs.append(f"u_{step - 2}_{band}")
        values = f"%u_{before}_{band}, {old}, %rock_{band}, %n, %s, %w, %x"
        ops += f"""%empty = tensor.empty() : {self.band}
            %four = arith.constant 4.0 : f32
            %two = arith.constant 2.0 : f32
            %r0 = linalg.generic {{indexing_maps = [{", ".join(["#same"] * 8)}], iterator_types = ["parallel", "parallel"]}}
            ins({values} : {", ".join([self.band] * 7)}) outs(%empty : {self.band}) {{
            ^bb0(%u: f32, %p: f32, %k: f32, %a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
            %ab = arith.addf %a, %b : f32
            %cd = arith.addf %c, %d : f32
            %sum = arith.addf %ab, %cd : f32
            %u4 = arith.mulf %u, %four : f32
            %bend = arith.subf %sum, %u4 : f32
            %push = arith.mulf %k, %bend : f32
            %u2 = arith.mulf %u, %two : f32
            %go = arith.subf %u2, %p : f32
            %v = arith.addf %go, %push : f32
            linalg.yield %v : f32
            }} -> {self.band}
            {self.edges()}"""
        self.region(f"u_{step}_{band}", needs, self.field(str(step), band), ops)

    def energy(self, band: int) -> None:
        """The sum of the squares, row by row."""
        sums = f"tensor<{self.rows}xf32>"
        self.region(
            f"energy_{band}",
            [f"u_{self.steps}_{band}"],
            [(f"energy_{band}", "f32")],
            f"""%z = arith.constant 0.0 : f32
            %empty = tensor.empty() : {self.band}
            %squares = linalg.map {{ arith.mulf }}
            ins(%u_{self.steps}_{band}, %u_{self.steps}_{band} : {self.band}, {self.band}) outs(%empty : {self.band})
            %e = tensor.empty() : {sums}
            %f = linalg.fill ins(%z : f32) outs(%e : {sums}) -> {sums}
            %rows = linalg.reduce {{ arith.addf }} ins(%squares : {self.band}) outs(%f : {sums}) dimensions = [1]
            %e0 = tensor.empty() : tensor<f32>
            %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
            %sum = linalg.reduce {{ arith.addf }} ins(%rows : {sums}) outs(%f0 : tensor<f32>) dimensions = [0]
            %r0 = tensor.extract %sum[] : tensor<f32>""",
        )


def generate(bands: int, rows: int, columns: int, steps: int) -> str:
    """The program, for a field of so many bands of so many rows."""
    return Writer(bands, rows, columns, steps).text()


def main() -> None:
    """Print it."""
    parser = argparse.ArgumentParser()
    for name, default in (("bands", 4), ("rows", 64), ("columns", 256), ("steps", 3)):
        parser.add_argument(f"--{name}", type=int, default=default)
    print(generate(**vars(parser.parse_args())), end="")


if __name__ == "__main__":
    main()
