"""What the command says where the independent verifier accepts a proof, rejects it, or does not follow it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from asyncir.certificates import NotFollowed, Refused
from asyncir.driver import rechecking
from tests.cli.command import Shell

PROGRAM = """
func.func @main(%B: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  queue.commit(0) { queue.async { memref.store %x, %B[%c0] : memref<4xf32> } }
  queue.wait(0, 0)
  memref.store %x, %B[%c0] : memref<4xf32>
  return
}
"""
OTHER = """
func.func @other() {
  return
}
"""


def _verifier_says(monkeypatch: pytest.MonkeyPatch, answer: Refused | None) -> None:
    def accept(module: Any, name: str, certificate: Any) -> None:
        if answer is not None and name == "main":
            raise answer

    monkeypatch.setattr(rechecking, "accept", accept)


def answer(asyncir: Shell, *options: str) -> Any:
    return json.loads(asyncir("check", "p.mlir", "--json", *options).out)


def test_a_proof_is_rechecked(asyncir: Shell) -> None:
    asyncir.write("p.mlir", PROGRAM)
    found = answer(asyncir)
    assert (found["version"], found["standing"]) == (1, "proved")
    assert (found["rechecked"], found["not_rechecked"]) == (True, {})


def test_a_proof_that_is_rejected_is_none(asyncir: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    _verifier_says(monkeypatch, Refused("it may meet what is in flight"))
    asyncir.write("p.mlir", PROGRAM)
    found = answer(asyncir)
    assert (found["standing"], found["functions"], found["rechecked"]) == (
        "unknown",
        {"main": "unknown"},
        None,
    )
    assert [wait["verdict"] for wait in found["waits"]] == ["unknown"]
    outcome = asyncir("check", "p.mlir", "--strict")
    assert outcome.status == 1
    assert "the verifier rejects the proof: it may meet what is in flight" in outcome.err


def test_a_proof_that_is_not_followed_is_counted_apart(
    asyncir: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    _verifier_says(monkeypatch, NotFollowed("the queue is computed"))
    asyncir.write("p.mlir", PROGRAM)
    outcome = asyncir("check", "p.mlir")
    assert (outcome.status, outcome.out) == (0, "p.mlir: proved, not re-checked: 1 wait (1 exact)\n")
    assert "remark[Q007]: @main is proved, not re-checked: the verifier does not follow it" in outcome.err
    found = answer(asyncir)
    assert (found["standing"], found["rechecked"]) == ("proved", False)
    assert list(found["not_rechecked"]) == ["main"]
    asyncir.write("p.mlir", PROGRAM + OTHER)
    assert asyncir("check", "p.mlir").out == "p.mlir: proved (1 proof not re-checked): 1 wait (1 exact)\n"


def test_the_verifier_may_be_left_out(asyncir: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    _verifier_says(monkeypatch, Refused("it is never asked"))
    asyncir.write("p.mlir", PROGRAM)
    found = answer(asyncir, "--no-recheck")
    assert (found["standing"], found["rechecked"]) == ("proved", None)


def test_a_strict_call_writes_no_certificate_that_lacks_something(
    asyncir: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    _verifier_says(monkeypatch, NotFollowed("the queue is computed"))
    asyncir.write("p.mlir", PROGRAM + OTHER)
    assert asyncir("check", "p.mlir", "--strict", "--certificate", "c.json").status == 1
    assert not (asyncir.folder / "c.json").exists()
    assert asyncir("check", "p.mlir", "--certificate", "c.json").status == 0
    assert list(json.loads((asyncir.folder / "c.json").read_text())["functions"]) == ["other"]
    assert asyncir("verify-certificate", "p.mlir", "c.json").codes == ["Q010"]
    assert asyncir("verify-certificate", "p.mlir", "c.json", "-e", "other").status == 0
    asyncir.write("p.mlir", PROGRAM.replace("func.func", "func.func private"))
    assert asyncir("check", "p.mlir", "--strict", "--certificate", "none.json").status == 1
    assert not (asyncir.folder / "none.json").exists()
