"""`asyncir verify-certificate`: check again, by other means, what `asyncir check --certificate` proved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from asyncir.certificates import VERSION, Refused, entries, verify
from asyncir.diagnostics import Diagnostic, DiagnosticError, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.dialects.verification import location_span
from asyncir.driver.affine_maps import without_affine
from asyncir.ir import ModuleOp
from asyncir.ir.symbols import flattened
from asyncir.source.text import parse_module
from asyncir.tools.files import read_source


def verify_file(name: str, source: bytes, certificate: str, entry: str | None, as_json: bool) -> None:
    """Say which functions are proved; raises `DiagnosticError` if the certificate proves nothing of one."""
    functions = _functions(certificate, entry)
    module = without_affine(flattened(parse_module(source, name)))
    refusals = [] if entry is not None else list(_missing(module, functions))
    for function, content in functions.items():
        try:
            verify(module, function, content)
        except Refused as refused:
            span = None if refused.op is None else location_span(refused.op.location, refused.op.name)
            message = f"the certificate does not prove that @{function} has no race: {refused}"
            refusals.append(Diagnostic("Q010", message, span, help=_HELP))
    if refusals:
        raise DiagnosticError(refusals)
    if as_json:
        print(json.dumps({"verified": list(functions)}))
    else:
        print(f"{name}: verified: {', '.join(f'@{function}' for function in functions)}")


def _missing(module: ModuleOp, functions: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """The entries of which the certificate says nothing: the file is verified only if all of them are."""
    try:
        for name in entries(module):
            if name not in functions:
                yield Diagnostic("Q010", f"the certificate says nothing of @{name}", help=_HELP)
    except Refused as refused:
        yield Diagnostic("Q010", f"the certificate does not prove the file: {refused}", help=_HELP)


_HELP = "make a new one: `asyncir check FILE --certificate OUT`"


def _functions(path: str, entry: str | None) -> Mapping[str, Any]:
    """What the file says, by function."""
    name, data = read_source(path)
    try:
        content: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise failure("C018", f"'{name}' is no certificate: it is not JSON", _HELP) from None
    functions: Any = cast("dict[str, Any]", content).get("functions") if isinstance(content, dict) else None
    if not isinstance(functions, dict) or cast("dict[str, Any]", content).get("version") != VERSION:
        raise failure("C018", f"'{name}' is no certificate of version {VERSION}", _HELP)
    known = cast("dict[str, Any]", functions)
    if entry is None and known:
        return known
    wanted = (entry or "").removeprefix("@")
    if wanted not in known:
        about = f"@{wanted}" if wanted else "any function"
        help = (did_you_mean(wanted, known) if wanted else "") or "only what is proved has a certificate"
        raise failure("C018", f"'{name}' says nothing of {about}", help)
    return {wanted: known[wanted]}
