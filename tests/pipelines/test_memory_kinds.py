"""Tiles that are no plain allocation: views of bytes, globals, memory whose alignment is promised."""

from __future__ import annotations

import numpy
import pytest

import asyncir
from asyncir.analyses.loop_accesses import touches_of
from asyncir.analyses.private_memory import private_memory
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import statements_of
from asyncir.ir import ModuleOp
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

PLAIN = """
OUTSIDE
func.func @main(%A: memref<64xf32>, %O: memref<64xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  MEMORY
  scf.for %k = %c0 to %c64 step %c8 {
    INSIDE
    %src = memref.subview %A[%k] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    %dst = memref.subview %O[%k] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    memref.copy %src, %t : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32>
    memref.copy %t, FROM : memref<8xf32> to TO
    MORE
  } {software_pipeline_stage = [STAGES], software_pipeline_async_stages = [0]}
  BEHIND
  return
}
"""
DST = "memref<8xf32, strided<[1], offset: ?>>"
BYTES = "%t = memref.view %arena[SHIFT][] : memref<SIZExi8> to memref<8xf32>"


def program(memory: str, *, outside: str = "", inside: str = "", behind: str = "", second: str = "") -> str:
    """Copies from `%A` to `%O` through `%t`; or from there through a `second` tile, `%u`."""
    text = PLAIN.replace("OUTSIDE", outside).replace("INSIDE", inside).replace("BEHIND", behind)
    text = text.replace("MEMORY", f"{memory}\n  {second}")
    more = f"memref.copy %u, %dst : memref<8xf32> to {DST}" if second else ""
    where, type_ = ("%u", "memref<8xf32>") if second else ("%dst", DST)
    text = text.replace("FROM", where).replace("TO", type_).replace("MORE", more)
    return text.replace("STAGES", "0, 1, 2" if second else "0, 1")


def arena(size: str, shift: str = "%c0") -> str:
    """A tile in so many bytes."""
    sizes = "%n" if size == "?" else ""
    text = f"%arena = memref.alloc({sizes}) : memref<{size}xi8>\n  {BYTES}"
    return text.replace("SHIFT", shift).replace("SIZE", size)


def pipelined(text: str) -> ModuleOp:
    """The program with its loop pipelined."""
    module = parse_module(text, "tile.mlir")
    run_pipeline(module, "software-pipeline")
    return parse_module(print_module(module), "again.mlir")


def agrees(text: str) -> None:
    """The pipeline copies as the program does, under each schedule of completion, and natively."""
    given = numpy.arange(64, dtype=numpy.float32)
    module = pipelined(text)
    for schedule in ("earliest", "latest", "seed:7"):
        got = numpy.zeros_like(given)
        end = interpret(module, "main", (given, got, 96, 4), parse_schedule(schedule))
        assert (end.diagnostics, end.races) == ((), ()), schedule
        assert got.tolist() == given.tolist()
    got = numpy.zeros_like(given)
    asyncir.compile(text).main(given, got, 96, 4)
    assert got.tolist() == given.tolist()


FREED = "memref.dealloc %arena : memref<SIZExi8>"
SECOND = "%u = memref.view %arena[%c32][] : memref<SIZExi8> to memref<8xf32>"


@pytest.mark.parametrize(
    "text",
    [
        program(arena("64")),
        program(arena("36", "%m")),
        program(arena("?"), behind=FREED.replace("SIZE", "?")),
        program(arena("?", "%m")),
        program(arena("64"), second=SECOND.replace("SIZE", "64"), behind=FREED.replace("SIZE", "64")),
        program("%arena = memref.alloc() : memref<40xi8>", inside=arena("40").split("\n")[1]),
    ],
    ids=["whole", "shifted, no multiple", "of any size", "shifted, of any size", "two tiles", "in the loop"],
)
def test_each_iteration_has_its_own_bytes(text: str) -> None:
    agrees(text)


def test_copies_of_bytes_lie_in_a_row() -> None:
    text = print_module(pipelined(program(arena("36"))))
    assert "memref<128xi8>" in text  # each begins at a multiple of 64


@pytest.mark.parametrize("from_", [2, 28, 31, 32])
def test_tiles_that_share_bytes_are_compared_by_byte(from_: int) -> None:
    """The second tile is filled ahead of the first one, which is right if they have no byte in common."""
    text = program(arena("64"), second=SECOND.replace("%c32", "%from").replace("SIZE", "64"))
    text = text.replace("memref.copy %t, %u : memref<8xf32>", f"memref.copy %src, %u : {DST}")
    text = text.replace("%c32 =", f"%from = arith.constant {from_} : index\n  %c32 =")
    text = text.replace("0, 1, 2", "1, 0, 2")
    if from_ == 32:
        pipelined(text)
    else:
        with pytest.raises(DiagnosticError):
            pipelined(text)


@pytest.mark.parametrize("given", ["", " {alignment = 16 : i64}"])
def test_a_promised_alignment_holds_for_each_copy(given: str) -> None:
    memory = (
        f"%a = memref.alloc(){given} : memref<8xf32>\n  %t = memref.assume_alignment %a, 64 : memref<8xf32>"
    )
    assert "memref<2x16xf32>" in print_module(pipelined(program(memory)))


GLOBAL = 'memref.global "private" @tile : memref<8xf32> = uninitialized'
TILE = "%t = memref.get_global @tile : memref<8xf32>"


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("value", ["uninitialized", "dense<1.0>", "uninitialized {alignment = 64 : i64}"])
def test_a_global_tile_becomes_several(inside: bool, value: str) -> None:
    outside = GLOBAL.replace("uninitialized", value)
    text = program("" if inside else TILE, inside=TILE if inside else "", outside=outside)
    copies = "2x16xf32" if "alignment" in value else "2x8xf32"
    assert f"@tile : memref<{copies}>" in print_module(pipelined(text))
    agrees(text)


READER = """func.func @reader() -> memref<8xf32> {
  %r = memref.get_global @tile : memref<8xf32>
  return %r : memref<8xf32>
}"""
AGAIN = "func.call @main(%A, %O, %n, %m) : (memref<64xf32>, memref<64xf32>, index, index) -> ()"


@pytest.mark.parametrize(
    "text",
    [
        program(TILE, outside=f"{GLOBAL}\n{READER}"),
        program(TILE, outside=GLOBAL.replace('"private" ', "")),
        program(TILE, outside=GLOBAL.replace(" = uninitialized", "")),
    ],
    ids=["read elsewhere", "public", "of others"],
)
def test_a_global_that_others_see_stays_one(text: str) -> None:
    with pytest.raises(DiagnosticError):
        pipelined(text)


@pytest.mark.parametrize("recursive", [False, True])
def test_a_function_that_calls_itself_shares_its_globals(recursive: bool) -> None:
    text = program(TILE, outside=GLOBAL, inside=AGAIN if recursive else "")
    module = parse_module(text.replace("0, 1]", "0, 0, 1]" if recursive else "0, 1]"), "again.mlir")
    loop = next(op for op in module.walk() if op.name == "scf.for")
    for name in [name for name in loop.attributes if "async" in name]:
        del loop.attributes[name]
    run_pipeline(module, "form-statements")
    loop = next(op for op in module.walk() if op.name == "scf.for")
    found = private_memory(loop, touches_of(statements_of(loop), Effects()))
    assert {memory.name_hint for memory in found} == (set() if recursive else {"t"})
