"""gpu: small matrices that the threads of a subgroup hold together."""

from __future__ import annotations

from typing import Any, Self

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, touches
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.gpu_subgroups import TOGETHER
from asyncir.dialects.memref_access import parse_indices
from asyncir.dialects.memref_layout import strided_form
from asyncir.dialects.syntax import OPERAND, TYPE, listed, parse_attributes, parsed, read, write
from asyncir.ir import (
    AnyFloat,
    ArrayAttr,
    Attribute,
    AttrParser,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    IRDLOperation,
    MemRefType,
    ParametrizedAttribute,
    Parser,
    Printer,
    Signedness,
    StringAttr,
    TypeAttribute,
    UnitAttr,
    VectorType,
    VerifyException,
    i8,
    i32,
    irdl_attr_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)

_ROLES = ("AOp", "BOp", "COp")
_BYTES = tuple(IntegerType(8, sign) for sign in (Signedness.SIGNED, Signedness.UNSIGNED))
_FLOATS = (Float16Type(), Float32Type(), Float64Type())
_ELEMENTS = (*_BYTES, i32, *_FLOATS)
_IN_MEMORY = (i8, i32, *_FLOATS)


@irdl_attr_definition
class MMAMatrixType(ParametrizedAttribute, TypeAttribute):
    """`!gpu.mma_matrix<16x16xf16, "AOp">`: a matrix of a subgroup, and what it is in a product."""

    name = "gpu.mma_matrix"

    shape: ArrayAttr[IntAttr]
    element_type: Attribute
    operand: StringAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        """Parse `<4x4xT, "AOp">`."""
        with parser.in_angle_brackets():
            start = parser.pos
            shape, element = parser.parse_shape()
            if shape is None or len(shape) != 2 or min(shape) < 0:
                parser.raise_error("MMAMatrixType must have exactly two dimensions", start, parser.pos)
            if element not in _ELEMENTS:
                parser.raise_error(
                    "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64", start, parser.pos
                )
            parser.parse_punctuation(",")
            start = parser.pos
            role = parser.parse_str_literal()
            if role not in _ROLES:
                parser.raise_error("operand expected to be one of AOp, BOp or COp", start, parser.pos)
        return [ArrayAttr([IntAttr(size) for size in shape]), element, StringAttr(role)]

    def print_parameters(self, printer: Printer) -> None:
        """Print `<4x4xT, "AOp">`."""
        sizes = "".join(f"{size.data}x" for size in self.shape)
        write(printer, f"<{sizes}", self.element_type, ", ", self.operand, ">")


class _Elementwise(StrEnum):
    """What is done with each element."""

    ADDF = "addf"
    MULF = "mulf"
    SUBF = "subf"
    MAXF = "maxf"
    MINF = "minf"
    DIVF = "divf"
    ADDI = "addi"
    MULI = "muli"
    SUBI = "subi"
    DIVS = "divs"
    DIVU = "divu"
    NEGATEF = "negatef"
    NEGATES = "negates"
    EXTF = "extf"


@irdl_attr_definition
class ElementwiseAttr(EnumAttribute[_Elementwise], SpacedOpaqueSyntaxAttribute):
    """`#gpu<mma_element_wise addf>`: what is done with each element."""

    name = "gpu.mma_element_wise"


def _verify_memory(memref: Any, what: str) -> None:
    """Check that matrices lie in such memory."""
    element = memref.element_type
    inner = element if element in _IN_MEMORY else getattr(element, "element_type", None)
    if inner not in _IN_MEMORY or (isinstance(element, VectorType) and element.get_num_dims() != 1):
        raise VerifyException(f"operand must be memref of what matrices are made of, but got {memref}")
    form = strided_form(memref)
    if form is None or (form[0] and form[0][-1] != 1):
        raise VerifyException(f"expected {what} memref most minor dim must have unit stride")


def _allow(value: Any, elements: tuple[Attribute, ...]) -> None:
    if value.type.element_type not in elements:
        raise VerifyException(f"operand must be a matrix of other elements, but got {value.type}")


class _OfMemory(IRDLOperation):
    """An op on a matrix in memory, whose rows are so far apart."""

    lead_dimension = prop_def(IntegerAttr.constr(IndexType()), prop_name="leadDimension")
    transpose = opt_prop_def(UnitAttr)

    def shown(self) -> dict[str, Attribute]:
        """The attributes and properties, as the text has them."""
        return {**self.properties, **self.attributes}


