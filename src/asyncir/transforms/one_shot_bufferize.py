"""`one-shot-bufferize`: tensors become memory, and ops on them ops that read and write memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.analyses.places_of_tensors import PlacesOfTensors, is_tensor
from asyncir.analyses.task_ends import TaskEnds
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import async_dialect, func, memref, scf, tensor
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import (
    Attribute,
    Block,
    Context,
    FunctionType,
    ModuleOp,
    Operation,
    SSAValue,
    StringAttr,
    TensorType,
    UnitAttr,
    UnrankedTensorType,
)
from asyncir.ir.resources import with_elements
from asyncir.ir.walk import home_of, terminator_of, walk
from asyncir.transforms._blocks import at, erase
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import complaint
from asyncir.transforms._tensor_forall import begin_forall, end_iteration, without_shared_tensors
from asyncir.transforms._tensor_forms import rewrite
from asyncir.transforms._tensor_frees import free, is_used_by_tasks, wait_where_nobody_does
from asyncir.transforms._tensor_memory import TensorMemory, has_tensors, memref_of
from asyncir.transforms.lift_cf_to_scf import LiftCfToScf

_BRANCHES = scf.IfOp | scf.IndexSwitchOp | scf.ExecuteRegionOp
"""What is done once or not at all, and gives its results away."""


class OneShotBufferize(Pass):
    """
    Replace tensors by memrefs: in the memory of the destination where nobody can tell, else in memory of its own.

    What a function is called with stays the caller's, and is not changed; what it returns is the caller's to free.
    Everything else is freed behind its last use. If `apart`, no op comes behind another one for the sake of memory alone:
    what others read is not written into, and each op that starts with a fill has its own.
    """

    apart: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite each function by itself, without branches between blocks that have tensors."""
        LiftCfToScf(only_tensors=True).run_on(op)
        constants = _Constants(op)
        for function in [each for each in walk(op) if isinstance(each, FunctionOp)]:
            if any(has_tensors(inner) for inner in walk(function)) or _has_tensor_types(function):
                _Function(function, constants, apart=self.apart).rewrite()


def _fill_for_each(function: FunctionOp) -> None:
    """Let each op of a block have the fill that it starts with for itself."""
    for op in list(walk(function)):
        if not isinstance(op, Structured) or len(op.results) != 1 or any(map(is_tensor, op.ins)):
            continue
        first, *others = [use for use in op.results[0].uses if use.operation.parent is op.parent] or [None]
        for use in others if first is not None else ():
            if use is not None:
                copy = op.clone()
                Builder(use.operation).add(copy)
                use.operation.operands[use.index] = copy.results[0]


def _has_tensor_types(function: FunctionOp) -> bool:
    types = (*function.function_type.inputs, *function.function_type.outputs)
    return any(_lowered(of) is not of for of in types)


def _refuse_what_has_no_form(function: FunctionOp) -> None:
    """Tensors of any rank, and tasks' tensors that others hand on."""
    for op in walk(function):
        values = list[SSAValue](op.results)
        for region in op.regions:
            values += [argument for block in region.blocks for argument in block.args]
        if any(_is_promise_of_promise(value.type) for value in values):
            what = "a task's tensor that another task hands on has"
            raise _without_form(op, what, "let the task that makes it hand it out itself")
        if any(isinstance(value.type, UnrankedTensorType) for value in values):
            raise _without_form(
                op, "tensors of any rank have", "give each its rank, by types or `tensor.cast`"
            )


def _is_promise_of_promise(of: Attribute) -> bool:
    """Whether it is a task's value that is another task's tensor."""
    inner = of.payload() if isinstance(of, async_dialect.ValueType) else None
    return isinstance(inner, async_dialect.ValueType) and isinstance(inner.payload(), TensorType)


def _without_form(op: Operation, what: str, help_: str) -> DiagnosticError:
    return DiagnosticError(
        complaint("L001", f"{what} no form on memory yet", op, help_, label=f"`{op.name}`")
    )


class _Constants:
    """Globals for the constants of a module, one for all that are equal."""

    def __init__(self, module: ModuleOp):
        self._module = module
        self._names: dict[tuple[Attribute, Attribute], str] = {}
        self._taken = {
            name.data for op in module.ops if isinstance(name := op.properties.get("sym_name"), StringAttr)
        }

    def name(self, value: Attribute, of: Any) -> str:
        """The name of the global with this value."""
        value = with_elements(value)
        known = self._names.get((value, of))
        if known is not None:
            return known
        number = len(self._names)
        while (name := f"__constant_{number}") in self._taken:
            number += 1
        self._taken.add(name)
        self._names[value, of] = name
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(name),
            "sym_visibility": StringAttr("private"),
            "type": of,
            "initial_value": value,
            "constant": UnitAttr(),
        }
        block = self._module.body.block
        first = block.first_op
        made = at(memref.GlobalOp.create(properties=properties), self._module.location)
        if first is None:
            block.add_op(made)
        else:
            block.insert_op_before(made, first)
        return name


