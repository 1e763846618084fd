"""What tokens of works are made of, and which works they may be of."""

from __future__ import annotations

import pytest

from asyncir.analyses.device_tokens import TokenFault, atoms_of, is_device_token, sources_of
from asyncir.dialects.interfaces.device_work import DeviceWait, is_device_wait
from asyncir.ir import Operation, SSAValue
from asyncir.source.text import parse_module

PROGRAM = """
func.func @main(%m: memref<8xf32>, %x: f32, %c: i1, %n: index) {
  %ready = async.ready : !gpu.async.token
  %a = gpu.memset async %m, %x : memref<8xf32>, f32
  %b = gpu.memset async [%a] %m, %x : memref<8xf32>, f32
  BODY
  gpu.wait [%t]
  return
}
"""


def awaited(body: str) -> tuple[SSAValue, dict[Operation, str]]:
    """The token that the host waits for in the end, and the works' names."""
    module = parse_module(PROGRAM.replace("BODY", body))
    ops = list(module.walk())
    wait = [op for op in ops if is_device_wait(op) and DeviceWait.token(op) is None][-1]
    names = {op: r.name_hint or "" for op in ops for r in op.results if is_device_token(r)}
    return wait.operands[0], names


@pytest.mark.parametrize(
    ("body", "atoms", "sources"),
    [
        ("%t = gpu.wait async [%a, %b, %a]", ["a", "b"], {"a", "b"}),
        ("%t = gpu.wait async", [], set[str]()),
        ("%u = gpu.wait async [%a, %ready]\n%t = gpu.wait async [%u, %b]", ["a", "b"], {"a", "b"}),
        ("%t = arith.select %c, %a, %ready : !gpu.async.token", ["t"], {"a"}),
        (
            "%t = scf.if %c -> (!gpu.async.token) { scf.yield %a : !gpu.async.token }"
            " else { scf.yield %b : !gpu.async.token }",
            ["t"],
            {"a", "b"},
        ),
        # With no iteration it is what the loop began with.
        (
            "%t = scf.for %i = %n to %n step %n iter_args(%u = %b) -> (!gpu.async.token) {\n"
            "%w = gpu.memset async [%u] %m, %x : memref<8xf32>, f32\nscf.yield %w : !gpu.async.token }",
            ["t"],
            {"b", "w"},
        ),
    ],
)
def test_what_a_token_is_of(body: str, atoms: list[str], sources: set[str]) -> None:
    token, names = awaited(body)
    assert [atom.name_hint for atom in atoms_of([token])] == atoms
    assert {names[work] for work in sources_of(token)} == sources


def test_a_token_that_comes_from_elsewhere_is_not_followed() -> None:
    module = parse_module("func.func @main(%t: !gpu.async.token) {\n gpu.wait [%t]\n return\n}")
    wait = next(op for op in module.walk() if is_device_wait(op))
    with pytest.raises(TokenFault, match="handed to a block"):
        sources_of(wait.operands[0])
