"""Programs whose memory has types of a dialect's own: PTO's tiles and views of global memory, in its text."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.certificates.machines import accept_on_machine
from asyncir.certificates.state import Refused
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.sync import WaitOp
from asyncir.driver.machine_runs import expand_for_machine
from asyncir.invariants.machines import find_machine_certificate
from asyncir.ir import ModuleOp
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import print_module
from tests.machines.ascend_text import ASCEND, changed, proved, read

pytestmark = pytest.mark.feature("S3-23", "N13")

VIEW, PART = "!pto.tensor_view<?x?xf32>", "!pto.partition_tensor_view<1x16xf32>"
TILE = "!pto.tile_buf<vec, 1x16xf32>"
LONG = "!pto.tile_buf<loc=vec, dtype=f32, rows=1, cols=16, v_row=1, v_col=16, blayout=row_major, pad=0>"


def function(*lines: str, section: bool = True) -> str:
    """`@f` of an input and an output of rows of 16 numbers, and how many rows there are."""
    head = "func.func @f(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %n: index, %q: i1) {"
    numbers = [f"%c{n} = arith.constant {n} : index" for n in (0, 1, 2, 3, 16)]
    numbers += [f"%b{n} = arith.constant {n} : i64" for n in (0, 32, 64, 128)]
    sizes = "shape = [%n, %c16], strides = [%c16, %c1]"
    views = [f"%{v} = pto.make_tensor_view %{p}, {sizes} : {VIEW}" for v, p in (("vx", "x"), ("vy", "y"))]
    body = ["%f = arith.constant 2.0 : f32", *numbers, *views, *lines]
    around = ["pto.section.vector {", *body, "}"] if section else body
    return "\n".join([head, *around, "return", "}", ""])


def tile(name: str, type_: str = TILE, address: int | None = None) -> str:
    return f"%{name} = pto.alloc_tile {'' if address is None else f'addr = %b{address} '}: {type_}"


def part(name: str, of: str, row: str) -> str:
    lists = f"offsets = [{row}, %c0], sizes = [%c1, %c16]"
    return f"%{name} = pto.partition_view %{of}, {lists} : {VIEW} -> {PART}"


def load(source: str, to: str, type_: str = TILE) -> str:
    return f"pto.tload ins(%{source} : {PART}) outs(%{to} : {type_})"


def store(source: str, to: str, type_: str = TILE) -> str:
    return f"pto.tstore ins(%{source} : {type_}) outs(%{to} : {PART})"


def add(a: str, b: str, to: str, type_: str = TILE) -> str:
    return f"pto.tadd ins(%{a}, %{b} : {type_}, {type_}) outs(%{to} : {type_})"


def loop(*lines: str, counter: str = "i", bounds: str = "%c0 to %n step %c1") -> str:
    return "\n".join((f"scf.for %{counter} = {bounds} {{", *lines, "}"))


def row(counter: str = "i") -> tuple[str, str]:
    return part("r", "vx", f"%{counter}"), part("w", "vy", f"%{counter}")


ROWS = (*row(), load("r", "t"), add("t", "t", "t"), store("t", "w"))
PROGRAMS = {
    "in a row": function(tile("t"), *row("c0"), load("r", "t"), add("t", "t", "t"), store("t", "w")),
    "rows": function(tile("t"), loop(*ROWS)),
    "rows, no section": function(tile("t"), loop(*ROWS), section=False),
    "a tile of each iteration": function(loop(tile("t"), *ROWS)),
    "the long form": function(
        tile("t", LONG), loop(*row(), load("r", "t", LONG), add("t", "t", "t", LONG), store("t", "w", LONG))
    ),
    "two tiles": function(
        tile("t"), tile("u"), loop(*row(), load("r", "t"), load("r", "u"), add("t", "u", "t"), store("t", "w"))
    ),
    "addresses that overlap": function(
        tile("t", address=0), tile("u", address=32),
        loop(*row(), load("r", "t"), store("t", "w"), load("r", "u"), add("u", "u", "u"), store("u", "w")),
    ),
    "a row of another iteration": function(
        tile("t"), tile("u"),
        loop(
            part("r", "vy", "%i"), "%j = arith.addi %i, %c1 : index", part("w", "vy", "%j"),
            load("r", "t"), add("t", "t", "u"), store("u", "w"),
            bounds="%c0 to %c3 step %c1",
        ),
    ),
    "a tile that a loop hands on": function(
        tile("t"), tile("u"),
        f"%a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%p = %t, %s = %u) -> ({TILE}, {TILE}) {{",
        *row(), load("r", "p"), store("p", "w"),
        f"scf.yield %s, %p : {TILE}, {TILE}", "}",
    ),
    "a tile that a branch chooses": function(
        tile("t"), tile("u"), *row("c0"),
        f"%p = arith.select %q, %t, %u : {TILE}",
        load("r", "p"), add("p", "p", "p"), store("p", "w"), load("r", "t"), store("t", "w"),
    ),
    "a branch": function(
        tile("t"), loop(*row(), load("r", "t"), "scf.if %q {", add("t", "t", "t"), "}", store("t", "w"))
    ),
    "another name of a tile": function(
        tile("t"), f"%u = pto.treshape %t : {TILE} -> {TILE}",
        loop(*row(), load("r", "t"), add("u", "u", "u"), store("t", "w")),
    ),
    "a block": function(
        tile("t"), "%k = pto.get_block_idx", "%i = arith.index_cast %k : i64 to index", *ROWS
    ),
}  # fmt: skip


def played(module: ModuleOp, order: str) -> tuple[list[object], np.ndarray]:
    """What goes wrong in a run with four rows, and what is written."""
    module = module.clone()
    expand_for_machine(module, "ascend-a2", unfit_is_opaque=True)
    given = [np.arange(64, dtype=np.float32), np.full(64, 7, np.float32)]
    found = Player(module, "f", ASCEND).play([*given, 4, True], order)
    assert list(found.faults) == []
    return [*found.races, *found.misuses, *([found.deadlock] if found.deadlock else [])], given[1]


@pytest.mark.parametrize("name", PROGRAMS)
def test_they_are_synchronised_and_written_in_their_text_again(name: str) -> None:
    before = print_module(read(PROGRAMS[name]))
    module = changed(read(PROGRAMS[name]), "insert-sync")
    assert proved(module)
    there = print_module(changed(module, "lower-sync"))
    for word in ("memref", "sync.", "asyncir.effects", "hivm", "execute_region"):
        assert word not in there
    left = iter(there.splitlines())
    assert [line for line in before.splitlines() if line not in left] == []
    assert changed(read(there), "assign-engines") is not None
    assert proved(changed(read(there), "assign-engines"))


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "another name of a tile"])
def test_what_they_write_is_what_they_write_one_after_the_other(name: str) -> None:
    module = changed(read(PROGRAMS[name]), "insert-sync")
    _, wanted = played(changed(read(PROGRAMS[name]), "assign-engines"), "earliest")
    for order in ("earliest", "latest", "seed:1", "seed:2"):
        faults, given = played(module, order)
        assert faults == []
        assert np.array_equal(given, wanted)


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_printed_in_between_can_be_read(name: str) -> None:
    between = print_module(changed(read(PROGRAMS[name]), "assign-engines"))
    again = read(between)
    assert print_module(again) == between
    assert print_module(changed(again, "lower-sync")) == print_module(read(PROGRAMS[name]))


@pytest.mark.parametrize("name", PROGRAMS)
def test_without_synchronisation_none_is_proved(name: str) -> None:
    assert not proved(changed(read(PROGRAMS[name]), "assign-engines"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_verifier_accepts_what_is_proved_and_nothing_less(name: str) -> None:
    module = changed(read(PROGRAMS[name]), "insert-sync")
    accept_on_machine(module, "f", ASCEND, find_machine_certificate(module, "f", ASCEND))
    for number in range(sum(isinstance(op, WaitOp) for op in module.walk())):
        fewer = module.clone()
        wait = [op for op in fewer.walk() if isinstance(op, WaitOp)][number]
        wait.detach()
        wait.erase()
        with pytest.raises(Refused):
            accept_on_machine(fewer, "f", ASCEND, find_machine_certificate(fewer, "f", ASCEND))


def waits(text: str) -> int:
    return print_module(changed(read(text), "insert-sync")).count("sync.wait")


def test_rows_that_are_apart_are_known_to_be() -> None:
    """A row is loaded before it is stored; only where all iterations have the same row a load waits for a store, too."""
    both = [part("r", "vy", "%i"), load("r", "t"), store("u", "r")]
    of = function(tile("t"), tile("u"), loop(*both))
    assert 'from "mte3" to "mte2"' not in print_module(changed(read(of), "insert-sync"))
    same = print_module(changed(read(of.replace("offsets = [%i", "offsets = [%c1")), "insert-sync"))
    assert 'from "mte3" to "mte2"' in same


def test_tiles_without_addresses_have_memory_of_their_own() -> None:
    """The second load waits for the store of the first one only where both tiles may be in one place."""
    both = [*row("c0"), load("r", "t"), store("t", "w"), load("r", "u"), store("u", "w")]
    alone = waits(function(tile("t"), tile("u"), *both))
    assert waits(function(tile("t", address=0), tile("u", address=64), *both)) == alone
    assert waits(function(tile("t", address=0), tile("u", address=32), *both)) == alone + 1


def test_what_another_dialect_has_at_an_address_is_seen() -> None:
    ub = "memref<16xf32, #hivm.address_space<ub>>"
    lines = [
        tile("t", address=0), f"%m = hivm.hir.pointer_cast(%b32) : {ub}", *row("c0"),
        load("r", "t"), f"hivm.hir.vadd ins(%m, %m : {ub}, {ub}) outs(%m : {ub})",
    ]  # fmt: skip
    there = print_module(changed(read(function(*lines)), "insert-sync"))
    assert 'from "mte2" to "v"' in there
    assert 'from "mte2" to "v"' not in print_module(
        changed(read(function(*lines).replace("cast(%b32)", "cast(%b64)")), "insert-sync")
    )


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("%t = pto.alloc_tile : !pto.tile_buf<vec, ?x16xf32>",), "does not say how much memory"),
        (("%t = pto.alloc_tile : !pto.tile_buf<l7, 1x16xf32>",), "there is no .*memory"),
        (("%t = pto.alloc_tile : !pto.tile_buf<vec, 1x16xodd>",), "is no type of numbers"),
        (("%t = pto.alloc_tile : f32",), "gives f32, and that is no memory"),
        ((tile("t"), f"%p = pto.partition_view %t, offsets = [%c0], sizes = [%c1] : {TILE} -> {PART}"), "1 and 2"),
        (
            (
                "%p = pto.partition_view %vx, offsets = [%c0], sizes = [%c1] : "
                f"{VIEW} -> !pto.partition_tensor_view<1xf32>",
            ),
            "has 1 dimensions, and what it is a part of has 2",
        ),
        ((tile("t"), *row("c0"), "%p = pto.partition_view %n : index -> " + PART, store("t", "w")), None),
        (
            ("%o = pto.other : !pto.odd<4>", "pto.tload ins(%o : !pto.odd<4>) outs(%o : !pto.odd<4>)"),
            "what memory a value of type !pto.odd<4> stands for is not known",
        ),
        ((tile("t", address=128).replace("%b128", "%b"), "%b = arith.constant 0 : i64"), None),
    ],
)  # fmt: skip
def test_what_is_no_such_memory_is_said(lines: tuple[str, ...], why: str | None) -> None:
    with pytest.raises(DiagnosticError, match=why) as caught:
        changed(read(function(*lines)), "insert-sync")
    first = caught.value.diagnostics[0]
    assert first.help
    assert first.span is not None
    assert why is None or first.code == "P161"


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((tile("t").replace(" :", " %b0 :"),), "has operands of which no table says what they are"),
        ((tile("t").replace(" :", " at = %b0 :"),), "has operands of which no table says what they are"),
        ((tile("t", address=0), tile("u")), "pto.alloc_tile gives memory in 'ub' too"),
        (
            (tile("t", address=0), '%u = memref.alloc() : memref<4xf32, "vec">'),
            "memref.alloc gives memory in 'ub' too",
        ),
        ((part("p", "vx", "%c0").replace("<1x16", "<1x8"),), "say different sizes"),
        ((part("p", "vx", "%c0").replace("[%c1,", "[%c2,"),), "say different sizes"),
        (("%m = arith.constant -1 : index", part("p", "vx", "%m")), "a number below 0"),
        ((part("p", "vx", "%f"),), "one of its numbers is f32"),
        (
            (tile("t"), part("p", "vx", "%c0").replace("offsets =", "at ="), load("p", "t")),
            "pto.partition_view is not written as a table of the machine says: `offsets = ",
        ),
        (
            (tile("t"), part("p", "vx", "%c0"), load("p", "t"), "pto.set_flag(PIPE_V)"),
            "pto.set_flag is not written as a table of the machine says: `",
        ),
    ],
)
def test_what_may_be_elsewhere_is_said(lines: tuple[str, ...], why: str) -> None:
    with pytest.raises(DiagnosticError, match=why):
        changed(read(function(*lines)), "insert-sync")


def test_an_argument_may_be_where_addresses_are() -> None:
    text = function(tile("t", address=0)).replace("%q: i1", f"%q: {TILE}")
    with pytest.raises(DiagnosticError, match="argument 3 is in 'ub' too"):
        changed(read(text), "insert-sync")


def test_what_a_function_allocates_that_is_called_is_one_place() -> None:
    text = (
        function(tile("t"), *row("c0"), load("r", "t"), store("t", "w"))
        + """
