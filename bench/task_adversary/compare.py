"""One program before both judges: what `asyncir.check` says of it, and what its runs show."""

import re
import time

import asyncir

from .judge import judge, replay

FILE = "p.mlir"
FAULTS = {"S001", "S002", "R104"}
COMMAND = re.compile(r"asyncir run [^\n`]*--entry [^\n`]*")


def examine(text, check=None):
    """A record of one comparison: `faults` is a list of (kind, detail); the rest is for the table."""
    record = {"faults": [], "unknown": [], "seconds": 0.0, "judging": 0.0, "verdict": "not judged"}
    try:
        module = asyncir.parse(text, FILE)
    except asyncir.DiagnosticError as error:
        return {**record, "standing": "refused", "reason": str(error)[:200]}
    before = time.process_time()
    try:
        found = judge(module)
    except Exception as error:
        record["faults"].append(("crash of the interpreter", f"{type(error).__name__}: {error}"))
        return {**record, "standing": "crash", "judging": time.process_time() - before}
    record["judging"] = time.process_time() - before
    record["verdict"], record["unjudged"] = found.verdict, dict(found.unjudged)
    before = time.process_time()
    try:
        answer = (check or asyncir.check)(text, filename=FILE)
    except asyncir.DiagnosticError as error:
        return {**record, "standing": "refused", "reason": str(error)[:200]}
    except Exception as error:
        record["faults"].append(("crash", f"{type(error).__name__}: {error}"))
        return {**record, "standing": "crash", "seconds": time.process_time() - before}
    record["seconds"] = time.process_time() - before
    record["standing"] = standing = answer.functions.get("main", answer.standing)
    if standing == "unknown":
        reasons = {reason_of(d.message) for d in answer.diagnostics if d.code == "Q005"}
        record["unknown"] = sorted(reasons or {"no reason is given"})
    elif standing == "proved" or answer.standing == "proved":
        _proof(found, record)
    else:
        _refutation(module, answer, found, record)
    return record


def reason_of(message):
    """The reason in a message, without names and numbers."""
    text = re.sub(r"^.*?: ", "", message) if ": " in message else message
    return re.sub(r"[@%][\w#$.]+", "X", re.sub(r"\d+", "N", text))[:90]


def _proof(found, record):
    for numbers, (message, order) in list(found.races.items())[:1]:
        record["faults"].append(("false proof", f"main{numbers}: {message}; order {order}"))
    ended = {n: message for n, message in found.undefined.items() if message.startswith("S002")}
    for numbers, message in list((found.deadlocks | ended).items())[:1]:
        record["faults"].append(("false proof", f"main{numbers}: {message}"))


def _refutation(module, answer, found, record):
    """What a refutation shows has to be seen; one that shows nothing has to be true of some run."""
    commands = [race.command for race in answer.races]
    for said in answer.diagnostics:
        for text in (said.message, said.help or "", *(note.message for note in said.notes)):
            commands += COMMAND.findall(text)
    for command in dict.fromkeys(commands):
        try:
            codes = replay(module, command)
        except Exception as error:
            record["faults"].append(("command", f"{command}: {type(error).__name__}: {error}"))
            continue
        if not codes & FAULTS:
            record["faults"].append(("false refutation", f"{command}: {sorted(codes)}"))
    if not commands and not found.shows_a_fault():
        said = "; ".join(d.message for d in answer.diagnostics)[:300]
        kind = "refutation not confirmed" if found.unjudged else "false refutation"
        record["faults"].append((kind, f"nothing is shown, and no run has a fault: {said}"))
