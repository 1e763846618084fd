"""Placed regions in streams of a machine: when each runs, and what a machine with fewer units makes of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import asyncir
from asyncir.analyses.device_timelines import DeviceTimeline, device_timeline
from asyncir.analyses.placements import place
from asyncir.dialects.async_regions import RegionOp
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, read_machine
from asyncir.transforms import run_pipeline

T = "tensor<8x8xf32>"

MACHINE = """
issued-by = "host"

[[engine]]
name = "host"
takes = ["scalar", "copy", "vector", "tensor"]
per-operation = 1000.0

[[engine]]
name = "unit"
count = COUNT
takes = ["scalar", "copy", "vector", "tensor"]
startup = 10
per-operation = 0.125
latency = 5

[[engine]]
name = "dma"
takes = ["copy"]
startup = 2
per-operation = 0.25

[[memory]]
name = "main"

[[memory]]
name = "near"
space = '"near"'
seen-by = ["unit", "dma"]
"""


def machine(count: int = 2) -> MachineModel:
    return read_machine(MACHINE.replace("COUNT", str(count)), "m.toml")


def add(name: str, first: str, second: str, after: str = "") -> str:
    """A region that adds, for 10 + 64 / 8 cycles of a unit."""
    return (
        f"  %t{name}, %{name} = async.region{after} -> {T} {{\n    %e{name} = tensor.empty() : {T}\n"
        f"    %s{name} = linalg.add ins(%{first}, %{second} : {T}, {T}) outs(%e{name} : {T}) -> {T}\n"
        f"    async.yield %s{name} : {T}\n  }}\n"
    )


def function(*regions: str, last: str) -> str:
    body = "".join(regions)
    return f"func.func @main(%x: {T}) -> {T} {{\n{body}  async.await %t{last} : !async.token\n  return %{last} : {T}\n}}\n"


DIAMOND = function(add("a", "x", "x"), add("b", "x", "x"), add("c", "a", "b", " [%ta, %tb]"), last="c")


def placed(text: str, tmp_path: Path, count: int = 2) -> ModuleOp:
    (tmp_path / "m.toml").write_text(MACHINE.replace("COUNT", str(count)))
    module = parse_module(text, "t.mlir")
    run_pipeline(module, f"place-regions{{machine={tmp_path / 'm.toml'}}}")
    return module


def played(text: str, tmp_path: Path, count: int = 2) -> DeviceTimeline:
    module = placed(text, tmp_path, count)
    return device_timeline(next(iter(module.ops)), machine(count))


@pytest.mark.feature("S1-27", "S1-34")
def test_times_by_hand(tmp_path: Path) -> None:
    """The argument is moved in 2 + 64 / 4 = 18 cycles; two sums at once; then the third one, when both are over."""
    found = played(DIAMOND, tmp_path)
    times = [(each.engine, each.stream, each.begin, each.end, each.over) for each in found.regions]
    assert times == [
        ("dma", 0, 0, 18, 18),
        ("unit", 0, 18, 36, 41),
        ("unit", 1, 18, 36, 41),
        ("unit", 1, 41, 59, 64),
        ("dma", 0, 64, 82, 82),
    ]
    assert found.streams == {"dma": 1, "unit": 2}
    assert (found.cycles, found.moved) == (82, 128)
    assert [each.is_transfer for each in found.regions] == [True, False, False, False, True]


def test_one_unit_does_one_thing_at_a_time(tmp_path: Path) -> None:
    """The streams stay two: they only take turns."""
    found = played(DIAMOND, tmp_path, count=1)
    assert [each.begin for each in found.regions] == [0, 18, 36, 59, 82]
    assert found.streams == {"dma": 1, "unit": 2}
    assert found.cycles == 100


def test_events_between_streams(tmp_path: Path) -> None:
    """Both sums wait for the transfer, the third one for the sum that is not in its stream, the last transfer for it."""
    assert played(DIAMOND, tmp_path).events == 4


def drawn(seed: int) -> str:
    """Sums of what random regions before them have made."""
    random = Random(seed)
    names, regions = ["x"], list[str]()
    for number in range(random.randint(4, 14)):
        first, second = random.choice(names), random.choice(names)
        tokens = dict.fromkeys(f"%t{each}" for each in (first, second) if each != "x")
        names.append(f"n{number}")
        regions.append(add(names[-1], first, second, f" [{', '.join(tokens)}]" if tokens else ""))
    return function(*regions, last=names[-1])


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_nothing_begins_too_early(seed: int, count: int, tmp_path: Path) -> None:
    """Tokens and streams are kept, never are more units busy than there are, and whoever begins late had a reason."""
    found = played(drawn(seed), tmp_path, count)
    over = {each.op: each.over for each in found.regions}
    last: dict[tuple[str, int], int] = {}
    for each in found.regions:
        needed = [over[token.owner] for token in each.op.dependencies_ if isinstance(token.owner, RegionOp)]
        free = last.get((each.engine, each.stream), 0)
        assert each.begin >= max([*needed, free])
        last[each.engine, each.stream] = each.end
        mine = [other for other in found.regions if other.engine == each.engine]
        (engine,) = [engine for engine in machine(count).engines if engine.name == each.engine]
        assert sum(other.begin <= each.begin < other.end for other in mine) <= engine.count
        ended = each.begin in (0, *needed, free, *(other.end for other in mine))
        assert ended


def test_the_placed_program_computes_the_same(tmp_path: Path) -> None:
    x = np.arange(64, dtype=np.float32).reshape(8, 8)
    assert np.array_equal(asyncir.compile(placed(DIAMOND, tmp_path)).main(x), 4 * x)


def test_the_placement_expected_as_much(tmp_path: Path) -> None:
    """Who places regions counts what the player plays."""
    block = next(iter(parse_module(DIAMOND, "t.mlir").ops)).regions[0].block
    assert place(block, machine()).cycles == played(DIAMOND, tmp_path).cycles
