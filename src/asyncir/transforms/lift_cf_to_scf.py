"""`lift-cf-to-scf`: branches between blocks become structured control flow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import arith, cf, scf
from asyncir.dialects.dominance import Dominance
from asyncir.dialects.elementwise import is_signless
from asyncir.ir import (
    Attribute,
    Block,
    DenseArrayBase,
    IntegerAttr,
    Operation,
    Region,
    SSAValue,
    Use,
    i1,
    i64,
)
from asyncir.ir.dense import all_elements
from asyncir.ir.graphs import components, reached
from asyncir.ir.walk import home_of, post_order, successors, terminator_of, walk
from asyncir.transforms._block_graphs import (
    BlockWay,
    SharedPlaces,
    go,
    has_several_ways_to,
    join,
    number_of,
    number_types,
    remove_terminator,
    split,
    undefined,
    ways_from,
    ways_to,
)
from asyncir.transforms._blocks import move_ops, replace_all
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint
from asyncir.transforms._tensor_memory import has_tensors


class LiftCfToScf(ScopedPass):
    """Replace branches between blocks by `scf.if`, `scf.index_switch` and `scf.while`, whatever the graph of blocks is.

    The algorithm is that of Bahmann, Reissmann, Jahre, Meyer: Perfect Reconstructability of Control Flow from Demand
    Dependence Graphs (2015). Where a loop has several ways in, or several out, a number says which one was gone.
    """

    only_tensors: bool = False
    """Regions without tensors stay as they are."""

    def run_on(self, root: Operation) -> None:
        """Each region of several blocks, the inner ones first."""
        for op in post_order(root):
            for region in op.regions:
                if region.first_block is region.last_block:
                    continue
                if not self.only_tensors or any(map(has_tensors, walk(region))):
                    lift(region)


def lift(region: Region) -> None:
    """Let the region have one block. What no path gets to goes; a region that never ends is refused."""
    if region.first_block is region.last_block:
        return
    _drop_what_is_not_reached(region)
    _with_one_end(region)
    _structure(region)


def _drop_what_is_not_reached(region: Region) -> None:
    first = region.first_block
    assert first is not None
    found = reached([first], successors)
    dead = [block for block in region.blocks if block not in found]
    for block in dead:
        for op in list(block.ops):
            op.operands, op.successors = (), ()
            for inner in op.walk():
                inner.operands = ()
    for block in dead:
        region.detach_block(block)


def _refused(op: Operation, message: str) -> DiagnosticError:
    return DiagnosticError(complaint("L001", message, op, "write it with scf ops", label=f"`{op.name}`"))


def _with_one_end(region: Region) -> None:
    """Let all ways out of the region be one."""
    ends = [terminator_of(block) for block in region.blocks if not successors(block)]
    if not ends:
        first = region.first_block
        assert first is not None
        raise _refused(terminator_of(first), "blocks that never end have no form as structured control flow")
    if len({type(end) for end in ends}) > 1:
        raise _refused(ends[-1], "blocks that end in several ways have no form as structured control flow")
    if len(ends) == 1:
        return
    last = Block(arg_types=[operand.type for operand in ends[0].operands])
    for end in ends:
        Builder(end).add(cf.BranchOp(last, *end.operands))
        end.detach()
        if end is not ends[0]:
            end.operands = ()
    ends[0].operands = last.args
    last.add_op(ends[0])
    region.add_block(last)


def _structure(region: Region) -> None:
    """Structure the region, which has one block that leads nowhere: first its cycles, then what is left."""
    pending = [region]
    while pending:
        each = pending.pop()
        first = each.first_block
        assert first is not None
        cycles = [c for c in components([first], successors) if len(c) > 1 or c[0] in successors(c[0])]
        pending += [_loop(each, cycle) for cycle in cycles]
        _branches(each)


def _loop(region: Region, blocks: Sequence[Block]) -> Region:
    """Let the blocks of a cycle be one loop, in a block of its own that leads to what is behind it.

    The loop's region that has more than one block, and is to be structured in turn.
    """
    inside = set(blocks)
    entries = [edge for block in blocks for edge in ways_to(block) if edge.source not in inside]
    heads = list(dict.fromkeys(edge.target for edge in entries))
    if not heads:  # It is where the region begins.
        first = region.first_block
        assert first is not None
        heads = [first]
    head = heads[0]
    if len(heads) > 1:
        rounds = [edge for block in blocks for edge in ways_from(block) if edge.target in heads]
        rounds = [split(edge) for edge in rounds]
        head = join([*(split(edge) for edge in entries), *rounds])
        region.insert_block_before(head, blocks[0])
        inside.update((head, *(edge.source for edge in rounds)))
        entries = [edge for edge in ways_to(head) if edge.source not in inside]
    ordered = [block for block in region.blocks if block in inside]
    outs = [edge for block in ordered for edge in ways_from(block) if edge.target not in inside]
    if not outs:
        raise _refused(
            terminator_of(head), "a loop of blocks that never ends has no form as structured control flow"
        )
    dominance = Dominance(region)  # While there is a way to the loop.
    place = Block(arg_types=[argument.type for argument in head.args])
    region.insert_block_before(place, ordered[0])
    for edge in entries:
        edge.lead(place, edge.values)
    if len(outs) == 1 and outs[0].source is head and isinstance(terminator_of(head), cf.ConditionalBranchOp):
        return _while_loop(place, head, ordered, outs[0])
    return _loop_that_ends_below(place, head, ordered, outs, dominance)


def _is_in(use: Use, blocks: Collection[Block]) -> bool:
    """Whether the use is in one of the blocks, at any depth."""
    block = use.operation.parent
    while block is not None and block not in blocks:
        outer = block.parent_op()
        block = None if outer is None else outer.parent
    return block is not None


def _seen_outside(inside: Collection[Block], of: Sequence[Block]) -> list[SSAValue]:
    """The values of some blocks that are used outside of all of some."""
    values = [
        v for block in of for v in (*block.args, *(result for op in block.ops for result in op.results))
    ]
    return [value for value in values if not all(_is_in(use, inside) for use in value.uses)]


def _while_loop(place: Block, head: Block, blocks: Sequence[Block], out: BlockWay) -> Region:
    """A loop that is left from its head alone, which is what it asks before each iteration."""
    branch = terminator_of(head)
    assert isinstance(branch, cf.ConditionalBranchOp)
    (again,) = [edge for edge in ways_from(head) if edge.number != out.number]
    body = [block for block in blocks if block is not head]
    seen, below = _seen_outside(set(blocks), [head]), _seen_outside({head}, [head])
    values = (*out.values, *again.values, *below)
    carried = list(dict.fromkeys(value for value in values if _home(value) is head))
    target, passed, into, given = out.target, out.values, again.target, again.values
    condition, location = branch.cond, branch.location
    code = Builder(branch)
    if out.number == 0:
        condition = code.value(arith.XOrIOp(condition, code.value(arith.ConstantOp(IntegerAttr(1, i1)))))
    code.add(scf.ConditionOp(condition, *carried))
    remove_terminator(head)
    after = Block(arg_types=[value.type for value in carried])
    mine, within = dict(zip(carried, after.args, strict=True)), set(body)
    for value in below:
        value.replace_uses_with_if(mine[value], lambda use: _is_in(use, within))
    code = Builder(after, location)
    if into is head:
        code.add(scf.YieldOp(*(mine.get(value, value) for value in given)))
    else:
        code.add(cf.BranchOp(into, *(mine.get(value, value) for value in given)))
        latch = Block(arg_types=[argument.type for argument in head.args])
        Builder(latch, location).add(scf.YieldOp(*latch.args))
        for edge in ways_to(head):
            if edge.source in within:
                edge.lead(latch, edge.values)
        body.append(latch)
    _take_out([head, *body])
    code = Builder(place, location)
    types = [value.type for value in carried]
    loop = code.add(scf.WhileOp(place.args, types, Region([head]), Region([after, *body])))
    results, whole = dict(zip(carried, loop.results, strict=True)), {head, *body}
    for value in seen:
        value.replace_uses_with_if(results[value], lambda use: not _is_in(use, whole))
    code.add(cf.BranchOp(target, *(results.get(value, value) for value in passed)))
    return loop.after_region


def _take_out(blocks: Sequence[Block]) -> None:
    for block in blocks:
        if block.parent is not None:
            block.parent.detach_block(block)


def _home(value: SSAValue) -> Block:
    """The block in which the value is defined."""
    home = home_of(value)
    assert home is not None
    return home


def _loop_that_ends_below(
    place: Block, head: Block, blocks: Sequence[Block], outs: Sequence[BlockWay], dominance: Dominance
) -> Region:
    """A loop that is left from anywhere: at its end it says whether it goes on, and if not, where to."""
    inside = set(blocks)
    seen = _seen_outside(inside, blocks)
    targets = list(dict.fromkeys(edge.target for edge in outs))
    slots = SharedPlaces([[argument.type for argument in block.args] for block in (head, *targets)])
    location = terminator_of(head).location
    which = number_types(len(targets))
    latch = Block(arg_types=[i1, *which, *slots.types, *(value.type for value in seen)])
    ends = [edge for edge in (*ways_to(head), *outs) if edge.source in inside]
    ways_on = [split(edge) for edge in ends]
    blocks = list(dict.fromkeys((*blocks, *(edge.source for edge in ways_on))))
    for before, edge in zip(ends, ways_on, strict=True):
        back, code = edge.target is head, Builder(terminator_of(edge.source))
        way = 0 if back else targets.index(edge.target)
        goes_on = code.value(arith.ConstantOp(IntegerAttr(int(back), i1)))
        number = number_of(way, len(targets), code)
        values = slots.fill(0 if back else way + 1, edge.values, code)
        for value in seen:
            known = not back and dominance.dominates(_home(value), before.source)
            values.append(value if known else undefined(value.type, code))
        edge.lead(latch, [goes_on, *number, *values])
    Builder(latch, location).add(scf.ConditionOp(latch.args[0], *latch.args[1:]))
    inner = [head, *(block for block in blocks if block is not head), latch]
    whole = set(inner)
    _take_out(inner)
    types = [argument.type for argument in latch.args[1:]]
    after = Block(arg_types=types)
    first, last = len(which), len(which) + len(slots.types)
    Builder(after, location).add(scf.YieldOp(*slots.taken(0, after.args[first:last])))
    loop = Builder(place, location).add(scf.WhileOp(place.args, types, Region(inner), Region([after])))
    for value, result in zip(seen, loop.results[last:], strict=True):
        value.replace_uses_with_if(result, lambda use: not _is_in(use, whole))
    ways = [(target, slots.taken(way, loop.results[first:last])) for way, target in enumerate(targets, 1)]
    go(place, loop.results[:first], ways, location)
    return loop.before_region


def _branches(region: Region) -> None:
    """Structure a region without cycles: what its first block branches to becomes an op, again and again."""
    for way in [way for block in region.blocks for way in ways_from(block)]:
        if has_several_ways_to(way.target):
            split(way)
    pending = [region]
    while pending:
        first = pending.pop().first_block
        assert first is not None
        while ways := ways_from(first):
            if len(ways) > 1:
                target, values, made = _branch(first, ways)
                pending += made
            else:
                target, values = ways[0].target, ways[0].values
                remove_terminator(first)
            replace_all(target.args, values)
            move_ops(target.ops, first)
            _take_out([target])


def _branch(first: Block, ways: Sequence[BlockWay]) -> tuple[Block, Sequence[SSAValue], list[Region]]:
    """Make one op of all ways from the block to where they meet; that place, what it gets, and the op's regions."""
    own = [_own_blocks(way) for way in ways]
    within = {block for blocks in own for block in blocks}
    leaving = [
        [way for block in blocks for way in ways_from(block) if way.target not in within] or [way]
        for way, blocks in zip(ways, own, strict=True)
    ]
    every = [way for some in leaving for way in some]
    target = every[0].target
    if any(way.target is not target for way in every):
        target = join(every)
        assert first.parent is not None
        first.parent.add_block(target)
    location = terminator_of(first).location
    regions: list[Region] = []
    for way, blocks, leaves in zip(ways, own, leaving, strict=True):
        end = Block(arg_types=[argument.type for argument in target.args])
        Builder(end, location).add(scf.YieldOp(*end.args))
        begin = Block()
        Builder(begin, location).add(cf.BranchOp(way.target, *way.values))
        for leaf in leaves:
            leaf = BlockWay(begin, 0) if leaf.source is first else leaf
            leaf.lead(end, leaf.values)
        _take_out(blocks)
        regions.append(Region([begin, *blocks, end]))
    op = _structured_branch(terminator_of(first), regions, [argument.type for argument in target.args])
    remove_terminator(first)
    return target, op.results, regions


