"""Dask's library, which only the extra `dask` brings. It is untyped, hence the `Any` here and where it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from asyncir.diagnostics import failure


def distributed() -> Any:
    """The package `distributed`. Raises C070 where it is missing."""
    return _imported("distributed")


def task_spec() -> Any:
    """What tasks of Dask are made of."""
    return _imported("dask._task_spec")


def _imported(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        message = f"to run on Dask needs the package '{error.name}', which is not installed"
        raise failure("C070", message, "pip install 'asyncir[dask]'") from error
