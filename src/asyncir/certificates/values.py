"""What integers a value may be, and what objects a memory reference may refer to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from asyncir.certificates.relations import Relation, combined, constant, fitted, isl, names
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.effect_declarations import global_of, is_allocation, is_view
from asyncir.dialects.effects import callee_name
from asyncir.dialects.queue_interfaces import BlockSize, ThreadIndex
from asyncir.ir import (
    Block,
    BlockArgument,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
)

_VALUES = {
    "arith.addi": "{ [a, b] -> [a + b] }",
    "arith.subi": "{ [a, b] -> [a - b] }",
    "arith.minsi": "{ [a, b] -> [a] : a <= b; [a, b] -> [b] : b < a }",
    "arith.maxsi": "{ [a, b] -> [a] : a >= b; [a, b] -> [b] : b > a }",
    "arith.select": "{ [c, a, b] -> [a] : c != 0; [c, a, b] -> [b] : c = 0 }",
    "arith.index_cast": "{ [a] -> [a] }",
    "arith.extsi": "{ [a] -> [a] }",
}
_BY_CONSTANT = {
    "arith.muli": "{{ [a, b] -> [{c} a] }}",
    "arith.remui": "{{ [a, b] -> [r] : (a >= 0 and r = a mod {c}) or a < 0 }}",
    "arith.remsi": "{{ [a, b] -> [r] : (a >= 0 and r = a mod {c}) or a < 0 }}",
    "arith.divui": "{{ [a, b] -> [r] : (a >= 0 and r = floor(a / {c})) or a < 0 }}",
    "arith.divsi": "{{ [a, b] -> [r] : (a >= 0 and r = floor(a / {c})) or a < 0 }}",
    "arith.floordivsi": "{{ [a, b] -> [r] : r = floor(a / {c}) }}",
}
_TRUTH = {
    "arith.andi": "{ [a, b] -> [1] : a != 0 and b != 0; [a, b] -> [0] : a = 0 or b = 0 }",
    "arith.ori": "{ [a, b] -> [1] : a != 0 or b != 0; [a, b] -> [0] : a = 0 and b = 0 }",
    "arith.xori": "{ [a, b] -> [0] : a = b; [a, b] -> [1] : a < b or a > b }",
}
_COMPARISONS = (("=", "!="), ("!=", "="), ("<", ">="), ("<=", ">"), (">", "<="), (">=", "<"))
_SAME_ELEMENTS = ("memref.cast", "memref.memory_space_cast", "memref.assume_alignment")
ANY_OBJECT = "?"


def is_integer(value: SSAValue) -> bool:
    """Whether relations speak of it."""
    return isinstance(value.type, IndexType | IntegerType)


def is_bit(value: object) -> bool:
    """Whether it is 0 or 1."""
    type: Any = cast(Any, value).type if isinstance(value, SSAValue) else None
    return type == IntegerType(1)


class Values:
    """What is known of the integers of a program that is being executed, by the place where they were made."""

    def __init__(self, arrays: Sequence[SSAValue]) -> None:
        self.arrays = arrays
        """The arguments of the entry, whose extents are parameters."""
        self._known: dict[object, tuple[tuple[object, ...], Relation]] = {}

    def set(self, value: object, dims: tuple[object, ...], relation: Relation) -> None:
        """Say what the value may be, in terms of these coordinates."""
        self._known[value] = (dims, relation)

    def forget(self, value: SSAValue) -> None:
        """Say that it may be anything."""
        self._known.pop(value, None)

    def of(self, value: object, dims: tuple[object, ...]) -> Relation:
        """What the value may be, in terms of these coordinates."""
        if value not in self._known:
            bit = " : 0 <= v <= 1" if is_bit(value) else ""
            return isl.Map(f"{{ [{names(len(dims))}] -> [v]{bit} }}")
        made, relation = self._known[value]
        return fitted(relation, made, dims)

    def compute(self, op: Operation, dims: tuple[object, ...]) -> SSAValue | None:
        """Execute an op that makes integers; the answer is the one about which nothing is known."""
        for result in op.results:
            if is_integer(result):
                relation = self._result(op, dims)
                self.forget(result)
                if relation is None:
                    return result
                self.set(result, dims, relation)
        return None

    def _result(self, op: Operation, dims: tuple[object, ...]) -> Relation | None:
        def fixed(text: str) -> Relation:
            return isl.Map(f"{text} -> {{ [{names(len(dims))}] -> [{text[1:-1]}] }}")

        number = op.get_attr_or_prop("value")
        if op.name == "arith.constant" and isinstance(number, IntegerAttr):
            bit = is_bit(op.results[0])
            return isl.Map(
                f"{{ [{names(len(dims))}] -> [{number.value.data & 1 if bit else number.value.data}] }}"
            )
        if (thread := op.get_trait(ThreadIndex)) is not None:
            return fixed(f"[t{'xyz'[thread.dimension(op)]}]")
        if (block := op.get_trait(BlockSize)) is not None:
            return fixed(f"[n{'xyz'[block.dimension(op)]}]")
        if op.name == "memref.dim":
            return self._extent(op, dims)
        if not all(map(is_integer, op.operands)) or not op.operands:
            return None
        parts = [self.of(operand, dims) for operand in op.operands]
        bit = is_bit(op.results[0])
        if op.name == "arith.cmpi":
            return _compared(op, parts)
        if bit and op.name in _TRUTH:
            return combined(_TRUTH[op.name], *parts)
        if bit and op.name != "arith.select":
            return None
        if op.name in _VALUES:
            return combined(_VALUES[op.name], *parts)
        if op.name in _BY_CONSTANT:
            if op.name == "arith.muli" and constant(parts[1]) is None:
                parts.reverse()
            by = constant(parts[1])
            if by is not None and (by > 0 or op.name == "arith.muli"):
                return combined(_BY_CONSTANT[op.name].format(c=by), *parts)
        return None

    def _extent(self, op: Operation, dims: tuple[object, ...]) -> Relation | None:
        memory, which = op.operands[0], constant(self.of(op.operands[1], dims))
        of: Any = memory.type
        if which is None or not isinstance(of, MemRefType) or not 0 <= which < of.get_num_dims():
            return None
        extent: int = of.get_shape()[which]
        if extent >= 0:
            return isl.Map(f"{{ [{names(len(dims))}] -> [{extent}] }}")
        if isinstance(memory, BlockArgument) and memory in self.arrays:
            name = f"d{memory.index}_{which}"
            return isl.Map(f"[{name}] -> {{ [{names(len(dims))}] -> [{name}] : {name} >= 0 }}")
        return None


def _compared(op: Operation, parts: list[Relation]) -> Relation | None:
    predicate = op.properties["predicate"]
    if not isinstance(predicate, IntegerAttr):
        return None
    code = predicate.value.data
    signless = code < 6
    true, false = _COMPARISONS[code if signless else code - 4]
    known = "" if signless else " and a >= 0 and b >= 0"
    unknown = "" if signless else "; [a, b] -> [r] : 0 <= r <= 1 and (a < 0 or b < 0)"
    return combined(
        f"{{ [a, b] -> [1] : a {true} b{known}; [a, b] -> [0] : a {false} b{known}{unknown} }}", *parts
    )


class Object(NamedTuple):
    """What a memory reference may refer to."""

    name: str
    """As certificates call it: `arg0`, `global x`, or `alloc` with the calls and the op that make it; `?` is any."""
    rank: int = 0
    private: bool = False
    """Whether each thread has one of its own."""
    same_elements: bool = True
    """Whether the indices of the reference are those of the object."""
    same_iteration: bool = True
    """Whether, of an object that is made in a loop, it is the youngest one."""


class Objects:
    """What memory references refer to. `path` is the calls around a value, outermost first."""

    def __init__(self, functions: dict[str, Operation], ids: dict[Operation, int]):
        self._functions = functions
        self._ids = ids

    def of(self, value: SSAValue, path: tuple[Operation, ...]) -> set[Object]:
        """The objects that the value may refer to."""
        found: set[Object] = set()
        pending = [(value, path, True, True)]
        seen = set(pending)
        while pending:
            current, calls, elements, iteration = pending.pop()
            root = self._root(current, calls)
            if root is not None:
                found.add(root._replace(same_elements=elements, same_iteration=iteration))
                continue
            if isinstance(current, OpResult) and is_view(current.op):
                elements = elements and current.op.name in _SAME_ELEMENTS
            function = isinstance(current, BlockArgument) and self._is_argument(current)
            iteration = iteration and (function or not isinstance(current, BlockArgument))
            for source, inner in self._sources(current, calls):
                step = (source, inner, elements, iteration)
                if step not in seen:
                    seen.add(step)
                    pending.append(step)
        return found

    def name_of(self, op: Operation, path: tuple[Operation, ...]) -> str:
        """What the op makes."""
        return "alloc " + "/".join(str(self._ids[each]) for each in (*path, op))

    def _is_argument(self, value: BlockArgument) -> bool:
        return value.block.parent_op() in self._functions.values() and value.block is _first(value.block)

    def _root(self, value: SSAValue, path: tuple[Operation, ...]) -> Object | None:
        """The object that the value is; None if it is one or several other values."""
        type: Any = value.type
        if not isinstance(type, MemRefType):
            return _ANY
        rank = type.get_num_dims()
        if isinstance(value, BlockArgument):
            if self._is_argument(value):
                return None if path else Object(f"arg{value.index}", rank)
            return None if any(True for _ in _passed_to(value)) else _ANY
        if (named := global_of(value)) is not None:
            return Object(named.name, rank)
        assert isinstance(value, OpResult)
        if is_allocation(value):
            return Object(self.name_of(value.op, path), rank, not _of_all_threads(type))
        return None if any(True for _ in self._sources(value, path)) else _ANY

    def _sources(
        self, value: SSAValue, path: tuple[Operation, ...]
    ) -> Iterator[tuple[SSAValue, tuple[Operation, ...]]]:
        """The values that a value may be."""
        if isinstance(value, BlockArgument):
            if self._is_argument(value):
                yield path[-1].operands[value.index], path[:-1]
            else:
                for source in _passed_to(value):
                    yield source, path
            return
        assert isinstance(value, OpResult)
        op = value.op
        callee = self._functions.get(callee_name(op) or "")
        if is_view(op):
            yield from ((operand, path) for operand in op.operands if isinstance(operand.type, MemRefType))
        elif op.name == "arith.select":
            yield from ((operand, path) for operand in op.operands[1:])
        elif callee is not None:
            ends = [b.last_op for r in callee.regions for b in r.blocks if b.last_op is not None]
            for end in ends:
                if not end.successors and len(end.operands) > value.index:
                    yield end.operands[value.index], (*path, op)
        else:
            for source in _yielded(op, value.index):
                yield source, path


_ANY = Object(ANY_OBJECT)


def _of_all_threads(type: Any) -> bool:
    """Whether an allocation is one for all threads."""
    space = str(type.memory_space) if isinstance(type, MemRefType) else ""
    return "workgroup" in space or space.startswith("3")


def _first(block: Block) -> Block | None:
    region = block.parent_region()
    return None if region is None else region.blocks[0]


def _yielded(op: Operation, index: int) -> Iterator[SSAValue]:
    """What a result of a structured op may be."""
    if op.name == "scf.for":
        yield op.operands[3 + index]
    for region in op.regions[:1] if op.name == "scf.while" else op.regions:
        for block in region.blocks:
            if block.last_op is not None and not block.last_op.successors:
                yield block.last_op.operands[index + (op.name == "scf.while")]


def _passed_to(argument: BlockArgument) -> Iterator[SSAValue]:
    """What an argument of a block inside of a function may be."""
    block, op = argument.block, argument.block.parent_op()
    if op is not None and op.name == "scf.for":
        yield from (op.operands[2 + argument.index], *_last(op.regions[0].blocks[0], argument.index - 1))
    elif op is not None and op.name == "scf.while":
        before, after = op.regions
        if block is before.blocks[0]:
            yield from (op.operands[argument.index], *_last(after.blocks[0], argument.index))
        else:
            yield from _last(before.blocks[0], argument.index + 1)
    elif op is not None:
        for other in op.regions[0].blocks if len(op.regions) == 1 else ():
            for successor, values in forwarded_values(other.last_op) if other.last_op is not None else ():
                if successor is block:
                    yield values[argument.index]


def _last(block: Block, index: int) -> tuple[SSAValue, ...]:
    return (block.last_op.operands[index],) if block.last_op is not None else ()
