"""`merge-regions`: regions that are not worth a task are done by one task with those that they go with.

Two regions of one block become one, which stands where the second one stood and does what the first did, then what the
second did. That is right where

- nothing in between waits for the first one or uses what it makes: then it may as well have begun that late, since nothing
  but its dependencies says when it begins;
- the second one does not wait for anything that waits for the first: a region's dependencies are tokens of the block, and who
  has one that waits for the first stands behind it and uses it;
- whoever waited for one of them alone does not hear of a failure of the other: one of two may fail only where the other's
  token is used by it alone, so that it fails with it in any case.

Regions that wait for something in their bodies, or yield tokens, are left alone. Each step takes a region away, so that it
ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asyncir.analyses.op_costs import costs_of
from asyncir.analyses.suspension import Suspension, analyse_suspension
from asyncir.dialects import async_dialect
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import CompletionType, TokenType
from asyncir.ir import Block, Context, ModuleOp, Operation, Region, SSAValue
from asyncir.ir.walk import is_below, regions_of, terminator_of, walk
from asyncir.transforms._blocks import erase, move_ops, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import Pass


class MergeRegions(Pass):
    """Merge regions one of which only serves the other, and small ones that wait for the same or one for the other.

    A region is small if it takes fewer than `least_work` nanoseconds, as far as that can be told. Regions that capture by
    name are left alone: run `inline-captures` before.
    """

    least_work: int = 20_000

    def __post_init__(self) -> None:
        if self.least_work < 0:
            raise ValueError("'least-work' is not negative")

    def apply(self, ctx: Context, op: ModuleOp) -> bool:
        """Look at each block."""
        suspension, changed = analyse_suspension(op), False
        for block in [block for region in regions_of(op) for block in region.blocks]:
            regions = [each for each in block.ops if isinstance(each, RegionOp)]
            if len(regions) > 1:
                changed = _Block(block, regions, self.least_work, suspension).run() or changed
        return changed


class _Block:
    def __init__(self, block: Block, regions: Sequence[RegionOp], least: int, suspension: Suspension):
        self.block, self.least, self.suspension = block, least, suspension
        self.order = {op: number for number, op in enumerate(block.ops)}
        costs = {region: costs_of(region) for region in regions}
        self.costs = {region: sum(costs[region][op] for op in _body(region)) for region in regions}
        self.fails = {region: any(suspension.fails(op) for op in walk(region.body)) for region in regions}
        self.alive = dict.fromkeys(region for region in regions if self._is_simple(region))

    def run(self) -> bool:
        before = len(self.alive)
        pending = list(reversed(self.alive))
        while pending:
            region = pending.pop()
            if region not in self.alive:
                continue
            other = self._served(region) or self._small_one_behind(region)
            if other is not None:
                pending.append(self._merge(region, other))
        self._merge_siblings()
        return len(self.alive) < before

    def _is_simple(self, region: RegionOp) -> bool:
        if region.captures or region.isolated is not None or len(region.parts()) > 1:
            return False
        if region.region_token() is not None or len(region.body.blocks) > 1:
            return False
        return not any(
            isinstance(value.type, CompletionType)
            for op in walk(region.body)
            for value in (*op.operands, *op.results)
        )

    # ---- which two ----

    def _served(self, first: RegionOp) -> RegionOp | None:
        """The region that alone waits for this one, if nothing is lost by doing both at once."""
        users = {use.operation for use in first.results[0].uses}
        (second,) = users if len(users) == 1 else (None,)
        if not isinstance(second, RegionOp) or second not in self.alive:
            return None
        small = min(self.costs[first], self.costs[second]) < self.least
        pays = small or len(set(second.dependencies_)) == 1
        # The second one's token says of the second one's failure what it said before, and fails with the first's as before.
        return second if pays and self._may_wait_until(first, second) else None

    def _small_one_behind(self, first: RegionOp) -> RegionOp | None:
        """A small region that waits for this one alone, and cannot fail."""
        for use in first.results[0].uses:
            second = use.operation
            if (
                isinstance(second, RegionOp)
                and second in self.alive
                and set(second.dependencies_) == {first.results[0]}
                and self.costs[second] < self.least
                and not self.fails[second]
                and self._may_wait_until(first, second)
            ):
                return second
        return None

    def _merge_siblings(self) -> None:
        """Merge neighbours in the text, both small, that wait for the same and cannot fail."""
        last: dict[frozenset[SSAValue], RegionOp] = {}
        for region in sorted(self.alive, key=self.order.__getitem__):
            if self.costs[region] >= self.least or self.fails[region]:
                continue
            key = frozenset(region.dependencies_)
            first = last.get(key)
            if first is not None and self._may_wait_until(first, region):
                region = self._merge(first, region)
            if self.costs[region] < self.least:
                last[key] = region
            else:
                last.pop(key, None)

    def _may_wait_until(self, first: RegionOp, second: RegionOp) -> bool:
        """Whether nobody needs the first one before the second is launched."""
        if second.parent is not self.block or self.order[first] >= self.order[second]:
            return False
        return all(self.order[user] >= self.order[second] for user in self._users(first))

    def _users(self, region: RegionOp) -> Iterator[Operation]:
        """The ops of the block that use what the region gives, or have something in them that does."""
        for result in region.results:
            for use in result.uses:
                user: Operation | None = use.operation
                while user is not None and user.parent is not self.block:
                    user = user.parent_op()
                if user is not None:
                    yield user

    # ---- the change ----

    def _merge(self, first: RegionOp, second: RegionOp) -> RegionOp:
        """One region in place of both, where the second one stands."""
        made = [
            list(region.yielded(terminator_of(region.body.block))[0].values) for region in (first, second)
        ]
        for old, new in zip(first.results[1:], made[0], strict=True):
            old.replace_uses_with_if(new, lambda use: is_below(use.operation, second))
        made[1] = list(second.yielded(terminator_of(second.body.block))[0].values)
        body = Block()
        for region in (first, second):
            erase(terminator_of(region.body.block))
            move_ops(list(region.body.block.ops), body)
        pairs = [
            *zip(first.results[1:], made[0], strict=True),
            *zip(second.results[1:], made[1], strict=True),
        ]
        pairs = [(old, new) for old, new in pairs if old.first_use is not None]
        Builder(body, second).add(async_dialect.YieldOp(*(new for _, new in pairs)))
        needed = [*first.dependencies_, *(d for d in second.dependencies_ if d is not first.results[0])]
        types = [TokenType(), *(old.type for old, _ in pairs)]
        merged = Builder(second).add(RegionOp(list(dict.fromkeys(needed)), [], types, Region(body)))
        merged.attributes.update(first.attributes | second.attributes)
        merged.results[0].name_hint = second.results[0].name_hint
        for (old, _), result in zip(pairs, merged.results[1:], strict=True):
            result.name_hint = old.name_hint
            replace_all([old], [result])
        self._keep(merged, first, second)
        for region in (second, first):
            replace_all([region.results[0]], [merged.results[0]])
            erase(region)
        return merged

    def _keep(self, merged: RegionOp, first: RegionOp, second: RegionOp) -> None:
        self.order[merged] = self.order[second]
        self.costs[merged] = self.costs[first] + self.costs[second]
        self.fails[merged] = self.fails[first] or self.fails[second]
        del self.alive[first], self.alive[second]
        self.alive[merged] = None


def _body(region: RegionOp) -> list[Operation]:
    return [op for block in region.body.blocks for op in block.ops]
