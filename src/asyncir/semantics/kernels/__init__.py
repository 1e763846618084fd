# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks of threads as PTX describes them, run under an adversary: the oracle for the check of kernels.

It shares the reader and the instructions (`asyncir.ptx.program`) with the check, and nothing else: neither the table of
effects nor the execution of the slice. `docs/semantics-ptx.md` says what it executes and what it leaves out.
"""

from asyncir.semantics.kernels.adversary import APART, EXTREMES, RunOrder, random_orders
from asyncir.semantics.kernels.block_program import block_program
from asyncir.semantics.kernels.block_runs import run_block
from asyncir.semantics.kernels.block_state import NotModelledError, SimulatorRules
from asyncir.semantics.kernels.launch import BlockLaunch, CopyBox
from asyncir.semantics.kernels.tries import ScheduleWitness, SimulatorVerdict, faults_of, tries

__all__ = [
    "APART",
    "EXTREMES",
    "BlockLaunch",
    "CopyBox",
    "NotModelledError",
    "RunOrder",
    "ScheduleWitness",
    "SimulatorRules",
    "SimulatorVerdict",
    "block_program",
    "faults_of",
    "random_orders",
    "run_block",
    "tries",
]
