"""The CPU as a target."""

from __future__ import annotations

from asyncir.lowering.cpu.module import emit_llvm
from asyncir.lowering.cpu.stages import STAGES
from asyncir.lowering.target import Target

TARGET = Target(STAGES, emit_llvm)
