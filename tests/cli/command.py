"""Run command lines inside the test's process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from asyncir.tools.cli import invoke

ADD = """\
func.func @add(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
"""

SCALE = """\
func.func @scale(%x: memref<?xf32>, %by: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %by : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  return
}
"""


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str

    @property
    def codes(self) -> list[str]:
        """The codes of the diagnostics, in order."""
        heads = [line for line in self.err.splitlines() if line.startswith(("error[", "warning[", "remark["))]
        return [head.partition("[")[2].partition("]")[0] for head in heads]


Command = Callable[..., Outcome]


class Shell:
    """Runs `asyncir` with the files of one directory, without a cache of its own but for tests that want one."""

    def __init__(self, folder: Path, capture: Callable[[], tuple[str, str]]):
        self.folder = folder
        self._capture = capture

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def __call__(self, *args: str | Path) -> Outcome:
        self._capture()
        status = invoke([str(arg) for arg in args])
        out, err = self._capture()
        assert "Traceback" not in err
        return Outcome(status, out, err)
