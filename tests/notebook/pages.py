"""The notebooks of docs/notebooks: run, and written with what they print.

    python -m tests.notebook.pages

runs each anew and keeps its outputs. `make notebooks` does so.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def run_notebook(path: Path) -> Any:
    """The notebook, with what its cells give now. Raises where a cell does."""
    notebook: Any = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times: no two runs have the same
    return notebook


def outputs_of(notebook: Any) -> list[list[str]]:
    """What each cell of code shows: its HTML where it has some, else its text."""
    return [
        [_shown(output) for output in cell.outputs] for cell in notebook.cells if cell.cell_type == "code"
    ]


def _shown(output: Any) -> str:
    data = output.get("data", {})
    return data.get("text/html") or data.get("text/plain") or output.get("text", "")


if __name__ == "__main__":
    for each in NOTEBOOKS:
        nbformat.write(run_notebook(each), each)
        print(each.name)
