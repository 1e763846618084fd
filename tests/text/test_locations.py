"""Every op and block argument knows where it was written."""

from __future__ import annotations

from asyncir.dialects.verification import location_span
from asyncir.ir import FileLineColLoc, FusedLoc, LocationAttr
from asyncir.source.text import parse_module, print_module

SOURCE = """\
func.func @f(%x: i32,
             %c: i1) -> i32 {
  %a:2 = scf.if %c -> (i32, i32) {
    scf.yield %x, %x : i32, i32
  } else {
      scf.yield %x, %x : i32, i32
  }
  "cf.br"(%a#0)[^end] : (i32) -> ()
^end(%r: i32):
  return %r : i32
}
"""


def place(location: LocationAttr) -> tuple[int, int]:
    assert isinstance(location, FileLineColLoc)
    assert location.filename.data == "f.mlir"
    return location.line.data, location.column.data


def test_every_op_is_where_its_name_is() -> None:
    module = parse_module(SOURCE, "f.mlir")
    places = [(op.name, place(op.location)) for op in module.walk()]
    assert places == [
        ("builtin.module", (1, 1)),
        ("func.func", (1, 1)),
        ("scf.if", (3, 10)),
        ("scf.yield", (4, 5)),
        ("scf.yield", (6, 7)),
        ("cf.br", (8, 3)),
        ("func.return", (10, 3)),
    ]


def test_every_block_argument_is_where_its_name_is() -> None:
    module = parse_module(SOURCE, "f.mlir")
    arguments = [arg for op in module.walk() for r in op.regions for b in r.blocks for arg in b.args]
    assert [place(arg.location) for arg in arguments] == [(1, 14), (2, 14), (9, 6)]


def test_a_location_in_the_text_wins() -> None:
    module = parse_module(
        'func.func @f() {\n  return loc("x.py":7:8)\n} loc(fused["a.py":1:2, "b.py":3:4])', "f.mlir"
    )
    function = module.body.block.first_op
    assert function is not None
    assert isinstance(function.location, FusedLoc)
    span = location_span(function.location)
    assert span is not None
    assert (span.file, span.line, span.column) == ("a.py", 1, 2)


def test_locations_are_printed_and_read_again() -> None:
    module = parse_module(SOURCE, "f.mlir")
    text = print_module(module, debuginfo=True)
    again = parse_module(text, "other.mlir")
    assert [op.location for op in again.walk()] == [op.location for op in module.walk()]
    assert print_module(again, debuginfo=True) == text
