# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps that touch shared memory by hand: loads, stores, atomics, matrix fragments, and `cp.async`.

`cp.async` writes like a store of its thread that happens later: at the wait for its group at the latest (PTX ISA 9.0,
section 9.7.9.25.3). Its writes are of the generic proxy.
"""

from collections.abc import Callable

import numpy as np

from asyncir.ptx.program import Immediate, PtxInstruction, VectorOperand
from asyncir.semantics.kernels.arithmetic import WIDTHS, Lanes, Value, mixed, types_of, word
from asyncir.semantics.kernels.assembler import LaneNumbers, Step, StepAssembler
from asyncir.semantics.kernels.block_state import (
    BlockState,
    CopiesArrive,
    LaneCopies,
    LaneStrand,
    NotModelledError,
)
from asyncir.semantics.kernels.shared_bytes import Places, names_of

_MATRIX_ROWS = {"x1": 8, "x2": 16, "x4": 32}


def access_bytes(instruction: PtxInstruction) -> int:
    """Bytes that each lane of a visible access touches in one piece; 16 where it does not matter."""
    name, modifiers = instruction.name, instruction.modifiers
    if name == "st" and "bulk" in modifiers:
        return 8  # address and size are multiples of it
    if name in ("ld", "st", "atom", "red"):
        width = WIDTHS[types_of(modifiers)[-1]] // 8
        return width * next((n for n in (2, 4, 8) if f"v{n}" in modifiers), 1)
    if (
        name == "cp"
        and "tensor" not in modifiers
        and "bulk" not in modifiers
        and len(instruction.operands) > 2
    ):
        size = instruction.operands[2]
        return size.value if isinstance(size, Immediate) else 4
    return 16


def memory_step(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """The step of an access to shared memory."""
    if "async" in instruction.modifiers:
        raise NotModelledError(instruction.text)
    match instruction.name:
        case "ld":
            return _load(assembler, instruction)
        case "st" if "bulk" in instruction.modifiers:
            return _bulk_store(assembler, instruction)
        case "st":
            return _store(assembler, instruction)
        case "atom" | "red":
            return _atomic(assembler, instruction)
        case "ldmatrix" | "stmatrix":
            return _matrix(assembler, instruction)
        case "wmma":
            return _fragment(assembler, instruction)
        case _:
            raise NotModelledError(instruction.text)


def read_places(strand: LaneStrand, lanes: LaneNumbers, places: Places, index: int) -> None:
    """Lanes read units now: what they find goes into their sums."""
    warp = strand.warp
    block = warp.block
    memory = block.shared
    if memory.outside(places):
        out_of_bounds(block, index, warp.number * 32 + int(lanes[0]))
        return
    warp.ordinal[lanes] += word(1)
    ordinals = warp.ordinal[lanes]
    warp.sums[lanes] += memory.found(places, ordinals)
    block.clock += 1
    if block.generic_writes_matter:
        memory.read_at[places] = block.clock
    if block.log is not None:
        for row, lane in enumerate(lanes.tolist()):
            block.log.reads[warp.number * 32 + lane, int(ordinals[row])] = (
                index,
                places[row],
                memory.holds[places[row]],
            )


def named_writes(strand: LaneStrand, lanes: LaneNumbers, places: Places, index: int) -> Lanes | None:
    """Names for the writes of lanes, which happen now or later; None if they are out of bounds."""
    warp = strand.warp
    block = warp.block
    if block.shared.outside(places):
        out_of_bounds(block, index, warp.number * 32 + int(lanes[0]))
        return None
    ordinals = warp.instance(index, lanes)
    names = names_of(index, ordinals[:, None], places)
    log_writes(block, strand, lanes, ordinals, names, index)
    return names


def log_writes(
    block: BlockState, strand: LaneStrand, lanes: LaneNumbers, ordinals: Lanes, names: Lanes, index: int
) -> None:  # fmt: skip
    """Keep who wrote what, where a log is wanted."""
    if block.log is not None:
        for row, lane in enumerate(lanes.tolist()):
            origin = (index, strand.warp.number * 32 + lane, int(ordinals[row]))
            block.log.writes.update((name, origin) for name in names[row].tolist())


def out_of_bounds(block: BlockState, index: int, thread: int) -> None:
    """A fault."""
    block.fault("bounds", index, thread, "the access is outside of shared memory")


def _load(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[1])
    size = access_bytes(instruction)
    results = assembler.results(instruction.operands[0])
    index = instruction.index
    wanted = [(at, slot) for at, slot in enumerate(results) if slot is not None]
    piece = size // len(results)

    def step(strand: LaneStrand) -> None:
        lanes = active(strand)
        addresses, inside = where(strand, lanes)
        memory = strand.warp.block.shared
        if len(inside):
            read_places(strand, inside, memory.places(addresses, size), index)
        if not wanted or not len(lanes):
            return
        mask = np.zeros(32, np.bool_)
        mask[lanes] = True
        for at, slot in wanted:
            value: Value = mixed(np.arange(32, dtype=np.uint64) + word(index * 131)) % word(5)
            if len(inside) and int(addresses.max()) + size <= len(memory.bytes):
                value[inside] = memory.kept_bytes(addresses + at * piece, piece)
            strand.put_where(slot, value, mask)

    return step


def _store(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[0])
    size = access_bytes(instruction)
    index = instruction.index
    value = instruction.operands[1]
    elements = value.elements if isinstance(value, VectorOperand) else (value,)
    piece = size // len(elements)
    sources: list[int | None] = []
    if assembler.bytes_matter:
        for element in elements:
            try:
                sources.append(assembler.operand(element, 8 * piece))
            except NotModelledError:
                sources.append(None)

    def step(strand: LaneStrand) -> None:
        addresses, lanes = where(strand, active(strand))
        if not len(lanes):
            return
        block = strand.warp.block
        places = block.shared.places(addresses, size)
        names = named_writes(strand, lanes, places, index)
        if names is None:
            return
        if not block.lands_behind(places, names):
            block.lands(places, names)
        for at, slot in enumerate(sources):
            if slot is not None:
                numbers = strand.warp.registers[slot][lanes].astype(np.uint64)
                block.shared.keep_bytes(addresses + at * piece, piece, numbers)

    return step


def _bulk_store(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """`st.bulk`: each lane writes zeros to a range of its own, as a store by hand does (PTX ISA 9.0, `st.bulk`)."""
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[0])
    size = assembler.operand(instruction.operands[1], 64)
    index = instruction.index

    def step(strand: LaneStrand) -> None:
        addresses, lanes = where(strand, active(strand))
        block = strand.warp.block
        for row, lane in enumerate(lanes.tolist()):
            wanted = int(strand.warp.registers[size][lane])
            address = int(addresses[row])
            # A range that ends outside is told as a whole: no array is made of what no block has.
            if address + wanted > block.shared.units * block.shared.unit:
                out_of_bounds(block, index, strand.warp.number * 32 + lane)
                continue
            if address % 8 or wanted % 8:
                text = f"{wanted} bytes at {address}: st.bulk takes multiples of 8"
                block.fault("bounds", index, strand.warp.number * 32 + lane, text)
                continue
            if not wanted:
                continue
            places = block.shared.places(addresses[row : row + 1], wanted)
            names = named_writes(strand, lanes[row : row + 1], places, index)
            if names is None:
                continue
            block.lands(places, names)
            if assembler.bytes_matter:
                block.shared.bytes[address : address + wanted] = 0

    return step


_ATOMICS: dict[str, Callable[[int, int], int]] = {
    "add": lambda old, new: old + new, "and": lambda old, new: old & new, "or": lambda old, new: old | new,
    "xor": lambda old, new: old ^ new, "min": min, "max": max, "exch": lambda old, new: new,
    "inc": lambda old, new: 0 if old >= new else old + 1,
}  # fmt: skip


def _atomic(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """The order of atomics on one place is nobody's: their names add up, and what one returns is no read that counts.

    Values are kept where something depends on them: unsigned, lane after lane. The value names the write then, since a warp
    may join its lanes' atomics into one.
    """
    first = 1 if instruction.name == "atom" else 0
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[first])
    size = access_bytes(instruction)
    index = instruction.index
    result = assembler.result(instruction.operands[0]) if first else None
    combine = next((_ATOMICS[part] for part in instruction.modifiers if part in _ATOMICS), None)
    value: int | None = None
    if assembler.bytes_matter and combine is not None:
        try:
            value = assembler.operand(instruction.operands[first + 1], 8 * size)
        except NotModelledError:
            value = None

    def step(strand: LaneStrand) -> None:
        lanes = active(strand)
        addresses, inside = where(strand, lanes)
        block = strand.warp.block
        found: Value = mixed(np.arange(32, dtype=np.uint64) + word(index)) % word(5)
        if len(inside):
            places = block.shared.places(addresses, size)
            names = named_writes(strand, inside, places, index)
            if names is not None:
                np.add.at(block.shared.holds, places, names)
                block.clock += 1
                block.shared.written_at[places] = block.clock
            if names is not None and value is not None and combine is not None:
                for row, lane in enumerate(inside.tolist()):
                    old = block.shared.kept_bytes(addresses[row : row + 1], size)
                    number = combine(int(old[0]), int(strand.warp.registers[value][lane])) & (
                        2 ** (8 * size) - 1
                    )
                    block.shared.keep_bytes(addresses[row : row + 1], size, np.array([number], np.uint64))
                    block.shared.holds[places[row]] = names_of(-1, np.array([number], np.uint64), places[row])
                    found[lane] = old[0]
        if result is not None and len(lanes):
            mask = np.zeros(32, np.bool_)
            mask[lanes] = True
            strand.put_where(result, found, mask)

    return step


def _matrix(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """Each of the first lanes gives the address of a row of 16 bytes."""
    load = instruction.name == "ldmatrix"
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[1 if load else 0])
    rows = next(count for word_, count in _MATRIX_ROWS.items() if word_ in instruction.modifiers)
    index = instruction.index

    def step(strand: LaneStrand) -> None:
        lanes = active(strand)
        addresses, lanes = where(strand, lanes[lanes < rows])
        if not len(lanes):
            return
        block = strand.warp.block
        places = block.shared.places(addresses, 16)
        if load:
            read_places(strand, lanes, places, index)
            return
        names = named_writes(strand, lanes, places, index)
        if names is not None:
            block.lands(places, names)

    return step


def _fragment(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """`wmma.load` and `wmma.store`: rows of a matrix, a stride apart; lane k is taken to access row k."""
    load = instruction.modifiers[0] == "load"
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[1 if load else 0])
    stride = assembler.operand(instruction.operands[-1], 32)
    kind = types_of(instruction.modifiers)[-1]
    element = WIDTHS[kind] // 8
    index = instruction.index
    rows = np.arange(16, dtype=np.int64)

    def step(strand: LaneStrand) -> None:
        lanes = active(strand)
        addresses, lanes = where(strand, lanes[lanes < 16])
        if len(lanes) < 16:
            return
        block = strand.warp.block
        apart = int(strand.warp.registers[stride][0]) * element
        places = block.shared.places(addresses[0] + rows * apart, 16 * element)
        if load:
            read_places(strand, lanes, places, index)
            return
        names = named_writes(strand, lanes, places, index)
        if names is not None:
            block.lands(places, names)

    return step


def lane_copy_step(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """`cp.async` and what commits, waits for and announces it."""
    modifiers = instruction.modifiers
    index = instruction.index
    if "commit_group" in modifiers:
        active = assembler.active(instruction)

        def commit(strand: LaneStrand) -> None:
            strand.warp.copy_groups[active(strand)] += 1

        return commit
    if "wait_group" in modifiers or "wait_all" in modifiers:
        return _wait_copies(assembler, instruction)
    if "mbarrier" in modifiers:
        return _announce_copies(assembler, instruction)
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[0])
    size = access_bytes(instruction)

    def step(strand: LaneStrand) -> None:
        addresses, lanes = where(strand, active(strand))
        if not len(lanes):
            return
        warp = strand.warp
        places = warp.block.shared.places(addresses, size)
        names = named_writes(strand, lanes, places, index)
        if names is None:
            return
        if warp.block.adversary.early():
            warp.block.lands(places, names)
        elif warp.block.lands_behind(places, names):
            pass
        else:
            warp.copies.append(LaneCopies(lanes, places, names, warp.copy_groups[lanes].copy()))

    return step


def _wait_copies(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    active = assembler.active(instruction)
    most: int | None = None
    if "wait_group" in instruction.modifiers:
        count = instruction.operands[0]
        if not isinstance(count, Immediate):
            raise NotModelledError(instruction.text)
        most = count.value
    guarded = instruction.guard is not None

    def step(strand: LaneStrand) -> None:
        mask = strand.mask
        if guarded:
            mask = np.zeros(32, np.bool_)
            mask[active(strand)] = True
        strand.warp.land_copies(mask, most)

    return step


def _announce_copies(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """`cp.async.mbarrier.arrive`: without `.noinc` the pending count grows first (section 9.7.13.15.16)."""
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[0])
    grows = "noinc" not in instruction.modifiers
    index = instruction.index

    def step(strand: LaneStrand) -> None:
        addresses, lanes = where(strand, active(strand))
        warp = strand.warp
        block = warp.block
        if not len(lanes):
            return
        if grows:
            for address in addresses.tolist():
                barrier = block.phase_of(address, index, warp.number * 32)
                if barrier is not None:
                    barrier.pending += 1
        pending = CopiesArrive(warp, lanes, addresses, 1)
        block.arrivals.append(pending)
        if block.adversary.early():
            block.settle(pending)

    return step
