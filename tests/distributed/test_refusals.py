"""What cannot leave the process is refused, at the op; and programs mean the same when their regions are calls."""

from __future__ import annotations

import re

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.regions.programs import Place, Writer


class WithoutMemory(Writer):
    """Writes programs whose regions share no memory."""

    def store(self, place: Place, depth: int) -> None:
        self.compute(place, depth)


def drawn(seed: int) -> tuple[str, list[int]]:
    text, results, _ = WithoutMemory(seed).program()
    text = re.sub(r", %m: memref<\d+xi64>", "", text)
    return text.replace("%i1_", "%one_").replace(
        "  %two =", "  %one_ = arith.constant 1 : index\n  %two ="
    ), results


@pytest.mark.parametrize("seed", range(150))
def test_a_program_gives_the_same_with_its_regions_as_calls(seed: int) -> None:
    text, results = drawn(seed)
    module = parse_module(text, f"{seed}.mlir")
    run_pipeline(
        module, "split-regions,outline-regions{entry=main}" if seed % 2 else "outline-regions{entry=main}"
    )
    module.verify()
    parse_module(print_module(module), "again.mlir")
    for order in ("latest", "seed:1"):
        outcome = interpret(module, "main", [3, -5], parse_schedule(order))
        assert not outcome.diagnostics
        assert list(outcome.results) == results


def refused(body: str, arguments: str = "%x: f32", before: str = "") -> tuple[str, int]:
    """The code of the first refusal, and the line of the body that it is at."""
    text = f"{before}\nfunc.func @main({arguments}) {{\n{body}\n  return\n}}\n"
    first = text[: text.index("func.func @main")].count("\n") + 1
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module(text, "program.mlir"), "outline-regions{entry=main}")
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.help
    assert diagnostic.span is not None
    return diagnostic.code, diagnostic.span.line - first


def test_memory_from_outside() -> None:
    body = """  %i = arith.constant 0 : index
  %t = async.region {
    memref.store %x, %m[%i] : memref<4xf32>
    async.yield
  }"""
    assert refused(body, "%x: f32, %m: memref<4xf32>") == ("P201", 3)


def test_memory_that_a_region_gives() -> None:
    body = """  %t, %m = async.region -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    async.yield %a : memref<4xf32>
  }"""
    assert refused(body) == ("P201", 1)


GLOBAL = "memref.global @g : memref<4xf32> = dense<1.0>"
READS = """  %i = arith.constant 0 : index
  %t = async.region {
    %m = memref.get_global @g : memref<4xf32>
{op}
    async.yield
  }"""


def test_a_global_that_may_change() -> None:
    body = READS.replace("{op}", "    %v = memref.load %m[%i] : memref<4xf32>")
    assert refused(body, before=GLOBAL)[0] == "P201"


def test_a_constant_global_may_stay() -> None:
    body = READS.replace("{op}", "    %v = memref.load %m[%i] : memref<4xf32>")
    text = f"{GLOBAL.replace('@g', 'constant @g')}\nfunc.func @main() {{\n{body}\n  return\n}}\n"
    run_pipeline(parse_module(text, "program.mlir"), "outline-regions")


def test_own_memory_may_stay() -> None:
    body = """  %t = async.region {
    %i = arith.constant 0 : index
    %x = arith.constant 0.0 : f32
    %a = memref.alloc() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    memref.dealloc %a : memref<4xf32>
    async.yield
  }"""
    run_pipeline(
        parse_module(f"func.func @main() {{\n{body}\n  return\n}}\n", "program.mlir"), "outline-regions"
    )


def test_output() -> None:
    body = "  %t = async.region {\n    vector.print %x : f32\n    async.yield\n  }"
    assert refused(body) == ("P202", 2)


def test_functions_that_are_only_declared() -> None:
    body = "  %t = async.region {\n    func.call @log(%x) : (f32) -> ()\n    async.yield\n  }"
    assert refused(body, before="func.func private @log(f32)") == ("P202", 2)


def test_values_of_tasks() -> None:
    body = """  %t, %v = async.execute -> !async.value<f32> {
    async.yield %x : f32
  }
  %u, %y = async.region [%t] -> f32 {
    %z = async.await %v : !async.value<f32>
    async.yield %z : f32
  }"""
    assert refused(body)[0] == "P203"


def test_groups() -> None:
    body = """  %n = arith.constant 1 : index
  %g = async.create_group %n : !async.group
  %t = async.region {
    async.yield
  }
  %i = async.add_to_group %t, %g : !async.token"""
    assert refused(body)[0] == "P203"


def test_several_blocks() -> None:
    body = "  %c = arith.cmpf olt, %x, %x : f32\n  cf.cond_br %c, ^a, ^b\n^a:\n  cf.br ^b\n^b:"
    assert refused(body)[0] == "P204"
