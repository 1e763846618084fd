# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel as steps: what a run needs of it, each instruction with the function that carries it out."""

from dataclasses import dataclass, replace

import numpy as np

from asyncir.ptx.program import PtxInstruction, registers_of
from asyncir.semantics.kernels.adversary import Adversary, RunOrder
from asyncir.semantics.kernels.arithmetic import Value, word
from asyncir.semantics.kernels.assembler import STOP, Step, StepAssembler
from asyncir.semantics.kernels.barrier_steps import barrier_step, fence_step, phase_step
from asyncir.semantics.kernels.block_state import BlockState, SimulatorRules, Strand, Warp
from asyncir.semantics.kernels.bulk_steps import bulk_step, tensor_map_step
from asyncir.semantics.kernels.control_steps import control_step, leaves, together
from asyncir.semantics.kernels.launch import BlockLaunch
from asyncir.semantics.kernels.matrix_steps import register_check, tensor_core_step, wgmma_step
from asyncir.semantics.kernels.memory_steps import access_bytes, lane_copy_step, memory_step
from asyncir.semantics.kernels.needed import (
    is_visible,
    loads_decide,
    needed_registers,
    results_of,
    sources_of,
)
from asyncir.semantics.kernels.plain_steps import membermask, plain_step
from asyncir.semantics.kernels.shared_bytes import MemoryLog, TrackedMemory

_MEMORY = {"ld", "st", "atom", "red", "ldmatrix", "stmatrix", "wmma"}
_SPECIALS = {"ntid": "block", "nctaid": "grid", "ctaid": "block_index"}


