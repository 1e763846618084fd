# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which registers a run needs: those that decide addresses, counts and branches. The others hold data and are left out.

Also what counts as *visible*: an instruction that touches shared or tensor memory, synchronises, or directs control.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from asyncir.ptx.program import Address, Kernel, Operand, PtxInstruction, registers_of

_CONTROL = {"bra", "brx", "ret", "exit", "trap", "call"}
_SYNCHRONISES = {"mbarrier", "bar", "barrier", "cp", "tcgen05", "tensormap", "fence", "wgmma"}
_MEMORY = {"ld", "st", "atom", "red"}
_ONLY_ADDRESSES = {"cvta", "mapa", "isspacep", "getctarank", "prefetch", "applypriority", "discard"}
_MATRICES = {"ldmatrix", "stmatrix"}
_OTHER_SPACES = {"global", "const", "param", "local"}
_NO_RESULT = {
    "st",
    "red",
    "bar",
    "barrier",
    "fence",
    "membar",
    "bra",
    "brx",
    "ret",
    "exit",
    "trap",
    "cp",
    "stmatrix",
    "tensormap",
    "setmaxnreg",
    "griddepcontrol",
    "prefetch",
    "nanosleep",
    "wgmma",
}


def space_of(instruction: PtxInstruction) -> str:
    """The state space that an opcode names: `shared` for all its forms, empty for a generic address."""
    for part in instruction.modifiers:
        base = part.split("::")[0]
        if base in _OTHER_SPACES or base == "shared":
            return base
    return ""


def is_visible(instruction: PtxInstruction) -> bool:
    """Whether an instruction is more than arithmetic on a thread's own registers."""
    name = instruction.name
    if name in _MEMORY:
        return space_of(instruction) in ("", "shared")
    if name == "wmma":
        return instruction.modifiers[0] in ("load", "store") and space_of(instruction) == "shared"
    if name == "fence":
        return "async" in instruction.opcode
    if name == "cp" and "prefetch" in instruction.modifiers:
        return False
    if name in _CONTROL or name in _SYNCHRONISES or name in _MATRICES:
        return True
    # What is not known, but says that it has to do with shared memory, must not be left out in silence.
    return space_of(instruction) == "shared" and name not in _ONLY_ADDRESSES


def results_of(instruction: PtxInstruction) -> tuple[str, ...]:
    """Registers that an instruction writes, as far as this simulator follows them."""
    name = instruction.name
    if name in _NO_RESULT or not instruction.operands:
        return ()
    if name == "tcgen05" and instruction.modifiers[0] != "ld":
        return ()
    if name == "mbarrier" and isinstance(instruction.operands[0], Address):
        return ()
    return tuple(registers_of(instruction.operands[0]))


def sources_of(instruction: PtxInstruction) -> tuple[str, ...]:
    """Registers that an instruction reads, its guard included."""
    first = 1 if results_of(instruction) else 0
    found = [name for operand in instruction.operands[first:] for name in registers_of(operand)]
    if instruction.guard is not None:
        found.append(instruction.guard.register)
    return tuple(found)


def _deciding_operands(instruction: PtxInstruction) -> Iterator[Operand | None]:
    """Operands of a visible instruction that a run has to know."""
    name, operands = instruction.name, instruction.operands
    if name in _MEMORY or name in _MATRICES or name == "wmma":
        for operand in operands:
            if isinstance(operand, Address):
                yield operand
        if name == "wmma":
            yield operands[-1]
        elif name == "st" and "bulk" in instruction.modifiers:
            yield operands[1]
    elif name == "wgmma":
        yield from operands[1:3] if instruction.modifiers[0] == "mma_async" else operands
    elif name == "tcgen05" and instruction.modifiers[0] in ("ld", "st"):
        yield operands[1] if instruction.modifiers[0] == "ld" else operands[0]
    elif name == "cp" and "tensor" in instruction.modifiers:
        # Which box, where in shared memory, which barrier: not the coordinates.
        for operand in operands:
            yield Address(operand.base, operand.offset) if isinstance(operand, Address) else operand
    else:
        first = 1 if results_of(instruction) else 0
        yield from operands[first:]


def needed_registers(kernel: Kernel) -> frozenset[str]:
    """The slice: registers that decide what visible instructions do, closed over what they are computed from."""
    writers: dict[str, list[PtxInstruction]] = defaultdict(list)
    for instruction in kernel.body:
        for register in results_of(instruction):
            writers[register].append(instruction)
    needed: set[str] = set()
    work: list[str] = []

    def want(registers: Iterable[str]) -> None:
        for register in registers:
            if register not in needed:
                needed.add(register)
                work.append(register)

    for instruction in kernel.body:
        if is_visible(instruction):
            if instruction.guard is not None:
                want((instruction.guard.register,))
            for operand in _deciding_operands(instruction):
                want(registers_of(operand))
    stores_wanted = False
    while work:
        for instruction in writers[work.pop()]:
            want(sources_of(instruction))
            if instruction.name in ("ld", "atom") and is_visible(instruction) and not stores_wanted:
                # A value comes back from shared memory: what is stored there matters too.
                stores_wanted = True
                for other in kernel.body:
                    if other.name in ("st", "atom", "red") and is_visible(other):
                        want(sources_of(other))
    return frozenset(needed)


def loads_decide(kernel: Kernel, needed: frozenset[str]) -> bool:
    """Whether a needed register is loaded from shared memory, so that its bytes have to be kept."""
    return any(
        instruction.name in ("ld", "atom")
        and is_visible(instruction)
        and needed.intersection(results_of(instruction))
        for instruction in kernel.body
    )
