# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which bytes an access touches: plain ones, rows of matrices, boxes of tensor maps, what a descriptor says.

Addresses here are those of the trace, one for each thread that executes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.computations import SHARED_WINDOW
from asyncir.analyses.kernels.descriptors import UnknownBytes, described_bytes, tensor_bytes
from asyncir.analyses.kernels.machine_memory import PARAMETER_WINDOW, in_shared_window, trace_addresses
from asyncir.analyses.kernels.slicing import ELSEWHERE
from asyncir.analyses.kernels.straight_code import value_of
from asyncir.analyses.kernels.trace import SHARED_STRIDE, Addresses, Threads, TouchedBytes
from asyncir.analyses.kernels.values import DTYPES, MASKS, Opaque, Value, is_array, spread
from asyncir.ptx.effects import PtxAccess
from asyncir.ptx.program import Address, Immediate, Operand, Register, Symbol

if TYPE_CHECKING:
    from asyncir.analyses.kernels.executing import At

__all__ = ["UnknownBytes", "address_value", "box_bytes", "number_value", "raw_address", "touched_by"]

CLUSTER_SPACES: Final = 1 << 8
"""More blocks than a cluster has."""

MOST_ADDRESSES: Final = 4096
"""Results of `address_value` that a run keeps."""


def number_value(at: At, place: int, fixed: int | None, width: int = 32) -> Value:
    """A number of an effect: the operand's value for the threads that execute, or the fixed one."""
    if place < 0:
        return 0 if fixed is None else fixed
    operand = at.instruction.operands[place]
    if operand is None:
        return 0
    value = at.pick_of(value_of(at.group.frame, operand, width))
    if is_array(value) and len(value) and (value == value[0]).all():
        return int(value[0])
    return value


def raw_address(at: At, operand: Operand | None) -> Value:
    """The address as the instruction has it, for the threads that execute: an int, an array, or `Opaque`."""
    if isinstance(operand, Address):
        base: Register | Symbol | Immediate = operand.base
        value = at.pick_of(value_of(at.group.frame, base, 64))
        if not operand.offset or isinstance(value, Opaque):
            return value
        width = at.machine.code.width(base.name) if isinstance(base, Register) else 64
        if is_array(value):
            return value + DTYPES[width](operand.offset & MASKS[width])
        return (value + operand.offset) & MASKS[width]
    if operand is None:
        return 0
    return at.pick_of(value_of(at.group.frame, operand, 64))


def address_value(at: At, place: int) -> Value:
    """Trace addresses of an operand in shared memory, an array with one for each thread; or `Opaque`."""
    operand = at.instruction.operands[place]
    if at.pick is None and isinstance(operand, Address):
        base = value_of(at.group.frame, operand.base, 64)
        if is_array(base):
            return _of_array(at, operand, base)
    raw = raw_address(at, operand)
    return _of_number(at, raw) if type(raw) is int else _trace_addresses(raw, at.count)


def _of_array(at: At, operand: Address, base: NDArray[Any]) -> Value:
    """Loops come again with the same array of bases, unrolled ones with different offsets: arrays never change."""
    width = at.machine.code.width(operand.base.name) if isinstance(operand.base, Register) else 64
    key = (id(base), operand.offset, width)
    known = at.machine.addresses.get(key)
    if known is None or known[0] is not base:
        if len(at.machine.addresses) > MOST_ADDRESSES:
            at.machine.addresses.clear()
        known = at.machine.addresses[key] = (base, _trace_addresses(raw_address(at, operand), at.count))
    return known[1]


def _of_number(at: At, raw: int) -> Value:
    """All threads have one address, as slots of a ring and mbarriers do; there are few of these."""
    key = (raw, at.count)
    known = at.machine.single_addresses.get(key)
    if known is None:
        if len(at.machine.single_addresses) > MOST_ADDRESSES:
            at.machine.single_addresses.clear()
        known = at.machine.single_addresses[key] = _trace_addresses(raw, at.count)
    return known


def _trace_addresses(value: Value, threads: int) -> Value:
    """Numbers of the trace for addresses of shared memory, one for each thread; what is not known stays so."""
    if isinstance(value, Opaque):
        return value
    values = spread(value, 64, threads).astype(np.uint64)
    generic = in_shared_window(values)
    if generic.any():
        values = np.where(generic, values - np.uint64(SHARED_WINDOW), values)
    return trace_addresses(values)