class _Function:
    """The rewriting of one function.

    Ops on tensors stay until all is rewritten, and are then erased from the last to the first: until then `TensorMemory` says
    where the tensors are that they made.
    """

    def __init__(self, function: FunctionOp, constants: _Constants, *, apart: bool):
        self._function = function
        _refuse_what_has_no_form(function)
        wait_where_nobody_does(function)
        if apart:
            _fill_for_each(function)
        self._places = PlacesOfTensors(function, apart=apart)
        self._memory = TensorMemory(self._places, constants.name)
        self._were_tensors: set[SSAValue] = set()
        self._given: set[SSAValue] = set()
        self._dead: list[Operation] = []

    def rewrite(self) -> None:
        """Rewrite the body, then the type."""
        for block in self._function.body.blocks:
            for argument in block.args:
                self._retype(argument)
            self._block(block)
        anew: dict[SSAValue, SSAValue] = {}
        for op in reversed(self._dead):
            if isinstance(op, scf.ForOp):
                anew.update(_without_tensors(op))
            elif isinstance(op, scf.ForallOp):
                without_shared_tensors(op)
            else:
                erase(op)
        ends = TaskEnds()
        for value in self._memory.owned:
            if value not in self._given:
                free(anew.get(value, value), ends)
        of = self._function.function_type
        self._function.properties["function_type"] = FunctionType.from_lists(
            [_lowered(t) for t in of.inputs], [_lowered(t) for t in of.outputs]
        )

    def _retype(self, value: SSAValue) -> bool:
        """Let a tensor, or a task's value that is one, be the memory that it gets; false for any other value."""
        of = _lowered(value.type)
        if of is value.type:
            return False
        value._type = of  # pyright: ignore[reportPrivateUsage]
        self._were_tensors.add(value)
        return True

    def _block(self, block: Block) -> None:
        """Rewrite all ops of the block, in their order."""
        for op in list(block.ops):
            code = Builder(op)
            if isinstance(op, scf.ForOp) and self._has_tensors(op):
                self._loop(op, code)
            elif isinstance(op, scf.WhileOp):
                self._while(op, code)
            elif isinstance(op, scf.ForallOp) and op.outputs:
                begin_forall(op, code, self._memory)
                self._dead.append(op)
                self._block(op.region.block)
            elif isinstance(op, scf.InParallelOp):
                self._dead += end_iteration(op, self._memory)
            elif isinstance(op, func.ReturnOp | async_dialect.ReturnOp | async_dialect.YieldOp) or _hands_on(
                op
            ):
                op.operands = [self._given_away(value, code) for value in op.operands]
            elif isinstance(op, func.CallOp | async_dialect.CallOp):
                op.operands = [self._handed_over(value, code) for value in op.operands]
                self._owns_results(op)
            elif isinstance(op, async_dialect.ExecuteOp):
                for argument in op.body.block.args:
                    self._retype(argument)
                self._block(op.body.block)
                self._owns_results(op)
            elif isinstance(op, async_dialect.AwaitOp):
                for result in op.results:
                    self._retype(result)
            elif self._has_tensors(op) and not isinstance(op, scf.YieldOp | _BRANCHES):
                for region in op.regions:
                    self._block(region.block)  # A body may take elements out of tensors.
                rewrite(op, code, self._memory)
                self._dead.append(op)
            else:
                for region in op.regions:
                    for inner in region.blocks:
                        self._block(inner)
                if isinstance(op, _BRANCHES):
                    self._owns_results(op)

    def _has_tensors(self, op: Operation) -> bool:
        return has_tensors(op) or any(value in self._were_tensors for value in op.operands)

    def _owns_results(self, op: Operation) -> None:
        """The tensors that the op gives are memory that is to be freed here."""
        self._memory.owned += [result for result in op.results if self._retype(result)]

    def _handed_over(self, value: SSAValue, code: Builder) -> SSAValue:
        """The memory of a tensor as an argument: a copy of a slice, since the elements of an argument are not apart."""
        memory = self._memory.get(value)
        if is_tensor(value) and memory.type != memref_of(value.type):
            return self._memory.copied(code, memory)
        return memory

    def _is_own(self, memory: SSAValue, block: Block) -> bool:
        """Whether the memory is one that the block has to free, if it does not give it to somebody."""
        return memory in self._memory.owned and memory not in self._given and home_of(memory) is block

    def _given_away(self, value: SSAValue, code: Builder) -> SSAValue:
        """The memory of a tensor, if it is this block's own, or a copy of it; whoever gets it frees it."""
        if not is_tensor(value) and value not in self._were_tensors:
            return value
        memory = self._memory.get(value)
        mine = self._is_own(memory, code.block)
        if isinstance(memory.type, async_dialect.ValueType):
            if not mine:
                what = "a task's tensor that is handed on by somebody else has"
                raise _without_form(terminator_of(code.block), what, "write it with scf ops")
            self._given.add(memory)
            return memory
        mine = mine and not is_used_by_tasks(memory, code.block)
        if not mine:
            memory = self._memory.copied(code, memory)
        self._given.add(memory)
        return memory

    def _while(self, op: scf.WhileOp, code: Builder) -> None:
        """Let each region have the memory of its arguments: it gives it to the other one, or frees it."""
        for value in (*op.operands, *op.results):
            if not is_tensor(value) and _lowered(value.type) is not value.type:
                raise _without_form(
                    op, "a loop with a condition that carries tasks' tensors has", "await them"
                )
        op.operands = [self._given_to_loop(op, number, code) for number in range(len(op.operands))]
        for region in op.regions:
            self._memory.owned += [argument for argument in region.block.args if self._retype(argument)]
            self._block(region.block)
        self._owns_results(op)

    def _given_to_loop(self, op: scf.WhileOp | scf.ForOp, number: int, code: Builder) -> SSAValue:
        """The memory of an initial value where it is nobody else's, or a copy."""
        value = op.operands[number]
        if not is_tensor(value) and value not in self._were_tensors:
            return value
        memory = self._memory.get(value)
        if not self._places.takes(op, number) or not self._is_own(memory, code.block):
            if isinstance(value.owner, tensor.EmptyOp):
                memory = self._memory.like(code, value.type, memory)
            else:
                memory = self._memory.copied(code, memory)
        self._given.add(memory)
        return memory

    def _loop(self, op: scf.ForOp, code: Builder) -> None:
        """Let what is carried as tensors stay in one place, which each iteration changes.

        An iteration that may change sizes has that memory, and gives other memory to the next one.
        """
        block = op.body.block
        places: dict[int, SSAValue] = {}
        owned: list[int] = []
        for number, (argument, init, result) in enumerate(
            zip(block.args[1:], op.operands[3:], op.results, strict=True)
        ):
            if not is_tensor(argument):
                continue
            if self._places.stays_in_place(op, number + 3):
                keep = not isinstance(init.owner, tensor.EmptyOp)
                place = places[number] = self._memory.destination(code, init, result, keep=keep)
                self._memory.of[argument] = self._memory.of[result] = place
            else:
                owned.append(number)
        for number in owned:
            op.operands[number + 3] = self._given_to_loop(op, number + 3, code)
            self._retype(block.args[number + 1])
            self._memory.owned.append(block.args[number + 1])
        self._dead.append(op)
        self._block(block)
        last = terminator_of(block)
        self._end_iteration(last, places, owned)
        self._memory.owned += [op.results[number] for number in owned if self._retype(op.results[number])]

    def _end_iteration(self, last: Operation, places: dict[int, SSAValue], owned: Sequence[int]) -> None:
        """Put what the loop carries where it stays, and give the next iteration the memory that it is to have."""
        end = Builder(last)
        # Copies are made before what they are of is changed.
        given = {number: self._given_away(last.operands[number], end) for number in owned}
        moves = [(self._memory.get(last.operands[number]), place) for number, place in places.items()]
        moves = [(source, place) for source, place in moves if source is not place]
        if len(moves) > 1:
            # One may be read where the other is written, as where two tensors are exchanged.
            moves = [(self._memory.copied(end, source), place) for source, place in moves]
        for source, place in moves:
            end.add(memref.CopyOp(source, place))
        operands = [given.get(number, value) for number, value in enumerate(last.operands)]
        last.operands = [value for number, value in enumerate(operands) if number not in places]


