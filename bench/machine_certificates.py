"""How many of the proofs of programs on machines have a certificate that the verifier accepts?

    python -m bench.machine_certificates [--programs 300] [--seed 1000] [--kernels]

Drawn programs on the machines in turn, or the kernels and the programs of an Ascend core of tests/machines, each with what
`insert-sync` adds. Prints those that are proved and have no certificate, with the reason.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.edges import Missing
from asyncir.analyses.machines.program import MachineProgram
from asyncir.certificates import Refused
from asyncir.certificates.machines import function_named, verify_on_machine
from asyncir.diagnostics import DiagnosticError
from asyncir.invariants.machines import find_machine_certificate
from asyncir.ir import Context
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.draw import program
from tests.machines.programs import KERNELS, ROLES, ascend_programs, fits, kernel_text


def certified(name: str, text: str) -> tuple[str, str]:
    """What became of a program, and why."""
    machine, module = load_machine(name), parse_module(text, "program")
    try:
        InsertSync(machine=name).apply(Context(), module)
    except (DiagnosticError, Missing, AssertionError) as why:
        return "not synchronised", str(why)
    if not checked(MachineProgram(function_named(module, "f"), machine)).proved:
        return "not proved", ""
    try:
        found: Any = json.loads(json.dumps(find_machine_certificate(module, "f", machine)))
        verify_on_machine(module, "f", machine, found)
    except Refused as why:
        return "no certificate", str(why)
    return "accepted", ""


def drawn(count: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """Drawn programs: a name, the machine, the text."""
    machines = sorted(ROLES)
    for number in range(seed, seed + count):
        name = machines[number % len(machines)]
        machine = load_machine(name)
        engines = [engine.name for engine in machine.engines if engine.name != machine.issuer]
        yield str(number), name, program(number, engines, own=len(engines) < 2 or machine.drains)


def kernels() -> Iterator[tuple[str, str, str]]:
    """Kernels on all machines that they fit, and the programs of a core."""
    for kernel in KERNELS:
        yield from ((kernel, name, kernel_text(kernel, name)) for name in sorted(ROLES) if fits(kernel, name))
    yield from ((each.name, "ascend-a2", each.text) for each in ascend_programs())


def main() -> None:
    """Ask, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--kernels", action="store_true")
    options = parser.parse_args()
    counts, began = Counter[tuple[str, str]](), time.monotonic()
    for name, machine, text in kernels() if options.kernels else drawn(options.programs, options.seed):
        what, why = certified(machine, text)
        counts[machine, what] += 1
        if what != "accepted":
            print(f"{name} on {machine}: {what} {why[:120]}", flush=True)
    for (machine, what), number in sorted(counts.items()):
        print(f"{machine:12}{what:18}{number:5}")
    total = Counter[str]()
    for (_, what), number in counts.items():
        total[what] += number
    print(f"{dict(total)}, in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
