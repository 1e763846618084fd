"""Dependencies and awaits say the same: on small random task graphs every outcome stays possible, and no other becomes so."""

from __future__ import annotations

import random
from itertools import takewhile

import pytest

from asyncir.dialects.async_dialect import AwaitOp, ExecuteOp
from asyncir.dialects.verification import diagnose
from asyncir.ir import SSAValue
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline

PASSES = ("dependencies-to-awaits", "awaits-to-dependencies")


def graph(seed: int, *, fails: bool) -> str:
    """Four tasks that print, wait for earlier ones in both ways, and may fail."""
    rng = random.Random(seed)
    lines = [
        "func.func private @printI64(i64)",
        "func.func @main() {",
        "  %yes = arith.constant true",
        "  %no = arith.constant false",
    ]
    for number in range(4):
        earlier = list(range(number))
        dependencies = [k for k in earlier if rng.random() < 0.35]
        operands = [k for k in earlier if rng.random() < 0.25]
        awaited = [(k, rng.random() < 0.5) for k in earlier if rng.random() < 0.4]
        listed = f" [{', '.join(f'%t{k}' for k in dependencies)}]" if dependencies else ""
        unwrapped = ", ".join(f"%v{k} as %x{number}_{k}: !async.value<i64>" for k in operands)
        arguments = f" ({unwrapped})" if operands else ""
        lines.append(f"  %t{number}, %v{number} = async.execute{listed}{arguments} -> !async.value<i64> {{")
        lines.append(f"    %c{number} = arith.constant {number} : i64")
        lines += [_await(number, k, as_value) for k, as_value in awaited]
        if rng.random() < 0.6:
            lines.append(f"    func.call @printI64(%c{number}) : (i64) -> ()")
        if rng.random() < 0.3:
            lines += [_await(number, k, False) for k in earlier[:1]]
        if fails and rng.random() < 0.4:
            lines.append(f'    cf.assert %{rng.choice(["yes", "no", "no"])}, "{number}"')
        lines += [f"    async.yield %c{number} : i64", "  }"]
    lines += [f"  async.await %t{k} : !async.token" for k in rng.sample(range(4), rng.randint(0, 4))]
    return "\n".join([*lines, "  return", "}"])


def _await(number: int, k: int, as_value: bool) -> str:
    if as_value:
        return f"    %y{number}_{k} = async.await %v{k} : !async.value<i64>"
    return f"    async.await %t{k} : !async.token"


def outcomes(text: str) -> set[object]:
    """Every outcome of the program, places left out: what is printed, and which errors have which causes."""
    found = interpret(parse_module(text), "main", [], parse_schedule("exhaustive"))
    return {_signature(outcome) for outcome in (found, *found.others)}


def _signature(outcome: Outcome) -> object:
    errors = [(d.code, d.message, tuple(n.message for n in d.notes)) for d in outcome.diagnostics]
    return "".join(outcome.output.split()), tuple(errors)


def after(text: str, pipeline: str) -> str:
    module = parse_module(text)
    run_pipeline(module, pipeline)
    assert diagnose(module) == []
    return print_module(module)


@pytest.mark.feature("S4-18", "S1-16")
@pytest.mark.parametrize("pipeline", [*PASSES, ",".join(PASSES), ",".join(reversed(PASSES))])
@pytest.mark.parametrize("fails", [False, True], ids=["succeeding", "failing"])
def test_the_outcomes_stay(pipeline: str, fails: bool) -> None:
    changed = 0
    for seed in range(25):
        text = graph(seed, fails=fails)
        new = after(text, pipeline)
        changed += new != after(text, "")
        assert outcomes(new) == outcomes(text), f"seed {seed}\n{text}\n---\n{new}"
    assert changed > 10


