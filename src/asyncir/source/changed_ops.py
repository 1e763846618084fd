"""A text whose module was changed: ops were put in and taken out, and the rest stays as its author wrote it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from asyncir.ir import Block, Operation, OpResult, SSAValue
from asyncir.source.edits import SourceEdits
from asyncir.source.names import Names
from asyncir.source.ops_in_text import OpsInText
from asyncir.source.printer import MlirPrinter


def text_with_changed_ops(
    text: str,
    file: str,
    blocks: Mapping[Block, Block],
    kept: Mapping[Operation, Operation],
    rewritten: Mapping[Operation, Operation],
) -> str:
    """The text of a module in which blocks have become others, whose ops are those that were kept and new ones.

    `blocks` are by the blocks that were read, `kept` by the new ops; what was kept is in the order of before, and so are
    ops that were `rewritten` where they are. New ops have no regions. Raises `CannotEdit` where a spot is not found.
    """
    writer = _Writer(text, file, kept, rewritten)
    for old, new in blocks.items():
        writer.rewrite(old, new)
    return writer.edits.result()


class _Writer:
    def __init__(
        self,
        text: str,
        file: str,
        kept: Mapping[Operation, Operation],
        rewritten: Mapping[Operation, Operation],
    ):
        self.edits = SourceEdits(text, file)
        self.text = OpsInText(self.edits)
        self.kept = kept
        self.rewritten = rewritten
        self.names: dict[SSAValue, str] = {}
        """Of values of new ops."""

    def rewrite(self, old: Block, new: Block) -> None:
        """Put in front of each op that was kept the new ones that are there, and take the others out."""
        lines: list[Operation] = []
        remaining: set[Operation] = set()
        for op in new.ops:
            was = self.kept.get(op) or self.rewritten.get(op)
            if was is None:
                lines.append(op)
                continue
            remaining.add(was)
            for one in lines:
                self.text.in_front_of(was, self._line(one))
            lines = []
            if op in self.rewritten:
                self.text.replace(was, self._line(op))
        self._take_out(old, remaining)

    def _take_out(self, block: Block, remaining: Collection[Operation]) -> None:
        for op in block.ops:
            if op not in remaining:
                self.text.remove(op)

    def _line(self, op: Operation) -> str:
        for result in op.results:
            self.names[result] = self.edits.fresh_name(result.name_hint or "n")
        names = Names(op, generic=False)
        names.values |= {value: self._name(value) for value in (*op.operands, *op.results)}
        if op.results:
            names.results[op] = ", ".join(self.names[result] for result in op.results)
        printer = MlirPrinter(names=names)
        printer.print_op(op)
        return printer.text()

    def _name(self, value: SSAValue) -> str:
        if value in self.names:
            return self.names[value]
        was = self.kept.get(value.op) if isinstance(value, OpResult) else None
        if was is not None and isinstance(value, OpResult):
            return self.text.name_of(was.results[value.index])
        return self.text.name_of(value)
