# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`asyncir check`: a program in MLIR's text or PTX; which of them is decided here, and options that are the other's."""

from __future__ import annotations

from dataclasses import replace

from asyncir.diagnostics import failure
from asyncir.source.ptx import is_ptx
from asyncir.tools.requests import CheckRequest, ViewRequest

_OF_PTX = ("block", "grid", "cluster", "param", "shared", "budget", "fix", "explain", "ttgir", "sass")
_OF_MLIR = (
    "oracle",
    "diff",
    "allow_foreign",
    "irdl_file",
    "machine",
    "certify_minimal",
    "no_recheck",
)


def run_check_of_any(request: CheckRequest) -> int:
    """Do what was asked; the answer is the exit code."""
    if request.as_json and request.format not in ("text", "json"):
        raise failure("C004", f"the answer cannot be both JSON and {request.format}", "leave --json out")
    as_json = request.as_json or request.format == "json"
    request = replace(request, as_json=as_json, format="json" if as_json else request.format)
    if is_ptx(request.source, request.name):
        refuse(request, _OF_MLIR, "programs in MLIR's text")
        if request.arguments or request.args_alias != "no":
            raise failure(
                "C004", "FILE is followed by arguments: kernels take --param", "say --param NAME=VALUE"
            )
        from asyncir.tools.check_kernels import (
            run_check_of_kernels,  # late: each kind of program loads its own
        )

        return run_check_of_kernels(request)
    refuse(request, _OF_PTX, "PTX")
    from asyncir.tools.check import run_check  # late: each kind of program loads its own

    return run_check(request)


def refuse(request: CheckRequest | ViewRequest, options: tuple[str, ...], what: str) -> None:
    """Refuse options that are for another kind of program. Raises `DiagnosticError`, C004."""
    for name in options:
        if getattr(request, name):
            option = {"allow_foreign": "allow-unregistered-dialect"}.get(name, name.replace("_", "-"))
            raise failure("C004", f"--{option} is for {what}", "leave it out")
