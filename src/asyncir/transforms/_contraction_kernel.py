"""The function that a contraction calls: a matmul of three operands that are read and written through tables.

A table says for each row, column or step of the sum how far it is from the operand's start, so that a matmul, its transposed
forms and each kind of convolution are one function: element (row, step) of the left operand is `l[l0 + lr[row] + ls[step]]`.

    for each block of at most `depth` steps          what is packed stays in the cache of the second level
      pack the columns: for each panel of them the elements of all steps, one behind the other
      for each block of `height` rows                as does this part of the left operand
        for each panel                               which stays in the cache of the first level
          for each tile of rows                      whose sums stay in registers
            for each step: rows x panel products are added

Vectors go along columns. A panel whose columns are no neighbours in memory is gathered element by element; the sums of one
whose columns are no neighbours in the output, and of the last one if it is not full, go through a small buffer. What is
missing of the last tile or panel is filled up with copies of the last row or column, so that nothing is computed that the
program does not compute.
Each sum begins with what the output holds, and adds in the order of the steps.

The plan is that of Goto and van de Geijn, "Anatomy of high-performance matrix multiplication" (ACM TOMS 34(3), 2008).
"""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.ir import Attribute

WIDEST = 16
"""A part has at most so many panels."""
LEAST_TILES = 8
"""A part has at least so many tiles, if rows are shared at all: they are where columns leave workers without work."""
TABLE = "memref<?xindex>"
TABLES = ("lr", "ls", "rs", "rc", "or", "oc")
"""Of the left operand's rows and steps, the right one's steps and columns, the output's rows and columns."""
BODY = "body"
"""The name that is called for each vector of products; calls of it stand for the body of the op."""


@dataclass(frozen=True)
class KernelShape:
    """What a kernel is made for."""

    left: Attribute
    right: Attribute
    output: Attribute
    """The types of elements."""
    rows: int
    """How many rows a tile has."""
    columns: int
    """How many columns a panel has."""
    depth: int
    """How many steps are packed at once."""
    height: int
    """How many rows are gone through with each panel before the next one."""
    packs: bool = False
    """Whether the left operand is packed, too: it has to be where its steps are not neighbours in memory."""


TABLE_FUNCTION = """
func.func private @{name}(%t: memref<?xindex>, %e0: index, %e1: index, %e2: index, %e3: index,
    %s0: index, %s1: index, %s2: index, %s3: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %a = %c0 to %e0 step %c1 {{
    %a0 = arith.muli %a, %s0 : index
    %a1 = arith.muli %a, %e1 : index
    scf.for %b = %c0 to %e1 step %c1 {{
      %b0 = arith.muli %b, %s1 : index
      %b1 = arith.addi %a0, %b0 : index
      %b2 = arith.addi %a1, %b : index
      %b3 = arith.muli %b2, %e2 : index
      scf.for %c = %c0 to %e2 step %c1 {{
        %x0 = arith.muli %c, %s2 : index
        %x1 = arith.addi %b1, %x0 : index
        %x2 = arith.addi %b3, %c : index
        %x3 = arith.muli %x2, %e3 : index
        scf.for %d = %c0 to %e3 step %c1 {{
          %d0 = arith.muli %d, %s3 : index
          %d1 = arith.addi %x1, %d0 : index
          %d2 = arith.addi %x3, %d : index
          memref.store %d1, %t[%d2] : memref<?xindex>
        }}
      }}
    }}
  }}
  return
}}
"""
"""Fills a table of four loops, the last one fastest: sizes and strides."""


def kernel_text(name: str, part: str, shape: KernelShape) -> str:
    """Two functions, as text: one for the whole op, of its views and their tables; and one for a part of it."""
    kernel = _Kernel(part, shape)
    return kernel.whole(name) + kernel.text()


def _shares(letter: str, units: str, shares: str, unit: str) -> str:
    """Equal shares of whole units: `size` of each, in elements, and their `count`."""
    return f"""
  %{letter}_shares = arith.maxsi {shares}, %c1 : index
  %{letter}_even = arith.ceildivui {units}, %{letter}_shares : index
  %{letter}_each = arith.maxsi %{letter}_even, %c1 : index
  %{letter}_size = arith.muli %{letter}_each, {unit} : index
  %{letter}_count = arith.ceildivui {units}, %{letter}_each : index"""


def _span(letter: str, share: str, total: str) -> str:
    """Where a share begins and ends."""
    return f"""
    %{letter}0 = arith.muli {share}, %{letter}_size : index
    %{letter}_end = arith.addi %{letter}0, %{letter}_size : index
    %{letter}1 = arith.minsi %{letter}_end, {total} : index"""


