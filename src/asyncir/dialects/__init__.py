"""The vocabulary: one dialect per file. Op classes are imported from here, never from xDSL."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from asyncir.dialects.foreign import Foreign, KeepingContext, OpenContext
from asyncir.ir import Context, Dialect

_NAMES = (
    *(
        "builtin",
        "affine",
        "arith",
        "async",
        "bufferization",
        "cf",
        "complex",
        "device",
        "func",
        "gpu",
        "hal",
        "index",
        "io",
    ),
    *(
        "linalg",
        "math",
        "memref",
        "ml_program",
        "nvgpu",
        "queue",
        "rt",
        "scf",
        "stream",
        "sync",
        "tensor",
        "ub",
        "util",
        "vector",
    ),
)
_MODULES = {"builtin": "xdsl.dialects.builtin", "async": "asyncir.dialects.async_dialect"}
"""The modules that do not have the names of their dialects."""


def _load(name: str) -> Dialect:
    module = import_module(_MODULES.get(name, f"asyncir.dialects.{name}"))
    return next(d for d in vars(module).values() if isinstance(d, Dialect) and d.name == name)


def context(foreign: Foreign | None = None) -> Context:
    """A context that knows every dialect and loads each when the first of its names is met; `foreign` are to be met, too."""
    ctx = KeepingContext() if foreign is None else OpenContext(foreign)
    for name in _NAMES:
        ctx.register_dialect(name, partial(_load, name))
    ctx.load_registered_dialect("builtin")
    if isinstance(ctx, OpenContext):
        ctx.load_definitions()
    return ctx
