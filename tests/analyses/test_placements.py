"""Where regions run on machines with several devices, what is moved, and how long that takes; what cannot be placed."""

from __future__ import annotations

import pytest

from asyncir.analyses.placements import Placement, PlacementFault, needed_work, place
from asyncir.dialects.async_regions import RegionOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, Work, read_machine

MACHINE = """
name = "two"
issued-by = "host"
[[engine]]
name = "host"
takes = ["copy", "scalar", "vector", "tensor"]
per-operation = 1.0
[[engine]]
name = "a"
takes = ["scalar", "vector", "tensor"]
startup = 10
per-operation = 0.0625
[[engine]]
name = "b"
takes = ["vector"]
startup = 10
per-operation = 0.0625
latency = 3
[[engine]]
name = "dma"
takes = ["copy"]
startup = 4
per-operation = 0.25
[[memory]]
name = "main"
[[memory]]
name = "of-a"
space = '"a"'
seen-by = ["a", "dma"]
[[memory]]
name = "of-b"
space = '"b"'
seen-by = ["b", "dma"]
"""
T = "tensor<16xf32>"


def machine(text: str = MACHINE) -> MachineModel:
    return read_machine(text, "two.toml")


def region(number: int, operand: str, device: str, depends: str = "", op: str = "linalg.add") -> str:
    named = f' attributes {{device = "{device}"}}' if device else ""
    waits = f"[{depends}] " if depends else ""
    return (
        f"%t{number}, %v{number} = async.region {waits}-> {T}{named} {{\n%e = tensor.empty() : {T}\n"
        f"%r = {op} ins({operand}, {operand} : {T}, {T}) outs(%e : {T}) -> {T}\nasync.yield %r : {T}\n}}\n"
    )


def placed(body: str, result: str, of: MachineModel | None = None) -> Placement:
    text = f"func.func @main(%x: {T}) -> {T} {{\n{body}async.await %t{result} : !async.token\nreturn %v{result} : {T}\n}}"
    return place(next(iter(parse_module(text).ops)).regions[0].block, of or machine())


@pytest.mark.feature("S1-34")
def test_what_crosses_is_moved() -> None:
    found = placed(region(0, "%x", "a") + region(1, "%v0", "b", "%t0"), "1")
    assert [each.device for each in found.regions] == ["a", "b"]
    moves = [(m.source, m.target, m.engine) for each in found.regions for m in each.transfers]
    assert moves == [("host", "of-a", "dma"), ("of-a", "of-b", "dma")]
    assert [(m.source, m.target) for m in found.back] == [("of-b", "host")]
    # A copy takes 4 + 16 / 4, a region 10 + 16 / 16, and b has a latency of 3.
    assert [(each.begin, each.end) for each in found.regions] == [(8, 19), (27, 41)]
    assert found.cycles == 49


def test_what_is_there_already_is_not_moved_again() -> None:
    found = placed(region(0, "%x", "a") + region(1, "%x", "a") + region(2, "%v0", "a", "%t0"), "2")
    assert [len(each.transfers) for each in found.regions] == [1, 0, 0]


@pytest.mark.feature("S1-33")
def test_a_region_without_a_device_goes_where_it_is_over_first() -> None:
    body = region(0, "%x", "") + region(1, "%v0", "", "%t0")
    assert [each.device for each in placed(body, "1").regions] == ["host", "a"] or placed(
        body, "1"
    ).cycles < 49
    free = MACHINE.replace("startup = 4\nper-operation = 0.25", "startup = 0\nper-operation = 0.0625")
    fast = placed(body, "1", machine(free))
    assert {each.device for each in fast.regions} == {"a"}
    slow = MACHINE.replace("startup = 4", "startup = 4000")
    assert {each.device for each in placed(body, "1", machine(slow)).regions} == {"host"}


def test_an_engine_does_one_thing_after_the_other() -> None:
    both = placed(region(0, "%x", "a") + region(1, "%x", "a"), "1")
    assert [(each.begin, each.end) for each in both.regions] == [(8, 19), (19, 30)]
    two = placed(
        region(0, "%x", "a") + region(1, "%x", "a"),
        "1",
        machine(MACHINE.replace('"a"\ntakes', '"a"\ncount = 2\ntakes')),
    )
    assert [(each.begin, each.end) for each in two.regions] == [(8, 19), (8, 19)]


@pytest.mark.parametrize(
    ("device", "code", "words"),
    [
        ("c", "M020", 'no engine "c"'),
        ("dma", "P222", 'the engine "dma" takes copy, and the region does vector'),
    ],
)
def test_a_region_on_an_engine_that_cannot_do_it(device: str, code: str, words: str) -> None:
    with pytest.raises(PlacementFault) as caught:
        placed(region(0, "%x", device), "0")
    (found,) = caught.value.diagnostics
    assert found.code == code
    assert words in found.message
    assert found.help
    assert found.span is not None


def test_no_engine_moves_what_crosses() -> None:
    with pytest.raises(PlacementFault, match=r'no engine of .* moves values from "of-a" to "of-b"'):
        placed(
            region(0, "%x", "a") + region(1, "%v0", "b", "%t0"),
            "1",
            machine(MACHINE.replace('["b", "dma"]', '["b"]')),
        )


def test_memory_of_the_host_stays_there() -> None:
    text = (
        "func.func @main(%m: memref<4xf32>, %x: f32, %i: index) {\n"
        '%t = async.region attributes {device = "a"} {\nmemref.store %x, %m[%i] : memref<4xf32>\n}\n'
        "async.await %t : !async.token\nreturn\n}"
    )
    block = next(iter(parse_module(text).ops)).regions[0].block
    with pytest.raises(PlacementFault) as caught:
        place(block, machine())
    assert caught.value.diagnostics[0].code == "P223"


def test_kinds_of_work() -> None:
    text = (
        "func.func @main(%x: tensor<4x4xf32>, %f: f32) {\n%t, %v = async.region -> tensor<4x4xf32> {\n"
        "%e = linalg.fill ins(%f : f32) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>\n"
        "%m = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>\n"
        "async.yield %m : tensor<4x4xf32>\n}\n%u = async.region {\n}\nreturn\n}"
    )
    regions = [op for op in parse_module(text).walk() if isinstance(op, RegionOp)]
    assert needed_work(regions[0]) == {Work.TENSOR: 64}
    assert needed_work(regions[1]) == {Work.SCALAR: 1}