def touched_by(at: At, access: PtxAccess) -> list[TouchedBytes]:
    """The bytes of one access; nothing for memory that no trace shows.

    Raises:
        UnknownBytes: They are not known, and why.

    """
    if access.space in ELSEWHERE:
        return []
    kind = access.footprint.kind
    if kind == "unknown":
        raise UnknownBytes("the effects table does not say which bytes it touches")
    if access.space == "tmem" or kind == "tmem":
        return tensor_bytes(at, access, raw_address(at, at.instruction.operands[access.address]))
    if kind == "descriptor":
        return described_bytes(at, access, raw_address(at, at.instruction.operands[access.address]))
    threads = at.threads
    if access.space == "generic":
        chosen = _generic(at, access)
        if chosen is None:
            return []
        threads, addresses = chosen
    else:
        found = address_value(at, access.address)
        if isinstance(found, Opaque):
            raise UnknownBytes("its address depends on data that is not known")
        addresses = found
    if kind == "matrix":
        lanes = at.group.frame.lanes.lane if at.pick is None else at.group.frame.lanes.lane[at.pick]
        rows = lanes < access.footprint.lanes
        threads, addresses = threads[rows], addresses[rows]
    if kind == "box":
        size: Value = box_bytes(at, addresses)
    elif kind == "rows":
        threads, addresses, size = _rows(at, access, threads, addresses)
    else:
        size = number_value(at, access.footprint.size.operand, access.footprint.size.value)
    _check(addresses)
    return _by_size(access, threads, addresses, size)


def _check(addresses: Addresses) -> None:
    if len(addresses) and (
        int(addresses.min()) < 0 or int(addresses.max()) >= CLUSTER_SPACES * SHARED_STRIDE
    ):
        raise UnknownBytes("its address is outside of shared memory")


def _by_size(access: PtxAccess, threads: Threads, addresses: Addresses, size: Value) -> list[TouchedBytes]:
    if isinstance(size, Opaque):
        raise UnknownBytes("how many bytes it touches depends on data that is not known")
    if not is_array(size):
        return [TouchedBytes(access.mode, threads, addresses, int(size), access.proxy)] if size else []
    return [
        TouchedBytes(access.mode, threads[size == n], addresses[size == n], int(n), access.proxy)
        for n in np.unique(size)
        if n
    ]


def _generic(at: At, access: PtxAccess) -> tuple[Threads, Addresses] | None:
    """Threads whose generic address is of shared memory, and where there."""
    value = raw_address(at, at.instruction.operands[access.address])
    if isinstance(value, Opaque):
        raise UnknownBytes("its generic address depends on data that is not known")
    values: NDArray[np.uint64] = spread(value, 64, len(at.threads)).astype(np.uint64)
    shared = in_shared_window(values)
    if not shared.any():
        return None
    return at.threads[shared], trace_addresses(values[shared] - np.uint64(SHARED_WINDOW))


def _rows(
    at: At, access: PtxAccess, threads: Threads, addresses: Addresses
) -> tuple[Threads, Addresses, Value]:
    """Rows of a warp's matrix, a stride apart, on behalf of the warp's first thread."""
    footprint = access.footprint
    size = number_value(at, footprint.size.operand, footprint.size.value)
    stride = number_value(at, footprint.stride.operand, footprint.stride.value)
    if not isinstance(stride, int) or not isinstance(size, int):
        raise UnknownBytes("the shape of its matrix depends on data that is not known")
    first = np.unique(threads // 32, return_index=True)[1]
    rows = addresses[first][:, None] + np.arange(footprint.lanes) * (stride * footprint.unit)
    return np.repeat(threads[first], footprint.lanes), rows.reshape(-1), size


def box_bytes(at: At, addresses: Addresses) -> int:
    """Bytes of a tensor copy's box: what the launch says for its map or for the instruction."""
    boxes = at.machine.launch.boxes
    if at.site in boxes:
        return boxes[at.site]
    name = map_name(at)
    if name is not None and name in boxes:
        return boxes[name]
    if at.machine.barriers.ignore_bytes:
        at.machine.boxed += [(at.site, int(a)) for a in addresses]
        at.machine.names[at.site] = name
        return 0
    raise UnknownBytes("how many bytes the tensor map's box has is not known; give it with the launch")


def map_name(at: At) -> str | None:
    """The parameter that has the tensor map of a copy; `name+offset` for one further behind in a struct."""
    for operand in at.instruction.operands:
        if isinstance(operand, Address) and operand.coordinates is not None:
            value = raw_address(at, operand)
            if not isinstance(value, int):
                return None
            place = value - PARAMETER_WINDOW
            for parameter in at.machine.part.kernel.parameters:
                if parameter.offset <= place < parameter.offset + parameter.size:
                    within = place - parameter.offset
                    return f"{parameter.name}+{within}" if within else parameter.name
            return at.machine.around.name_of(value)
    return None
