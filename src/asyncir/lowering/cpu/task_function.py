"""The text of one function of the CPU: what it holds of tasks, its way out on failure, and the frame of a coroutine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asyncir.dialects.async_types import ValueType
from asyncir.ir import Attribute, Block, LocationAttr, Operation, SSAValue
from asyncir.lowering.cpu.payloads import Payload
from asyncir.lowering.cpu.runtime_text import TASK
from asyncir.lowering.cpu.slots import Slots
from asyncir.lowering.llvm.descriptors import times
from asyncir.lowering.llvm.function_text import LlvmFunction, location_text, refuse
from asyncir.lowering.llvm.module_text import ModuleText
from asyncir.lowering.llvm.types import pieces, size_and_alignment


@dataclass(frozen=True, slots=True)
class _Origin:
    """The task that a call of an `async.func` made, and where in it a result lies; 0: the result is its token."""

    task: str
    offset: int


@dataclass(frozen=True)
class FailureExit:
    """Where a function fails: the block, the error, and a mask of the slots that are full then, as an i64."""

    label: str
    error: str
    full: str


class Completions:
    """Where a function has the tasks behind its tokens, values and groups.

    What is held across an op that may fail has a slot, from which a failing function releases it. The slot is memory of the
    frame, so the task is read from there, rather than be kept in the frame a second time by LLVM: volatile, or LLVM would
    remember what was stored.
    """

    def __init__(self, f: TaskFunction):
        self._f = f
        self._origins: dict[SSAValue, _Origin] = {}
        self._slots: dict[SSAValue, str] = {}
        self._read: dict[SSAValue, tuple[str, str]] = {}
        """Of values whose slot was given up in this block: their task and their piece."""
        self._awaited: dict[SSAValue, str] = {}
        """Of values that were awaited in this block, and of which nothing failed: their task."""
        self._near: set[SSAValue] = set()
        """Those of them for which the coroutine has not been suspended since."""

    def enter_block(self) -> None:
        """Another block of the program begins."""
        self._read.clear()
        self._awaited.clear()
        self._near.clear()

    def suspended(self) -> None:
        """What was read before, LLVM would have to keep in the frame to use it from here on."""
        self._near.clear()

    def ended_well(self, value: SSAValue, task: str) -> None:
        """From here on the value's task, which has just been read, is known to be complete, without an error."""
        self._awaited[value] = task
        self._near.add(value)

    def has_ended_well(self, value: SSAValue) -> bool:
        """Whether that is known here."""
        return value in self._awaited

    def made_by_call(self, value: SSAValue, task: str, offset: int) -> None:
        """The value is a result of the call that made the task."""
        self._origins[value] = _Origin(task, offset)

    def own(self, value: SSAValue, address: str) -> None:
        """From here on the task is in the slot at the address."""
        task = self.header(value)
        assert task is not None
        self._f.do(f"store volatile ptr {task}, ptr {address}, align 8")
        self._slots[value] = address

    def disown(self, value: SSAValue) -> None:
        """The slot is given up from here on; later ops of the block may still use the value."""
        task = self.header(value)
        assert task is not None
        self._read[value] = (task, self._piece(value, task))

    def has_slot(self, value: SSAValue) -> bool:
        """Whether the task is in a slot."""
        return value in self._slots and value not in self._read

    def header_is_known(self, value: SSAValue) -> bool:
        """Whether the task is known without loading payload[-1], the word in front of the value's payload."""
        return not _has_payload(value) or value in self._origins

    def header(self, value: SSAValue) -> str | None:
        """The task, if it is known or in a slot."""
        if value in self._read:
            return self._read[value][0]
        if value in self._near:
            return self._awaited[value]
        if value in self._slots:
            known = f", !nonnull {self._f.module.metadata([])}" if value in self._origins else ""
            return self._f.let(f"load volatile ptr, ptr {self._slots[value]}, align 8{known}")
        origin = self._origins.get(value)
        if origin is not None:
            return origin.task
        return None if _has_payload(value) else self._f.one(value)

    def pieces(self, value: SSAValue) -> tuple[str, ...] | None:
        """The piece of a value whose task is in a slot, or was in this block; None: it is held as any other."""
        if value not in self._slots:
            return None
        if value in self._read:
            return (self._read[value][1],)
        task = self.header(value)
        assert task is not None
        return (self._piece(value, task),)

    def _piece(self, value: SSAValue, task: str) -> str:
        origin = self._origins.get(value)
        return task if origin is None else self._f.at(task, origin.offset)


def _has_payload(value: SSAValue) -> bool:
    return isinstance(value.type, ValueType)