func.func @g(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %n: index, %q: i1) {
  func.call @f(%x, %y, %n, %q) : (!pto.ptr<f32>, !pto.ptr<f32>, index, i1) -> ()
  return
}"""
    )
    with pytest.raises(DiagnosticError, match="its function is called"):
        changed(read(text), "insert-sync")


def test_the_generic_form_says_as_much() -> None:
    both = [*row("c0"), load("r", "t"), store("t", "w"), load("r", "u"), store("u", "w")]
    text = function(tile("t", address=0), tile("u", address=32), *both)
    generic = print_module(read(text), generic=True)
    assert "written" in generic
    assert waits(generic) == waits(text)


def test_what_has_other_elements_may_be_any_part() -> None:
    small, view = "!pto.partition_tensor_view<1x16xi8>", "!pto.tensor_view<?x?xi8>"
    bytes_ = "!pto.tile_buf<vec, 1x16xi8>"
    lines = [
        f"%vi = pto.make_tensor_view %y, shape = [%n, %c16], strides = [%c16, %c1] : {view}",
        f"%p = pto.partition_view %vi, offsets = [%c3, %c0], sizes = [%c1, %c16] : {view} -> {small}",
        tile("t"), tile("u", bytes_), part("w", "vy", "%c0"),
        f"pto.tload ins(%p : {small}) outs(%u : {bytes_})", store("t", "w"),
    ]  # fmt: skip
    assert 'from "mte2" to "mte3"' in print_module(changed(read(function(*lines)), "insert-sync"))


def test_a_part_that_is_seen_with_other_sizes_begins_where_it_is() -> None:
    again = f"%s = pto.make_tensor_view %r, shape = [%c1, %c16], strides = [%c16, %c1] : {VIEW}"
    lines = [part("r", "vx", "%c2"), again, part("p", "s", "%c0"), tile("t"), load("p", "t")]
    text = function(*lines, part("w", "vy", "%c0"), store("t", "w"))
    for order in ("earliest", "latest"):
        faults, given = played(changed(read(text), "insert-sync"), order)
        assert faults == []
        assert list(given[:16]) == list(range(32, 48))


def test_a_section_may_be_empty_or_in_a_loop() -> None:
    assert waits(function()) == 0
    assert waits("func.func @f() {\n  pto.section.vector {\n  }\n  return\n}") == 0
    ub = "memref<16xf32, #hivm.address_space<ub>>"
    slots = f"%m = hivm.hir.pointer_cast(%b0, %b64) : {ub}"
    add_ = f"hivm.hir.vadd ins(%m, %m : {ub}, {ub}) outs(%m : {ub})"
    there = print_module(
        changed(read(function(loop("pto.section.vector {", slots, add_, "}"))), "insert-sync", "lower-sync")
    )
    assert "hivm.hir.pointer_cast(%b0, %b64)" in there


def test_a_region_with_more_than_a_block_in_place_is_said() -> None:
    text = function().replace("pto.section.vector {", "pto.section.vector %n {")
    with pytest.raises(DiagnosticError, match="it has operands") as caught:
        changed(read(text), "insert-sync")
    assert "[[region]]" in (caught.value.diagnostics[0].help or "")


QUOTED = """pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
"""


def test_flags_in_quotation_marks_stay_so() -> None:
    """As PTO's micro instructions have them; what is added is written in the same way."""
    unfinished = (tile("t"), *row("c0"), load("r", "t"), QUOTED, add("t", "t", "t"), store("t", "w"))
    text = print_module(changed(read(function(*unfinished)), "repair-sync", "lower-sync"))
    assert text.count('pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]') == 1
    assert 'pto.set_flag["PIPE_V", "PIPE_MTE3", ' in text
    assert "<PIPE" not in text
    again = changed(read(text), "assign-engines")
    assert proved(again)


def test_each_stays_as_it_is_written() -> None:
    plain = "pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID1>]\npto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID1>]\n"
    lines = (tile("t"), *row("c0"), load("r", "t"), QUOTED, add("t", "t", "t"), plain, store("t", "w"))
    text = print_module(changed(read(function(*lines)), "insert-sync", "lower-sync"))
    for line in (*QUOTED.splitlines(), *plain.splitlines()):
        assert text.count(line) == 1


def test_a_barrier_in_quotation_marks_is_one() -> None:
    lines = (tile("t"), *row("c0"), load("r", "t"), 'pto.pipe_barrier["PIPE_ALL"]', store("t", "w"))
    text = print_module(changed(read(function(*lines)), "insert-sync", "lower-sync"))
    assert text.count("pipe_barrier") == 1
    assert "PIPE_MTE2" not in text
