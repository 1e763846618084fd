"""`asyncir view --on`: regions in streams of machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Shell
from tests.cli.test_view_regions import DIAMOND, Lanes, viewed

MACHINE = """
issued-by = "host"

[[engine]]
name = "host"
takes = ["scalar", "copy", "vector", "tensor"]
per-operation = 1000.0

[[engine]]
name = "unit"
count = 2
takes = ["scalar", "copy", "vector", "tensor"]
startup = 1000
per-operation = 0.125

[[engine]]
name = "dma"
takes = ["copy"]
per-operation = 0.25

[[memory]]
name = "near"
space = '"near"'
seen-by = ["unit", "dma"]
"""


@pytest.mark.feature("S1-27")
def test_streams_of_machines_are_lanes(asyncir: Shell) -> None:
    """The argument is moved, two products run in two streams, the third one behind them, and its result is moved back."""
    first, second = (
        asyncir.write("fast.toml", MACHINE),
        asyncir.write("one.toml", MACHINE.replace("= 2", "= 1")),
    )
    _, page, text = viewed(asyncir, DIAMOND, "--on", f"{first}, {second}")
    fast, slow = Lanes(text).measured
    moved, work = 64 * 64 // 4, 1000 + 64**3 // 8
    assert fast["rows"] == ["dma", "unit, stream 1", "unit, stream 2"]
    assert Lanes(text).bars(fast) == [
        *(("", 0, 0, moved), ("left", 1, moved, work), ("right", 2, moved, work)),
        *(("both", 2, moved + work, work), ("", 0, moved + 2 * work, moved)),
    ]
    assert slow["length"] == fast["length"] + work
    assert "Simulated on fast.toml" in page.text
    assert "3 regions in 1 stream of `dma` and 2 streams of `unit`" in text.replace("<code>", "`").replace(
        "</code>", "`"
    )
    assert fast["other"] == "a transfer"


def test_machines_that_are_none_are_refused(asyncir: Shell) -> None:
    """Nothing is written: no such machine, a region that no engine takes, no regions."""
    nobody = asyncir.write("nobody.toml", 'issued-by = "host"\n[[engine]]\nname = "host"\ntakes = ["copy"]\n')
    file = asyncir.write("program.mlir", DIAMOND)
    for machine, code in (("nothing", "C050"), (str(nobody), "P222")):
        outcome = asyncir("view", file, "-o", "none.html", "--on", machine)
        assert outcome.status in (1, 2)
        assert f"error[{code}]" in outcome.err
        assert not Path("none.html").exists()
    plain = asyncir.write("plain.mlir", "func.func @main() {\n  return\n}\n")
    outcome = asyncir("view", plain, "-o", "none.html", "--on", "cpu")
    assert "error[C042]" in outcome.err
    assert not Path("none.html").exists()
