"""Dependencies and awaits say the same: on small random task graphs every outcome stays possible, and no other becomes so."""

from __future__ import annotations

import random

import pytest

from asyncir.dialects.verification import diagnose
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
    for seed in range(25):
        text = graph(seed, fails=False)
        awaits = after(text, "dependencies-to-awaits")
        assert "execute [" not in awaits
        assert "execute (" not in awaits
        again = after(after(awaits, "awaits-to-dependencies"), "dependencies-to-awaits")
        assert again.count("async.await") <= awaits.count("async.await")


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


@pytest.mark.feature("S4-18")
@pytest.mark.parametrize(("text", "name"), [(BOTH, PASSES[0]), (NEITHER, PASSES[1])])
def test_where_several_may_fail_the_forms_differ_and_a_remark_says_so(text: str, name: str) -> None:
    module = parse_module(text)
    with collect_remarks() as remarks:
        run_pipeline(module, name)
    assert [r.code for r in remarks] == ["Q028"]
    assert outcomes(print_module(module)) == outcomes(text)
    forced = after(text, f"{name}{{assume-success}}")
    assert outcomes(forced) != outcomes(text)
