"""async.region: parts that complete one after the other, and values that are there with them. The rules: REG-1 to REG-5.

A part is a group of the body itself and of the tokens that the body yields for it. Until it is complete, registers have a
`Promised` where the value will be; the verifier sees to it that nobody looks at it before who has not waited for it. Who has
waited, at the start of a task or later, then finds the value in its register.
"""

from __future__ import annotations

from typing import Any

from asyncir.ir import Operation
from asyncir.semantics.core.program import Compiler, Segment, handles
from asyncir.semantics.core.values import Registers
from asyncir.semantics.tasks.async_ops import completion_in, finishing, start_of
from asyncir.semantics.tasks.tasks import PartToken, Promised, Task


@handles("async.region")
def _region(op: Any, c: Compiler) -> None:
    machine = c.machine
    dependencies, captures = c.uses(op.dependencies_), c.uses(op.captures)
    parts = [(c.slot(token), c.slots(values)) for token, values in op.parts()]
    whole, begun = c.code.fresh(), op.region_token() is not None
    code = c.inner("region body", op, op.body, {"async.yield": _yield})
    own = [code.fresh() for _ in dependencies]
    start = start_of(machine, code, () if begun else own, ())
    moves = c.moves_into(code)
    waits = list(zip(dependencies, own, strict=True))

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        child = machine.new_task(task, op, [(whole, True)], registers)
        inner = child.registers = code.registers()
        for source, target in (*waits, *moves, *zip(captures, code.arguments, strict=False)):
            inner[target] = registers[source]
        if begun:
            given = [completion_in(registers, slot) for slot in dependencies]
            inner[code.arguments[-1]] = PartToken.of(op, f"{child.identity}/depends", given)
        for number, (token, values) in enumerate(parts):
            promises = [Promised() for _ in values]
            part = PartToken.of(op, f"{child.identity}/part{number}", [registers[whole]])
            part.promises = promises
            registers[token] = part
            for promise, slot in zip(promises, values, strict=True):
                registers[slot] = promise
            child.parts.append(part)
        child.segment = start
        machine.policy.enabled(child)
        return machine.stops_after(task, go_on)

    c.retry(end)


def _yield(op: Operation, c: Compiler) -> None:
    region: Any = op.parent_op()
    given = [(c.uses(part.values), c.uses(part.tokens)) for part in region.yielded(op)]
    machine = c.machine

    def end(registers: Registers, task: Task) -> Segment | None:
        for part, (values, tokens) in zip(task.parts, given, strict=True):
            part.values = [registers[slot] for slot in values]
            part.add([completion_in(registers, slot) for slot in tokens])
        machine.give_back(task, [])
        return None

    c.end(finishing(machine, end, c))
