"""The nvgpu dialect's asynchronous copies from global to workgroup memory, with MLIR 22's names and syntax.

All of them are on one FIFO of their thread, `cp.async`. `async.ready` makes a token that is complete from the start,
which MLIR has no op for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Self

from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.checks import OperandFault
from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import Access, Effect, HasEffects, Milestone
from asyncir.dialects.gpu import is_workgroup
from asyncir.dialects.interfaces.completion import (
    Commits,
    HardwareFifo,
    IssuesAsync,
    WaitsByCount,
    WaitsByToken,
)
from asyncir.dialects.memref_layout import shape_of, strided_form, types_of
from asyncir.dialects.queue_checks import verify_awaited, verify_count, verify_members
from asyncir.dialects.queue_effects import COMMITS_GROUP, TOUCHES_QUEUES, WAITS_FOR_QUEUE
from asyncir.dialects.syntax import with_attributes, write
from asyncir.ir import (
    AnyFloat,
    Attribute,
    AttrSizedOperandSegments,
    IndexType,
    IntegerAttr,
    IntegerType,
    IRDLOperation,
    MemRefType,
    Operation,
    ParametrizedAttribute,
    ParsePropInAttrDict,
    Parser,
    Printer,
    SSAValue,
    TypeAttribute,
    UnitAttr,
    VerifyException,
    i32,
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)


@irdl_attr_definition
class DeviceAsyncTokenType(ParametrizedAttribute, CompletionType, TypeAttribute):
    """`!nvgpu.device.async.token`: completion of a copy, or of a group of them."""

    name = "nvgpu.device.async.token"


def _of_copy(op: DeviceAsyncCopyOp) -> Sequence[Effect]:
    """A read and a write of elements that follow one another, at moments of their own."""
    count = op.dst_elements.value.data
    read = count if op.src_elements is None else op.src_elements
    return (
        _touch(Access.READ, op.src, op.src_indices, read, Milestone.SOURCE_READ),
        _touch(Access.WRITE, op.dst, op.dst_indices, count, Milestone.WRITTEN),
        *TOUCHES_QUEUES,
    )


def _touch(
    access: Access, root: SSAValue, indices: Sequence[SSAValue], count: int | SSAValue, milestone: Milestone
) -> Effect:
    """A touch of `count` elements along the innermost dimension."""
    sizes = (*(1,) * (len(indices) - 1), count) if indices else ()
    return Effect(access, root, tuple(indices), milestone, sizes=sizes)


@define("nvgpu.device_async_copy", IssuesAsync(lambda: CP_ASYNC), HasEffects(_of_copy))
class DeviceAsyncCopyOp(IRDLOperation):
    """`nvgpu.device_async_copy`: start to copy elements that follow one another in the innermost dimension.

    With a number of source elements, only so many are read, and the rest of the target becomes zero.

        %c = nvgpu.device_async_copy %a[%i], %b[%s, %j], 4 : memref<64xf32> to memref<4x16xf32, 3>
    """

    dst = operand_def(MemRefType)
    dst_indices = var_operand_def(IndexType)
    src = operand_def(MemRefType)
    src_indices = var_operand_def(IndexType)
    src_elements = opt_operand_def(IndexType)
    dst_elements = prop_def(IntegerAttr.constr(IndexType()), prop_name="dstElements")
    bypass_l1 = opt_prop_def(UnitAttr, prop_name="bypassL1")
    token = result_def(DeviceAsyncTokenType)
    irdl_options = (AttrSizedOperandSegments(as_property=True), ParsePropInAttrDict())
    assembly_format = (
        "$src `[` $src_indices `]` `,` $dst `[` $dst_indices `]` `,` $dstElements (`,` $src_elements^)? "
        "attr-dict `:` type($src) `to` type($dst)"
    )

    def verify_(self) -> None:
        """Check what mlir-opt 22 checks: memory, indices, the number of elements."""
        for what, memref in (("source", self.src), ("destination", self.dst)):
            form = strided_form(memref.type)
            if form is not None and form[0] and form[0][-1] != 1:
                raise OperandFault(f"{what} memref most minor dim must have unit stride", memref)
        if not is_workgroup(self.dst.type):
            raise OperandFault(
                "destination memref must have a memory space attribute of IntegerAttr(3) or "
                "gpu::AddressSpaceAttr(Workgroup)",
                self.dst,
            )
        source, target = types_of(self.src, self.dst)
        if source.element_type != target.element_type:
            raise VerifyException("source and destination must have the same element type")
        for what, memref, indices in (
            ("source", self.src, self.src_indices),
            ("destination", self.dst, self.dst_indices),
        ):
            rank = len(shape_of(memref.type))
            if rank != len(indices):
                raise VerifyException(f"expected {rank} {what} indices, got {len(indices)}")
        self._verify_elements(target.element_type)

    def _verify_elements(self, element: Attribute) -> None:
        """A copy moves 4, 8 or 16 bytes; only 16 can go past the L1 cache."""
        if not isinstance(element, IntegerType | AnyFloat):
            raise VerifyException(f"elements of type {element} are not copied: only integers and floats are")
        width = element.bitwidth
        count = self.dst_elements.value.data
        possible = [size // width for size in _COPIED_BITS if size >= width and size % width == 0]
        if count not in possible:
            raise VerifyException(
                f"Requested copy elements is {count} with width {width}. But copy elements could be one of "
                + ", ".join(map(str, possible))
                + "."
            )
        if self.bypass_l1 is not None and count * width != _COPIED_BITS[-1]:
            raise VerifyException(
                f"bypassL1 does not satify alignment for '{self.dst.type}' with destination element {count}. "
                f"Unset bypassL1, or set destination element to {_COPIED_BITS[-1] // width}"
            )


_COPIED_BITS = (32, 64, 128)
"""What one `cp.async` can move."""


_RESULTS = re.compile(r"(?:%[\w.$-]+(?::\d+)?\s*,\s*)*%[\w.$-]+(?::\d+)?\s*=")
"""The results of the next op. After a group without copies, mlir-opt takes them for operands and fails."""


class _CpAsync(HardwareFifo):
    """The FIFO of a thread's `nvgpu.device_async_copy` ops."""

    __slots__ = ()

    def token_type(self) -> Attribute:
        """`!nvgpu.device.async.token`."""
        return DeviceAsyncTokenType()

    def group_of(self, tokens: Sequence[SSAValue]) -> Operation:
        """`nvgpu.device_async_create_group`."""
        return DeviceAsyncCreateGroupOp(tokens)

    def wait_for(self, token: SSAValue) -> Operation:
        """`nvgpu.device_async_wait`."""
        return DeviceAsyncWaitOp(token)

    def count_text(self, count: int) -> str:
        """The attribute in which a wait has its count."""
        return f"{{numGroups = {count} : i32}}"


