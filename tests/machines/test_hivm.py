"""Programs in the text of a vendor's dialect: read, synchronised, checked, and written in that text again."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import print_module
from asyncir.transforms import run_pipeline
from tests.machines.ascend_text import ASCEND, changed, proved, read

pytestmark = pytest.mark.feature("S3-23", "N13")

GM, UB = "#hivm.address_space<gm>", "#hivm.address_space<ub>"
TILE, ROW = f"memref<64xf16, {UB}>", f"memref<64xf16, {GM}>"


def function(*lines: str, arguments: str = "") -> str:
    head = f"func.func @f(%x: {ROW}, %y: {ROW}, %n: index{arguments}) attributes {{hacc.entry}} {{"
    numbers = [f"%b{n} = arith.constant {n} : i64" for n in (0, 100, 128, 256, 300, 512)]
    numbers += [f"%c{n} = arith.constant {n} : index" for n in (0, 1, 3, 4, 12)]
    return "\n".join([head, *numbers, *lines, "return", "}", ""])


def at(name: str, *places: int) -> str:
    return f"%{name} = hivm.hir.pointer_cast({', '.join(f'%b{place}' for place in places)}) : {TILE}"


def load(to: str) -> str:
    return f"hivm.hir.load ins(%x : {ROW}) outs(%{to} : {TILE}) init_out_buffer = false"


def add(a: str, b: str, to: str) -> str:
    return f"hivm.hir.vadd ins(%{a}, %{b} : {TILE}, {TILE}) outs(%{to} : {TILE})"


def store(source: str) -> str:
    return f"hivm.hir.store ins(%{source} : {TILE}) outs(%y : {ROW})"


def loop(*lines: str, counter: str = "i", bounds: str = "%c0 to %n step %c1") -> str:
    return "\n".join((f"scf.for %{counter} = {bounds} {{", *lines, "}"))


MARK = f"annotation.mark %t {{hivm.multi_buffer = 2 : i32}} : {TILE}"
IN_TURN = (at("t", 0, 128), MARK, load("t"), add("t", "t", "t"), store("t"))
PROGRAMS = {
    "in a row": function(at("t", 0), at("u", 128), load("t"), load("u"), add("t", "u", "t"), store("t")),
    "one over another": function(at("t", 0), at("u", 100), load("t"), store("t"), load("u"), store("u")),
    "two slots": function(loop(*IN_TURN)),
    "two slots, a step": function(loop(*IN_TURN, bounds="%c4 to %n step %c3")),
    "three slots, not evenly": function(
        loop(at("t", 0, 128, 512), load("t"), add("t", "t", "t"), store("t"))
    ),
    "slots in a nest": function(loop(loop(*IN_TURN, counter="j", bounds="%c0 to %c3 step %c1"))),
    "slots in a nest of unknown length": function(loop(loop(*IN_TURN, counter="j"))),
    "slots in a branch": function(loop("scf.if %q {", *IN_TURN, "}"), arguments=", %q: i1"),
    "slots without a loop": function(*IN_TURN),
    "slots of two tiles": function(
        loop(at("t", 0, 128), at("u", 256, 512), load("t"), load("u"), add("t", "u", "u"), store("u"))
    ),
    "slots that overlap": function(loop(at("t", 0, 100), load("t"), store("t"))),
    "a size and an address from outside": f"""
