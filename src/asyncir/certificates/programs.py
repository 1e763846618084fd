"""Certificates of programs in MLIR's text: which entries they are of, and whether they are accepted."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from asyncir.certificates.parallel import overlaps, unruled
from asyncir.certificates.state import NotFollowed, Refused
from asyncir.certificates.tasks import TaskVerifier
from asyncir.certificates.threads import has_body
from asyncir.certificates.values import isl
from asyncir.certificates.verifier import Verifier, Wild
from asyncir.dialects.foreign import ForeignOp
from asyncir.dialects.interfaces.completion import threads_of
from asyncir.ir import ModuleOp, Operation, Printer, StringAttr
from asyncir.ir.marks import ASSUMED_BLOCK_SIZE
from asyncir.ir.symbols import symbol_name

__all__ = [
    "MALFORMED",
    "VERSION",
    "NotFollowed",
    "Refused",
    "accept",
    "bounded_steps",
    "digest",
    "entries",
    "is_trivial",
    "verify",
]

VERSION = 1
"""Of the format of certificates."""

MALFORMED = (KeyError, IndexError, ValueError, TypeError, AttributeError, isl.Error)
"""What comes of a certificate that does not have the form it should."""
_MOST_OPERATIONS = 8_000_000
"""More steps than this isl does not take: they count alike on every machine."""


def digest(module: Operation) -> str:
    """What ties a certificate to its program."""
    text = StringIO()
    _AnyPrinter(stream=text).print_op(module)
    return hashlib.sha256(text.getvalue().encode()).hexdigest()


class _AnyPrinter(Printer):
    """Prints ops of other dialects, too: xDSL takes the name of such an op from an attribute, and puts it back."""

    def print_op(self, op: Operation) -> None:
        """Print an op, and what is in it."""
        if not isinstance(op, ForeignOp):
            super().print_op(op)
            return
        op.attributes[_NAME] = op.op_name
        super().print_op(op)
        del op.attributes[_NAME]


_NAME = "op_name__"


def entries(module: Operation) -> list[str]:
    """The functions that somebody outside of the module may call; raises `NotFollowed` where a module has others in it."""
    if any(isinstance(op, ModuleOp) for op in module.walk() if op is not module):
        raise NotFollowed("functions in nested modules are not followed")
    found: list[str] = []
    for op in (
        op for region in module.regions for block in region.blocks for op in block.ops if has_body(op)
    ):
        name, visibility = op.get_attr_or_prop("sym_name"), op.get_attr_or_prop("sym_visibility")
        public = not isinstance(visibility, StringAttr) or visibility.data == "public"
        found += [name.data] if public and isinstance(name, StringAttr) else []
    return found


def is_trivial(module: Operation) -> bool:
    """Whether nothing can race: no op of the module starts anything, and each function has one thread."""
    ops = list(module.walk())
    return unruled(ops) is None and not any(overlaps(op) or threads_of(op) != (1, 1, 1) for op in ops)


def verify(module: Operation, entry: str, certificate: Any) -> None:
    """Return if the certificate is this program's, and proves that no execution of `entry` has a race.

    Else raise `NotFollowed`, where the verifier has no rules for something in the program, or `Refused`.
    """
    try:
        if certificate["text"] != digest(module):
            raise Refused("it is about another program")
    except MALFORMED as error:
        raise Refused(f"it is malformed ({type(error).__name__})") from error
    accept(module, entry, certificate)


def accept(module: Operation, entry: str, certificate: Any) -> None:
    """The same, for a certificate that was just made of this program and names no text."""
    entries(module)
    if any(ASSUMED_BLOCK_SIZE in op.attributes for op in module.walk() if symbol_name(op) == entry):
        raise NotFollowed("it does not say how many threads a block has")
    try:
        with bounded_steps(_MOST_OPERATIONS):
            _run(module, entry, certificate)
    except RecursionError as error:
        raise NotFollowed("its numbers hang on too many others") from error
    except MALFORMED as error:
        raise Refused(f"it is malformed ({type(error).__name__})") from error


@contextmanager
def bounded_steps(most: int) -> Generator[None]:
    """Let isl take no more steps than these; raises `NotFollowed` where it does not come to an end."""
    context = isl.DEFAULT_CONTEXT
    context.reset_operations()
    context.set_max_operations(most)
    try:
        yield
    except isl.Error as error:
        if _is_used_up():
            raise NotFollowed("it takes too many steps") from error
        raise
    finally:
        context.set_max_operations(0)
        context.reset_operations()


def _run(module: Operation, entry: str, certificate: Any) -> None:
    wild: set[str] = set()
    kind = TaskVerifier if certificate.get("tasks") else Verifier
    while True:
        try:
            return kind(module, entry, certificate, frozenset(wild)).run()
        except Wild as found:
            wild.add(found.name)


def _is_used_up() -> bool:
    """Whether isl takes no step any more: what it says then of a text or a set is no error of theirs."""
    try:
        isl.Set("{ [] }")
    except isl.Error:
        return True
    return False