CP_ASYNC = _CpAsync("cp.async")


@define("nvgpu.device_async_create_group")
class DeviceAsyncCreateGroupOp(IRDLOperation):
    """`nvgpu.device_async_create_group`: the copies are one group, the youngest of the thread's.

    %g = nvgpu.device_async_create_group %c, %d
    """

    input_tokens = var_operand_def(DeviceAsyncTokenType)
    token = result_def(DeviceAsyncTokenType)
    traits = traits_def(Commits(lambda _: CP_ASYNC, members=lambda op: op.operands), COMMITS_GROUP)

    def __init__(self, tokens: Sequence[SSAValue]):
        super().__init__(operands=[tokens], result_types=[DeviceAsyncTokenType()])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%c, %d {...}?`."""
        tokens: list[SSAValue] = []
        has_none = _RESULTS.match(parser.lexer.input.content, parser.pos)
        name = None if has_none else parser.parse_optional_unresolved_operand()
        while name is not None:
            tokens.append(parser.resolve_operand(name, DeviceAsyncTokenType()))
            more = parser.parse_optional_punctuation(",") is not None
            name = parser.parse_unresolved_operand() if more else None
        return with_attributes(cls(tokens), parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name; mlir-opt leaves the blank where there are no tokens."""
        write(printer, " ", self.input_tokens, self.attributes)

    def verify_(self) -> None:
        """Check that each member is a copy, and in no other group."""
        verify_members(self, self.input_tokens)


@define("nvgpu.device_async_wait")
class DeviceAsyncWaitOp(IRDLOperation):
    """`nvgpu.device_async_wait`: until the token's group is complete, or at most `numGroups` groups are in flight.

    nvgpu.device_async_wait %g {numGroups = 1 : i32}
    """

    token = operand_def(DeviceAsyncTokenType)
    num_groups = opt_prop_def(IntegerAttr.constr(i32), prop_name="numGroups")
    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(
        WaitsByToken(tokens=lambda op: op.operands if op.num_groups is None else ()),
        WaitsByCount(queue=lambda _: CP_ASYNC, count=lambda op: op.groups),
        WAITS_FOR_QUEUE,
    )
    assembly_format = "$token attr-dict"

    def __init__(self, token: SSAValue, num_groups: int | None = None):
        count = None if num_groups is None else IntegerAttr(num_groups, i32)
        super().__init__(operands=[token], properties={"numGroups": count})

    @property
    def groups(self) -> int | None:
        """How many groups may stay in flight, where that is said in place of the token."""
        return None if self.num_groups is None else self.num_groups.value.data

    def verify_(self) -> None:
        """Check that there is a group to wait for, and that the count, if any, does so."""
        verify_count(self.groups)
        verify_awaited(self, self.token)


Nvgpu = dialect("nvgpu", __name__, ("nvgpu_mbarrier", "nvgpu_tiles", "nvgpu_tma"))
