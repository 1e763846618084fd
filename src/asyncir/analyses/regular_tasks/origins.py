"""Where tokens, groups and memory come from: which op made a value, in which iteration of the loops around that op.

Views, loops, branches, tasks and waits hand values on. Each way back to an op that makes one is a case, with what has to hold
for it. A case is *sure* if that is all that has to hold. All cases together are complete, or the value is not followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from asyncir.analyses.integers.forms import Form
from asyncir.analyses.regular_tasks.answer import NoProof
from asyncir.analyses.regular_tasks.frames import InstanceRun, TurnFrame
from asyncir.analyses.regular_tasks.indices import Coordinates, at_source
from asyncir.analyses.regular_tasks.places import LoopPlace
from asyncir.dialects.async_types import GroupType
from asyncir.dialects.effects import is_allocation, is_view
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, Operation, OpResult, Region, SSAValue

_DEEPEST = 24
"""So often a value is handed on at most, from where it was made."""

_MOST_WAYS = 64

_LONGEST_CYCLE = 8
_MAKERS = (OpKind.TASK, OpKind.TASK_CALL, OpKind.READY, OpKind.GROUP, OpKind.GLOBAL)


@dataclass(frozen=True)
class ValueOrigin:
    """A case of what a value is."""

    value: SSAValue
    """What an op made, or an argument of the entry."""
    frame: TurnFrame
    """In which iterations."""
    at: Coordinates = None
    """Of an element of a view, its coordinates in the memory."""
    conditions: tuple[str, ...] = ()
    frames: tuple[TurnFrame, ...] = ()
    """Whose conditions hold in this case."""
    is_sure: bool = True
    branches: tuple[Region, ...] = ()
    """Regions of which it is not known whether they ran, and which did if this is the case."""

    @property
    def maker(self) -> Operation | None:
        """The op that made it."""
        return self.value.op if isinstance(self.value, OpResult) else None

    @property
    def is_inside(self) -> bool:
        """Whether it is the case wherever what made it ran at all."""
        maker = self.maker
        return maker is not None and all(_is_in(maker, region) for region in self.branches)

    def constraints(self) -> list[str]:
        """What holds in this case, in the variables of the run."""
        frames = {id(frame): frame for frame in (*self.frames, self.frame)}
        return [*self.conditions, *(text for frame in frames.values() for text in frame.conditions)]

    def turns(self, loops: Sequence[LoopPlace]) -> list[Form]:
        """The numbers of the iterations of loops around what made it."""
        return [self.frame.turns[loop] for loop in loops]


def _is_in(op: Operation, region: Region) -> bool:
    around = region.parent_op()
    current: Operation | None = op
    while current is not None and current.parent_op() is not around:
        current = current.parent_op()
    return current is not None and current.parent_region() is region


@dataclass(frozen=True)
class _Way:
    value: SSAValue
    frame: TurnFrame
    at: Coordinates
    conditions: tuple[str, ...] = ()
    frames: tuple[TurnFrame, ...] = ()
    is_sure: bool = True
    branches: tuple[Region, ...] = ()
    length: int = 0

    def to(self, value: SSAValue, *conditions: str, frame: TurnFrame | None = None) -> _Way:
        """One step back."""
        frames = self.frames if frame is None else (*self.frames, self.frame)
        return replace(
            self,
            value=value,
            frame=frame or self.frame,
            frames=frames,
            conditions=(*self.conditions, *conditions),
            length=self.length + 1,
        )


def tokens(value: SSAValue, frame: TurnFrame) -> list[ValueOrigin]:
    """What a token or value may be; where that is handed on in too many ways, some of it.

    That is enough for a wait: whatever else it waits for has been launched before it.
    """
    return _origins(value, frame, None, is_partial=not isinstance(value.type, GroupType))


def origins(value: SSAValue, frame: TurnFrame, at: Coordinates = None) -> list[ValueOrigin]:
    """All that the value may be; with coordinates in it, those in the memory that it is a view of."""
    return _origins(value, frame, at, is_partial=False)


def _origins(value: SSAValue, frame: TurnFrame, at: Coordinates, is_partial: bool) -> list[ValueOrigin]:
    found: list[ValueOrigin] = []
    pending = [_Way(value, frame, at)]
    while pending:
        way = pending.pop()
        if way.length > _DEEPEST or len(pending) > _MOST_WAYS:
            if is_partial:
                continue
            raise NoProof("a value is handed on in too many ways to be followed", _owner(way.value))
        made = _is_made(way)
        if made:
            found.append(
                ValueOrigin(
                    way.value, way.frame, way.at, way.conditions, way.frames, way.is_sure, way.branches
                )
            )
        else:
            pending += _back(way)
    return found


def _owner(value: SSAValue) -> Operation | None:
    return value.op if isinstance(value, OpResult) else value.owner.parent_op()  # pyright: ignore


def _is_made(way: _Way) -> bool:
    value = way.value
    if isinstance(value, OpResult):
        return kind_of(value.op) in _MAKERS or is_allocation(value)
    return way.frame.world.is_argument(value)


def _back(way: _Way) -> list[_Way]:
    value = way.value
    if isinstance(value, BlockArgument):
        return _of_argument(way, value)
    assert isinstance(value, OpResult)
    match kind_of(value.op):
        case OpKind.REGION | OpKind.STACK_REGION:
            return [way.to(_end(value.op, 0).operands[value.index])]
        case OpKind.SELECT:
            condition = way.frame.condition(value.op.operands[0])
            return _either(way, condition, value.op.operands[1], value.op.operands[2])
        case OpKind.IF:
            return _of_branches(way, value, way.frame.condition(value.op.operands[0]))
        case OpKind.SWITCH:
            return _of_branches(way, value, None)
        case OpKind.COUNTED_LOOP:
            return list(_of_loop(way, value))
        case OpKind.AWAIT:
            return _payloads(way, value.op.operands[0])
        case _:
            if is_view(value.op) and value.op.operands:
                return [replace(way.to(value.op.operands[0]), at=at_source(way.frame, value.op, way.at))]
            raise NoProof(f"what `{value.op.name}` gives is not followed", value.op)


def _end(op: Operation, region: int) -> Operation:
    block = op.regions[region].first_block
    if block is None or block is not op.regions[region].last_block or block.last_op is None:
        raise NoProof(f"the branches in this `{op.name}` are not followed", op)
    return block.last_op


def _either(way: _Way, condition: str | None, yes: SSAValue, no: SSAValue) -> list[_Way]:
    if condition is None:
        unsure = replace(way, is_sure=False, branches=(*way.branches, Region()))
        return [unsure.to(yes), unsure.to(no)]
    return [way.to(yes, condition), way.to(no, f"(not {condition})")]


def _of_branches(way: _Way, value: OpResult, condition: str | None) -> list[_Way]:
    op = value.op
    values = [_end(op, number).operands[value.index] for number in range(len(op.regions))]
    if condition is not None:
        return _either(way, condition, *values)
    return [
        replace(way, is_sure=False, branches=(*way.branches, region)).to(each)
        for region, each in zip(op.regions, values, strict=True)
    ]


def _of_argument(way: _Way, value: BlockArgument) -> list[_Way]:
    op = value.block.parent_op()
    if op is not None and kind_of(op) is OpKind.TASK:
        first = len(op.operands) - len(op.regions[0].block.args)
        return _payloads(way, op.operands[first + value.index])
    loops = [] if op is None else way.frame.world.loops.get(op, [])
    if op is None or kind_of(op) is not OpKind.COUNTED_LOOP or len(loops) != 1 or not value.index:
        raise NoProof("what a block is given is not followed", op)
    return _carried(way, op, loops[0], value.index - 1)


def _carried(way: _Way, op: Operation, loop: LoopPlace, index: int) -> list[_Way]:
    """What a loop carries: what it began with, what an iteration before has yielded, or one of several in turn."""
    turn = way.frame.turns[loop]
    inits, yielded = op.operands[3:], _end(op, 0).operands
    outside = way.frame.at({each: form for each, form in way.frame.turns.items() if each is not loop})
    chain = [index]
    while True:
        following = yielded[chain[-1]]
        if not isinstance(following, BlockArgument) or following.block.parent_op() is not op:
            break
        if following.index - 1 == index:
            period = len(chain)
            if period == 1:
                return [way.to(inits[index], frame=outside)]
            if period > _LONGEST_CYCLE:
                break
            return [
                way.to(inits[each], f"({turn} - {phase}) mod {period} = 0", frame=outside)
                for phase, each in enumerate(chain)
            ]
        if not following.index or following.index - 1 in chain:
            break
        chain.append(following.index - 1)
    earlier = way.frame.at({**way.frame.turns, loop: turn - 1})
    return [
        way.to(inits[index], f"{turn} = 0", frame=outside),
        way.to(yielded[index], f"{turn} >= 1", frame=earlier),
    ]


def _of_loop(way: _Way, value: OpResult) -> Iterator[_Way]:
    """What is behind a loop: what it began with if it had no iteration, else what the last one has yielded."""
    op, (loop,) = value.op, way.frame.world.loops[value.op]
    last = way.frame.turn()
    inside = way.frame.at({**way.frame.turns, loop: last})
    ends, begins = inside.goes_on(loop), way.frame.at({**way.frame.turns, loop: Form()}).goes_on(loop)
    following = inside.at({**way.frame.turns, loop: last + 1})
    more = following.goes_on(loop)
    init = way.to(op.operands[3 + value.index])
    yielded = way.to(_end(op, 0).operands[value.index], frame=inside)
    if ends is None or more is None or begins is None or way.frame.run.is_rough():
        yield replace(init, is_sure=False, branches=(*init.branches, Region()))
        yield replace(yielded, is_sure=False, branches=(*yielded.branches, Region()))
        return
    at_start = way.frame.at({**way.frame.turns, loop: Form()})
    never = f"(not {at_start.goes_on(loop)})"
    yield replace(init, conditions=(*init.conditions, never), frames=(*init.frames, at_start))
    yield replace(
        yielded,
        conditions=(*yielded.conditions, ends, f"(not {more})"),
        frames=(*yielded.frames, following),
    )


def _payloads(way: _Way, completion: SSAValue) -> list[_Way]:
    """What is in a value that has been waited for."""
    found: list[_Way] = []
    for origin in origins(completion, way.frame):
        maker = origin.maker
        if maker is None:
            raise NoProof(
                "what a token or value of the entry's stands for is not followed", way.frame.world.entry
            )
        if kind_of(maker) is OpKind.READY:
            payload = maker.operands[0]
        else:
            assert isinstance(origin.value, OpResult)
            if kind_of(maker) is not OpKind.TASK:
                raise NoProof(f"what `{maker.name}` gives is not followed", maker)
            payload = _end(maker, 0).operands[origin.value.index - 1]
        found.append(
            replace(
                way.to(payload, *origin.conditions, frame=origin.frame),
                frames=(*way.frames, *origin.frames, way.frame),
                is_sure=way.is_sure and origin.is_sure,
                branches=(*way.branches, *origin.branches),
                length=way.length + 1 + len(origin.frames),
            )
        )
    return found


def is_vague(run: InstanceRun, origin: ValueOrigin) -> bool:
    """Whether some number in the conditions may be one of several."""
    return run.frame.vague or origin.frame.vague or any(frame.vague for frame in origin.frames)


def is_sure(run: InstanceRun, origin: ValueOrigin) -> bool:
    """Whether the conditions say exactly when the value is this one."""
    return origin.is_sure and not run.is_rough() and not is_vague(run, origin)
