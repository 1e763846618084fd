"""Generate a tiled Cholesky factorisation as MLIR text: a graph of tasks with tokens between them.

    python examples/cholesky/generate.py            # writes cholesky.mlir beside this file
    python examples/cholesky/generate.py --tiles 5 -o -

`@cholesky(%A)` overwrites the symmetric matrix `%A` so that its lower triangle, diagonal included, is L with
A = L Lᵀ. The matrix is cut into `tiles` by `tiles` tiles of 16 rows or a multiple; the last are ragged, and
empty when the matrix is small. There is one `async.execute` per tile operation:

    potrf k        A(k,k) becomes its own factor
    trsm i k       A(i,k) becomes A(i,k) L(k,k)⁻ᵀ, and A(k,i) its transpose
    syrk i k       A(i,i) -= A(i,k) A(k,i), lower triangle
    gemm i j k     A(i,j) -= A(i,k) A(k,j)

The upper triangle holds Lᵀ on purpose: all updates then read rows only, which vectorise, and nothing is
packed. The kernels hold a block of 8 by 16 elements in registers; that block is unrolled by this script.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
TILES = 17
ROWS, LANES, VECTORS = 8, 8, 2
COLUMNS = LANES * VECTORS

MATRIX = "memref<?x?xf64>"
TILE = "memref<?x?xf64, strided<[?, 1], offset: ?>>"
VEC = f"vector<{LANES}xf64>"
CELLS = [(r, v) for r in range(ROWS) for v in range(VECTORS)]


def tasks(tiles: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The tile operations in the order of the sequential algorithm, as (kernel, tile indices)."""
    for k in range(tiles):
        yield "potrf", (k,)
        for i in range(k + 1, tiles):
            yield "trsm", (i, k)
        for i in range(k + 1, tiles):
            yield "syrk", (i, k)
            for j in range(k + 1, i):
                yield "gemm", (i, j, k)


def written(kernel: str, at: tuple[int, ...]) -> tuple[int, int]:
    """The tile of the lower triangle that the operation updates."""
    return {
        "potrf": lambda: (at[0], at[0]),
        "trsm": lambda: (at[0], at[1]),
        "syrk": lambda: (at[0], at[0]),
        "gemm": lambda: (at[0], at[1]),
    }[kernel]()


