"""Blocks of a region with their edges turned: several ways to one place, several places behind one block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import arith, cf, tensor, ub
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.branches import forwarded_values
from asyncir.ir import (
    Attribute,
    Block,
    IntegerAttr,
    LocationAttr,
    Operation,
    SSAValue,
    TensorType,
    VectorType,
    i1,
    i32,
)
from asyncir.ir.dense import dense_of
from asyncir.ir.walk import predecessors, terminator_of
from asyncir.transforms._building import Builder
from asyncir.transforms._remarks import complaint

Goals = Sequence[tuple[Block, Sequence[SSAValue]]]


@dataclass(frozen=True, slots=True)
class BlockWay:
    """One way from a block to another: the number of the way among those of the block's terminator."""

    source: Block
    number: int

    @property
    def target(self) -> Block:
        """Where the way leads."""
        return forwarded_values(terminator_of(self.source))[self.number][0]

    @property
    def values(self) -> tuple[SSAValue, ...]:
        """What the target's arguments get."""
        return tuple(forwarded_values(terminator_of(self.source))[self.number][1])

    def lead(self, target: Block, values: Sequence[SSAValue]) -> None:
        """Let the way lead somewhere else."""
        goals = list(forwarded_values(terminator_of(self.source)))
        goals[self.number] = (target, values)
        branch_to(self.source, goals)


def ways_from(block: Block) -> list[BlockWay]:
    """The ways from a block."""
    return [BlockWay(block, number) for number in range(len(terminator_of(block).successors))]


def ways_to(block: Block) -> list[BlockWay]:
    """The ways to a block."""
    return [edge for source in predecessors(block) for edge in ways_from(source) if edge.target is block]


def split(edge: BlockWay) -> BlockWay:
    """Give the way a block of its own, if its source has other ways, too; the way from there on."""
    if len(terminator_of(edge.source).successors) == 1:
        return edge
    block = Block()
    Builder(block, terminator_of(edge.source)).add(cf.BranchOp(edge.target, *edge.values))
    edge.lead(block, ())
    region = edge.source.parent
    assert region is not None
    region.insert_block_after(block, edge.source)
    return BlockWay(block, 0)


def has_several_ways_to(block: Block) -> bool:
    """Whether more than one way leads to the block."""
    return len(list(islice(block.uses, 2))) > 1


def branch_to(block: Block, goals: Goals) -> None:
    """Let the block's terminator lead to other blocks: as many as before."""
    old = terminator_of(block)
    new: Operation
    if isinstance(old, cf.ConditionalBranchOp):
        (one, ones), (other, others) = goals
        new = cf.ConditionalBranchOp(old.cond, one, ones, other, others)
    elif isinstance(old, cf.SwitchOp):
        (default, values), *cases = goals
        blocks, passed = [target for target, _ in cases], [given for _, given in cases]
        new = cf.SwitchOp(old.flag, default, values, old.case_values, blocks, passed)  # pyright: ignore
    else:
        ((target, values),) = goals
        new = cf.BranchOp(target, *values)
    Builder(old).add(new)
    remove_terminator(block)


def remove_terminator(block: Block) -> None:
    """Take the last op of a block out."""
    old = terminator_of(block)
    old.operands, old.successors = (), ()
    old.detach()


class SharedPlaces:
    """Places for the values of several ways, of which only one is gone: values of one type share a place."""

    def __init__(self, ways: Sequence[Sequence[Attribute]]):
        most: Counter[Attribute] = Counter()
        for types in ways:
            most |= Counter(types)
        self.types: list[Attribute] = [of for of, count in most.items() for _ in range(count)]
        self.places = [self._places(types) for types in ways]
        """The place of each value of each way."""

    def _places(self, types: Sequence[Attribute]) -> list[int]:
        free = {of: [n for n, other in enumerate(self.types) if other == of] for of in set(types)}
        return [free[of].pop(0) for of in types]

    def fill(self, way: int, values: Sequence[SSAValue], code: Builder) -> list[SSAValue]:
        """What the places get where this way is gone; what it has nothing for gets a value that nobody looks at."""
        given = dict(zip(self.places[way], values, strict=True))
        return [given[n] if n in given else undefined(of, code) for n, of in enumerate(self.types)]

    def taken(self, way: int, values: Sequence[SSAValue]) -> list[SSAValue]:
        """The values of a way out of those of all places."""
        return [values[place] for place in self.places[way]]


def undefined(of: Attribute, code: Builder) -> SSAValue:
    """A value of the type that nobody looks at."""
    shaped: Any = of
    if isinstance(of, TensorType):
        sizes = [code.index(0) for size in shaped.get_shape() if size < 0]
        return code.value(tensor.EmptyOp.create(operands=sizes, result_types=[shaped]))
    if isinstance(of, CompletionType):
        what = f"blocks that hand on a value of type {of} on some ways only have no form as structured control flow"
        assert isinstance(code.place, Operation)
        raise DiagnosticError(complaint("L001", what, code.place, "write it with scf ops"))
    return code.value(ub.PoisonOp(of))


def number_of(number: int, among: int, code: Builder) -> list[SSAValue]:
    """Which of so many ways: nothing where there is one, a truth where there are two, else a number."""
    if among < 2:
        return []
    attribute = IntegerAttr(number, i1) if among == 2 else IntegerAttr(number, i32)
    return [code.value(arith.ConstantOp(attribute))]


def number_types(among: int) -> list[Attribute]:
    """The types of what `number_of` gives."""
    return [] if among < 2 else [i1 if among == 2 else i32]


def go(block: Block, which: Sequence[SSAValue], goals: Goals, location: LocationAttr) -> None:
    """End the block by going where the number says."""
    code = Builder(block, location)
    if not which:
        ((target, values),) = goals
        code.add(cf.BranchOp(target, *values))
    elif len(goals) == 2:
        (zero, zeros), (one, ones) = goals
        code.add(cf.ConditionalBranchOp(which[0], one, ones, zero, zeros))
    else:
        (default, values), *cases = goals
        numbers = dense_of(VectorType(i32, (len(cases),)), list(range(1, len(goals))))
        blocks, passed = [target for target, _ in cases], [given for _, given in cases]
        code.add(cf.SwitchOp(which[0], default, values, numbers, blocks, passed))  # pyright: ignore


def join(edges: Sequence[BlockWay]) -> Block:
    """One block that the ways lead to, from which each goes on to where it led; it is not in the region yet."""
    targets = list(dict.fromkeys(edge.target for edge in edges))
    slots = SharedPlaces([[argument.type for argument in target.args] for target in targets])
    numbers = number_types(len(targets))
    block = Block(arg_types=[*numbers, *slots.types])
    location = terminator_of(edges[0].source).location
    which, values = block.args[: len(numbers)], block.args[len(numbers) :]
    goals = [(target, slots.taken(way, values)) for way, target in enumerate(targets)]
    for edge in edges:
        way, code = targets.index(edge.target), Builder(terminator_of(edge.source))
        number = number_of(way, len(targets), code)
        edge.lead(block, [*number, *slots.fill(way, edge.values, code)])
    go(block, which, goals, location)
    return block
