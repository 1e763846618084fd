"""The exceptions that calls of jitted functions raise, made of what the program has failed with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asyncir.launch.failures import ProgramError

if TYPE_CHECKING:
    from asyncir.source.python.program import Translated

_BUILTIN: dict[str, type[BaseException]] = {
    kind.__name__: kind
    for kind in (
        ZeroDivisionError,
        ValueError,
        IndexError,
        OverflowError,
        UnboundLocalError,
        AssertionError,
        RuntimeError,
    )
}
"""What compiled code raises of its own accord."""

_GROUP = "unhandled errors in a task group"


def exception_of(translated: Translated, error: ProgramError) -> BaseException:
    """What the function raises: an exception that it declares, with the Python line, or one of a Python coroutine.

    Where tasks of a task group failed, a group of all that they raised; where a timeout was over, TimeoutError. Other
    failures stay as they are.
    """
    if error.failures:
        raised = [_single(translated, each) for each in error.failures]
        return BaseExceptionGroup(_GROUP, raised)
    return _single(translated, error)


def _single(translated: Translated, error: ProgramError) -> BaseException:
    root = error.causes[-1] if error.causes else error.diagnostics[0]
    if root.code == "R305" and error.__cause__ is not None:
        return error.__cause__  # raised by Python, and so seen there
    if root.code == "R108":
        return TimeoutError()
    name, _, text = root.message.removeprefix("assertion failed: ").partition(":")
    kind = translated.exceptions.get(name) or _BUILTIN.get(name)
    if root.code != "R101" or kind is None:
        return error
    text = text.strip()
    try:
        made = kind(text) if text else kind()
    except TypeError:  # it takes other arguments
        return error
    if root.span is not None:
        made.add_note(f"raised at {root.span.file}:{root.span.line}")
    return made
