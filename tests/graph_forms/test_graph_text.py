"""Graphs of regions in the text of IREE and of TFRT: read by their own tools, as far as these still exist."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import asyncir
from asyncir.driver.forms import to_graph_text
from tests.oracle import mlir_opt, needs, needs_mlir

IREE_OPT = shutil.which("iree-opt", path=f"{Path(sys.executable).parent}")
needs_iree = needs(IREE_OPT is not None, "iree-opt is not installed (the extra onnx)")

DIAMOND = """
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %x: f32) -> (tensor<4xf32>, tensor<2x4xi8>) {
  %t0, %s, %k = async.region -> (tensor<4xf32>, tensor<2x4xi8>) {
    %p = arith.addf %a, %b : tensor<4xf32>
    %c = arith.constant dense<3> : tensor<2x4xi8>
    async.yield %p, %c : tensor<4xf32>, tensor<2x4xi8>
  }
  %t1, %m = async.region -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %f = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %p = arith.mulf %a, %f : tensor<4xf32>
    async.yield %p : tensor<4xf32>
  }
  %t2, %z = async.region [%t0, %t1] -> tensor<4xf32> {
    %p = arith.subf %m, %s : tensor<4xf32>
    async.yield %p : tensor<4xf32>
  }
  async.await %t2 : !async.token
  async.await %t0 : !async.token
  return %z, %k : tensor<4xf32>, tensor<2x4xi8>
}
"""
WAITS = """
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %t0, %s = async.region -> tensor<4xf32> {
    %p = arith.addf %a, %a : tensor<4xf32>
    async.yield %p : tensor<4xf32>
  }
  async.await %t0 : !async.token
  %t1, %m = async.region -> tensor<4xf32> {
    %p = arith.mulf %s, %a : tensor<4xf32>
    async.yield %p : tensor<4xf32>
  }
  async.await %t1 : !async.token
  return %m : tensor<4xf32>
}
"""


def _read_by_iree(text: str) -> str:
    done = subprocess.run([str(IREE_OPT), "-"], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.feature("S1-30")
@needs_iree
def test_iree_reads_a_submission_for_each_wave() -> None:
    """The two that wait for nothing are side by side in one submission, and the third waits for its timepoint."""
    text = _read_by_iree(to_graph_text(DIAMOND, "iree-stream"))
    assert text.count("stream.async.execute") == 2
    assert text.count("stream.async.concurrent") == 1
    assert text.count("stream.async.dispatch") == 3
    first, second = re.findall(r"stream\.async\.execute( await\(%\w+\) =>)?", text)
    assert not first
    assert second
    assert "stream.timepoint.await" in text


@pytest.mark.feature("S1-30")
@needs_iree
def test_what_is_launched_behind_a_wait_waits_for_it() -> None:
    text = _read_by_iree(to_graph_text(WAITS, "iree-stream"))
    assert "stream.async.concurrent" not in text
    assert [bool(each) for each in re.findall(r"stream\.async\.execute( await)?", text)] == [False, True]


@pytest.mark.feature("S1-31")
@needs_mlir
@pytest.mark.parametrize("text", [DIAMOND, WAITS])
def test_tfrt_has_a_chain_for_each_token(text: str) -> None:
    written = mlir_opt(to_graph_text(text, "tfrt"), "--allow-unregistered-dialect")
    assert written.count('"tfrt.call"') == text.count("async.region")
    (last,) = re.findall(r'"tfrt\.merge\.chains"\((.*?)\)', written)
    assert len(last.split(",")) == text.count("async.await")
    behind = re.findall(r'"tfrt\.call"\(%\w+(?:#0)?, (%\w+(?:#0)?), .*?!tfrt\.chain, !tfrt\.chain', written)
    assert len(behind) == (text is DIAMOND)


REFUSED = {
    "scalar": ("f32", "%x : f32", "gives a f32 has no form as a dispatch"),
    "dynamic": ("tensor<?xf32>", "%d : tensor<?xf32>", "has no size in bytes"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_form_is_refused(name: str) -> None:
    of, given, message = REFUSED[name]
    text = f"""
    func.func @main(%x: f32, %d: tensor<?xf32>) -> {of} {{
      %t, %v = async.region -> {of} {{
        async.yield {given}
      }}
      async.await %t : !async.token
      return %v : {of}
    }}
    """
    with pytest.raises(asyncir.DiagnosticError) as caught:
        to_graph_text(text, "iree-stream")
    (said,) = caught.value.diagnostics
    assert (said.code, message in said.message) == ("L001", True)
    assert said.help


OF = "tensor<256x256xf32>"
PRODUCTS = f"""
func.func @main(%a: {OF}, %b: {OF}) -> {OF} {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {OF}
  %f = linalg.fill ins(%zero : f32) outs(%e : {OF}) -> {OF}
  %x = linalg.matmul ins(%a, %b : {OF}, {OF}) outs(%f : {OF}) -> {OF}
  %y = linalg.matmul ins(%b, %a : {OF}, {OF}) outs(%f : {OF}) -> {OF}
  %z = linalg.sub ins(%x, %y : {OF}, {OF}) outs(%e : {OF}) -> {OF}
  return %z : {OF}
}}
"""


@needs_iree
@needs_mlir
def test_a_sequential_program_becomes_regions_first() -> None:
    """Its functions have aliases of the same names, which are kept apart."""
    with pytest.raises(
        asyncir.DiagnosticError, match="no function of the program has regions in its first block"
    ):
        to_graph_text(PRODUCTS, "iree-stream")
    for form in ("iree-stream", "tfrt"):
        module = asyncir.parse(PRODUCTS)
        asyncir.run_pipeline(module, "form-regions{least-work=0},linalg-generalize-named-ops")
        text = to_graph_text(module, form)
        assert text.count("affine_map<(d0, d1) -> (d0, d1)>") == 2
        if form == "tfrt":
            mlir_opt(text, "--allow-unregistered-dialect")
        else:
            assert "stream.async.concurrent" in _read_by_iree(text)


@pytest.mark.parametrize("form", ["iree-stream", "tfrt"])
def test_tokens_of_callers_are_refused(form: str) -> None:
    text = (
        "func.func @main() -> !async.token { %t = async.region { async.yield }\n return %t : !async.token }"
    )
    with pytest.raises(asyncir.DiagnosticError, match="a token goes into a function, or out of it"):
        to_graph_text(text, form)


@needs_mlir
def test_a_region_that_gives_nothing() -> None:
    """A chain is enough for TFRT; a dispatch of IREE gives something."""
    text = """
    func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      %t = async.region { async.yield }
      %u, %v = async.region [%t] -> tensor<4xf32> { async.yield %a : tensor<4xf32> }
      async.await %u : !async.token
      return %v : tensor<4xf32>
    }
    """
    mlir_opt(to_graph_text(text, "tfrt"), "--allow-unregistered-dialect")
    with pytest.raises(asyncir.DiagnosticError, match="a region that gives nothing has no form"):
        to_graph_text(text, "iree-stream")
