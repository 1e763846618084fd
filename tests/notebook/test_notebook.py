"""What a notebook shows: IPython itself, in this process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

import asyncir

pytestmark = pytest.mark.filterwarnings("default")

SQUARE = "func.func @square(%x: f64) -> f64 {\n  %0 = arith.mulf %x, %x : f64\n  return %0 : f64\n}\n"
WAITS = """func.func @late(%a: memref<4xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  queue.commit(0) {
    queue.async {
      memref.store %v, %a[%c0] : memref<4xf32>
    }
  }
  queue.wait(0, 1)
  %x = memref.load %a[%c0] : memref<4xf32>
  return %x : f32
}
"""


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    shell = InteractiveShell.instance()
    # HTML is not for terminals, which this shell takes itself for.
    shell.display_formatter.active_types = ["text/plain", "text/html"]
    asyncir.load_ipython_extension(shell)
    yield shell
    InteractiveShell.clear_instance()


def run(shell: InteractiveShell, cell: str) -> Any:
    """The value of a cell; what it raises is raised here."""
    done = shell.run_cell(cell)
    done.raise_error()
    return done.result


def html(shell: InteractiveShell, value: object) -> str:
    shown, _ = shell.display_formatter.format(value)
    return shown["text/html"]


def test_the_functions_of_a_cell_become_variables(shell: InteractiveShell) -> None:
    program = run(shell, f"%%asyncir program\n{SQUARE}")
    assert run(shell, "square(3.0)") == 9.0
    assert run(shell, "program['square'](4.0)") == 16.0
    shown = html(shell, program)
    assert '<i class="op">arith.mulf</i>' in shown
    assert '<i class="symbol">@square</i>' in shown


def test_a_verdict_is_a_table(shell: InteractiveShell) -> None:
    shown = html(shell, run(shell, f"%%asyncir --check\n{WAITS}"))
    assert "<b>✗ refuted</b>" in shown
    assert "<td>&lt;cell&gt;:8:3</td><td>wait</td><td>too weak</td><td>0</td>" in shown
    assert "write `queue.wait(0, 0)`" in shown


def test_a_picture_is_a_frame(shell: InteractiveShell) -> None:
    picture = run(shell, f"%%asyncir --view\n{WAITS}")
    assert html(shell, picture).startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')


def test_modules_and_schedules_are_coloured(shell: InteractiveShell) -> None:
    assert '<i class="op">func.func</i>' in html(shell, asyncir.parse(SQUARE))
    assert '<i class="op">func.func</i>' in html(shell, asyncir.Schedule(SQUARE))


def test_a_mistake_is_printed_without_a_traceback(
    shell: InteractiveShell, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(shell, "%%asyncir\nfunc.func @f( {") is None
    said = capsys.readouterr().err
    assert said.startswith("error[T001]: type expected\n --> <cell>:1:15\n")
    assert "Traceback" not in said


def test_options_that_there_are_not(shell: InteractiveShell) -> None:
    with pytest.raises(ValueError, match="unrecognized arguments: --nothing"):
        run(shell, f"%%asyncir --nothing\n{SQUARE}")


def test_the_picture_as_a_file(tmp_path: Any) -> None:
    page = tmp_path / "p.html"
    picture = asyncir.view(WAITS, page)
    assert page.read_text(encoding="utf-8") == picture.html
    assert "too weak" in picture.html
    file = tmp_path / "late.mlir"
    file.write_text(WAITS)
    assert "late.mlir" in asyncir.view(file).html
    with pytest.raises(ValueError, match=r"\[T001\] type expected"):
        asyncir.view("func.func @f( {")
