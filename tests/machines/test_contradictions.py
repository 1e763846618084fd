"""Machine files that contradict themselves, and options that are written wrongly: each is said, with the spot."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.ir import Context
from asyncir.semantics.machines.engine import check_order
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync

pytestmark = pytest.mark.feature("S3-21")

HEAD = """
name = "m"
issued-by = "c"
[[engine]]
name = "c"
[[engine]]
name = "d"
"""

FLAG = """
[[resource]]
name = "f"
kind = "flag"
pairs = "all"
count = 2
"""

SIGNAL = """
[[sync]]
op = "a.c"
does = "signal"
resource = "f"
"""


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        (FLAG + SIGNAL + 'instance = 2\nfrom = "c"\nto = "d"', "instance", "'f' has no instance 2"),
        (FLAG + SIGNAL + 'instance = 0\nnumber = 3\nfrom = "c"\nto = "d"', "number", "'f' is a flag"),
        (FLAG + SIGNAL + 'instance = 0\nfrom = "d"\nto = "d"', "from", "no instances from 'd' to 'd'"),
    ],
)
def test_what_contradicts_itself(text: str, key: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(HEAD + text)
    with pytest.raises(DiagnosticError) as raised:
        load_machine(str(path))
    (found,) = raised.value.diagnostics
    assert message in found.message
    assert found.span is not None
    assert path.read_text().splitlines()[found.span.line - 1].startswith(key)


def test_keys_are_named_once(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(HEAD + FLAG + "zzzzzzzzzzzzz = 3")
    with pytest.raises(DiagnosticError) as raised:
        load_machine(str(path))
    keys = raised.value.diagnostics[0].help.removeprefix("its keys are ").split(", ")
    assert len(keys) == len(set(keys))


def test_options_with_a_comma_between() -> None:
    with pytest.raises(DiagnosticError) as raised:
        load_machine("m.toml,resources=optimal")
    assert "machine=m.toml resources=optimal" in raised.value.diagnostics[0].help


def test_a_seed_that_is_too_large() -> None:
    with pytest.raises(DiagnosticError, match="the seed 99999999999999999999 is too large"):
        check_order("seed:99999999999999999999")


def test_a_program_for_another_machine() -> None:
    work = 'sync.work on "ld" writes(%x : memref<4xf32>) { sync.opaque "a" }'
    text = f"func.func @f(%x: memref<4xf32>) {{ {work} return }}"
    with pytest.raises(DiagnosticError, match="the machine 'ascend-a2' has no engine \"ld\""):
        InsertSync().apply(Context(), parse_module(text))
