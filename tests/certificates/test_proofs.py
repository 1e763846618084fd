"""Certificates that the check makes: accepted as they are, refused when they are changed."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from asyncir.analyses.in_flight import check_module
from asyncir.analyses.sync_report import Standing
from asyncir.certificates import Refused, digest, verify
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module
from tests.certificates.test_verifier import PROGRAM
from tests.cli.command import Shell

pytestmark = pytest.mark.feature("N14")

EXAMPLES = Path(__file__).parents[2] / "examples" / "peers"


def proofs(text: str) -> tuple[ModuleOp, dict[str, Any]]:
    """The module, and the certificates of its functions that are proved."""
    module = parse_module(text)
    report = check_module(module, certificates=True)
    proved = [f for f in report.functions if f.standing is Standing.PROVED]
    text = {"text": digest(module)}
    return module, {f.name: text | json.loads(json.dumps(f.certificate)) for f in proved}


def changed(certificate: Any) -> Iterator[tuple[str, Any]]:
    """Certificates that say less: of one key at all points, for one may be a copy of what another says."""
    if any("." in point for point in certificate["points"]):
        yield "nothing", {**certificate, "points": {}}
    keys = {key for cases in certificate["points"].values() for case in cases for key in case["flying"]}
    for key in sorted(key for key in keys if key[0].isdecimal() or key.startswith("cp.async")):
        for what in ("nothing", "an older group"):
            other = copy.deepcopy(certificate)
            for case in (case for cases in other["points"].values() for case in cases):
                if key in case["flying"]:
                    case["flying"][key] = "{ }" if what == "nothing" else _older(case["flying"][key])
            yield f"{what} of {key}", other


def accepted(module: ModuleOp, entry: str, certificate: Any) -> bool:
    try:
        verify(module, entry, certificate)
    except Refused:
        return False
    return True


def _older(relation: str, by: int = 7) -> str:
    import islpy

    whole = islpy.Map(relation)
    rest = "".join(f", c{n}" for n in range(whole.dim(islpy.dim_type.out) - 1))
    return str(whole.apply_range(islpy.Map(f"{{ [age{rest}] -> [age + {by}{rest}] }}")))


VALID = [f.name for f in sorted(EXAMPLES.glob("*.mlir")) if "// ours: refused" not in f.read_text("utf-8")]


@pytest.mark.parametrize("name", VALID)
def test_the_proofs_of_an_example(name: str) -> None:
    module, certificates = proofs((EXAMPLES / name).read_text(encoding="utf-8"))
    for entry, certificate in certificates.items():
        verify(module, entry, certificate)
        assert [what for what, other in changed(certificate) if accepted(module, entry, other)] == []


def test_from_the_check_to_the_verifier(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", PROGRAM)
    assert asyncir("check", file, "--certificate", "proof.json").status == 0
    outcome = asyncir("verify-certificate", file, "proof.json")
    assert (outcome.status, outcome.out) == (0, f"{file}: verified: @main\n")
    other = asyncir.write("other.mlir", PROGRAM.replace("queue.wait(0, 1)", "queue.wait(0, 0)"))
    assert asyncir("verify-certificate", other, "proof.json").codes == ["Q010"]


FIRST_GROUPS = """
func.func @main(%B: memref<4xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i4 = arith.constant 4 : index
  %v = arith.constant 7 : i64
  scf.for %i = %i0 to %i4 step %i1 {
    queue.commit(0) { queue.async { memref.store %v, %B[%i] : memref<4xi64> } }
  }
  scf.for %i = %i0 to %i4 step %i1 {
    %f = arith.addi %i, %i1 : index
    queue.wait_finished(0, %f)
    %x = memref.load %B[%i] : memref<4xi64>
  }
  return
}
"""


def test_the_first_groups_that_were_ever_committed() -> None:
    module, certificates = proofs(FIRST_GROUPS)
    verify(module, "main", certificates["main"])
    late = parse_module(FIRST_GROUPS.replace("queue.wait_finished(0, %f)", "queue.wait_finished(0, %i)"))
    assert not accepted(late, "main", {**certificates["main"], "text": digest(late)})
