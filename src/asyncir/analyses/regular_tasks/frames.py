"""Integers at a place, in the iterations of the loops around it, as expressions for isl.

An `InstanceRun` is one instance of a place: a variable for the number of the iteration of each loop around. A `TurnFrame`
has values of the program in iterations that are given by expressions in these variables: those of the run itself, or others,
where a value was handed on by a loop. What a frame says of its numbers holds if its iterations happen, so each keeps it for
itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import cast

from asyncir.analyses.flow import handed_over
from asyncir.analyses.integers.carried import carried_number
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.expressions import FEW, Expressions, parameter_number
from asyncir.analyses.integers.forms import Form, Number, constant_number
from asyncir.analyses.integers.ranges import MANY, may_wrap, range_of
from asyncir.analyses.integers.widths import INDEX_WIDTH, width_of
from asyncir.analyses.loop_carried import computed_by
from asyncir.analyses.regular_tasks.places import AssertPlace, BranchPlace, LoopPlace, PlaceKind, TreePlace
from asyncir.analyses.regular_tasks.world import MOST_EXTENT, RegularWorld
from asyncir.dialects.counted_loops import Count
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.memref_sizes import size_along
from asyncir.dialects.memref_views import CastLikeOp
from asyncir.ir import Attribute, BlockArgument, MemRefType, Operation, OpResult, SSAValue

MOST_PRODUCT = 1 << 61
"""What a number of iterations times an argument comes to is smaller."""

_QUOTIENTS = (
    *(OpKind.DIVIDE, OpKind.DIVIDE_UNSIGNED, OpKind.DIVIDE_FLOOR),
    *(OpKind.DIVIDE_CEILING, OpKind.DIVIDE_CEILING_UNSIGNED),
)


class InstanceRun:
    """An instance of a place."""

    def __init__(self, world: RegularWorld, place: TreePlace, prefix: str):
        self.world = world
        self.place = place
        self.prefix = prefix
        self.variables: list[str] = []
        self.bounds: dict[str, tuple[int, int]] = {}
        self.products: dict[tuple[str, str], str] = {}
        self.sums: dict[str, str] = {}
        """Variables for sums, by these, which are multiplied by parameters."""
        self.turns: dict[LoopPlace, str] = {}
        """The variable for the number of the iteration of each loop around, from 0 on."""
        limits: list[str] = []
        for depth, loop in enumerate(place.loops):
            name = self.turns[loop] = f"{prefix}k{depth}"
            last = _last(loop.counter)
            self.variables.append(name)
            self.bounds[name] = (0, last)
            limits.append(f"0 <= {name} <= {last}" if last < MANY else f"{name} >= 0")
        self.frame = TurnFrame(self, {loop: Form.of(name) for loop, name in self.turns.items()})
        self.frame.conditions += limits

    def others(self) -> list[str]:
        """The variables that are not the place's own."""
        return self.variables[len(self.turns) :]

    def is_rough(self) -> bool:
        """Whether what is said of products is less than what is true."""
        return any(self.bounds[by][1] - self.bounds[by][0] >= FEW for _, by in self.products)


