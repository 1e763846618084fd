"""The IR tests: one file per pass with the pass's name, an English sentence above each case.

A second file of a pass, for modules with an attribute, has a word between the name and `.mlir`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from filecheck.matcher import Matcher
from filecheck.options import Options

from asyncir.dialects import context
from asyncir.dialects.verification import diagnose
from asyncir.source.text import parse_module, print_module
from asyncir.tools.dialects import foreign_dialects
from asyncir.transforms import find_pass, machines_named, parse_pipeline, pass_names, run_pipeline

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.mlir"))
RUN = re.compile(r"^// RUN: asyncir opt %s -p (?:'([^']*)'|(\S+)) \| filecheck %s$", re.MULTILINE)
SENTENCE = re.compile(r"^// [A-Z`][^\n]*[^\n:]$", re.MULTILINE)


def pipeline_of(text: str) -> str:
    match = RUN.search(text)
    assert match is not None, "the first line has to be `// RUN: asyncir opt %s -p PIPELINE | filecheck %s`"
    return match.group(1) or match.group(2)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_output_is_as_the_file_says(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text()
    steps = parse_pipeline(pipeline_of(text))
    foreign = foreign_dialects(False, None, *machines_named(steps))
    module = parse_module(text, str(file), ctx=context(foreign))
    run_pipeline(module, steps)
    assert diagnose(module) == []
    output = tmp_path / "output.mlir"
    output.write_text(print_module(module))
    matched = Matcher.from_opts(Options(str(file), str(output))).run()
    assert matched == 0, capsys.readouterr().err + output.read_text()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_case_has_a_sentence_above(file: Path) -> None:
    lines = file.read_text().splitlines()
    for number, line in enumerate(lines):
        if line.startswith("// CHECK-LABEL"):
            above = lines[number - 1]
            assert SENTENCE.match(above) is not None, f"{file.name}:{number + 1}: no sentence above"


def test_a_wrong_expectation_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.mlir"
    wrong.write_text("// CHECK: nothing of the kind\n")
    output = tmp_path / "output.mlir"
    output.write_text("module {\n}\n")
    assert Matcher.from_opts(Options(str(wrong), str(output))).run() != 0
    assert "nothing of the kind" in capsys.readouterr().err


def test_each_pass_has_the_name_of_its_file_and_of_its_test() -> None:
    assert {file.name.split(".")[0] for file in FILES} == set(pass_names())
    for name in pass_names():
        found = find_pass(name)
        assert found is not None
        assert found.name == name
        assert found.__module__.endswith("." + name.replace("-", "_"))
        assert found.__doc__ is not None
        assert name in pipeline_of((HERE / f"{name}.mlir").read_text())
