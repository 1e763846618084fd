"""Times that are said of works: by the table of an op, or by `sync.time`."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.dialects import context
from asyncir.driver.machine_runs import expand_for_machine
from asyncir.semantics.machines.engine import Player
from asyncir.simulation.spans import EngineSpan
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

MACHINE = """
issued-by = "core"
issue-cycles = 0
[[engine]]
name = "core"
[[engine]]
name = "dma"
startup = 1
latency = 1
[[op]]
name = "acme.do"
engine = "dma"
reads = ["ins"]
writes = ["outs"]
"""


def only_work(table: str, op: str, folder: str) -> EngineSpan:
    file = f"{folder}/m.toml"
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(MACHINE + table)
    machine = load_machine(file)
    text = f"func.func @main(%x: memref<16xf32>, %y: memref<16xf32>) {{\n{op}\nsync.barrier\nreturn\n}}"
    module = parse_module(text, ctx=context(machine.foreign))
    expand_for_machine(module, file)
    played = Player(module, "main", machine).time([np.ones(16, np.float32), np.zeros(16, np.float32)])
    assert played.run is not None
    (span,) = (span for span in played.run.spans if span.engine == "dma")
    return span


DO = "acme.do ins(%x : memref<16xf32>) outs(%y : memref<16xf32>)"


@pytest.mark.parametrize("does", ["", 'computes = "copy"\n'])
@pytest.mark.parametrize(
    ("table", "busy", "latency"),
    [
        ("startup = 7\nper-byte = 0.5\nlatency = 20\n", 7 + 32, 20),
        ("per-element = 3\n", 1 + 48, 1),
        ("per-element = 0\nlatency = 0\n", 1, 0),
    ],
)
def test_the_table_of_an_op_says_how_long_it_takes(
    table: str, busy: int, latency: int, does: str, tmp_path: object
) -> None:
    span = only_work(does + table, DO, str(tmp_path))
    assert (span.free - span.begin, span.end - span.free) == (busy, latency)


def test_an_attribute_says_it_of_a_work(tmp_path: object) -> None:
    work = 'sync.work on "dma" attributes {sync.time = {startup = 5 : i64, latency = 3 : i64}} {}'
    span = only_work("", work, str(tmp_path))
    assert (span.free - span.begin, span.end - span.free) == (5, 3)
