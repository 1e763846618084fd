"""Programs of a given size, as MLIR text, for the benchmarks of the compiler itself."""

from __future__ import annotations

from collections.abc import Iterator

_MEMREF = "memref<?xf64>"
_GROUP_OPS = 23
"""Ops in one group: what `_group` yields, those inside regions included."""
_FRAME_OPS = 8
"""Ops of a function besides its groups."""
_GROUPS_PER_SMALL_FUNCTION = 3


def _group(i: int) -> Iterator[str]:
    """Some arithmetic, a loop over memory, a branch, and a task that waits for that of the group before."""
    yield f"  %a{i} = arith.addi %n, %c{i % 2} : index"
    yield f"  %b{i} = arith.muli %a{i}, %c1 : index"
    yield f"  %d{i} = arith.subi %b{i}, %c0 : index"
    yield f"  %s{i} = arith.cmpi slt, %d{i}, %n : index"
    yield "  scf.for %i = %c0 to %n step %c1 {"
    yield f"    %x = memref.load %A[%i] : {_MEMREF}"
    yield f"    %y = memref.load %B[%i] : {_MEMREF}"
    yield "    %xy = arith.mulf %x, %y : f64"
    yield "    %z = arith.addf %xy, %f : f64"
    yield f"    memref.store %z, %A[%i] : {_MEMREF}"
    yield "  }"
    yield f"  %v{i} = scf.if %s{i} -> (f64) {{"
    yield f"    %x = memref.load %A[%c0] : {_MEMREF}"
    yield "    scf.yield %x : f64"
    yield "  } else {"
    yield "    scf.yield %f : f64"
    yield "  }"
    yield f"  memref.store %v{i}, %B[%c1] : {_MEMREF}"
    yield f"  %t{i + 1} = async.execute [%t{i}] {{"
    yield f"    %x = memref.load %B[%c0] : {_MEMREF}"
    yield "    %y = arith.addf %x, %f : f64"
    yield f"    memref.store %y, %B[%c0] : {_MEMREF}"
    yield "    async.yield"
    yield "  }"
    yield f"  %w{i} = math.absf %v{i} : f64"
    yield f"  memref.store %w{i}, %A[%c0] : {_MEMREF}"


def _function(name: str, groups: int) -> Iterator[str]:
    yield f"func.func @{name}(%A: {_MEMREF}, %B: {_MEMREF}, %f: f64) {{"
    yield "  %c0 = arith.constant 0 : index"
    yield "  %c1 = arith.constant 1 : index"
    yield f"  %n = memref.dim %A, %c0 : {_MEMREF}"
    yield "  %t0 = async.execute {"
    yield "    async.yield"
    yield "  }"
    for i in range(groups):
        yield from _group(i)
    yield f"  async.await %t{groups} : !async.token"
    yield "  return"
    yield "}"


def one_function(ops: int) -> str:
    """About `ops` ops in one function."""
    return "\n".join(_function("main", max(1, (ops - _FRAME_OPS) // _GROUP_OPS))) + "\n"


def many_functions(ops: int) -> str:
    """About `ops` ops in functions of eighty."""
    size = _FRAME_OPS + _GROUPS_PER_SMALL_FUNCTION * _GROUP_OPS
    lines: list[str] = []
    for i in range(max(1, ops // size)):
        lines += _function(f"f{i}", _GROUPS_PER_SMALL_FUNCTION)
    return "\n".join(lines) + "\n"
