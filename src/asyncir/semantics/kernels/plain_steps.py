# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps that touch nothing but registers: arithmetic, parameters, opaque loads, values of other lanes."""

from collections.abc import Callable

import numpy as np

from asyncir.ptx.program import (
    Address,
    Immediate,
    Negated,
    Pair,
    PtxInstruction,
    Register,
    Symbol,
    VectorOperand,
)
from asyncir.semantics.kernels.arithmetic import (
    WIDTHS,
    Flags,
    Function,
    Lanes,
    Value,
    function_of,
    mask_of,
    mixed,
    types_of,
    word,
)
from asyncir.semantics.kernels.assembler import Step, StepAssembler
from asyncir.semantics.kernels.block_state import NotModelledError, Strand
from asyncir.semantics.kernels.launch import PARAMETER_WINDOW, SHARED_WINDOW
from asyncir.semantics.kernels.needed import results_of, space_of


def plain_step(assembler: StepAssembler, instruction: PtxInstruction) -> Step | None:
    """The step of an instruction that is not visible, None if nobody needs what it computes."""
    if not any(name in assembler.slots for name in results_of(instruction)):
        return None
    match instruction.name:
        case "ld" | "ldu":
            return _load(assembler, instruction)
        case "mov" if any(isinstance(o, VectorOperand) for o in instruction.operands):
            return _packed_move(assembler, instruction)
        case "shfl":
            return _shuffle(assembler, instruction)
        case "vote":
            return _vote(assembler, instruction)
        case "elect":
            return _elect(assembler, instruction)
        case "activemask":
            return _activemask(assembler, instruction)
        case "match" if "any" in instruction.modifiers:
            return _match(assembler, instruction)
        case "atom" | "match" | "redux":
            return _opaque(assembler, instruction)
        case _:
            return _arithmetic(assembler, instruction)


def _is_flag(assembler: StepAssembler, name: str) -> bool:
    return assembler.kernel.registers.get(name) == "pred"


