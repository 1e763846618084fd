"""A thread that ends with an error tells the others nothing: until they wait for it, they go on."""

from __future__ import annotations

import pytest

from asyncir.driver.check import check

_HEAD = """func.func @main(%a: memref<?xf32>, %n: index) attributes {gpu.known_block_size = array<i32: 2, 1, 1>} {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %m1 = arith.constant -1 : index
 %z = arith.constant 0.0 : f32
 %own = memref.alloc() : memref<2xf32>
 %s = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
 %t = gpu.thread_id x
 %first = arith.cmpi ult, %t, %c1 : index
 %large = arith.cmpi sgt, %n, %c1 : index
"""
_COPY = """  %p = nvgpu.device_async_copy %a[%c0], %s[%c0], 2 : memref<?xf32> to memref<4xf32, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %p
"""
_WAIT = "  nvgpu.device_async_wait %g {numGroups = 0 : i32}\n"
_STORE = "memref.store %z, %s[%c0] : memref<4xf32, #gpu.address_space<workgroup>>\n"
_FAILS = {
    "a store": "memref.store %z, %own[%m1] : memref<2xf32>\n",
    "a store for some arguments": "memref.store %z, %own[%n] : memref<2xf32>\n",
    "a load in a loop": (
        "scf.for %i = %m1 to %c2 step %c1 {\n %x = memref.load %own[%i] : memref<2xf32>\n }\n"
    ),
    "a division": "%q = arith.divsi %n, %c0 : index\n %x = memref.load %own[%q] : memref<2xf32>\n",
    "a step": "%none = arith.subi %c1, %c1 : index\n scf.for %i = %c0 to %c1 step %none {\n }\n",
}
"""What the first thread ends with, surely or where n is 2 or more."""


def _program(first: str, second: str, behind: str = "") -> str:
    return f"{_HEAD} scf.if %first {{\n{first} }} else {{\n{second} }}\n{behind} return\n}}\n"


@pytest.mark.parametrize("recheck", [True, False])
@pytest.mark.parametrize("fails", _FAILS)
def test_another_thread_races_all_the_same(fails: str, recheck: bool) -> None:
    """The second thread does not wait for its own copy where n is large."""
    second = f"{_COPY} scf.if %large {{\n {_STORE} }}\n{_WAIT}"
    assert check(_program(_FAILS[fails], second), recheck=recheck).standing == "refuted"


@pytest.mark.parametrize("recheck", [True, False])
@pytest.mark.parametrize("fails", _FAILS)
def test_what_it_did_before_is_met(fails: str, recheck: bool) -> None:
    """The first thread stores, then fails; the second one stores to the same element."""
    second = f" scf.if %large {{\n {_STORE} }}\n"
    assert check(_program(_STORE + _FAILS[fails], second), recheck=recheck).standing == "refuted"


@pytest.mark.parametrize("fails", _FAILS)
def test_waits_of_another_thread_are_needed(fails: str) -> None:
    """In each run the first thread fails, or n is small."""
    answer = check(_program(_FAILS[fails], f"{_COPY}{_WAIT} scf.if %large {{\n {_STORE} }}\n"))
    assert answer.standing == "proved"
    assert (
        answer.rechecked or fails == "a step"
    )  # The verifier follows no loop with a step that may not be positive.
    assert [(wait.verdict, wait.exact) for wait in answer.waits] == [("exact", 0)]


def test_nobody_comes_past_a_barrier() -> None:
    """Behind it, what the first thread accessed is in bounds; a thread that surely fails lets none come there.

    The verifier does not tell the second thread of the former.
    """
    late = f" gpu.barrier\n scf.if %large {{\n {_STORE} }}\n"
    assert check(_program(_FAILS["a store for some arguments"], "", late), recheck=False).standing == "proved"
    assert check(_program(_FAILS["a store"], "", f" gpu.barrier\n {_STORE}")).standing == "proved"
    assert check(_program("", "", f" gpu.barrier\n {_STORE}")).standing == "refuted"
