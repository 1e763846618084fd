"""The garbage collector: it finds nothing while modules are imported, and looks at all that they make again and again."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Generator[None]:
    """Meanwhile no garbage is looked for, if it was before: for a tenth of a second, not for more."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
