"""One program before the judge on one side, and the interpreter, `asyncir check` and the compiled program on the other."""

from __future__ import annotations

import copy
import re
import shlex
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import product

import numpy as np

import asyncir
from asyncir.diagnostics import Severity
from asyncir.ir import ModuleOp
from asyncir.semantics import Exhaustive, Outcome as Interpreted, Seeded, interpret, parse_schedule

from .model import Outcome, run
from .printing import Text, print_program
from .settling import remove
from .tree import EXTENT, Launch, Program, Scope, all_of, all_spots

INPUTS: tuple[tuple[int, int], ...] = tuple(product((0, 1, 2, 3, 4, -1, 6), (0, 1, 2, 3, 5)))
INTERPRETED = ((2, 1), (3, 2), (0, 1))
MOST_STEPS = 200_000
SEARCH = Exhaustive(max_tasks=60, max_runs=150, max_steps=300_000, max_flights=12, max_in_flight=6)
BOUNDS = {"S009", "S010", "S011", "S012"}
COMMAND = re.compile(r"asyncir run [^\n`]*--entry [^\n`]*")


@dataclass
class Record:
    """What came of a comparison: `faults` are pairs of a kind and a detail."""

    standing: str = "not asked"
    judged: str = "clean"
    faults: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    unknown: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    checks: int = 0
    seconds: float = 0.0


@dataclass
class Judged:
    """What the judge says for all inputs."""

    runs: dict[tuple[int, int], Outcome]

    def inputs(self, what: str) -> list[tuple[int, int]]:
        return [n for n, o in self.runs.items() if getattr(o, what)]

    @property
    def verdict(self) -> str:
        for what, name in (
            ("races", "races"),
            ("outside", "leaves its stack"),
            ("deadlock", "waits forever"),
            ("error", "fails"),
            ("undefined", "undefined"),
            ("cut", "too long"),
        ):
            found = self.inputs(what)
            if what == "deadlock":
                found = [n for n in found if not self.runs[n].undefined]
            if found:
                return name
        return "clean"


def judge(program: Program, inputs: tuple[tuple[int, int], ...] = INPUTS) -> Judged:
    return Judged({numbers: run(program, numbers) for numbers in inputs})


def arguments(program: Program, numbers: tuple[int, ...]) -> list[object]:
    arrays = [
        np.arange(10 * (k + 1), 10 * (k + 1) + EXTENT, dtype=np.int64) for k in range(len(program.arrays))
    ]
    return [*numbers, *arrays]


def _errors(one: Interpreted) -> list[str]:
    return [d.code for d in one.diagnostics if d.severity is Severity.ERROR]


def wanted_error(o: Outcome) -> str | None:
    """What a run without races ends with; None where the rules leave several."""
    if o.deadlock:
        return "R104"
    return o.error or ""


def differs(o: Outcome, found: Interpreted, values: list[object], searched: bool) -> str | None:
    """What the interpreter says otherwise than the judge of one run; None where they agree."""
    for one in (found, *found.others):
        codes = _errors(one)
        if BOUNDS & set(codes) or o.undefined:
            return None
        raced = "S001" in codes
        if o.races:
            ended = o.error in ("S018", "S019") or (o.outside and {"S002", "S020"} & set(codes))
            if not raced and not ended:
                return f"no race, and the judge has one: {sorted(o.races)[:3]}"
            continue
        if raced:
            message = next(d.message for d in one.diagnostics if d.code == "S001")
            return f"a race that the judge has not: {message}"
        if o.outside:
            if not {"S002", "S020"} & set(codes):
                return f"memory is used outside of its life, and nothing is said: {sorted(o.outside)[:3]}"
            continue
        if {"S002", "S020"} & set(codes):
            return f"{codes} is said, and the judge has no memory used outside of its life"
        code = codes[0] if codes else ""
        if o.fails_at_end or (o.deadlock and o.error):
            continue  # A fault of its own: the error may be lost. Of two errors the rules leave open which is told.
        if code != wanted_error(o):
            return f"it ends with {code!r}, and for the judge with {wanted_error(o)!r}"
        if code == "" and not o.strange and one.results != (o.value,):
            return f"it returns {one.results}, and for the judge {o.value}"
    if not searched and o.clean and not o.strange:
        arrays = [v.tolist() for v in values if isinstance(v, np.ndarray)]
        if arrays != o.arrays:
            return f"the arrays are {arrays}, and for the judge {o.arrays}"
    return None


def interpreted(record: Record, program: Program, module: ModuleOp, judged: Judged, seed: int) -> None:
    racy = judged.inputs("races")
    inputs = [*INTERPRETED, *(n for n in racy[:1] if n not in INTERPRETED)]
    for at, numbers in enumerate(inputs):
        how = [parse_schedule("latest"), Seeded(seed + at), SEARCH if at in (0, 3) else Seeded(seed + 7 + at)]
        for schedule in how:
            values = arguments(program, numbers)
            found = interpret(module, "main", values, schedule, max_steps=MOST_STEPS)
            record.checks += 1
            said = differs(judged.runs[numbers], found, values, schedule is SEARCH)
            if BOUNDS & {c for one in (found, *found.others) for c in _errors(one)}:
                record.notes.append("not searched whole")
            if said:
                name = type(schedule).__name__.lower()
                kind = "interpreter" if schedule is how[0] else "interpreter in some orders"
                record.faults.append((kind, f"{name} main{numbers}: {said}"))
                return


