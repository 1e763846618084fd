# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`asyncir verify-certificate FILE.ptx CERTIFICATE`: check again what `asyncir check FILE.ptx --certificate` proved."""

from __future__ import annotations

import json
from typing import Any, cast

from asyncir.diagnostics import Diagnostic, DiagnosticError, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.driver.kernels.messages import short
from asyncir.driver.kernels.proofs import FILE_VERSION, MALFORMED, verify_proofs
from asyncir.tools.files import read_source

_MOST_WORDS = 40
_HELP = "make a new one: `asyncir check FILE.ptx --certificate OUT`"


def verify_kernels_file(name: str, source: bytes, certificate: str, entry: str | None, as_json: bool) -> None:
    """Say which kernels are proved; raises `DiagnosticError` if the certificate proves nothing of one."""
    path, content = _content(certificate)
    try:
        found = verify_proofs(source, name, content, entry)
    except MALFORMED:
        raise failure("C018", f"'{path}' is no certificate of kernels", _HELP) from None
    if not found:
        help = did_you_mean(entry or "", content["kernels"]) or "only what is proved has a certificate"
        raise failure("C018", f"there is no kernel '{entry}'", help)
    refusals = [
        Diagnostic("Q010", f"the certificate does not prove that {short(kernel)} is right: {why}", help=_HELP)
        for kernel, why in found.items()
        if isinstance(why, str)
    ]
    if refusals:
        raise DiagnosticError(refusals)
    given = _given(content["options"])
    if as_json:
        print(json.dumps({"verified": list(found)} | ({"given": given} if given else {})))
    else:
        where = f" (given {', '.join(f'{name} = {value}' for name, value in given.items())})" if given else ""
        print(f"{name}: verified{where}: {', '.join(map(short, found))}")


def _given(options: dict[str, Any]) -> dict[str, str]:
    """What the proofs are restricted to, since it was given for them: values of parameters, the shape of the launch."""
    found = {name: _words(value) for name, value in options["parameters"].items()}
    shapes = {name: options[name] for name in ("grid", "block", "cluster") if options[name] is not None}
    return found | {name: ", ".join(map(str, shape)) for name, shape in shapes.items()}


def _words(value: Any) -> str:
    """A parameter's value as it is given on the command line; the bytes of a struct are many."""
    match value:
        case {"step": step, "add": add}:
            text = f"{step}*n+{add}" if add else f"{step}*n"
        case str():
            text = value
        case _:
            text = json.dumps(value)
    return text if len(text) <= _MOST_WORDS else f"{text[:_MOST_WORDS]}..."


def _content(certificate: str) -> tuple[str, dict[str, Any]]:
    """The file's name, and what it says."""
    name, data = read_source(certificate)
    try:
        content: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise failure("C018", f"'{name}' is no certificate: it is not JSON", _HELP) from None
    if not isinstance(content, dict) or cast("dict[str, Any]", content).get("version") != FILE_VERSION:
        raise failure("C018", f"'{name}' is no certificate of version {FILE_VERSION}", _HELP)
    return name, cast("dict[str, Any]", content)
