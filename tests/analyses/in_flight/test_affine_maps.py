"""Programs with affine maps are read as the arithmetic that these stand for, and told about where the text has them."""

from __future__ import annotations

import json
from pathlib import Path

import asyncir
from asyncir.certificates import VERSION
from asyncir.source.text import parse_module
from asyncir.tools.requests import VerifyRequest
from asyncir.tools.verify import verify_file

RING = """func.func @main(%a: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ring = memref.alloca() : memref<2xf32>
  scf.for %i = %c0 to %n step %c1 {
    %slot = affine.apply affine_map<(d0) -> (d0 mod 2)>(%i)
    queue.commit(0) {
      queue.async {
        %x = memref.load %a[%i] : memref<?xf32>
        memref.store %x, %ring[%slot] : memref<2xf32>
      }
    }
    %later = arith.cmpi sge, %i, %c1 : index
    scf.if %later {
      queue.wait(0, 1)
      %other = affine.apply affine_map<(d0) -> ((d0 - 1) mod 2)>(%i)
      %y = memref.load %ring[%other] : memref<2xf32>
      memref.store %y, %out[%i] : memref<?xf32>
    }
  }
  return
}
"""


def test_maps_are_proved_and_verified(tmp_path: Path) -> None:
    module = parse_module(RING, "ring.mlir")
    answer = asyncir.check(module, certificates=True)
    assert (answer.standing, answer.rechecked) == ("proved", True)
    assert [(w.verdict, w.exact) for w in answer.waits] == [("exact", 1)]
    assert any(op.dialect_name() == "affine" for op in module.walk()), "the module is the caller's"
    kept = tmp_path / "proof.json"
    kept.write_text(json.dumps({"version": VERSION, "functions": answer.certificates}))
    verify_file(VerifyRequest("ring.mlir", RING.encode(), str(kept)))


def test_races_are_shown_where_the_text_has_them() -> None:
    answer = asyncir.check(RING.replace("(0, 1)", "(0, 2)"), filename="ring.mlir")
    assert answer.standing == "refuted"
    assert {(race.first, race.second) for race in answer.races} >= {("ring.mlir:8:7", "ring.mlir:17:12")}
