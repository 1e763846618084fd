"""What does not change while a program is executed symbolically: its threads, and what is known of its objects."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from asyncir.analyses.in_flight.exprs import Lin, constant, symbol
from asyncir.analyses.in_flight.state import FlightAccess
from asyncir.ir import Operation, SSAValue

UNKNOWN = "u"
"""What the names of numbers begin with of which nothing is known."""

LASTING = "adbt"
"""How symbols begin that stand for the same number all the time: arguments, extents, what is computed of them, threads."""

OWN = (UNKNOWN, "c")
"""How symbols begin that stand for a number known nowhere else: they may be renamed."""

UNKNOWN_OBJECT = ("?",)
"""What a view is of whose origin is not known."""


def is_private(root: Hashable) -> bool:
    """Whether only one thread can touch the object."""
    return isinstance(root, tuple) and root[:1] == ("alloc",) and len(root) > 2  # pyright: ignore


_SAME_ALL_ALONG = frozenset("adt")
"""How the symbols begin whose numbers never change in a run: arguments, dimensions of the block, indices of threads."""


@dataclass
class World:
    """What does not change while a program is executed symbolically."""

    block: tuple[int, int, int] = (1, 1, 1)
    mutable: set[Hashable] = field(default_factory=set[Hashable])
    """Objects that something writes: what is loaded from them is not followed."""
    read: set[Hashable] = field(default_factory=set[Hashable])
    """Objects from which something was loaded as if nothing wrote them."""
    shared: set[Hashable] = field(default_factory=set[Hashable])
    """Objects of which two threads may touch one element, and one may write it."""
    given: dict[str, int] | None = None
    """Arguments, where a particular execution is looked at."""
    in_step: bool = False
    """Whether two threads are looked at even where they share nothing: they may meet different barriers."""
    complete: bool = False
    """Whether nothing is forgotten that tells executions apart, though the program does not look at it again."""
    joined: bool = False
    """Whether states at a point are joined where they are many: what is found then is not shown, only proved."""
    fresh_symbols: int = 0
    matters: frozenset[SSAValue] = frozenset()
    """The numbers that are followed."""
    fitting: frozenset[SSAValue] = frozenset()
    """Those that fit in their types whatever is computed."""
    related: frozenset[Operation] = frozenset()
    lasting: Mapping[Operation, Hashable] = field(default_factory=dict[Operation, Hashable])
    """See `Code`."""
    arguments: dict[str, int] = field(default_factory=dict[str, int])
    """How many bits the numbers have that the caller chooses."""
    ages: bool = False
    """Whether it is told of old groups how many were committed after them: some wait's count is computed."""
    literals: dict[SSAValue, Lin] = field(default_factory=dict[SSAValue, Lin])
    """The constants that were looked up."""
    blurred: set[str] = field(default_factory=set[str])
    """What was left out of account, in words; a race found may then be none."""
    sites: dict[Hashable, dict[tuple[Lin, ...], set[int]]] = field(
        default_factory=dict[Hashable, "dict[tuple[Lin, ...], set[int]]"]
    )
    """Which elements of an object were loaded, in terms of the counters at that time, and where in the code."""
    load_types: dict[Hashable, Any] = field(default_factory=dict[Hashable, Any])
    touched: dict[Hashable, dict[tuple[str, FlightAccess], None]] = field(
        default_factory=dict[Hashable, "dict[tuple[str, FlightAccess], None]"]
    )
    """For each object, how a thread touches it."""
    results: dict[Hashable, Lin] = field(default_factory=dict[Hashable, Lin])
    """Names of what is computed from numbers that stay the same, where it is no expression."""
    tested: dict[str, dict[Lin, None]] = field(default_factory=dict[str, "dict[Lin, None]"])
    """For each loop's counter, what was not negative wherever the loop had another iteration."""
    looser: Mapping[int, int] = field(default_factory=dict[int, int])
    """By how much the counts of waits (by number) are taken to be larger than the program says."""

    def again(self) -> World:
        """The same, to start anew with what is known of objects."""
        return World(
            self.block,
            self.mutable,
            shared=self.shared,
            in_step=self.in_step,
            complete=self.complete,
            joined=self.joined,
            looser=self.looser,
        )

    @property
    def threads(self) -> int:
        """How many threads there are."""
        x, y, z = self.block
        return x * y * z

    @property
    def lanes(self) -> int:
        """How many threads are looked at: two stand for any two; one stands for all where they share nothing."""
        return 2 if self.threads > 1 and (self.shared or self.in_step) else 1

    def is_constant(self, root: Hashable) -> bool:
        """Whether nothing writes the object, as far as is known."""
        return root not in self.mutable and UNKNOWN_OBJECT not in self.mutable

    def is_local(self, root: Hashable) -> bool:
        """Whether no thread can race with another for an element of the object."""
        if self.threads == 1 or is_private(root):
            return True
        return root not in self.shared and UNKNOWN_OBJECT not in self.shared

    def fresh(self) -> Lin:
        """A number of which nothing is known."""
        self.fresh_symbols += 1
        return symbol(f"{UNKNOWN}{self.fresh_symbols}")

    def result(self, how: Hashable, operands: tuple[Lin, ...]) -> Lin | None:
        """A name for what is computed of the operands; None where these may be other numbers at another time."""
        if any(s[0] not in _SAME_ALL_ALONG for e in operands for s in e.symbols):
            return None
        return self.results.setdefault((how, operands), symbol(f"b{len(self.results)}"))

    def parameter(self, name: str) -> Lin:
        """A number that the caller chooses."""
        if self.given is not None:
            return constant(self.given.get(name, 0))
        return symbol(name)
