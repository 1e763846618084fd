"""`asyncir check --machine`: is the synchronisation of a program right on a described machine, and is all of it needed?

The analysis looks at all executions at once; what it cannot prove is played by the oracle with a few small arguments, and is
wrong only if a run shows it. Of each order that the program makes it says whether anything needs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from asyncir.analyses.machines.checked import MachineAnswer, checked
from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.lifetimes import UsedLate, used_late
from asyncir.analyses.machines.orders import JudgedOrders, MadeOrder, judged, orders_of
from asyncir.analyses.machines.program import MachineProgram
from asyncir.analyses.sync_report import Standing
from asyncir.certificates import Refused
from asyncir.certificates.machines import accept_on_machine
from asyncir.diagnostics import Diagnostic, Note, Severity
from asyncir.dialects.verification import span_of
from asyncir.driver.device_checks import check_launches, has_launches
from asyncir.driver.machine_runs import NAMES_NONE, USED_LATE, WrongRun, playable, why_unplayed, wrong_run
from asyncir.driver.rechecking import not_rechecked
from asyncir.driver.signatures import public_functions
from asyncir.driver.thread_races import race_of_threads, tells_threads_apart
from asyncir.invariants.machines import find_machine_certificate, proof_by_invariants
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.launch.signatures import Signature
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.targets.verify_sync import ensure_fits
from asyncir.transforms._sync_changes import ChangedCopy
from asyncir.transforms.assign_engines import AssignEngines

_MOST_JUDGED = 120
"""Programs with more orders than this are not asked which of them are needed."""


@dataclass(frozen=True, slots=True)
class CheckedOrder:
    """An order that a program makes."""

    locations: tuple[str, ...]
    """Where its ops are: `file:line:column`."""
    ops: tuple[str, ...]
    """Their names."""
    verdict: str
    """`needed`, `redundant` or `unknown`."""
    without: WrongRun | None = None
    """What goes wrong without it and without those that are redundant, where that was asked for and a run shows it."""


@dataclass(frozen=True, slots=True)
class MachineChecked:
    """The answer for one function."""

    name: str
    standing: Standing
    reason: str
    """Why nothing is known, where that is so."""
    orders: tuple[CheckedOrder, ...]
    diagnostics: tuple[Diagnostic, ...]
    call: str = ""
    """The arguments with which it goes wrong."""
    certificate: dict[str, Any] | None = None
    """The proof, for others to check again, where it was asked for and the verifier accepts it."""
    doubt: str = ""
    """Why there is none, of what is proved."""
    by_invariants: bool = False
    """Whether the invariants of its loops are the proof: what its orders are needed for is not known then."""


def check_on_machine(
    module: ModuleOp,
    name: str,
    *,
    entry: str | None = None,
    args_alias: bool = False,
    certify_minimal: bool = False,
    certificates: bool = False,
) -> list[MachineChecked]:
    """Check the functions of a module, or one of them, on the machine of that name, or in that file.

    A vendor's ops become those of the `sync` dialect in the module. With `certify_minimal`, for each order of a program
    that is proved a run is looked for that goes wrong without it. With `certificates`, what is proved is checked again by
    a verifier that shares no code with the check, and brings what it accepts; Q007 says why there is nothing. Raises
    `DiagnosticError` where there is no such machine, or the program does not fit it.
    """
    machine = load_machine(name)
    threaded = module.clone() if tells_threads_apart(module, machine) else None
    AssignEngines(machine=name).run_on(module)
    ensure_fits(module, machine)
    functions = {symbol_name(op): op for op in ops_of(module)}
    signatures = [s for s in public_functions(module) if entry is None or s.name == entry]
    if has_launches(module):
        return [_check_launches(module, functions[s.name], s, machine, args_alias) for s in signatures]
    played = playable(module, name)
    if not signatures:
        return []
    late = used_late(
        function for function in functions.values() if function.regions and function.regions[0].blocks
    )
    any_of_them = MachineProgram(functions[signatures[0].name], machine, args_alias)
    programs = [any_of_them.beside(functions[s.name]) for s in signatures]
    pairs = zip(programs, signatures, strict=True)
    answers = [_check(played, program, s, threaded, late) for program, s in pairs]
    if not args_alias and not late:
        answers = [_by_invariants(answer, module, machine) for answer in answers]
    if certificates:
        answers = [_rechecked(answer, module, machine, args_alias) for answer in answers]
    if not certify_minimal:
        return answers
    return [
        _certified(answer, module, program, signature, name)
        for answer, program, signature in zip(answers, programs, signatures, strict=True)
    ]


def _check(
    played: ModuleOp,
    program: MachineProgram,
    signature: Signature,
    threaded: ModuleOp | None,
    late: Sequence[UsedLate],
) -> MachineChecked:
    answer = checked(program)
    is_proved = answer.proved and not late
    codes = (*NAMES_NONE, *(USED_LATE if late else ()))
    wrong = None if is_proved else wrong_run(played, signature, program.machine, codes)
    if wrong is None and not answer.proved and threaded is not None:
        wrong = race_of_threads(threaded, signature.name)
    if wrong is not None:
        return MachineChecked(signature.name, Standing.REFUTED, "", (), wrong.diagnostics, wrong.call)
    orders, remarks = _orders(program, answer)
    if is_proved:
        return MachineChecked(signature.name, Standing.PROVED, "", orders, tuple(remarks))
    doubts = (*map(_may_be_late, late), *_doubts(answer, program.args_alias))
    unplayed = why_unplayed(played, signature, program.machine)
    reason = _reason(answer, unplayed)
    return MachineChecked(signature.name, Standing.UNKNOWN, reason, orders, (*doubts, *remarks))


def _by_invariants(answer: MachineChecked, module: ModuleOp, machine: MachineModel) -> MachineChecked:
    """The answer; proved, where the walk does not follow the program and invariants of its loops prove it all the same.

    A walk tells iterations apart by what comes round; invariants may depend on the numbers of the program: a copy for the
    next iteration is given `if i + 1 < n`. What is found has to be accepted by the verifier.
    """
    if answer.standing is not Standing.UNKNOWN:
        return answer
    certificate = proof_by_invariants(module, answer.name, machine)
    if certificate is None:
        return answer
    return MachineChecked(
        answer.name, Standing.PROVED, "", answer.orders, (), certificate=certificate, by_invariants=True
    )


def _check_launches(
    module: ModuleOp, function: Operation, signature: Signature, machine: MachineModel, args_alias: bool
) -> MachineChecked:
    answer = check_launches(module, function, signature.name, machine, args_alias)
    doubt, at = answer.doubt, answer.at
    if not doubt:
        return MachineChecked(signature.name, Standing.PROVED, "", (), answer.remarks)
    wrong = wrong_run(module, signature, machine)
    if wrong is not None:
        return MachineChecked(signature.name, Standing.REFUTED, "", (), wrong.diagnostics, wrong.call)
    warnings = () if at is None else (_warning("M100", f"the program is not followed: {doubt}", at, _TRY),)
    return MachineChecked(signature.name, Standing.UNKNOWN, doubt, (), warnings)


_ALIASED = "arguments may overlap, which certificates do not say"


def _rechecked(
    answer: MachineChecked, module: ModuleOp, machine: MachineModel, args_alias: bool
) -> MachineChecked:
    """The answer with a certificate that the verifier accepts, or with the reason why there is none."""
    if answer.standing is not Standing.PROVED or answer.certificate is not None:
        return answer
    doubt, certificate = _ALIASED if args_alias else "", None
    if not args_alias:
        try:
            certificate = find_machine_certificate(module, answer.name, machine)
            accept_on_machine(module, answer.name, machine, certificate)
        except Refused as why:
            doubt, certificate = f"no certificate was found: {why}", None
    said = (not_rechecked(answer.name, doubt, True),) if doubt else ()
    return replace(answer, certificate=certificate, doubt=doubt, diagnostics=(*answer.diagnostics, *said))


def _certified(
    answer: MachineChecked, module: ModuleOp, program: MachineProgram, signature: Signature, name: str
) -> MachineChecked:
    """The answer with what goes wrong without each order that is needed."""
    if answer.standing is not Standing.PROVED or not answer.orders:
        return answer
    orders = orders_of(program)
    verdicts = [order.verdict for order in answer.orders]
    gone = [op for order, v in zip(orders, verdicts, strict=True) if v == "redundant" for op in order.ops]
    found: list[CheckedOrder] = []
    for order, said in zip(orders, answer.orders, strict=True):
        if said.verdict == "needed":
            fewer = ChangedCopy(module).without((*gone, *order.ops))
            said = replace(said, without=wrong_run(playable(fewer, name), signature, program.machine))
        found.append(said)
    return replace(answer, orders=tuple(found))


def _may_be_late(found: UsedLate) -> Diagnostic:
    message = f"`{found.use.name}` may use memory that has been freed"
    help = "free it behind its last use"
    note = Note("freed here", span_of(found.end))
    return replace(_warning("M100", message, found.use, help), notes=(note,))


def _reason(answer: MachineAnswer, unplayed: str) -> str:
    if answer.unknown:
        return answer.unknown
    if answer.proved:
        return f"memory may be used that has been freed, and {unplayed or 'no run with small arguments does'}"
    what = "an access is" if answer.races else "the use of a resource is"
    return f"{what} not proved, and {unplayed or 'no run with small arguments goes wrong'}"


_TRY = "play it: `asyncir simulate --order exhaustive` tries all orders of small runs"


def _doubts(answer: MachineAnswer, args_alias: bool) -> Iterator[Diagnostic]:
    """What is not proved, as warnings."""
    if answer.at is not None:
        message = f"the program is not followed: {answer.unknown}"
        yield _warning("M100", message, answer.at, _TRY)
    for race in answer.races:
        message = f"`{race.second.name}` may begin before what it needs has arrived"
        if race.fence:
            message = f'`{race.second.name}` may not see what was written: no fence "{race.fence}" is between'
        note = Note("this may still be in flight", span_of(race.first))
        options = "machine=M args-alias=true" if args_alias else "machine=M"
        help = f"`asyncir opt -p insert-sync{{{options}}}` puts in what is missing"
        yield replace(_warning("M100", message, race.second, help), notes=(note,))
    for misuse in answer.misuses:
        yield _warning("M100", _MISUSES[misuse.why], misuse.op, _TRY)


_MISUSES = {
    "full": "the signal may come before the one before it is taken",
    "empty": "no signal is known to be given for this wait",
    "room": "there may be no room for this work in the queue of its engine",
    "left": "a signal may be left that nobody has waited for",
    "uninitialised": "it is not known to be initialised here",
    "again": "it may be in use where it is initialised",
    "busy": "signals or waits may be to come where it is freed",
    "unfreed": "a resource may not be freed at the return",
    "unarmed": "the phase of this signal may not be armed",
    "armed": "the phase before may not be over where the next one is armed",
    "early": "the signal may come while the phase before is not over",
    "parity": "the wait may be for another phase than the newest one whose signals are given",
    "back": "the value may not be greater than the one that the timeline has, or the signal before may act later",
    "value": "no signal of that value is known to be given for this wait",
}


def _warning(code: str, message: str, op: Operation, help: str) -> Diagnostic:
    return Diagnostic(code, message, span_of(op), help=help, severity=Severity.WARNING)


def _orders(
    program: MachineProgram, answer: MachineAnswer
) -> tuple[tuple[CheckedOrder, ...], list[Diagnostic]]:
    """What the orders of the program are there for."""
    try:
        orders = orders_of(program)
    except CannotFollow:
        return (), []
    # What a function does for those that call it is not seen in it.
    is_called = program.calls.is_called(program.function)
    is_asked = answer.proved and len(orders) <= _MOST_JUDGED and not is_called
    known = judged(program, orders) if is_asked else JudgedOrders([], orders)
    verdicts = dict.fromkeys(orders, "needed")
    verdicts |= dict.fromkeys(known.undecided, "unknown") | dict.fromkeys(known.superfluous, "redundant")
    found = tuple(_order(order, verdict) for order, verdict in verdicts.items())
    return found, [_redundant(order) for order in known.superfluous]


def _order(order: MadeOrder, verdict: str) -> CheckedOrder:
    spans = [span_of(op) for op in order.ops]
    places = tuple("" if s is None else f"{s.file}:{s.line}:{s.column}" for s in spans)
    return CheckedOrder(places, tuple(op.name for op in order.ops), verdict)


def _redundant(order: MadeOrder) -> Diagnostic:
    first, *others = order.ops
    message = f"nothing needs `{first.name}`" if not others else "nothing needs this order"
    notes = tuple(Note("and this", span_of(op)) for op in others)
    help = "remove it, or let `asyncir opt -p eliminate-sync{machine=M}` do so"
    found = Diagnostic("M101", message, span_of(first), help=help, severity=Severity.REMARK)
    return replace(found, notes=notes)
