# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of bulk and tensor copies, their groups, and tensor maps that a kernel makes itself.

A copy into shared memory completes on an mbarrier; one out of it belongs to a bulk group of its thread, whose wait lets it
read its source at the latest (PTX ISA 9.0, sections 9.7.9.25.4 and 9.7.9.25.5). Both are of the asynchronous proxy.
"""

from collections.abc import Callable

import numpy as np

from asyncir.ptx.program import Address, Immediate, PtxInstruction
from asyncir.semantics.kernels.arithmetic import word
from asyncir.semantics.kernels.assembler import Step, StepAssembler
from asyncir.semantics.kernels.block_state import BlockState, NotModelledError, ProxyFlight, Strand
from asyncir.semantics.kernels.memory_steps import out_of_bounds
from asyncir.semantics.kernels.shared_bytes import Places, names_of

# Bytes of an element by the number that `tensormap.replace.tile.elemtype` takes (section 9.7.9.27.3, table 33).
_ELEMENT_BYTES = (1, 2, 4, 4, 8, 8, 2, 4, 4, 8, 2, 4, 4)


def async_read(strand: Strand, lane: int, places: Places, index: int) -> Callable[[], None]:
    """Prepare a read by the asynchronous proxy: what happens when it reads. Proxies are checked now, at its issue."""
    warp = strand.warp
    block = warp.block
    thread = warp.number * 32 + lane
    memory = block.shared
    check_proxy(block, places, index, thread, writes=False)
    warp.ordinal[lane : lane + 1] += word(1)
    ordinal = warp.ordinal[lane : lane + 1].copy()

    def reads() -> None:
        if block.log is not None:
            block.log.reads[thread, int(ordinal[0])] = (index, places, memory.holds[places])
        warp.sums[lane : lane + 1] += memory.found(places[None, :], ordinal)

    return reads


def async_write(strand: Strand, lane: int, places: Places, index: int) -> Callable[[], None]:
    """Prepare a write by the asynchronous proxy."""
    warp = strand.warp
    block = warp.block
    thread = warp.number * 32 + lane
    check_proxy(block, places, index, thread, writes=True)
    ordinal = warp.instance(index, np.array([lane]))
    names = names_of(index, ordinal, places)
    if block.log is not None:
        block.log.writes.update((name, (index, thread, int(ordinal[0]))) for name in names.tolist())

    def writes() -> None:
        block.shared.holds[places] = names

    return writes


def check_proxy(block: BlockState, places: Places, index: int, thread: int, writes: bool) -> None:
    """No access by hand since the last proxy fence may have touched what the asynchronous proxy touches now."""
    memory = block.shared
    if not len(places):
        return
    if int(memory.written_at[places].max()) > block.fenced_at:
        block.fault(
            "proxy",
            index,
            thread,
            "written by hand, then accessed by the asynchronous proxy, no proxy fence between",
        )
    elif writes and block.rules.reads_need_fence and int(memory.read_at[places].max()) > block.fenced_at:
        block.fault(
            "late read",
            index,
            thread,
            "read by hand, then overwritten by the asynchronous proxy, no proxy fence between",
        )


def range_of(block: BlockState, address: int, size: int) -> Places | None:
    """Units of a range of shared memory, None if it is not all there."""
    unit = block.shared.unit
    places = np.arange(address // unit, -(-(address + size) // unit), dtype=np.int64)
    return None if block.shared.outside(places) else places


def bulk_step(assembler: StepAssembler, instruction: PtxInstruction) -> Step | None:
    """The step of `cp.async.bulk...` and `cp.reduce.async.bulk...`."""
    modifiers = instruction.modifiers
    if "prefetch" in modifiers:
        return None
    if "commit_group" in modifiers:
        return _commit(assembler, instruction)
    if "wait_group" in modifiers:
        return _wait(assembler, instruction)
    spaces = [part.split("::")[0] for part in modifiers if part.split("::")[0] in ("shared", "global")]
    if spaces == ["shared", "global"]:
        return _into_shared(assembler, instruction)
    if spaces == ["global", "shared"]:
        return _out_of_shared(assembler, instruction)
    raise NotModelledError(instruction.text)


def _commit(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    active = assembler.active(instruction)

    def step(strand: Strand) -> None:
        groups = strand.warp.block.bulk_groups
        for thread in strand.threads(active(strand)):
            groups[thread] = groups.get(thread, 0) + 1

    return step


def _wait(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    count = instruction.operands[0]
    if not isinstance(count, Immediate):
        raise NotModelledError(instruction.text)
    active = assembler.active(instruction)

    def step(strand: Strand) -> None:
        block = strand.warp.block
        for thread in strand.threads(active(strand)):
            flying = block.bulk.get(thread)
            if not flying:
                continue
            limit = block.bulk_groups.get(thread, 0) - count.value
            for flight in flying:
                if flight.group < limit:
                    block.finish(flight)
            block.bulk[thread] = [flight for flight in flying if not flight.done]

    return step


def _size_of(
    assembler: StepAssembler, instruction: PtxInstruction, map_operand: int, size_operand: int
) -> Callable[[Strand, int], int]:
    """Bytes that one lane's copy moves: given, or the box of its tensor map."""
    if "tensor" not in instruction.modifiers:
        slot = assembler.operand(instruction.operands[size_operand], 32)
        return lambda strand, lane: int(strand.warp.registers[slot][lane])
    if "im2col" in instruction.opcode or "gather4" in instruction.opcode or "scatter4" in instruction.opcode:
        raise NotModelledError(instruction.text)
    where = assembler.addresses(_plain(instruction.operands[map_operand]))

    def boxed(strand: Strand, lane: int) -> int:
        box = strand.warp.block.box_of(int(where(strand)[lane]))
        if box is None:
            raise NotModelledError(f"the box of the tensor map of {instruction.text} is not known")
        return box.bytes

    return boxed


