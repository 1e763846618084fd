"""Phases that are over after several signals, of one engine or of two."""

from __future__ import annotations

import pytest

from asyncir.driver.machines import Standing, check_on_machine
from asyncir.source.text import parse_module

pytestmark = pytest.mark.feature("S3-12")

ROW = "memref<4xf32, strided<[1], offset: ?>>"


def row(name: str, of: str) -> str:
    return f"    {name} = memref.subview {of}[%i, 0] [1, 4] [1, 1] : memref<9x4xf32> to {ROW}\n"


def program(second: str, count: int = 2) -> str:
    """Two loads tell one barrier, and what waits for it reads both; `second` is who loads the second time."""
    return f"""
func.func @f(%x: memref<9x4xf32>, %y: memref<9x4xf32>, %z: memref<9x4xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  sync.init "mbarrier"[0], {count}
  sync.fence "async-proxy"
  sync.barrier on "block"
  scf.for %i = %c0 to %n step %c1 {{
    %p = arith.remui %i, %c2 : index
{row("%xi", "%x")}{row("%yi", "%y")}{row("%zi", "%z")}    sync.arm "mbarrier"[0]
    sync.work on "tma-load" reads(%xi : {ROW}) writes(%a : memref<4xf32>) {{ sync.opaque "load" }}
    sync.signal "mbarrier"[0] on "tma-load"
    sync.work on "{second}" reads(%yi : {ROW}) writes(%b : memref<4xf32>) {{ sync.opaque "load" }}
    sync.signal "mbarrier"[0] on "{second}"
    sync.wait "mbarrier"[0], %p on "block"
    sync.barrier on "block"
    sync.work on "block" reads(%a, %b : memref<4xf32>, memref<4xf32>) writes(%zi : {ROW}) {{ sync.opaque "add" }}
    sync.fence "async-proxy"
    sync.barrier on "block"
  }}
  return
}}
"""


def standing(text: str) -> Standing:
    (answer,) = check_on_machine(parse_module(text, "p.mlir"), "cuda-sm90")
    return answer.standing


@pytest.mark.parametrize("second", ["tma-load", "block"])
def test_two_signals_are_a_phase(second: str) -> None:
    assert standing(program(second)) is Standing.PROVED


@pytest.mark.parametrize("second", ["tma-load", "block"])
@pytest.mark.parametrize("count", [1, 3])
def test_a_phase_of_another_number(second: str, count: int) -> None:
    assert standing(program(second, count)) is Standing.REFUTED


@pytest.mark.parametrize("second", ["tma-load", "block"])
def test_a_wait_in_front_of_the_second_signal(second: str) -> None:
    """Nobody goes on: the phase is over with the second."""
    wait = '    sync.wait "mbarrier"[0], %p on "block"\n'
    text, work = program(second).replace(wait, ""), f'    sync.work on "{second}" reads(%yi'
    assert standing(text.replace(work, f"{wait}{work}")) is Standing.REFUTED


def test_a_signal_too_many() -> None:
    signal = '    sync.signal "mbarrier"[0] on "block"\n'
    assert standing(program("block").replace(signal, 2 * signal)) is Standing.REFUTED