class TurnFrame(Expressions):
    """Values in some iterations of the loops around them."""

    def __init__(self, run: InstanceRun, turns: Mapping[LoopPlace, Form]):
        super().__init__(run.prefix)
        self.run = run
        self.world = run.world
        self.turns = dict(turns)
        self.variables, self.bounds, self.products = run.variables, run.bounds, run.products

    def at(self, turns: Mapping[LoopPlace, Form]) -> TurnFrame:
        """The values in other iterations."""
        return TurnFrame(self.run, turns)

    def number(self, value: SSAValue, depth: int = 32) -> Number | None:
        """The value; what is computed once from parameters is one, too."""
        found = super().number(value, depth)
        if found is None or self.is_outside(value) or self.world.repeats(value):
            return found
        if all(name not in self.variables for name in found.form.terms) and found.exact:
            return found
        settled = self.settled(found)
        named = self._parameter(value)
        self.conditions.append(f"{named.form} = {settled}")
        number = Number(named.form, named.width, max(named.low, found.low), min(named.high, found.high))
        self._known[value] = number
        return number

    def is_outside(self, value: SSAValue) -> bool:
        """Whether the value is an argument of the entry."""
        return self.world.is_argument(value)

    def _parameter(self, value: SSAValue) -> Number:
        known = len(self.world.parameters.names)
        name = self.world.parameters.name(value)
        number = parameter_number(name, value)
        if self.world.is_small(value):
            number = Number(number.form, INDEX_WIDTH, -MOST_EXTENT, MOST_EXTENT)
            if len(self.world.parameters.names) > known:
                self.world.parameters.conditions.append(f"-{MOST_EXTENT} <= {name} <= {MOST_EXTENT}")
        self.bounds[name] = (number.low, number.high)
        return number

    def leaf(self, value: SSAValue) -> Number | None:
        """Parameters, what loops count and carry, and extents."""
        if self.is_outside(value):
            return self._parameter(value)
        found = None
        if isinstance(value, BlockArgument):
            found = self._of_loop(value)
        elif isinstance(value, OpResult) and kind_of(value.op) is OpKind.EXTENT:
            which = constant_of(value.op.operands[1])
            found = None if which is None else self.extent(value.op.operands[0], which)
        if found is None and not self.world.repeats(value):
            quotient = self._quotient_of_parameters(value)
            return self._parameter(value) if quotient is None else quotient
        return found

    def _quotient_of_parameters(self, value: SSAValue) -> Number | None:
        """What is divided is no greater afterwards; upwards, it is how often a loop with such a step runs."""
        op = value.owner
        if (
            not isinstance(op, Operation)
            or kind_of(op) not in _QUOTIENTS
            or width_of(value.type) != INDEX_WIDTH
        ):
            return None
        divided = self.number(op.operands[0])
        if divided is None or divided.low < 0 or divided.high > MOST_EXTENT:
            return None
        if kind_of(op) in (OpKind.DIVIDE_CEILING, OpKind.DIVIDE_CEILING_UNSIGNED):
            name = self.world.trips(None, op.operands[0], op.operands[1])
        else:
            known = len(self.world.parameters.names)
            name = self.world.parameters.name(value)
            if len(self.world.parameters.names) > known:
                self.world.parameters.conditions.append(f"-{divided.high} <= {name} <= {divided.high}")
        self.bounds[name] = (-divided.high, divided.high)
        self._bound_quotient(name, divided, op.operands[1])
        return Number(Form.of(name), INDEX_WIDTH, -divided.high, divided.high)

    def _bound_quotient(self, name: str, divided: Number, by: SSAValue) -> None:
        """A quotient of numbers that are not negative is not negative, and no greater than what is divided."""
        number, known = self.number(by), self.world.parameters.conditions
        if number is None or not (number.exact and divided.exact):
            return
        names = (*number.form.terms, *divided.form.terms)
        fact = f"0 <= {name} <= {divided.form}"
        if f"(({number.form}) > (0))" not in known and number.low <= 0:
            fact = f"({number.form} <= 0 or {fact})"
        if not any(each in self.variables for each in names) and fact not in known:
            known.append(fact)

    def trips(self, loop: LoopPlace) -> Form | None:
        """How often a loop runs that is met once, and whose step is a parameter: never, if that is below 0."""
        count = loop.counter
        if count is None or isinstance(count.step, int) or constant_of(count.step) is not None:
            return None
        if count.unsigned or any(map(self.world.repeats, (count.lower, count.upper, count.step))):
            return None
        upper = self.number(count.upper)
        if (
            constant_of(count.lower) == 0
            and upper is not None
            and 0 <= upper.low <= upper.high <= MOST_EXTENT
        ):
            name = self.world.trips(None, count.upper, count.step)
            self._bound_quotient(name, upper, count.step)
        else:
            name = self.world.trips(count.lower, count.upper, count.step)
        self.bounds[name] = (-MOST_EXTENT, MOST_EXTENT)
        return Form.of(name)

    def truth(self, value: SSAValue) -> str | None:
        """A condition that is computed once."""
        if self.is_outside(value) or not self.world.repeats(value):
            return f"({self._parameter(value).form} = -1)"
        return None

    def product(self, a: Number, b: Number) -> Number | None:
        """A number of iterations times a parameter: of 64 bits, it is taken to be a number that they hold."""
        for number, by in ((a, b), (b, a)):
            parameter = _alone(by.form)
            if parameter is None or parameter in self.variables or not by.exact or not number.exact:
                continue
            moving = Form(0, number.form.terms)
            if all(name not in self.variables for name in moving.terms):
                continue
            variable = self._factor(moving)
            key = (variable, parameter)
            if key not in self.products:
                ends = [x * y for x in self.bounds[variable] for y in self.bounds[parameter]]
                low, high = max(min(ends), -MOST_PRODUCT), min(max(ends), MOST_PRODUCT)
                self.products[key] = _alone(self.fresh(low, high)) or ""
            if self.bounds[parameter][1] - self.bounds[parameter][0] < FEW:
                self._note(self._is_product(self.products[key], variable, parameter))
            found = Form.of(self.products[key]) + by.form * number.form.constant
            return self.made(found, a.width)
        return None

    def _factor(self, form: Form) -> str:
        """A variable for a sum of variables."""
        known = _alone(form)
        if known is not None:
            return known
        if str(form) not in self.run.sums:
            name = f"{self.prefix}v{len(self.variables)}"
            self.variables.append(name)
            self.bounds[name] = form.bounds(self.bounds)
            self.run.sums[str(form)] = name
        name = self.run.sums[str(form)]
        self._note(f"{name} = {form}")
        return name

    def _note(self, condition: str) -> None:
        """Say it here, too, where another frame has said it already."""
        if condition not in self.conditions:
            self.conditions.append(condition)

    def _of_loop(self, value: BlockArgument) -> Number | None:
        op = value.block.parent_op()
        loops = () if op is None else self.world.loops.get(op, ())
        for loop in loops:
            if loop.counter is not None and value in loop.counter.values and loop in self.turns:
                return self.counted(loop)
        if op is None or kind_of(op) is not OpKind.COUNTED_LOOP or len(loops) != 1:
            return None
        computed, loop = computed_by(value, op.regions[0].block), loops[0]
        if computed is None or computed.distance != 1 or loop not in self.turns:
            return None
        turn = self._variable_of(self.turns[loop])
        return carried_number(self, value, computed.value, op.operands[3 + computed.through[0]], turn)

    def _variable_of(self, form: Form) -> str:
        known = _alone(form)
        if known is not None:
            return known
        turn = self.turn()
        self.conditions.append(f"{turn} = {form}")
        return next(iter(turn.terms))

    def turn(self) -> Form:
        """A variable for the number of an iteration.

        That it is below `MANY` is taken for granted, and not said: what follows a loop is reached only if the loop has ended.
        """
        name = f"{self.prefix}v{len(self.variables)}"
        self.variables.append(name)
        self.bounds[name] = (0, MANY)
        self.conditions.append(f"{name} >= 0")
        return Form.of(name)

    def counted(self, loop: LoopPlace) -> Number | None:
        """The value of a loop's counter."""
        count, turn = loop.counter, self.turns[loop]
        if count is None or may_wrap(count):
            return None
        step = count.step if isinstance(count.step, int) else constant_of(count.step)
        lower = self.number(count.lower)
        upper = None if self._is_least(count.upper) else self.number(count.upper)
        if step is not None:
            grown = turn * step if step > 0 else None
        else:
            by = self.number(count.step) if isinstance(count.step, SSAValue) else None
            number = Number(turn, INDEX_WIDTH, 0, MANY)
            product = None if by is None else self.product(number, by)
            grown = None if product is None else product.form
        if lower is None or grown is None:
            return None
        if count.unsigned and min(lower.low, -1 if upper is None else upper.low) < 0:
            return None
        most = range_of(count.upper)[1] if upper is None else upper.high
        form = self.settled(lower) + grown
        return Number(form, lower.width, lower.low, max(lower.low, most - 1))

    def goes_on(self, loop: LoopPlace) -> str | None:
        """That the iteration is one of the loop's, if it is not below 0."""
        trips = self.trips(loop)
        if trips is not None:
            return f"{self.turns[loop]} < {trips}"
        found = None if loop.counter is None else self.counted(loop)
        ends = None if loop.counter is None else self.least_of(loop.counter.upper)
        if found is None or ends is None:
            return None
        return f"({' and '.join(f'{found.form} < {end}' for end in ends)})"

    def _is_least(self, value: SSAValue) -> bool:
        """Whether it is known as the least of several numbers."""
        value = self._size_of(value)
        return isinstance(value, OpResult) and kind_of(value.op) is OpKind.MINIMUM

    def _size_of(self, value: SSAValue) -> SSAValue:
        """The value, or the size with which a view was made whose extent it is."""
        value = handed_over(value)
        while isinstance(value, OpResult) and kind_of(value.op) is OpKind.EXTENT:
            which, memory = constant_of(value.op.operands[1]), handed_over(value.op.operands[0])
            size = None if which is None or not _has_dimension(memory, which) else size_along(memory, which)
            if not isinstance(size, SSAValue):
                break
            value = handed_over(size)
        return value

    def least_of(self, value: SSAValue, depth: int = 8) -> list[Form] | None:
        """Numbers of which the value is the least."""
        value = self._size_of(value)
        if isinstance(value, OpResult) and kind_of(value.op) is OpKind.MINIMUM and depth:
            found = [self.least_of(operand, depth - 1) for operand in value.op.operands]
            known = [each for forms in found if forms is not None for each in forms]
            return None if None in found else known
        number = self.number(value)
        return None if number is None else [self.settled(number)]

    def guard(self, place: TreePlace) -> str | None:
        """When what is in the place runs, if the place itself does; empty where always, None where that is not known."""
        if isinstance(place, LoopPlace):
            return self.goes_on(place)
        if isinstance(place, BranchPlace):
            condition = None if place.condition is None else self.condition(place.condition)
            return condition if condition is None or not place.region else f"(not {condition})"
        return ""

    def guards(self, places: Iterable[TreePlace]) -> tuple[list[str], bool]:
        """When what is inside of all these runs, and whether that is all that has to hold."""
        found, exact = list[str](), True
        for place in places:
            if place.kind not in (PlaceKind.LOOP, PlaceKind.BRANCH):
                continue
            guard = self.guard(place)
            if guard is None:
                exact = False
            else:
                found.append(guard)
        return found, exact and not self.vague and not self.run.is_rough()

    def facts(self, place: TreePlace) -> list[str]:
        """What holds where the place is come to: assertions before it, and the bounds of counters with unknown steps."""
        found: list[str | None] = []
        for around, inner in pairwise(place.path):
            earlier = (place for place in around.children[: inner.position] if isinstance(place, AssertPlace))
            found += [self.condition(place.condition) for place in earlier]
            if (
                isinstance(around, LoopPlace)
                and around.counter is not None
                and self.trips(around) is not None
            ):
                counter, ends = self.counted(around), self.least_of(around.counter.upper)
                if counter is not None and ends is not None:
                    found += [f"{counter.form} < {end}" for end in ends]
        return [text for text in found if text is not None]

    def ends(self, memory: SSAValue, dimension: int) -> list[Form]:
        """Numbers of which the length of the memory along a dimension is the least; none where nothing is known."""
        memory = handed_over(memory)
        size = size_along(memory, dimension) if _has_dimension(memory, dimension) else None
        if isinstance(size, SSAValue):
            return self.least_of(size) or []
        extent = self.extent(memory, dimension)
        return [] if extent is None else [self.settled(extent)]

    def extent(self, memory: SSAValue, dimension: int) -> Number | None:
        """How long the memory is along a dimension."""
        memory = handed_over(memory)
        if not _has_dimension(memory, dimension):
            return None
        size = size_along(memory, dimension)
        if isinstance(size, int):
            return constant_number(size, INDEX_WIDTH)
        if size is not None:
            return self.number(size)
        while isinstance(memory, OpResult) and isinstance(memory.op, CastLikeOp):
            memory = memory.op.source
        if not self.world.is_argument(memory):
            return None
        name = self.world.extent(memory, dimension)
        self.bounds[name] = (0, MOST_EXTENT)
        return Number(Form.of(name), INDEX_WIDTH, 0, MOST_EXTENT)


