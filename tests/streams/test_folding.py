"""Passes that clean up leave works in the streams that they were put into."""

from __future__ import annotations

import pytest

from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

UNREAD = """
func.func @main(%v: f32) {
  %h = memref.alloc() : memref<4xf32>
  %t = gpu.memset async %h, %v : memref<4xf32>, f32
  gpu.wait [%t]
  memref.dealloc %h : memref<4xf32>
  return
}
"""


@pytest.mark.parametrize("passes", ["canonicalize", "dce", "cse", "canonicalize,cse,dce,canonicalize"])
def test_an_enqueue_keeps_its_work(passes: str) -> None:
    """Also where nobody reads what the work writes: without it the op around it would be none."""
    module = parse_module(UNREAD, "unread.mlir")
    run_pipeline(module, f"assign-streams,{passes}")
    text = print_module(module)
    parse_module(text, "again.mlir")
    assert text.count("stream.enqueue") == text.count("gpu.memset") == 1
