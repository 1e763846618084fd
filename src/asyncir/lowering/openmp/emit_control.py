"""How scf, cf and func are written: C has loops, branches, labels and calls."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import cf, func, rt, scf
from asyncir.ir import Block, DenseIntOrFPElementsAttr, Operation, SSAValue
from asyncir.ir.dense import all_elements
from asyncir.ir.walk import terminator_of
from asyncir.lowering.openmp.c_function import CFunction, handles, refuse
from asyncir.lowering.openmp.c_types import pieces, scalar
from asyncir.lowering.openmp.emit_numbers import literal, signed

_COMPARISONS = {"==": "==", "<=": "<=", "<": "<"}


def quoted(text: str) -> str:
    """A C string."""
    escaped = "".join(
        c if c.isprintable() and ord(c) < 128 and c not in '"\\\\?' else f"\\\\{ord(c):03o}" for c in text
    )
    return f'"{escaped}"'


# ---- structured ----


@handles("scf.for")
def _for(f: CFunction, op: Operation) -> None:
    assert isinstance(op, scf.ForOp)
    lower, upper, step, *inits = op.operands
    block = op.body.block
    carried = [f.variables(value.type) for value in op.results]
    f.assign(carried, inits)
    name = f.new()
    type_ = scalar(lower.type)
    head = f"for ({type_} {name} = {f.one(lower)}; {name} < {f.one(upper)}; {name} += {f.one(step)})"
    with f.block(head):
        f.set(block.args[0], [name])
        for argument, held in zip(block.args[1:], carried, strict=True):
            f.set(argument, held)
        f.ops(block)
        f.assign(carried, terminator_of(block).operands)
    _results(f, op, carried)


def _results(f: CFunction, op: Operation, held: Sequence[Sequence[str]]) -> None:
    for result, names in zip(op.results, held, strict=True):
        f.set(result, names)


@handles("scf.while")
def _while(f: CFunction, op: Operation) -> None:
    assert isinstance(op, scf.WhileOp)
    before, after = op.before_region.block, op.after_region.block
    carried = [f.variables(argument.type) for argument in before.args]
    results = [f.variables(result.type) for result in op.results]
    f.assign(carried, op.operands)
    with f.block("for (;;)"):
        for argument, held in zip(before.args, carried, strict=True):
            f.set(argument, held)
        f.ops(before)
        condition, *given = terminator_of(before).operands
        f.assign(results, given)
        f.do(f"if (!{f.one(condition)}) break;")
        for argument, held in zip(after.args, results, strict=True):
            f.set(argument, held)
        f.ops(after)
        f.assign(carried, terminator_of(after).operands)
    _results(f, op, results)


@handles("scf.if")
def _if(f: CFunction, op: Operation) -> None:
    assert isinstance(op, scf.IfOp)
    results = [f.variables(result.type) for result in op.results]
    with f.block(f"if ({f.one(op.cond)})"):
        _branch(f, op.true_region.blocks[0], results)
    if op.false_region.blocks:
        with f.block("else"):
            _branch(f, op.false_region.blocks[0], results)
    _results(f, op, results)


def _branch(f: CFunction, block: Block, results: Sequence[Sequence[str]]) -> None:
    f.ops(block)
    f.assign(results, terminator_of(block).operands)


@handles("scf.index_switch")
def _index_switch(f: CFunction, op: Operation) -> None:
    assert isinstance(op, scf.IndexSwitchOp)
    results = [f.variables(result.type) for result in op.results]
    default, *cases = op.regions
    numbers = op.cases.get_values()
    keyword = "if"
    for number, region in zip(numbers, cases, strict=True):
        with f.block(f"{keyword} ({f.one(op.operands[0])} == {literal(int(number), op.operands[0].type)})"):
            _branch(f, region.blocks[0], results)
        keyword = "else if"
    with f.block("else" if cases else ""):
        _branch(f, default.blocks[0], results)
    _results(f, op, results)


@handles("scf.execute_region")
def _execute_region(f: CFunction, op: Operation) -> None:
    if len(op.regions[0].blocks) != 1:
        raise refuse(op, "a region of several blocks has no form in C", "write it with scf ops")
    results = [f.variables(result.type) for result in op.results]
    with f.block(""):
        _branch(f, op.regions[0].blocks[0], results)
    _results(f, op, results)


@handles("scf.parallel")
def _parallel(f: CFunction, op: Operation) -> None:
    """Without a sum a `taskloop`; else a loop, since the order of what is added up is part of the result."""
    assert isinstance(op, scf.ParallelOp)
    block = op.body.block
    rank = len(op.lowerBound)
    carried = [f.variables(result.type) for result in op.results]
    f.assign(carried, op.initVals)
    names = [f.new() for _ in range(rank)]
    bounds = list(zip(names, op.lowerBound, op.upperBound, op.step, strict=True))
    if not op.results:
        f.pragma(f"taskloop collapse({rank})")
    for name, lower, upper, step in bounds:
        f.do(f"for (int64_t {name} = {f.one(lower)}; {name} < {f.one(upper)}; {name} += {f.one(step)})")
    with f.block(""):
        for argument, name in zip(block.args, names, strict=True):
            f.set(argument, [name])
        f.ops(block)
        reduce = terminator_of(block)
        for region, value, held in zip(reduce.regions, reduce.operands, carried, strict=True):
            inner = region.blocks[0]
            f.set(inner.args[0], held)
            f.set(inner.args[1], f.get(value))
            f.ops(inner)
            f.assign([held], terminator_of(inner).operands)
    _results(f, op, carried)


@handles("scf.yield", "scf.condition", "scf.reduce", "scf.reduce.return", "memref.alloca_scope.return")
def _end(f: CFunction, op: Operation) -> None:
    """Whoever writes the op around it gives on what it has."""


# ---- jumps ----


def _jump(f: CFunction, block: Block, operands: Sequence[SSAValue]) -> None:
    rest = list(f.targets[block])
    targets: list[list[str]] = []
    for argument in block.args:
        count = len(pieces(argument.type))
        targets.append(rest[:count])
        rest = rest[count:]
    f.assign(targets, operands)
    f.do(f"goto {f.label(block)};")


@handles("cf.br")
def _br(f: CFunction, op: Operation) -> None:
    _jump(f, op.successors[0], op.operands)


@handles("cf.cond_br")
def _cond_br(f: CFunction, op: Operation) -> None:
    assert isinstance(op, cf.ConditionalBranchOp)
    with f.block(f"if ({f.one(op.operands[0])})"):
        _jump(f, op.successors[0], op.then_arguments)
    _jump(f, op.successors[1], op.else_arguments)


@handles("cf.switch")
def _switch(f: CFunction, op: Operation) -> None:
    assert isinstance(op, cf.SwitchOp)
    values = all_elements(op.case_values) if isinstance(op.case_values, DenseIntOrFPElementsAttr) else ()
    for value, block, arguments in zip(values, op.case_blocks, op.case_operand, strict=True):
        with f.block(f"if ({signed(f, op.flag)} == {literal(int(value), op.flag.type)})"):
            _jump(f, block, arguments)
    _jump(f, op.default_block, op.default_operands)


@handles("cf.assert")
def _assert(f: CFunction, op: Operation) -> None:
    assert isinstance(op, cf.AssertOp)
    f.do(f"if (!{f.one(op.operands[0])}) asyncir_fail({quoted('assertion failed: ' + op.msg.data)}, 0, 0);")


@handles("rt.check_sizes")
def _check_sizes(f: CFunction, op: Operation) -> None:
    assert isinstance(op, rt.CheckSizesOp)
    left, right = f.one(op.left), f.one(op.right)
    message = op.message.data.replace("%", "%%").replace("{0}", "%1$lld").replace("{1}", "%2$lld")
    f.do(
        f"if (!({left} {_COMPARISONS[op.predicate.data]} {right})) "
        f"asyncir_fail({quoted(message)}, {left}, {right});"
    )


# ---- calls ----


@handles("func.call")
def _call(f: CFunction, op: Operation) -> None:
    assert isinstance(op, func.CallOp)
    held = ", ".join(name for value in op.operands for name in f.get(value))
    call = f"f_{op.callee.root_reference.data}({held})"
    members = [t for result in op.results for t in pieces(result.type)]
    if not members:
        f.do(f"{call};")
        return
    given = f.let(f.structs.named(members), call)
    number = 0
    for result in op.results:
        count = len(pieces(result.type))
        f.named(result, [f"{given}.p{n}" for n in range(number, number + count)])
        number += count


@handles("func.return")
def _return(f: CFunction, op: Operation) -> None:
    members = [t for value in op.operands for t in pieces(value.type)]
    held = ", ".join(name for value in op.operands for name in f.get(value))
    f.do(f"return ({f.structs.named(members)}){{{held}}};" if members else "return;")
