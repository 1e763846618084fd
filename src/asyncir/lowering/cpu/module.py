# pyright: reportUnusedImport=false
"""From IR to LLVM text: one emitter over a small set of ops; everything else is lowered to that set before.

The set is in docs/lowering.md: func, cf, arith, math, memref, vector, complex, ub, and the async dialect without
`async.execute`. `emit_llvm` is total over it and refuses the rest with a diagnostic.
"""

from __future__ import annotations

from asyncir.analyses.suspension import analyse_suspension
from asyncir.diagnostics import Diagnostic, DiagnosticError, raise_all
from asyncir.dialects import async_dialect, func, memref
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.verification import span_of
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.marks import DETECTS_RACES, LEAVES, POLLS, SCHEDULED
from asyncir.ir.symbols import symbol_uses
from asyncir.ir.walk import walk
from asyncir.lowering.cpu import emit_async, emit_control, emit_io, emit_print, emit_races  # noqa: F401
from asyncir.lowering.cpu.abi import wrap_external_values
from asyncir.lowering.cpu.entries import emit_entry, is_public
from asyncir.lowering.cpu.functions import emit_function
from asyncir.lowering.cpu.runtime_text import RUNTIME
from asyncir.lowering.llvm import (  # noqa: F401
    emit_arith,
    emit_complex,
    emit_complex_functions,
    emit_math,
    emit_memref,
    emit_memref_more,
    emit_vector,
    emit_vector_memory,
    emit_vector_moves,
    emit_vector_products,
    emit_vector_transfer,
)
from asyncir.lowering.llvm.debug_info import DebugInfo
from asyncir.lowering.llvm.function_text import refuse, with_spot
from asyncir.lowering.llvm.module_text import Emitted, ModuleText


def emit_llvm(module: ModuleOp, *, debug: bool = False, sanitizer: str = "", traced: bool = False) -> Emitted:
    """See `Emit`: the module is in the small set of ops."""
    wrap_external_values(module)
    text = ModuleText(analyse_suspension(module), RUNTIME, sanitizer, traced=traced)
    if DETECTS_RACES in module.attributes:
        text.race_sites.by_byte = _has_several_sizes(module)
        text.free = "asyncir_races_free"
    text.may_be_left = module.attributes.get(POLLS) == LEAVES and not text.suspension.may_wait
    # Tools that look for mistakes want to see what a program frees.
    text.keeps_memory = not sanitizer and DETECTS_RACES not in module.attributes
    for op in module.ops:
        if isinstance(op, FunctionOp) and not op.body.blocks:
            if isinstance(op, func.FuncOp):
                text.externals[op.sym_name.data] = op
            else:
                text.external_tasks.add(op.sym_name.data)
        elif isinstance(op, async_dialect.FuncOp) and SCHEDULED in op.attributes:
            text.scheduled.add(op.sym_name.data)
        elif isinstance(op, memref.GlobalOp):
            text.global_symbols[op.sym_name.data] = _global_symbol(op, len(text.global_symbols))
    text.unused = _unused_results(module, text.scheduled)
    if not debug:
        used = symbol_uses(module)
        functions = (op for op in module.ops if isinstance(op, func.FuncOp) and is_public(op))
        text.behind_doors.update(op.sym_name.data for op in functions if not used[op.sym_name.data])
    debug_info = DebugInfo(text, _file_of(module)) if debug else None
    errors: list[Diagnostic] = []
    for op in module.ops:
        try:
            _emit_symbol(text, op, debug_info)
        except DiagnosticError as error:
            errors.extend(with_spot(error, op).diagnostics)
    raise_all(errors)
    return Emitted(text.text(), tuple(text.constants), text.warnings)


def _global_symbol(op: memref.GlobalOp, number: int) -> str:
    if op.initial_value is None:
        return op.sym_name.data
    return f"asyncir.constant.{number}" if emit_memref.is_kept_beside(op) else f"program.{op.sym_name.data}"


def _has_several_sizes(module: ModuleOp) -> bool:
    """Whether one memory may be seen as elements of several sizes."""
    return any(kind_of(op) is OpKind.VIEW for op in walk(module))


def _unused_results(module: ModuleOp, scheduled: set[str]) -> dict[str, int]:
    """How many results of each task are dropped at once wherever it is launched."""
    unused: dict[str, int] = {}
    for op in walk(module):
        if isinstance(op, async_dialect.CallOp) and op.callee.root_reference.data in scheduled:
            name, count = op.callee.root_reference.data, len(emit_async.unused_results(op))
            unused[name] = min(unused.get(name, count), count)
    return unused


def _emit_symbol(text: ModuleText, op: Operation, debug: DebugInfo | None) -> None:
    match op:
        case func.FuncOp() | async_dialect.FuncOp():
            if op.body.blocks:
                emit_function(text, op, debug)
            if is_public(op):
                emit_entry(text, op)
        case memref.GlobalOp():
            emit_memref.emit_global(text, op)
        case _:
            raise refuse(op, f"`{op.name}` at the top level of a module has no native form")


def _file_of(module: ModuleOp) -> str:
    for op in module.ops:
        span = span_of(op)
        if span is not None:
            return span.file
    return "unknown"