def _plain(operand: object) -> Address:
    assert isinstance(operand, Address)
    return Address(operand.base, operand.offset)


def _into_shared(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """Operands: [to], [from], (bytes,) [barrier], and a mask of blocks for multicast, a cache hint."""
    tensor = "tensor" in instruction.modifiers
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[0])
    announced = assembler.shared_addresses(instruction, instruction.operands[2 if tensor else 3])
    size_of = _size_of(assembler, instruction, 1, 2)
    index = instruction.index
    multicast = "multicast::cluster" in instruction.modifiers
    mask = assembler.operand(instruction.operands[3 if tensor else 4], 16) if multicast else None

    def step(strand: Strand) -> None:
        lanes = active(strand)
        if not len(lanes):
            return
        addresses, lanes = where(strand, lanes)
        barriers, _ = announced(strand, lanes)
        block = strand.warp.block
        for lane, address, barrier in zip(lanes.tolist(), addresses.tolist(), barriers.tolist(), strict=True):
            size = size_of(strand, lane)
            thread = strand.warp.number * 32 + lane
            places = range_of(block, address, size)
            if places is None:
                out_of_bounds(block, index, thread)
                continue
            # The peers that get this block's part send theirs to this block: the same bytes again arrive from each.
            blocks = int(strand.warp.registers[mask][lane]).bit_count() if mask is not None else 1
            happens = async_write(strand, lane, places, index)
            block.issue(ProxyFlight(thread, index, happens, barrier=barrier, bytes=size * max(blocks, 1)))

    return step


def _out_of_shared(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """Operands: [to], [from], (bytes). A tensor map comes with coordinates; `.reduce` reads its source alike."""
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[1])
    size_of = _size_of(assembler, instruction, 0, 2)
    index = instruction.index

    def step(strand: Strand) -> None:
        lanes = active(strand)
        if not len(lanes):
            return
        addresses, lanes = where(strand, lanes)
        block = strand.warp.block
        for lane, address in zip(lanes.tolist(), addresses.tolist(), strict=True):
            thread = strand.warp.number * 32 + lane
            places = range_of(block, address, size_of(strand, lane))
            if places is None:
                out_of_bounds(block, index, thread)
                continue
            flight = ProxyFlight(thread, index, async_read(strand, lane, places, index))
            flight.group = block.bulk_groups.get(thread, 0)
            block.bulk.setdefault(thread, []).append(flight)
            if block.adversary.early():
                # It has read, but whoever does not wait for it does not know.
                flight.happens()
                flight.happens = _nothing

    return step


def _nothing() -> None:
    pass


def tensor_map_step(assembler: StepAssembler, instruction: PtxInstruction) -> Step | None:
    """`tensormap.replace` notes the fields that decide a box; `cp_fenceproxy` carries them to where the map is used."""
    active = assembler.active(instruction)
    if instruction.modifiers[0] == "replace":
        field = instruction.modifiers[2]
        if field not in ("rank", "box_dim", "elemtype"):
            return None
        where = assembler.addresses(instruction.operands[0])
        values = [assembler.operand(operand, 32) for operand in instruction.operands[1:]]

        def replace(strand: Strand) -> None:
            registers = strand.warp.registers
            for lane in active(strand).tolist():
                numbers = [int(registers[slot][lane]) for slot in values]
                box = strand.warp.block.boxes.setdefault(int(where(strand)[lane]), {})
                if field == "box_dim":
                    box[f"box_dim{numbers[0]}"] = numbers[1]
                elif field == "elemtype":
                    box["elemtype"] = _ELEMENT_BYTES[numbers[0]] if numbers[0] < len(_ELEMENT_BYTES) else 1
                else:
                    box["rank"] = numbers[0]

        return replace
    if instruction.modifiers[0] != "cp_fenceproxy":
        raise NotModelledError(instruction.text)
    to, origin = (assembler.addresses(operand) for operand in instruction.operands[:2])

    def carry(strand: Strand) -> None:
        boxes = strand.warp.block.boxes
        for lane in active(strand).tolist():
            made = boxes.get(int(origin(strand)[lane]))
            if made is not None:
                boxes[int(to(strand)[lane])] = dict(made)

    return carry
