"""Structured ops: a body that is executed for each point of an iteration domain, on one element of each operand.

An op has inputs and outputs; for each a map says which element is used at a point. The body gets one element of each operand
and yields one for each output. On memrefs the outputs are changed; on tensors each output is the initial value of a result.
How large the domain is follows from the shapes of the operands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

from asyncir.dialects.affine_text import affine_text
from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, Effect, HasEffects, Speculatable
from asyncir.dialects.ending_values import EndsWithValues
from asyncir.dialects.interfaces.tensors import MakesOf
from asyncir.dialects.linalg_bodies import NoBodyForTypes
from asyncir.dialects.linalg_maps import loop_sizes, span, where_loops_are
from asyncir.dialects.memref_layout import Extent, shape_of
from asyncir.dialects.syntax import (
    OPERAND,
    TYPE,
    Piece,
    arrow,
    given,
    listed,
    parse_arrow_types,
    typed,
    write,
)
from asyncir.ir import (
    AffineDimExpr,
    AffineMap,
    Attribute,
    AttrSizedOperandSegments,
    Block,
    DenseArrayBase,
    IRDLOperation,
    IsTerminator,
    MemRefType,
    Operation,
    Parser,
    Printer,
    Pure,
    RecursiveMemoryEffect,
    Region,
    ReturnLike,
    SSAValue,
    TensorType,
    VerifyException,
    base,
    i32,
    region_def,
    var_operand_def,
    var_result_def,
)

SHAPED = base(TensorType) | base(MemRefType)
MEMOIZED = "linalg.memoized_indexing_maps"
"""What mlir-opt keeps with an op whose maps follow from its name."""


def is_shaped(of: Attribute) -> bool:
    """Whether a value of the type has elements: a tensor or a memref."""
    return isinstance(of, TensorType | MemRefType)


def element_of(of: Attribute) -> Attribute:
    """The type of the elements of a tensor or memref; that of any other value is its own."""
    shaped: Any = of
    return shaped.element_type if is_shaped(of) else of


def tensor_types(values: Sequence[SSAValue]) -> list[Attribute]:
    """The types of those that are tensors."""
    types: list[Attribute] = [value.type for value in values]
    return [of for of in types if isinstance(of, TensorType)]


def extents_of(of: Attribute) -> tuple[Extent, ...]:
    """The sizes of a tensor or memref; a scalar has none."""
    return tuple(shape_of(of)) if is_shaped(of) else ()


def _effects(op: Structured) -> Iterable[Effect]:
    """It reads inputs and writes outputs, and reads of an output what the body uses."""
    arguments = op.body.block.args if op.body.blocks else ()
    for value in op.ins:
        if isinstance(value.type, MemRefType):
            yield Effect(Access.READ, value)
    for number, value in enumerate(op.inits, len(op.ins)):
        if isinstance(value.type, MemRefType):
            if number >= len(arguments) or arguments[number].uses:
                yield Effect(Access.READ, value)
            yield Effect(Access.WRITE, value)


def _made_of(op: Structured) -> Iterable[tuple[int, SSAValue]]:
    inits = [
        number
        for number, v in enumerate(op.operands)
        if number >= len(op.ins) and isinstance(v.type, TensorType)
    ]
    return zip(inits, op.results, strict=True)


STRUCTURED = (HasEffects(_effects), RecursiveMemoryEffect(), Speculatable(), MakesOf(_made_of))
"""The traits of each structured op."""


class Structured(IRDLOperation):
    """What passes ask of an op that is executed for each point of a domain."""

    WRITES_BODY: ClassVar[bool] = True
    """Whether the text may leave out the body, whose ops then are where the op is."""

    @property
    def ins(self) -> Sequence[SSAValue]:
        """What is read."""
        raise NotImplementedError

    @property
    def inits(self) -> Sequence[SSAValue]:
        """What is written, or the initial values of the results."""
        raise NotImplementedError

    @property
    def maps(self) -> tuple[AffineMap, ...]:
        """For each operand which element is used at a point."""
        raise NotImplementedError

    @property
    def loop_kinds(self) -> tuple[str, ...]:
        """For each loop `parallel` or `reduction`."""
        raise NotImplementedError

    @property
    def body(self) -> Region:
        """What is executed for each point, with an argument for each operand."""
        return self.regions[0]

    def sizes(self) -> list[Extent]:
        """How many iterations each loop has; None where that is not known now."""
        return loop_sizes(self.maps, [extents_of(operand.type) for operand in self.operands])

    # ---- verification ----

    def verify_structure(self) -> None:
        """Check operands, maps, shapes and the body against each other."""
        self._verify_results()
        maps, kinds = self.maps, self.loop_kinds
        if len(maps) != len(self.operands):
            raise VerifyException(
                f"expected the number of indexing_map ({len(maps)}) to be equal to the number of "
                f"input/output operands ({len(self.operands)})"
            )
        for number, (map, operand) in enumerate(zip(maps, self.operands, strict=True)):
            _verify_map(number, map, operand, len(kinds))
        if maps and None in where_loops_are(maps):
            together = AffineMap(len(kinds), 0, tuple(each for map in maps for each in map.results))
            raise VerifyException(f"invalid indexing maps are non-invertible: ({affine_text(together)})")
        self._verify_shapes(maps)
        self._verify_body()

    def _verify_results(self) -> None:
        tensors = [value for value in self.inits if isinstance(value.type, TensorType)]
        types: list[Attribute] = [value.type for value in self.operands]
        if all(any(isinstance(of, kind) for of in types) for kind in (TensorType, MemRefType)):
            raise VerifyException("expected to have pure tensor or buffer semantics")
        if len(tensors) != len(self.results):
            raise VerifyException(
                f"expected the number of tensor results ({len(self.results)}) to be equal to the number of "
                f"output tensors ({len(tensors)})"
            )
        for number, (init, result) in enumerate(zip(tensors, self.results, strict=True)):
            if init.type != result.type:
                raise VerifyException(
                    f"expected type of operand #{len(self.ins) + number} ('{init.type}') to match type of "
                    f"corresponding result ('{result.type}')"
                )

    def _verify_shapes(self, maps: Sequence[AffineMap]) -> None:
        sizes = self.sizes()
        if None in sizes:
            return
        for number, (map, operand) in enumerate(zip(maps, self.operands, strict=True)):
            for dimension, (expression, extent) in enumerate(
                zip(map.results, extents_of(operand.type), strict=True)
            ):
                ends = span(expression, sizes)
                if extent is None or ends is None or 0 in sizes:
                    continue
                least, needed = ends[0], ends[1] + 1
                where = f"inferred input/output operand #{number} has shape's dimension #{dimension} to be "
                if least < 0:
                    raise VerifyException(
                        f"unexpected result less than 0 at expression #{dimension} in {affine_text(map)}"
                    )
                if isinstance(expression, AffineDimExpr) and needed != extent:
                    raise VerifyException(f"{where}{needed}, but found {extent}")
                if needed > extent:
                    raise VerifyException(f"{where}greater than or equal to {needed}, but found {extent}")

    def _verify_body(self) -> None:
        if len(self.body.blocks) != 1:
            raise VerifyException("expects to have 1 region with 1 block")
        block = self.body.block
        if len(block.args) != len(self.operands):
            raise VerifyException(
                "expected as many non-induction variable region arguments as the number of input/output operands"
            )
        for number, (argument, operand) in enumerate(zip(block.args, self.operands, strict=True)):
            if argument.type != element_of(operand.type):
                raise VerifyException(
                    f"expected type of bb argument #{number} ('{argument.type}') to match element or self type of "
                    f"the corresponding operand ('{element_of(operand.type)}')"
                )


def _verify_map(number: int, map: AffineMap, operand: SSAValue, loops: int) -> None:
    if map.num_symbols:
        raise VerifyException(f"unexpected symbols in indexing_map #{number}")
    if map.num_dims != loops:
        raise VerifyException(
            f"expected indexing_map #{number} to have {loops} dim(s) to match the number of loops"
        )
    rank = len(extents_of(operand.type))
    if rank != len(map.results):
        raise VerifyException(
            f"expected operand #{number} rank ({rank}) to match the result rank of indexing_map ({len(map.results)})"
        )


class StructuredOp(Structured):
    """A structured op with any number of inputs and outputs."""

    inputs = var_operand_def()
    outputs = var_operand_def(SHAPED)
    result_tensors = var_result_def(TensorType)
    region = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @property
    def ins(self) -> Sequence[SSAValue]:
        """What is read."""
        return self.inputs

    @property
    def inits(self) -> Sequence[SSAValue]:
        """What is written, or the initial values of the results."""
        return self.outputs

    def verify_(self) -> None:
        """Check everything."""
        self.verify_structure()


# ---- text ----


def parse_ins_and_outs(parser: Parser) -> tuple[list[SSAValue], list[SSAValue]]:
    """Parse `ins(%a, %b : T, U) outs(%c : V)`, each of which may be missing."""

    def group(parser: Parser) -> list[SSAValue]:
        names, at = listed(OPERAND)(parser), parser.pos
        types: list[Attribute] = given(":", listed(TYPE))(parser) or []
        parser.parse_punctuation(")")
        return list(parser.resolve_operands(names, types, at))

    found: list[list[SSAValue]] = []
    for word in ("ins", "outs"):
        if parser.parse_optional_keyword(word) is None:
            found.append([])
            continue
        parser.parse_punctuation("(")
        found.append([] if parser.parse_optional_punctuation(")") is not None else group(parser))
    return found[0], found[1]


def ins_and_outs(op: Structured) -> tuple[Piece, ...]:
    """` ins(%a, %b : T, U) outs(%c : V)`."""
    pieces: list[Piece] = []
    for word, values in (("ins", op.ins), ("outs", op.inits)):
        if values:
            pieces += [f" {word}(", *typed(values), ")"]
    return tuple(pieces)


def segments(*sizes: int) -> dict[str, Attribute]:
    """The property that says how many operands each group has."""
    return {"operandSegmentSizes": DenseArrayBase.from_list(i32, sizes)}


def dictionary(op: Operation, *hidden: str) -> Mapping[str, Attribute]:
    """Properties and attributes as one dictionary, but for those that the text says otherwise."""
    found = {**op.properties, **op.attributes}
    for name in ("operandSegmentSizes", MEMOIZED, *hidden):
        found.pop(name, None)
    return dict(sorted(found.items()))


def split_attributes(
    cls: type[IRDLOperation], attributes: Mapping[str, Attribute]
) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """Those that are properties of the op, and the others."""
    known = cls.get_irdl_definition().properties
    mine = {name: value for name, value in attributes.items() if name in known}
    return mine, {name: value for name, value in attributes.items() if name not in known}


class NamedStructuredOp(StructuredOp):
    """A structured op whose body follows from its name, attributes and types: its text does not have it."""

    HIDDEN: ClassVar[tuple[str, ...]] = ()
    """The properties that the text has before the dictionary."""

    @classmethod
    def parse_head(cls, parser: Parser) -> dict[str, Attribute]:
        """Parse what is behind the name, before the dictionary; gives properties."""
        return {}

    def write_body(self, block: Block) -> None:
        """Write what is executed for a point at the end of the block, which has an argument for each operand."""
        raise NotImplementedError

    def print_head(self, printer: Printer) -> None:
        """Print what is behind the name, before the dictionary."""

    @classmethod
    def of(
        cls,
        ins: Sequence[SSAValue],
        outs: Sequence[SSAValue],
        types: Sequence[Attribute] | None = None,
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
    ) -> Self:
        """The op, with its body; on tensors its results have the types of its outputs, if none are given.

        Raises `VerifyException` where there is no such computation on these types.
        """
        types = tensor_types(outs) if types is None else types
        wanted, given = cls.operand_count(), len(ins) + len(outs)
        if wanted not in (None, given):
            raise NoBodyForTypes(
                f"[parseNamedStructuredOpRegion] ods-gen generated region expects {wanted} args, got {given}"
            )
        block = Block(arg_types=[element_of(value.type) for value in (*ins, *outs)])
        op = cls.create(
            operands=[*ins, *outs],
            result_types=types,
            properties={**(properties or {}), **segments(len(ins), len(outs))},
            attributes=dict(attributes or {}),
            regions=[Region(block)],
        )
        op.complete()
        op.write_body(block)
        return op

    @classmethod
    def operand_count(cls) -> int | None:
        """How many operands the body needs; None where the op decides by itself."""
        return None

    def complete(self) -> None:
        """Add the properties that the text may leave out."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        start = parser.pos
        head = cls.parse_head(parser)
        properties, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        ins, outs = parse_ins_and_outs(parser)
        more, others = split_attributes(cls, parser.parse_optional_attr_dict())
        types = parse_arrow_types(parser)
        try:
            return cls.of(ins, outs, types, {**head, **properties, **more}, {**attributes, **others})
        except VerifyException as error:
            parser.raise_error(str(error), start, parser.pos)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        self.print_head(printer)
        shown = dictionary(self, *self.HIDDEN)
        write(printer, *((shown,) if shown else ()), *ins_and_outs(self), *arrow(self.result_types))


@define("linalg.yield", Pure(), IsTerminator(), ReturnLike())
class LinalgYieldOp(EndsWithValues):
    """`linalg.yield`: what a body gives for each output at the point at hand."""

    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"

    def verify_(self) -> None:
        """Check the values against the outputs of the op around it."""
        around = self.parent_op()
        if not isinstance(around, Structured):
            if around is None or around.dialect_name() != "linalg":
                raise VerifyException("expected parent op with LinalgOp interface")
            return
        if len(self.arguments) != len(around.inits):
            raise VerifyException(
                f"expected number of yield values ({len(self.arguments)}) to match the number of inits / outs "
                f"operands of the enclosing LinalgOp ({len(around.inits)})"
            )
        for number, (value, init) in enumerate(zip(self.arguments, around.inits, strict=True), 1):
            if value.type != element_of(init.type):
                raise VerifyException(
                    f"type of yield operand {number} ('{value.type}') doesn't match the element type of the "
                    f"enclosing linalg.generic op ('{element_of(init.type)}')"
                )
