"""Pipelines in mlir-opt's syntax: what is read, and what is said of what cannot be."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.diagnostics.advice import ADVICE
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import PassStep, parse_pipeline, pass_names, run_pipeline
from asyncir.transforms.canonicalize import Canonicalize
from asyncir.transforms.cse import Cse
from asyncir.transforms.inline import Inline
from asyncir.transforms.licm import Licm


def faults(text: str) -> list[tuple[str, int, str]]:
    with pytest.raises(DiagnosticError) as caught:
        parse_pipeline(text)
    return [(d.code, d.span.column if d.span else 0, d.help) for d in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("", ()),
        ("cse", (PassStep("cse", Cse()),)),
        (" canonicalize , cse ", (PassStep("canonicalize", Canonicalize()), PassStep("cse", Cse()))),
        ("builtin.module(cse)", (PassStep("cse", Cse()),)),
        ("any(any(cse))", (PassStep("cse", Cse()),)),
        (
            "builtin.module(func.func(canonicalize{max-iterations=3 region-simplify=disabled},cse),inline)",
            (
                PassStep("canonicalize", Canonicalize(3, "disabled"), "func.func"),
                PassStep("cse", Cse(), "func.func"),
                PassStep("inline", Inline()),
            ),
        ),
        ("canonicalize{top-down=false}", (PassStep("canonicalize", Canonicalize(top_down=False)),)),
        ('inline{max-size="40"}', (PassStep("inline", Inline(40)),)),
        ("loop-invariant-code-motion", (PassStep("loop-invariant-code-motion", Licm()),)),
    ],
)
def test_reads(text: str, steps: tuple[PassStep, ...]) -> None:
    assert parse_pipeline(text) == steps


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("canonicalise,cse", [("P001", 1, "did you mean 'canonicalize'?")]),
        ("ccse,symbol-dc", [("P001", 1, "did you mean 'cse'?"), ("P001", 6, "did you mean 'symbol-dce'?")]),
        ("canonicalize,,cse", [("P002", 14, ADVICE["P002"])]),
        ("cse,", [("P002", 5, ADVICE["P002"])]),
        ("cse)", [("P002", 4, ADVICE["P002"])]),
        ("func.func(cse", [("P002", 10, ADVICE["P002"])]),
        ("canonicalize{max-iterations=3", [("P002", 13, ADVICE["P002"])]),
        ("cse cse", [("P002", 5, ADVICE["P002"])]),
        ("funk(cse)", [("P002", 1, ADVICE["P002"])]),
        ("cse{x=1}", [("P003", 5, "it has no options")]),
        ("canonicalize{max-iteration=1}", [("P003", 14, "did you mean 'max-iterations'?")]),
        ("canonicalize{max-iterations=many}", [("P003", 14, "")]),
        ("canonicalize{region-simplify=sometimes}", [("P003", 14, "")]),
        ("canonicalize{top-down=perhaps}", [("P003", 14, "")]),
        ("func.func(inline)", [("P004", 11, "write `builtin.module(inline)`")]),
        ("func.func(builtin.module(cse))", [("P004", 11, "leave 'func.func' or 'builtin.module' out")]),
    ],
)
def test_says_what_is_wrong(text: str, found: list[tuple[str, int, str]]) -> None:
    assert faults(text) == found


TWO_FUNCTIONS = """
func.func @f(%a: i32) -> i32 {
  %x = arith.addi %a, %a : i32
  %y = arith.addi %a, %a : i32
  %z = arith.muli %x, %y : i32
  return %z : i32
}
async.func @g(%a: i32) -> !async.value<i32> {
  %x = arith.addi %a, %a : i32
  %y = arith.addi %a, %a : i32
  %z = arith.muli %x, %y : i32
  return %z : i32
}
"""


def test_an_anchored_pass_runs_on_ops_of_that_name_alone() -> None:
    module = parse_module(TWO_FUNCTIONS)
    run_pipeline(module, "async.func(cse)")
    f, g = print_module(module).split("async.func")
    assert f.count("arith.addi") == 2
    assert g.count("arith.addi") == 1


def test_a_pass_that_breaks_the_module_is_named() -> None:
    def never(module: ModuleOp) -> None:
        raise DiagnosticError(Diagnostic("V001", "broken"))

    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module(TWO_FUNCTIONS), "cse", verify_each=never)
    assert [d.code for d in caught.value.diagnostics] == ["P005", "V001"]
    assert "'cse'" in caught.value.diagnostics[0].message


def test_on_pass_is_called_after_each_step() -> None:
    seen: list[str] = []
    module = parse_module(TWO_FUNCTIONS)
    run_pipeline(module, "cse,func.func(canonicalize)", on_pass=lambda step, _: seen.append(step.name))
    assert seen == ["cse", "canonicalize"]


def test_every_pass_can_be_named() -> None:
    assert [step.name for step in parse_pipeline(",".join(pass_names()))] == list(pass_names())