def _own_blocks(way: BlockWay) -> list[Block]:
    """The blocks that this way alone leads to: those that nothing but such blocks leads to."""
    if has_several_ways_to(way.target):
        return []
    own, left = [way.target], dict[Block, int]()
    for block in own:
        for further in ways_from(block):
            target = further.target
            if target not in left:
                left[target] = len(ways_to(target))
            left[target] -= 1
            if not left[target]:
                own.append(target)
    return own


def _structured_branch(last: Operation, regions: Sequence[Region], types: Sequence[Attribute]) -> Operation:
    code = Builder(last)
    if isinstance(last, cf.ConditionalBranchOp):
        return code.add(scf.IfOp(last.cond, types, regions[0], regions[1]))
    if not isinstance(last, cf.SwitchOp):
        raise _refused(last, "a branch that is none of `cf` has no form as structured control flow")
    cases = [] if last.case_values is None else [_signed(n, last) for n in all_elements(last.case_values)]
    flag = code.value(arith.IndexCastOp(last.flag, INDEX))
    numbers = DenseArrayBase.from_list(i64, cases)
    return code.add(scf.IndexSwitchOp(flag, numbers, regions[0], list(regions[1:]), types))


def _signed(number: object, switch: cf.SwitchOp) -> int:
    """The number of a case as an index."""
    of: Any = switch.flag.type
    assert isinstance(number, int)
    if of.bitwidth > 64 or not is_signless(of):
        raise _refused(switch, f"a switch over {of} has no form as structured control flow")
    half = 1 << (of.bitwidth - 1)
    return (number + half) % (2 * half) - half
