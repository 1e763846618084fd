"""The wheel: one for every Python, with the runtime in it, and it runs where there is no compiler."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.oracle import needs

ROOT = Path(__file__).parents[2]

needs_tools = needs(
    importlib.util.find_spec("scikit_build_core") is not None,
    "scikit-build-core, cmake and ninja are not installed",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # No isolation: what builds it is among the development dependencies, and the network is not needed.
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet"]
    # What is in it matters here and not how fast it is: nothing is optimised, and headers are read once.
    for setting in ("build-type=Debug", "define.CMAKE_CXX_FLAGS_DEBUG=-O0", "define.ASYNCIR_PRECOMPILE=ON"):
        command += ["--config-settings", f"cmake.{setting}"]
    command += ["--config-settings", f"build-dir={folder / 'build'}", "--wheel-dir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = folder.glob("*.whl")
    return found


@needs_tools
def test_it_holds_the_runtime_and_is_for_every_python_of_this_platform(wheel: Path) -> None:
    assert "-py3-none-" in wheel.name
    assert not wheel.name.endswith("-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for file in (
        "libasyncir_runtime.so",
        "libasyncir_runtime.a",
        "include/asyncir/runtime.h",
        "include/asyncir/serial.h",
    ):
        assert f"asyncir/_runtime/{file}" in names
    assert any(name.startswith("asyncir/diagnostics/catalog/R0") for name in names)
    assert not any(name.startswith(("tests/", "runtime/")) for name in names)


@needs_tools
def test_it_works_where_there_is_no_compiler(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    # -S: no .pth file may put this checkout before the wheel. What the package depends on comes from this environment.
    path = os.pathsep.join(
        [str(tmp_path / "site"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    )
    program = tmp_path / "square.mlir"
    program.write_text(
        "func.func @main(%x: f64) -> f64 {\n  %t, %v = async.execute -> !async.value<f64> {\n"
        "    %y = arith.mulf %x, %x : f64\n    async.yield %y : f64\n  }\n"
        "  %r = async.await %v : !async.value<f64>\n  return %r : f64\n}\n"
    )
    code = (
        "import asyncir; from asyncir.launch import runtime; from asyncir.tools.cli import main; "
        f"assert str(runtime.shared_library()).startswith({str(tmp_path)!r}); main()"
    )
    environment = {"PATH": "", "PYTHONPATH": path, "HOME": str(tmp_path)}
    command = [sys.executable, "-S", "-c", code, "run", "square.mlir", "3.0"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, cwd=tmp_path, env=environment, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "9.0\n", "")
