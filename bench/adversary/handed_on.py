"""Certificates of right programs, handed to their mutants that race: none may be accepted.

    python -m bench.adversary.handed_on --programs 1000 [--seed 1] [--mutants 6] [--family F]

The simulator says which mutants race; the numbers of ops in the certificate are moved along, so that nothing but what is true
of the mutant speaks against it. Exit status 1 if one is accepted.
"""

import argparse
import difflib
import gc
import random
import sys
from collections import Counter
from pathlib import Path

from .judge import judge
from .mutants import mutate
from .run import families, program
from .simulator import Refused, Simulator

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[2] / "src")]

from asyncir import certificates  # noqa: E402
from asyncir.analyses.in_flight import check_module  # noqa: E402
from asyncir.diagnostics import DiagnosticError  # noqa: E402
from asyncir.source.text import parse_module  # noqa: E402
from tests.certificates.forging import moved  # noqa: E402


def proved(text):
    """The module, and the certificates of the entries that are proved."""
    module = parse_module(text, "p.mlir")
    functions = check_module(module, certificates=True).functions
    return module, {f.name.removeprefix("@"): f.certificate for f in functions if f.certificate is not None}


def aligned(one, other):
    """For each op of one module the number of the same op in another, or None."""
    a, b = ([op.name for op in module.walk()] for module in (one, other))
    found = [None] * len(a)
    for i, j, size in difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
        found[i : i + size] = range(j, j + size)
    return found


def racing(text, rng, mutants):
    """Mutants that race: what was changed, the text, the entries that do."""
    seen = {text}
    for _ in range(mutants):
        changed = mutate(text, rng)
        if changed is None or changed[1] in seen:
            continue
        seen.add(changed[1])
        try:
            races = judge(Simulator(changed[1])).races
        except Refused:
            continue
        if races:
            yield changed[0], changed[1], [entry.removeprefix("@") for entry in races]


def answers(family, seed, mutants):
    """Of each certificate that is handed on: what was changed, the entry, the mutant, what the verifier says."""
    text = program(family, seed)
    try:
        module, known = proved(text)
    except DiagnosticError:
        return
    if not known:
        return
    for kind, other, entries in racing(text, random.Random(f"handed {family} {seed}"), mutants):
        try:
            mutant = parse_module(other, "p.mlir")
        except DiagnosticError:
            continue
        for entry in entries:
            if entry in known:
                yield kind, entry, other, said(mutant, entry, moved(known[entry], aligned(module, mutant)))


def said(module, entry, certificate):
    """Of one certificate."""
    try:
        certificates.accept(module, entry, certificate)
    except certificates.NotFollowed:
        return "not followed"
    except certificates.Refused:
        return "refused"
    return "accepted"


def main():
    """Try, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=6)
    parser.add_argument("--family", action="append")
    options = parser.parse_args()
    chosen = options.family or families()
    counts, kinds = Counter(), Counter()
    for k in range(options.programs):
        family, seed = chosen[k % len(chosen)], options.seed + k // len(chosen)
        for kind, entry, text, answer in answers(family, seed, options.mutants):
            counts[answer] += 1
            kinds[kind] += 1
            if answer == "accepted":
                print(f"ACCEPTED: {family} {seed} {kind}: @{entry}\n{text}", flush=True)
        gc.collect()
    print(
        f"{options.programs} programs, {sum(counts.values())} certificates handed on: {dict(counts)}; {dict(kinds)}"
    )
    return 1 if counts["accepted"] else 0


if __name__ == "__main__":
    sys.exit(main())
