"""`detect-races`: the program reports what it does to the library that looks for races."""

from __future__ import annotations

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects import arith, async_dialect, func
from asyncir.dialects.function_values import wrap_values
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.rt_races import TellOp
from asyncir.dialects.verification import span_of
from asyncir.ir import (
    Block,
    Context,
    IntegerAttr,
    ModuleOp,
    Region,
    SSAValue,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i64,
)
from asyncir.ir.marks import PASSES_ON
from asyncir.ir.walk import block_of, walk
from asyncir.transforms._building import Builder
from asyncir.transforms._outlining import SymbolNames, is_coroutine_by_hand, redirect_calls
from asyncir.transforms._passes import Pass
from asyncir.transforms._race_reports import RaceReports
from asyncir.transforms._rebuilding import match_type


class DetectRaces(Pass):
    """
    Report each access to memory that others may see, each launch, wait and completion to the library that looks for races.

    Each function takes two more arguments: the activation that it is part of, and the epoch of the iteration of a parallel
    loop, or 0. What a public function does becomes a private one; the public one is the entry, which makes an activation.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Make the entries, then extend each function and its body."""
        names = SymbolNames(op)
        bodies = [f for f in op.ops if isinstance(f, FunctionOp) and f.body.blocks]
        _refuse_coroutines(bodies)
        functions: dict[str, FunctionOp] = {}
        shown: dict[str, str] = {}
        entries: list[tuple[FunctionOp, FunctionOp]] = []
        for function in bodies:
            name = function.sym_name.data
            own = _with_body_of(function, names.fresh(name)) if _is_public(function) else function
            if own is not function:
                entries.append((function, own))
            functions[own.sym_name.data] = own
            shown[own.sym_name.data] = name
        _name_bodies(op, {f.sym_name.data: own.sym_name.data for f, own in entries})
        _wrap_values(op, functions, names)
        reports = RaceReports(functions)
        for name, function in functions.items():
            entry = function.body.blocks[0]
            activation, epoch = (entry.insert_arg(i64, len(entry.args)) for _ in range(2))
            match_type(function)
            reports.add(function, (activation, epoch), f"@{shown[name]}")
        for function, own in entries:
            _enter(function, own)


def _refuse_coroutines(functions: list[FunctionOp]) -> None:
    for function in functions:
        if is_coroutine_by_hand(function):
            message = "a coroutine that is written by hand is not followed by the search for races"
            help = "use async.func and async.execute, or look with the interpreter"
            raise DiagnosticError(Diagnostic("L001", message, span_of(function), help=help))


def _is_public(function: FunctionOp) -> bool:
    return function.sym_visibility is None or function.sym_visibility.data == "public"


def _with_body_of(function: FunctionOp, name: str) -> FunctionOp:
    """A private function that takes the body of a public one."""
    properties = {"sym_name": StringAttr(name), "sym_visibility": StringAttr("private")}
    private = type(function).create(
        properties=function.properties | properties,
        attributes=function.attributes,
        regions=[function.detach_region(function.body)],
        location=function.location,
    )
    block_of(function).insert_op_after(private, function)
    return private


def _name_bodies(module: ModuleOp, instead: dict[str, str]) -> None:
    """Let calls, and functions that are values, be those that have the bodies now."""
    redirect_calls(module, instead)
    for op in walk(module):
        if isinstance(op, func.ConstantOp) and (other := instead.get(op.value.root_reference.data)):
            op.properties["value"] = SymbolRefAttr(other)


def _wrap_values(module: ModuleOp, functions: dict[str, FunctionOp], names: SymbolNames) -> None:
    """Functions that are values keep their types: who calls them hands the activation over in another way."""
    before = set(module.ops)
    targets = {name: f for name, f in functions.items() if isinstance(f, func.FuncOp)}
    wrap_values(module, targets, lambda name: names.fresh(f"{name}_value"), zeros=2)
    for wrapper in module.ops:
        if wrapper not in before:
            call = next(op for op in walk(wrapper) if isinstance(op, func.CallOp))
            handed = Builder(call).value(TellOp("handed"))
            call.operands = [*call.operands[:-2], handed, call.operands[-1]]


def _enter(function: FunctionOp, own: FunctionOp) -> None:
    """The body of a public function: make an activation, call what has the body, and wait where that is an `async.func`."""
    block = Block(arg_types=function.function_type.inputs)
    function.add_region(Region(block))
    build = Builder(block, function)
    entry = build.value(TellOp("enter"))
    none = build.value(arith.ConstantOp(IntegerAttr(0, i64)))
    name, results = own.sym_name.data, function.function_type.outputs.data
    if isinstance(function, func.FuncOp):
        call = build.add(func.CallOp(name, [*block.args, entry, none], results))
        build.add(TellOp("leave", entry))
        build.add(func.ReturnOp(*call.results))
        return
    activation = build.value(TellOp("call", entry))
    task = build.add(async_dialect.CallOp(name, [*block.args, activation, none], results))
    build.add(TellOp("bind", activation, task.results[0]))
    build.add(TellOp("before_wait", entry))
    payloads: list[SSAValue] = []
    for result in task.results:
        wait = build.add(async_dialect.AwaitOp(result))
        wait.attributes[PASSES_ON] = UnitAttr()
        payloads += wait.results
    build.add(TellOp("after_wait", entry, task.results[0]))
    build.add(TellOp("leave", entry))
    build.add(async_dialect.ReturnOp.create(operands=payloads))