class TaskFunction(LlvmFunction):
    """Builds one function, which may be a coroutine."""

    def __init__(self, module: ModuleText, prefix: str = "v"):
        super().__init__(module, prefix)
        self.failures: list[FailureExit] = []
        """The jumps to the block that ends the function in failure."""
        self.slots: Slots | None = None
        """The array `%slots` that holds what must be released on failure."""
        self.frame: str | None = None
        """The coroutine's frame, which is its task's header; None in a plain function."""
        self.scratch: str | None = None
        """In a coroutine: head of the list of memory to free at its end (dynamic allocas)."""
        self.raw = False
        """The program itself makes a coroutine of this function."""
        self.may_fail = False
        """In a plain function: an error pointer comes before the results."""
        self.payload: Payload | None = None
        """In a coroutine: where its results go."""
        self.look_at_start: str | None = None
        """In a coroutine: the i1 that says whether to look for a cancellation before it begins."""
        self.launched_from: LocationAttr | None = None
        """In a task that starts on a worker: its own location, which `%site` stands for."""
        self.finishes: list[str] = []
        """Blocks that jump to the end of the coroutine, their results stored."""
        self.queues_tasks = False
        """In a coroutine: tasks are queued rather than started inside it."""
        self.skipped: set[Operation] = set()
        """Ops that an earlier one has already done."""
        self.added: dict[Operation | Block, int] = {}
        """How many references more each created token or value is made with."""
        self.completions = Completions(self)

    def worker(self) -> str:
        """The worker on which this code runs. A coroutine's may change at each suspension, so it reads its frame."""
        if self.frame is None:
            return self.call("asyncir_worker_here")
        return self.load("ptr", self.at(self.frame, TASK["worker"]))

    def release(self, task: str, *, ended_well: bool = False) -> None:
        """Drop one reference to a task, which may be known to be complete, without an error."""
        if self.frame is None:
            self.call("asyncir_task_release", task, 1)
        else:
            helper = "asyncir.release_ended" if ended_well else "asyncir.release"
            self.call(helper, self.worker(), task)

    def take_stack(self, op: Operation, type_: str, count: str, alignment: int) -> str:
        """See `LlvmFunction`. The frame of a coroutine has a fixed size: it takes memory that is freed at its end."""
        if self.frame is not None:
            return self.take_scratch(times(self, count, str(size_and_alignment(type_)[0])))
        if self.raw:
            raise refuse(op, "a hand-written coroutine has no room for memory whose size is not fixed")
        return super().take_stack(op, type_, count, alignment)

    def take_scratch(self, size: str) -> str:
        """In a coroutine: so many bytes, freed at its end."""
        if self.scratch is None:
            self.scratch = self.alloca("ptr", 8)
        return self.call("asyncir.scratch", self.scratch, size)

    def get(self, value: SSAValue) -> tuple[str, ...]:
        """See `LlvmFunction`."""
        return self.completions.pieces(value) or super().get(value)

    def start_block(self, block: Block) -> None:
        """See `LlvmFunction`."""
        super().start_block(block)
        self.completions.enter_block()

    def finish_coroutine(self, results: Sequence[tuple[Attribute, Sequence[str]]]) -> None:
        """Store the results in the frame and go to the end of the coroutine."""
        assert self.payload is not None
        for offsets, (type_, held) in zip(self.payload.offsets, results, strict=False):
            self.store_pieces("%frame", offsets, pieces(type_), held)
        self.finishes.append(self.label)
        self.do("br label %finish")

    # ---- failure

    def fail_if(self, condition: str, make_error: Callable[[], str]) -> None:
        """Leave the function with the error that `make_error` writes, if the i1 `condition` holds."""
        failing, going_on = self.fresh_label("failing"), self.fresh_label("ok")
        self.branch(condition, failing, going_on, failing, rare=True)
        if self.frame is not None and self.slots is not None and self.slots.masked:
            # Where the error will be: kept in a register while that is made, it would take one from everything else.
            self.store("i64", self.slots.mask(), self.at(self.frame, TASK["error"]))
        error = make_error()
        self.failures.append(
            FailureExit(self.label, error, self.slots.mask() if self.slots is not None else "0")
        )
        self.do("br label %failure")
        self.start(going_on)

    def place(self, op: Operation) -> str:
        """Where the op is written, as a string of the program."""
        # What a task waits for before it starts is written where it was launched, not in the task.
        at_launch = self.launched_from is not None and op.location == self.launched_from
        return "%site" if at_launch else self.module.string(location_text(op.location))

    def check(self, op: Operation, look: str) -> None:
        """Fail here if the i1 `look` holds, the runtime says that this run is cancelled."""
        with self.only_if(look, "look", "on", rare=True):
            error = self.call("asyncir_check", self.worker(), self.place(op))
            self.fail_if(self.let(f"icmp ne ptr {error}, null"), lambda: error)

    def poll(self, op: Operation) -> None:
        """Leave the program here if its call is interrupted. Whoever calls it may be no worker."""
        line = "@asyncir_attention = external global i64"
        if line not in self.module.globals:
            self.module.globals.append(line)
        wanted = self.let("load atomic i64, ptr @asyncir_attention monotonic, align 8")
        with self.only_if(self.let(f"icmp ne i64 {wanted}, 0"), "look", "on", rare=True):
            self.call("asyncir_poll", self.place(op))

    def guard_is_up(self, *, seldom: bool = False) -> str:
        """Whether somebody wants the long way to be taken: all that cancellation costs while nothing is cancelled."""
        # A short loop that looks once in many turns would pay for the worker in each call of its function.
        worker = self.worker() if seldom else self._worker_at_entry()
        limit = self.let(f"load atomic i64, ptr {worker} monotonic, align 8")
        return self.let(f"icmp eq i64 {limit}, -1")

    def _worker_at_entry(self) -> str:
        """The worker; a function that does not wait stays on one, and asks for it once."""
        if self.frame is not None or self.raw:
            return self.worker()
        name = "%worker_here"
        line = f"  {name} = call ptr @asyncir_worker_here()"
        if line not in self.entry_lines:
            self.module.runtime("asyncir_worker_here")
            self.entry_lines.append(line)
        return name

    def error(self, code: str, message: str, op: Operation, cause: str = "null") -> str:
        """Write the making of an error that names the op's location."""
        return self._error("asyncir_error_create", code, message, op, cause)

    def error_after(self, code: str, message: str, op: Operation, error: str) -> str:
        """Write the making of an error that another task's error is the cause of."""
        return self._error("asyncir.error_after", code, message, op, error)

    def _error(self, how: str, code: str, message: str, op: Operation, cause: str) -> str:
        return self.call(how, self.module.string(code), self.module.string(message), self.place(op), cause)
