"""nvgpu: tiles of matrices in the registers of a warp: read, multiplied; and reciprocals."""

from __future__ import annotations

from typing import Any, Self

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, always, touches
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.gpu import is_workgroup
from asyncir.dialects.memref_access import parse_indices
from asyncir.dialects.syntax import (
    OPERAND,
    PARENS,
    TYPE,
    listed,
    parse_attributes,
    parsed,
    read,
    with_attributes,
    write,
)
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    IndexType,
    IntegerAttr,
    IntegerType,
    IRDLOperation,
    MemRefType,
    Parser,
    Printer,
    Pure,
    UnitAttr,
    VectorType,
    VerifyException,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    irdl_attr_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)

_LANES = 32
_TOGETHER = (always(), ConcernsOtherThreads())


def _shape(value: Any) -> tuple[int, ...]:
    return tuple(value.type.get_shape())


@define("nvgpu.ldmatrix", touches(Access.READ, 0), ConcernsOtherThreads())
class LdMatrixOp(IRDLOperation):
    """`nvgpu.ldmatrix`: the lanes of a warp read tiles of a matrix together.

    %v = nvgpu.ldmatrix %m[%i, %j] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16, 3> -> vector<4x2xf16>
    """

    src_memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    transpose = prop_def(IntegerAttr.constr(i1))
    num_tiles = prop_def(IntegerAttr.constr(i32), prop_name="numTiles")
    res = result_def(VectorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m[%i, ...] attributes : type -> type`."""
        properties: dict[str, Attribute] = {}
        name, indices = read(parser, OPERAND, parse_indices)
        attributes = parse_attributes(cls, parser, properties)
        type_, result = read(parser, ":", TYPE, "->", TYPE)
        return parsed(cls, (parser.resolve_operand(name, type_), *indices), (result,), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.src_memref, "[", self.indices, "]", {**self.properties, **self.attributes})
        write(printer, " : ", self.src_memref.type, " -> ", self.res.type)

    def verify_(self) -> None:
        """Check the memory, the tiles and the vector."""
        vector: Any = self.res.type
        bits: int = vector.element_type.bitwidth
        if not is_workgroup(self.src_memref.type):
            raise VerifyException(
                "expected nvgpu.ldmatrix srcMemref must have a memory space attribute of IntegerAttr(3) or "
                "gpu::AddressSpaceAttr(Workgroup)"
            )
        if bits > _LANES:
            raise VerifyException("nvgpu.ldmatrix works for 32b or lower")
        if self.transpose.value.data and bits != 16:
            raise VerifyException("nvgpu.ldmatrix transpose works only at 16b granularity")
        shape = _shape(self.res)
        if len(shape) != 2:
            raise VerifyException("results must be 2 dimensional vector")
        if shape[1] != 32 // bits:
            raise VerifyException(f"expected vector register shape[1] = {32 // bits}")
        if shape[0] != self.num_tiles.value.data:
            raise VerifyException("expected vector register shape[0] and numTiles to match")


class _Mma(IRDLOperation):
    """An op that adds the product of two tiles to a third one."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many rows, columns, and products for each element."""
        shape: Any = self.properties["mmaShape"]
        return tuple(size.value.data for size in shape)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%a, %b, %c) (metadata(%m))? attributes : (type, type, type) -> type`."""
        properties: dict[str, Attribute] = {}
        (names,) = read(parser, listed(OPERAND, PARENS))
        metadata: list[Any] = []
        if cls.name == "nvgpu.mma.sp.sync":
            (metadata,) = read(parser, "metadata", listed(OPERAND, PARENS))
            properties["sparsitySelector"] = IntegerAttr(0, i32)
        attributes = parse_attributes(cls, parser, properties)
        types, result = read(parser, ":", listed(TYPE, PARENS), "->", TYPE)
        types = [*types, *(VectorType(i16, [2]) for _ in metadata)]
        values = parser.resolve_operands([*names, *metadata], types, parser.pos)
        return parsed(cls, values, (result,), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name, with mlir-opt's blanks."""
        shown: dict[str, Attribute] = {**self.properties, **self.attributes}
        if shown.get("sparsitySelector") == IntegerAttr(0, i32):
            del shown["sparsitySelector"]
        metadata = self.operands[3:]
        write(printer, "(", self.operands[:3], ")", *((" metadata(", metadata, ")") if metadata else ()))
        write(printer, shown, " : (", [v.type for v in self.operands[:3]], ") -> ", self.results[0].type)

    def verify_tiles(self, sparse: int) -> None:
        """Check the vectors, of whose first one only a part of so many is there."""
        if len(self.sizes) != 3:
            raise VerifyException("the shape of a product has three sizes")
        types: list[Any] = [value.type for value in self.operands[:3]]
        element = types[0].element_type
        if element != types[1].element_type:
            raise VerifyException("failed to verify that matrixA and matrixB have same element type")
        if sparse > 1 and element == f64:
            raise VerifyException("f64 is not supported for sparse mode")
        if element not in (f64, f32, f16, bf16, i8, IntegerType(4)):
            raise VerifyException(
                "expected input data type (i4,i8,f16,bf16,tf32,f64) supported by nvgpu.mma.sync"
            )
        depth = 4 if element == f64 else 128 // element.bitwidth
        width = 1 if element == f64 else 32 // element.bitwidth
        m, n, k = self.sizes
        wanted = (m * k // sparse, k * n, m * n)
        for name, value, count in zip("ABC", self.operands, wanted, strict=False):
            shape = _shape(value)
            if len(shape) != 2 or shape[0] * shape[1] * _LANES != count:
                raise VerifyException(f"expected {count} warp-wide matrix {name} elements")
        if "tf32Enabled" in self.properties and element != f32:
            raise VerifyException("expected tf32 tensor cores only for F32 operands")
        m, n, k = m // 8, n // 8, k // depth
        shapes = ((m * k // sparse, width), (k * n, width), (m * n, 2))
        for name, value, shape in zip("ABC", self.operands, shapes, strict=False):
            if _shape(value) != shape:
                raise VerifyException(f"expected matrix {name} to be shaped ({shape[0]} x {shape[1]})")


@define("nvgpu.mma.sync", *_TOGETHER)
class MmaSyncOp(_Mma):
    """`nvgpu.mma.sync`: a tile and the product of two, each spread over the lanes of a warp.

    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]}
           : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    """

    matrix_a = operand_def(VectorType)
    matrix_b = operand_def(VectorType)
    matrix_c = operand_def(VectorType)
    mma_shape = prop_def(ArrayAttr[IntegerAttr[IntegerType]], prop_name="mmaShape")
    tf32_enabled = opt_prop_def(UnitAttr, prop_name="tf32Enabled")
    res = result_def(VectorType)

    def verify_(self) -> None:
        """Check the tiles."""
        self.verify_tiles(1)


@define("nvgpu.mma.sp.sync", *_TOGETHER)
class MmaSparseSyncOp(_Mma):
    """`nvgpu.mma.sp.sync`: the same where of each four numbers of the first tile two are there, and others say which."""

    matrix_a = operand_def(VectorType)
    matrix_b = operand_def(VectorType)
    matrix_c = operand_def(VectorType)
    sparse_metadata = operand_def(VectorType(i16, [2]))
    mma_shape = prop_def(ArrayAttr[IntegerAttr[IntegerType]], prop_name="mmaShape")
    sparsity_selector = prop_def(IntegerAttr.constr(i32), prop_name="sparsitySelector")
    tf32_enabled = opt_prop_def(UnitAttr, prop_name="tf32Enabled")
    res = result_def(VectorType)

    def verify_(self) -> None:
        """Check the tiles, and the selector."""
        if not 0 <= self.sparsity_selector.value.data <= 1:
            raise VerifyException("sparsity selector should be 0 or 1")
        self.verify_tiles(2)


class Rounding(StrEnum):
    """How a reciprocal is rounded."""

    APPROX = "approx"
    RN = "rn"
    RZ = "rz"
    RM = "rm"
    RP = "rp"


@irdl_attr_definition
class RoundingAttr(EnumAttribute[Rounding], SpacedOpaqueSyntaxAttribute):
    """`#nvgpu<rcp_rounding_mode approx>`: how a reciprocal is rounded."""

    name = "nvgpu.rcp_rounding_mode"


@define("nvgpu.rcp", Pure())
class RcpOp(IRDLOperation):
    """`nvgpu.rcp`: the reciprocals of a vector's numbers, nearly.

    %r = nvgpu.rcp %v {rounding = approx, ftz} : vector<32x16xf32>
    """

    in_ = operand_def(VectorType)
    rounding = prop_def(RoundingAttr)
    ftz = opt_prop_def(UnitAttr)
    out = result_def(VectorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%v {rounding = R (, ftz)?} attributes : type`."""
        name, word = read(parser, OPERAND, "{", "rounding", "=", lambda p: p.parse_identifier())
        properties: dict[str, Attribute | None] = {"ftz": None}
        if word not in list(Rounding):
            parser.raise_error(f"expected one of {', '.join(Rounding)}")
        properties["rounding"] = RoundingAttr(Rounding(word))
        if parser.parse_optional_punctuation(",") is not None:
            parser.parse_keyword("ftz")
            properties["ftz"] = UnitAttr()
        parser.parse_punctuation("}")
        attributes = parser.parse_optional_attr_dict()
        (type_,) = read(parser, ":", TYPE)
        op = cls(operands=[parser.resolve_operand(name, type_)], result_types=[type_], properties=properties)
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        flag = "" if self.ftz is None else ", ftz"
        write(printer, " ", self.in_, f"{{rounding =  {self.rounding.data}{flag}}}", self.attributes)
        write(printer, " : ", self.out.type)

    def verify_(self) -> None:
        """Check the type, and that there is such an instruction."""
        vector: Any = self.in_.type
        if vector != self.out.type or vector.element_type != f32 or not vector.get_shape():
            raise VerifyException("operand #0 must be vector of 32-bit float values, as the result is")
        if self.rounding.data is not Rounding.APPROX or self.ftz is None:
            raise VerifyException(
                f"has a limitation. {self.rounding.data} or non-ftz is not supported yet; it is only approx with ftz"
            )
