"""The names that values and blocks get in the text, as mlir-opt gives them.

Names are given before anything is printed. A value keeps the name that it had in its source (without a number
that made it unique), made unique again among the names that are visible; others are numbered. The generic form
has numbers only, unique in the whole text.
"""

from __future__ import annotations

from asyncir.ir import Block, Operation, Region, SSAValue


class _Scope:
    """The names used in a region, and through its parent all that are visible there."""

    __slots__ = ("parent", "used")

    def __init__(self, parent: _Scope | None):
        self.parent = parent
        self.used: set[str] = set()

    def has(self, name: str) -> bool:
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.used:
                return True
            scope = scope.parent
        return False


class Names:
    """The names of everything in an op."""

    def __init__(self, op: Operation, generic: bool):
        self.values: dict[SSAValue, str] = {}
        self.results: dict[Operation, str] = {}
        self.blocks: dict[Block, str] = {}
        self.predecessors: dict[Block, list[str]] = {}
        self._generic = generic
        self._counts: tuple[int, int, int] = (0, 0, 0)
        self._scope = _Scope(None)
        self._name_all(op)

    def _name_all(self, op: Operation) -> None:
        # The order is mlir-opt's: all of a region before the regions in it, the last of those first.
        self._name_results(op)
        pending = [(region, self._counts, self._scope) for region in op.regions]
        while pending:
            region, counts, scope = pending.pop()
            if not self._generic:
                self._counts = counts
            self._scope = inner = _Scope(scope)
            nested = self._name_region(region)
            for each in nested:
                pending.extend((r, self._counts, inner) for r in each.regions)

    def _name_region(self, region: Region) -> list[Operation]:
        nested: list[Operation] = []
        used: set[str] = set()
        for index, block in enumerate(region.blocks):
            name = block.name_hint if not self._generic else None
            if not name:
                name = f"bb{index}"
            elif name in used:
                name = next(n for n in (f"{name}_{i}" for i in range(len(used) + 1)) if n not in used)
            used.add(name)
            self.blocks[block] = name
            self._name_arguments(block, index == 0)
            for op in block.ops:
                self._name_results(op)
                if op.regions:
                    nested.append(op)
        if region.first_block is not region.last_block:
            self._find_predecessors(region)
        return nested

    def _find_predecessors(self, region: Region) -> None:
        for block in region.blocks:
            last = block.last_op
            if last is not None:
                for successor in last.successors:
                    self.predecessors.setdefault(successor, []).append(self.blocks[block])

    def _name_arguments(self, block: Block, entry: bool) -> None:
        for argument in block.args:
            hint = argument.name_hint if not self._generic else None
            if not hint and entry:
                value, number, conflict = self._counts
                hint = f"arg{number}"
                self._counts = (value, number + 1, conflict)
            self.values[argument] = self._unique(hint) if hint else self._number()

    def _name_results(self, op: Operation) -> None:
        results = op.results
        if not results:
            return
        if len(results) == 1:
            hint = None if self._generic else results[0].name_hint
            name = self._unique(hint) if hint else self._number()
            self.values[results[0]] = self.results[op] = name
            return
        groups: list[tuple[str | None, list[SSAValue]]] = []
        for result in results:
            hint = None if self._generic else result.name_hint
            if not groups or (hint and hint != groups[-1][0]):
                groups.append((hint, []))
            groups[-1][1].append(result)
        texts: list[str] = []
        for hint, members in groups:
            name = self._unique(hint) if hint else self._number()
            if len(members) == 1:
                self.values[members[0]] = name
                texts.append(name)
                continue
            texts.append(f"{name}:{len(members)}")
            for index, member in enumerate(members):
                self.values[member] = f"{name}#{index}"
        self.results[op] = ", ".join(texts)

    def _number(self) -> str:
        value, number, conflict = self._counts
        self._counts = (value + 1, number, conflict)
        return f"%{value}"

    def _unique(self, hint: str) -> str:
        name = hint
        scope = self._scope
        if scope.has(name):
            value, number, conflict = self._counts
            while scope.has(name):
                name = f"{hint}_{conflict}"
                conflict += 1
            self._counts = (value, number, conflict)
        scope.used.add(name)
        return "%" + name
