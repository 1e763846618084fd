"""In optimised LLVM text: once a coroutine is published, what it does until it returns touches nothing of its frame.

The sanitizers see such a look only where another thread was quick enough; the text shows all of them. LLVM could move one
there: it knows a frame as memory that may be read at any time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from asyncir.driver.compile import lower
from asyncir.launch import jit
from bench.sanitize.batches import program
from bench.sanitize.instrumented import Case, merged
from tests.differential.outcome import Outcome

PUBLISHED = {
    "asyncir.fork": (1, "false"),
    "asyncir_fork": (1, "false"),
    "asyncir_task_await": (1, "true"),
    "asyncir_await": (1, "true"),
    "asyncir_start": (1, "true"),
    "asyncir_task_finish": (0, None),
}
"""Which argument is the coroutine, and which answer means that it is published; None: always."""

_CALL = re.compile(
    r"(?:(?P<result>%\S+) = )?(?:tail |musttail |notail )?call .*?@(?P<name>[\w.]+)\((?P<arguments>.*)\)"
)
_POINTER = re.compile(r"ptr (?:[a-z]\w*(?:\(\d+\))? )*(%[^\s,)]+)")
_BRANCH = re.compile(r"br i1 (%\S+), label %(\S+), label %([^\s,]+)")
_LABEL = re.compile(r'^("[^"]*"|[\w.$-]+):')
_HARMLESS = ("llvm.lifetime", "llvm.assume", "llvm.dbg", "llvm.experimental.noalias")


@dataclass
class Function:
    """A function's blocks, each a list of lines, in the order of the text."""

    name: str
    blocks: dict[str, list[str]]


def functions(text: str) -> Iterator[Function]:
    """The functions of a module."""
    for found in re.finditer(r'^define [^@]*@("[^"]*"|[\w.$-]+)\((.*?)^}', text, re.MULTILINE | re.DOTALL):
        blocks: dict[str, list[str]] = {}
        lines = blocks.setdefault("", [])
        for line in found[2].split("\n")[1:]:
            if label := _LABEL.match(line):
                lines = blocks.setdefault(label[1], [])
            elif line.strip():
                lines.append(line.strip())
        yield Function(found[1].strip('"'), blocks)


def derived(function: Function, base: str) -> set[str]:
    """The addresses in the frame."""
    known = {base}
    addresses: list[tuple[str, str]] = []
    for lines in function.blocks.values():
        for line in lines:
            made, _, what = line.partition(" = ")
            if what.startswith("getelementptr"):
                addresses += [(made, of) for of in _POINTER.findall(what)[:1]]
    while more := {made for made, of in addresses if of in known} - known:
        known |= more
    return known


def touches(line: str, frame: set[str]) -> bool:
    """Whether the line reads or writes the frame, or hands on its address."""
    held = set(_POINTER.findall(line)) & frame
    instruction = line.partition(" = ")[2] or line
    if not held or instruction.startswith(("getelementptr", "ret ", "icmp", "phi")):
        return False
    called = _CALL.search(line)
    return called is None or not called["name"].startswith(_HARMLESS)


def behind(function: Function, block: str, at: int, result: str | None, answer: str | None) -> Iterator[str]:
    """The lines that may run after a coroutine was published, up to the return."""
    lines = function.blocks[block]
    yield from lines[at + 1 :]
    last = lines[-1]
    nexts = re.findall(r"label %(\"[^\"]*\"|[^\s,]+)", last)
    if answer is not None:
        decided = _BRANCH.match(last)
        # Anything else here is a form that this check does not know.
        assert decided is not None, f"{function.name}: {last}"
        assert decided[1] == result, f"{function.name}: {last}"
        nexts = [decided[2] if answer == "true" else decided[3]]
    seen: set[str] = set()
    while nexts:
        label = nexts.pop()
        if label in seen:
            continue
        seen.add(label)
        yield from function.blocks[label]
        nexts += re.findall(r"label %(\"[^\"]*\"|[^\s,]+)", function.blocks[label][-1])


def late_looks(text: str) -> tuple[list[str], int]:
    """What touches a frame that is published, and how many publications there are."""
    found: list[str] = []
    count = 0
    for function in functions(text):
        for label, lines in function.blocks.items():
            for at, line in enumerate(lines):
                call = _CALL.search(line)
                if call is None or call["name"] not in PUBLISHED or function.name == "asyncir.fork":
                    continue
                count += 1
                index, answer = PUBLISHED[call["name"]]
                frame = derived(function, _POINTER.findall(call["arguments"])[index])
                late = behind(function, label, at, call["result"], answer)
                found += [f"{function.name}: behind {line}: {x}" for x in late if touches(x, frame)]
    return found, count


@cache
def text_of(opt_level: int) -> str:
    """Random programs at that level; functions stay apart, so that each return is that of the coroutine."""
    nothing = Outcome("values")
    cases = [Case(seed, *program(seed), nothing) for seed in range(16)]
    apart = lower(merged(cases)).text.replace(" alwaysinline", "")
    text = re.sub(r"^(define .*) nounwind", r"\1 nounwind noinline", apart, flags=re.MULTILINE)
    return jit.emit_llvm(text.replace("noinline noinline", "noinline"), opt_level=opt_level)


@pytest.mark.parametrize("opt_level", [0, 1, 2, 3])
@pytest.mark.feature("S4-9")
def test_nothing_touches_a_published_frame(opt_level: int) -> None:
    found, count = late_looks(text_of(opt_level))
    assert not found, "\n".join(found[:10])
    assert count > 250


@pytest.mark.parametrize("name", ["asyncir.fork", "asyncir_await", "asyncir_task_finish"])
def test_a_late_look_is_found(name: str) -> None:
    """The check itself: the same text with a load behind one call."""
    for line in text_of(2).split("\n"):
        call = _CALL.search(line)
        if call is not None and call["name"] == name and not line.startswith("declare"):
            break
    else:
        raise AssertionError(name)
    frame = _POINTER.findall(call["arguments"])[PUBLISHED[name][0]]
    spoiled = text_of(2).replace(line, f"{line}\n  %late = load i64, ptr {frame}, align 8", 1)
    found, _ = late_looks(spoiled)
    assert len(found) == 1
    assert "%late = load" in found[0]
