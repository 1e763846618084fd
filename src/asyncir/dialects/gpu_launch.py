"""gpu: launches of kernels, in place and by name, and the tokens of what is in flight on a device."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from xdsl.parser import UnresolvedOperand

from asyncir.dialects.checks import SymbolFault, SymbolLookup, verify_call
from asyncir.dialects.define import define
from asyncir.dialects.effect_types import OUTPUT, UNKNOWN, Access, Effect, HasEffects, Resource
from asyncir.dialects.execution_traits import ConcernsOtherThreads, OfHost
from asyncir.dialects.gpu_binary import BinaryOp
from asyncir.dialects.gpu_functions import (
    CONTAINER,
    WORKGROUP_COUNT,
    GPUFuncOp,
    parse_attributions,
    print_attributions,
    verify_attributions,
    workgroup_count,
)
from asyncir.dialects.gpu_tokens import AsyncTokenType as AsyncTokenType
from asyncir.dialects.interfaces.device_work import DeviceWait, DeviceWork, WorkKind
from asyncir.dialects.syntax import (
    OPERAND,
    PARENS,
    TYPE,
    Piece,
    is_named,
    listed,
    read,
    with_attributes,
    write,
    write_body,
)
from asyncir.ir import (
    Attribute,
    AttrSizedOperandSegments,
    BlockArgument,
    FlatSymbolRefAttr,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    IsTerminator,
    MemRefType,
    Parser,
    Printer,
    SSAValue,
    SymbolRefAttr,
    UnrankedMemRefType,
    VerifyException,
    i32,
    i64,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    region_def,
    var_operand_def,
)


def parse_async(parser: Parser) -> tuple[bool, list[SSAValue]]:
    """Parse `async [%t, %u]`: whether a token is made, and the tokens that are waited for."""
    start = parser.pos
    is_async = parser.parse_optional_keyword("async") is not None
    if is_async and not is_named(parser):
        parser.raise_error("needs to be named when marked 'async'", start, parser.pos)
    names = parser.parse_optional_comma_separated_list(
        Parser.Delimiter.SQUARE, parser.parse_unresolved_operand
    )
    return is_async, [parser.resolve_operand(name, AsyncTokenType()) for name in names or ()]


def async_text(op: IRDLOperation, dependencies: Sequence[SSAValue]) -> tuple[Piece, ...]:
    """` async [%t, %u]`, as much of it as there is."""
    is_async = any(isinstance(result.type, AsyncTokenType) for result in op.results)
    return (" async" if is_async else "", *((" [", dependencies, "]") if dependencies else ()))


DEVICE = Resource("device")
"""The order in which works are given to devices: ops on it keep their order."""

_IN_ORDER = (Effect(Access.READ, DEVICE), Effect(Access.WRITE, DEVICE))


def effects_of_work(op: Any, own: Iterable[Effect]) -> Sequence[Effect]:
    """The effects of work of a device: its own, which may be from the op on until something waits for its token.

    Where the host waits for tokens it meets what they are of, which may have touched anything.
    """
    if op.token is None and op.dependencies:
        return UNKNOWN
    return (*own, *_IN_ORDER) if op.token is not None or op.dependencies else tuple(own)


def _effects_of_kernel(op: Any) -> Sequence[Effect]:
    """A kernel reads and writes the memory that it is given, memory of the device that it knows, and prints."""
    given = [value for value in op.operands if isinstance(value.type, MemRefType | UnrankedMemRefType)]
    if not isinstance(op, LaunchFuncOp):
        return UNKNOWN
    touched = [Effect(access, value) for value in given for access in (Access.READ, Access.WRITE)]
    return effects_of_work(op, [*touched, *_IN_ORDER, Effect(Access.WRITE, OUTPUT)])


def _effects_of_wait(op: Any) -> Sequence[Effect]:
    """A join touches nothing; a wait of the host meets what the tokens are of."""
    if op.token is None:
        return UNKNOWN if op.dependencies else ()
    return _IN_ORDER


@define("gpu.wait", HasEffects(_effects_of_wait), DeviceWait(), ConcernsOtherThreads(), OfHost())
class WaitOp(IRDLOperation):
    """`gpu.wait`: until the tokens are complete; `async`, a token that is complete when they are.

    %t = gpu.wait async [%u, %v]
    """

    dependencies = var_operand_def(AsyncTokenType)
    token = opt_result_def(AsyncTokenType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `async? [%t, ...]? {...}?`."""
        is_async, dependencies = parse_async(parser)
        op = cls(operands=[dependencies], result_types=[[AsyncTokenType()] if is_async else []])
        return with_attributes(op, parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name; mlir-opt leaves a blank where there is nothing."""
        text = async_text(self, self.dependencies)
        write(printer, *(text if any(text) else (" ",)), self.attributes)


@define("gpu.terminator", IsTerminator())
class TerminatorOp(IRDLOperation):
    """`gpu.terminator`: the end of the body of a `gpu.launch`."""

    assembly_format = "attr-dict"


_OF_BLOCKS, _OF_THREADS, _OF_CLUSTERS = "blocks", "threads", "clusters"


def _parse_dimensions(
    parser: Parser, keyword: str
) -> tuple[list[Parser.Argument], list[Parser.Argument], list[SSAValue]]:
    """Parse `blocks(%bx, %by, %bz) in (%gx = %a, %gy = %b, %gz = %c)`: indices, sizes, and what the sizes are."""
    index = IndexType()
    sizes: list[Parser.Argument] = []
    values: list[SSAValue] = []

    def parse_size() -> None:
        sizes.append(parser.parse_argument(expect_type=False).resolve(index))
        parser.parse_punctuation("=")
        values.append(parser.resolve_operand(parser.parse_unresolved_operand(), index))

    if keyword:
        parser.parse_keyword(keyword)
    start = parser.pos
    names = parser.parse_comma_separated_list(PARENS, lambda: parser.parse_argument(expect_type=False))
    parser.parse_keyword("in")
    parser.parse_comma_separated_list(PARENS, parse_size)
    if len(names) != _AXES or len(values) != _AXES:
        parser.raise_error(f"{keyword} have three dimensions", start)
    return [name.resolve(index) for name in names], sizes, values


_AXES = 3


def _dimensions_text(
    keyword: str, indices: Sequence[BlockArgument], sizes: Sequence[BlockArgument], values: Sequence[SSAValue]
) -> tuple[Piece, ...]:
    pairs = [(size, " = ", value) for size, value in zip(sizes, values, strict=True)]
    return (f" {keyword}(", list(indices), ") in (", pairs, ")")


def _verify_clusters(clusters: Sequence[SSAValue | None]) -> None:
    if len({value is None for value in clusters}) > 1:
        raise VerifyException("a cluster has three dimensions, or there is none")


@define("gpu.launch", DeviceWork(WorkKind.KERNEL), ConcernsOtherThreads(), OfHost())
class LaunchOp(IRDLOperation):
    """`gpu.launch`: a kernel in place: its region runs once for each thread of each block of a grid.

    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
      memref.store %f, %m[%bx] : memref<?xf32>
      gpu.terminator
    }
    """

    dependencies = var_operand_def(AsyncTokenType)
    grid_x = operand_def(IndexType)
    grid_y = operand_def(IndexType)
    grid_z = operand_def(IndexType)
    block_x = operand_def(IndexType)
    block_y = operand_def(IndexType)
    block_z = operand_def(IndexType)
    cluster_x = opt_operand_def(IndexType)
    cluster_y = opt_operand_def(IndexType)
    cluster_z = opt_operand_def(IndexType)
    dynamic_shared_memory_size = opt_operand_def(i32)
    module = opt_prop_def(FlatSymbolRefAttr)
    function = opt_prop_def(FlatSymbolRefAttr)
    token = opt_result_def(AsyncTokenType)
    body = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @property
    def clusters(self) -> list[SSAValue]:
        """The sizes of a cluster, in blocks; nothing where there are no clusters."""
        return [v for v in (self.cluster_x, self.cluster_y, self.cluster_z) if v is not None]

    @property
    def attributions(self) -> tuple[Sequence[BlockArgument], Sequence[BlockArgument]]:
        """The memory of the workgroup, and that of each thread."""
        behind = self.body.blocks[0].args[_AXES * (6 if self.clusters else 4) :]
        shared = workgroup_count(self)
        return behind[:shared], behind[shared:]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        is_async, dependencies = parse_async(parser)
        clusters: tuple[list[Parser.Argument], list[Parser.Argument], list[SSAValue]] = ([], [], [])
        if parser.parse_optional_keyword(_OF_CLUSTERS) is not None:
            clusters = _parse_dimensions(parser, "")
        blocks = _parse_dimensions(parser, _OF_BLOCKS)
        threads = _parse_dimensions(parser, _OF_THREADS)
        memory = parse_dynamic_memory(parser)
        properties: dict[str, Attribute] = {}
        for name in ("module", "function"):
            if parser.parse_optional_keyword(name) is not None:
                with parser.in_parens():
                    properties[name] = SymbolRefAttr(parser.parse_symbol_name())
        shared, private = (parse_attributions(parser, word) for word in ("workgroup", "private"))
        attributed = [argument for argument, _ in (*shared, *private)]
        indices = [*blocks[0], *threads[0], *blocks[1], *threads[1], *clusters[0], *clusters[1]]
        body = parser.parse_region([*indices, *attributed])
        sizes = [[value] for value in (*blocks[2], *threads[2])]
        grouped = [[value] for value in clusters[2]] or [[], [], []]
        op = cls(
            operands=[dependencies, *sizes, *grouped, memory],
            result_types=[[AsyncTokenType()] if is_async else []],
            properties=properties,
            regions=[body],
        )
        op.attributes[WORKGROUP_COUNT] = IntegerAttr(len(shared), i64)
        return with_attributes(op, parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        args = self.body.blocks[0].args
        threes = [args[n : n + _AXES] for n in range(0, _AXES * (6 if self.clusters else 4), _AXES)]
        grid = (self.grid_x, self.grid_y, self.grid_z)
        block = (self.block_x, self.block_y, self.block_z)
        write(printer, *async_text(self, self.dependencies))
        if self.clusters:
            write(printer, *_dimensions_text(_OF_CLUSTERS, threes[4], threes[5], self.clusters))
        write(printer, *_dimensions_text(_OF_BLOCKS, threes[0], threes[2], grid))
        write(printer, *_dimensions_text(_OF_THREADS, threes[1], threes[3], block))
        write(printer, *dynamic_memory_text(self.dynamic_shared_memory_size))
        for name in ("module", "function"):
            symbol = self.properties.get(name)
            write(printer, *(() if symbol is None else (f" {name}(", symbol, ")")))
        for word, each in zip(("workgroup", "private"), self.attributions, strict=True):
            print_attributions(printer, word, each, None)
        write(printer, " ")
        write_body(printer, self.body)
        write(printer, {k: v for k, v in self.attributes.items() if k != WORKGROUP_COUNT})

    def verify_(self) -> None:
        """Check what mlir-opt 22 checks: the arguments of the body, the attributions, how it ends."""
        _verify_clusters((self.cluster_x, self.cluster_y, self.cluster_z))
        if not self.body.blocks:
            raise VerifyException("body region is empty")
        needed = _AXES * (6 if self.clusters else 4)
        if len(self.body.blocks[0].args) < needed + workgroup_count(self):
            raise VerifyException("unexpected number of region arguments")
        for what, each in zip(("workgroup", "private"), self.attributions, strict=True):
            verify_attributions(what, each)
        for block in self.body.blocks:
            last = block.last_op
            if last is None or (not last.successors and not isinstance(last, TerminatorOp)):
                raise VerifyException("expected 'gpu.terminator' or a terminator with successors")


def parse_dynamic_memory(parser: Parser) -> list[SSAValue]:
    """Parse `dynamic_shared_memory_size %n` if present."""
    if parser.parse_optional_keyword("dynamic_shared_memory_size") is None:
        return []
    return [parser.resolve_operand(parser.parse_unresolved_operand(), i32)]


def dynamic_memory_text(size: SSAValue | None) -> tuple[Piece, ...]:
    """` dynamic_shared_memory_size %n`, or nothing where there is none."""
    return () if size is None else (" dynamic_shared_memory_size ", size)


@define(
    "gpu.launch_func",
    HasEffects(_effects_of_kernel),
    DeviceWork(WorkKind.KERNEL),
    ConcernsOtherThreads(),
    OfHost(),
)
class LaunchFuncOp(IRDLOperation):
    """`gpu.launch_func`: launch a kernel of a `gpu.module` by its name.

    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c32, %c1, %c1) args(%m : memref<?xf32>)
    """

    dependencies = var_operand_def(AsyncTokenType)
    grid_x = operand_def()
    grid_y = operand_def()
    grid_z = operand_def()
    block_x = operand_def()
    block_y = operand_def()
    block_z = operand_def()
    cluster_x = opt_operand_def()
    cluster_y = opt_operand_def()
    cluster_z = opt_operand_def()
    dynamic_shared_memory_size = opt_operand_def(i32)
    kernel_operands = var_operand_def()
    async_object = opt_operand_def()
    kernel = prop_def(SymbolRefAttr)
    token = opt_result_def(AsyncTokenType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @property
    def clusters(self) -> list[SSAValue]:
        """The sizes of a cluster, in blocks; nothing where there are no clusters."""
        return [v for v in (self.cluster_x, self.cluster_y, self.cluster_z) if v is not None]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        is_async, dependencies = parse_async(parser)
        objects: list[SSAValue] = []
        if parser.parse_optional_punctuation("<") is not None:
            objects.append(_parse_typed(parser))
            parser.parse_punctuation(">")
        kernel = parser.parse_attribute()
        clusters: list[UnresolvedOperand] = []
        if parser.parse_optional_keyword(_OF_CLUSTERS) is not None:
            clusters = _parse_sizes(parser)
        blocks, threads = (_parse_sizes(parser, word) for word in (_OF_BLOCKS, _OF_THREADS))
        index = parser.parse_type() if parser.parse_optional_punctuation(":") is not None else IndexType()
        memory = parse_dynamic_memory(parser)
        operands: list[SSAValue] = []
        if parser.parse_optional_keyword("args") is not None:
            parser.parse_comma_separated_list(PARENS, lambda: operands.append(_parse_typed(parser)))
        assert isinstance(kernel, SymbolRefAttr)
        sizes = [[parser.resolve_operand(name, index)] for name in (*blocks, *threads)]
        grouped = [[parser.resolve_operand(name, index)] for name in clusters] or [[], [], []]
        op = cls(
            operands=[dependencies, *sizes, *grouped, memory, operands, objects],
            result_types=[[AsyncTokenType()] if is_async else []],
            properties={"kernel": kernel},
        )
        return with_attributes(op, parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name, with mlir-opt's blanks."""
        text = async_text(self, self.dependencies)
        write(printer, *(text if any(text) else (" ",) if self.async_object is None else ()))
        if self.async_object is not None:
            write(printer, " <", self.async_object, " : ", self.async_object.type, ">")
        write(printer, " ", self.kernel)
        if self.clusters:
            write(printer, " clusters in (", self.clusters, ")")
        write(printer, " blocks in (", [self.grid_x, self.grid_y, self.grid_z], ")")
        write(printer, " threads in (", [self.block_x, self.block_y, self.block_z], ")")
        of_index = isinstance(self.grid_x.type, IndexType)
        write(printer, *((" ",) if of_index else (" : ", self.grid_x.type)))
        write(printer, *dynamic_memory_text(self.dynamic_shared_memory_size))
        pieces = [(value, " : ", value.type) for value in self.kernel_operands]
        write(printer, *((" args(", pieces, ")") if pieces else (" ",)), self.attributes)

    def verify_(self) -> None:
        """Check the types of the sizes, and the module around."""
        _verify_clusters((self.cluster_x, self.cluster_y, self.cluster_z))
        sizes = [
            self.grid_x,
            self.grid_y,
            self.grid_z,
            self.block_x,
            self.block_y,
            self.block_z,
            *self.clusters,
        ]
        for value in sizes:
            if value.type != self.grid_x.type or value.type not in (IndexType(), i32, i64):
                raise VerifyException("grid and block sizes are all of type index, i32 or i64")
        module = self.parent_op()
        while module is not None and module.name != "builtin.module":
            module = module.parent_op()
        if module is None or CONTAINER not in module.attributes:
            raise VerifyException(
                f"expected the closest surrounding module to have the '{CONTAINER}' attribute"
            )

    def verify_symbol_uses(self, lookup: SymbolLookup) -> None:
        """Check the kernel and its type."""
        if isinstance(lookup(SymbolRefAttr(self.kernel.root_reference)), BinaryOp):
            return
        function = lookup(self.kernel)
        if not isinstance(function, GPUFuncOp):
            raise SymbolFault(self.kernel, "a gpu.func", function)
        if not function.is_kernel:
            raise VerifyException("kernel function is missing the 'gpu.kernel' attribute")
        verify_call(self.kernel_operands, (), function.function_type, function)


def _parse_sizes(parser: Parser, keyword: str = "") -> list[UnresolvedOperand]:
    """Parse `blocks in (%a, %b, %c)`."""
    if keyword:
        parser.parse_keyword(keyword)
    start = parser.pos
    names = read(parser, "in", listed(OPERAND, PARENS))[0]
    if len(names) != _AXES:
        parser.raise_error("a size has three dimensions", start)
    return names


def _parse_typed(parser: Parser) -> SSAValue:
    name, type_ = read(parser, OPERAND, ":", TYPE)
    return parser.resolve_operand(name, type_)
