"""What the results of regions take over time: from where their region begins to the end of the last user."""

from __future__ import annotations

from asyncir.analyses.region_memory import RegionMemory, region_memory
from asyncir.analyses.region_schedule import region_schedule
from asyncir.dialects.functions import FunctionOp
from asyncir.source.text import parse_module

T = "tensor<4x8xf32>"
"""128 bytes."""


def make(number: int, needs: str = "", uses: str = "%a, %a", of: str = T) -> str:
    return (
        f"%t{number}, %x{number} = async.region{needs} -> {of} {{\n"
        f"%s = arith.addf {uses} : {of}\nasync.yield %s : {of}\n}}"
    )


def memory_of(lines: list[str], returns: str = "", lanes: int = 1, of: str = T) -> RegionMemory:
    arrow = f" -> {of}" if returns else ""
    end = f"return {returns} : {of}" if returns else "return"
    text = f"func.func @main(%a: {of}){arrow} {{\n" + "\n".join([*lines, end]) + "\n}"
    (function,) = (op for op in parse_module(text).ops if isinstance(op, FunctionOp))
    return region_memory(region_schedule(function, lanes))


def sizes(memory: RegionMemory) -> list[int]:
    return [size for _, size in memory.steps]


CHAIN = [make(0), make(1, " [%t0]", "%x0, %x0"), make(2, " [%t1]", "%x1, %x1")]


def test_a_chain_has_two_at_a_time() -> None:
    memory = memory_of([*CHAIN, "async.await %t2 : !async.token"], "%x2")
    assert sizes(memory) == [128, 256, 0]
    assert memory.peak == 256


def test_a_later_user_keeps_it() -> None:
    memory = memory_of([CHAIN[0], CHAIN[1], make(2, " [%t1]", "%x0, %x1")])
    assert memory.peak == 384
    assert sizes(memory)[-1] == 0


def test_what_nobody_uses_ends_with_its_region() -> None:
    assert sizes(memory_of([make(0), make(1, " [%t0]")])) == [128, 0], "one takes the place of the other"


def test_what_is_returned_stays_to_the_end() -> None:
    lines = [*CHAIN, "async.await %t0 : !async.token", "async.await %t2 : !async.token"]
    assert memory_of(lines, "%x0").peak == 384


def test_more_lanes_need_more() -> None:
    lines = [make(n) for n in range(4)]
    assert memory_of(lines, lanes=1).peak == 128
    assert memory_of(lines, lanes=4).peak == 512


def test_sizes_that_only_the_run_tells_are_counted_apart() -> None:
    memory = memory_of([make(0, of="tensor<?xf32>")], of="tensor<?xf32>")
    assert (memory.steps, memory.unknown) == ((), 1)


def test_what_is_handed_on_and_what_is_no_memory_is_not_counted() -> None:
    lines = [
        f"%t0, %x0 = async.region -> {T} {{\nasync.yield %a : {T}\n}}",
        f"%t1, %x1 = async.region (%a as %b: {T}) -> {T} {{\nasync.yield %b : {T}\n}}",
        "%t2, %x2 = async.region -> i64 {\n%c = arith.constant 1 : i64\nasync.yield %c : i64\n}",
    ]
    assert memory_of(lines).steps == ()
    of = "memref<3xi16>"
    memref = f"%t0, %x0 = async.region -> {of} {{\n%m = memref.alloc() : {of}\nasync.yield %m : {of}\n}}"
    assert memory_of([memref]).peak == 6
