"""`asyncir check --machine`: the answer for programs on a described machine, printed."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import Any

from asyncir.analyses.sync_report import Standing
from asyncir.diagnostics import failure
from asyncir.diagnostics.render import to_json as diagnostic_to_json
from asyncir.diagnostics.words import counted
from asyncir.driver.machines import MachineChecked, check_on_machine
from asyncir.ir import ModuleOp
from asyncir.tools import shell
from asyncir.tools.requests import CheckRequest


def run_check_on_machine(request: CheckRequest, machine: str, module: ModuleOp) -> int:
    """Check the program on the machine, print the answer; that is the exit code, too."""
    for given, flag in (
        (request.arguments, "ARG"),
        (request.oracle, "--oracle"),
        (request.certificate, "--certificate"),
        (request.diff, "--diff"),
    ):
        if given:
            raise failure("C004", f"{flag} and --machine do not go together", "leave one of the two out")
    answers = check_on_machine(module, machine, entry=request.entry, args_alias=request.args_alias == "yes")
    if request.as_json:
        print(json.dumps({"machine": machine, "functions": [_to_json(answer) for answer in answers]}))
    else:
        for answer in answers:
            shell.show(answer.diagnostics)
            print(f"{request.name}: {_summary(answer)}")
    return _status(request, answers)


def _status(request: CheckRequest, answers: list[MachineChecked]) -> int:
    standings = {answer.standing for answer in answers}
    wrong = Standing.REFUTED in standings or (request.strict and Standing.UNKNOWN in standings)
    return shell.PROGRAM_IS_WRONG if wrong else shell.FINE


def _summary(answer: MachineChecked) -> str:
    name = f"`@{answer.name}`"
    if answer.standing is Standing.REFUTED:
        return f"{name} is wrong, {answer.call}"
    orders = Counter(order.verdict for order in answer.orders)
    said = ", ".join(f"{number} {verdict}" for verdict, number in sorted(orders.items()))
    what = f"{counted(len(answer.orders), 'order')} made" + (f": {said}" if said else "")
    if answer.standing is Standing.PROVED:
        return f"{name} is proved: no race, no misuse, no deadlock in any execution; {what}"
    return f"{name} is unknown: {answer.reason}; {what}"


def _to_json(answer: MachineChecked) -> dict[str, Any]:
    return {
        "name": answer.name,
        "standing": answer.standing.value,
        "reason": answer.reason,
        "call": answer.call,
        "orders": [asdict(order) for order in answer.orders],
        "diagnostics": [diagnostic_to_json(one) for one in answer.diagnostics],
    }
