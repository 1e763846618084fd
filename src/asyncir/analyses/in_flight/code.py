"""A function as a flat list of instructions, calls inlined: what the machine executes.

Structured control flow becomes branches to later or earlier instructions. Loops are instructions too: `ENTER` sets a
loop's counter to 0, `ADVANCE` starts its next iteration, `LEAVE` ends it. States are compared where paths meet: `HEAD`
of a loop and `JOIN`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from enum import Enum

from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, SSAValue
from asyncir.ir.walk import walk


class Kind(Enum):
    """What an instruction does."""

    OP = "op"
    ISSUE = "issue"
    BEGIN = "begin a commit"
    COMMIT = "commit"
    WAIT = "wait"
    BARRIER = "barrier"
    ASSIGN = "assign"
    ENTER = "enter a loop"
    TEST = "test a counted loop"
    HEAD = "head of a loop"
    ADVANCE = "advance a loop"
    LEAVE = "leave a loop"
    JOIN = "join"
    BRANCH = "branch"
    CASE = "case"
    JUMP = "jump"
    CALL = "call again what has not returned yet"
    CHOICE = "choose whether to return there"
    RETURN = "return from such a call"
    FRAME = "memory on the stack ends"
    UNKNOWN = "unknown"
    END = "end"

    # Members are compared and hashed by identity, which costs least.
    __hash__ = object.__hash__


@dataclass(eq=False, slots=True)
class FlatLoop:
    """A loop of the flat program; a function that is called twice has its loops twice."""

    number: int
    op: Operation
    path: tuple[Operation, ...]
    """The calls on the way to it."""
    outer: FlatLoop | None = None
    bounds: tuple[SSAValue, SSAValue, SSAValue] | None = None
    """Lower bound, upper bound and step of a counted loop."""
    variable: SSAValue | None = None
    carried: tuple[SSAValue, ...] = ()
    """The values that an iteration hands to the next: arguments of its head."""
    inductions: dict[SSAValue, tuple[SSAValue, int]] = field(
        default_factory=dict[SSAValue, tuple[SSAValue, int]]
    )
    """Carried values that grow by a constant each iteration, with what they start from."""
    moduli: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    """Of these, those that are remainders of what grows, if they start as such."""
    moved_on: dict[SSAValue, int | None] = field(default_factory=dict["SSAValue", "int | None"])
    """Carried values to which inner loops or branches add; of remainders, of what they are."""
    block: Block | None = None
    """The head, where the loop is one of a control-flow graph."""
    first: int = 0
    last: int = 0

    @property
    def unsigned(self) -> bool:
        """Whether its bounds, step and variable are read without a sign."""
        return "unsignedCmp" in self.op.properties

    @property
    def counter(self) -> str:
        """The symbol that counts its iterations from 0."""
        return f"k{self.number}"

    def chain(self) -> list[FlatLoop]:
        """The loops around it and itself, outermost first."""
        found: list[FlatLoop] = []
        loop: FlatLoop | None = self
        while loop is not None:
            found.append(loop)
            loop = loop.outer
        return found[::-1]


@dataclass(eq=False, slots=True)
class Instruction:
    """One step; which fields it uses depends on the kind."""

    kind: Kind
    op: Operation | None = None
    loop: FlatLoop | None = None
    pairs: tuple[tuple[SSAValue, SSAValue], ...] = ()
    """ASSIGN: targets and sources, all at once."""
    value: SSAValue | None = None
    """BRANCH: the condition; CASE: what is compared."""
    case: int = 0
    """Of a CASE; CALL, CHOICE, RETURN: the number of the call; FRAME: where it began in the code."""
    target: int = -1
    """BRANCH, CASE, CHOICE: where to go on if not; JUMP, TEST: where to go on, if so, if not."""
    inside: FlatLoop | None = None
    """The innermost loop around it."""
    path: tuple[Operation, ...] = ()
    place: Block | Operation | None = None
    """HEAD, JOIN: the block that starts here, or the op behind which this is; None at the end of the entry."""
    reason: str = ""
    dies: tuple[SSAValue, ...] = ()
    """Values that nothing uses behind it."""


def executed(step: Instruction) -> Iterable[Operation]:
    """The ops that an instruction executes: where its op is one step with all that is in it, that as well."""
    if step.op is None:
        return ()
    whole = step.kind is Kind.ISSUE or (step.kind is Kind.OP and kind_of(step.op) is OpKind.PARALLEL_LOOP)
    return walk(step.op) if whole else (step.op,)


@dataclass(eq=False, slots=True)
class Code:
    """The flat program of one entry."""

    entry: Operation
    instructions: list[Instruction]
    loops: list[FlatLoop]
    last_use: dict[SSAValue, int]
    """Behind this instruction the value is not needed."""
    first_made: dict[SSAValue, int]
    """Before this instruction the value is not needed: in another iteration of a loop it is made again."""
    matters: frozenset[SSAValue] = frozenset()
    """The numbers that are followed."""
    fitting: frozenset[SSAValue] = frozenset()
    """Those that fit in their types whatever is computed."""
    related: frozenset[Operation] = frozenset()
    """Ops that make numbers of what is not followed, and do not give any: see `correlations.py`."""
    lasting: dict[Operation, Hashable] = field(default_factory=dict[Operation, Hashable])
    """Those that give the same whenever they are executed, by a name that says what."""
    given: tuple[SSAValue, ...] = ()
    """What the entry is called with, where it may be called again: its arguments are others then."""
    handed: tuple[SSAValue, ...] = ()
    """What the entry returns."""
    recursive: bool = False
    """Whether some function may be called again before it returns."""
    order: dict[SSAValue, int] = field(init=False)
    """The values that are needed, numbered: the same in each run, as their addresses are not."""

    def __post_init__(self) -> None:
        self.order = {value: number for number, value in enumerate(self.last_use)}

    @property
    def has_waits(self) -> bool:
        """Whether it waits for anything."""
        return any(step.kind is Kind.WAIT for step in self.instructions)