def read(kernel: str, at: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The other tiles of the lower triangle (or their transposes above it) that it reads."""
    return {
        "potrf": lambda: (),
        "trsm": lambda: ((at[1], at[1]),),
        "syrk": lambda: ((at[0], at[1]),),
        "gemm": lambda: ((at[0], at[2]), (at[1], at[2])),
    }[kernel]()


def indent(text: str, by: int) -> str:
    """`text` with each line moved to the right."""
    return "\n".join(" " * by + line if line else line for line in text.splitlines())


def names(prefix: str) -> str:
    """The values of a register block, as a list."""
    return ", ".join(f"%{prefix}{r}_{v}" for r, v in CELLS)


def load_block(prefix: str, source: str, row: str, column: str) -> str:
    """Load a register block of `source` whose first element is at (`row`, `column`)."""
    lines = [f"%{prefix}j{v} = arith.addi {column}, %c{v * LANES} : index" for v in range(VECTORS)]
    for r in range(ROWS):
        lines.append(f"%{prefix}i{r} = arith.addi {row}, %c{r} : index")
        lines += [
            f"%{prefix}{r}_{v} = vector.load {source}[%{prefix}i{r}, %{prefix}j{v}] : {TILE}, {VEC}"
            for v in range(VECTORS)
        ]
    return "\n".join(lines)


def store_block(prefix: str, at: str, target: str) -> str:
    """Store the register block `prefix` where the block `at` was loaded."""
    return "\n".join(
        f"vector.store %{prefix}{r}_{v}, {target}[%{at}i{r}, %{at}j{v}] : {TILE}, {VEC}" for r, v in CELLS
    )


def subtract_products(left: str, left_row: str, right: str, bound: str) -> str:
    """The block `s` = the block `c` - left(rows, 0 .. bound) right(0 .. bound, columns)."""
    body = [f"%b{v} = vector.load {right}[%p, %cj{v}] : {TILE}, {VEC}" for v in range(VECTORS)]
    for r in range(ROWS):
        body += [
            f"%a{r} = memref.load {left}[{left_row}{r}, %p] : {TILE}",
            f"%n{r} = arith.negf %a{r} : f64",
            f"%w{r} = vector.broadcast %n{r} : f64 to {VEC}",
        ]
        body += [f"%f{r}_{v} = vector.fma %w{r}, %b{v}, %x{r}_{v} : {VEC}" for v in range(VECTORS)]
    carried = ", ".join(f"%x{r}_{v} = %c{r}_{v}" for r, v in CELLS)
    types = ", ".join([VEC] * len(CELLS))
    return (
        f"%s:{len(CELLS)} = scf.for %p = %c0 to {bound} step %c1\n"
        f"    iter_args({carried}) -> ({types}) {{\n"
        + indent("\n".join(body), 2)
        + f"\n  scf.yield {names('f')} : {types}\n}}"
    )


CONSTANTS = "\n".join(f"%c{i} = arith.constant {i} : index" for i in range(COLUMNS + 1))


def update(name: str, first_row: str, why: str) -> str:
    """A kernel C -= A B, for all rows or for those from the column block's number down."""
    block = "\n".join(
        [
            load_block("c", "%C", "%i", "%j"),
            subtract_products("%A", "%ci", "%B", "%depth"),
            "\n".join(
                f"vector.store %s#{n}, %C[%ci{r}, %cj{v}] : {TILE}, {VEC}" for n, (r, v) in enumerate(CELLS)
            ),
        ]
    )
    return f"""\
// C -= A B{why}. B has as many rows as A has columns; both have no element in common with C.
func.func private @{name}(%C: {TILE}, %A: {TILE}, %B: {TILE}) {{
{indent(CONSTANTS, 2)}
  %rows = memref.dim %C, %c0 : {TILE}
  %columns = memref.dim %C, %c1 : {TILE}
  %depth = memref.dim %A, %c1 : {TILE}
  %rows_left = arith.remui %rows, %c{ROWS} : index
  %rows_blocked = arith.subi %rows, %rows_left : index
  %columns_left = arith.remui %columns, %c{COLUMNS} : index
  %columns_blocked = arith.subi %columns, %columns_left : index
  scf.for %j = %c0 to %columns_blocked step %c{COLUMNS} {{
    scf.for %i = {first_row} to %rows_blocked step %c{ROWS} {{
{indent(block, 6)}
    }}
  }}
  // The edges: the last columns of all rows, then the last rows of the other columns.
  func.call @update_edge(%C, %A, %B, %c0, %columns_blocked) : ({TILE}, {TILE}, {TILE}, index, index) -> ()
  scf.for %i = %rows_blocked to %rows step %c1 {{
    scf.for %j = %c0 to %columns_blocked step %c{LANES} {{
      %c = vector.load %C[%i, %j] : {TILE}, {VEC}
      %s = scf.for %p = %c0 to %depth step %c1 iter_args(%x = %c) -> ({VEC}) {{
        %a = memref.load %A[%i, %p] : {TILE}
        %n = arith.negf %a : f64
        %w = vector.broadcast %n : f64 to {VEC}
        %b = vector.load %B[%p, %j] : {TILE}, {VEC}
        %f = vector.fma %w, %b, %x : {VEC}
        scf.yield %f : {VEC}
      }}
      vector.store %s, %C[%i, %j] : {TILE}, {VEC}
    }}
  }}
  return
}}
"""


UPDATE_EDGE = f"""\
// C -= A B for the elements from (%row, %column) on.
func.func private @update_edge(%C: {TILE}, %A: {TILE}, %B: {TILE}, %row: index, %column: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %C, %c0 : {TILE}
  %columns = memref.dim %C, %c1 : {TILE}
  %depth = memref.dim %A, %c1 : {TILE}
  scf.for %i = %row to %rows step %c1 {{
    scf.for %j = %column to %columns step %c1 {{
      %c = memref.load %C[%i, %j] : {TILE}
      %s = scf.for %p = %c0 to %depth step %c1 iter_args(%x = %c) -> (f64) {{
        %a = memref.load %A[%i, %p] : {TILE}
        %b = memref.load %B[%p, %j] : {TILE}
        %ab = arith.mulf %a, %b : f64
        %f = arith.subf %x, %ab : f64
        scf.yield %f : f64
      }}
      memref.store %s, %C[%i, %j] : {TILE}
    }}
  }}
  return
}}
"""

TRANSPOSE = f"""\
// B = Aᵀ, in blocks of {LANES} columns of A so that cache lines are used whole.
func.func private @transpose(%A: {TILE}, %B: {TILE}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c{LANES} = arith.constant {LANES} : index
  %rows = memref.dim %A, %c0 : {TILE}
  %columns = memref.dim %A, %c1 : {TILE}
  scf.for %j0 = %c0 to %columns step %c{LANES} {{
    %next = arith.addi %j0, %c{LANES} : index
    %j1 = arith.minsi %next, %columns : index
    scf.for %i = %c0 to %rows step %c1 {{
      scf.for %j = %j0 to %j1 step %c1 {{
        %a = memref.load %A[%i, %j] : {TILE}
        memref.store %a, %B[%j, %i] : {TILE}
      }}
    }}
  }}
  return
}}
"""


def solve_block() -> str:
    """Solve for a register block: subtract what earlier rows contribute, then solve its own triangle."""
    lines = [load_block("c", "%X", "%i", "%j"), subtract_products("%L", "%ii", "%X", "%i")]
    value = {cell: f"%s#{n}" for n, cell in enumerate(CELLS)}
    for r in range(ROWS):
        for q in range(r):
            lines.append(f"%l{r}_{q}w = vector.broadcast %l{r}_{q} : f64 to {VEC}")
            for v in range(VECTORS):
                lines.append(f"%t{r}_{q}_{v} = vector.fma %l{r}_{q}w, {value[q, v]}, {value[r, v]} : {VEC}")
                value[r, v] = f"%t{r}_{q}_{v}"
        lines.append(f"%d{r}w = vector.broadcast %d{r} : f64 to {VEC}")
        for v in range(VECTORS):
            lines.append(f"%y{r}_{v} = arith.mulf %d{r}w, {value[r, v]} : {VEC}")
            value[r, v] = f"%y{r}_{v}"
    lines.append(store_block("y", "c", "%X"))
    return "\n".join(lines)


def triangle() -> str:
    """Load the triangle of L of a register block: the diagonal's reciprocals, the rest negated."""
    lines = []
    for r in range(ROWS):
        lines.append(f"%ii{r} = arith.addi %i, %c{r} : index")
        for q in range(r):
            lines.append(f"%k{r}_{q} = memref.load %L[%ii{r}, %ii{q}] : {TILE}")
            lines.append(f"%l{r}_{q} = arith.negf %k{r}_{q} : f64")
        lines.append(f"%e{r} = memref.load %L[%ii{r}, %ii{r}] : {TILE}")
        lines.append(f"%d{r} = arith.divf %one, %e{r} : f64")
    return "\n".join(lines)


SOLVE = f"""\
// Solve L Y = X for the rows %first .. %last of Y, which replace those of X; earlier rows are solved already.
// %L and %X have the same rows; only the columns from %column on of X count.
func.func private @solve(%L: {TILE}, %X: {TILE}, %first: index, %last: index, %column: index) {{
{indent(CONSTANTS, 2)}
  %one = arith.constant 1.0 : f64
  %columns = memref.dim %X, %c1 : {TILE}
  %count = arith.subi %columns, %column : index
  %columns_left = arith.remui %count, %c{COLUMNS} : index
  %columns_blocked = arith.subi %columns, %columns_left : index
  %all_rows = arith.subi %last, %first : index
  %rows_left = arith.remui %all_rows, %c{ROWS} : index
  %rows_blocked = arith.subi %last, %rows_left : index
  scf.for %i = %first to %rows_blocked step %c{ROWS} {{
{indent(triangle(), 4)}
    scf.for %j = %column to %columns_blocked step %c{COLUMNS} {{
{indent(solve_block(), 6)}
    }}
    %next = arith.addi %i, %c{ROWS} : index
    func.call @solve_edge(%L, %X, %i, %next, %columns_blocked) : ({TILE}, {TILE}, index, index, index) -> ()
  }}
  func.call @solve_edge(%L, %X, %rows_blocked, %last, %column) : ({TILE}, {TILE}, index, index, index) -> ()
  return
}}

func.func private @solve_edge(%L: {TILE}, %X: {TILE}, %first: index, %last: index, %column: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %columns = memref.dim %X, %c1 : {TILE}
  scf.for %i = %first to %last step %c1 {{
    %d = memref.load %L[%i, %i] : {TILE}
    scf.for %j = %column to %columns step %c1 {{
      %x = memref.load %X[%i, %j] : {TILE}
      %s = scf.for %p = %c0 to %i step %c1 iter_args(%r = %x) -> (f64) {{
        %l = memref.load %L[%i, %p] : {TILE}
        %y = memref.load %X[%p, %j] : {TILE}
        %ly = arith.mulf %l, %y : f64
        %f = arith.subf %r, %ly : f64
        scf.yield %f : f64
      }}
      %q = arith.divf %s, %d : f64
      memref.store %q, %X[%i, %j] : {TILE}
    }}
  }}
  return
}}
"""

SUB = f"{TILE} to {TILE}"

FACTOR = f"""\
// The lower triangle of A becomes its Cholesky factor L; the upper one becomes Lᵀ. {ROWS} rows at a time:
// update and factor the block on the diagonal, then solve for the rest of the rows of Lᵀ.
func.func private @factor(%A: {TILE}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c{ROWS} = arith.constant {ROWS} : index
  %n = memref.dim %A, %c0 : {TILE}
  scf.for %i = %c0 to %n step %c{ROWS} {{
    %up = arith.addi %i, %c{ROWS} : index
    %next = arith.minsi %up, %n : index
    %rows = arith.subi %next, %i : index
    %rest = arith.subi %n, %next : index
    %panel = memref.subview %A[%i, %c0] [%rows, %i] [1, 1] : {SUB}
    %above = memref.subview %A[%c0, %i] [%i, %rows] [1, 1] : {SUB}
    %diagonal = memref.subview %A[%i, %i] [%rows, %rows] [1, 1] : {SUB}
    func.call @update_edge(%diagonal, %panel, %above, %c0, %c0) : ({TILE}, {TILE}, {TILE}, index, index) -> ()
    func.call @factor_edge(%diagonal) : ({TILE}) -> ()
    %below = memref.subview %A[%next, %i] [%rest, %rows] [1, 1] : {SUB}
    %right = memref.subview %A[%i, %next] [%rows, %rest] [1, 1] : {SUB}
    func.call @transpose(%below, %right) : ({TILE}, {TILE}) -> ()
    func.call @solve(%A, %A, %i, %next, %next) : ({TILE}, {TILE}, index, index, index) -> ()
    func.call @transpose(%right, %below) : ({TILE}, {TILE}) -> ()
  }}
  return
}}

func.func private @factor_edge(%A: {TILE}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %A, %c0 : {TILE}
  scf.for %j = %c0 to %n step %c1 {{
    %next = arith.addi %j, %c1 : index
    %a = memref.load %A[%j, %j] : {TILE}
    %pivot = scf.for %p = %c0 to %j step %c1 iter_args(%r = %a) -> (f64) {{
      %l = memref.load %A[%j, %p] : {TILE}
      %ll = arith.mulf %l, %l : f64
      %f = arith.subf %r, %ll : f64
      scf.yield %f : f64
    }}
    %positive = arith.cmpf ogt, %pivot, %zero : f64
    cf.assert %positive, "the matrix is not positive definite"
    %d = math.sqrt %pivot : f64
    memref.store %d, %A[%j, %j] : {TILE}
    scf.for %i = %next to %n step %c1 {{
      %b = memref.load %A[%i, %j] : {TILE}
      %s = scf.for %p = %c0 to %j step %c1 iter_args(%r = %b) -> (f64) {{
        %x = memref.load %A[%i, %p] : {TILE}
        %y = memref.load %A[%j, %p] : {TILE}
        %xy = arith.mulf %x, %y : f64
        %f = arith.subf %r, %xy : f64
        scf.yield %f : f64
      }}
      %q = arith.divf %s, %d : f64
      memref.store %q, %A[%i, %j] : {TILE}
      memref.store %q, %A[%j, %i] : {TILE}
    }}
  }}
  return
}}
"""


def view(name: str, row: str, column: str) -> str:
    """The tile (`row`, `column`) of the matrix as `%name`."""
    return (
        f"%{name} = memref.subview %A[%o{row}, %o{column}] [%s{row}, %s{column}] [1, 1] : {MATRIX} to {TILE}"
    )


def kernel(name: str, indices: str, body: list[str]) -> str:
    """A tile operation: from tile indices to views of the matrix, then `body`."""
    lines = ["%c0 = arith.constant 0 : index", f"%n = memref.dim %A, %c0 : {MATRIX}"]
    for i in indices:
        lines += [
            f"%u{i} = arith.muli %{i}, %tile : index",
            f"%o{i} = arith.minsi %u{i}, %n : index",
            f"%r{i} = arith.subi %n, %o{i} : index",
            f"%s{i} = arith.minsi %r{i}, %tile : index",
        ]
    arguments = ", ".join(f"%{i}: index" for i in indices)
    return (
        f"func.func private @{name}(%A: {MATRIX}, %tile: index, {arguments}) {{\n"
        + indent("\n".join([*lines, *body, "return"]), 2)
        + "\n}\n"
    )


def kernels() -> str:
    """The four tile operations and what they call."""
    three = f"({TILE}, {TILE}, {TILE}) -> ()"
    return "\n".join(
        [
            kernel("potrf", "k", [view("T", "k", "k"), f"func.call @factor(%T) : ({TILE}) -> ()"]),
            kernel(
                "trsm",
                "ik",
                [
                    view("L", "k", "k"),
                    view("B", "i", "k"),
                    view("X", "k", "i"),
                    f"func.call @transpose(%B, %X) : ({TILE}, {TILE}) -> ()",
                    f"func.call @solve(%L, %X, %c0, %sk, %c0) : ({TILE}, {TILE}, index, index, index) -> ()",
                    f"func.call @transpose(%X, %B) : ({TILE}, {TILE}) -> ()",
                ],
            ),
            kernel(
                "syrk",
                "ik",
                [
                    view("C", "i", "i"),
                    view("L", "i", "k"),
                    view("U", "k", "i"),
                    f"func.call @update_lower(%C, %L, %U) : {three}",
                ],
            ),
            kernel(
                "gemm",
                "ijk",
                [
                    view("C", "i", "j"),
                    view("L", "i", "k"),
                    view("U", "k", "j"),
                    f"func.call @update(%C, %L, %U) : {three}",
                ],
            ),
            update("update", "%c0", ""),
            update("update_lower", "%j", ", its lower triangle at least"),
            UPDATE_EDGE,
            SOLVE,
            FACTOR,
            TRANSPOSE,
        ]
    )


def graph(tiles: int) -> str:
    """`@cholesky`: launch every task, each dependent on the last writers of what it reads and writes."""
    lines = [
        "%c0 = arith.constant 0 : index",
        *(f"%c{i} = arith.constant {i} : index" for i in range(1, tiles)),
        f"%n = memref.dim %A, %c0 : {MATRIX}",
        f"%block = arith.constant {COLUMNS} : index",
        f"%blocks = arith.constant {tiles * COLUMNS} : index",
        "%parts = arith.ceildivsi %n, %blocks : index",
        "%tile = arith.muli %parts, %block : index",
    ]
    last_writer: dict[tuple[int, int], str] = {}
    for kernel_name, at in tasks(tiles):
        target = written(kernel_name, at)
        needed = [last_writer[t] for t in (*read(kernel_name, at), target) if t in last_writer]
        token = "%" + "_".join([kernel_name, *map(str, at)])
        dependencies = f" [{', '.join(needed)}]" if needed else ""
        arguments = ", ".join(f"%c{i}" for i in at)
        types = ", ".join([MATRIX, "index", *("index" for _ in at)])
        lines += [
            f"{token} = async.execute{dependencies} {{",
            f"  func.call @{kernel_name}(%A, %tile, {arguments}) : ({types}) -> ()",
            "  async.yield",
            "}",
        ]
        last_writer[target] = token
    lines += [f"async.await {last_writer[tiles - 1, tiles - 1]} : !async.token", "return"]
    return f"func.func @cholesky(%A: {MATRIX}) {{\n" + indent("\n".join(lines), 2) + "\n}\n"


def generate(tiles: int = TILES) -> str:
    """The whole program."""
    count = sum(1 for _ in tasks(tiles))
    header = f"// Tiled Cholesky factorisation: {tiles} by {tiles} tiles, {count} tasks; see generate.py.\n\n"
    return header + graph(tiles) + "\n" + kernels()


def main() -> None:
    """Write the program to a file or to standard output."""
    parser = argparse.ArgumentParser(description="Generate a tiled Cholesky factorisation as MLIR text.")
    parser.add_argument("--tiles", type=int, default=TILES, help="tiles along a side")
    parser.add_argument("-o", "--output", default=str(HERE / "cholesky.mlir"), help="file, or - for stdout")
    options = parser.parse_args()
    text = generate(options.tiles)
    if options.output == "-":
        sys.stdout.write(text)
    else:
        Path(options.output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
