# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proofs of kernels: each is handed to the verifier, and written to a file from which it can be verified again.

    version   of this file's layout
    sha256    of the PTX
    options   what the check was told of the launch
    kernels   by name, the certificate of each that is proved (`asyncir.analyses.kernels.certificates`)

Whoever verifies a file makes the traces anew from the text and the options, and compares them with those of the file: the
verifier itself only replays them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, cast

from asyncir.analyses.kernels.certificates import plain_runs
from asyncir.analyses.kernels.trace import StopRun
from asyncir.certificates.answers import Refused
from asyncir.certificates.kernels import VerifiedKernel, verify_kernel
from asyncir.diagnostics import DiagnosticError
from asyncir.driver.kernels.checked import CheckedPtx, CheckedSite
from asyncir.driver.kernels.options import BoxBytes, EachMultiple, KernelOptions, ParameterValue, Shape3
from asyncir.driver.kernels.runs import deciding_runs
from asyncir.ptx.program import Kernel, PtxModule
from asyncir.source.ptx import read_ptx_parts

FILE_VERSION: Final = 2


MALFORMED = (KeyError, IndexError, ValueError, TypeError, AttributeError)
"""What comes of a certificate that does not have the form it should."""


def doubt_of(kernel: Kernel, certificate: Mapping[str, Any]) -> str:
    """Why the verifier refuses a proof; "" if it follows it."""
    try:
        verify_kernel(kernel, certificate)
    except Refused as refused:
        return f"the verifier does not accept the proof: {refused}"
    return ""


def without_proof(site: CheckedSite, why: str) -> CheckedSite:
    """A site of a kernel whose proof was refused: what is needed stays needed, nothing may go."""
    if site.verdict in ("redundant", "too strong"):
        return replace(site, verdict="unknown", exact=None, proved=False, reason=why)
    return replace(site, proved=False)


def proofs_to_json(
    checked: CheckedPtx, text: str | bytes, name: str, options: KernelOptions
) -> dict[str, Any]:
    """The file with the certificates of all kernels that are proved."""
    kernels = {
        kernel.name: kernel.report.certificate
        for kernel in checked.kernels
        if kernel.report is not None and kernel.standing == "proved"
    }
    return {
        "version": FILE_VERSION,
        "file": name,
        "sha256": sha256_of(text),
        "options": options_to_json(options),
        "kernels": kernels,
    }


def sha256_of(text: str | bytes) -> str:
    """What ties a file of proofs to its PTX."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def options_to_json(options: KernelOptions) -> dict[str, Any]:
    """The options that decide what runs."""
    return {
        "grid": options.grid,
        "block": options.block,
        "cluster": options.cluster,
        "budget": options.budget,
        "parameters": {name: _value_to_json(value) for name, value in options.parameters.items()},
    }


def options_from_json(data: Mapping[str, Any]) -> KernelOptions:
    """The options of a file of proofs. Raises one of `MALFORMED` for other data."""
    grid, block, cluster = (_shape(data[name]) for name in ("grid", "block", "cluster"))
    budget = data["budget"]
    if budget is not None and type(budget) is not int:
        raise TypeError("budget")
    parameters = {str(name): _value_from_json(value) for name, value in data["parameters"].items()}
    return KernelOptions(None, grid, block, cluster, parameters, budget)


def _shape(data: Any) -> Shape3 | None:
    if data is None:
        return None
    x, y, z = data
    if any(type(part) is not int or part < 1 for part in (x, y, z)):
        raise TypeError("shape")
    return (x, y, z)


def _value_to_json(value: ParameterValue) -> Any:
    match value:
        case EachMultiple(step, add):
            return {"step": step, "add": add}
        case BoxBytes(size):
            return {"box": size}
        case bytes():
            return value.hex()
        case _:
            return value


def _value_from_json(value: Any) -> ParameterValue:
    match value:
        case {"step": int(step), "add": int(add)}:
            return EachMultiple(step, add)
        case {"box": int(size)}:
            return BoxBytes(size)
        case str():
            return bytes.fromhex(value)
        case int():
            return value
        case _:
            raise TypeError("value of a parameter")


def verify_proofs(
    text: str | bytes, name: str, content: Mapping[str, Any], entry: str | None = None
) -> dict[str, VerifiedKernel | str]:
    """Verify a file of proofs: for each kernel what is proved, or why it is not.

    Kernels of the text of which the file says nothing are there with a reason, unless `entry` names one. Raises
    `DiagnosticError` for a text that is no PTX, and one of `MALFORMED` for a file of another form.
    """
    options = options_from_json(content["options"])
    proofs = cast("Mapping[str, Mapping[str, Any]]", content["kernels"])
    read = read_ptx_parts(text, name)
    if read.module is None or read.diagnostics:
        raise DiagnosticError(read.diagnostics)
    module = read.module
    same = content["sha256"] == sha256_of(text)
    found: dict[str, VerifiedKernel | str] = {}
    for kernel in module.kernels:
        if entry is not None and kernel.name != entry:
            continue
        if kernel.name not in proofs:
            found[kernel.name] = "the file says nothing of it"
        elif not same:
            found[kernel.name] = "the file is of another text"
        else:
            found[kernel.name] = _verified(module, kernel, options, proofs[kernel.name])
    for other in proofs.keys() - {kernel.name for kernel in module.kernels}:
        found[other] = "the text has no such kernel"
    return found


def _verified(
    module: PtxModule, kernel: Kernel, options: KernelOptions, proof: Mapping[str, Any]
) -> VerifiedKernel | str:
    """One kernel: the runs are those that the text makes, and the verifier accepts what is said of them."""
    try:
        runs = deciding_runs(module, kernel, options)
    except (StopRun, MemoryError, RecursionError) as error:
        return f"it cannot be run: {error}"
    if runs.open:
        return f"its runs do not stand for all: {runs.open}"
    made = json.loads(json.dumps(plain_runs(runs.runs.all_traces())))
    given = [{name: value for name, value in run.items() if name != "claims"} for run in proof["runs"]]
    if (made["runs"], made["arrays"], made["names"]) != (given, proof["arrays"], proof["names"]):
        return "the runs of the file are not those of the text"
    try:
        return verify_kernel(kernel, proof)
    except Refused as refused:
        return str(refused)


__all__ = ["MALFORMED", "doubt_of", "proofs_to_json", "verify_proofs", "without_proof"]
