"""`asyncir verify-certificate`: check again, by other means, what `asyncir check --certificate` proved."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from asyncir.certificates import VERSION, Refused, entries, verify
from asyncir.certificates.machines import verify_on_machine
from asyncir.diagnostics import Diagnostic, DiagnosticError, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.dialects import context
from asyncir.dialects.verification import location_span
from asyncir.driver.affine_maps import without_affine
from asyncir.ir import ModuleOp
from asyncir.source.ptx import is_ptx
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.tools.dialects import foreign_dialects
from asyncir.tools.files import read_source
from asyncir.tools.requests import VerifyRequest
from asyncir.transforms._kernel_functions import without_modules
from asyncir.transforms.assign_engines import AssignEngines


def verify_file(request: VerifyRequest) -> None:
    """Say which functions are proved; raises `DiagnosticError` if the certificate proves nothing of one.

    A certificate of a program on a machine says which; another one of the same content may be named.
    """
    name, entry = request.name, request.entry
    if is_ptx(request.source, name):
        if request.machine is not None:
            raise failure("C004", "PTX is verified without a machine", "leave --machine out")
        # late: most certificates are of other programs
        from asyncir.tools.verify_kernels import verify_kernels_file

        verify_kernels_file(name, request.source, request.certificate, entry, request.as_json)
        return
    functions, about = _functions(request.certificate, entry)
    on = request.machine or about
    module, check = _to_verify(request, on)
    refusals = [] if entry is not None else list(_missing(module, functions))
    for function, content in functions.items():
        try:
            check(function, content)
        except Refused as refused:
            span = None if refused.op is None else location_span(refused.op.location, refused.op.name)
            what = "has no race" if on is None else f"is right on '{on}'"
            message = f"the certificate does not prove that @{function} {what}: {refused}"
            refusals.append(Diagnostic("Q010", message, span, help=_HELP))
    if refusals:
        raise DiagnosticError(refusals)
    if request.as_json:
        print(json.dumps({"verified": list(functions)} | ({} if on is None else {"machine": on})))
    else:
        where = "" if on is None else f" on '{on}'"
        print(f"{name}: verified{where}: {', '.join(f'@{function}' for function in functions)}")


def _to_verify(request: VerifyRequest, machine: str | None) -> tuple[ModuleOp, Callable[[str, Any], None]]:
    """The program, and what checks the certificate of one of its functions."""
    foreign = foreign_dialects(request.allow_foreign, request.irdl_file, machine)
    module = parse_module(request.source, request.name, ctx=context(foreign))
    if machine is None:
        plain = without_affine(without_modules(module))
        return plain, lambda function, content: verify(plain, function, content)
    model = load_machine(machine)
    module = without_modules(module, launched=True)
    AssignEngines(machine=machine).run_on(module)
    return module, lambda function, content: verify_on_machine(module, function, model, content)


def _missing(module: ModuleOp, functions: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """The entries of which the certificate says nothing: the file is verified only if all of them are."""
    try:
        for name in entries(module):
            if name not in functions:
                yield Diagnostic("Q010", f"the certificate says nothing of @{name}", help=_HELP)
    except Refused as refused:
        yield Diagnostic("Q010", f"the certificate does not prove the file: {refused}", help=_HELP)


_HELP = "make a new one: `asyncir check FILE --certificate OUT`"


def _functions(path: str, entry: str | None) -> tuple[Mapping[str, Any], str | None]:
    """What the file says, by function, and of which machine it speaks."""
    name, data = read_source(path)
    try:
        content: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise failure("C018", f"'{name}' is no certificate: it is not JSON", _HELP) from None
    functions: Any = cast("dict[str, Any]", content).get("functions") if isinstance(content, dict) else None
    if not isinstance(functions, dict) or cast("dict[str, Any]", content).get("version") != VERSION:
        raise failure("C018", f"'{name}' is no certificate of version {VERSION}", _HELP)
    known, machine = cast("dict[str, Any]", functions), cast("dict[str, Any]", content).get("machine")
    about = machine if isinstance(machine, str) else None
    if entry is None and known:
        return known, about
    wanted = (entry or "").removeprefix("@")
    if wanted not in known:
        what = f"@{wanted}" if wanted else "any function"
        help = (did_you_mean(wanted, known) if wanted else "") or "only what is proved has a certificate"
        raise failure("C018", f"'{name}' says nothing of {what}", help)
    return {wanted: known[wanted]}, about
