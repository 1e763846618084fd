"""Files of the command line: inputs that may be missing, outputs that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
import tempfile
import threading
from collections.abc import Generator
from types import TracebackType

from asyncir.diagnostics import STDIN, DiagnosticError, failure
from asyncir.diagnostics.names import nearest


def reason(error: OSError | ValueError) -> str:
    """Why the system refused, as a phrase."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]


@contextlib.contextmanager
def dies_of_interrupt() -> Generator[None]:
    """Let the system end the process on Ctrl-C, while Python cannot act on it: in native code, in a long read."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield  # interrupts are not for us
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def read_source(path: str) -> tuple[str, bytes]:
    """The name for diagnostics and the bytes of a program; `-` is standard input."""
    try:
        if path == "-":
            with dies_of_interrupt():
                name, data = STDIN, sys.stdin.buffer.read()
        else:
            with open(path, "rb") as stream:
                name, data = path, stream.read()
    except (OSError, ValueError) as error:
        raise failure("C001", f"cannot read '{path}': {reason(error)}", _similar_file(path)) from None
    if not data.strip():
        raise failure("C014", f"'{name}' is empty", "give a file with a program in MLIR's text")
    return name, data


def _similar_file(path: str) -> str:
    folder, name = os.path.split(path)
    try:
        match = nearest(name, os.listdir(folder or "."))
    except (OSError, ValueError):
        return ""
    return f"did you mean '{os.path.join(folder, match)}'?" if match and match != name else ""


_unfinished: set[str] = set()
"""Temporary files of outputs that are not there yet."""


def forget_outputs() -> None:
    """Remove the temporary files: the process ends now, and not by the way that it came."""
    for path in _unfinished:
        with contextlib.suppress(OSError):
            os.unlink(path)


class Output:
    """A file to be written in one piece at the end.

    Entering checks that it can be written; `write` puts all bytes there at once. Until then, and if anything
    fails, what was there before stays as it was. Devices and pipes are written directly; `-` is stdout.
    The program that the output is made from, `source`, is not replaced by it.
    """

    def __init__(self, path: str, source: str | None = None):
        self.path = path
        self._source = source
        self._temporary: str | None = None
        self._replaces = False
        self._target = os.path.realpath(path) if "\0" not in path else path

    def __enter__(self) -> Output:
        if self.path == "-":
            return self
        try:
            if os.path.isdir(self._target):
                raise IsADirectoryError(None, "is a directory")
            if self._is_special():
                with open(self._target, "wb"):
                    return self
            if self._source is not None and os.path.realpath(self._source) == self._target:
                message = f"'{self.path}' is the program, and would be replaced"
                raise failure("C002", message, "name another file")
            if os.path.exists(self._target) and not os.access(self._target, os.W_OK):
                raise PermissionError(None, "permission denied")
            # Nothing is left behind by a process that is ended before it writes.
            os.unlink(self._new())
            self._replaces = True
        except (OSError, ValueError) as error:
            raise self._refused(error) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._temporary)
            _unfinished.discard(self._temporary)

    def _refused(self, error: OSError | ValueError) -> DiagnosticError:
        return failure("C002", f"cannot write '{self.path}': {reason(error)}")

    def _is_special(self) -> bool:
        try:
            return not stat.S_ISREG(os.stat(self._target).st_mode)
        except FileNotFoundError:
            return False

    def _new(self) -> str:
        handle, path = tempfile.mkstemp(dir=os.path.dirname(self._target), prefix=".asyncir-")
        os.close(handle)
        return path

    @property
    def beside(self) -> str:
        """A temporary file in the same place, which the caller fills and `take` puts there."""
        if self._temporary is None:
            assert self._replaces
            self._temporary = self._new()
            _unfinished.add(self._temporary)
        return self._temporary

    def write(self, data: bytes) -> None:
        """Put the bytes there."""
        if self.path == "-":
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return
        try:
            with open(self.beside if self._replaces else self._target, "wb") as stream:
                stream.write(data)
            self.take()
        except OSError as error:
            raise self._refused(error) from None

    def take(self, executable: bool = False) -> None:
        """Let the temporary file take its place, with the permissions that a new file gets."""
        if self._temporary is None:
            return
        os.chmod(self._temporary, self._mode(executable))
        os.replace(self._temporary, self._target)
        _unfinished.discard(self._temporary)
        self._temporary = None

    def _mode(self, executable: bool) -> int:
        mask = os.umask(0)
        os.umask(mask)
        with contextlib.suppress(OSError):
            mode = stat.S_IMODE(os.stat(self._target).st_mode)
            return mode | (0o111 & ~mask if executable else 0)
        return (0o777 if executable else 0o666) & ~mask
