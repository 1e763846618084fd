"""The page says of a proof that the verifier does not follow that it was not checked again."""

from __future__ import annotations

import pytest

from tests.cli.command import Shell
from tests.cli.test_view import WELL

COMPUTED = """
func.func @main(%A: memref<4xf32>, %q: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %B = memref.alloc() : memref<4xf32>
  %half = arith.remui %q, %c2 : index
  queue.commit(%half) {
    queue.async {
      %x = memref.load %A[%c0] : memref<4xf32>
      memref.store %x, %B[%c0] : memref<4xf32>
    }
  }
  queue.wait(%half, 0)
  %y = memref.load %B[%c0] : memref<4xf32>
  return
}
"""


@pytest.mark.parametrize(("program", "rechecked"), [(WELL, True), (COMPUTED, False)])
def test_a_page_says_what_was_not_checked_again(asyncir: Shell, program: str, rechecked: bool) -> None:
    asyncir("view", asyncir.write("some.mlir", program), "-o", "out.html")
    text = (asyncir.folder / "out.html").read_text(encoding="utf-8")
    assert ("not re-checked" not in text) is rechecked
    assert "no execution has a race" in text
