"""Repairs as changes of the text: what was written stays as it is, and the waits that it lacks are put between.

A repair is believed when the changed text says what was meant (parsed again, it is the module with the waits), and when
`check` proves of it, with the interpreter, what it did not prove of the program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import unified_diff

from asyncir.analyses.sync_report import Standing
from asyncir.analyses.tasks.additions import AddedWait
from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects import context
from asyncir.dialects.foreign import Foreign
from asyncir.driver.affine_maps import without_affine
from asyncir.driver.check import Checked, check
from asyncir.ir import ModuleOp
from asyncir.source.added_waits import text_with_waits
from asyncir.source.edits import CannotEdit
from asyncir.source.text import parse_module, print_module
from asyncir.transforms._added_waits import with_waits
from asyncir.transforms._kernel_functions import without_modules
from asyncir.transforms._task_repairs import ModuleRepair, find_repair, words_of

NO_TEXT = "the waits that it lacks cannot be written into this text"
PROVED = "it is proved as it is"
OTHERWISE_WRONG = "what is wrong with it is not that tasks lack waits"
NOT_PROVED = "with the waits that it lacks, it is not proved either"


@dataclass(frozen=True, slots=True)
class WhyAdded:
    """A wait that a repair adds, or another change, and what goes wrong without it, although all others are there."""

    wait: str
    """What was added or changed, and where."""
    wrong: str
    command: str
    """The command line that shows it; empty where no run does."""


@dataclass(frozen=True, slots=True)
class TextRepair:
    """A text with the waits that it lacked."""

    text: str
    diff: str
    """What has changed, as `diff -u` and `patch` have it; empty if nothing has."""
    added: int = 0
    """How many waits and dependencies; of a program on a machine, how many changes."""
    is_smallest: bool = False
    """Whether fewer would not do."""
    reason: str = ""
    """Why nothing was changed; empty where something was."""
    because: tuple[WhyAdded, ...] = ()
    """Why each of them is needed."""
    remarks: tuple[Diagnostic, ...] = ()
    """What there is to say of single functions."""


def repaired(
    source: str,
    filename: str,
    entry: str | None = None,
    args_alias: bool = False,
    checked: Checked | None = None,
    foreign: Foreign | None = None,
) -> TextRepair:
    """The program with the fewest waits with which its functions with tasks are proved.

    `checked` is what `check` says of it, where that is known; `foreign` are dialects that it may have. Raises
    `DiagnosticError` for a program that is none.
    """
    module = without_affine(without_modules(parse_module(source, filename, ctx=context(foreign))))
    before = checked or check(module, filename=filename, entry=entry, args_alias=args_alias, recheck=False)
    found = find_repair(module, None if entry is None else [entry], args_alias)
    if not found.waits:
        return TextRepair(source, "", reason=_nothing_found(before, found), remarks=found.remarks)
    try:
        text = text_with_waits(source, filename, found.waits)
        changed = without_affine(without_modules(parse_module(text, filename, ctx=context(foreign))))
    except (CannotEdit, DiagnosticError) as error:
        why = f"{NO_TEXT}: {error}" if isinstance(error, CannotEdit) else NO_TEXT
        return TextRepair(source, "", reason=why, remarks=found.remarks)
    if print_module(changed, generic=True) != print_module(with_waits(module, found.waits), generic=True):
        return TextRepair(source, "", reason=NO_TEXT, remarks=found.remarks)
    after = check(changed, filename=filename, entry=entry, args_alias=args_alias, recheck=False)
    if not _is_better(before, after):
        return TextRepair(source, "", reason=NOT_PROVED, remarks=found.remarks)
    because = tuple(_why(module, found.waits, filename, entry, args_alias))
    diff = unified(source, text, filename)
    return TextRepair(text, diff, len(found.waits), found.smallest, "", because, found.remarks)


def _nothing_found(before: Checked, found: ModuleRepair) -> str:
    if not found.was_right:
        return found.reason
    return PROVED if before.proved else OTHERWISE_WRONG


def _is_better(before: Checked, after: Checked) -> bool:
    """Whether no entry has lost its proof, none is refuted that was not, and one is right that was not."""
    proved = Standing.PROVED.value
    kept = all(after.functions[name] == proved for name, was in before.functions.items() if was == proved)
    worse = {n for n, now in after.functions.items() if now == Standing.REFUTED.value != before.functions[n]}
    gained = any(after.functions[n] == proved != was for n, was in before.functions.items())
    return kept and not worse and (gained or _unfinished(after) < _unfinished(before))


def _unfinished(checked: Checked) -> int:
    return sum(d.code == "Q012" for d in checked.diagnostics)


def _why(
    module: ModuleOp, waits: Collection[AddedWait], filename: str, entry: str | None, args_alias: bool
) -> Iterator[WhyAdded]:
    """What goes wrong without each of the waits, with all others."""
    for wait in waits:
        without = with_waits(module, [w for w in waits if w is not wait])
        checked = check(without, filename=filename, entry=entry, args_alias=args_alias, recheck=False)
        what = words_of(wait)
        if checked.races:
            race = checked.races[0]
            wrong = f"race ({race.kind}) between {race.first} and {race.second}"
            yield WhyAdded(what, wrong, race.command)
            continue
        said = next((d for d in checked.diagnostics if d.code in ("Q012", "Q013", "Q005")), None)
        yield WhyAdded(what, "it is not proved" if said is None else said.message, "")


def header(repair: TextRepair) -> str:
    """What is printed above a diff: lines that `patch` passes over."""
    lines: list[str] = []
    for why in repair.because:
        lines += [f"# {why.wait}; without it: {why.wrong}"]
        lines += [f"#   to see it: {why.command}"] if why.command else []
    return "".join(f"{line}\n" for line in lines)


def unified(source: str, text: str, filename: str) -> str:
    """What has changed, as `diff -u` has it."""
    old, new = source.splitlines(keepends=True), text.splitlines(keepends=True)
    return "".join(map(_ended, unified_diff(old, new, filename, filename)))


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