def reason_of(message: str) -> str:
    """The reason in a message, without names and numbers."""
    text = message.partition(": ")[2] or message
    return re.sub(r"[@%][\w#$.]+", "X", re.sub(r"\d+", "N", text))[:110]


def commands(answer: asyncir.Checked) -> list[str]:
    found = [race.command for race in answer.races if race.command]
    for said in answer.diagnostics:
        for text in (said.message, said.help or "", *(note.message for note in said.notes)):
            found += COMMAND.findall(text)
    return list(dict.fromkeys(found))


def replayed(program: Program, command: str) -> Outcome | None:
    """The judge's run with the numbers of a command; None where it has other sizes than the judge can take."""
    words = shlex.split(command)[3:]
    given: list[str] = []
    while words:
        word = words.pop(0)
        if word in ("--entry", "--interpret"):
            words.pop(0)
        elif word != "--":
            given.append(word)
    numbers = tuple(int(w) for w in given[: len(program.numbers)])
    sizes: set[int] = set()
    for text in given[len(program.numbers) :]:
        shape = re.fullmatch(r"i64\[(\d+)\]", text)
        sizes.add(int(shape[1]) if shape else len([w for w in text.strip("[]").split(",") if w]))
    if len(sizes) != 1 or max(sizes) > 3000:
        return None
    return run(program, numbers, sizes.pop())


def checked(record: Record, program: Program, text: Text, judged: Judged) -> asyncir.Checked | None:
    before = time.process_time()
    try:
        answer = asyncir.check(text.text, filename="p.mlir")
    except Exception as error:
        record.faults.append(("crash of check", f"{type(error).__name__}: {str(error)[:300]}"))
        return None
    record.seconds = time.process_time() - before
    record.checks += 1
    if any(d.code == "C999" for d in answer.diagnostics):
        record.faults.append(("C999", next(d.message for d in answer.diagnostics if d.code == "C999")))
    record.standing = standing = answer.functions.get("main", answer.standing)
    if standing == "unknown":
        reasons = {reason_of(d.message) for d in answer.diagnostics if d.code == "Q005"}
        record.unknown = sorted(reasons or {"no reason is given"})
    elif standing == "proved":
        for what in ("races", "outside", "deadlock"):
            found = [n for n in judged.inputs(what) if what != "deadlock" or not judged.runs[n].undefined]
            if found:
                detail = f"main{found[0]}: {what}: {sorted(judged.runs[found[0]].races)[:3]}"
                record.faults.append((f"false proof ({what})", detail))
    else:
        refuted(record, program, answer)
    redundant(record, program, text, judged, answer)
    if record.standing == "proved" and judged.verdict == "clean":
        needed(record, program, text, answer)
    return answer


def refuted(record: Record, program: Program, answer: asyncir.Checked) -> None:
    """Each command that shows something has to show it to the judge as well."""
    found = commands(answer)
    if not found:
        record.faults.append(
            ("refuted without a command", "; ".join(d.message for d in answer.diagnostics)[:300])
        )
    for command in found:
        o = replayed(program, command)
        if o is None or (o.cut and not o.races):
            record.notes.append("refutation out of the judge's reach")
        elif o.races or o.outside or o.deadlock or o.error == "S018":
            pass
        elif o.undefined:
            record.notes.append("refutation by an undefined run")
        elif o.fails_at_end:
            record.notes.append("refutation where an operation fails its task at the end")
        else:
            record.faults.append(("false refutation", command))


def without(program: Program, text: Text, answer: asyncir.Checked) -> tuple[Program, int]:
    """The program without all waits that are called redundant, and how many these are."""
    smaller, lines = copy.deepcopy(program), dict(text.waits)
    spots = {s.statement.uid: s for s in all_spots(smaller)}
    needs: dict[int, set[int]] = {}
    count = 0
    for wait in answer.waits:
        spot = spots.get(lines.get(int(wait.location.split(":")[1]), -1))
        if wait.verdict != "redundant" or spot is None:
            continue
        count += 1
        if isinstance(spot.statement, Launch):
            needs.setdefault(spot.statement.uid, set()).add(wait.operand or 0)
        else:
            remove(spot.block, spot.statement)
    for uid, operands in needs.items():
        statement = spots[uid].statement
        assert isinstance(statement, Launch)
        statement.needs = [t for k, t in enumerate(statement.needs) if k not in operands]
    return smaller, count


def drop(program: Program, uid: int, operand: int | None) -> Program:
    """The program without one wait."""
    smaller = copy.deepcopy(program)
    spot = next(s for s in all_spots(smaller) if s.statement.uid == uid)
    if isinstance(spot.statement, Launch):
        del spot.statement.needs[operand or 0]
    else:
        remove(spot.block, spot.statement)
    return smaller


