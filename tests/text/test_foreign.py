"""Ops of dialects that asyncir does not have: read in two styles where that is allowed, and nothing is known of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT, DestinationOp, Foreign, ForeignOp
from asyncir.driver.check import check
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.oracle import mlir_opt, needs_mlir

WRITTEN = (Path(__file__).parent / "foreign" / "written.mlir").read_text()
STYLES = (Path(__file__).parent / "foreign" / "styles.mlir").read_text()


def parse(text: str, foreign: Foreign = ANY_DIALECT) -> ModuleOp:
    return parse_module(text, "f.mlir", ctx=context(foreign))


def body(*lines: str, arguments: str = "%a: memref<4xf32>, %b: memref<4xf32>, %x: f32, %i: index") -> str:
    return "\n".join((f"func.func @main({arguments}) {{", *lines, "return", "}"))


def refused(text: str, foreign: Foreign | None = ANY_DIALECT) -> list[str]:
    with pytest.raises(DiagnosticError) as caught:
        parse_module(text, "f.mlir", ctx=context(foreign))
    return [f"{d.code} {d.message} | {d.help}" for d in caught.value.diagnostics]


def test_what_is_read_is_printed_in_the_style_in_which_it_was_read() -> None:
    module = parse(STYLES)
    assert print_module(module) == STYLES
    assert print_module(module.clone()) == STYLES
    generic = print_module(module, generic=True)
    assert print_module(parse(generic), generic=True) == generic
    assert "ins(" not in generic


def test_what_is_written_in_a_style_of_its_own_is_kept() -> None:
    module = parse(WRITTEN)
    assert print_module(module) == WRITTEN
    assert print_module(module.clone()) == WRITTEN
    generic = print_module(module, generic=True)
    assert print_module(parse(generic), generic=True) == generic
    assert not any(isinstance(op, DestinationOp) for op in module.walk())


def test_a_region_may_be_one_op_that_is_only_a_name() -> None:
    text = "npu.block {\n  npu.start\n}\nnpu.mark {npu.start}\nnpu.mark {\n  fast\n}"
    module = parse(body(text))
    block, *marks = [op for op in module.walk() if op.name in ("npu.block", "npu.mark")]
    assert [op.name for op in block.regions[0].blocks[0].ops] == ["npu.start"]
    assert [list(op.attributes) for op in marks] == [["npu.start"], ["fast"]]
    assert print_module(parse(print_module(module))) == print_module(module)


def test_values_in_lists_come_first_and_the_text_ends_with_its_line() -> None:
    text = """npu.f {k} %x ins(%a : memref<4xf32>) // with %i } and more
      outs(%b : memref<4xf32>)
      pad = %i : index, fill = false
    npu.g[%i#0, <A>] loc("g")
    npu.h"""
    module = parse(body(text))
    f, g, h = [op for op in module.walk() if isinstance(op, ForeignOp)]
    assert [v.name_hint for v in f.operands] == ["a", "b", "x", "i"]
    assert [v.name_hint for v in (*f.inputs, *f.outputs)] == ["a", "b"]
    assert [op.name for op in (f, g, h)] == ["npu.f", "npu.g", "npu.h"]
    assert (
        "npu.f {k} %x ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) pad = %i : index, fill = false\n"
        in print_module(module)
    )
    assert "npu.g[%i, <A>]\n" in print_module(module)


def test_braces_in_strings_are_no_dictionary() -> None:
    text = 'npu.f[%i, "{}", "%0"] {q = 1 : i32} "{}"'
    assert f"{text}\n" in print_module(parse(body(text)))


def test_results_of_an_op_around_are_not_those_of_the_op() -> None:
    text = "%r = scf.execute_region -> i32 { npu.f[%i]\n%c = arith.constant 1 : i32\nscf.yield %c : i32 }"
    assert "npu.f[%i]\n" in print_module(parse(body(text)))
    assert "npu.f[%i]\n" in print_module(parse(body("scf.for %k = %i to %i step %i { npu.f[%k]\n}"))).replace(
        "%k", "%i"
    )


def test_resources_of_the_file_are_no_part_of_the_last_op() -> None:
    blob = '"0x0400000001000000"'
    resources = f"{{-#\n  dialect_resources: {{\n    builtin: {{\n      r: {blob}\n    }}\n  }}\n#-}}\n"
    text = f"npu.f[1] {{a = dense_resource<r> : tensor<1xi32>}}\n{resources}"
    assert "dense_resource<r>" in print_module(parse(text))


def test_aliases_in_what_is_kept_are_what_they_stand_for() -> None:
    text = "!t = memref<4xf32>\n#m = affine_map<(d0) -> (d0)>\n" + body("%c = npu.f[#m] %a : !t to !t")
    assert "npu.f[affine_map<(d0) -> (d0)>] %a : memref<4xf32> to memref<4xf32>\n" in print_module(
        parse(text)
    )


@needs_mlir
def test_mlir_opt_reads_and_prints_the_same_generic_form() -> None:
    generic = print_module(parse(STYLES), generic=True)
    printed = mlir_opt(generic, "-allow-unregistered-dialect", "-mlir-print-op-generic")
    assert printed == generic + "\n"
    assert print_module(parse(printed), generic=True) == generic


@needs_mlir
def test_locations_are_as_mlir_opt_prints_them() -> None:
    generic = print_module(parse(STYLES), generic=True)
    flags = ("-allow-unregistered-dialect", "-mlir-print-op-generic", "-mlir-print-debuginfo")
    first = mlir_opt(generic, *flags)
    assert mlir_opt(print_module(parse(first), generic=True, debuginfo=True), *flags) == first


@pytest.mark.parametrize(
    "text",
    [
        "npu.f {k = 1 : i32} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)",
        "npu.f ins(%a : memref<4xf32>) {k = 1 : i32} outs(%b : memref<4xf32>)",
        "npu.f ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {k = 1 : i32}",
    ],
)
def test_attributes_stand_before_or_behind(text: str) -> None:
    assert "npu.f ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {k = 1 : i32}\n" in print_module(
        parse(body(text))
    )


def test_inputs_and_outputs_are_told_apart() -> None:
    lines = (
        "npu.f ins(%a, %x : memref<4xf32>, f32) outs(%b : memref<4xf32>)",
        '"npu.g"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>}> : (memref<4xf32>, memref<4xf32>) -> ()',
        '"npu.h"(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()',
    )
    module = parse(body(*lines))
    ops = [op for op in module.walk() if isinstance(op, ForeignOp)]
    assert [op.name for op in ops] == ["npu.f", "npu.g", "npu.h"]
    assert [(len(op.inputs), len(op.outputs)) for op in ops] == [(2, 1), (1, 1), (2, 0)]
    assert [isinstance(op, DestinationOp) for op in ops] == [True, False, False]


def test_without_being_told_to_an_unknown_op_is_an_error() -> None:
    assert refused(body("npu.f"), None)[0].startswith("T005 unknown dialect 'npu'")
    assert "did you mean 'memref'" in refused(body("memreff.f"), None)[0]
    assert refused(body("npu.f"), Foreign(frozenset({"other"})))[0].startswith("T005 unknown dialect 'npu'")
    assert parse(body("npu.f"), Foreign(frozenset({"npu"})))


def test_an_unknown_op_of_a_known_dialect_is_an_error() -> None:
    assert "did you mean 'memref.copy'" in refused(body("memref.coppy"))[0]
    assert refused(body('"arith.add"() : () -> ()'))[0].startswith("T004")
    assert refused(body("%v = arith.constant 1 : !memref.none"))[0].startswith("T006")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("npu.f ins(%a : memref<4xf32) outs(%b : memref<4xf32>)", "T001"),
        ("npu.f ins(%a, %b : memref<4xf32>) outs(%b : memref<4xf32>", "T001"),
        ("npu.f {a} %x {b}", "T001 an operation has one dictionary of attributes"),
        ("npu.f[<A>, <B>", "T001 ']' is expected before '}'"),
        ("npu.f[<A>, <B)]", "T001 '>' is expected before ')'"),
        ("npu.f(%later)\n%later = arith.constant 1 : index", "T002 %later is not defined in front of"),
        ("%r = npu.f(%a)", "T001 the types of its results are not written"),
        ("%r:3 = npu.f(%a) : f32, f32", "T014 npu.f has 2 results, but 3 are named here"),
        ("%r = npu.f ins(%a : memref<4xf32>)", "T014 npu.f has 0 results, but 1 are named here"),
        (
            '"npu.f"(%a) <{operandSegmentSizes = array<i32: 1, 1>}> : (memref<4xf32>) -> ()',
            "V001 npu.f: operandSegmentSizes are 2 operands, and there are 1",
        ),
        (
            '"npu.g"() ({\n^bb0:\n"npu.f"()[^bb0] : () -> ()\n}) : () -> ()',
            "V005 npu.f goes to the first block of its region, which may have no predecessors",
        ),
    ],
)
def test_what_is_wrong_with_one_is_said(text: str, said: str) -> None:
    assert any(said in each for each in refused(body(text)))


COPY = """queue.commit(0) {
  queue.async {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  }
}"""
TASK = "%t = async.execute {{\n{}\nasync.yield\n}}\nasync.await %t : !async.token"
ANYWHERE = {
    "alone": ("npu.f",),
    "generic": ('"npu.f"() : () -> ()',),
    "before": ("npu.f", COPY, "queue.wait(0, 0)"),
    "between": (COPY, "npu.f ins(%a : memref<4xf32>)", "queue.wait(0, 0)"),
    "behind": (COPY, "queue.wait(0, 0)", "npu.f"),
    "in flight": ("queue.commit(0) {\nqueue.async {\nnpu.f\n}\n}", "queue.wait(0, 0)"),
    "in a loop": ("scf.for %k = %i to %i step %i {\nnpu.f\n}",),
    "with a region": ('"npu.f"() ({\nmemref.store %x, %a[%i] : memref<4xf32>\n}) : () -> ()',),
    "in a task": (TASK.format("npu.f"),),
    "in a loop in a task": (TASK.format("scf.for %k = %i to %i step %i {\nnpu.f\n}"),),
    "beside a task": (TASK.format("memref.store %x, %a[%i] : memref<4xf32>"), "npu.f"),
    "in a parallel loop": ("scf.parallel (%k) = (%i) to (%i) step (%i) {\nnpu.f\n}",),
}


@pytest.mark.parametrize("lines", ANYWHERE.values(), ids=ANYWHERE)
def test_nothing_is_proved_of_a_program_with_one(lines: tuple[str, ...]) -> None:
    checked = check(parse(body(*lines)))
    assert checked.standing == "unknown"
    assert "npu.f" in "".join(d.message for d in checked.diagnostics)


LOADS = """%r = memref.load %a[%i] : memref<4xf32>
npu.f
%s = memref.load %a[%i] : memref<4xf32>
%q = arith.addf %r, %s : f32
memref.store %q, %b[%i] : memref<4xf32>"""


def transformed(text: str, passes: str) -> str:
    module = parse(text)
    run_pipeline(module, passes)
    return print_module(module)


def test_it_is_a_full_barrier_for_passes() -> None:
    """CSE keeps loads on both sides of it, and without it merges them."""
    assert transformed(body(LOADS), "cse").count("memref.load") == 2
    assert transformed(body(LOADS.replace("npu.f\n", "")), "cse").count("memref.load") == 1


def test_it_is_never_dropped_or_merged() -> None:
    text = body("%r = npu.f -> f32", "%s = npu.f -> f32", '"npu.g"() : () -> ()')
    for passes in ("dce", "cse", "canonicalize", "canonicalize,cse,dce"):
        assert transformed(text, passes).count("npu.") == 3


def test_one_that_is_said_to_touch_nothing_is_dropped_where_nobody_uses_it() -> None:
    said = '{asyncir.effects = "none"}'
    text = body(
        f"%r = npu.f {said} -> f32", f"%s = npu.f {said} -> f32", "memref.store %s, %a[%i] : memref<4xf32>"
    )
    assert transformed(text, "dce").count("npu.f") == 1
    assert transformed(text.replace('"none"', '"some"'), "dce").count("npu.f") == 2
    loads = LOADS.replace("npu.f\n", f"npu.f {said}\n")
    assert loads != LOADS
    assert transformed(body(loads), "cse").count("memref.load") == 1


def test_neither_it_nor_loads_leave_its_loop() -> None:
    loop = """%m = memref.alloc() : memref<4xf32>
%c0 = arith.constant 0 : index
%c4 = arith.constant 4 : index
%c1 = arith.constant 1 : index
scf.for %k = %c0 to %c4 step %c1 {
  npu.f
  %r = memref.load %m[%c0] : memref<4xf32>
  memref.store %r, %b[%k] : memref<4xf32>
}"""
    inside = transformed(body(loop), "licm").partition("scf.for")[2]
    assert "npu.f" in inside
    assert "memref.load" in inside
    assert "memref.load" not in transformed(body(loop.replace("npu.f\n", "")), "licm").partition("scf.for")[2]
