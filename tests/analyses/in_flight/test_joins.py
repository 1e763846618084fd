"""n branches that each commit a group: there are 2^n ways, which are joined where they are too many to be followed."""

from __future__ import annotations

import pytest

from asyncir.analyses.in_flight import check as in_flight_check
from asyncir.driver.check import check

GUARDS = 12

_GUARDED = """ scf.if %q{0} {{
  queue.commit(0) {{
    queue.async {{
      %x = memref.load %a[%c0] : memref<64xi64>
      memref.store %x, %r[%k{0}] : memref<64xi64>
    }}
  }}
 }}
"""


def _program(guards: int, count: int, *, loop: bool = False, read: int = 0) -> str:
    """Copies under conditions of their own, a wait for them, and a load of what one of them wrote."""
    truths = ", ".join(f"%q{n}: i1" for n in range(guards))
    numbers = "".join(f" %k{n} = arith.constant {n} : index\n" for n in range(guards))
    body = "".join(map(_GUARDED.format, range(guards)))
    body += f" queue.wait(0, {count})\n %y = memref.load %r[%k{read}] : memref<64xi64>\n"
    if loop:
        body = f"scf.for %i = %c0 to %m step %c1 {{\n{body}}}\n"
    head = f"func.func @main(%a: memref<64xi64>, %m: index, {truths}) {{\n"
    head += " %c0 = arith.constant 0 : index\n %c1 = arith.constant 1 : index\n"
    return f"{head}{numbers} %r = memref.alloca() : memref<64xi64>\n{body} return\n}}\n"


@pytest.mark.parametrize("loop", [False, True])
def test_many_guards_are_proved(loop: bool) -> None:
    answer = check(_program(GUARDS, 0, loop=loop))
    assert answer.standing == "proved"
    assert answer.rechecked
    assert [(wait.verdict, wait.exact) for wait in answer.waits] == [("exact", 0)]


@pytest.mark.parametrize(("count", "read"), [(1, 0), (GUARDS - 1, 3), (1, GUARDS - 1)])
def test_a_group_that_may_stay_in_flight_is_found(count: int, read: int) -> None:
    """Where few of the guards hold, the group that is needed is among the youngest."""
    answer = check(_program(GUARDS, count, read=read))
    assert answer.standing == "refuted"
    assert [wait.verdict for wait in answer.waits] == ["too weak"]


def test_what_is_in_flight_on_one_way_is_not_forgotten() -> None:
    """The last guard waits: on the ways on which it does not hold, all that was committed is in flight."""
    last = f" scf.if %q{GUARDS - 1} {{\n queue.wait(0, 0)\n }}\n"
    text = _program(GUARDS, 0).replace(" queue.wait(0, 0)\n", last)
    assert check(text).standing == "refuted"


def test_what_trials_take_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other counts are tried here. Where that takes too long, nothing is said of any."""
    text = _program(12, 0).replace(" queue.wait(0, 0)\n", " queue.wait(0, 0)\n queue.wait(0, 0)\n")
    assert [wait.verdict for wait in check(text, recheck=False).waits] == ["redundant", "exact"]
    monkeypatch.setattr(in_flight_check, "_MOST_FOR_TRIALS", 0)
    assert [wait.verdict for wait in check(text, recheck=False).waits] == ["unknown", "unknown"]