@dataclass(frozen=True)
class BlockProgram:
    """Steps of a kernel under one launch. `origins` maps a step to its instruction, `visible` and `releases` tell
    where a strand may pause.
    """

    launch: BlockLaunch
    steps: tuple[Step, ...]
    origins: tuple[int, ...]
    visible: tuple[bool, ...]
    releases: tuple[bool, ...]
    initial: tuple[Value, ...]
    specials: tuple[tuple[int, str], ...]
    parameters: tuple[tuple[int, int, int], ...]
    unit: int
    shared_size: int
    bytes_matter: bool
    proxies: bool

    def launched(self, launch: BlockLaunch) -> "BlockProgram":
        """The same kernel with other parameters; other blocks, grids or sizes need a program of their own."""
        return replace(self, launch=launch)

    def state(self, order: RunOrder, rules: SimulatorRules, log: MemoryLog | None = None) -> BlockState:
        """A block about to start."""
        memory = TrackedMemory(self.shared_size, self.unit, self.bytes_matter)
        block = BlockState(self.launch, Adversary(order), rules, memory, log)
        block.generic_writes_matter = self.proxies
        block.parts = _parts(order)
        threads = self.launch.threads
        initial = list(self.initial)
        for slot, offset, size in self.parameters:
            number = int.from_bytes(block.parameters[offset : offset + size], "little")
            initial[slot] = np.full(32, word(number), np.uint64)
        for number in range(-(-threads // 32)):
            width = min(32, threads - 32 * number)
            warp = Warp(block, number, width, list(initial))
            for slot, name in self.specials:
                warp.registers[slot] = _special(self.launch, name, number)
            alive = np.arange(32) < width
            for part, lanes in enumerate(block.parts):
                if (lanes & alive).any():
                    warp.strands.append(Strand(warp, lanes & alive, 0, part))
            block.warps.append(warp)
        return block


def _parts(order: RunOrder) -> list[np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """Which lanes of a warp stay together."""
    lanes = np.arange(32)
    if order.lanes == 1:
        return [np.ones(32, np.bool_)]
    if order.seed % 3 == 2:
        return [lanes != 31, lanes == 31]
    if order.seed % 3 == 1:
        return [lanes * order.lanes // 32 == part for part in range(order.lanes)]
    return [lanes % order.lanes == part for part in range(order.lanes)]


def _special(launch: BlockLaunch, name: str, warp: int) -> Value:
    """The value of `%tid.x` and its like, a number a lane."""
    thread = np.arange(32, dtype=np.uint64) + word(32 * warp)
    plain, _, axis = name.removeprefix("%").partition(".")
    side = "xyz".find(axis) if axis else 0
    x, y, _z = launch.block
    if plain == "tid":
        return (thread % word(x), thread // word(x) % word(y), thread // word(x * y))[side]
    if plain in _SPECIALS:
        return np.full(32, word(getattr(launch, _SPECIALS[plain])[side]), np.uint64)
    lane = thread % word(32)
    match plain:
        case "laneid":
            return lane
        case "warpid":
            return thread // word(32)
        case "nwarpid":
            return np.full(32, word(-(-launch.threads // 32)), np.uint64)
        case "lanemask_lt":
            return (word(1) << lane) - word(1)
        case "lanemask_le":
            return (word(2) << lane) - word(1)
        case "lanemask_eq":
            return word(1) << lane
        case "dynamic_smem_size":
            return np.full(32, word(launch.dynamic_shared), np.uint64)
        case "cluster_nctaid" | "nclusterid" | "cluster_nctarank":
            return np.full(32, word(1), np.uint64)
        case _:
            return np.zeros(32, np.uint64)


def _unit_of(launch: BlockLaunch) -> int:
    """The smallest piece of shared memory that an access of the kernel touches."""
    sizes = [16]
    for instruction in launch.kernel.body:
        if is_visible(instruction) and instruction.name in (*_MEMORY, "cp"):
            sizes.append(access_bytes(instruction))
        elif instruction.name == "tcgen05" and instruction.modifiers[0] == "alloc":
            sizes.append(4)
    return min(sizes)


def _watched(launch: BlockLaunch) -> frozenset[str]:
    """Registers that matrix units read or write by themselves."""
    found: set[str] = set()
    for instruction in launch.kernel.body:
        if instruction.name == "wgmma" and instruction.modifiers[0] == "mma_async":
            for operand in instruction.operands[:2]:
                found.update(registers_of(operand))
        elif instruction.name == "tcgen05" and instruction.modifiers[0] == "ld":
            found.update(registers_of(instruction.operands[0]))
    return frozenset(found)


class _Maker:
    """Makes the steps of a kernel in two goes: which instructions have one, then what each does."""

    def __init__(self, launch: BlockLaunch) -> None:
        self.launch = launch
        self.kernel = launch.kernel
        needed = needed_registers(self.kernel)
        self.assembler = StepAssembler(launch, needed)
        self.assembler.unit = _unit_of(launch)
        self.assembler.bytes_matter = loads_decide(self.kernel, needed)
        self.watched = _watched(launch)
        self.needed = needed
        self.touching = self._touching()

    def kept(self) -> list[PtxInstruction]:
        """Instructions that have a step."""
        return [
            i
            for i in self.kernel.body
            if i.index in self.touching or is_visible(i) or self.needed.intersection(results_of(i))
        ]

    def _touching(self) -> frozenset[int]:
        """Instructions that name registers of matrix units, but those units' own."""
        if not self.watched:
            return frozenset()
        watched = self.watched
        return frozenset(
            i.index
            for i in self.kernel.body
            if i.name != "wgmma"
            and any(name in watched for operand in i.operands for name in registers_of(operand))
        )

    def program(self) -> BlockProgram:
        """All of it."""
        kept = self.kept()
        starts = [instruction.index for instruction in kept]
        number = {start: at for at, start in enumerate(starts)}
        following = len(kept)
        targets: dict[int, int] = {len(self.kernel.body): following}
        for index in range(len(self.kernel.body) - 1, -1, -1):
            following = number.get(index, following)
            targets[index] = following
        self.assembler.targets = targets
        steps = [self.step(instruction, at) for at, instruction in enumerate(kept)]
        steps.append(_falls_off)
        proxies = any(i.name in ("wgmma", "tcgen05") or "bulk" in i.modifiers for i in kept)
        return BlockProgram(
            self.launch, tuple(steps), (*starts, len(self.kernel.body)), (*map(is_visible, kept), False),
            (*map(_releases, kept), False),
            tuple(self.assembler.initial), tuple(self.assembler.special_values),
            tuple(self.assembler.parameters), self.assembler.unit, self.assembler.shared_size,
            self.assembler.bytes_matter, proxies,
        )  # fmt: skip

    def step(self, instruction: PtxInstruction, at: int) -> Step:
        """What one instruction does, and what holds its warp together."""
        made = (
            self._visible(instruction, at)
            if is_visible(instruction)
            else plain_step(self.assembler, instruction)
        )
        if instruction.index in self.touching:
            read, written = frozenset(sources_of(instruction)), frozenset(results_of(instruction))
            if not (instruction.name == "tcgen05" and instruction.modifiers[0] == "ld"):
                made = _then(register_check(self.watched, read, written, instruction.index), made)
        done: Step = made if made is not None else lambda strand: None
        if "sync" in instruction.modifiers and instruction.name not in ("bar", "barrier"):
            return together(done, *membermask(self.assembler, instruction), at)
        if instruction.opcode.startswith("bar.warp"):
            return together(done, *membermask(self.assembler, instruction), at)
        return done

    def _visible(self, instruction: PtxInstruction, at: int) -> Step | None:
        assembler = self.assembler
        match instruction.name:
            case "bra" | "brx" | "ret" | "exit" | "trap" | "call":
                return control_step(assembler, instruction, at)
            case "bar" | "barrier":
                return barrier_step(assembler, instruction, at)
            case "mbarrier":
                return phase_step(assembler, instruction, at)
            case "fence":
                return fence_step(assembler, instruction)
            case "wgmma":
                return wgmma_step(assembler, instruction, at)
            case "tcgen05":
                return tensor_core_step(assembler, instruction)
            case "tensormap":
                return tensor_map_step(assembler, instruction)
            case "cp":
                if "bulk" in instruction.modifiers:
                    return bulk_step(assembler, instruction)
                return lane_copy_step(assembler, instruction)
            case _:
                return memory_step(assembler, instruction)


def _releases(instruction: PtxInstruction) -> bool:
    """Whether others may go on because of it, while its thread goes on as well."""
    if instruction.name in ("bar", "barrier"):
        return "warp" not in instruction.modifiers
    return instruction.name == "mbarrier" and instruction.modifiers[0].startswith(
        ("arrive", "expect", "complete")
    )


def _then(first: Step, second: Step | None) -> Step:
    if second is None:
        return first

    def both(strand: Strand) -> int | None:
        first(strand)
        return second(strand)

    return both


def _falls_off(strand: Strand) -> int:
    """The end of the body is an end of its threads."""
    leaves(strand, strand.mask, -1)
    return STOP


def block_program(launch: BlockLaunch) -> BlockProgram:
    """The steps of a launch; `NotModelledError` if it has an instruction that this simulator does not know."""
    return _Maker(launch).program()
