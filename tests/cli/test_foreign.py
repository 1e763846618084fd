"""Options with which operations of dialects are read that asyncir does not have."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Shell
from tests.text.test_irdl import IRDL, program


def test_the_options_of_the_command_line(asyncir: Shell, tmp_path: Path) -> None:
    definitions, source = tmp_path / "npu.irdl.mlir", tmp_path / "p.mlir"
    definitions.write_text(IRDL)
    source.write_text(program("npu.hir_sync", "%r = npu.neg ins(%x : f32) -> f32"))
    assert asyncir("opt", str(source)).codes == ["T006"]
    done = asyncir("opt", f"--irdl-file={definitions}", str(source))
    assert (done.status, "npu.neg ins(%x : f32) -> f32" in done.out) == (0, True)
    assert asyncir("opt", "--allow-unregistered-dialect", str(source)).status == 0
    assert "unknown" in asyncir("check", "--irdl-file", str(definitions), str(source)).out
    assert "unknown" in asyncir("check", "--allow-unregistered-dialect", str(source)).out
    assert "unknown" in asyncir("check", "--diff", "--allow-unregistered-dialect", str(source)).err
    source.write_text(program("npu.hir_snc"))
    done = asyncir("opt", "--irdl-file", str(definitions), "--allow-unregistered-dialect", str(source))
    assert (done.status, done.codes) == (1, ["T004"])
    assert "did you mean 'npu.hir_sync'" in done.err
    assert asyncir("opt", "--irdl-file", str(tmp_path / "none"), str(source)).codes == ["C051"]
