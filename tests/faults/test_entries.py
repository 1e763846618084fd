"""Whoever calls a public function is an entry to the program; nobody calls a private one that nothing calls."""

from __future__ import annotations

import pytest

import asyncir
from tests.faults.programs import program


@pytest.mark.parametrize(
    ("name", "functions"),
    [
        ("s55_public_called", {"inner": "refuted", "outer": "proved"}),
        ("u2_private_helper", {"main": "proved"}),
        ("nested_module", {"device::k": "refuted", "main": "proved"}),
    ],
)
def test_entries(name: str, functions: dict[str, str]) -> None:
    assert asyncir.check(program(name)).functions == functions


def test_a_recursive_function_is_an_entry() -> None:
    assert asyncir.check(program("t30_recursive_entry")).functions["f"] == "refuted"


def test_a_function_of_a_nested_module_calls_that_of_its_own_module() -> None:
    def program(inner: str, outer: str) -> str:
        copies = "queue.commit(0) { queue.async { memref.copy %a, %b : memref<4xf32> to memref<4xf32> } }"
        body = "(%a: memref<4xf32>, %b: memref<4xf32>) {"
        name = "@k(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()"
        return f"""
        module {{
          func.func private @k{body} {outer} return }}
          module @device {{
            func.func private @k{body} {inner} return }}
            func.func @main{body} {copies} func.call {name} queue.wait(0, 0) return }}
          }}
        }}"""

    wait, use = "queue.wait(0, 0) ", "memref.copy %b, %a : memref<4xf32> to memref<4xf32>"
    assert asyncir.check(program(wait + use, use)).functions == {"device::main": "proved"}
    assert asyncir.check(program(use, wait + use)).functions == {"device::main": "refuted"}


def test_a_function_of_a_nested_module_has_a_certificate() -> None:
    checked = asyncir.check("module { module @m { func.func @f() { return } } }", certificates=True)
    assert (list(checked.certificates), checked.rechecked) == (["m::f"], True)


def test_what_is_private_is_checked_where_it_is_called() -> None:
    text = program("u2_private_helper").replace("@main() {", "@main(%A: memref<?xf32>, %B: memref<4xf32>) {")
    call = "func.call @unused(%A, %B) : (memref<?xf32>, memref<4xf32>) -> ()\n  return\n}\n"
    called = text.replace("return\n}\n", call).replace(call, "return\n}\n", 1)
    assert asyncir.check(called).functions == {"main": "refuted"}


def test_nothing_to_check_where_all_is_private() -> None:
    checked = asyncir.check("func.func private @f() { return }")
    assert [d.code for d in checked.diagnostics] == ["Q008"]
