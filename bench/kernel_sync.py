"""Twelve kernels on three machines: what `insert-sync` makes them execute, beside what an expert writes.

    python -m bench.kernel_sync

The kernels are those of tests/machines/kernels. A row says how many waits, barriers of an engine and barriers of all a call
with five iterations executes, and how long it takes by the costs of the machine's description.
"""

from __future__ import annotations

from asyncir.ir import Context, ModuleOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.executed import cycles, executed
from tests.machines.programs import kernel_text, with_hand

SIZE = 5


def inserted(kernel: str, machine: str) -> ModuleOp:
    """The kernel with what `insert-sync` puts into it."""
    module = parse_module(kernel_text(kernel, machine), kernel)
    InsertSync(machine=machine).apply(Context(), module)
    module.verify()
    return module


def by_hand(kernel: str, machine: str) -> ModuleOp:
    """The kernel as an expert writes it."""
    return parse_module(kernel_text(kernel, machine, by_hand=True), kernel)


def main() -> None:
    """Print the table."""
    print("| kernel | machine | ours: waits + barriers + of all | by hand | ours: cycles | by hand | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for kernel, machine in sorted(with_hand()):
        model = load_machine(machine)
        modules = [inserted(kernel, machine), by_hand(kernel, machine)]
        ours, theirs = (executed(module, model, [SIZE]) for module in modules)
        time, other = (cycles(module, model, [SIZE]) for module in modules)
        print(f"| {kernel} | {machine} | {ours} | {theirs} | {time} | {other} | {time / other:.2f} |")


if __name__ == "__main__":
    main()
