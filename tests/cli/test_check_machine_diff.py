"""`asyncir check --machine M --diff` and `--certify-minimal`: repairs, and what each order is for."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import Shell
from tests.test_docs import ROOT, blocks

pytestmark = pytest.mark.feature("N2")


def files_of(page: str) -> dict[str, str]:
    """The programs of a page, by their names."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return {name: block.text for block in blocks(text) if (name := block.option("file")) is not None}


WRONG = files_of("check-machines.md")["wrong.mlir"]
ROWS = files_of("check-machines.md")["rows.mlir"]
ACME = files_of("machines.md")["acme.toml"]
GAIN = files_of("machines.md")["gain.mlir"]


def apply(found: str, file: Path) -> str:
    subprocess.run(["git", "apply", "-p0"], input=found, text=True, check=True, cwd=file.parent)
    return file.read_text(encoding="utf-8")


def test_a_diff_can_be_applied(asyncir: Shell) -> None:
    file = asyncir.write("p.mlir", WRONG)
    found = asyncir("check", "p.mlir", "--machine", "ascend-a2", "--diff")
    assert found.status == 1
    assert found.err.endswith("p.mlir: proved with 2 changes; no fewer would do\n")
    changed = apply(found.out, file)
    assert "// it is there" in changed
    again = asyncir("check", "p.mlir", "--machine", "ascend-a2", "--diff")
    assert (again.status, again.out) == (0, "")
    assert again.err.endswith("p.mlir: no repair: it is proved as it is\n")


def test_a_program_of_a_vendor(asyncir: Shell) -> None:
    machine = asyncir.write("acme.toml", ACME)
    wait = '  acme.get {flag = 0, for = "VEC", of = "DMA"}\n'
    assert wait in GAIN
    file = asyncir.write("p.mlir", GAIN.replace(wait, ""))
    found = asyncir("check", "p.mlir", "--machine", machine, "--diff")
    assert found.status == 1
    assert '+  sync.wait "flag"[0] from "dma" to "vec"\n' in found.out
    apply(found.out, file)
    assert asyncir("check", "p.mlir", "--machine", machine).status == 0


def test_an_op_of_a_vendor_is_taken_out(asyncir: Shell) -> None:
    machine = asyncir.write("acme.toml", ACME)
    signal = '  acme.set {flag = 0, for = "VEC", of = "DMA"}\n'
    assert signal in GAIN
    file = asyncir.write("p.mlir", GAIN.replace(signal, signal + signal))
    found = asyncir("check", "p.mlir", "--machine", machine, "--diff")
    assert apply(found.out, file) == GAIN


def test_a_repair_as_json(asyncir: Shell) -> None:
    file = asyncir.write("p.mlir", WRONG)
    found = json.loads(asyncir("check", file, "--machine", "ascend-a2", "--diff", "--json").out)
    assert found["functions"][0]["standing"] == "refuted"
    repair = found["repair"]
    assert (repair["added"], repair["smallest"], repair["reason"]) == (2, True, "")
    assert all("deadlock" in why["wrong"] for why in repair["because"])


def test_what_is_not_followed_stays(asyncir: Shell) -> None:
    text = """\
func.func @f(%x: memref<4xf32>) {
  sync.process on "compute" {
    sync.work on "transfer" writes(%x : memref<4xf32>) { sync.opaque "make" }
    sync.signal "timeline"[0], 1 on "transfer"
  }
  sync.wait "timeline"[0], 1
  return
}
"""
    found = asyncir("check", asyncir.write("p.mlir", text), "--machine", "vulkan", "--diff")
    assert (found.status, found.out) == (0, "")
    assert "P153" in found.codes
    assert "it is not followed" in found.err


def test_what_each_order_is_for(asyncir: Shell) -> None:
    text = ROWS.replace("  return\n", '  sync.barrier on "v"\n  return\n')
    file = asyncir.write("p.mlir", text)
    found = asyncir("check", file, "--machine", "ascend-a2", "--certify-minimal")
    assert found.status == 0
    said = found.out.splitlines()
    assert "1 redundant" in said[0]
    assert [line for line in said if line.endswith("`sync.barrier` (15:3): redundant")]
    assert "race (WAR)" in said[1]
    answer = json.loads(asyncir("check", file, "--machine", "ascend-a2", "--certify-minimal", "--json").out)
    orders = answer["functions"][0]["orders"]
    assert [order["verdict"] for order in orders] == ["needed", "needed", "redundant"]
    assert [order["without"]["diagnostics"][0]["code"] for order in orders[:2]] == ["S001", "S001"]


def test_flags_that_need_a_machine(asyncir: Shell) -> None:
    found = asyncir("check", asyncir.write("p.mlir", ROWS), "--certify-minimal")
    assert (found.status, found.codes) == (2, ["C004"])
