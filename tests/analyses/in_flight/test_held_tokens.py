"""Old groups between those whose tokens a loop carries: a wait for a token retires what is older, and nothing younger."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asyncir.driver.check import check

pytestmark = pytest.mark.feature("N1")

CONSTANTS = "\n".join(f"  %c{n} = arith.constant {n} : index" for n in range(12))


def group(name: str, target: str, slot: str, size: int) -> Iterator[str]:
    """A commit of one copy into a slot."""
    yield f"%{name} = queue.commit(0) {{ queue.async {{ %x = memref.load %A[%c0] : memref<?xf32>"
    yield f"memref.store %x, %{target}[{slot}] : memref<{size}xf32> }} }} -> !async.token"


def program(ahead: int, distance: int) -> str:
    """Two rings of `ahead + 1` slots, filled in turn, of which the tokens of the second one are carried.

    Behind the wait for the oldest of these tokens, the slot of the first ring is read that was filled `distance`
    iterations after that of the token's group.
    """
    size = ahead + 1
    lines = ["func.func @main(%A: memref<?xf32>, %n: index) {", CONSTANTS]
    lines += [f"%{ring} = memref.alloc() : memref<{size}xf32>" for ring in "BC"]
    for n in range(ahead):
        lines += [*group(f"b{n}", "B", f"%c{n}", size), *group(f"t{n}", "C", f"%c{n}", size)]
    carried = ", ".join(f"%a{n} = %t{n}" for n in range(ahead))
    types = ", ".join(["!async.token"] * ahead)
    lines.append(f"%r:{ahead} = scf.for %i = %c0 to %n step %c1 iter_args({carried}) -> ({types}) {{")
    lines += [f"%next = arith.addi %i, %c{ahead} : index", f"%slot = arith.remui %next, %c{size} : index"]
    lines += [
        *group("b", "B", "%slot", size),
        *group("t", "C", "%slot", size),
        "queue.await %a0 : !async.token",
    ]
    lines += [f"%late = arith.addi %i, %c{distance} : index", f"%other = arith.remui %late, %c{size} : index"]
    lines.append(f"%y = memref.load %B[%other] : memref<{size}xf32>")
    rest = ", ".join([*(f"%a{n}" for n in range(1, ahead)), "%t"])
    return "\n".join([*lines, f"scf.yield {rest} : {types} }}", "return", "}"])


@pytest.mark.parametrize("ahead", range(2, 8))
@pytest.mark.parametrize("distance", [0, 1, 2])
def test_what_is_younger_than_a_token_stays_in_flight(ahead: int, distance: int) -> None:
    """The first ring's group was committed in front of the second one's: it is retired with it, and no later one is."""
    answer = check(program(ahead, distance), recheck=False)
    assert answer.standing == ("refuted" if distance else "proved")