func.func @f(%x: memref<?xf16, {GM}>, %y: memref<?xf16, {GM}>, %n: index, %b: i64) {{
  %t = hivm.hir.pointer_cast(%b) [%n] : memref<?xf16, {UB}>
  hivm.hir.load ins(%x : memref<?xf16, {GM}>) outs(%t : memref<?xf16, {UB}>)
  hivm.hir.store ins(%t : memref<?xf16, {UB}>) outs(%y : memref<?xf16, {GM}>)
  return
}}
""",
}


def faults(module: ModuleOp, *given: object) -> list[object]:
    found: list[object] = []
    module = changed(module.clone(), "expand-bodies")
    for order in ("earliest", "latest", "seed:1"):
        played = Player(module, "f", ASCEND).play([*map(np.copy, given[:2]), *given[2:]], order)
        found += [*played.races, *played.misuses, *([played.deadlock] if played.deadlock else [])]
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_they_are_synchronised_and_written_in_their_text_again(name: str) -> None:
    text = PROGRAMS[name]
    before = print_module(read(text))
    module = changed(read(text), "insert-sync")
    assert proved(module)
    sizes = ([64], [64], 5, *((True,) if "%q" in text else (8,) if "%b: i64" in text else ()))
    arrays = [np.zeros(64, np.float16), np.zeros(64, np.float16)]
    assert faults(module, *arrays, 64 if "%b: i64" in text else 5, *sizes[3:]) == []
    there = print_module(changed(module, "lower-sync"))
    assert "sync." not in there.replace("hivm.hir.sync", "")
    assert "memref.view" not in there
    assert "xi8" not in there
    assert [line for line in before.splitlines() if line not in there] == []
    again = read(there)
    assert proved(changed(again, "assign-engines"))
    assert print_module(changed(again, "lower-sync")) == there


def test_what_lacks_synchronisation_has_a_race() -> None:
    for name, text in PROGRAMS.items():
        assert not proved(changed(read(text), "assign-engines")), name


def test_slots_that_are_apart_are_not_waited_for() -> None:
    """Of two slots, the load of an iteration waits for what was done with its slot two iterations before."""
    lines = print_module(changed(read(PROGRAMS["two slots"]), "insert-sync", "lower-sync"))
    before_loop = lines[: lines.index("scf.for")]
    assert before_loop.count("hivm.hir.set_flag[<PIPE_MTE3>, <PIPE_MTE2>") == 2
    lines = print_module(changed(read(PROGRAMS["slots that overlap"]), "insert-sync", "lower-sync"))
    before_loop = lines[: lines.index("scf.for")]
    assert before_loop.count("hivm.hir.set_flag[<PIPE_MTE3>, <PIPE_MTE2>") == 1


@pytest.mark.parametrize(
    ("inner", "times"), [("%c0 to %c3 step %c1", 3), ("%c0 to %n step %c1", 5), ("%c4 to %c12 step %c3", 3)]
)
def test_the_number_of_a_time_counts_the_iterations_of_all_loops_around(inner: str, times: int) -> None:
    text = f"""
