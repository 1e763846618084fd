"""Programs that were taken to be right once, or made wrong: what is said of each, and what `insert-sync` makes of it.

The first lines of a program say what it is, on which machine, what the check says, and whether `insert-sync` makes it
*right*, leaves it the *same* (what is wrong is no missing order), or refuses it with a code.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asyncir.certificates import NotFollowed, Refused
from asyncir.certificates.machines import accept_on_machine
from asyncir.diagnostics import DiagnosticError
from asyncir.driver.machines import check_on_machine
from asyncir.driver.signatures import public_functions
from asyncir.driver.witness import fresh_values, spread_arguments
from asyncir.ir import Context, ModuleOp
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync

HERE = Path(__file__).parent / "broken"
PROGRAMS = sorted(path.stem for path in HERE.glob("*.mlir"))


def text_of(name: str) -> str:
    return (HERE / f"{name}.mlir").read_text(encoding="utf-8")


def said(name: str, what: str) -> str:
    found = re.search(rf"^// {what}: (.*)$", text_of(name), re.MULTILINE)
    assert found is not None
    return found[1]


def machine_of(name: str) -> str:
    found = said(name, "machine")
    return str(HERE / found) if found.endswith(".toml") else found


def standings(module: ModuleOp, machine: str) -> set[str]:
    return {checked.standing.name.lower() for checked in check_on_machine(module, machine)}


def wrong_runs(text: str, machine: str) -> list[str]:
    """What goes wrong in some orders, with small numbers."""
    model, found = load_machine(machine), list[str]()
    signature = public_functions(parse_module(text, "text"))[0]
    player = Player(parse_module(text, "text"), signature.name, model)
    for arguments in spread_arguments(signature, 12):
        for order in ("earliest", "latest", "seed:1", "seed:2"):
            played = player.play([*fresh_values(signature.name, signature.arguments, arguments)], order)
            # What such a program does wrong by itself, as an index that is too great, is not asked here.
            found += [d.code for d in played.diagnostics if d.code == "S001" or d.code.startswith("M")]
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_wrong_is_shown_by_a_run(name: str) -> None:
    assert standings(parse_module(text_of(name), name), machine_of(name)) == {said(name, "check")}


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_certificate_without_loops_is_accepted(name: str) -> None:
    module = parse_module(text_of(name), name)
    entry = public_functions(module)[0].name
    with pytest.raises((Refused, NotFollowed)):
        accept_on_machine(module, entry, load_machine(machine_of(name)), {"loops": {}})


def test_what_a_fence_is_for_is_not_certified_without_one() -> None:
    text = """
func.func @f(%x: memref<4xf32> {llvm.noalias}) {
  %s = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
  sync.work on "block" writes(%s : memref<4xf32, #gpu.address_space<workgroup>>) { sync.opaque "make" }
  sync.barrier on "block"
  sync.work on "tma-store" reads(%s : memref<4xf32, #gpu.address_space<workgroup>>) { sync.opaque "store" }
  sync.barrier
  return
}
"""
    with pytest.raises(Refused, match="visible"):
        accept_on_machine(parse_module(text), "f", load_machine("cuda-sm90"), {"loops": {}})


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_missing_is_inserted_or_refused(name: str) -> None:
    module, machine, wanted = parse_module(text_of(name), name), machine_of(name), said(name, "insert-sync")
    before = str(module)
    if wanted not in ("same", "right"):
        with pytest.raises(DiagnosticError) as error:
            InsertSync(machine=machine).apply(Context(), module)
        assert [d.code for d in error.value.diagnostics] == [wanted]
        return
    InsertSync(machine=machine).apply(Context(), module)
    module.verify()
    if wanted == "same":
        assert str(module) == before
        return
    assert standings(module.clone(), machine) == {"proved"}
    assert wrong_runs(str(module), machine) == []