@define("gpu.subgroup_mma_load_matrix", touches(Access.READ, 0), ConcernsOtherThreads())
class SubgroupMmaLoadMatrixOp(_OfMemory):
    """`gpu.subgroup_mma_load_matrix`: read a matrix.

    %a = gpu.subgroup_mma_load_matrix %m[%i, %j] {leadDimension = 32 : index}
           : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    """

    src_memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    res = result_def(MMAMatrixType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m[%i, ...] attributes : type -> type`."""
        properties: dict[str, Attribute] = {}
        name, indices = read(parser, OPERAND, parse_indices)
        attributes = parse_attributes(cls, parser, properties)
        type_, result = read(parser, ":", TYPE, "->", TYPE)
        operands = (parser.resolve_operand(name, type_), *indices)
        return parsed(cls, operands, (result,), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.src_memref, "[", self.indices, "]", self.shown())
        write(printer, " : ", self.src_memref.type, " -> ", self.res.type)

    def verify_(self) -> None:
        """Check the memory."""
        _verify_memory(self.src_memref.type, "source")


@define("gpu.subgroup_mma_store_matrix", touches(Access.WRITE, 1), ConcernsOtherThreads())
class SubgroupMmaStoreMatrixOp(_OfMemory):
    """`gpu.subgroup_mma_store_matrix`: write a matrix.

    gpu.subgroup_mma_store_matrix %d, %m[%i, %j] {leadDimension = 32 : index}
      : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
    """

    src = operand_def(MMAMatrixType)
    dst_memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%a, %m[%i, ...] attributes : type, type`."""
        properties: dict[str, Attribute] = {}
        source, memref, indices = read(parser, OPERAND, ",", OPERAND, parse_indices)
        attributes = parse_attributes(cls, parser, properties)
        types = read(parser, ":", TYPE, ",", TYPE)
        values = (parser.resolve_operand(n, t) for n, t in zip((source, memref), types, strict=True))
        return parsed(cls, (*values, *indices), (), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.src, ", ", self.dst_memref, "[", self.indices, "]", self.shown())
        write(printer, " : ", self.src.type, ", ", self.dst_memref.type)

    def verify_(self) -> None:
        """Check the memory, and that it is a result that is stored."""
        _verify_memory(self.dst_memref.type, "destination")
        type_: Any = self.src.type
        if type_.operand.data != "COp":
            raise VerifyException("expected the operand matrix being stored to have 'COp' operand type")


@define("gpu.subgroup_mma_compute", *TOGETHER)
class SubgroupMmaComputeOp(IRDLOperation):
    """`gpu.subgroup_mma_compute`: a third matrix and the product of two.

    %d = gpu.subgroup_mma_compute %a, %b, %c
           : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    """

    opA = operand_def(MMAMatrixType)
    opB = operand_def(MMAMatrixType)
    opC = operand_def(MMAMatrixType)
    a_transpose = opt_prop_def(UnitAttr)
    b_transpose = opt_prop_def(UnitAttr)
    res = result_def(MMAMatrixType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%a, %b, %c attributes : type, type -> type`."""
        properties: dict[str, Attribute] = {}
        names = read(parser, OPERAND, ",", OPERAND, ",", OPERAND)
        attributes = parse_attributes(cls, parser, properties)
        types = read(parser, ":", TYPE, ",", TYPE, "->", TYPE)
        values = [parser.resolve_operand(name, of) for name, of in zip(names, types, strict=True)]
        return parsed(cls, values, types[2:], properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.operands, {**self.properties, **self.attributes})
        write(printer, " : ", [self.opA.type, self.opB.type], " -> ", self.res.type)

    def verify_(self) -> None:
        """Check the elements, the roles and the shapes."""
        for value in (self.opA, self.opB):
            _allow(value, (*_BYTES, *_FLOATS))
        _allow(self.opC, (i32, *_FLOATS))
        if self.opC.type != self.res.type:
            raise VerifyException("failed to verify that all of {opC, res} have same type")
        types: list[Any] = [value.type for value in self.operands]
        if tuple(type_.operand.data for type_ in types) != _ROLES:
            raise VerifyException("operands must be in the order AOp, BOp, COp")
        (m, k), (k_too, n), result = (tuple(s.data for s in type_.shape) for type_ in types)
        if k != k_too or result != (m, n):
            raise VerifyException("operand shapes do not satisfy matmul constraints")


@define("gpu.subgroup_mma_constant_matrix", *TOGETHER)
class SubgroupMmaConstantMatrixOp(IRDLOperation):
    """`gpu.subgroup_mma_constant_matrix`: a matrix whose elements are all the same.

    %c = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "COp">
    """

    value = operand_def()
    res = result_def(MMAMatrixType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%x attributes : type`."""
        name = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        (type_,) = read(parser, ":", TYPE)
        if not isinstance(type_, MMAMatrixType):
            parser.raise_error("invalid kind of type specified: expected a matrix")
        return parsed(cls, (parser.resolve_operand(name, type_.element_type),), (type_,), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.value, self.attributes, " : ", self.res.type)

    def verify_(self) -> None:
        """Check the value."""
        if self.value.type not in (*_BYTES, i32, *_FLOATS[:2]):
            raise VerifyException(
                f"operand #0 must be one of the elements of a matrix, but got {self.value.type}"
            )
        matrix: Any = self.res.type
        if self.value.type != matrix.element_type:
            raise VerifyException("failed to verify that value type matches element type of mma_matrix")


@define("gpu.subgroup_mma_elementwise", *TOGETHER)
class SubgroupMmaElementwiseOp(IRDLOperation):
    """`gpu.subgroup_mma_elementwise`: the same with each element.

    %c = gpu.subgroup_mma_elementwise addf %a, %b : (T, T) -> T
    """

    args = var_operand_def(MMAMatrixType)
    op_type = prop_def(ElementwiseAttr, prop_name="opType")
    res = result_def(MMAMatrixType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `kind %a, ... attributes : (type, ...) -> type`."""
        start = parser.pos
        word = parser.parse_identifier()
        if word not in list(_Elementwise):
            parser.raise_error(f"expected one of {', '.join(_Elementwise)}", start, parser.pos)
        (names,) = read(parser, listed(OPERAND))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        at = parser.pos
        type_ = parser.parse_function_type()
        values = parser.resolve_operands(names, type_.inputs.data, at)
        properties = {"opType": ElementwiseAttr(_Elementwise(word))}
        return parsed(cls, values, type_.outputs.data, properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, f"  {self.op_type.data} ", self.args, self.attributes)
        write(printer, " : (", [value.type for value in self.args], ") -> ", self.res.type)


class _OfThread(IRDLOperation):
    """An op on an element of the part of a matrix that this thread has."""

    def verify_(self) -> None:
        """Check that the element is one of the matrix."""
        matrix, element = self.matrix_and_element
        if not isinstance(element, IntegerType | AnyFloat) or matrix.element_type != element:
            raise VerifyException("failed to verify that value type matches element type of mma_matrix")

    @property
    def matrix_and_element(self) -> tuple[Any, Attribute]:
        """The types of the matrix and the element."""
        raise NotImplementedError


@define("gpu.subgroup_mma_extract_thread_local", *TOGETHER)
class SubgroupMmaExtractThreadLocalOp(_OfThread):
    """`gpu.subgroup_mma_extract_thread_local`: an element of the part of a matrix that this thread has.

    %x = gpu.subgroup_mma_extract_thread_local %m[%i] : !gpu.mma_matrix<16x16xf32, "AOp"> -> f32
    """

    matrix = operand_def(MMAMatrixType)
    indices = var_operand_def(IndexType)
    res = result_def()

    @property
    def matrix_and_element(self) -> tuple[Any, Attribute]:
        """The types of the matrix and the element."""
        return self.matrix.type, self.res.type

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m[%i, ...] attributes : type -> type`."""
        name, indices = read(parser, OPERAND, parse_indices)
        attributes = parser.parse_optional_attr_dict()
        type_, result = read(parser, ":", TYPE, "->", TYPE)
        return parsed(cls, (parser.resolve_operand(name, type_), *indices), (result,), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.matrix, "[", self.indices, "]", self.attributes)
        write(printer, " : ", self.matrix.type, " -> ", self.res.type)


@define("gpu.subgroup_mma_insert_thread_local", *TOGETHER)
class SubgroupMmaInsertThreadLocalOp(_OfThread):
    """`gpu.subgroup_mma_insert_thread_local`: a matrix with another element in the part that this thread has.

    %n = gpu.subgroup_mma_insert_thread_local %x, %m[%i]
           : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    """

    value = operand_def()
    matrix = operand_def(MMAMatrixType)
    indices = var_operand_def(IndexType)
    res = result_def(MMAMatrixType)

    @property
    def matrix_and_element(self) -> tuple[Any, Attribute]:
        """The types of the matrix and the element."""
        return self.matrix.type, self.value.type

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%x, %m[%i, ...] attributes : type, type -> type`."""
        first, second, indices = read(parser, OPERAND, ",", OPERAND, parse_indices)
        attributes = parser.parse_optional_attr_dict()
        types = read(parser, ":", TYPE, ",", TYPE, "->", TYPE)
        values = (parser.resolve_operand(n, t) for n, t in zip((first, second), types[:2], strict=True))
        return parsed(cls, (*values, *indices), types[2:], {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.value, ", ", self.matrix, "[", self.indices, "]", self.attributes)
        write(printer, " : ", self.value.type, ", ", self.matrix.type, " -> ", self.res.type)
