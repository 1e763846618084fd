# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of matrix units that read shared memory by themselves: `wgmma` and `tcgen05`.

A descriptor says where a matrix is: a start, two strides, and how rows are swizzled (PTX ISA 9.0, sections 9.7.15.5.1 and
9.7.16.4.1). Which bytes one instruction reads is taken in whole pieces of eight rows, so that neighbours in the same tile
count as read too: that may tie an instruction to a slot earlier than needed, never to another slot.

Tensor memory is kept in pieces of sixteen lanes and one column.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from asyncir.ptx.program import Address, Immediate, PtxInstruction, Register, VectorOperand, registers_of
from asyncir.semantics.kernels.arithmetic import word
from asyncir.semantics.kernels.assembler import STOP, Step, StepAssembler
from asyncir.semantics.kernels.block_state import BlockState, NotModelledError, ProxyFlight, Strand, Warp
from asyncir.semantics.kernels.bulk_steps import async_read
from asyncir.semantics.kernels.shared_bytes import Places, names_of

_HOPPER_SWIZZLES = {0: 16, 1: 128, 2: 64, 3: 32}
_BLACKWELL_SWIZZLES = {0: 16, 1: 128, 2: 128, 4: 64, 6: 32}


@lru_cache(maxsize=4096)
def _pieces(
    start: int, leading: int, stride: int, wide: int, rows: int, along: bool, first: int, unit: int
) -> Places:
    """Units of a matrix: `rows` rows of 32 bytes; `along` if its rows lie along the other side of the tile.

    A piece is eight rows of `wide` bytes. Rows are a `stride` apart by eights; without a swizzle the 32 bytes are two pieces
    a `leading` apart. Along the other side, a piece has `wide` bytes of rows and eight of the 16 columns. `first` skips rows.
    """
    size = 8 * wide
    if wide > 16:
        # A later part of a row begins inside of its first `wide` bytes.
        start = start // wide * wide
    starts: set[int] = set()
    if not along:
        second = (0, leading) if wide == 16 else (0,)
        starts = {
            start + piece * stride + more
            for piece in range(first // 8, (first + rows) // 8)
            for more in second
        }
    else:
        across = max(1, rows * 2 // wide)
        starts = {start + piece * leading + half * stride for piece in range(across) for half in range(2)}
    units = [np.arange(begin // unit, -(-(begin + size) // unit), dtype=np.int64) for begin in sorted(starts)]
    return np.unique(np.concatenate(units))


def _described(
    block: BlockState, descriptor: int, swizzles: dict[int, int], shift: int, rows: int, along: bool, first: int = 0
) -> Places:  # fmt: skip
    start, leading, stride = ((descriptor >> at & 0x3FFF) << 4 for at in (0, 16, 32))
    wide = swizzles.get(descriptor >> shift & (2 ** (64 - shift) - 1))
    if wide is None:
        raise NotModelledError(f"a matrix descriptor {descriptor:#x}")
    places = _pieces(start, leading, stride, wide, rows, along, first, block.shared.unit)
    return places[places < block.shared.units]


def wgmma_step(assembler: StepAssembler, instruction: PtxInstruction, at: int) -> Step | None:
    """`wgmma.*`; each warp of the group is taken to read its own rows of A and all of B.

    A product is one operation of all four warps (section 9.7.15.1): it is not complete before each of them has issued it.
    """
    match instruction.modifiers[0]:
        case "fence":
            return _fence_registers
        case "commit_group":
            return _commit_products
        case "wait_group":
            return _wait_products(instruction, at)
        case "mma_async":
            return _product(assembler, instruction)
        case _:
            raise NotModelledError(instruction.text)


def _fence_registers(strand: Strand) -> None:
    strand.warp.unfenced_registers.clear()


def _commit_products(strand: Strand) -> None:
    strand.warp.product_groups.append(strand.warp.products_issued)


def _warp_group(warp: Warp) -> list[Warp]:
    first = warp.number // 4 * 4
    return warp.block.warps[first : first + 4]


def _wait_products(instruction: PtxInstruction, at: int) -> Step:
    """Products of older groups have read their operands, their registers are free (section 9.7.15.7.4)."""
    count = instruction.operands[0]
    if not isinstance(count, Immediate):
        raise NotModelledError(instruction.text)

    def step(strand: Strand) -> int | None:
        warp = strand.warp
        groups = len(warp.product_groups) - count.value
        if groups <= 0:
            return None
        due = warp.product_groups[groups - 1]
        peers = _warp_group(warp)
        if any(peer.products_issued < due for peer in peers):
            strand.blocked, strand.at = ("products", warp.number // 4, 0), at
            return STOP
        for peer in peers:
            for number, flight in peer.products:
                if number < due:
                    warp.block.finish(flight)
            peer.products = [(number, flight) for number, flight in peer.products if not flight.done]
        warp.busy_registers = {name: number for name, number in warp.busy_registers.items() if number >= due}
        return None

    return step


def _issued(warp: Warp) -> None:
    """Another product is under way: who waits for its warps looks again."""
    warp.products_issued += 1
    for peer in _warp_group(warp):
        for strand in peer.strands:
            if strand.blocked == ("products", warp.number // 4, 0):
                strand.blocked = None


def _product(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    shape = next(part for part in instruction.modifiers if part.startswith("m64n"))
    columns = int(shape[4 : shape.index("k")])
    to, left, right = instruction.operands[:3]
    kinds = instruction.modifiers[instruction.modifiers.index(shape) + 1 :]
    flags = [operand.value for operand in instruction.operands[3:] if isinstance(operand, Immediate)]
    halves = kinds[1] in ("f16", "bf16")
    across_left, across_right = _transposed(flags, halves, isinstance(left, VectorOperand))
    result = frozenset(registers_of(to))
    held = frozenset(registers_of(left)) if isinstance(left, VectorOperand) else frozenset[str]()
    left_slot = None if held else assembler.operand(left)
    right_slot = assembler.operand(right)
    index = instruction.index

    def step(strand: Strand) -> None:
        warp = strand.warp
        block = warp.block
        lane = int(strand.lanes[0])
        if warp.unfenced_registers & (result | held):
            text = "registers of wgmma are written, no wgmma.fence before it"
            block.fault("register", index, warp.number * 32 + lane, text)
        descriptor = int(warp.registers[right_slot][lane])
        places = _described(block, descriptor, _HOPPER_SWIZZLES, 62, columns, across_right)
        if left_slot is not None:
            descriptor = int(warp.registers[left_slot][lane])
            rows, first = (64, 0) if across_left else (16, 16 * (warp.number % 4))
            mine = _described(block, descriptor, _HOPPER_SWIZZLES, 62, rows, across_left, first)
            places = np.concatenate((places, mine))
        flight = ProxyFlight(warp.number * 32 + lane, index, async_read(strand, lane, places, index))
        if block.adversary.early():
            block.finish(flight)
        else:
            warp.products.append((warp.products_issued, flight))
        warp.busy_registers.update(dict.fromkeys(result | held, warp.products_issued))
        _issued(warp)

    return step


def _transposed(flags: list[int], halves: bool, in_registers: bool) -> tuple[bool, bool]:
    """The last immediates, for 16-bit elements only: whether A (if in shared memory) and B lie along the other side."""
    if not halves:
        return False, False
    if in_registers:
        return False, bool(flags[-1:] and flags[-1])
    return bool(flags[-2:-1] and flags[-2]), bool(flags[-1:] and flags[-1])


def register_check(
    watched: frozenset[str], read: frozenset[str], written: frozenset[str], index: int
) -> Step:
    """An instruction touches registers of matrix units: none may be in flight (section 9.7.15.2)."""
    touched = (read | written) & watched
    changed = written & watched

    def step(strand: Strand) -> None:
        warp = strand.warp
        if warp.busy_registers and not touched.isdisjoint(warp.busy_registers):
            text = "registers of a wgmma in flight are accessed before its wait"
            warp.block.fault("register", index, warp.number * 32, text)
        if warp.block.rules.tensor_loads_need_wait and not touched.isdisjoint(warp.loading_registers):
            text = "registers that tcgen05.ld fills are accessed before its wait"
            warp.block.fault("register", index, warp.number * 32, text)
        warp.unfenced_registers |= changed

    return step


def tensor_core_step(assembler: StepAssembler, instruction: PtxInstruction) -> Step | None:
    """`tcgen05.*`."""
    match instruction.modifiers[0]:
        case "alloc":
            return _allocate(assembler, instruction)
        case "dealloc" | "relinquish_alloc_permit":
            return None
        case "mma":
            return _tensor_product(assembler, instruction)
        case "commit":
            return _tensor_commit(assembler, instruction)
        case "ld" | "st":
            return _tensor_registers(assembler, instruction)
        case "wait::ld" | "wait::st":
            return _wait_registers(instruction)
        case "fence::before_thread_sync" | "fence::after_thread_sync":
            return None
        case _:
            raise NotModelledError(instruction.text)


def _allocate(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """Columns in order; the address goes to shared memory, by hand."""
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[0])
    count = assembler.operand(instruction.operands[1], 32)
    index = instruction.index

    def step(strand: Strand) -> None:
        addresses, lanes = where(strand, active(strand)[:1])
        if not len(lanes):
            return
        block = strand.warp.block
        places = block.shared.places(addresses, max(4, block.shared.unit))
        # Not counted as a write by hand: PTX does not say through which proxy the address is written.
        block.shared.holds[places] = names_of(index, strand.warp.instance(index, lanes)[:, None], places)
        if len(block.shared.bytes):
            block.shared.keep_bytes(addresses, 4, np.array([block.tensor_columns], np.uint64))
        block.tensor_columns += int(strand.warp.registers[count][lanes[0]])

    return step


def _tensor_places(address: int, rows: int, columns: int) -> Places:
    """Pieces of tensor memory: lanes in the upper half of an address, columns in the lower (section 9.7.16.1)."""
    lane, column = address >> 16 & 127, address & 511
    pieces = np.arange(lane // 16, max(lane // 16 + 1, (lane + rows) // 16), dtype=np.int64) % 8
    return (
        pieces[:, None] * 512 + (np.arange(column, column + columns, dtype=np.int64) % 512)[None, :]
    ).reshape(-1)


def _tensor_product(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """Operands: [to], A (a descriptor, or an address), B, instruction descriptor, ... ; it runs behind the thread's others.

    M and N are in the instruction descriptor (section 9.7.16.4.2): bits 17 to 22 are N / 8, 24 to 28 M / 16; bits 15 and 16
    say whether A and B lie along the other side.
    """
    if "block_scale" in instruction.opcode or "sp" in instruction.modifiers:
        raise NotModelledError(instruction.text)
    to, left, right, shape = instruction.operands[:4]
    where = assembler.addresses(to)
    left_place = assembler.addresses(left) if isinstance(left, Address) else None
    left_slot = assembler.operand(left) if isinstance(left, Register) else None
    right_slot, shape_slot = assembler.operand(right), assembler.operand(shape, 32)
    active = assembler.active(instruction)
    index = instruction.index

    def step(strand: Strand) -> None:
        registers = strand.warp.registers
        block = strand.warp.block
        for lane in active(strand)[:1].tolist():
            kind = int(registers[shape_slot][lane])
            rows, columns = (kind >> 24 & 31) * 16, (kind >> 17 & 63) * 8
            described = [(right_slot, columns, bool(kind >> 16 & 1))]
            if left_slot is not None:
                described.append((left_slot, rows, bool(kind >> 15 & 1)))
            parts = [
                _described(block, int(registers[slot][lane]), _BLACKWELL_SWIZZLES, 61, count, along)
                for slot, count, along in described
            ]
            reads = async_read(strand, lane, np.concatenate(parts), index)
            result = _tensor_places(int(where(strand)[lane]), rows, columns)
            source = (
                _tensor_places(int(left_place(strand)[lane]), rows, 8) if left_place is not None else None
            )
            happens = _accumulates(strand, lane, reads, result, source, index)
            flight = ProxyFlight(strand.warp.number * 32 + lane, index, happens)
            flight.before = tuple(f for f in strand.warp.tensor_flights[-1:] if not f.done)
            strand.warp.tensor_flights = [flight]
            if block.adversary.early():
                block.finish(flight)

    return step


def _accumulates(
    strand: Strand, lane: int, reads: Callable[[], None], result: Places, source: Places | None, index: int
) -> Callable[[], None]:  # fmt: skip
    """A product reads its operands, then changes the accumulator."""
    warp = strand.warp
    memory = warp.block.tensor
    warp.ordinal[lane : lane + 1] += word(1)
    ordinal = warp.ordinal[lane : lane + 1].copy()
    instance = warp.instance(index, np.array([lane]))

    def happens() -> None:
        reads()
        if source is not None:
            warp.sums[lane : lane + 1] += memory.found(source[None, :], ordinal)
        memory.holds[result] = names_of(index, instance, result) + memory.holds[result] * word(3)

    return happens


def _tensor_commit(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """The barrier hears when all earlier tensor operations of the thread have happened (section 9.7.16.12)."""
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[0])
    index = instruction.index

    def step(strand: Strand) -> None:
        addresses, lanes = where(strand, active(strand)[:1])
        for lane, address in zip(lanes.tolist(), addresses.tolist(), strict=True):
            before = tuple(strand.warp.tensor_flights)
            flight = ProxyFlight(
                strand.warp.number * 32 + lane, index, lambda: None, barrier=address, arrivals=1, before=before
            )  # fmt: skip
            strand.warp.block.issue(flight)

    return step


def _tensor_registers(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """`tcgen05.ld` and `st`: a warp reaches the 32 lanes of its quarter."""
    load = instruction.modifiers[0] == "ld"
    place = instruction.operands[1 if load else 0]
    held = frozenset(registers_of(instruction.operands[0 if load else 1]))
    shape = next(
        part for part in instruction.modifiers if "x" in part and part.endswith("b") and part[0].isdigit()
    )
    times = next(
        (int(part[1:]) for part in instruction.modifiers if part[0] == "x" and part[1:].isdigit()), 1
    )
    rows, bits = (int(number) for number in shape[:-1].split("x")[:2])
    columns = max(1, bits // 32) * times
    where = assembler.addresses(place)
    active = assembler.active(instruction)
    index = instruction.index

    def step(strand: Strand) -> None:
        lanes = active(strand)
        if not len(lanes):
            return
        warp, lane = strand.warp, int(lanes[0])
        places = _tensor_places(int(where(strand)[lane]), rows, columns)
        warp.ordinal[lane : lane + 1] += word(1)
        ordinal = warp.ordinal[lane : lane + 1].copy()
        memory = warp.block.tensor

        def happens() -> None:
            if load:
                warp.sums[lane : lane + 1] += memory.found(places[None, :], ordinal)
            else:
                memory.holds[places] = names_of(index, ordinal, places)

        flight = ProxyFlight(warp.number * 32 + lane, index, happens)
        if load:
            warp.loading_registers |= held
        if warp.block.adversary.early():
            warp.block.finish(flight)
        else:
            (warp.tensor_loads if load else warp.tensor_stores).append(flight)

    return step


def _wait_registers(instruction: PtxInstruction) -> Step:
    loads = instruction.modifiers[0] == "wait::ld"

    def step(strand: Strand) -> None:
        warp = strand.warp
        waiting = warp.tensor_loads if loads else warp.tensor_stores
        for flight in waiting:
            warp.block.finish(flight)
        waiting.clear()
        if loads:
            warp.loading_registers.clear()

    return step
