"""The adversary of proofs for all sizes: random programs, and what the interpreter says of those that are proved.

    python -m bench.regular_adversary.run --programs 500 --seed 1 [--keep DIR] [--all]

Each program that is proved is run with small sizes; a race or a deadlock then is a fault of the proof. Then it is changed:
the mutants that are proved as well are run, too. With `--all` what is not proved is run as well, which says how many right
programs are not proved, and why. Every other program is of phases, in which each wait is needed.
"""

import argparse
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np

from asyncir.analyses.regular_tasks import prove
from asyncir.diagnostics import DiagnosticError
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module

from .mutants import mutate
from .phases import phased
from .programs import program

NUMBERS = tuple(product((0, 1, 2, 3, 4, 6, -1), (0, 1, 2, 3, -2)))
FLAGS = ([1] * 8, [0] * 8, [1, 0, 1, 1, 0, 0, 1, 0], [0, 1, 1, 0, 1, 0, 0, 1])
WRONG = {"S001", "S002", "S003", "R104"}
MOST_STEPS = 20_000


def arguments(numbers, flags):
    arrays = [np.arange(8, dtype=np.int64), np.arange(8, dtype=np.int64), np.array(flags, dtype=bool)]
    return [*arrays, *numbers]


def judge(module, entry="main"):
    """The codes that runs with small sizes give, and where each was first."""
    found = {}
    text = str(module)
    flags = FLAGS if "memref.load %f" in text or "xi1>" in text else FLAGS[:1]
    for numbers, flag in product(NUMBERS, flags):
        outcome = interpret(
            module, entry, arguments(numbers, flag), parse_schedule("latest"), max_steps=MOST_STEPS
        )
        for each in outcome.diagnostics:
            found.setdefault(each.code, (numbers, flag, each.message))
    return found


def variants(seed, mutants):
    """A program, and its mutants as long as somebody wants them."""
    text = phased(seed) if seed % 2 else program(seed)
    yield "base", text
    for number in range(mutants):
        mutant = mutate(text, f"{seed} {number}")
        if mutant is not None:
            yield str(number), mutant


def parsed(text):
    """The module; None where a change has made no program."""
    try:
        return parse_module(text)
    except DiagnosticError:
        return None


def keep(options, name, why, text):
    if options.keep:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
        Path(options.keep, name).write_text(f"// {why}\n{text}")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=6, help="of each program that is proved")
    parser.add_argument("--keep", help="a directory for the programs of faults")
    parser.add_argument("--all", action="store_true", help="run those that are not proved, too")
    options = parser.parse_args(arguments)
    table, reasons, faults = Counter(), Counter(), 0
    for seed in range(options.seed, options.seed + options.programs):
        done = seed - options.seed
        if done and not done % 200:
            print(f"{done} programs, {faults} faults", flush=True)
        for name, text in variants(seed, options.mutants):
            module = parsed(text)
            if module is None:
                continue
            entry = next(op for op in ops_of(module) if symbol_name(op) == "main")
            answer = prove(module, entry)
            kind = "program" if name == "base" else "mutant"
            if not answer.proved and not options.all:
                table[f"{kind}s not proved"] += 1
            else:
                codes = judge(module)
                wrong = sorted(WRONG & set(codes))
                table[
                    f"{kind}s {'' if answer.proved else 'not '}proved, {'wrong' if wrong else 'right'}"
                ] += 1
                if answer.proved and wrong:
                    faults += 1
                    print(f"FAULT: {seed} {name}: {[(code, codes[code]) for code in wrong]}", flush=True)
                    keep(options, f"{seed}-{name}.mlir", f"{wrong} {codes[wrong[0]]}", text)
                elif not answer.proved and not wrong:
                    reasons[answer.reason] += 1
                    keep(options, f"right-{seed}-{name}.mlir", answer.reason, text)
            if name == "base" and not answer.proved:
                break
    for name, count in sorted(table.items()):
        print(f"{count:6} {name}")
    for reason, count in reasons.most_common(20):
        print(f"{count:6} right but not proved: {reason}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
