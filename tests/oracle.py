"""What tests need beyond Python, such as mlir-opt 22. In CI (the variable CI is set) its absence is a failure."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import pytest

MLIR_OPT: str | None = shutil.which("mlir-opt-22")
"""The path of mlir-opt 22, or None."""


def _ptxas() -> str | None:
    """The one of an installed CUDA, or that of the package nvidia-cuda-nvcc."""
    package = importlib.util.find_spec("nvidia")
    folders = package.submodule_search_locations if package is not None else None
    carried = [str(file) for folder in folders or () for file in Path(folder).glob("*/bin/ptxas")]
    return shutil.which("ptxas") or next(iter(carried), None)


PTXAS: str | None = _ptxas()
"""The path of ptxas, or None."""


def needs(present: bool, reason: str) -> pytest.MarkDecorator:
    """Skip a test where what it needs is not present, except in CI, where the test then fails."""
    return pytest.mark.skipif(not present and not os.environ.get("CI"), reason=reason)


needs_ptxas = needs(PTXAS is not None, "ptxas is not installed (the package nvidia-cuda-nvcc)")
needs_mlir = needs(MLIR_OPT is not None, "mlir-opt-22 is not installed (Debian: mlir-22-tools)")


def mlir_opt(text: str, *flags: str) -> str:
    """What mlir-opt prints for the text; raises AssertionError with its messages if it refuses."""
    code, out, err = run_mlir_opt(text, *flags)
    assert code == 0, f"mlir-opt refuses:\n{err}\n--- text\n{text}"
    return out


def run_mlir_opt(text: str, *flags: str) -> tuple[int, str, str]:
    """Exit status, output and messages of mlir-opt on the text."""
    assert MLIR_OPT is not None, "mlir-opt-22 is needed here"
    done = subprocess.run(
        [MLIR_OPT, *flags, "-"], input=text, capture_output=True, text=True, timeout=120, check=False
    )
    return done.returncode, done.stdout, done.stderr