@pytest.mark.feature("S4-18")
def test_without_failures_each_form_is_the_other() -> None:
    """All is waited for in the one place or in the other, and it is the same that is waited for."""
    for seed in range(25):
        text = graph(seed, fails=False)
        awaits = after(text, "dependencies-to-awaits")
        dependencies = after(awaits, "awaits-to-dependencies")
        expected = [before | first for before, first in _waits(text)]
        assert _waits(awaits) == [(set(), each) for each in expected]
        assert _waits(dependencies) == [(each, set()) for each in expected]
        assert any(expected)


_Completion = tuple[int, int]
"""Which result of which task."""


def _waits(text: str) -> list[tuple[set[_Completion], set[_Completion]]]:
    """What each task waits for before it starts, and what its body waits for before it does something."""
    module = parse_module(text)
    tasks = [op for op in module.walk() if isinstance(op, ExecuteOp)]
    names: dict[SSAValue, _Completion] = {
        result: (at, n) for at, task in enumerate(tasks) for n, result in enumerate(task.results)
    }
    found: list[tuple[set[_Completion], set[_Completion]]] = []
    for task in tasks:
        first = takewhile(lambda op: op.name in ("arith.constant", "async.await"), task.body.block.ops)
        awaited = {names[op.operand] for op in first if isinstance(op, AwaitOp)}
        found.append(({names[value] for value in task.operands}, awaited))
    return found


TWO_FAIL = """
func.func private @printI64(i64)
func.func @main() {
  %no = arith.constant false
  %one = arith.constant 1 : i64
  %a = async.execute {
    cf.assert %no, "a"
    async.yield
  }
  %b = async.execute {
    func.call @printI64(%one) : (i64) -> ()
    cf.assert %no, "b"
    async.yield
  }
  %c = async.execute DEPENDENCIES {
    AWAITS
    async.yield
  }
  async.await %c : !async.token
  return
}
"""

BOTH = TWO_FAIL.replace("DEPENDENCIES", "[%a, %b]").replace("AWAITS", "")
NEITHER = TWO_FAIL.replace("DEPENDENCIES", "").replace(
    "AWAITS", "async.await %a : !async.token\n    async.await %b : !async.token"
)
VALUE = (
    TWO_FAIL.replace("%a = async.execute {", "%a, %v = async.execute -> !async.value<i64> {")
    .replace('"a"\n    async.yield', '"a"\n    async.yield %one : i64')
    .replace("DEPENDENCIES", "(%v as %x: !async.value<i64>)")
    .replace("AWAITS", "async.await %b : !async.token")
)


@pytest.mark.feature("S4-18")
@pytest.mark.parametrize(("text", "name"), [(BOTH, PASSES[0]), (NEITHER, PASSES[1]), (VALUE, PASSES[1])])
def test_where_several_may_fail_the_forms_differ_and_a_remark_says_so(text: str, name: str) -> None:
    module = parse_module(text)
    with collect_remarks() as remarks:
        run_pipeline(module, name)
    assert [r.code for r in remarks] == ["Q028"]
    assert outcomes(print_module(module)) == outcomes(text)
    forced = after(text, f"{name}{{assume-success}}")
    assert outcomes(forced) != outcomes(text)


def test_what_may_fail_is_awaited_last() -> None:
    """A failed task has waited for all that it depends on: who sees that it failed, sees what the others did."""
    text = """
    func.func private @printI64(i64)
    func.func @main() {
      %no = arith.constant false
      %one = arith.constant 1 : i64
      %two = arith.constant 2 : i64
      %a = async.execute {
        cf.assert %no, "a"
        async.yield
      }
      %b = async.execute {
        func.call @printI64(%one) : (i64) -> ()
        async.yield
      }
      %c = async.execute [%a, %b] {
        async.yield
      }
      async.runtime.await %c : !async.token
      %failed = async.runtime.is_error %c : !async.token
      scf.if %failed {
        func.call @printI64(%two) : (i64) -> ()
      }
      return
    }"""
    awaits = after(text, "dependencies-to-awaits")
    assert "execute [" not in awaits
    assert outcomes(awaits) == outcomes(text) == {("12", ())}
