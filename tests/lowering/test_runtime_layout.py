"""The offsets that generated code uses are those of runtime.h."""

from __future__ import annotations

import subprocess
from pathlib import Path

from asyncir.lowering.cpu import runtime_text

INCLUDE = Path(__file__).parents[2] / "runtime" / "include"


def assertions() -> list[str]:
    """One C assertion for each offset and constant."""
    offsets = [
        f"offsetof({struct}, {field}) == {offset}"
        for struct, fields in (
            ("asyncir_task", runtime_text.TASK),
            ("asyncir_worker_front", runtime_text.WORKER),
            ("asyncir_created", runtime_text.CREATED),
        )
        for field, offset in fields.items()
    ]
    return [
        *offsets,
        f"sizeof(asyncir_task) == {runtime_text.TASK_SIZE}",
        f"ASYNCIR_SIZE_CLASSES == {runtime_text.SIZE_CLASSES}",
        f"ASYNCIR_TOKEN_CLASS == {runtime_text.TOKEN_CLASS}",
        f"ASYNCIR_RESUMED == {runtime_text.RESUMED}",
        f"ASYNCIR_FAILING == {runtime_text.FAILING}",
        "ASYNCIR_DONE == 1",
        f"ASYNCIR_FAILED == {runtime_text.FAILED}",
        "ASYNCIR_SIZE_CLASS == 255",
        f"offsetof(asyncir_free_frame, room) == {runtime_text.FREE_FRAME['room']}",
        "offsetof(asyncir_free_frame, next) == 0",
    ]


def compiles(tests: list[str]) -> subprocess.CompletedProcess[str]:
    """Have the C compiler judge the assertions."""
    lines = ["#include <stddef.h>", "#include <asyncir/runtime.h>"]
    lines += [f'_Static_assert({test}, "{test}");' for test in tests]
    command = ["cc", "-std=c11", "-fsyntax-only", "-x", "c", "-I", str(INCLUDE), "-"]
    return subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=False)


def test_offsets_are_those_of_the_header() -> None:
    done = compiles(assertions())
    assert done.returncode == 0, done.stderr


def test_a_wrong_offset_is_seen() -> None:
    done = compiles([f"offsetof(asyncir_task, state) == {runtime_text.TASK['state'] + 8}"])
    assert done.returncode != 0
    assert "static assertion failed" in done.stderr
