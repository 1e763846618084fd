"""`outline-regions`: a function becomes a graph of calls, each of which another process could execute.

What a region needs of the function around it comes as arguments of a function of its own, and what it makes as results: so
a region is a call over values, and nothing else. What such a call touches has to be its own. Memory that others see, output,
and tasks that others wait for stay in the process where they are, so that they are refused here, at the op, and not where
something is missing later.

Four steps: a region's own token and what it captures by name become plain uses; the ops between regions become regions
(`_region_groups`); constants and other cheap ops are copied to where they are used; then bodies become functions, and those
that are alike one function.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from asyncir.analyses.suspension import analyse_suspension
from asyncir.diagnostics import Diagnostic, raise_all
from asyncir.dialects import async_dialect, func, memref
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import CompletionType, GroupType, TokenType
from asyncir.dialects.effects import ANYTHING, OUTPUT, Effects, callee_name, effects_of, is_memory
from asyncir.dialects.execution_traits import may_wait
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import Block, Context, ModuleOp, Operation, Region, SSAValue, SymbolRefAttr
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import first_of, is_defined_below, walk
from asyncir.transforms._blocks import at, erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._function_shapes import shape_of
from asyncir.transforms._outlining import SymbolNames, add_function, captured_values, take_captures
from asyncir.transforms._passes import Pass
from asyncir.transforms._region_groups import Grouping, drop_unused
from asyncir.transforms._remarks import complaint


class OutlineRegions(Pass):
    """
    Let the body of each region at the top of a function become a private function, of which the region is one call.

    What stands between regions becomes regions, too, but constants and what costs no more: these are copied. What the calls
    touch has to be their own, or the pass refuses the program. Looked at are functions that have regions, and the one
    named `entry`, whatever it has. Bodies that are alike become one function.
    """

    entry: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> bool:
        """Outline in each function with regions."""
        functions = [each for each in op.ops if isinstance(each, func.FuncOp) and self._is_wanted(each)]
        raise_all(fault for function in functions for fault in _faults_of_form(function))
        effects = Effects()
        for function in functions:
            block = function.body.block
            for region in _regions_of(block):
                _make_plain(region)
            known = set(_regions_of(block))
            grouping = Grouping(block, effects)
            grouping.form()
            for region in _regions_of(block):
                if region not in known:
                    _make_plain(region)
            for region in _regions_of(block):
                _copy_into(region, grouping.copied)
            drop_unused(grouping.copied)
        raise_all(fault for function in functions for fault in _faults_of_regions(function, op))
        names = SymbolNames(op)
        made = [each for function in functions for each in _outline_all(function, names)]
        _share(op, made)
        return bool(functions)

    def _is_wanted(self, function: func.FuncOp) -> bool:
        blocks = function.body.blocks
        has_regions = any(isinstance(op, RegionOp) for block in blocks for op in block.ops)
        return has_regions or (bool(blocks) and function.sym_name.data == self.entry)


def _regions_of(block: Block) -> list[RegionOp]:
    return [op for op in block.ops if isinstance(op, RegionOp)]


# ---- what is refused


def _faults_of_form(function: func.FuncOp) -> Iterator[Diagnostic]:
    if len(function.body.blocks) != 1:
        message = (
            f"the body of '{function.sym_name.data}' has several blocks, and regions of one only become calls"
        )
        yield complaint("P204", message, function, "write its branches with scf, or move them into regions")


def _faults_of_regions(function: func.FuncOp, module: ModuleOp) -> Iterator[Diagnostic]:
    outside = _Outside(module)
    for region in _regions_of(function.body.block):
        for result in region.results:
            if is_memory(result.type):
                message = f"a region that another process may execute gives a {result.type}"
                yield complaint(
                    "P201", message, region, "let it give a tensor: what it holds is sent, not where it is"
                )
        yield from _faults_of_completions(region)
        for value in captured_values(region.body)[0]:
            if is_memory(value.type):
                first = next(op for op in walk(region.body) if value in op.operands)
                message = "a region uses memory from outside of it, which another process does not have"
                yield complaint("P201", message, first, _TENSORS)
        fault = outside.fault_in(region)
        if fault is not None:
            yield fault


_TENSORS = "hand it a tensor, or let it allocate the memory itself"


def _faults_of_completions(region: RegionOp) -> Iterator[Diagnostic]:
    crossing = [v.type for v in (*region.results, *region.dependencies_, *captured_values(region.body)[0])]
    for type_ in crossing:
        if isinstance(type_, CompletionType) and not isinstance(type_, TokenType):
            kind = "a group of tasks" if isinstance(type_, GroupType) else f"a value of type {type_}"
            message = f"{kind} goes from one region to another, and stays in the process where its tasks run"
            yield complaint("P203", message, region, "use async.region, whose values have types of their own")
            return


class _Outside:
    """What ops touch that is not memory of their own. Where no memory comes from outside, all memory that is no global is."""

    def __init__(self, module: ModuleOp):
        self._functions = {symbol_name(op): op for op in module.ops if isinstance(op, FunctionOp)}
        globals_ = [op for op in module.ops if isinstance(op, memref.GlobalOp)]
        self._harmless = set[Operation]()
        """Functions that touch nothing of that kind, nor does what they call."""
        self._constant = {op.sym_name.data for op in globals_ if op.constant is not None}

    def fault_in(self, region: Operation) -> Diagnostic | None:
        """The first op of the region, or of what it calls, that touches something of that kind."""
        pending = {region: None}
        for root in (order := [region]):  # it grows
            for op in walk(root):
                callee = self._functions.get(callee_name(op))
                if callee is not None and callee.body.blocks:
                    if callee not in pending and callee not in self._harmless:
                        pending[callee] = None
                        order.append(callee)
                elif (fault := self._fault_of(op)) is not None:
                    return fault
        self._harmless.update(order[1:])
        return None

    def _fault_of(self, op: Operation) -> Diagnostic | None:
        if isinstance(op, memref.GetGlobalOp) and op.name_.root_reference.data not in self._constant:
            message = (
                f"a region uses @{op.name_.root_reference.data}, of which each process has one of its own"
            )
            return complaint(
                "P201", message, op, "make it constant, or hand what it holds from region to region"
            )
        if op.regions or may_wait(type(op)):
            return (
                None  # what a body waits for is its own, and what that touches is said where it is launched
            )
        roots = {effect.root for effect in effects_of(op)}
        if OUTPUT in roots:
            message, help = "a region that another process may execute prints", "return what is to be seen"
            return complaint("P202", message, op, help)
        if ANYTHING in roots:
            message = "what this touches is not known, and another process may have none of it"
            help = "define the function that it calls, or say in its declaration what it touches: asyncir.effects"
            return complaint("P202", message, op, help)
        return None


# ---- bodies become plain


def _make_plain(region: RegionOp) -> None:
    """Let the body use directly what it captures, begin when all that it waits for outside is complete, and yield no
    tokens.
    """
    entry = region.body.blocks[0]
    own = region.region_token()
    replace_all(list(entry.args)[: len(region.captures)], region.captures)
    awaited: dict[SSAValue, None] = {}
    ready: SSAValue | None = None
    for op in list(walk(region.body)):
        for index, value in enumerate(op.operands):
            is_token = isinstance(value.type, TokenType)
            if value is own or (is_token and not is_defined_below(value, region)):
                if value is not own:
                    awaited[value] = None
                if isinstance(op, async_dialect.AwaitOp):
                    erase(op)
                    break
                if ready is None:
                    ready = Builder(first_of(entry), region).value(async_dialect.ReadyOp())
                op.operands[index] = ready
    for argument in list(entry.args):
        entry.erase_arg(argument)
    for end in region.ends():
        given = region.yielded(end)
        code = Builder(end)
        for token in dict.fromkeys(token for part in given for token in part.tokens):
            code.add(
                async_dialect.AwaitAllOp.create(operands=[token])
                if isinstance(token.type, GroupType)
                else async_dialect.AwaitOp(token)
            )
        code.add(async_dialect.YieldOp(*(value for part in given for value in part.values)))
        erase(end)
    _replace_op(region, list(dict.fromkeys([*region.dependencies_, *awaited])))


def _replace_op(region: RegionOp, dependencies: list[SSAValue]) -> RegionOp:
    """The same region with these dependencies, and nothing captured by name."""
    body = region.detach_region(region.body)
    new = RegionOp(dependencies, [], [result.type for result in region.results], body)
    new.attributes.update(region.attributes)
    Builder(region).add(new)
    replace_all(region.results, new.results)
    erase(region)
    return new


def _copy_into(region: RegionOp, copied: dict[Operation, None]) -> None:
    """Copy what costs next to nothing to the start of the body."""
    captured, uses = captured_values(region.body)
    wanted: dict[Operation, None] = {}
    pending = list(captured)
    for value in pending:  # it grows
        owner = value.owner
        if isinstance(owner, Operation) and owner in copied and owner not in wanted:
            wanted[owner] = None
            pending += [each for inner in walk(owner) for each in inner.operands]
    if not wanted:
        return
    copies: dict[SSAValue, SSAValue] = {}
    first = first_of(region.body.blocks[0])
    for op in copied:
        if op in wanted:
            copy = op.clone(copies)
            region.body.blocks[0].insert_op_before(copy, first)
            copies.update(zip(op.results, copy.results, strict=True))
            for old, new in zip(op.results, copy.results, strict=True):
                new.name_hint = old.name_hint
    for op, index in uses:
        op.operands[index] = copies.get(op.operands[index], op.operands[index])


# ---- bodies become functions


def _outline_all(function: func.FuncOp, names: SymbolNames) -> Iterator[tuple[func.CallOp, func.FuncOp]]:
    stem = function.sym_name.data
    behind: Operation = function
    for region in _regions_of(function.body.block):
        hint = next((result.name_hint for result in (*region.results[1:], region.results[0])), None)
        passed = take_captures(region.body)
        for end in region.ends():
            Builder(end).add(func.ReturnOp(*end.operands))
            erase(end)
        values = [result for result in region.results if not isinstance(result.type, TokenType)]
        types = [value.type for value in values]
        body = region.detach_region(region.body)
        made = add_function(
            func.FuncOp, names.fresh(f"{stem}_{hint or 'region'}"), body, types, behind, region.location
        )
        behind = made
        call = at(func.CallOp(made.sym_name.data, passed, types), region.location)
        inner = Block([call])
        Builder(inner, region).add(async_dialect.YieldOp(*call.results))
        region.add_region(Region(inner))
        yield call, made


def _share(module: ModuleOp, made: list[tuple[func.CallOp, func.FuncOp]]) -> None:
    """Let one function stand for all that are alike."""
    suspension = analyse_suspension(module)
    known: dict[Hashable, func.FuncOp] = {}
    for call, function in made:
        first = known.setdefault(shape_of(function, suspension), function)
        if first is not function:
            call.properties["callee"] = SymbolRefAttr(first.sym_name.data)
            erase(function)
