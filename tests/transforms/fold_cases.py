"""The cases of `folds/*.mlir`: a function each, and what `canonicalize` makes of it, in a form that can be compared.

Names of values and the order of ops without effects say nothing: two functions are alike if their digests are equal.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from asyncir.dialects.effects import Effects
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, IsTerminator, ModuleOp, Operation, Region, SSAValue
from asyncir.ir.walk import successors, walk
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

FOLDER = Path(__file__).parent / "folds"
FOLDED = Path(__file__).parent / "folded"
DIALECTS = tuple(sorted(path.stem for path in FOLDER.glob("*.mlir")))

_FUNCTION = re.compile(r"^( *)func\.func @(\w+).*?^\1}\n", re.MULTILINE | re.DOTALL)
_SHARED = re.compile(r"^(?: *memref\.global|#\w+ = ).*\n", re.MULTILINE)


def split(text: str) -> dict[str, str]:
    """The functions of a text, by name, each as a module of its own; globals and aliases go with each."""
    shared = "".join(_SHARED.findall(text))
    functions: dict[str, str] = {}
    for found in _FUNCTION.finditer(text):
        assert found[2] not in functions, f"there are two cases {found[2]}"
        functions[found[2]] = shared + found[0]
    return functions


@cache
def cases(dialect: str) -> dict[str, str]:
    """The functions of a file, by name."""
    return split(whole(dialect))


def whole(dialect: str) -> str:
    """All functions of a file."""
    return (FOLDER / f"{dialect}.mlir").read_text()


def pinned(dialect: str) -> Path:
    """The file that has what `canonicalize` makes of them."""
    return FOLDED / f"{dialect}.mlir"


def canonicalized(text: str) -> str:
    """The text after `canonicalize`."""
    module = parse_module(text)
    run_pipeline(module, "canonicalize")
    module.verify()
    return print_module(module)


def digests(text: str) -> dict[str, str]:
    """The digest of each function, by name."""
    return _of_module(parse_module(text))


def _of_module(module: ModuleOp) -> dict[str, str]:
    functions = [op for op in module.body.block.ops if kind_of(op) is OpKind.FUNCTION]
    return {str(op.properties["sym_name"]).strip('"'): _Digest().of_op(op) for op in functions}


def op_counts(text: str) -> dict[str, int]:
    """How many ops each function has, besides constants and itself."""
    module = parse_module(text)
    return {
        str(op.properties["sym_name"]).strip('"'): sum(
            kind_of(inner) is not OpKind.CONSTANT for inner in walk(op)
        )
        - 1
        for op in module.body.block.ops
        if kind_of(op) is OpKind.FUNCTION
    }


class _Digest:
    """What a function computes, as text; ops without effects are what their users use."""

    def __init__(self) -> None:
        self.effects = Effects()
        self.values: dict[SSAValue, str] = {}
        self.blocks: dict[Block, str] = {}

    def of_op(self, op: Operation) -> str:
        said = {**op.attributes, **op.properties}
        attributes = sorted(
            f"{name}={value}" for name, value in said.items() if name != "operandSegmentSizes"
        )
        operands = [self.values.get(value, "?") for value in op.operands]
        targets = [self.blocks.get(block, "?") for block in op.successors]
        regions = [self.of_region(region) for region in op.regions]
        types = [str(type_) for type_ in op.result_types]
        return f"({op.name} {operands} {attributes} {targets} {types} {regions})"

    def of_region(self, region: Region) -> str:
        order = _in_order(region)
        for number, block in enumerate(order):
            self.blocks[block] = f"^{len(self.blocks)}.{number}"
            for argument in block.args:
                self.values[argument] = f"{self.blocks[block]}#{argument.index}:{argument.type}"
        return " ".join(self.of_block(block) for block in order)

    def of_block(self, block: Block) -> str:
        ordered: list[str] = []
        others: list[str] = []
        for op in block.ops:
            digest = self.of_op(op)
            if kind_of(op) is not OpKind.CONSTANT:
                touches = op.has_trait(IsTerminator) or bool(self.effects.of(op))
                (ordered if touches else others).append(digest)
                # What has effects is told from its like by where it is.
                digest = f"{len(ordered)}{digest}" if touches else digest
            for result in op.results:
                self.values[result] = f"{digest}.{result.index}"
        types = [str(type_) for type_ in block.arg_types]
        return f"{self.blocks[block]}{types}{{{'; '.join([*sorted(others), *ordered])}}}"


def _in_order(region: Region) -> list[Block]:
    """The blocks that are reached, in the order in which they are."""
    found: dict[Block, None] = {}
    pending = [region.first_block] if region.first_block is not None else []
    while pending:
        block = pending.pop()
        if block not in found:
            found[block] = None
            pending += reversed(list(successors(block)))
    return list(found)


def main() -> None:
    """Write what `canonicalize` makes of the cases today; what has changed then shows."""
    for dialect in DIALECTS:
        pinned(dialect).write_text(canonicalized(whole(dialect)))


if __name__ == "__main__":
    main()
