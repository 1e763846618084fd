"""`asyncir check --machine`: the answer for programs on a described machine, printed."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

from asyncir.analyses.sync_report import Standing
from asyncir.certificates import VERSION
from asyncir.diagnostics import failure
from asyncir.diagnostics.render import to_json as diagnostic_to_json
from asyncir.diagnostics.words import counted
from asyncir.dialects.foreign import Foreign
from asyncir.driver.check_assumptions import nothing_to_check
from asyncir.driver.machine_repairs import repaired_on_machine
from asyncir.driver.machines import CheckedOrder, MachineChecked, check_on_machine
from asyncir.driver.repairing import TextRepair
from asyncir.driver.signatures import public_functions
from asyncir.ir import ModuleOp
from asyncir.tools import shell
from asyncir.tools.entries import choose
from asyncir.tools.files import Output
from asyncir.tools.repairs import print_repair, repair_to_json
from asyncir.tools.requests import CheckRequest
from asyncir.transforms._kernel_functions import NO_FUNCTION, without_function, without_modules


def run_check_on_machine(request: CheckRequest, machine: str, module: ModuleOp, foreign: Foreign) -> int:
    """Check the program on the machine, print the answer; that is the exit code, too."""
    for given, flag in ((request.arguments, "ARG"), (request.oracle, "--oracle")):
        if given:
            raise failure("C004", f"{flag} and --machine do not go together", "leave one of the two out")
    if request.certificate == "-" and (request.as_json or request.diff):
        message = "the certificate and the answer cannot both go to standard output"
        raise failure("C004", message, "name a file for the certificate")
    module = without_modules(module, launched=True)
    signatures = {signature.name: signature for signature in public_functions(module)}
    answers = check_on_machine(
        module,
        machine,
        entry=None if request.entry is None else choose(signatures, request.entry),
        args_alias=request.args_alias == "yes",
        certify_minimal=request.certify_minimal,
        certificates=request.certificate is not None,
    )
    answers += [
        MachineChecked(name, Standing.UNKNOWN, NO_FUNCTION, (), ())
        for name, _ in without_function(module, launched=True)
    ]
    shell.show([] if answers else [nothing_to_check()])
    if request.certificate is not None and (not request.strict or _is_complete(answers)):
        with Output(request.certificate, request.name) as output:
            output.write(_certificate(request, machine, answers))
    repair = _repair(request, machine, foreign) if request.diff else None
    if request.as_json:
        more = {} if repair is None else {"repair": repair_to_json(repair)}
        functions = [_to_json(answer) for answer in answers]
        print(json.dumps({"machine": machine, "functions": functions} | more))
    else:
        _print(request, answers, repair)
    return _status(request, answers)


def _is_complete(answers: list[MachineChecked]) -> bool:
    """Whether each function has a certificate."""
    return all(answer.certificate is not None for answer in answers)


def _certificate(request: CheckRequest, machine: str, answers: list[MachineChecked]) -> bytes:
    """The file that the verifier reads."""
    functions = {answer.name: answer.certificate for answer in answers if answer.certificate is not None}
    content = {"version": VERSION, "file": request.name, "machine": machine, "functions": functions}
    return (json.dumps(content) + "\n").encode()


def _repair(request: CheckRequest, machine: str, foreign: Foreign) -> TextRepair:
    source = request.source.decode("utf-8", errors="replace")
    alias = request.args_alias == "yes"
    return repaired_on_machine(source, request.name, machine, request.entry, alias, foreign)


def _print(request: CheckRequest, answers: list[MachineChecked], repair: TextRepair | None) -> None:
    to = sys.stdout if repair is None and request.certificate != "-" else sys.stderr
    for answer in answers:
        shell.show(answer.diagnostics)
        print(f"{request.name}: {_summary(answer)}", file=to)
        if request.certify_minimal:
            for order in answer.orders:
                print(f"{request.name}: {_necessity(order)}", file=to)
    if repair is not None:
        print_repair(request.name, repair, of_machine=True)


def _necessity(order: CheckedOrder) -> str:
    """What goes wrong without an order."""
    named = dict.fromkeys(
        f"`{name}` ({_line(at)})" for name, at in zip(order.ops, order.locations, strict=True)
    )
    what = ", ".join(named)
    if order.without is not None:
        run = order.without
        return f"without {what}: {run.diagnostics[0].message} ({run.call})"
    if order.verdict == "needed":
        return f"without {what}: it is not proved, and no run with small arguments goes wrong"
    return f"{what}: {order.verdict}"


def _line(location: str) -> str:
    """`12:3` of `file:12:3`."""
    return ":".join(location.split(":")[-2:])


def _status(request: CheckRequest, answers: list[MachineChecked]) -> int:
    standings = {answer.standing for answer in answers}
    wrong = Standing.REFUTED in standings or (request.strict and Standing.UNKNOWN in standings)
    wrong = wrong or (request.strict and request.certificate is not None and not _is_complete(answers))
    return shell.PROGRAM_IS_WRONG if wrong else shell.FINE


def _summary(answer: MachineChecked) -> str:
    name = f"`@{answer.name}`"
    if answer.standing is Standing.REFUTED:
        return f"{name} is wrong, {answer.call}"
    orders = Counter(order.verdict for order in answer.orders)
    said = ", ".join(f"{number} {verdict}" for verdict, number in sorted(orders.items()))
    what = f"{counted(len(answer.orders), 'order')} made" + (f": {said}" if said else "")
    if answer.by_invariants:
        what = "by invariants of its loops, whose orders are not judged"
    if answer.standing is Standing.PROVED:
        how = "is proved, not re-checked" if answer.doubt else "is proved"
        return f"{name} {how}: no race, no misuse, no deadlock in any execution; {what}"
    return f"{name} is unknown: {answer.reason}; {what}"


def _to_json(answer: MachineChecked) -> dict[str, Any]:
    return {
        "name": answer.name,
        "standing": answer.standing.value,
        "reason": answer.reason or answer.doubt,
        "call": answer.call,
        "orders": [_order_to_json(order) for order in answer.orders],
        "diagnostics": [diagnostic_to_json(one) for one in answer.diagnostics],
    }


def _order_to_json(order: CheckedOrder) -> dict[str, Any]:
    found: dict[str, Any] = {"locations": order.locations, "ops": order.ops, "verdict": order.verdict}
    if order.without is not None:
        said = [diagnostic_to_json(one) for one in order.without.diagnostics]
        found["without"] = {"call": order.without.call, "diagnostics": said}
    return found
