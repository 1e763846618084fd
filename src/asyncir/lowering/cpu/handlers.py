"""What writes each op for the CPU: as for all targets, or in a way of its own."""

from __future__ import annotations

from collections import ChainMap
from functools import cache

from asyncir.lowering.llvm.handlers import COMMON, HandlerEntry, registering

HANDLERS: ChainMap[str, HandlerEntry] = ChainMap({}, COMMON)
"""By op name. Filled by the modules `emit_*`, here and in `llvm`."""

handles = registering(HANDLERS)
"""Register a handler for ops of these names, which may carry these properties."""


@cache
def handler_of(name: str) -> HandlerEntry | None:
    """What writes the ops of that name, if they have a native form. To be asked when all modules are loaded."""
    return HANDLERS.get(name)
