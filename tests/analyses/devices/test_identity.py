"""Which engines a device may be, and whether two are one: always right, and as exact as these programs ask for."""

from __future__ import annotations

import pytest

from asyncir.analyses.devices.identity import Identity, compare, engines_of, is_in_range
from asyncir.dialects.device import GetOp, LaunchOp
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module

pytestmark = pytest.mark.feature("S1-21")

EQUAL, DIFFERENT, UNKNOWN = Identity.EQUAL, Identity.DIFFERENT, Identity.UNKNOWN

HEAD = """
func.func @f(%i: index, %n: index, %c: i1, %given: !device.device) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %j = arith.addi %i, %c1 : index
  %half = arith.remui %i, %c2 : index
  %a = device.get "a"
  %a2 = device.get "a"
  %b = device.get "b"
  %c3 = device.get "c"
  %first = device.get "a", "b"[%c0]
  %at_i = device.get "a", "b", "c"[%i]
  %at_i_too = device.get "a", "b", "c"[%i]
  %at_j = device.get "a", "b", "c"[%j]
  %at_n = device.get "a", "b", "c"[%n]
  %other_way = device.get "c", "b", "a"[%i]
  %one_of_two = device.get "a", "b", "c"[%half]
  %a_or_b = arith.select %c, %a, %b : !device.device
  %b_or_c = arith.select %c, %b, %c3 : !device.device
  %of_if = scf.if %c -> (!device.device) {
    scf.yield %a : !device.device
  } else {
    scf.yield %b : !device.device
  }
  %of_loop = scf.for %k = %c0 to %i step %c1 iter_args(%d = %a) -> (!device.device) {
    scf.yield %b : !device.device
  }
"""

PAIRS = [
    ("a", "a", EQUAL, {"a"}),
    ("a", "a2", EQUAL, {"a"}),
    ("a", "b", DIFFERENT, {"a"}),
    ("first", "a", EQUAL, {"a"}),
    ("first", "b", DIFFERENT, {"a"}),
    ("at_i", "at_i", EQUAL, {"a", "b", "c"}),
    ("at_i", "at_i_too", EQUAL, {"a", "b", "c"}),
    ("at_i", "at_j", DIFFERENT, {"a", "b", "c"}),
    ("at_i", "at_n", UNKNOWN, {"a", "b", "c"}),
    ("at_j", "at_n", UNKNOWN, {"a", "b", "c"}),
    ("at_i", "other_way", UNKNOWN, {"a", "b", "c"}),
    ("at_i", "a", UNKNOWN, {"a", "b", "c"}),
    ("one_of_two", "c3", DIFFERENT, {"a", "b"}),
    ("one_of_two", "a", UNKNOWN, {"a", "b"}),
    ("a_or_b", "c3", DIFFERENT, {"a", "b"}),
    ("a_or_b", "b_or_c", UNKNOWN, {"a", "b"}),
    ("of_if", "a", UNKNOWN, {"a", "b"}),
    ("of_if", "c3", DIFFERENT, {"a", "b"}),
    ("of_loop", "c3", DIFFERENT, {"a", "b"}),
    ("of_loop", "b", UNKNOWN, {"a", "b"}),
    ("given", "a", UNKNOWN, None),
    ("given", "given", EQUAL, None),
]


@pytest.mark.parametrize(
    ("one", "other", "expected", "engines"), PAIRS, ids=lambda x: x if isinstance(x, str) else ""
)
@pytest.mark.parametrize("handed", [False, True], ids=["", "handed-on"])
def test_two_devices(
    one: str, other: str, expected: Identity, engines: set[str] | None, handed: bool
) -> None:
    body = "" if one == other else f" excluding (%{other})"
    text = f"  %e = device.launch in (%{one}){body} {{\n  }}\n"
    if handed:
        second = "" if one == other else f", %y = %{other} : !device.device"
        body = "" if one == other else " excluding (%y)"
        text = (
            f"  %e = device.launch (%x = %{one} : !device.device{second}) in (%c3) {{\n"
            f"    %f = device.launch in (%x){body} {{\n    }}\n  }}\n"
        )
    launch = [op for op in walk(parse_module(f"{HEAD}{text}  return\n}}")) if isinstance(op, LaunchOp)][-1]
    held = launch.excluded[0] if launch.excluded else launch.device
    assert compare(launch.device, held) is expected
    assert compare(held, launch.device) is expected
    assert engines_of(launch.device) == engines


def test_which_numbers_are_in_range() -> None:
    module = parse_module(f'{HEAD}  %bad = device.get "a", "b"[%c2]\n  return\n}}')
    known = {op.result.name_hint: is_in_range(op) for op in walk(module) if isinstance(op, GetOp)}
    assert {name for name, is_known in known.items() if not is_known} == {
        *("at_i", "at_i_too", "at_j", "at_n", "other_way", "bad")
    }
