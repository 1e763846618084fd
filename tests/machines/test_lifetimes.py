"""Memory behind its end, out of reach, and too small: what `check`, `simulate` and the verifier of machines say."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.analyses.sync_report import Standing
from asyncir.diagnostics import DiagnosticError
from asyncir.driver.machines import MachineChecked, check_on_machine
from asyncir.source.text import parse_module
from asyncir.tools.cli import main
from tests.machines.test_witnesses import MACHINE

pytestmark = pytest.mark.feature("S3-21")

TILE = """
[[memory]]
name = "tile"
space = '"tile"'
bytes = 64
seen-by = ["ld", "core"]
"""


@pytest.fixture
def machine(tmp_path: Path) -> str:
    path = tmp_path / "m.toml"
    path.write_text(MACHINE + TILE)
    return str(path)


def _checked(body: str, machine: str) -> MachineChecked:
    head = "func.func @main(%x: memref<8xf32>, %n: index, %c: i1) {\n  %c0 = arith.constant 0 : index\n"
    text = f"{head}  %c1 = arith.constant 1 : index\n{body}\n  sync.barrier\n  return\n}}"
    (found,) = check_on_machine(parse_module(text), machine)
    return found


ALLOC = '%p = memref.alloc() : memref<8xf32, "tile">\n'
FREE = 'memref.dealloc %p : memref<8xf32, "tile">\n'
WORK = 'sync.work on "ld" writes(%p : memref<8xf32, "tile">) { sync.opaque "a" }\n'
COPY = 'sync.work on "ld" { memref.copy %x, %p : memref<8xf32> to memref<8xf32, "tile"> }\n'
VIEW = (
    '%v = memref.subview %p[0] [4] [1] : memref<8xf32, "tile"> to memref<4xf32, strided<[1]>, "tile">\n'
    'sync.work on "ld" writes(%v : memref<4xf32, strided<[1]>, "tile">) { sync.opaque "a" }\n'
)
LOOP = "scf.for %i = %c0 to %n step %c1 {{ {} }}\n"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (ALLOC + FREE + WORK, "S002"),
        (ALLOC + FREE + COPY, "S002"),
        (ALLOC + FREE + VIEW, "S002"),
        (ALLOC + FREE + FREE, "S003"),
        (ALLOC + f"scf.if %c {{ {FREE} }}\n" + WORK, "S002"),
        (ALLOC + LOOP.format(WORK + "sync.barrier\n" + FREE), "S002"),
        (ALLOC + LOOP.format(FREE), "S003"),
    ],
)
def test_memory_behind_its_end(body: str, code: str, machine: str) -> None:
    found = _checked(body, machine)
    assert found.standing is Standing.REFUTED
    assert code in [one.code for one in found.diagnostics]


@pytest.mark.parametrize(
    "body",
    [
        ALLOC + WORK + "sync.barrier\n" + FREE,
        LOOP.format(ALLOC + WORK + "sync.barrier\n" + FREE),
        ALLOC + f"scf.if %c {{ {WORK} sync.barrier\n {FREE} }} else {{ {WORK} }}\n",
    ],
)
def test_memory_that_is_used_in_time(body: str, machine: str) -> None:
    assert _checked(body, machine).standing is Standing.PROVED


def test_what_is_not_seen_to_go_wrong_is_unknown(machine: str) -> None:
    guarded = "%b = arith.cmpi eq, %n, %c0 : index\n%d = arith.cmpi ne, %n, %c0 : index\n"
    found = _checked(
        ALLOC + guarded + f"scf.if %b {{ {FREE} }}\nscf.if %d {{ {WORK} sync.barrier\n }}\n", machine
    )
    assert found.standing is Standing.UNKNOWN
    assert [one.message for one in found.diagnostics if one.code == "M100"] == [
        "`sync.work` may use memory that has been freed"
    ]


def test_memory_out_of_reach(machine: str) -> None:
    with pytest.raises(DiagnosticError, match=r'"vu" does not reach "tile"'):
        _checked(ALLOC + WORK.replace('"ld"', '"vu"'), machine)
    with pytest.raises(DiagnosticError, match=r'"vu" does not reach "tile"'):
        _checked(ALLOC + COPY.replace('"ld"', '"vu"'), machine)
    assert _checked(ALLOC + WORK, machine).standing is Standing.PROVED


def test_a_memory_that_is_too_small(
    machine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for size, code in ((16, 0), (17, 1)):
        program = tmp_path / f"p{size}.mlir"
        program.write_text(
            f'func.func @main() {{ %p = memref.alloc() : memref<{size}xf32, "tile">\n'
            f'sync.work on "ld" writes(%p : memref<{size}xf32, "tile">) {{ sync.opaque "a" }}\n'
            "sync.barrier\nreturn }"
        )
        monkeypatch.setattr(
            "sys.argv", ["asyncir", "simulate", str(program), "--machine", machine, "--order", "timed"]
        )
        with pytest.raises(SystemExit) as ended:
            raise SystemExit(main())
        assert (ended.value.code or 0) == code
        assert ("M034" in capsys.readouterr().err) == bool(code)
