"""Folds against mlir-opt 22: the same random functions come out the same."""

from __future__ import annotations

import re

import pytest

from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.oracle import mlir_opt, needs_mlir
from tests.transforms.fold_programs import function

# Python turns the payload of a half-precision NaN into the standard one, so that we do not fold to it.
HALF_NAN = re.compile(r"arith\.bitcast %\S+ : [if]16 to f16|arith\.bitcast %\S+ : bf16 to f16")


def canonicalized(text: str) -> str:
    module = parse_module(text)
    run_pipeline(module, "canonicalize")
    return print_module(module)


def functions(text: str) -> dict[str, list[str]]:
    """The lines of each function with constants in place of their names: order and names say nothing."""
    return dict(body(part) for part in re.split(r"(?=func\.func @)", text)[1:])


def body(function_text: str) -> tuple[str, list[str]]:
    header, *lines = [line.strip() for line in function_text.strip().splitlines()]
    constants = dict(line.split(" = arith.constant ", 1) for line in lines if " = arith.constant " in line)
    rest = [line for line in lines if " = arith.constant " not in line and line not in ("}", "")]

    def value(name: re.Match[str]) -> str:
        return constants.get(name.group(), name.group())

    return header, [re.sub(r"%[\w$.-]+", value, line) for line in rest]


@needs_mlir
@pytest.mark.parametrize("first", range(0, 2000, 1000))
def test_one_op_on_constants_folds_as_in_mlir(first: int) -> None:
    text = "".join(
        function(seed, 1) for seed in range(first, first + 1000) if not HALF_NAN.search(function(seed, 1))
    )
    assert functions(mlir_opt(canonicalized(text))) == functions(mlir_opt(text, "-canonicalize"))


@needs_mlir
@pytest.mark.parametrize("first", range(0, 200, 100))
def test_expressions_of_constants_fold_as_in_mlir(first: int) -> None:
    text = "".join(
        function(seed, 6) for seed in range(first, first + 100) if not HALF_NAN.search(function(seed, 6))
    )
    assert functions(mlir_opt(canonicalized(text))) == functions(mlir_opt(text, "-canonicalize"))


VECTORS = """
func.func @vectors() -> (vector<4xi32>, vector<2xf32>, vector<4xi1>, vector<4xi32>, vector<2xi64>) {
  %a = arith.constant dense<[1, -2, 3, 2147483647]> : vector<4xi32>
  %b = arith.constant dense<7> : vector<4xi32>
  %x = arith.constant dense<[0.5, -0.0]> : vector<2xf32>
  %y = arith.constant dense<[1.0, 0.0]> : vector<2xf32>
  %m = arith.constant dense<[true, false, false, true]> : vector<4xi1>
  %s = arith.addi %a, %b : vector<4xi32>
  %d = arith.divf %x, %y : vector<2xf32>
  %c = arith.cmpi slt, %a, %b : vector<4xi32>
  %p = arith.select %m, %a, %b : vector<4xi1>, vector<4xi32>
  %u = arith.constant dense<[1, 2]> : vector<2xi32>
  %e = arith.extsi %u : vector<2xi32> to vector<2xi64>
  return %s, %d, %c, %p, %e : vector<4xi32>, vector<2xf32>, vector<4xi1>, vector<4xi32>, vector<2xi64>
}
"""


@needs_mlir
def test_vectors_fold_element_by_element() -> None:
    assert functions(mlir_opt(canonicalized(VECTORS))) == functions(mlir_opt(VECTORS, "-canonicalize"))


@pytest.mark.parametrize(
    ("op", "result"),
    [
        ("arith.remsi %min, %minus : i32", "0"),
        ("arith.floordivsi %minus, %two : i32", "-1"),
        ("arith.ceildivui %minus, %two : i32", "-2147483648"),
        ("arith.shrsi %min, %two : i32", "-536870912"),
        ("math.cttz %zero : i32", "32"),
        ("math.ipowi %minus, %two : i32", "1"),
    ],
)
def test_edge_cases(op: str, result: str) -> None:
    constants = "\n".join(
        f"%{name} = arith.constant {value} : i32"
        for name, value in {"min": -(2**31), "minus": -1, "two": 2, "zero": 0}.items()
    )
    text = canonicalized(f"func.func @f() -> i32 {{\n{constants}\n%r = {op}\nreturn %r : i32\n}}")
    match = re.search(r"arith\.constant (\S+) : i32\n\s+return", text)
    assert match is not None, text
    assert match.group(1) == result


@pytest.mark.parametrize(
    "op", ["divsi %min, %minus", "divsi %two, %zero", "remui %two, %zero", "shli %two, %minus"]
)
def test_what_is_undefined_is_left(op: str) -> None:
    constants = "\n".join(
        f"%{name} = arith.constant {value} : i32"
        for name, value in {"min": -(2**31), "minus": -1, "two": 2, "zero": 0}.items()
    )
    text = canonicalized(f"func.func @f() -> i32 {{\n{constants}\n%r = arith.{op} : i32\nreturn %r : i32\n}}")
    assert f"arith.{op.split()[0]}" in text


UNKNOWN_SHAPES = """
func.func @shapes(%d: tensor<?x2xi32>, %u: tensor<*xi32>) -> (tensor<?x2xi32>, tensor<?x2xi1>, tensor<*xi32>) {
  %0 = arith.subi %d, %d : tensor<?x2xi32>
  %1 = arith.cmpi ult, %d, %d : tensor<?x2xi32>
  %2 = arith.xori %u, %u : tensor<*xi32>
  return %0, %1, %2 : tensor<?x2xi32>, tensor<?x2xi1>, tensor<*xi32>
}
"""


def test_there_are_no_constants_without_a_shape() -> None:
    # mlir-opt 22 makes some, which no op takes.
    assert canonicalized(UNKNOWN_SHAPES) == print_module(parse_module(UNKNOWN_SHAPES))


def test_what_is_computed_of_no_elements_has_none() -> None:
    of = "tensor<2x0xi32>"
    given = f"%a = arith.constant dense<> : {of}\n%b = arith.constant dense<1> : {of}"
    text = f"func.func @f() -> {of} {{\n{given}\n%c = arith.addi %a, %b : {of}\nreturn %c : {of}\n}}"
    assert "addi" not in canonicalized(text)
    assert "dense<>" in canonicalized(text)


@pytest.mark.parametrize("name", ["index_cast", "index_castui"])
def test_what_an_index_loses_on_its_way_stays_lost(name: str) -> None:
    """mlir-opt 22 takes both for the index itself."""
    text = f"""func.func @main(%x: index, %y: i64) -> (index, index, i64) {{
  %a = arith.{name} %x : index to i1
  %b = arith.{name} %a : i1 to index
  %c = arith.{name} %x : index to i64
  %d = arith.{name} %c : i64 to index
  %e = arith.{name} %y : i64 to index
  %f = arith.{name} %e : index to i64
  return %b, %d, %f : index, index, i64
}}"""
    module = parse_module(text)
    before = interpret(module, "main", [6, -3], parse_schedule("earliest")).results
    run_pipeline(module, "canonicalize")
    assert print_module(module).count(f"arith.{name}") == 2
    assert interpret(module, "main", [6, -3], parse_schedule("earliest")).results == before == (0, 6, -3)