class _Kernel:
    def __init__(self, name: str, shape: KernelShape):
        self.name, self.shape = name, shape
        self.rows = range(shape.rows)
        self.tiles = max(1, shape.height // shape.rows)
        self.vector = f"vector<{shape.columns}x{shape.output}>"
        self.right = f"vector<{shape.columns}x{shape.right}>"
        self.views = [
            f"memref<?x{of}, strided<[1], offset: ?>>" for of in (shape.left, shape.right, shape.output)
        ]
        self.panels = f"memref<?x?x{shape.columns}x{shape.right}>"
        self.lefts = f"memref<?x?x{shape.rows}x{shape.left}>"
        self.spare = f"memref<{shape.rows}x{shape.columns}x{shape.output}>"

    def whole(self, name: str) -> str:
        """The function that shares the work: a part is some rows and some columns of one element of the batch."""
        views = [(f"%{name}", of) for name, of in zip("lro", self.views, strict=True)]
        batch = [(f"%{name}", TABLE) for name in ("lb", "rb", "ob")]
        tables = [(f"%{name}", TABLE) for name in TABLES]
        given = ", ".join(f"{name}: {of}" for name, of in (*views, *batch, *tables))
        starts = [(f"%{name}0", "index") for name in "lro"]
        ends = [(f"%{name}", "index") for name in ("m0", "m1", "n0", "n1")]
        passed = (*views, *tables, *starts, *ends)
        pairs = zip(starts, batch, strict=True)
        places = "".join(f"    {to} = memref.load {table}[%b] : {TABLE}\n" for (to, _), (table, _) in pairs)
        return f"""
func.func private @{name}({given}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tile = arith.constant {self.shape.rows} : index
  %panel = arith.constant {self.shape.columns} : index
  %widest = arith.constant {WIDEST} : index
  %least = arith.constant {LEAST_TILES} : index
  %batch = memref.dim %lb, %c0 : {TABLE}
  %rows = memref.dim %lr, %c0 : {TABLE}
  %columns = memref.dim %rc, %c0 : {TABLE}
  %panels = arith.ceildivui %columns, %panel : index
  %shares = arith.ceildivui %panels, %widest : index
{_shares("n", "%panels", "%shares", "%panel")}
  %others0 = arith.muli %n_count, %batch : index
  %others = arith.maxsi %others0, %c1 : index
  %workers = async.runtime.num_worker_threads : index
  %wanted = arith.ceildivui %workers, %others : index
  %tiles = arith.ceildivui %rows, %tile : index
  %most = arith.ceildivui %tiles, %least : index
  %heights = arith.minsi %wanted, %most : index
{_shares("m", "%tiles", "%heights", "%tile")}
  scf.parallel (%b, %down, %along) = (%c0, %c0, %c0) to (%batch, %m_count, %n_count) step (%c1, %c1, %c1) {{
{places}{_span("m", "%down", "%rows")}{_span("n", "%along", "%columns")}
    func.call @{self.name}({", ".join(value for value, _ in passed)}) : ({", ".join(of for _, of in passed)}) -> ()
    scf.reduce
  }}
  return
}}
"""

    def text(self) -> str:
        """The function for a part."""
        views = ", ".join(f"%{name}: {of}" for name, of in zip("lro", self.views, strict=True))
        tables = ", ".join(f"%{name}: {TABLE}" for name in TABLES)
        numbers = ", ".join(f"%{name}: index" for name in ("l0", "r0", "o0", "m0", "m1", "n0", "n1"))
        return f"""
func.func private @{self.name}({views}, {tables}, {numbers}) {{
{self._start()}
  scf.for %pc = %c0 to %steps step %deep {{
    %rest = arith.subi %steps, %pc : index
    %count = arith.minsi %rest, %deep : index
    scf.for %p = %c0 to %panels step %c1 {{
{self._columns("%rc", "%r0", "%packed")}
{self._pack_right()}
    }}
    scf.for %ic = %m0 to %m1 step %cheight {{
      %i9 = arith.addi %ic, %cheight : index
      %ie = arith.minsi %i9, %m1 : index
{self._pack_left() if self.shape.packs else ""}
      scf.for %p = %c0 to %panels step %c1 {{
{self._columns("%oc", "%o0", "%plain")}
        scf.for %i = %ic to %ie step %ctile {{
{self._tile()}
        }}
      }}
    }}
  }}
  memref.dealloc %right : {self.panels}
{f"  memref.dealloc %left : {self.lefts}" if self.shape.packs else ""}
  return
}}
"""

    def _start(self) -> str:
        shape = self.shape
        numbers = {f"%r{row}n": row for row in self.rows}
        numbers |= {"%c0": 0, "%c1": 1, "%ctile": shape.rows, "%cpanel": shape.columns}
        numbers |= {"%cdepth": shape.depth, "%cheight": self.tiles * shape.rows}
        lines = [f"  {name} = arith.constant {number} : index" for name, number in numbers.items()]
        zero = "0" if not str(shape.output).startswith(("f", "bf")) else "0.0"
        lines.append(f"""
  %lastrow = arith.subi %m1, %c1 : index
  %zero = arith.constant dense<{zero}> : {self.vector}
  %steps = memref.dim %ls, %c0 : memref<?xindex>
  %blocks0 = arith.ceildivui %steps, %cdepth : index
  %blocks = arith.maxsi %blocks0, %c1 : index
  %deep0 = arith.ceildivui %steps, %blocks : index
  %deep = arith.maxsi %deep0, %c1 : index
  %wide = arith.subi %n1, %n0 : index
  %panels = arith.ceildivui %wide, %cpanel : index
  %right = memref.alloc(%panels, %deep) {{alignment = 64 : i64}} : {self.panels}
  %from = memref.alloca() : memref<{shape.columns}xindex>
  %spare = memref.alloca() {{alignment = 64 : i64}} : {self.spare}""")
        lines += [
            f"  vector.store %zero, %spare[%r{row}n, %c0] : {self.spare}, {self.vector}" for row in self.rows
        ]
        if shape.packs:
            lines.append(f"""
  %tiles = arith.constant {self.tiles} : index
  %left = memref.alloc(%tiles, %deep) {{alignment = 64 : i64}} : {self.lefts}""")
        return "\n".join(lines)

    def _columns(self, table: str, start: str, verdict: str) -> str:
        """The columns of panel `%p`: the first, how many there are, and whether they are neighbours and all there."""
        return f"""
      %j0 = arith.muli %p, %cpanel : index
      %j = arith.addi %n0, %j0 : index
      %left_over = arith.subi %n1, %j : index
      %valid = arith.minsi %left_over, %cpanel : index
      %last = arith.subi %n1, %c1 : index
      %f0 = memref.load {table}[%j] : memref<?xindex>
      %first = arith.addi {start}, %f0 : index
      %full = arith.cmpi eq, %valid, %cpanel : index
      {verdict} = scf.for %x = %c0 to %cpanel step %c1 iter_args(%so_far = %full) -> (i1) {{
        %y0 = arith.addi %j, %x : index
        %y = arith.minsi %y0, %last : index
        %at = memref.load {table}[%y] : memref<?xindex>
        %at1 = arith.addi {start}, %at : index
        memref.store %at1, %from[%x] : memref<{self.shape.columns}xindex>
        %wanted = arith.addi %f0, %x : index
        %same = arith.cmpi eq, %at, %wanted : index
        %both = arith.andi %so_far, %same : i1
        scf.yield %both : i1
      }}"""

    def _pack_right(self) -> str:
        view, cells = self.views[1], f"memref<{self.shape.columns}xindex>"
        return f"""
      scf.if %packed {{
        scf.for %k = %c0 to %count step %c1 {{
          %step = arith.addi %pc, %k : index
          %s = memref.load %rs[%step] : memref<?xindex>
          %a = arith.addi %first, %s : index
          %v = vector.load %r[%a] : {view}, {self.right}
          vector.store %v, %right[%p, %k, %c0] : {self.panels}, {self.right}
        }}
      }} else {{
        scf.for %k = %c0 to %count step %c1 {{
          %step = arith.addi %pc, %k : index
          %s = memref.load %rs[%step] : memref<?xindex>
          scf.for %x = %c0 to %cpanel step %c1 {{
            %b = memref.load %from[%x] : {cells}
            %a = arith.addi %b, %s : index
            %v = memref.load %r[%a] : {view}
            memref.store %v, %right[%p, %k, %x] : {self.panels}
          }}
        }}
      }}"""

    def _row(self, row: int) -> str:
        return f"""
        %q{row} = arith.addi %i, %r{row}n : index
        %mr{row} = arith.minsi %q{row}, %lastrow : index
        %lb{row} = memref.load %lr[%mr{row}] : memref<?xindex>
        %la{row} = arith.addi %l0, %lb{row} : index"""

    def _pack_left(self) -> str:
        copies = "".join(
            f"""
          %ad{row} = arith.addi %la{row}, %s : index
          %e{row} = memref.load %l[%ad{row}] : {self.views[0]}
          memref.store %e{row}, %left[%tile, %k, %r{row}n] : {self.lefts}"""
            for row in self.rows
        )
        return f"""
      scf.for %i = %ic to %ie step %ctile {{
        %ahead = arith.subi %i, %ic : index
        %tile = arith.divui %ahead, %ctile : index
{"".join(map(self._row, self.rows))}
        scf.for %k = %c0 to %count step %c1 {{
          %step = arith.addi %pc, %k : index
          %s = memref.load %ls[%step] : memref<?xindex>{copies}
        }}
      }}"""

    def _tile(self) -> str:
        """The sums of one tile: fetched, added to, put back."""
        types = ", ".join([self.vector] * len(self.rows))
        carried = ", ".join(f"%a{row} = %t#{row}" for row in self.rows)
        added = ", ".join(f"%z{row}" for row in self.rows)
        return f"""
{"".join(map(self._row, self.rows))}
{"".join(map(self._output_row, self.rows))}
{self._left_place()}
        %t:{len(self.rows)} = scf.if %plain -> ({types}) {{
{self._fetch()}
        }} else {{
{self._fetch_apart()}
        }}
        %u:{len(self.rows)} = scf.for %k = %c0 to %count step %c1 iter_args({carried}) -> ({types}) {{
          %b = vector.load %right[%p, %k, %c0] : {self.panels}, {self.right}
{"".join(map(self._product, self.rows))}
          scf.yield {added} : {types}
        }}
        scf.if %plain {{
{self._put()}
        }} else {{
{self._put_apart()}
        }}"""

    def _output_row(self, row: int) -> str:
        return f"""
        %ob{row} = memref.load %or[%mr{row}] : memref<?xindex>
        %oa{row} = arith.addi %first, %ob{row} : index"""

    def _left_place(self) -> str:
        if self.shape.packs:
            return """
        %ahead = arith.subi %i, %ic : index
        %tile = arith.divui %ahead, %ctile : index"""
        lines = ["        %ls0 = memref.load %ls[%pc] : memref<?xindex>"]
        lines += [f"        %lx{row} = arith.addi %la{row}, %ls0 : index" for row in self.rows]
        return "\n".join(lines)

    def _product(self, row: int) -> str:
        element, vector = self.shape.left, f"vector<{self.shape.columns}x{self.shape.left}>"
        place = f"%left[%tile, %k, %r{row}n] : {self.lefts}"
        before = ""
        if not self.shape.packs:
            before = f"          %ly{row} = arith.addi %lx{row}, %k : index\n"
            place = f"%l[%ly{row}] : {self.views[0]}"
        return f"""{before}
          %x{row} = memref.load {place}
          %y{row} = vector.broadcast %x{row} : {element} to {vector}
          %z{row} = func.call @{BODY}(%y{row}, %b, %a{row}) : ({vector}, {self.right}, {self.vector}) -> {self.vector}"""

    def _fetch(self) -> str:
        lines = [
            f"          %v{row} = vector.load %o[%oa{row}] : {self.views[2]}, {self.vector}"
            for row in self.rows
        ]
        return "\n".join([*lines, self._yield("v")])

    def _put(self) -> str:
        of = f"{self.views[2]}, {self.vector}"
        return "\n".join(f"          vector.store %u#{row}, %o[%oa{row}] : {of}" for row in self.rows)

    def _yield(self, letter: str) -> str:
        types = ", ".join([self.vector] * len(self.rows))
        return f"          scf.yield {', '.join(f'%{letter}{row}' for row in self.rows)} : {types}"

    def _apart(self, inner: str) -> str:
        """For each column that is there: `%d`, how far it is from where its row starts, then `inner`."""
        return f"""
          scf.for %x = %c0 to %valid step %c1 {{
            %there = memref.load %from[%x] : memref<{self.shape.columns}xindex>
            %d = arith.subi %there, %first : index
{inner}
          }}"""

    def _fetch_apart(self) -> str:
        inner = "".join(
            f"""
            %g{row} = arith.addi %oa{row}, %d : index
            %h{row} = memref.load %o[%g{row}] : {self.views[2]}
            memref.store %h{row}, %spare[%r{row}n, %x] : {self.spare}"""
            for row in self.rows
        )
        lines = [
            f"          %w{row} = vector.load %spare[%r{row}n, %c0] : {self.spare}, {self.vector}"
            for row in self.rows
        ]
        return "\n".join([self._apart(inner), *lines, self._yield("w")])

    def _put_apart(self) -> str:
        lines = [
            f"          vector.store %u#{row}, %spare[%r{row}n, %c0] : {self.spare}, {self.vector}\n"
            for row in self.rows
        ]
        inner = "".join(
            f"""
            %g{row} = arith.addi %oa{row}, %d : index
            %h{row} = memref.load %spare[%r{row}n, %x] : {self.spare}
            memref.store %h{row}, %o[%g{row}] : {self.views[2]}"""
            for row in self.rows
        )
        return "".join(lines) + self._apart(inner)
