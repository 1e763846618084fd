"""Functions from elsewhere whose declarations say what they do with each argument."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

TILE = "memref<8xf32, strided<[1], offset: ?>>"
TEXT = f"""
func.func private @kernel({TILE} FIRST, memref<64xf32> SECOND, index) attributes {{asyncir.effects = "arguments"}}
func.func @main(%A: memref<64xf32>, %O: memref<64xf32>) {{
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %a = memref.alloc() : memref<8xf32>
  %t = memref.cast %a : memref<8xf32> to {TILE}
  scf.for %k = %c0 to %c64 step %c8 {{
    %dst = memref.subview %O[%k] [8] [1] : memref<64xf32> to {TILE}
    func.call @kernel(%t, %A, %k) : ({TILE}, memref<64xf32>, index) -> ()
    memref.copy %t, %dst : {TILE} to {TILE}
  }} {{software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}}
  memref.dealloc %a : memref<8xf32>
  return
}}
"""


def pipelined(first: str, second: str, text: str = TEXT) -> str:
    """The program, what the kernel does with its arguments being said so."""
    for name, word in (("FIRST", first), ("SECOND", second)):
        text = text.replace(name, f'{{asyncir.effects = "{word}"}}' if word else "")
    module = parse_module(text, "kernel.mlir")
    run_pipeline(module, "software-pipeline")
    return print_module(module)


def test_what_fills_a_tile_can_fill_several() -> None:
    found = pipelined("fill", "read")
    assert "memref<2x8xf32>" in found
    assert "queue.wait(0, 1)" in found
    assert (
        "software_pipeline_same_or_distinct_args = [[0, 1]]" in found or "distinct_args = [[0, 1]]" in found
    )


@pytest.mark.parametrize("first", ["", "write"])
def test_what_may_leave_something_in_it_cannot(first: str) -> None:
    with pytest.raises(DiagnosticError) as refused:
        pipelined(first, "read")
    assert refused.value.diagnostics[0].code == "P107"


def test_what_reads_alone_orders_no_reads() -> None:
    """The array is read in both stages."""
    text = TEXT.replace(
        f"memref.copy %t, %dst : {TILE} to {TILE}",
        "%x = memref.load %A[%k] : memref<64xf32>\n"
        "    %y = memref.load %t[%c0] : " + TILE + "\n    %s = arith.addf %x, %y : f32\n"
        "    memref.store %s, %O[%k] : memref<64xf32>",
    )
    assert "queue.async" in pipelined("fill", "read", text)
    with pytest.raises(DiagnosticError):
        pipelined(
            "fill", "", text.replace("[0, 1]", "[1, 0]").replace("async_stages = [0]", "async_stages = []")
        )


def test_what_needs_memory_that_begins_at_its_beginning_is_told() -> None:
    text = TEXT.replace(f"@kernel({TILE}", "@kernel(memref<8xf32>").replace(
        "%t, %A, %k) : (" + TILE, "%a, %A, %k) : (memref<8xf32>"
    )
    with pytest.raises(DiagnosticError) as refused:
        pipelined("fill", "read", text)
    assert "offset: ?" in str(refused.value.diagnostics[0].help)


def test_what_says_nothing_touches_anything() -> None:
    with pytest.raises(DiagnosticError):
        pipelined("fill", "read", TEXT.replace(' attributes {asyncir.effects = "arguments"}', ""))
