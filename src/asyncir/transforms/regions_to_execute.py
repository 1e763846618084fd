"""`regions-to-execute`: each `async.region` becomes `async.execute`, which is what runs.

A region with one part is one task, which awaits at its end what it yields tokens of. One with several parts is a task for the
body, and for each part with tokens one behind it, which awaits these: so a part is complete when it can be, and an error goes
the way that it would have gone. Values become `async.value`s, unwrapped where they are used.

First arguments for what is captured give way to that; then inner regions come before outer ones, which so see of each value
that they yield whether somebody else has to complete it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from asyncir.dialects import async_dialect
from asyncir.dialects.async_regions import RegionOp, Yielded
from asyncir.dialects.async_types import CompletionType, GroupType, TokenType, ValueType
from asyncir.ir import Attribute, Block, Context, ModuleOp, Operation, Region, SSAValue
from asyncir.ir.walk import block_of, first_of, post_order
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import Pass


class RegionsToExecute(Pass):
    """Replace `async.region` by `async.execute` with the same meaning; values of regions become `async.value`s.

    A region of several parts becomes a task for its body, and one for each part that waits for tokens of its own.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> bool:
        """Rewrite all regions of the module."""
        regions = [each for each in post_order(op) if isinstance(each, RegionOp)]
        for region in regions:
            arguments = list(region.body.blocks[0].args)
            replace_all(arguments[: len(region.captures)], region.captures)
        unwrapped = set[Operation]()
        for region in regions:
            _Rewriting(region, unwrapped).run()
        return bool(regions)


@dataclass
class _Waits:
    """Unwraps a value where it is used: once in a block, where it is used there first.

    In a body that begins when the value's token is complete it is unwrapped at the start, whatever it is used in: so who
    orders tasks by their dependencies alone, as OpenMP does, has nothing to wait for.
    """

    value: SSAValue
    """An `async.value`."""
    token: SSAValue
    """The token that is complete when it is there."""
    made: set[Operation]
    """The waits that there are."""
    found: dict[Block, tuple[Operation, SSAValue]] = field(
        default_factory=dict[Block, tuple[Operation, SSAValue]]
    )

    def before(self, user: Operation) -> SSAValue:
        """What is in the value, in front of one of its users; they come in any order."""
        user = self._start(user)
        known = self.found.get(block_of(user))
        if known is not None and known[0].is_before_in_block(user):
            return known[1]
        wait = Builder(user).add(async_dialect.AwaitOp(self.value))
        self.made.add(wait)
        self.found[block_of(user)] = (wait, wait.results[0])
        return wait.results[0]

    def _start(self, user: Operation) -> Operation:
        """The first op of the body around a user that depends on the token; the user if there is none."""
        around = user.parent_op()
        while around is not None:
            if isinstance(around, RegionOp | async_dialect.ExecuteOp) and self.token in around.operands:
                depends = around.dependencies_ if isinstance(around, RegionOp) else around.dependencies
                if self.token in depends:
                    first = first_of(around.body.blocks[0])
                    while first in self.made and first.next_op is not None:  # in the order of the text
                        first = first.next_op
                    return first
            around = around.parent_op()
        return user


