"""Placed regions compute what they computed, and are placed once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.verification import diagnose
from asyncir.ir import ModuleOp
from asyncir.semantics import Exhaustive, interpret
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.analyses.test_placements import MACHINE, T, region


def program(devices: tuple[str, str, str]) -> ModuleOp:
    one, two, three = devices
    body = region(0, "%x", one) + region(1, "%x", two) + region(2, "%v0", three, "%t0")
    body += region(3, "%v1", "", "%t1, %t2")
    waits = "async.await %t3 : !async.token\nasync.await %t2 : !async.token\n"
    return parse_module(
        f"func.func @main(%x: {T}) -> ({T}, {T}) {{\n{body}{waits}return %v3, %v2 : {T}, {T}\n}}"
    )


@pytest.mark.feature("S1-34")
@pytest.mark.parametrize("devices", [("a", "b", "b"), ("", "", ""), ("host", "a", "b"), ("b", "b", "host")])
def test_placed_regions_compute_what_they_computed(
    devices: tuple[str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.toml").write_text(MACHINE)
    module, given = program(devices), np.arange(16, dtype=np.float32)
    before = interpret(module, "main", [given], Exhaustive())
    run_pipeline(module, "place-regions{machine=two.toml}")
    assert diagnose(module) == []
    after = interpret(module, "main", [given])
    assert before.ok
    assert after.ok
    assert np.array_equal(np.asarray(before.results), np.asarray(after.results))
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(module, "place-regions{machine=two.toml}")
    assert {found.code for found in caught.value.diagnostics} == {"P222"}
