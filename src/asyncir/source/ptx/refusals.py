# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that are no PTX: machine code, disassembly, other languages. Each is told apart, with the way to its PTX."""

from __future__ import annotations

import re

from asyncir.diagnostics import Diagnostic, Span

_ELF = b"\x7fELF"
_FATBIN = b"\x50\xed\x55\xba"
_BITCODE = (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")
_SASS = re.compile(
    r"^\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\d\s+)?[A-Z][A-Z0-9.]+|^\s*\.headerflags\b|^\s*\.elftype\b|^\s*Function : ",
    re.M,
)
_VERSION = re.compile(r"^[ \t]*\.version\b", re.M)

_FROM_BINARY = "give the PTX: `cuobjdump -ptx FILE` prints it where the file has it; compilers keep it with -ptx or -keep"
_FROM_SASS = "give the PTX that it was made from: SASS is what ptxas made of it"


def refusal(data: bytes, path: str) -> Diagnostic | None:
    """Why this is not the text of PTX, or None where it may be."""
    if data.startswith(_ELF):
        return _no_ptx(path, "this is an ELF file (a cubin?): machine code, no PTX", _FROM_BINARY)
    if data.startswith(_FATBIN):
        return _no_ptx(path, "this is a fat binary, no PTX", _FROM_BINARY)
    if data.startswith(_BITCODE):
        return _no_ptx(path, "this is LLVM bitcode, no PTX", "compile it: `llc -march=nvptx64 -mcpu=sm_90`")
    if b"\0" in data.rstrip(b"\0"):
        return _no_ptx(path, "this is a binary file, no PTX", _FROM_BINARY)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return _no_ptx(path, f"byte {error.start} is not UTF-8", "save the file in UTF-8", line)
    if _VERSION.search(text):
        return None
    if not text.strip():
        return _no_ptx(path, "the file is empty", "give a file of PTX")
    if found := _SASS.search(text):
        line = text.count("\n", 0, found.start()) + 1
        return _no_ptx(path, "this is SASS, a GPU's machine code, no PTX", _FROM_SASS, line)
    return None


def _no_ptx(path: str, message: str, help: str, line: int = 1) -> Diagnostic:
    return Diagnostic("X001", message, Span(path, line, 1, 2), help=help)


def is_ptx(data: bytes, path: str = "") -> bool:
    """Whether a file is meant to be PTX: by its suffix, or by a `.version` in the first lines."""
    return path.endswith(".ptx") or bool(_VERSION.search(data[:4096].decode("latin-1")))
