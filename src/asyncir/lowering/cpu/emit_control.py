"""How cf and func are written: jumps, assertions, calls, returns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from asyncir.dialects import cf, func, memref, rt
from asyncir.dialects.async_types import CompletionType, ValueType
from asyncir.dialects.effects import ViewLike
from asyncir.ir import Attribute, Block, DenseArrayBase, DenseIntOrFPElementsAttr, Operation, SSAValue
from asyncir.ir.dense import all_elements
from asyncir.ir.marks import INDEPENDENT
from asyncir.lowering.cpu import abi
from asyncir.lowering.cpu.handlers import handles
from asyncir.lowering.cpu.payloads import payload_layout
from asyncir.lowering.cpu.task_function import TaskFunction
from asyncir.lowering.cpu.unranked import from_heap, to_heap
from asyncir.lowering.llvm.descriptors import parts
from asyncir.lowering.llvm.emit_arith import integer_text
from asyncir.lowering.llvm.emit_memref import bytes_needed
from asyncir.lowering.llvm.function_text import refuse
from asyncir.lowering.llvm.module_text import ModuleText
from asyncir.lowering.llvm.types import pieces, value_layout


@handles("cf.br")
def _br(f: TaskFunction, op: Operation) -> None:
    # More than one step at a time would only order the accesses to memory worse: nothing waits for the step before.
    hint = f.module.loop(["llvm.loop.interleave.count", "i32 1"]) if INDEPENDENT in op.attributes else ""
    f.do(f"br label %{f.target(op.successors[0], op.operands)}{hint}")


@handles("cf.cond_br", properties=("operandSegmentSizes", "branch_weights"))
def _cond_br(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, cf.ConditionalBranchOp)
    edges = [(op.successors[0], op.then_arguments), (op.successors[1], op.else_arguments)]
    condition = f.one(op.operands[0])
    (yes, no), finish = f.targets(edges)
    weights = _weights(f, op)
    f.do(f"br i1 {condition}, label %{yes}, label %{no}{weights}")
    finish()


def _weights(f: TaskFunction, op: Operation) -> str:
    weights = op.properties.get("branch_weights")
    if not isinstance(weights, DenseArrayBase):
        return ""
    operands = ['!"branch_weights"', *(f"i32 {int(v)}" for v in weights.get_values())]
    return f", !prof {f.module.metadata(operands)}"


@handles("cf.switch", properties=("operandSegmentSizes", "case_values", "case_operand_segments"))
def _switch(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, cf.SwitchOp)
    (piece,) = pieces(op.flag.type)
    flag = f.one(op.flag)
    values = all_elements(op.case_values) if isinstance(op.case_values, DenseIntOrFPElementsAttr) else ()
    first: dict[int, tuple[Block, Sequence[SSAValue]]] = {}
    for value, block, arguments in zip(values, op.case_blocks, op.case_operand, strict=True):
        # Of two cases with the same value the first counts; LLVM refuses the second.
        first.setdefault(int(value) % (1 << int(piece[1:])), (block, arguments))
    (default, *cases), finish = f.targets([(op.default_block, op.default_operands), *first.values()])
    texts = [integer_text(value, piece) for value in first]
    table = " ".join(f"{piece} {v}, label %{c}" for v, c in zip(texts, cases, strict=True))
    f.do(f"switch {piece} {flag}, label %{default} [ {table} ]")
    finish()


@handles("cf.assert", properties=("msg",))
def _assert(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, cf.AssertOp)
    broken = f.let(f"xor i1 {f.one(op.operands[0])}, true")
    message = f"assertion failed: {op.msg.data}"
    f.fail_if(broken, lambda: f.error("R101", message, op))


_COMPARISONS = {"==": "eq", "<=": "sle", "<": "slt"}


@handles("rt.check_sizes", properties=("predicate", "message"))
def _check_sizes(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, rt.CheckSizesOp)
    left, right = f.one(op.left), f.one(op.right)
    holds = f.let(f"icmp {_COMPARISONS[op.predicate.data]} i64 {left}, {right}")
    code, message = (f.module.string(text) for text in ("R010", op.message.data))
    f.fail_if(
        f.let(f"xor i1 {holds}, true"),
        lambda: f.call("asyncir_error_create_sizes", code, message, f.place(op), left, right),
    )


@handles("rt.check_memory")
def _check_memory(f: TaskFunction, op: Operation) -> None:
    memory = op.operands[0]
    code, message = (f.module.string(text) for text in ("R011", "there is no memory for {0} bytes"))

    def error() -> str:
        return f.call("asyncir_error_create_sizes", code, message, f.place(op), bytes_needed(f, memory), 0)

    f.fail_if(f.let(f"icmp eq ptr {parts(f, memory).base}, null"), error)


@handles("func.constant", properties=("value",))
def _function_constant(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, func.ConstantOp)
    f.set(op.results[0], [f.module.symbol_of(op.value.root_reference.data)])


@handles("func.call", properties=("callee", "no_inline", "arg_attrs", "res_attrs"))
def _call(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, func.CallOp)
    name = op.callee.root_reference.data
    if name in f.module.externals:
        abi.call_external(f, op, f.module.externals[name])
    else:
        _call_any(f, op, f.module.symbol_of(name), op.operands)


@handles("func.call_indirect", properties=("arg_attrs", "res_attrs"))
def _call_indirect(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, func.CallIndirectOp)
    _call_any(f, op, f.one(op.operands[0]), op.operands[1:])


def _call_any(
    f: TaskFunction, op: func.CallOp | func.CallIndirectOp, callee: str, operands: Sequence[SSAValue]
) -> None:
    arguments = [p for o in operands for p in f.typed(o)]
    if f.module.suspension.waits(op):
        _call_and_wait(f, op, callee, arguments)
        return
    fails = f.module.suspension.fails(op)
    types = (["ptr"] if fails else []) + [t for r in op.results for t in pieces(r.type)]
    held = f.call_for(types, callee, arguments)
    if fails:
        error = held.pop(0)
        f.fail_if(f.let(f"icmp ne ptr {error}, null"), lambda: error)
    for result in op.results:
        count = len(pieces(result.type))
        f.set(result, from_heap(f, result.type, held[:count]))
        held = held[count:]


def _call_and_wait(f: TaskFunction, op: Operation, callee: str, arguments: list[str]) -> None:
    """Call a coroutine, wait for its task, take its results over, let the task go."""
    assert f.frame is not None, "who calls a function that may wait may wait"
    task = f.let(f"call ptr {callee}({', '.join([f'ptr {f.worker()}', *arguments])})")

    def failed(error: str) -> str:
        kept = f.call("asyncir_error_retain", error)
        f.release(task)
        return kept

    succeeds(f, lambda: task, lambda: _suspend_until(f, lambda: task), failed)
    layout = payload_layout(tuple(r.type for r in op.results), with_header_words=False)
    for result, offsets in zip(op.results, layout.offsets, strict=True):
        held = f.load_pieces(task, offsets, pieces(result.type))
        f.set(result, from_heap(f, result.type, held))
    f.release(task, ended_well=True)


def succeeds(
    f: TaskFunction, task: Callable[[], str], suspend: Callable[[], None], failed: Callable[[str], str]
) -> str:
    """In a coroutine: go on when the task has ended well, or fail with what `failed` makes of its error.

    `suspend` waits for it, where it has not ended well already. `task` gives the task anew each time: what is used on both
    sides of a save LLVM keeps in the frame. Returns the task as it was read last.
    """
    well, ways = f.fresh_label("well"), list[str]()
    if not f.module.traced:  # a trace hears of what is complete already, too
        first, wait = task(), f.fresh_label("wait")
        ended = f.call("asyncir.has_ended_well", first)
        ways.append(f"[ {first}, %{f.label} ]")
        f.branch(ended, well, wait, wait)
    suspend()
    last = task()
    error = f.call("asyncir.error_of", last)
    f.fail_if(f.let(f"icmp ne ptr {error}, null"), lambda: failed(error))
    ways.append(f"[ {last}, %{f.label} ]")
    f.go_on(well)
    return f.let(f"phi ptr {', '.join(ways)}")


def suspend_until(f: TaskFunction, task: Callable[[], str]) -> None:
    """In a coroutine: go on when the task is complete, suspended meanwhile if it is not yet."""
    if f.module.traced:
        _suspend_until(f, task)
        return
    wait, going_on = f.fresh_label("wait"), f.fresh_label("go")
    done = f.call("asyncir.is_done", task())
    f.branch(done, going_on, wait, wait)
    _suspend_until(f, task)
    f.go_on(going_on)


def _suspend_until(
    f: TaskFunction, task: Callable[[], str], await_: str = "asyncir_task_await", then: str = "go"
) -> None:
    suspend, going_on = f.fresh_label("suspend"), f.fresh_label(then)
    saved = f.call("llvm.coro.save", f.frame)
    # True: the frame is published and may be running elsewhere already; only this register is still ours.
    pending = f.call(await_, task(), f.frame)
    f.branch(pending, suspend, going_on, suspend)
    suspend_here(f, saved, going_on)


def suspend_unless_cancelled(f: TaskFunction, op: Operation, task: Callable[[], str]) -> None:
    """In a coroutine: wait for the task, or fail, without waiting any longer, if its run is cancelled meanwhile."""
    _suspend_until(f, task, "asyncir_await", "resumed")
    f.check(op, f.guard_is_up())


def suspend_here(f: TaskFunction, saved: str, going_on: str) -> None:
    """Suspend; go on at the label, which begins here, when resumed."""
    f.completions.suspended()
    how = f.call("llvm.coro.suspend", saved, "false")
    f.do(f"switch i8 {how}, label %suspended [ i8 0, label %{going_on} i8 1, label %cleanup ]")
    f.start(going_on)


def _on_stack(value: SSAValue) -> bool:
    """Whether the value is a view of memory that this function allocates on the stack."""
    while isinstance(owner := value.owner, Operation):
        if isinstance(owner, memref.AllocaOp):
            return True
        if not owner.has_trait(ViewLike):
            return False
        value = owner.operands[0]
    return False


@handles("func.return", "async.return")
def _return(f: TaskFunction, op: Operation) -> None:
    for operand in op.operands:
        if _on_stack(operand):
            message = "memory from `memref.alloca` ends with the function and cannot be returned"
            raise refuse(op, message, "use `memref.alloc`, or pass the memref in", "L006")
    results = [(v.type, to_heap(f, v.type, f.get(v))) for v in op.operands]
    if f.frame is not None:
        f.finish_coroutine(results)
        return
    held = [p for _, pieces_ in results for p in pieces_]
    types = [t for o in op.operands for t in pieces(o.type)]
    if f.may_fail:
        held, types = ["null", *held], ["ptr", *types]
    f.return_pieces(types, held)


@handles("ub.unreachable")
def _unreachable(f: TaskFunction, op: Operation) -> None:
    f.do("unreachable")


def poison_pieces(module: ModuleText, type_: Attribute) -> list[str]:
    """Any value will do; but counted ones are retained and released, so these stand for the ready token."""
    if isinstance(type_, ValueType):
        return [_poison_value(module, type_.value_type)]
    return ["null" if isinstance(type_, CompletionType) else "poison"] * len(pieces(type_))


def _poison_value(module: ModuleText, payload: Attribute) -> str:
    """A payload that belongs to no task: the word before it, which points to the task, is null."""
    _, size, alignment = value_layout(payload)
    inner = poison_pieces(module, payload)[0] if isinstance(payload, ValueType) else "null"
    rest = f"[{max(size - 8, 0)} x i8] zeroinitializer"
    fields = f"[{alignment - 8} x i8] zeroinitializer, ptr null, ptr {inner}, {rest}"
    types = f"[{alignment - 8} x i8], ptr, ptr, [{max(size - 8, 0)} x i8]"
    name = f"@asyncir.poison.{len(module.globals)}"
    module.globals.append(f"{name} = internal global <{{ {types} }}> <{{ {fields} }}>, align {alignment}")
    return f"getelementptr (i8, ptr {name}, i64 {alignment})"


@handles("ub.poison", properties=("value",))
def _poison(f: TaskFunction, op: Operation) -> None:
    f.set(op.results[0], poison_pieces(f.module, op.results[0].type))
