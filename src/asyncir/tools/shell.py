"""What every command has in common: exit codes, diagnostics on standard error, never a traceback."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable

import click

from asyncir.diagnostics import Diagnostic, DiagnosticError, Severity
from asyncir.diagnostics.render import Sources, render, to_json

FINE, PROGRAM_IS_WRONG, CALL_IS_WRONG = 0, 1, 2
INTERRUPTED = 128 + signal.SIGINT
BROKEN_PIPE = 128 + 13
"""As for a process that the signal ended: what reads our output has gone, and nobody is left to be told."""

_NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)
"""What goes wrong only where something is written."""

PIPELINE = "<pipeline>"
"""The file name in the spans of diagnostics about the text of a pipeline."""

SOURCES = Sources()
"""The texts of the running command, for rendering."""


def guarded(body: Callable[[], int], as_json: bool = False) -> int:
    """Run a command; whatever happens becomes an exit code, and diagnostics if there is something to say."""
    try:
        status = body()
        sys.stdout.flush()
        return status
    except DiagnosticError as error:
        return report(error.diagnostics, as_json)
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return CALL_IS_WRONG
    except click.ClickException as error:
        return report([_usage(error)], as_json)
    except (KeyboardInterrupt, click.Abort, EOFError):
        return INTERRUPTED
    except BrokenPipeError:
        return _broken_pipe()
    except OSError as error:
        if error.errno not in _NO_ROOM:
            return report([_internal(error)], as_json)
        _discard_output()
        message = f"cannot write to standard output: {os.strerror(error.errno).lower()}"
        return report([Diagnostic("C002", message)], as_json=False)
    except Exception as error:
        return report([_internal(error)], as_json)


def report(diagnostics: Iterable[Diagnostic], as_json: bool) -> int:
    """Show diagnostics, as JSON on standard output if asked for; the exit code that they mean."""
    diagnostics = tuple(diagnostics)
    try:
        if as_json:
            print(json.dumps({"diagnostics": [to_json(d) for d in diagnostics]}), flush=True)
        else:
            show(diagnostics)
    except BrokenPipeError:
        return _broken_pipe()
    errors = [d for d in diagnostics if d.severity is Severity.ERROR]
    return CALL_IS_WRONG if any(map(_is_about_the_call, errors)) else PROGRAM_IS_WRONG if errors else FINE


def _is_about_the_call(error: Diagnostic) -> bool:
    in_option = error.span is not None and error.span.file == PIPELINE
    return in_option or error.code == "S015" or (error.code[0] == "C" and error.code not in ("C998", "C999"))


def show(diagnostics: Iterable[Diagnostic]) -> None:
    """Print diagnostics on standard error, in colour if it is a terminal that wants it."""
    diagnostics = tuple(diagnostics)
    if not diagnostics:
        return
    sys.stdout.flush()
    text = render(diagnostics, SOURCES, color=_wants_color())
    encoding = sys.stderr.encoding or "ascii"
    sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding))
    sys.stderr.flush()


def _wants_color() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stderr.isatty()


def _usage(error: click.ClickException) -> Diagnostic:
    message = " ".join(error.format_message().replace("\0", "").replace(r"\x00", "").split()).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    help = f"`{context.command_path} --help` lists what there is" if context else ""
    return Diagnostic("C004", message[:1].lower() + message[1:], help=help)


def _internal(error: Exception) -> Diagnostic:
    if os.environ.get("ASYNCIR_DEBUG") == "1":
        traceback.print_exception(error, file=sys.stderr)
    if isinstance(error, RecursionError):
        return Diagnostic("C998", "the program is nested too deeply", help="split it into functions")
    if isinstance(error, MemoryError):
        return Diagnostic("C998", "there is not enough memory for this")
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    help = "please report this with the program; ASYNCIR_DEBUG=1 shows where it happened"
    return Diagnostic("C999", f"internal error: {type(error).__name__}: {error}{place}", help=help)


def _broken_pipe() -> int:
    _discard_output()
    return BROKEN_PIPE


def _discard_output() -> None:
    """Let the interpreter's last flush go nowhere instead of complaining."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
