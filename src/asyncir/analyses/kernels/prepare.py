# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a kernel to code that runs: the slice, with the stores whose values come back, and sizes of boxes."""

from collections.abc import Sequence
from dataclasses import replace

from asyncir.analyses.kernels.boxes import derive_boxes
from asyncir.analyses.kernels.control_flow import ControlFlow
from asyncir.analyses.kernels.execute import counting_run
from asyncir.analyses.kernels.kernel_code import KernelCode
from asyncir.analyses.kernels.launches import GridLaunch
from asyncir.analyses.kernels.slicing import Slice
from asyncir.ptx.effects import Effect
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.memory_words import MemoryWords
from asyncir.ptx.program import Kernel, PtxModule

ROUNDS = 8
"""How often the slice may grow: a store whose value depends on a load, which reads another store, and so on."""


def with_local_words(kernel: Kernel) -> Kernel:
    """The kernel with the words of local memory as registers, as far as the text gives their places."""
    names = [variable.name for variable in kernel.variables if variable.space == "local"]
    words = MemoryWords(kernel.body, kernel.registers, names)
    if not words.words:
        return kernel
    body = tuple(words.changed(instruction) for instruction in kernel.body)
    return replace(kernel, body=body, registers={**kernel.registers, **words.types()})


def prepare(
    module: PtxModule,
    kernel: Kernel,
    launch: GridLaunch,
    effects: Sequence[tuple[Effect, ...]] | None = None,
) -> tuple[KernelCode, GridLaunch]:
    """The code of `kernel`, and `launch` with the sizes of boxes that it did not give.

    `effects` are those of each instruction, from the table where nothing else is given.
    """
    given = [effects_of(i) for i in kernel.body] if effects is None else effects
    before, kernel = kernel.body, with_local_words(kernel)
    found = [e if i is old else () for i, old, e in zip(kernel.body, before, given, strict=True)]
    flow = ControlFlow(kernel)
    stores: frozenset[int] = frozenset()
    code, complete = KernelCode(module, Slice(kernel, flow, found)), launch
    for _ in range(ROUNDS):
        boxes = derive_boxes(code, launch)
        complete = replace(launch, boxes={**boxes, **launch.boxes})
        more = stores | counting_run(code, complete).missing_stores
        if more == stores:
            break
        stores = frozenset(more)
        code = KernelCode(module, Slice(kernel, flow, found, stores))
    return code, complete
