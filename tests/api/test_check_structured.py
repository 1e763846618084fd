"""The check of structured ops on memory: what two of them touch is told apart by their maps."""

from __future__ import annotations

import pytest

import asyncir


def program(first: str, second: str) -> str:
    def fill(value: str, where: str) -> str:
        return f"""linalg.generic {{
    indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> ({where})>], iterator_types = ["parallel"]
  }} ins({value} : f32) outs(%m : memref<2x64xf32>) {{
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }}"""

    return f"""func.func @main(%m: memref<2x64xf32>, %x: f32, %y: f32) {{
  %t = async.execute {{
    {fill("%x", first)}
    async.yield
  }}
  {fill("%y", second)}
  async.await %t : !async.token
  return
}}"""


@pytest.mark.parametrize(
    ("first", "second", "standing"),
    [("0, d0", "1, d0", "proved"), ("0, d0", "0, d0", "refuted"), ("1, d0", "0, d0", "proved")],
)
def test_rows_are_told_apart(first: str, second: str, standing: str) -> None:
    checked = asyncir.check(program(first, second))
    assert checked.standing == standing
    if standing == "refuted":
        assert [race.kind for race in checked.races] == ["WAW"]
    else:
        assert [wait.verdict for wait in checked.waits] == ["needed"]


def test_a_proof_of_loops_is_no_certificate_of_the_program() -> None:
    assert asyncir.check(program("0, d0", "1, d0"), certificates=True).certificates == {}
