"""One program before both judges: what `asyncir.check` says of it, and what its runs show."""

import re
import time

from .judge import judge, replay
from .simulator import Refused, Simulator

FILE = "p.mlir"


def examine(text, check=None):
    """A record of one comparison: `faults` is a list of (kind, detail); the rest is for the table."""
    if check is None:
        import asyncir

        check = asyncir.check
    simulator = Simulator(text)
    found = judge(simulator)
    record = {
        "races": {e: d for e, (_, d) in found.races.items()},
        "faults": [],
        "unknown": [],
        "waits": 0,
        "waits_unknown": 0,
    }
    before = time.process_time()
    try:
        answer = check(text, filename=FILE)
    except Exception as error:
        record["seconds"] = time.process_time() - before
        if type(error).__name__ == "DiagnosticError":
            record["standing"] = f"refused {getattr(error, 'code', '')} {str(error)[:300]}"
        else:
            record["standing"] = "crash"
            record["faults"].append(("crash", f"{type(error).__name__}: {error}"))
        return record
    record["seconds"] = time.process_time() - before
    record["standing"] = answer.standing
    for name in ("rechecked", "recheck", "verified"):
        if hasattr(answer, name):
            record["rechecked"] = str(getattr(answer, name))
    if answer.standing == "unknown":
        record["unknown"] = sorted(
            {reason_of(d.message) for d in answer.diagnostics if d.code == "Q005"} or {"no reason is given"}
        )
    record["waits"] = len(answer.waits)
    record["waits_unknown"] = sum(w.verdict == "unknown" for w in answer.waits)
    _standing(simulator, found, answer, record)
    if not record["faults"] and answer.standing != "unknown":
        _advice(simulator, answer, record, found)
    return record


def reason_of(message):
    """The reason in a message, without names and numbers."""
    text = re.sub(r"^.*?: ", "", message) if ": " in message else message
    return re.sub(r"[@%][\w#$.]+", "X", re.sub(r"\d+", "N", text))[:90]


def _standing(simulator, found, answer, record):
    faults = record["faults"]
    for entry, (given, detail) in found.races.items():
        said = answer.functions.get(entry[1:])
        if said == "proved" or answer.standing == "proved":
            faults.append(("false proof", f"{entry} with {given}: {detail}"))
        elif said is None:
            faults.append(("entry not looked at", f"{entry} with {given}: {detail}"))
    if found.uncovered and answer.standing == "proved":
        faults.append(("false proof", "a covers list is not complete"))
    for race in answer.races[:4]:
        try:
            outcomes = replay(simulator, race.command)
        except (ValueError, KeyError) as error:
            faults.append(("command", f"{race.command}: {error!r}"))
            continue
        if not any(o.kind == "race" for o in outcomes):
            kinds = [o.kind for o in outcomes]
            faults.append(("cut" if "cut" in kinds else "false refutation", f"{race.command}: {kinds}"))
    if (
        answer.standing == "refuted"
        and not answer.races
        and not (found.negative or found.uncovered or found.races or found.dangling)
    ):
        faults.append(
            (
                "false refutation",
                "no race is shown, and no input has one: "
                + "; ".join(d.message for d in answer.diagnostics)[:300],
            )
        )


def _advice(simulator, answer, record, before):
    """Advice that is followed leaves no race, and with one more group in flight there is one."""
    weak = [w for w in answer.waits if w.verdict == "too weak"]
    if any(race.wait is None for race in answer.races):
        return
    if answer.standing != "proved" and not weak:
        return
    helps = {}
    for said in answer.diagnostics:
        if (
            said.code in ("Q001", "Q003")
            and said.span
            and (found := re.search(r"write `queue\.(\w+)\([^,]*, (-?\d+)\)", said.help or ""))
        ):
            helps[f"{said.span.line}:{said.span.column}"] = ("write", int(found[2]), 0)
    relax, kept = {}, []
    for wait in answer.waits:
        place = wait.location.removeprefix(FILE + ":")
        if wait.verdict == "redundant":
            relax[place] = "drop"
        elif wait.verdict in ("too weak", "too strong"):
            if wait.exact is None and place not in helps:
                return
            relax[place] = helps.get(place, ("set", wait.exact, 0))
            kept.append(place)
        elif wait.verdict == "exact":
            kept.append(place)
    after = judge(simulator, relax=relax, all_entries=False)
    record["advised"] = True
    if after.races:
        kind = "wrong advice" if answer.standing == "proved" else "still racing"
        record["faults"].append((kind, f"with {relax}: {after.races}"))
        return
    for what in ("left", "dangling"):
        if getattr(after, what) and not getattr(before, what) and answer.standing == "proved":
            record["faults"].append(("wrong advice", f"with {relax} something is {what}"))
            return

    def harms(one_more, **how):
        found = judge(simulator, relax=one_more, all_entries=False, **how)
        return found.races or (found.left and not after.left) or (found.dangling and not after.dangling)

    for place in kept:
        if place not in after.executed:
            continue
        how, number, more = relax.get(place, ("plus", 0, 0))
        one_more = {**relax, place: (how, number, more + 1)}
        tries = ({}, {"late": True}, {"at_once": 400})
        if not any(harms(one_more, **how) for how in tries) and not any(
            o.kind == "race" for race in answer.races for o in replay(simulator, race.command, one_more)
        ):
            record["faults"].append(("loose", f"{place}: one more does no harm, with {relax}"))


__all__ = ["Refused", "examine"]