def differ(a: Outcome, b: Outcome) -> bool:
    """Whether two runs differ in what a wait may be needed for."""
    values = a.clean and b.clean and (a.value, a.arrays) != (b.value, b.arrays)
    faults = bool(b.races - a.races or b.outside - a.outside or b.late_at_return - a.late_at_return)
    return values or faults or (a.error, a.deadlock, a.undefined) != (b.error, b.deadlock, b.undefined)


def needed(record: Record, program: Program, text: Text, answer: asyncir.Checked) -> None:
    """Of what is called needed, whether the judge sees for what; the program is one without redundant waits."""
    if any(w.verdict == "redundant" for w in answer.waits):
        return
    before = judge(program).runs
    for wait in [w for w in answer.waits if w.verdict == "needed"][:3]:
        uid = text.waits.get(int(wait.location.split(":")[1]))
        if uid is None:
            continue
        after = judge(drop(program, uid, wait.operand)).runs
        record.checks += 1
        seen = any(differ(before[n], after[n]) for n in before)
        record.notes.append("needed, and seen" if seen else "needed, and nothing is seen without it")


def redundant(record: Record, program: Program, text: Text, judged: Judged, answer: asyncir.Checked) -> None:
    if record.standing != "proved" or judged.verdict not in ("clean", "fails"):
        return
    smaller, count = without(program, text, answer)
    if not count:
        return
    record.notes.append("redundant waits removed")
    for numbers, o in judge(smaller).runs.items():
        old = judged.runs[numbers]
        record.checks += 1
        if o.races or o.outside or (o.deadlock and not old.deadlock):
            record.faults.append(
                ("not redundant", f"main{numbers}: {sorted(o.races | o.outside)[:3]} of {count} waits")
            )
            return
        if o.late - old.late:
            known = o.late - old.late <= o.loose
            kind = "not redundant at the end" + (" (never committed)" if known else "")
            kind += " of a run that fails" if old.error else ""
            record.faults.append((kind, f"main{numbers}: {sorted(o.late - old.late)}"))
            return
        if o.error != old.error or (o.clean and not o.strange and o.value != old.value):
            detail = f"main{numbers}: {old.error} {old.value} becomes {o.error} {o.value}"
            record.faults.append(("not redundant: another result", detail))
            return


def natively(record: Record, program: Program, text: Text, judged: Judged) -> None:
    """What the compiled program gives where the judge is sure of it."""
    inputs = [n for n in INPUTS if judged.runs[n].clean and not judged.runs[n].strange][:6]
    failing = [n for n in INPUTS if judged.runs[n].error in ("R101", "R102") and not judged.runs[n].races][:2]
    if not inputs and not failing:
        return
    try:
        program_of = asyncir.compile(text.text, threads=2)
    except asyncir.DiagnosticError as error:
        if any(isinstance(s, Scope) for s in all_of(program)):
            record.notes.append("not compiled: memref.alloca_scope has no native form")
        else:
            record.faults.append(("not compiled", str(error)[:300]))
        return
    except Exception as error:
        record.faults.append(("not compiled", f"{type(error).__name__}: {str(error)[:300]}"))
        return
    main = program_of["main"]
    for numbers in [*inputs, *failing] * 2:
        o, values = judged.runs[numbers], arguments(program, numbers)
        if o.undefined or o.outside:
            continue
        record.checks += 1
        try:
            result: object = main.call(values, timeout=10)
        except asyncir.ProgramError as error:
            if error.code != o.error and not o.fails_at_end:
                record.faults.append(("native", f"main{numbers}: {error.code}, and for the judge {o.error}"))
                return
            continue
        except Exception as error:
            record.faults.append(("native", f"main{numbers}: {type(error).__name__}: {str(error)[:200]}"))
            return
        if o.late_at_return and not o.late:
            record.notes.append("native: operations are late at the return")
        arrays = [v.tolist() for v in values if isinstance(v, np.ndarray)]
        if o.error or result != o.value or (not o.late and arrays != o.arrays):
            detail = f"main{numbers}: {result} {arrays}, and for the judge {o.error} {o.value} {o.arrays}"
            record.faults.append(("native", detail))
            return


def examine(program: Program, seed: int, native: bool = True) -> Record:
    record, text = Record(), print_program(program)
    judged = judge(program)
    record.judged = judged.verdict
    try:
        module = asyncir.parse(text.text, "p.mlir")
    except asyncir.DiagnosticError as error:
        record.standing = "refused"
        record.faults.append(("refused", str(error)[:200]))
        return record
    try:
        interpreted(record, program, module, judged, seed)
    except Exception as error:
        record.faults.append(("crash of the interpreter", f"{type(error).__name__}: {str(error)[:300]}"))
    checked(record, program, text, judged)
    if native and (record.standing == "proved" or seed % 3 == 0):
        natively(record, program, text, judged)
    record.notes = sorted(Counter(record.notes))
    return record
