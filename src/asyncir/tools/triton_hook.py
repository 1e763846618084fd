# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`asyncir.watch_triton`: each kernel that Triton compiles is checked, in the process that compiles it.

Triton tells a listener (`triton.knobs.compilation.listener`) of each kernel that was compiled or taken from its cache, with
the paths of what came of it. Nothing is launched, and there need be no GPU.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from types import TracebackType
from typing import Any, Literal

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.driver.kernels.checked import CheckedPtx
from asyncir.driver.kernels.objects import check_kernel_object, triton_text


class KernelSyncWarning(UserWarning):
    """The synchronisation of a kernel is wrong, or more than it needs."""


class TritonWatch:
    """What `watch_triton` gives: a context manager; `stop` ends it, `checked` has the answers by the kernels' names."""

    def __init__(self, on: Literal["warn", "raise"] | Callable[[str, CheckedPtx], None], exact: bool) -> None:
        self.checked: dict[str, CheckedPtx] = {}
        self._on = on
        self._exact = exact
        self._knobs = _knobs()
        self._before = self._knobs.listener
        self._knobs.listener = self._compiled

    def stop(self) -> None:
        """Triton tells us no more."""
        self._knobs.listener = self._before

    def __enter__(self) -> TritonWatch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _compiled(
        self, *, metadata: Mapping[str, Any], metadata_group: Mapping[str, str], **rest: Any
    ) -> None:
        if self._before is not None:
            self._before(metadata=metadata, metadata_group=metadata_group, **rest)
        path = next((path for name, path in metadata_group.items() if name.endswith(".ptx")), None)
        if path is None:
            return  # of another vendor
        with open(path, encoding="utf-8") as file:
            text = file.read()
        name = str(metadata.get("name", "kernel"))
        try:
            checked = check_kernel_object(triton_text(text, metadata))
        except DiagnosticError as error:
            warnings.warn(f"{name} is not checked: {error}", KernelSyncWarning, stacklevel=2)
            return
        self.checked[name] = checked
        self._tell(name, checked)

    def _tell(self, name: str, checked: CheckedPtx) -> None:
        if callable(self._on):
            self._on(name, checked)
            return
        more = self._exact and any(site.verdict in ("redundant", "too strong") for site in checked.sites)
        if checked.standing != "refuted" and not more:
            return
        if self._on == "raise" and checked.standing == "refuted":
            raise DiagnosticError(checked.diagnostics)
        warnings.warn(f"{name}: {checked}", KernelSyncWarning, stacklevel=2)


def watch_triton(
    on: Literal["warn", "raise"] | Callable[[str, CheckedPtx], None] = "warn", *, exact: bool = False
) -> TritonWatch:
    """Check each kernel that Triton compiles from now on.

    `on`: `warn` (a `KernelSyncWarning`), `raise` (a `DiagnosticError` where a kernel is wrong, from the call that compiled
    it), or a function of a kernel's name and the answer. With `exact`, synchronisation that nothing needs is told, too.
    Raises `DiagnosticError` (C030) where there is no Triton.
    """
    return TritonWatch(on, exact)


def _knobs() -> Any:
    try:
        knobs: Any = import_module("triton").knobs
    except ImportError:
        raise failure("C030", "there is no Triton to be watched", "pip install triton") from None
    return knobs.compilation
