"""The notebooks in docs/ are executed ones: run again, they show what they are kept with."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from tests.notebook.pages import NOTEBOOKS, outputs_of, run_notebook

pytestmark = pytest.mark.filterwarnings("default")


def test_there_are_four() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["kernels", "pipelines", "races", "tasks"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_is_kept_with(path: Path) -> None:
    kept = outputs_of(nbformat.read(path, as_version=4))
    assert any(kept), "it was never run"
    assert outputs_of(run_notebook(path)) == kept
