"""gpu: modules of kernels, functions for a device, and what ends them, with MLIR 22's names and syntax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, cast

from asyncir.dialects.define import define
from asyncir.dialects.execution_traits import IsFunction
from asyncir.dialects.function_syntax import (
    attr_list,
    parse_arguments,
    parse_results,
    print_arguments,
    print_results,
)
from asyncir.dialects.functions import distribute
from asyncir.dialects.gpu_binary import parse_handler
from asyncir.dialects.syntax import keyword_attributes, with_attributes, write, write_body
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    BlockArgument,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    HasParent,
    IntegerAttr,
    IRDLOperation,
    IsolatedFromAbove,
    IsTerminator,
    MemRefType,
    NoTerminator,
    Parser,
    Printer,
    StringAttr,
    SymbolNameConstraint,
    SymbolOpInterface,
    SymbolTable,
    UnitAttr,
    UnregisteredAttr,
    VerifyException,
    i32,
    i64,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
)

KERNEL = "gpu.kernel"
"""On a `gpu.func`: it is launched, not called."""
CONTAINER = "gpu.container_module"
"""On a module: there are kernels in it."""
WORKGROUP_COUNT = "workgroup_attributions"
"""On a function or launch: how many of the arguments behind the others are memory that the threads of a block share."""


@define("gpu.module")
class ModuleOp(IRDLOperation):
    """`gpu.module`: functions for a device.

    gpu.module @kernels {
      gpu.func @k(%a: memref<?xf32>) kernel {
        gpu.return
      }
    }
    """

    sym_name = prop_def(SymbolNameConstraint())
    handler = opt_prop_def(Attribute, prop_name="offloadingHandler")
    targets = opt_prop_def(ArrayAttr)
    body = region_def("single_block")
    traits = traits_def(IsolatedFromAbove(), NoTerminator(), SymbolOpInterface(), SymbolTable())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `@name [targets]? attributes {...}? { ... }`."""
        properties: dict[str, Attribute] = {"sym_name": parser.parse_symbol_name()}
        handler = parse_handler(parser)
        if handler is not None:
            properties["offloadingHandler"] = handler
        targets = parser.parse_optional_comma_separated_list(Parser.Delimiter.SQUARE, parser.parse_attribute)
        if targets is not None:
            properties["targets"] = ArrayAttr(targets)
        attributes = keyword_attributes(parser)
        body = parser.parse_region()
        if not body.blocks:
            body.add_block(Block())
        return with_attributes(cls(properties=properties, regions=[body]), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ")
        printer.print_symbol_name(self.sym_name.data)
        write(printer, *(() if self.handler is None else ("<", self.handler, ">")))
        write(printer, *(() if self.targets is None else (" ", self.targets)))
        printer.print_op_attributes(self.attributes, print_keyword=True)
        write(printer, " ")
        printer.print_region(self.body, print_empty_block=False)

    def verify_(self) -> None:
        """Check the targets."""
        targets = self.targets
        if targets is not None and not (targets.data and all(map(_is_target, targets))):
            raise VerifyException(
                "attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements"
            )


def _is_target(attribute: Attribute) -> bool:
    """Whether it is that of another dialect, which is kept as it is written."""
    return isinstance(attribute, UnregisteredAttr)


Attributions = list[tuple[Parser.Argument, dict[str, Attribute]]]


def parse_attributions(parser: Parser, keyword: str) -> Attributions:
    """Parse `workgroup(%w : memref<4xf32, 3> {...}, ...)` if present."""
    found: Attributions = []

    def parse_one() -> None:
        argument = parser.parse_argument(expect_type=True)
        found.append((argument, parser.parse_optional_attr_dict()))

    if parser.parse_optional_keyword(keyword) is not None:
        parser.parse_comma_separated_list(Parser.Delimiter.PAREN, parse_one)
    return found


def print_attributions(
    printer: Printer, keyword: str, arguments: Sequence[BlockArgument], attrs: ArrayAttr[Any] | None
) -> None:
    """Print ` workgroup(%w : memref<4xf32, 3>, ...)`, or nothing where there are none."""
    given = [dict(attrs.data[n].data) if attrs is not None else {} for n in range(len(arguments))]
    pieces = [(a, " : ", a.type, each) for a, each in zip(arguments, given, strict=True)]
    if pieces:
        write(printer, f" {keyword}(", pieces, ")")


def attribution_attrs(found: Attributions) -> ArrayAttr[DictionaryAttr] | None:
    """The attributes of attributions; None where there are none."""
    return attr_list([attrs for _, attrs in found])


def workgroup_count(op: IRDLOperation) -> int:
    """How many attributions are memory of the workgroup."""
    count = op.attributes.get(WORKGROUP_COUNT)
    return count.value.data if isinstance(count, IntegerAttr) else 0


def verify_attributions(what: str, arguments: Sequence[BlockArgument]) -> None:
    """Raise unless each is memory."""
    for argument in arguments:
        if not isinstance(argument.type, MemRefType):
            raise VerifyException(f"expected memref type in {what} attribution")
        space = cast("Any", argument).type.memory_space
        if space.name == "gpu.address_space" and space.data != what:
            raise VerifyException(f"expected memory space {what} in attribution")


_SIZES = ("known_block_size", "known_cluster_size", "known_grid_size")


@define("gpu.func")
class GPUFuncOp(IRDLOperation):
    """`gpu.func`: a function for a device; one that is a `kernel` is launched.

    Memory of its `workgroup` is shared by the threads of a block, `private` memory is each thread's.

        gpu.func @k(%a: memref<?xf32>) workgroup(%w : memref<32xf32, 3>) kernel {
          gpu.return
        }
    """

    function_type = prop_def(FunctionType)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    workgroup_attrib_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    private_attrib_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    known_block_size = opt_prop_def(DenseArrayBase)
    known_cluster_size = opt_prop_def(DenseArrayBase)
    known_grid_size = opt_prop_def(DenseArrayBase)
    body = region_def()
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface(), IsFunction(), HasParent(ModuleOp))

    @property
    def is_kernel(self) -> bool:
        """Whether it is launched."""
        return KERNEL in self.attributes

    @property
    def attributions(self) -> tuple[Sequence[BlockArgument], Sequence[BlockArgument]]:
        """The memory of the workgroup, and that of each thread."""
        behind = self.body.blocks[0].args[len(self.function_type.inputs) :]
        shared = workgroup_count(self)
        return behind[:shared], behind[shared:]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `@name(args) -> results workgroup(...)? private(...)? kernel? attributes {...}? { ... }`."""
        name = parser.parse_symbol_name()
        arguments, arg_types, arg_attrs = parse_arguments(parser)
        res_types, res_attrs = parse_results(parser)
        shared, private = (parse_attributions(parser, word) for word in ("workgroup", "private"))
        is_kernel = parser.parse_optional_keyword("kernel") is not None
        extra = keyword_attributes(parser)
        body = parser.parse_region([*arguments, *(a for a, _ in shared), *(a for a, _ in private)])
        properties = {
            "function_type": FunctionType.from_lists(arg_types, res_types),
            "arg_attrs": attr_list(arg_attrs),
            "res_attrs": attr_list(res_attrs),
            "workgroup_attrib_attrs": attribution_attrs(shared),
            "private_attrib_attrs": attribution_attrs(private),
        }
        op = cls(properties=properties, regions=[body])
        op.attributes["sym_name"] = name
        op.attributes[WORKGROUP_COUNT] = IntegerAttr(len(shared), i64)
        if is_kernel:
            op.attributes[KERNEL] = UnitAttr()
        distribute(op, extra)
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        shared, private = self.attributions
        name = self.attributes["sym_name"]
        assert isinstance(name, StringAttr)
        write(printer, " ")
        printer.print_symbol_name(name.data)
        print_arguments(printer, self.function_type, self.arg_attrs, self.body.blocks.first)
        print_results(printer, self.function_type, self.res_attrs)
        print_attributions(printer, "workgroup", shared, self.workgroup_attrib_attrs)
        print_attributions(printer, "private", private, self.private_attrib_attrs)
        write(printer, " kernel" if self.is_kernel else "")
        own = {k: v for k, v in self.attributes.items() if k not in ("sym_name", WORKGROUP_COUNT, KERNEL)}
        sizes = {k: v for k in _SIZES if (v := self.properties.get(k)) is not None}
        printer.print_op_attributes({**own, **sizes}, print_keyword=True)
        write(printer, " ")
        write_body(printer, self.body)

    def verify_(self) -> None:
        """Check what mlir-opt 22 checks: the signature, the results of a kernel, the attributions."""
        given = self.function_type.inputs.data
        if not self.body.blocks:
            raise VerifyException("expected body with at least one block")
        if tuple(self.body.blocks[0].arg_types[: len(given)]) != given:
            raise VerifyException("entry block arguments do not have the types of the function's inputs")
        for name in _SIZES:
            sizes: Any = self.properties.get(name)
            if sizes is not None and (sizes.elt_type != i32 or len(sizes) != 3):
                raise VerifyException(
                    f"attribute '{name}' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present)"
                )
        if self.is_kernel and self.function_type.outputs.data:
            raise VerifyException("expected void return type for kernel function")
        for what, each in zip(("workgroup", "private"), self.attributions, strict=True):
            verify_attributions(what, each)


@define("gpu.return", IsTerminator(), HasParent(GPUFuncOp))
class ReturnOp(IRDLOperation):
    """`gpu.return`: the end of a `gpu.func`, with its results.

    gpu.return %x : f32
    """

    results_ = var_operand_def()
    assembly_format = "attr-dict ($results_^ `:` type($results_))?"

    def verify_(self) -> None:
        """Check the results against the function's type."""
        function = self.parent_op()
        assert isinstance(function, GPUFuncOp)
        expected = function.function_type.outputs.data
        if len(expected) != len(self.operands):
            raise VerifyException(f"expected {len(expected)} result operands")
        for n, (wanted, value) in enumerate(zip(expected, self.operands, strict=True)):
            if wanted != value.type:
                raise VerifyException(f"unexpected type `{value.type}' for operand #{n}")
