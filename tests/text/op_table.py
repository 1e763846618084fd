"""Which op of our dialects is in which context of the corpus. `python -m tests.text.op_table` prints the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from asyncir.dialects import context
from asyncir.ir import Operation, StringAttr
from asyncir.source.text import parse_module
from tests.text.corpus import EXTENSIONS, PROGRAMS

ASYNC = frozenset({"async.execute", "async.func"})

TOP_LEVEL = frozenset(
    {
        "builtin.module",
        "func.func",
        "func.return",
        "async.func",
        "memref.global",
        "ml_program.func",
        "ml_program.global",
        "ml_program.output",
        "ml_program.return",
        "ml_program.subgraph",
        "gpu.binary",
        "gpu.module",
        "gpu.func",
        "gpu.return",
    }
)
"""Ops that cannot be inside async: they belong to a module, or to a `func.func` itself."""

INTERNAL = frozenset({"rt"})
"""Dialects that passes make and no source is written in."""

OF_IREE = frozenset({"util", "hal"})
"""Dialects that mlir-opt does not have: what IREE prints around functions; tests of `strip-boundaries` have each op."""

NOT_WRITTEN = frozenset({"builtin.unregistered"})
"""xDSL's stand-in for ops that it does not know, which we refuse."""

Context = tuple[str, ...]
"""The file, the function, and the ops around, outermost first."""


def all_ops() -> list[str]:
    """The names of all ops of our dialects."""
    ctx = context()
    for dialect in list(ctx.registered_dialect_names):
        if dialect not in INTERNAL | OF_IREE:
            ctx.get_optional_dialect(dialect)
    return sorted(op.name for op in ctx.loaded_ops if op.name not in NOT_WRITTEN)


def contexts() -> dict[str, set[Context]]:
    """The contexts in which each op is found in the corpus."""
    found: dict[str, set[Context]] = defaultdict(set)
    for path in (*PROGRAMS, *EXTENSIONS):
        module = parse_module(path.read_bytes(), path.name)
        for op in module.walk():
            found[op.name].add((path.stem, *_around(op)))
    return found


def _around(op: Operation) -> Iterator[str]:
    chain: list[str] = []
    current = op.parent_op()
    while current is not None:
        name = current.get_attr_or_prop("sym_name")
        symbol = f" @{name.data}" if isinstance(name, StringAttr) else ""
        chain.append(current.name + symbol)
        current = current.parent_op()
    return reversed(chain)


def in_async(where: Context) -> bool:
    """Whether a context is inside a task or an async function."""
    return any(each.partition(" ")[0] in ASYNC for each in where)


def main() -> None:
    """Print the table."""
    found = contexts()
    print(f"{'op':40} contexts async files")
    for op in all_ops():
        where = found[op]
        files = " ".join(sorted({each[0] for each in where}))
        print(f"{op:40} {len(where):8} {sum(map(in_async, where)):5} {files}")


if __name__ == "__main__":
    main()