class _Rewriting:
    def __init__(self, region: RegionOp, unwrapped: set[Operation]):
        self.region = region
        self.unwrapped = unwrapped
        self.code = Builder(region)
        self.parts = region.parts()

    def run(self) -> None:
        region = self.region
        entry = region.body.blocks[0]
        tokens, values, groups = _sorted(region.dependencies_)
        own = region.region_token()
        if own is not None:
            replace_all([own], [self._joined(tokens, values, groups, self.code)])
            tokens, values, groups = [], [], []
            entry.erase_arg(own)
        for argument in list(entry.args):
            entry.erase_arg(argument)
        body = region.detach_region(region.body)
        _wait_in(body, values, groups, region)
        if len(self.parts) == 1:
            self._as_one_task(tokens, body)
        else:
            self._as_several(tokens, body)
        erase(region)

    def _joined(
        self,
        tokens: Sequence[SSAValue],
        values: Sequence[SSAValue],
        groups: Sequence[SSAValue],
        code: Builder,
    ) -> SSAValue:
        """One token that is complete when all of these are."""
        if not (tokens or values or groups):
            return code.value(async_dialect.ReadyOp())
        if len(tokens) == 1 and not values and not groups:
            return tokens[0]
        body = Region(Block([async_dialect.YieldOp()]))
        _wait_in(body, values, groups, self.region)
        return code.add(async_dialect.ExecuteOp(tokens, [], [], body)).token

    def _task(
        self, tokens: Sequence[SSAValue], payloads: Sequence[Attribute], body: Region
    ) -> async_dialect.ExecuteOp:
        task = self.code.add(async_dialect.ExecuteOp(tokens, [], payloads, body))
        task.attributes.update(self.region.attributes)
        return task

    def _as_one_task(self, tokens: Sequence[SSAValue], body: Region) -> None:
        ((token, values),) = self.parts
        for end, (given,) in self._ends(body):
            code = Builder(end)
            _await_all(code, *_sorted(given.tokens))
            code.add(async_dialect.YieldOp(*given.values))
            erase(end)
        task = self._task(tokens, [value.type for value in values], body)
        self._replace(token, values, task.token, task.body_results)

    def _ends(self, body: Region) -> list[tuple[Operation, list[Yielded]]]:
        lasts = [block.last_op for block in body.blocks]
        return [
            (last, self.region.yielded(last)) for last in lasts if isinstance(last, async_dialect.YieldOp)
        ]

    def _as_several(self, tokens: Sequence[SSAValue], body: Region) -> None:
        """The body yields the values, and for each part with tokens one that says when all of them are complete."""
        ends = self._ends(body)
        late = [any(given[number].tokens for _, given in ends) for number in range(len(self.parts))]
        payloads: list[Attribute] = []
        for (_, values), is_late in zip(self.parts, late, strict=True):
            payloads += [ValueType(v.type) if is_late else v.type for v in values]
            payloads += [TokenType()] if is_late else []
        for end, given in ends:
            code, handed = Builder(end), list[SSAValue]()
            for part, is_late in zip(given, late, strict=True):
                handed += [self._promised(v, code) if is_late else v for v in part.values]
                handed += [self._joined(*_sorted(part.tokens), code)] if is_late else []
            code.add(async_dialect.YieldOp(*handed))
            waits = {value.owner for value in end.operands} & self.unwrapped
            erase(end)
            for wait in waits:
                if isinstance(wait, Operation) and wait.results[0].first_use is None:
                    erase(wait)
        task = self._task(tokens, payloads, body)
        results = list[SSAValue](task.body_results)
        for (token, values), is_late in zip(self.parts, late, strict=True):
            mine, results = results[: len(values) + is_late], results[len(values) + is_late :]
            if is_late:
                made = self._late(task.token, mine, [v.type for v in values])
                self._replace(token, values, made.token, made.body_results)
            else:
                self._replace(token, values, task.token, mine)

    def _promised(self, value: SSAValue, code: Builder) -> SSAValue:
        """An `async.value` of what is yielded: of an inner region the one that it completes, else one that is complete."""
        owner = value.owner
        if (
            isinstance(owner, async_dialect.AwaitOp)
            and owner in self.unwrapped
            and owner.parent is code.block
        ):
            return owner.operand
        return code.value(async_dialect.ReadyOp(value))

    def _late(
        self, after: SSAValue, handed: Sequence[SSAValue], types: Sequence[Attribute]
    ) -> async_dialect.ExecuteOp:
        """A task that unwraps values when the last one that it is handed, a token, is complete."""
        inner = [value.type.value_type for value in handed if isinstance(value.type, ValueType)]
        block = Block(arg_types=inner)
        code = Builder(block, self.region)
        *promised, token = block.args
        code.add(async_dialect.AwaitOp(token))
        code.add(async_dialect.YieldOp(*(code.value(async_dialect.AwaitOp(each)) for each in promised)))
        return self.code.add(async_dialect.ExecuteOp([after], handed, types, Region(block)))

    def _replace(
        self, token: SSAValue, values: Sequence[SSAValue], by: SSAValue, made: Sequence[SSAValue]
    ) -> None:
        replace_all([token], [by])
        for value, new in zip(values, made, strict=True):
            new.name_hint = value.name_hint
            waits = _Waits(new, by, self.unwrapped)
            for use in list(value.uses):
                use.operation.operands[use.index] = waits.before(use.operation)


def _sorted(completions: Sequence[SSAValue]) -> tuple[list[SSAValue], list[SSAValue], list[SSAValue]]:
    """Tokens, values and groups."""
    tokens = [each for each in completions if isinstance(each.type, TokenType)]
    groups = [each for each in completions if isinstance(each.type, GroupType)]
    others = [each for each in completions if isinstance(each.type, CompletionType)]
    return tokens, [each for each in others if each not in tokens and each not in groups], groups


def _wait_in(body: Region, values: Sequence[SSAValue], groups: Sequence[SSAValue], origin: Operation) -> None:
    """Let a body begin when these are complete."""
    if values or groups:
        _await_all(Builder(first_of(body.blocks[0]), origin), [], values, groups)


def _await_all(
    code: Builder, tokens: Sequence[SSAValue], values: Sequence[SSAValue], groups: Sequence[SSAValue]
) -> None:
    for each in (*tokens, *values):
        code.add(async_dialect.AwaitOp(each))
    for each in groups:
        code.add(async_dialect.AwaitAllOp.create(operands=[each]))