def _hands_on(op: Operation) -> bool:
    """Whether the op gives memory to whoever comes next, who frees it."""
    if isinstance(op, scf.ConditionOp):
        return True
    return isinstance(op, scf.YieldOp) and isinstance(op.parent_op(), scf.WhileOp | _BRANCHES)


def _lowered(of: Attribute) -> Attribute:
    if isinstance(of, async_dialect.ValueType):
        payload = _lowered(of.value_type)
        return of if payload is of.value_type else async_dialect.ValueType(payload)
    return memref_of(of) if isinstance(of, TensorType) else of


def _without_tensors(op: scf.ForOp) -> dict[SSAValue, SSAValue]:
    """The loop, whose tensors nobody uses any more, without them; says which of its results are called what now."""
    block, build = op.body.block, Builder(op)
    keep = [number for number, result in enumerate(op.results) if not is_tensor(result)]
    if len(keep) == len(op.results):
        return {}
    for number in reversed(range(len(op.results))):
        if number not in keep:
            block.erase_arg(block.args[number + 1])
    lower, upper, step, *inits = op.operands
    body = op.detach_region(op.regions[0])
    loop = build.add(scf.ForOp(lower, upper, step, [inits[number] for number in keep], body))
    loop.attributes.update(op.attributes)
    anew: dict[SSAValue, SSAValue] = {}
    for number, result in zip(keep, loop.results, strict=True):
        anew[op.results[number]] = result
        op.results[number].replace_all_uses_with(result)
    erase(op)
    return anew