def _has_dimension(memory: SSAValue, dimension: int) -> bool:
    type_: object = memory.type
    return isinstance(type_, MemRefType) and 0 <= dimension < len(shape_of(cast("Attribute", type_)))


def _alone(form: Form) -> str | None:
    """The variable that the form is."""
    single = len(form.terms) == 1 and not form.constant
    return next(iter(form.terms)) if single and list(form.terms.values()) == [1] else None


def proportion(products: tuple[str, str], numbers: tuple[str, str], parameter: str, is_positive: bool) -> str:
    """How two products with the same parameter lie to each other, by how the numbers do that it is multiplied by."""
    apart, gap = f"({products[1]} - {products[0]})", f"({numbers[1]} - {numbers[0]})"
    ways = [f"({gap} = {n} and {apart} = {n}*{parameter})" for n in (-1, 0, 1)]
    ways.append(f"({gap} >= 2 and {_grows(apart, parameter, is_positive)})")
    ways.append(f"({gap} <= -2 and {_grows(f'(-1*{apart})', parameter, is_positive)})")
    return f"({' or '.join(ways)})"


def _grows(apart: str, parameter: str, is_positive: bool) -> str:
    """What follows for the difference of products of numbers that are 2 or more apart."""
    if is_positive:
        return f"{apart} >= 2*{parameter}"
    more, less = (
        f"{parameter} >= 0 and {apart} >= 2*{parameter}",
        f"{parameter} < 0 and {apart} <= 2*{parameter}",
    )
    return f"(({more}) or ({less}))"


def _last(count: Count | None) -> int:
    """The number of the last iteration, or more."""
    if count is None or may_wrap(count):
        return MANY
    step = count.step if isinstance(count.step, int) else constant_of(count.step)
    lower, upper = range_of(count.lower), range_of(count.upper)
    if step is None or step <= 0 or (count.unsigned and min(lower[0], upper[0]) < 0):
        return MANY
    return max(0, min((upper[1] - 1 - lower[0]) // step, MANY))
