"""The print, timing and helper functions against those of MLIR 22, byte for byte."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from asyncir.launch import runtime
from tests.oracle import needs

CALLS = Path(__file__).with_name("runner_calls.py")
MLIR = [
    Path(f"/usr/lib/llvm-22/lib/libmlir_{name}.so")
    for name in ("runner_utils", "c_runner_utils", "float16_utils")
]
needs_mlir = needs(
    all(path.exists() for path in MLIR), "MLIR's runner utilities are not installed (Debian: mlir-22-tools)"
)


def outcome(libraries: list[Path], seed: int) -> tuple[str, str]:
    """Standard output and error of all calls, with addresses blanked; i8 memrefs are printed as raw bytes."""
    command = [sys.executable, str(CALLS), *map(str, libraries)]
    done = subprocess.run(command, input=str(seed).encode(), capture_output=True, timeout=120, check=True)
    out, err = (stream.decode("latin-1") for stream in (done.stdout, done.stderr))
    return re.sub("0x[0-9a-f]+", "ADDRESS", out), re.sub("0x[0-9a-f]+", "ADDRESS", err)


@needs_mlir
@pytest.mark.parametrize("seed", range(5))
def test_output_is_that_of_mlir_byte_for_byte(seed: int) -> None:
    ours = outcome([runtime.shared_library()], seed)
    assert ours == outcome(MLIR, seed)
    assert len(ours[0]) > 10_000
    assert "!=" in ours[1]


PROGRAM = """
import ctypes, sys
lib = ctypes.CDLL(sys.argv[1])
lib.rtclock.restype = ctypes.c_double
lib._mlir_ciface_nanoTime.restype = ctypes.c_int64
assert 1e9 < lib.rtclock() <= lib.rtclock() + 1
assert 0 < lib._mlir_ciface_nanoTime() <= lib._mlir_ciface_nanoTime()
empty = (ctypes.c_int64 * 5)(8, 8, 0, 0, 1)
lib.printMemrefF32(ctypes.c_int64(1), empty)  # MLIR's reads behind the end here
lib.mlirAsyncRuntimePrintCurrentThreadId()
lib.mlirAlignedAlloc.restype = ctypes.c_void_p
memory = ctypes.c_void_p(lib.mlirAlignedAlloc(ctypes.c_uint64(64), ctypes.c_uint64(100)))
assert memory.value % 64 == 0
lib.mlirAlignedFree(memory)
lib.mlirAlloc.restype = ctypes.c_void_p
lib.mlirFree(ctypes.c_void_p(lib.mlirAlloc(ctypes.c_uint64(100))))
lib.printFlops(ctypes.c_double(2.5e9))
"""


def test_time_memory_and_an_empty_memref() -> None:
    command = [sys.executable, "-c", PROGRAM, str(runtime.shared_library())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    shape = "base@ = 0x8 rank = 1 offset = 0 sizes = [0] strides = [1] data = "
    first, second, third = done.stdout.splitlines()
    assert (first, second) == (f"Unranked Memref {shape}", "[]")
    assert re.fullmatch(r"Current thread id: \d+", third)
    assert done.stderr == "2.500000 GFLOPS\n"
