"""Descriptions of machines: those of the package can be read, and what is wrong with one is said with its line (S0-31)."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.targets.machine import Engine, Work, known_machines, load_machine, read_machine

pytestmark = pytest.mark.feature("S0-31")

GOOD = """issued-by = "core"
unknown-trips = 32

[[engine]]
name = "dma"
count = 2
takes = ["copy"]
asynchronous = true
startup = 8
per-operation = 0.125
latency = 16

[[engine]]
name = "core"
takes = ["scalar", "copy"]

[operations]
"arith.divf" = 8
"""


def test_a_description_is_what_it_says() -> None:
    machine = read_machine(GOOD, "good.toml")
    dma = machine.engine("dma")
    assert dma == Engine("dma", frozenset({Work.COPY}), 2, True, 8, 0.125, 16)
    assert (machine.issued_by, machine.issue_cycles, machine.unknown_trips) == ("core", 1, 32)
    assert machine.operations == {"arith.divf": 8.0}
    assert machine.engine_for(Work.COPY, synchronous=False) is dma
    assert machine.engine_for(Work.COPY, synchronous=True) is machine.engine("core")
    assert machine.engine_for(Work.TENSOR, synchronous=False) is None


@pytest.mark.parametrize(("operations", "cycles"), [(0, 8), (1, 9), (64, 16), (65, 17)])
def test_how_long_an_engine_is_busy(operations: int, cycles: int) -> None:
    engine = read_machine(GOOD, "good.toml").engines[0]
    assert engine.busy(operations) == cycles


@pytest.mark.parametrize("name", known_machines())
def test_every_description_of_the_package_can_be_read(name: str) -> None:
    machine = load_machine(name)
    for work in Work:
        assert machine.engine_for(work, synchronous=True), (
            f"{name} has nothing for statements that hand over values"
        )


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "help"),
    [
        ('name = "dma"', "name = 3", 5, "'name' is 3, where a text is needed", 'write name = "dma"'),
        ('name = "dma"\n', "", 4, "'name' is missing", 'write name = "dma"'),
        (
            'name = "core"',
            'name = "dma"',
            14,
            "two engines are called 'dma'",
            "write count = 2 for two that are alike",
        ),
        ("count = 2", "count = 0", 6, "'count' is 0", "give a number from 1 to 1000000"),
        ("count = 2", "count = 2.5", 6, "'count' is 2.5, where a whole number is needed", "write count = 1"),
        ("count = 2", "cuont = 2", 6, "nothing is called 'cuont' here", "did you mean 'count'?"),
        ('takes = ["copy"]', 'takes = ["copies"]', 7, "'copies' is no kind of work", "did you mean 'copy'?"),
        ('takes = ["copy"]', "takes = [1]", 7, "'takes' has more than texts in it", 'write takes = ["copy"]'),
        (
            "asynchronous = true",
            "asynchronous = 1",
            8,
            "'asynchronous' is 1, where true or false is needed",
            "write asynchronous = true",
        ),
        ("0.125", "-1.0", 10, "'per-operation' is -1.0", "give a number from 0 to 1000000"),
        ("0.125", "nan", 10, "'per-operation' is nan", "give a number from 0 to 1000000"),
        ('issued-by = "core"', 'issued-by = "cor"', 1, "there is no engine 'cor'", "did you mean 'core'?"),
        (
            '"arith.divf" = 8',
            '"arith.divf" = "8"',
            18,
            "'arith.divf' is '8', where a number is needed",
            'write "arith.divf" = 1.0',
        ),
        (
            '"arith.divf" = 8',
            "arith.divf = 8",
            18,
            "'arith.divf' is no key of one table",
            'write it in quotes: "arith.divf" = 8',
        ),
        (
            "arith.divf",
            "arith.divff",
            18,
            "there is no operation 'arith.divff'",
            "did you mean 'arith.divf'?",
        ),
        (
            "arith.divf",
            "aritth.divf",
            18,
            "there is no operation 'aritth.divf'",
            "did you mean 'arith.divf'?",
        ),
        ("arith.divf", "division", 18, "there is no operation 'division'", "name them as programs do"),
        ("[[engine]]", "[engine]", 0, "", ""),
        ("count = 2", "count =", 6, "this is no TOML: invalid value", "write key = value"),
        ("[operations]", "[[operations]]", 17, "where a table [operations] is needed", ""),
        (
            "unknown-trips = 32",
            "unknown-trips = true",
            2,
            "'unknown-trips' is True, where a whole number is needed",
            "",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, line: int, message: str, help: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_machine(GOOD.replace(old, new, 2 if new == "[engine]" else 1), "bad.toml")
    assert {d.code for d in caught.value.diagnostics} == {"C050"}
    assert all(d.help and d.span and d.span.file == "bad.toml" for d in caught.value.diagnostics)
    if line:
        first = next(d for d in caught.value.diagnostics if message in d.message)
        assert first.span is not None
        assert first.span.line == line
        assert help in first.help


def test_all_that_is_wrong_is_said_at_once() -> None:
    text = (
        GOOD.replace("count = 2", "count = 0")
        .replace("startup = 8", "startup = -8")
        .replace("latency", "late")
    )
    with pytest.raises(DiagnosticError) as caught:
        read_machine(text, "bad.toml")
    assert len(caught.value.diagnostics) == 3


@pytest.mark.parametrize("text", ["", "engine = 3", "engine = []", "engine = [1]", "[engine]"])
def test_a_machine_without_engines_is_none(text: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_machine(text, "bad.toml")
    assert {d.code for d in caught.value.diagnostics} == {"C050"}
    assert "[[engine]]" in caught.value.diagnostics[0].help


def test_names_and_files(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(GOOD)
    assert load_machine(str(file)).engine("dma")
    for name, said in [
        ("dma-vector-tensr", "there is no machine 'dma-vector-tensr'"),
        (str(tmp_path / "none.toml"), "no such file or directory"),
        (str(tmp_path) + "/", "is a directory"),
        ("bin/\0", "cannot read"),
    ]:
        with pytest.raises(DiagnosticError) as caught:
            load_machine(name)
        (diagnostic,) = caught.value.diagnostics
        assert said in diagnostic.message
        assert diagnostic.help
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(DiagnosticError, match="it is no text"):
        load_machine(str(file))
