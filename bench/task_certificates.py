"""Certificates of random programs with tasks: who gets one, and whether a program that races ever does.

    python -m bench.task_certificates --programs 100 --seed 1 [--mutants 3] [--forged 6] [--seconds 30]

Programs and mutants are those of `bench/task_adversary`. For each a certificate is searched, and the verifier is asked,
whatever `asyncir check` says of the program. Where the interpreter shows a race or a deadlock in some order, it must not
accept; nor must it accept for a mutant that races what it accepted for the program, as it is or changed by chance. Prints
how many proofs have a certificate, why the others have none, and each fault; exit status 1 if there is one.
"""

import argparse
import random
import sys
import time
from collections import Counter
from functools import partial

import asyncir
from asyncir.certificates import Refused, accept
from asyncir.certificates.values import isl
from asyncir.driver.affine_maps import without_affine
from asyncir.invariants import find_certificate
from asyncir.ir.symbols import flattened
from asyncir.source.text import parse_module
from bench.adversary.workers import limited, with_mutants

from .task_adversary.judge import judge
from .task_adversary.mutants import mutate
from .task_adversary.programs import families, program


def parsed(text):
    return without_affine(flattened(parse_module(text, "p.mlir")))


def accepted(module, certificate):
    """Whether the verifier accepts; else why not."""
    try:
        accept(module, "main", certificate)
    except Refused as why:
        return str(why)
    return ""


def searched(module):
    """A certificate that is accepted, or why there is none."""
    try:
        certificate = find_certificate(module, "main")
    except Refused as why:
        return None, str(why)
    why = accepted(module, certificate)
    return (None, why) if why else (certificate, "")


def changed(certificate, chance):
    """A certificate that says something else."""
    points = {point: [dict(case) for case in cases] for point, cases in certificate["points"].items()}
    found = {**certificate, "points": points}
    cases = [case for some in points.values() for case in some]
    if not cases:
        return found
    case = chance.choice(cases)
    kind = chance.choice(("same", "flying", "sure", "where", "point", "known"))
    if kind == "flying" and case["flying"]:
        left = chance.choice(sorted(case["flying"]))
        case["flying"] = {key: text for key, text in case["flying"].items() if key != left}
    elif kind == "sure" and case["sure"]:
        key = chance.choice(sorted(case["sure"]))
        universe = isl.Map.universe(isl.Map(case["sure"][key]).get_space())
        case["sure"] = {**case["sure"], key: str(universe)}
    elif kind == "where":
        space = isl.Set(case["where"]).get_space()
        case["where"] = str(isl.Set.empty(space))
    elif kind == "point":
        del points[chance.choice(sorted(points))]
    elif kind == "known":
        for key in [key for key in case["sure"] if key.startswith("covers ")]:
            relation = isl.Map(case["sure"][key])
            _, one, other = key.split(" ")
            if one == other:
                known = relation.project_out(isl.dim_type.out, 0, relation.dim(isl.dim_type.out) // 2)
                case["sure"] = {**case["sure"], f"known 0 {one}": str(known)}
    return found


def is_wrong(judged):
    """Whether a run shows a race, a deadlock, or the use of memory on the stack that has ended."""
    return judged.shows_a_fault() or any(why.startswith("S002") for why in judged.undefined.values())


def examine(base, chance, forged, text):
    """What is said of one program; `base` is the certificate of the one that it is a mutant of."""
    module = parsed(text)
    began = time.process_time()
    certificate, why = searched(module)
    record = {"faults": [], "seconds": time.process_time() - began, "why": why, "forged": 0}
    judged = judge(asyncir.parse(text, "p.mlir"))
    record["verdict"] = judged.verdict
    record["certificate"] = certificate
    if certificate is not None and is_wrong(judged):
        record["faults"].append("a program that races has a certificate")
    if certificate is None:
        record["standing"] = asyncir.check(text, filename="p.mlir", recheck=False).functions.get("main")
    if base is not None and is_wrong(judged):
        for number in range(forged):
            one = base if number == 0 else changed(base, chance)
            record["forged"] += 1
            if not accepted(module, one):
                record["faults"].append(f"a forged certificate is accepted: {one}")
    return record


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=3)
    parser.add_argument("--forged", type=int, default=6)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--family", action="append", choices=families())
    options = parser.parse_args(arguments)
    kinds = options.family or families()
    counts, reasons, faults = Counter(), Counter(), 0
    for number in range(options.programs):
        family, seed = kinds[number % len(kinds)], options.seed + number // len(kinds)
        base, chance = None, random.Random(seed)
        for name, text in with_mutants(
            program(family, seed, False), mutate, options.mutants, f"{family} {seed}"
        ):
            compare = partial(examine, base, chance, options.forged)
            record = limited(compare, text, options.seconds, "crash")
            base = record.get("certificate") if name == "base" else base
            counts["programs"] += 1
            counts[record.get("verdict", "not judged")] += 1
            counts["forged"] += record.get("forged", 0)
            has = record.get("certificate") is not None
            counts["certificates"] += has
            counts["proofs without"] += record.get("standing") == "proved"
            if record.get("standing") == "proved":
                reasons[record["why"]] += 1
            for fault in record["faults"]:
                faults += 1
                print(f"FAULT: {family} {seed} {name}: {str(fault)[:600]}", flush=True)
    print(", ".join(f"{counts[key]} {key}" for key in sorted(counts)))
    proofs = counts["certificates"] + counts["proofs without"]
    print(f"of {proofs} proofs {counts['certificates']} have a certificate; {faults} faults")
    for why, number in reasons.most_common(12):
        print(f"  {number:5}  {why[:110]}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