func.func @f(%x: memref<2xi64>, %n: index) {{
  %b0 = arith.constant 0 : i64
  %b8 = arith.constant 8 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %c2 = arith.constant 2 : index
  %counter = memref.alloc() : memref<1xi64>
  memref.store %b0, %counter[%c0] : memref<1xi64>
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %c2 step %c1 {{
    scf.for %j = {inner} {{
      %t = hivm.hir.pointer_cast(%b0, %b8) : memref<1xi64, {UB}>
      %time = memref.load %counter[%c0] : memref<1xi64>
      memref.store %time, %t[%c0] : memref<1xi64, {UB}>
      %next = arith.addi %time, %one : i64
      memref.store %next, %counter[%c0] : memref<1xi64>
    }}
  }}
  %u = hivm.hir.pointer_cast(%b0) : memref<2xi64, {UB}>
  %v = memref.load %u[%c0] : memref<2xi64, {UB}>
  %w = memref.load %u[%c1] : memref<2xi64, {UB}>
  memref.store %v, %x[%c0] : memref<2xi64>
  memref.store %w, %x[%c1] : memref<2xi64>
  return
}}
"""
    found = np.zeros(2, np.int64)
    Player(changed(read(text), "assign-engines"), "f", ASCEND).play([found, 5], "earliest")
    last = 2 * times - 1
    assert found.tolist() == ([last, last - 1] if last % 2 == 0 else [last - 1, last])


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("%t = hivm.hir.pointer_cast() : f32",), "that is no memory which is known"),
        (
            (f"%far = arith.constant 196600 : i64\n%t = hivm.hir.pointer_cast(%far) : {TILE}",),
            "128 bytes from byte 196600 on are not inside of the memory, which has 196608",
        ),
        (
            (f"%far = arith.constant 128 : i8\n%t = hivm.hir.pointer_cast(%far) : {TILE}",),
            "128 bytes from byte -128 on are not inside",
        ),
        (
            (loop("scf.if %q {", loop(at("t", 0, 128), counter="j", bounds="%c0 to %c3 step %c1"), "}"),),
            "how often a branch around its loop is taken is not known",
        ),
        (
            (
                "%z = arith.constant 0 : i32\n%e = arith.constant 1 : i32\n%m = arith.index_cast %n : index to i32",
                loop(f"scf.for %j = %z to %m step %e : i32 {{\n{at('t', 0, 128)}\n}}"),
            ),
            "how often a loop runs that counts in i32 is not known",
        ),
        ((f"%t = hivm.hir.pointer_cast() : {TILE}",), "it has no address"),
        ((f"%t = hivm.hir.pointer_cast(%x) : {TILE}",), "where a number is needed"),
        ((f"%t = hivm.hir.pointer_cast(%b0) : {ROW}",), "has no size in the machine's file"),
        (
            (f"%t = hivm.hir.pointer_cast(%b0) : memref<8xf16, strided<[2]>, {UB}>",),
            "what bytes a .* has is not known",
        ),
        (
            (loop(f"%k = arith.index_cast %i : index to i64\n%t = hivm.hir.pointer_cast(%b0, %k) : {TILE}"),),
            "of several addresses each has to be a constant",
        ),
        (
            (loop(loop(at("t", 0, 128), counter="j", bounds="%c0 to %i step %c1")),),
            "how often its loop runs is not always the same",
        ),
        (
            ("scf.while : () -> () {\nscf.condition(%q)\n} do {", at("t", 0, 128), "scf.yield\n}"),
            "scf.while around it has no counter",
        ),
    ],
)
def test_what_is_no_memory_at_an_address_is_said(lines: tuple[str, ...], why: str) -> None:
    with pytest.raises(DiagnosticError, match=why) as caught:
        changed(read(function(*lines, arguments=", %q: i1")), "assign-engines")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "P161"
    assert "[[address]] table" in diagnostic.help


@pytest.mark.parametrize("passes", ["assign-engines", "insert-sync"])
def test_memory_by_address_in_a_function_that_is_called_is_refused(passes: str) -> None:
    """One memory would have an allocation in each of the two functions."""
    call = f"func.call @f(%x, %y, %n) : ({ROW}, {ROW}, index) -> ()"
    caller = f"func.func @g(%x: {ROW}, %y: {ROW}, %n: index) {{\n{call}\nreturn\n}}\n"
    text = function(at("t", 0), load("t"), store("t")) + caller
    with pytest.raises(
        DiagnosticError, match="its function is called, and @g and others may have the same"
    ) as caught:
        changed(read(text), passes)
    assert [d.help for d in caught.value.diagnostics] == ["inline the call first: `inline`"]
    inlined = read(text)
    run_pipeline(inlined, "inline")
    inlined = changed(
        read(print_module(inlined).replace("func.func @f", "func.func private @h")), "insert-sync"
    )
    assert "sync.wait" in print_module(inlined)


@pytest.mark.parametrize(
    ("op", "said"),
    [
        ("hivm.hir.set_flag[<PIPE_MTE2>, <PIPE_MTE3>, <EVENT_ID0>] if %q", "hivm.hir.set_flag"),
        ("hivm.hir.set_flag[<PIPE_MTE2>, <PIPE_MTE3>, <EVENT_ID0>] count = 3", "hivm.hir.set_flag"),
        ("hivm.hir.pipe_barrier[<PIPE_ALL>] foo %q", "hivm.hir.pipe_barrier"),
    ],
)
def test_what_is_written_otherwise_is_not_what_the_form_says(op: str, said: str) -> None:
    """Behind the form there may be a dictionary of attributes, and nothing else."""
    module = read(function(op, arguments=", %q: i1"))
    with suppress(DiagnosticError):
        changed(module, "assign-engines")
    assert f"{said}[" in print_module(module)


def test_addresses_may_be_indices_and_equal_what_slots_are_computed_with() -> None:
    """What computes a slot goes with its view; the same constant may be an address of the next one."""
    tiles = [f"%{name} = hivm.hir.pointer_cast(%k64, %k128) : {TILE}" for name in "tu"]
    numbers = ("%k64 = arith.constant 64 : index", "%k128 = arith.constant 128 : index")
    text = function(*numbers, loop(*tiles, load("t"), store("u")))
    module = changed(read(text), "assign-engines", "lower-sync")
    assert print_module(module) == print_module(read(text))


def test_loops_that_count_in_other_integers_take_slots_in_turn() -> None:
    lines = ("%z = arith.constant 0 : i32", "%e = arith.constant 1 : i32", "%m = arith.constant 5 : i32")
    inner = "scf.for %j = %z to %m step %e : i32 {\n" + "\n".join(IN_TURN) + "\n}"
    assert proved(changed(read(function(*lines, loop(inner))), "insert-sync"))
