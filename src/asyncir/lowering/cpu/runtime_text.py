"""What compiled code knows of runtime.h, and the fast paths of its functions, which are in runtime.ll."""

from __future__ import annotations

import re
from importlib.resources import files

from asyncir.lowering.llvm.library import LlvmLibrary

TASK = {"resume": 0, "destroy": 8, "state": 16, "error": 24, "worker": 32, "references": 40, "flags": 44}
"""Byte offsets in an `asyncir_task`."""

TASK_SIZE = 48
"""Bytes of an `asyncir_task`."""

WORKER = {
    "stack_limit": 0,
    "finished": 8,
    "bottom": 16,
    "slots": 24,
    "mask": 32,
    "room": 40,
    "sleepers": 48,
    "run": 56,
    "started": 64,
    "number": 72,
    "no_thief": 112,
    "top": 128,
    "free": 192,
}
"""Byte offsets in an `asyncir_worker_front`."""

FREE_FRAME = {"room": 24}
"""Byte offsets in an `asyncir_free_frame`."""

CREATED = {"payload": 48}
"""Byte offsets in an `asyncir_created`."""

GROUP = {"size": 48, "counts": 56}
"""Byte offsets in an `asyncir_group`."""

SIZE_CLASSES = 32
TOKEN_CLASS = 33
RESUMED = 0x100
FAILING = 0x400
FAILED = 3

_STRUCTS = {"task": TASK, "worker": WORKER, "free_frame": FREE_FRAME, "created": CREATED, "group": GROUP}
_NUMBERS = {
    **{f"{name}.{field}": at for name, fields in _STRUCTS.items() for field, at in fields.items()},
    "worker.free_tokens": WORKER["free"] + 8 * TOKEN_CLASS,
    "SIZE_CLASSES": SIZE_CLASSES,
    "FAILING": FAILING,
    "RESUMED_OR_FAILING": RESUMED | FAILING,
    "FAILED": FAILED,
}
_FILES = ("runtime.ll", "races.ll")
_TEXT = "\n".join((files("asyncir.lowering.cpu") / name).read_text(encoding="utf-8") for name in _FILES)
RUNTIME = LlvmLibrary.of(re.sub(r"\{([\w.]+)\}", lambda found: str(_NUMBERS[found[1]]), _TEXT))
"""The functions of the runtime and of the C library, LLVM's coroutine intrinsics, and the fast paths."""
