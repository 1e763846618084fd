"""What mlir-opt offers around its passes: parts of a file, IR between passes, times, reproducers, several files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.command import Shell
from tests.oracle import mlir_opt, needs_mlir

FIRST = """func.func @a(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.addi %x, %c : i32
  return %0 : i32
}
"""
SECOND = """func.func @b(%x: i32) -> i32 {
  return %x : i32
}
"""
WRONG = """func.func @w(%x: i32) -> i32 {
  return %x : i64
}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "parts.mlir"
    path.write_text(f"{FIRST}// -----\n{SECOND}")
    return path


def test_parts_of_a_file_are_modules_of_their_own(asyncir: Shell, file: Path) -> None:
    done = asyncir("opt", str(file), "--split-input-file", "--canonicalize")
    first, second = done.out.split("// -----\n")
    assert (done.status, done.err) == (0, "")
    assert "@a" in first
    assert "addi" not in first
    assert "@b" in second


def test_a_wrong_part_keeps_its_line_and_the_others_come_out(
    asyncir: Shell, file: Path, tmp_path: Path
) -> None:
    file.write_text(f"{FIRST}// -----\n{WRONG}// -----\n{SECOND}")
    done = asyncir("opt", str(file), "--split-input-file")
    assert (done.status, done.codes) == (1, ["T007"])
    assert f"{file}:8:10" in done.err
    assert [("@a" in part, "@b" in part) for part in done.out.split("// -----\n")] == [
        (True, False),
        (False, False),
        (False, True),
    ]
    out = tmp_path / "out.mlir"
    assert asyncir("opt", str(file), "--split-input-file", "-o", str(out)).status == 1
    assert not out.exists()


def test_several_files(asyncir: Shell, tmp_path: Path) -> None:
    one, two = tmp_path / "1.mlir", tmp_path / "2.mlir"
    one.write_text(FIRST)
    two.write_text(SECOND)
    done = asyncir("opt", str(one), str(two))
    assert ["@a" in part for part in done.out.split("// -----\n")] == [True, False]
    assert asyncir("opt", str(one), "missing.mlir").codes == ["C001"]


def headers(text: str) -> list[str]:
    return re.findall(r"// -----// IR Dump (\w+ \w+ \([\w-]+\)) //----- //", text)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            ("--mlir-print-ir-after-all",),
            ["After Canonicalize (canonicalize)", "After Cse (cse)"],
        ),
        (("--mlir-print-ir-after-change",), ["After Canonicalize (canonicalize)"]),
        (("--mlir-print-ir-before-all",), ["Before Canonicalize (canonicalize)", "Before Cse (cse)"]),
        (("--mlir-print-ir-before", "cse"), ["Before Cse (cse)"]),
        (("--mlir-print-ir-after", "canonicalize"), ["After Canonicalize (canonicalize)"]),
        (("--mlir-print-ir-after", "cse", "--mlir-print-ir-after-change"), []),
    ],
)
def test_ir_between_passes(
    asyncir: Shell, tmp_path: Path, options: tuple[str, ...], expected: list[str]
) -> None:
    file = tmp_path / "a.mlir"
    file.write_text(FIRST)
    done = asyncir("opt", str(file), "--canonicalize", "--cse", *options)
    assert headers(done.err) == expected
    assert "IR Dump" not in done.out


def test_a_diff_of_each_pass(asyncir: Shell, tmp_path: Path) -> None:
    file = tmp_path / "a.mlir"
    file.write_text(FIRST)
    done = asyncir("opt", str(file), "--canonicalize", "--cse", "--print-ir-diff")
    assert "-    %0 = arith.addi %x, %c : i32\n" in done.err
    assert "+    return %x : i32\n" in done.err
    assert "// -----// cse changes nothing //----- //" in done.err


def test_times_add_up(asyncir: Shell, file: Path) -> None:
    done = asyncir("opt", str(file), "--canonicalize", "--verify-each", "--mlir-timing", "--split-input-file")
    tables = done.err.split("... Execution time report ...")[1:]
    assert len(tables) == 2
    rows = {name: float(share) for share, name in re.findall(r"\( *([\d.]+)%\)  (\w+)", tables[0])}
    assert {"Parser", "Canonicalize", "Verifier", "Output", "Rest", "Total"} == set(rows)
    assert rows.pop("Total") == 100
    assert 99 < sum(rows.values()) < 101


def test_no_such_pass_to_print_at(asyncir: Shell, file: Path) -> None:
    done = asyncir("opt", str(file), "--split-input-file", "--mlir-print-ir-after", "canonicalise")
    assert (done.status, done.codes) == (2, ["C004"])
    assert "did you mean 'canonicalize'?" in done.err


def broken(*_: object) -> None:
    raise ValueError("a fault of the pass")


def test_a_failed_pass_leaves_a_reproducer(
    asyncir: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, kept = tmp_path / "a.mlir", tmp_path / "kept.mlir"
    file.write_text(FIRST)
    with monkeypatch.context() as patch:
        patch.setattr("asyncir.transforms.cse.Cse.apply", broken)
        done = asyncir("opt", str(file), "-p", "canonicalize,cse", "--reproducer", str(kept))
    assert done.codes == ["C999"]
    assert 'pipeline: "builtin.module(canonicalize,cse)"' in kept.read_text()
    again = asyncir("opt", str(kept), "--run-reproducer")
    assert (again.status, "addi" in again.out, "mlir_reproducer" in again.out) == (0, False, False)


@needs_mlir
def test_mlir_opt_runs_our_reproducer(
    asyncir: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, kept = tmp_path / "a.mlir", tmp_path / "kept.mlir"
    file.write_text(FIRST)
    with monkeypatch.context() as patch:
        patch.setattr("asyncir.transforms.cse.Cse.apply", broken)
        asyncir(
            "opt", str(file), "-p", "canonicalize,cse", "--mlir-pass-pipeline-crash-reproducer", str(kept)
        )
    assert "addi" not in mlir_opt(kept.read_text(), "--run-reproducer")


def test_a_file_without_a_pipeline_is_no_reproducer(asyncir: Shell, tmp_path: Path) -> None:
    file = tmp_path / "a.mlir"
    file.write_text(FIRST)
    done = asyncir("opt", str(file), "--run-reproducer")
    assert (done.status, done.codes) == (2, ["C022"])