def _opaque(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """Numbers that nobody can foresee, the same in each schedule."""
    salt = np.arange(32, dtype=np.uint64) + word(1000 * instruction.index + assembler.launch.world)
    steps: list[Step] = []
    for name in results_of(instruction):
        if name in assembler.slots:
            flag = _is_flag(assembler, name)
            value: Value = (mixed(salt) & word(1)).astype(np.bool_) if flag else mixed(salt) & word(3)

            def same(registers: list[Value], value: Value = value) -> Value:
                return value

            steps.append(assembler.guarded(instruction, assembler.slots[name], same))
    return _all(steps)


def _all(steps: list[Step]) -> Step:
    if len(steps) == 1:
        return steps[0]

    def each(strand: Strand) -> None:
        for step in steps:
            step(strand)

    return each


def _arithmetic(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    function = function_of(instruction.name, instruction.modifiers)
    if instruction.name == "cvta":
        function = _window(instruction)
    if function is None:
        return _mixing(assembler, instruction)
    if instruction.name == "setp" and isinstance(instruction.operands[0], Pair):
        return _both_flags(assembler, instruction, function)
    slots = assembler.sources(instruction)
    if isinstance(instruction.operands[-1], Negated):
        function = _last_negated(function)
    names = results_of(instruction)
    return assembler.guarded(instruction, assembler.slots[names[0]], _applied(function, slots))


def _last_negated(function: Function) -> Function:
    def negated(*values: Value) -> Value:
        return function(*values[:-1], ~values[-1])

    return negated


def _applied(function: Function, slots: list[int]) -> Callable[[list[Value]], Value]:
    match slots:
        case [a]:
            return lambda registers: function(registers[a])
        case [a, b]:
            return lambda registers: function(registers[a], registers[b])
        case [a, b, c]:
            return lambda registers: function(registers[a], registers[b], registers[c])
        case _:
            return lambda registers: function(*(registers[slot] for slot in slots))


def _both_flags(assembler: StepAssembler, instruction: PtxInstruction, function: Function) -> Step:
    """`setp` with two results: the second is the opposite comparison."""
    value = _applied(function, assembler.sources(instruction))
    yes, no = assembler.results(instruction.operands[0])
    steps: list[Step] = []
    if yes is not None:
        steps.append(assembler.guarded(instruction, yes, value))
    if no is not None:
        steps.append(assembler.guarded(instruction, no, lambda registers: ~value(registers)))
    return _all(steps[::-1])


def _mixing(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """Arithmetic that is not of integers: some number that depends on its inputs."""
    slots: list[int] = []
    for operand in instruction.operands[1:]:
        try:
            slots.append(assembler.operand(operand))
        except NotModelledError:
            continue
    salt = np.full(32, word(instruction.index + 977 * assembler.launch.world), np.uint64)
    steps: list[Step] = []
    for name in results_of(instruction):
        if name not in assembler.slots:
            continue
        kinds = types_of(instruction.modifiers)
        keep = mask_of(WIDTHS[kinds[0]] if kinds else 32)

        def value(
            registers: list[Value], flag: bool = _is_flag(assembler, name), keep: np.uint64 = keep
        ) -> Value:
            found = mixed(salt, *(registers[slot] for slot in slots))
            return (found & word(64)).astype(np.bool_) if flag else found & keep

        steps.append(assembler.guarded(instruction, assembler.slots[name], value))
    return _all(steps)


def _window(instruction: PtxInstruction) -> Function:
    """`cvta`: to and from generic addresses."""
    moved = word(0)
    if space_of(instruction) == "shared":
        moved = word(-SHARED_WINDOW if "to" in instruction.modifiers else SHARED_WINDOW)

    def window(a: Lanes) -> Lanes:
        return a + moved

    return window


def _load(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """Parameters have values; what other memory holds is opaque, a number that its address alone decides."""
    address = instruction.operands[1]
    width = WIDTHS[types_of(instruction.modifiers)[-1]]
    slots = assembler.results(instruction.operands[0])
    where = assembler.addresses(address)
    world = assembler.launch.world
    from_parameters = space_of(instruction) == "param"
    fixed = (
        assembler.address_of(address.base) + address.offset
        if isinstance(address, Address) and isinstance(address.base, Symbol)
        else None
    )
    steps: list[Step] = []
    for at, slot in enumerate(slots):
        if slot is None:
            continue
        offset = at * width // 8
        if from_parameters and fixed is not None:
            constant = assembler.parameter(fixed - PARAMETER_WINDOW + offset, width // 8)

            def known(registers: list[Value], constant: int = constant) -> Value:
                return registers[constant]

            steps.append(assembler.guarded(instruction, slot, known))
        else:
            steps.append(_opaque_load(assembler, instruction, slot, where, offset, width, world))
    return _all(steps)


def _opaque_load(
    assembler: StepAssembler, instruction: PtxInstruction, slot: int, where: Callable[[Strand], Lanes], offset: int,
    width: int, world: int,
) -> Step:  # fmt: skip
    guard = assembler.guard(instruction)
    flag = assembler.initial[slot].dtype == np.bool_

    def step(strand: Strand) -> None:
        address = where(strand) + word(offset)
        found = mixed(address, np.full(32, word(world), np.uint64)) % word(5)
        memory = strand.warp.block.parameters
        window = address - word(PARAMETER_WINDOW) < word(len(memory))
        for lane in np.flatnonzero(window).tolist():
            inside = int(address[lane]) - PARAMETER_WINDOW
            if 0 <= inside < len(memory):
                found[lane] = word(int.from_bytes(memory[inside : inside + width // 8], "little"))
        value: Value = found.astype(np.bool_) if flag else found
        strand.put_where(slot, value, strand.mask if guard is None else guard(strand))

    return step


def _packed_move(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """`mov.b64 {%a, %b}, %c` and back."""
    to, origin = instruction.operands
    width = WIDTHS[types_of(instruction.modifiers)[0]]
    steps: list[Step] = []
    if isinstance(to, VectorOperand):
        part = width // len(to.elements)
        source = assembler.operand(origin)
        for at, slot in enumerate(assembler.results(to)):
            if slot is not None and at * part < 64:

                def piece(registers: list[Value], at: int = at) -> Value:
                    return (registers[source] >> word(at * part)) & mask_of(part)  # pyright: ignore[reportOperatorIssue]

                steps.append(assembler.guarded(instruction, slot, piece))
        return _all(steps)
    if not isinstance(origin, VectorOperand) or not isinstance(to, Register):
        raise NotModelledError(instruction.text)
    part = width // len(origin.elements)
    sources = [assembler.operand(element) for element in origin.elements]

    def joined(registers: list[Value]) -> Value:
        total = np.zeros(32, np.uint64)
        for at, slot in enumerate(sources):
            if at * part < 64:
                total |= (registers[slot].astype(np.uint64) & mask_of(part)) << word(at * part)
        return total

    return assembler.guarded(instruction, assembler.slots[to.name], joined)


def _shuffle(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """`shfl.sync`: a register of another lane (PTX ISA 9.0, section 9.7.9.6)."""
    value, lane, clamp = (assembler.operand(operand, 32) for operand in instruction.operands[1:4])
    mode = instruction.modifiers[1]
    mine = np.arange(32, dtype=np.int64)

    def source(registers: list[Value]) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.int64]], Flags]:
        by = registers[lane].astype(np.int64) & 31
        limit = registers[clamp].astype(np.int64)
        segment = (limit >> 8) & 31
        low = mine & segment
        high = low | ((limit & 31) & ~segment)
        match mode:
            case "up":
                at = mine - by
                inside = at >= high
            case "down":
                at = mine + by
                inside = at <= high
            case "bfly":
                at = mine ^ by
                inside = at <= high
            case _:
                at = low | (by & ~segment)
                inside = at <= high
        return np.where(inside, at, mine) & 31, inside

    results = assembler.results(instruction.operands[0])
    steps: list[Step] = []
    if results[0] is not None:
        steps.append(
            assembler.guarded(
                instruction, results[0], lambda registers: registers[value][source(registers)[0]]
            )
        )
    if len(results) > 1 and results[1] is not None:
        steps.append(assembler.guarded(instruction, results[1], lambda registers: source(registers)[1]))
    return _all(steps[::-1])


def _vote(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    slot = assembler.results(instruction.operands[0])[0]
    if slot is None:
        raise NotModelledError(instruction.text)
    source = assembler.operand(instruction.operands[1])
    guard = assembler.guard(instruction)
    mode = next(part for part in instruction.modifiers if part in ("ballot", "any", "all", "uni"))

    def step(strand: Strand) -> None:
        here = strand.mask if guard is None else guard(strand)
        said = strand.warp.registers[source].astype(np.bool_) & here
        if mode == "ballot":
            bits = sum(1 << lane for lane in np.flatnonzero(said).tolist())
            found: Value = np.full(32, word(bits), np.uint64)
        elif mode == "any":
            found = np.full(32, bool(said.any()))
        elif mode == "all":
            found = np.full(32, bool(said[here].all()))
        else:
            found = np.full(32, bool(said[here].all() or not said[here].any()))
        strand.put_where(slot, found, here)

    return step


def _elect(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """The lowest lane is elected (PTX leaves open which)."""
    which, chosen = assembler.results(instruction.operands[0])
    guard = assembler.guard(instruction)

    def step(strand: Strand) -> None:
        here = strand.mask if guard is None else guard(strand)
        lanes = np.flatnonzero(here)
        if not len(lanes):
            return
        if chosen is not None:
            strand.put_where(chosen, np.arange(32) == lanes[0], here)
        if which is not None:
            strand.put_where(which, np.full(32, word(int(lanes[0])), np.uint64), here)

    return step


def _activemask(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    slot = assembler.results(instruction.operands[0])[0]
    assert slot is not None

    def step(strand: Strand) -> None:
        bits = sum(1 << lane for lane in strand.lanes.tolist())
        strand.put(slot, np.full(32, word(bits), np.uint64))

    return step


def _match(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """`match.any`: which lanes have the same value."""
    slot = assembler.results(instruction.operands[0])[0]
    assert slot is not None
    source = assembler.operand(instruction.operands[1])
    active = assembler.active(instruction)

    def step(strand: Strand) -> None:
        lanes = active(strand)
        values = strand.warp.registers[source]
        found = np.zeros(32, np.uint64)
        mask = np.zeros(32, np.bool_)
        for lane in lanes.tolist():
            mask[lane] = True
            found[lane] = word(sum(1 << other for other in lanes.tolist() if values[other] == values[lane]))
        strand.put_where(slot, found, mask)

    return step


def membermask(
    assembler: StepAssembler, instruction: PtxInstruction
) -> tuple[Callable[[Strand], int], int | None]:
    """The lanes that a `.sync` instruction of a warp waits for: its last operand, else all; and the register if it is one."""
    last = instruction.operands[-1] if instruction.operands else None
    if instruction.name in ("shfl", "vote", "elect", "match", "redux") or (
        instruction.name == "bar" and last is not None
    ):
        if isinstance(last, Immediate):
            bits = last.value & (2**32 - 1)
            return (lambda strand: bits), None
        slot = assembler.operand(last, 32)
        return (lambda strand: int(strand.warp.registers[slot][strand.lanes[0]]) & (2**32 - 1)), slot
    return (lambda strand: 2**32 - 1), None
