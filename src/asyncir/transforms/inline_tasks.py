"""`inline-tasks`: tasks are done where they are launched."""

from __future__ import annotations

from asyncir.dialects import async_dialect, func, queue
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.completion import FIFOS_ATTRIBUTE
from asyncir.ir import Context, IntegerAttr, ModuleOp, Operation, SSAValue, StringAttr, SymbolRefAttr, i64
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import block_of, enclosing, terminator_of, walk
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._building import Builder
from asyncir.transforms._fifo_numbers import free_queue, names_any_queue
from asyncir.transforms._outlining import SymbolNames
from asyncir.transforms._passes import Pass


class InlineTasks(Pass):
    """Let the body of each `async.execute` take its place, with FIFOs of its own, behind which it waits for all of them.

    That is one order in which a program may run that waits for nothing that is launched later. Tokens of tasks are ready,
    groups of tasks go. A program with other tasks (`async.func`, values that are carried, bodies of several blocks) is
    left with some.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite the whole module."""
        if any(FIFOS_ATTRIBUTE in inner.attributes or names_any_queue(inner) for inner in walk(op)):
            return  # queues of a task that share a FIFO would need new ones that do, and any queue may be one of these
        _Spaces(op).give()
        for task in [inner for inner in walk(op) if isinstance(inner, async_dialect.ExecuteOp)]:
            _inline(task)
        _use_values(op)
        _drop_groups(op)


class _Spaces:
    """Queues of its own for each task, also in what it calls, of which it gets copies."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self.functions = {symbol_name(f): f for f in module.ops if isinstance(f, func.FuncOp)}
        self.names = SymbolNames(module)
        self.next = free_queue(module)
        self.touching = self._touching()

    def _touching(self) -> set[str]:
        """The functions that commit or wait, themselves or in what they call."""
        found: set[str] = set()
        before = -1
        while len(found) != before:
            before = len(found)
            for name, function in self.functions.items():
                if name is not None and any(
                    op.name.startswith("queue.") or callee_name(op) in found for op in walk(function)
                ):
                    found.add(name)
        return found

    def give(self) -> None:
        """Go through all tasks, those of the copies included; each one's own ops are those in no task inside of it."""
        pending = [op for op in walk(self.module) if isinstance(op, async_dialect.ExecuteOp)]
        while pending:
            pending += self._space(pending.pop())

    def _space(self, task: async_dialect.ExecuteOp) -> list[async_dialect.ExecuteOp]:
        """Rename the queues of a task; the tasks in the copies that were made."""
        queues: dict[int, int] = {}
        copies: dict[str, str] = {}
        made: list[async_dialect.ExecuteOp] = []
        roots: list[Operation] = [task]
        while roots:
            root = roots.pop()
            for op in walk(root):
                if op is root or _task_around(op) is not (task if root is task else None):
                    continue
                number, callee = _number(op), callee_name(op)
                if number is not None:
                    new = queues.setdefault(number, self.next + len(queues))
                    op.properties["queue"] = IntegerAttr(new, i64)
                elif callee in self.touching and isinstance(op, func.CallOp):
                    if callee not in copies:
                        copy = self._copy(callee)
                        copies[callee] = copy.sym_name.data
                        roots.append(copy)
                        made += [o for o in walk(copy) if isinstance(o, async_dialect.ExecuteOp)]
                    op.properties["callee"] = SymbolRefAttr(copies[callee])
        self.next += len(queues)
        build = Builder(terminator_of(task.body.blocks[0]))
        for number in queues.values():
            build.add(queue.WaitOp(number, 0))
        return made

    def _copy(self, name: str) -> func.FuncOp:
        function = self.functions[name]
        copy = function.clone()
        copy.sym_name = StringAttr(self.names.fresh(name))
        copy.sym_visibility = StringAttr("private")
        block_of(function).insert_op_after(copy, function)
        self.functions[copy.sym_name.data] = copy
        self.touching.add(copy.sym_name.data)
        return copy


def _number(op: Operation) -> int | None:
    """The queue that a commit or a wait by count names, where it is written out."""
    number = op.properties.get("queue") if op.name.startswith("queue.") else None
    return number.value.data if isinstance(number, IntegerAttr) else None


def _task_around(op: Operation) -> Operation | None:
    return next((each for each in enclosing(op) if isinstance(each, async_dialect.ExecuteOp)), None)


def _inline(task: async_dialect.ExecuteOp) -> None:
    """Put what the task does in its place, if it is one block, and what it is given is there."""
    block = task.body.blocks[0]
    given = [_payload(value) for value in task.body_operands]
    if block.next_block is not None or None in given:
        return
    for argument, payload in zip(block.args, given, strict=True):
        assert payload is not None
        argument.replace_all_uses_with(payload)
    end = terminator_of(block)
    build = Builder(task)
    move_ops([op for op in block.ops if op is not end], task)
    results = [build.add(async_dialect.ReadyOp()).result]
    results += [build.add(async_dialect.ReadyOp(value)).result for value in end.operands]
    for old, new in zip(task.results, results, strict=True):
        old.replace_all_uses_with(new)
    erase(task)


def _payload(value: SSAValue) -> SSAValue | None:
    """What a value holds that is there from the start."""
    ready = value.owner
    return ready.operands[0] if isinstance(ready, async_dialect.ReadyOp) and ready.operands else None


def _use_values(module: ModuleOp) -> None:
    for op in list(walk(module)):
        payload = _payload(op.operands[0]) if isinstance(op, async_dialect.AwaitOp) else None
        if payload is not None:
            op.results[0].replace_all_uses_with(payload)
            erase(op)
    for op in list(walk(module)):
        if isinstance(op, async_dialect.ReadyOp) and op.result.first_use is None:
            erase(op)


def _drop_groups(module: ModuleOp) -> None:
    """Nobody has to wait for the tasks of a group any more; one whose ranks are looked at stays."""
    ops = list(walk(module))
    for op in ops:
        if isinstance(op, async_dialect.AwaitAllOp) or (
            isinstance(op, async_dialect.AddToGroupOp) and op.results[0].first_use is None
        ):
            erase(op)
    for op in ops:
        if isinstance(op, async_dialect.CreateGroupOp) and op.results[0].first_use is None:
            erase(op)
