"""Constants of many bytes go around LLVM's text into the machine code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import asyncir
from asyncir.driver.compile import lower
from asyncir.launch import jit

COUNT = 20_000
GIVEN = np.random.default_rng(3).integers(-(2**31), 2**31, COUNT, dtype=np.int32)
USED = GIVEN.tobytes().hex().upper()
PROGRAM = f"""
memref.global "private" constant @"not so plain" : memref<{COUNT}xi32> = dense<"0x{USED}">
memref.global "private" constant @not_used : memref<{COUNT}xi64> = dense<"0x{"0123456789ABCDEF" * COUNT}">
memref.global "private" @changed : memref<{COUNT}xi32> = dense<"0x{USED}">
func.func @at(%i: index) -> (i32, i32) {{
  %w = memref.get_global @"not so plain" : memref<{COUNT}xi32>
  %c = memref.get_global @changed : memref<{COUNT}xi32>
  %x = memref.load %w[%i] : memref<{COUNT}xi32>
  %y = memref.load %c[%i] : memref<{COUNT}xi32>
  %one = arith.constant 1 : i32
  %z = arith.addi %y, %one : i32
  memref.store %z, %c[%i] : memref<{COUNT}xi32>
  return %x, %z : i32, i32
}}
"""
EXIT = """
memref.global "private" constant @w : memref<5000xf32> = dense<"0xVALUE">
func.func @main() -> i32 {
  %w = memref.get_global @w : memref<5000xf32>
  %i = arith.constant 4321 : index
  %x = memref.load %w[%i] : memref<5000xf32>
  %n = arith.fptosi %x : f32 to i32
  return %n : i32
}
""".replace("VALUE", (np.arange(5000, dtype=np.float32) - 4300).tobytes().hex())


@pytest.mark.parametrize("opt_level", [0, 1, 2, 3])
def test_each_element_is_there(opt_level: int) -> None:
    program = asyncir.compile(PROGRAM, opt_level=opt_level)
    for i in (0, 1, COUNT // 2, COUNT - 1):
        assert program.at(i) == (GIVEN[i], GIVEN[i] + 1)
    assert program.at(0) == (GIVEN[0], GIVEN[0] + 2), "the second one is no constant"


def test_the_text_does_not_have_them() -> None:
    lowered = lower(PROGRAM)
    assert [constant.data for constant in lowered.constants] == [
        GIVEN.tobytes(),
        b"\x01#Eg\x89\xab\xcd\xef" * COUNT,
    ]
    assert len(lowered.text) < 4 * GIVEN.nbytes  # what is no constant is there


def test_what_is_not_used_is_left_out() -> None:
    lowered = lower(PROGRAM)
    code = jit.emit_object(lowered.text, opt_level=2, constants=lowered.constants)
    assert GIVEN.tobytes() in code.code
    assert lowered.constants[1].data not in code.code
    assert not any("constant" in name for name in code.needs)


def test_constants_are_where_their_alignment_says() -> None:
    """Also behind one with an odd number of bytes."""
    value = "5A" * 20001
    odd = f'memref.global "private" constant @NAME : memref<20001xi8> = dense<"0x{value}"> {{alignment = ALIGN : i64}}\n'
    take = """  %NAME = memref.get_global @NAME : memref<20001xi8>
  %NAMEp = memref.extract_aligned_pointer_as_index %NAME : memref<20001xi8> -> index
"""
    aligned = {"a": 1, "b": 64, "c": 4096, "d": 32}
    text = "".join(odd.replace("NAME", name).replace("ALIGN", str(to)) for name, to in aligned.items())
    text += "func.func @main() -> (index, index, index, index) {\n"
    text += "".join(take.replace("NAME", name) for name in aligned)
    text += "  return %ap, %bp, %cp, %dp : index, index, index, index\n}\n"
    addresses = asyncir.compile(text).main()
    assert [address % to for address, to in zip(addresses, aligned.values(), strict=True)] == [0] * 4


@pytest.mark.parametrize("emit", ["llvm", "asm"])
def test_text_for_others_is_complete(emit: str, tmp_path: Path) -> None:
    source, out = tmp_path / "p.mlir", tmp_path / "out"
    source.write_text(EXIT, encoding="utf-8")
    given = ["compile", "--emit", emit, "-O0", str(source), "-o", str(out)]  # or it would be folded away
    command = [sys.executable, "-m", "asyncir", *given]
    subprocess.run(command, check=True)
    text = out.read_text(encoding="utf-8")
    assert "asyncir.constant.0" in text
    assert "incbin" not in text
    assert "external" not in text


@pytest.mark.parametrize("folder", ["plain", 'odd " \\ ü ; # name'])
def test_an_executable_has_them(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the folder for temporary files is called."""
    (tmp_path / folder).mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / folder))
    source, out = tmp_path / "p.mlir", tmp_path / "out"
    source.write_text(EXIT, encoding="utf-8")
    command = [sys.executable, "-m", "asyncir", "compile", "--emit", "exe", str(source), "-o", str(out)]
    subprocess.run(command, check=True)
    assert subprocess.run([str(out)], check=False).returncode == 21
    assert list((tmp_path / folder).iterdir()) == []
