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
        ("nested_module", {"main": "proved", "device::k": "unknown"}),
    ],
)
def test_entries(name: str, functions: dict[str, str]) -> None:
    assert asyncir.check(program(name)).functions == functions


def test_a_recursive_function_is_an_entry() -> None:
    assert asyncir.check(program("t30_recursive_entry")).functions["f"] == "refuted"


def test_a_module_with_queues_in_a_nested_one_is_not_proved() -> None:
    checked = asyncir.check(program("nested_module"))
    assert checked.standing == "unknown"
    assert "nested modules" in checked.diagnostics[0].message


def test_a_nested_module_without_anything_to_check_is_no_hindrance() -> None:
    text = "module { module @device { func.func @f() { return } } func.func @main() { return } }"
    assert asyncir.check(text).functions == {"main": "proved"}


def test_what_is_private_is_checked_where_it_is_called() -> None:
    text = program("u2_private_helper").replace("@main() {", "@main(%A: memref<?xf32>, %B: memref<4xf32>) {")
    call = "func.call @unused(%A, %B) : (memref<?xf32>, memref<4xf32>) -> ()\n  return\n}\n"
    called = text.replace("return\n}\n", call).replace(call, "return\n}\n", 1)
    assert asyncir.check(called).functions == {"main": "refuted"}


def test_nothing_to_check_where_all_is_private() -> None:
    checked = asyncir.check("func.func private @f() { return }")
    assert [d.code for d in checked.diagnostics] == ["Q008"]
