"""The vocabulary: one dialect per file. Op classes are imported from here, never from xDSL."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from asyncir.ir import Context, Dialect

_DIALECTS: dict[str, tuple[str, str]] = {
    "builtin": ("xdsl.dialects.builtin", "Builtin"),
    "affine": ("asyncir.dialects.affine", "Affine"),
    "arith": ("asyncir.dialects.arith", "Arith"),
    "async": ("asyncir.dialects.async_dialect", "Async"),
    "cf": ("asyncir.dialects.cf", "Cf"),
    "complex": ("asyncir.dialects.complex", "Complex"),
    "func": ("asyncir.dialects.func", "Func"),
    "gpu": ("asyncir.dialects.gpu", "Gpu"),
    "io": ("asyncir.dialects.io", "Io"),
    "math": ("asyncir.dialects.math", "Math"),
    "memref": ("asyncir.dialects.memref", "MemRef"),
    "nvgpu": ("asyncir.dialects.nvgpu", "Nvgpu"),
    "queue": ("asyncir.dialects.queue", "Queue"),
    "rt": ("asyncir.dialects.rt", "Rt"),
    "scf": ("asyncir.dialects.scf", "Scf"),
    "ub": ("asyncir.dialects.ub", "UB"),
    "vector": ("asyncir.dialects.vector", "Vector"),
}


def _factory(module: str, name: str) -> Callable[[], Dialect]:
    def load() -> Dialect:
        return getattr(import_module(module), name)

    return load


def context() -> Context:
    """A context that knows every dialect and loads each when the first of its names is met."""
    ctx = Context()
    for name, (module, variable) in _DIALECTS.items():
        ctx.register_dialect(name, _factory(module, variable))
    ctx.load_registered_dialect("builtin")
    return ctx
