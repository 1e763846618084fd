"""Loops that know which iteration is their last: programs as people write them by hand, and mutants; what is proved is right.

    python -m bench.sync_programs.guarded --programs 300 --seed 1

Families of programs for `ascend-a2` and `aie2`, with slots, distances and forms that are drawn:

    ahead       a copy for a later iteration is given where there is one: `if i + d < n`
    nested      the same in a loop around
    asked       conditions that are computed in an iteration, of which nothing is known, and asked several times
    switched    `scf.index_switch` on what is left of the counter

Each is played by the oracle in many calls and orders, then changed a little: an op of synchronisation dropped, moved, doubled
or of another instance; a comparison, a number or a case that is another. Prints what is proved and goes wrong, and how
many of those that are right are proved, by a walk and by invariants.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from asyncir.analyses.machines.checked import checked
from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.targets.verify_sync import verify_sync
from bench.sync_programs.changing import calls_of, program_of, wrong_run
from bench.sync_programs.judge import by_invariants, wrong
from bench.sync_programs.mutate import every, mutant

HEAD = """func.func @f(%x: memref<10x4xf32> {llvm.noalias}, %y: memref<10x4xf32> {llvm.noalias},
    %h: memref<4xf32> {llvm.noalias}, %n: index, %m: index, %a: i1, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
"""
ROW = "memref<4xf32, strided<[1], offset: ?>>"
MACHINES = {"ascend-a2": ("mte2", "v", "s"), "aie2": ("mm2s0", "core", "core")}
"""By machine: who copies, who computes, and who issues."""


class Writer:
    """Text for one machine."""

    def __init__(self, machine: str, random: Random):
        self.machine = machine
        self.random = random
        self.copies, self.computes, self.issuer = MACHINES[machine]
        self.numbers = 0

    def name(self) -> str:
        """A new one."""
        self.numbers += 1
        return f"%t{self.numbers}"

    def signal(self, of: str, to: str, which: str) -> str:
        """A signal of what an engine has done; instances of the two directions differ where they have no pairs."""
        if self.machine == "ascend-a2":
            return f'sync.signal "event"[{which}] from "{of}" to "{to}"\n'
        return f'sync.signal "lock"[{which}] on "{of}"\n'

    def wait(self, of: str, to: str, which: str) -> str:
        """A wait for it."""
        if self.machine == "ascend-a2":
            return f'sync.wait "event"[{which}] from "{of}" to "{to}"\n'
        return f'sync.wait "lock"[{which}] on "{to}"\n'

    def row(self, memref: str, rows: int, index: str) -> tuple[str, str]:
        """A row of a memref, and the line that makes it."""
        name = self.name()
        type_ = f"memref<{rows}x4xf32>"
        return name, f"{name} = memref.subview {memref}[{index}, 0] [1, 4] [1, 1] : {type_} to {ROW}\n"

    def work(self, engine: str, reads: str, writes: str) -> str:
        """A work on rows."""
        return (
            f'sync.work on "{engine}" reads({reads} : {ROW}) writes({writes} : {ROW}) {{ sync.opaque "w" }}\n'
        )

    def drained(self) -> str:
        """All that was given is over."""
        if self.machine == "ascend-a2":
            return "sync.barrier\n"
        return f'sync.signal "lock"[15] on "{self.copies}"\nsync.wait "lock"[15] on "core"\n'


def guard(w: Writer, ahead: str) -> tuple[str, str]:
    """Whether the iteration of that number comes: a name, and the lines that compute it."""
    name = w.name()
    form = w.random.randrange(3)
    if form == 0:
        return name, f"{name} = arith.cmpi slt, {ahead}, %n : index\n"
    if form == 1:
        return name, f"{name} = arith.cmpi sgt, %n, {ahead} : index\n"
    less = w.name()
    return name, (f"{less} = arith.subi %n, {ahead} : index\n{name} = arith.cmpi sge, {less}, %c1 : index\n")


def ahead(w: Writer) -> str:
    """A ring: copies are so many iterations ahead of what computes with them."""
    slots = w.random.choice((2, 2, 3))
    far = w.random.randrange(1, slots)
    free, full = (w.computes, w.copies), (w.copies, w.computes)
    shift = (
        0 if w.machine == "ascend-a2" else slots
    )  # locks have no pairs: the other direction has other instances
    lines = [f"%p = memref.alloc() : memref<{slots}x4xf32>\n"]

    def copy(index: str, slot: str) -> str:
        source, one = w.row("%x", 10, index)
        target, two = w.row("%p", slots, slot)
        return one + two + w.work(w.copies, source, target)

    for k in range(far):
        condition, made = guard(w, f"%c{k}")
        lines += [made, f"scf.if {condition} {{\n", copy(f"%c{k}", f"%c{k}"), w.signal(*full, str(k)), "}\n"]
    for k in range(far, slots):
        lines.append(w.signal(*free, str(k + shift)))
    i, s, t, next_, s2, t2 = (w.name() for _ in range(6))
    condition, made = guard(w, next_)
    y, row = w.row("%y", 10, i)
    mine, row2 = w.row("%p", slots, s)
    lines += [
        f"scf.for {i} = %c0 to %n step %c1 {{\n",
        f"{next_} = arith.addi {i}, %c{far} : index\n{made}",
        f"{s} = arith.remui {i}, %k : index\n{t} = arith.remui {next_}, %k : index\n",
        f"{s2} = arith.addi {s}, %o : index\n{t2} = arith.addi {t}, %o : index\n",
        f"scf.if {condition} {{\n",
        w.wait(*free, t2 if shift else t),
        copy(next_, t),
        w.signal(*full, t),
        "}\n",
        row + row2,
        w.wait(*full, s),
        w.work(w.computes, mine, y) if w.computes != w.issuer else own(w, mine, y),
        w.signal(*free, s2 if shift else s),
        "}\n",
    ]
    # Of the instances that were free at first, and of those that became so, all are set in the end but those never taken.
    for k in range(slots):
        lines.append(w.wait(*free, str(k + shift)) if k >= far else ended(w, free, k, shift))
    head = f"%k = arith.constant {slots} : index\n%o = arith.constant {shift} : index\n"
    return head + "".join(lines) + w.drained()


def ended(w: Writer, free: tuple[str, str], k: int, shift: int) -> str:
    """The last wait for an instance that was set only where its first copy was given."""
    condition, made = guard(w, f"%c{k}")
    return f"{made}scf.if {condition} {{\n{w.wait(*free, str(k + shift))}}}\n"


def own(w: Writer, reads: str, writes: str) -> str:
    """The process computes with a row itself."""
    name = w.name()
    return f"{name} = memref.load {reads}[%c0] : {ROW}\nmemref.store {name}, {writes}[%c0] : {ROW}\n"


def nested(w: Writer) -> str:
    """A ring in a loop around."""
    head, _, body = ahead(w).partition("%p = ")
    alloc, _, rest = body.partition("\n")
    return f"{head}%p = {alloc}\nscf.for %outer = %c0 to %m step %c1 {{\n{rest}}}\n"


def asked(w: Writer) -> str:
    """Conditions of an iteration that are asked several times."""
    i, u, v, c = (w.name() for _ in range(4))
    x, row = w.row("%x", 10, i)
    y, row2 = w.row("%y", 10, i)
    p, row3 = w.row("%p", 1, "%c0")
    compute = w.work(w.computes, p, y) if w.computes != w.issuer else own(w, p, y)
    lines = [
        "%p = memref.alloc() : memref<1x4xf32>\n%k = arith.constant 3 : index\n",
        f"scf.for {i} = %c0 to %n step %c1 {{\n",
        f"{u} = arith.muli {i}, {i} : index\n{v} = arith.remui {u}, %k : index\n",
        f"{c} = arith.cmpi eq, {v}, %c{w.random.randrange(2)} : index\n",
        row + row2 + row3,
        f"scf.if {c} {{\n",
        w.work(w.copies, x, p),
        w.signal(w.copies, w.computes, "0"),
        "}"
        + (
            " else {\n" + w.work(w.copies, x, y) + w.signal(w.copies, w.computes, "1") + "}\n"
            if w.random.random() < 0.5
            else "\n"
        ),
    ]
    if "else" in lines[-1]:
        lines.append(f"scf.if {c} {{\n}} else {{\n{w.wait(w.copies, w.computes, '1')}}}\n")
    lines.append(f"scf.if {c} {{\n{w.wait(w.copies, w.computes, '0')}{compute}}}\n")
    return "".join(lines) + w.drained() + "}\n"


def switched(w: Writer) -> str:
    """Two switches on what is left of the counter."""
    i, k = w.name(), w.name()
    x, row = w.row("%x", 10, i)
    y, row2 = w.row("%y", 10, i)
    p, row3 = w.row("%p", 1, "%c0")
    compute = w.work(w.computes, p, y) if w.computes != w.issuer else own(w, p, y)
    which = w.random.randrange(3)
    other = (which + 1) % 3
    give = f"{w.work(w.copies, x, p)}{w.signal(w.copies, w.computes, '0')}"
    take = f"{w.wait(w.copies, w.computes, '0')}{compute}{w.drained()}"
    return "".join(
        [
            "%p = memref.alloc() : memref<1x4xf32>\n%k = arith.constant 3 : index\n",
            f"scf.for {i} = %c0 to %n step %c1 {{\n{k} = arith.remui {i}, %k : index\n{row}{row2}{row3}",
            f"scf.index_switch {k}\ncase {which} {{\n{give}scf.yield\n}}\ndefault {{\n}}\n",
            f"scf.index_switch {k}\ncase {other} {{\nscf.yield\n}}\ncase {which} {{\n{take}scf.yield\n}}\ndefault {{\n}}\n",
            "}\n",
            w.drained(),
        ]
    )


FAMILIES: dict[str, Callable[[Writer], str]] = {
    "ahead": ahead,
    "nested": nested,
    "asked": asked,
    "switched": switched,
}


def drawn(seed: int) -> tuple[str, str, str]:
    """The machine, the family and the text of a program."""
    random = Random(seed)
    machine = list(MACHINES)[seed % len(MACHINES)]
    family = list(FAMILIES)[seed // len(MACHINES) % len(FAMILIES)]
    body = FAMILIES[family](Writer(machine, random))
    return machine, family, f"{HEAD}{body}return\n}}\n"


def other_texts(text: str, random: Random) -> Iterator[tuple[str, str]]:
    """The text with a comparison, a number or a case that is another."""
    for old, new in (("slt,", "sle,"), ("slt,", "ne,"), ("sgt,", "sge,"), ("sge,", "sgt,"), ("eq,", "ne,")):
        places = [m.start() for m in re.finditer(old, text)]
        if places:
            at = random.choice(places)
            yield "a comparison", text[:at] + new + text[at + len(old) :]
    for match in re.finditer(r"case (\d)|arith.(?:subi|addi) %\w+, (%c\d)", text):
        number = match[1] or match[2][2]
        at = match.end() - 1
        yield "a number", f"{text[:at]}{(int(number) + random.choice((1, 2, 3))) % 4}{text[at + 1 :]}"


def variants(text: str, machine: str, random: Random, each: int) -> Iterator[tuple[str, ModuleOp]]:
    """The program, and some that are changed."""
    module = parse_module(text, "drawn")
    yield "as it is", module
    model = load_machine(machine)
    ops = list(every(module, model))
    for mutation in random.sample(ops, min(each, len(ops))):
        yield mutation.kind, mutant(module, mutation)
    texts = list(other_texts(text, random))
    for kind, other in random.sample(texts, min(each // 2, len(texts))):
        try:
            yield kind, parse_module(other, "drawn")
        except DiagnosticError:
            continue


def proofs(module: ModuleOp, machine: str) -> tuple[bool, bool]:
    """Whether the walk proves a program, and whether invariants do."""
    model = load_machine(machine)
    return checked(program_of(module, model)).proved, by_invariants(module, model)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--each", type=int, default=8, help="mutants of one program")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    came: Counter[tuple[str, ...]] = Counter()
    bad = 0
    for seed in range(options.seed, options.seed + options.programs):
        machine, family, text = drawn(seed)
        for kind, module in variants(text, machine, Random(seed), options.each):
            model = load_machine(machine)
            if verify_sync(module, model):
                continue
            try:
                found = wrong_run(module, model, calls_of(text))
            except DiagnosticError:
                continue
            walked, invariant = proofs(module, machine)
            said = "harmful" if found else "right"
            how = "walk and invariants" if walked and invariant else "walk" if walked else "invariants"
            how = how if walked or invariant else "unknown"
            came[family, "as it is" if kind == "as it is" else "mutants", said, how] += 1
            if found and (walked or invariant):
                bad += 1
                print(
                    f"PROVED AND WRONG ({how}): seed {seed}, {kind}: {found[0]} {found[1]} {wrong(found[2])[:200]}"
                )
                print(module, flush=True)
            if kind == "as it is" and found:
                print(
                    f"seed {seed}: {family} on {machine} is wrong as it is: {found[0]} {wrong(found[2])[:300]}"
                )
    for (family, what, said, how), count in sorted(came.items()):
        print(f"{family:10} {what:10} {said:8} {how:22} {count:6}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
