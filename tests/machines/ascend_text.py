"""Programs for ascend-a2 in a vendor's text: read, changed by passes, proved."""

from __future__ import annotations

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects import context
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms import run_pipeline

ASCEND = load_machine("ascend-a2")


def read(text: str) -> ModuleOp:
    return parse_module(text, "f.mlir", ctx=context(ASCEND.foreign))


def changed(module: ModuleOp, *passes: str) -> ModuleOp:
    run_pipeline(module, ",".join(f'{name}{{machine="ascend-a2"}}' for name in passes))
    module.verify()
    return module


def proved(module: ModuleOp) -> bool:
    return checked(MachineProgram(next(iter(module.ops)), ASCEND)).proved
