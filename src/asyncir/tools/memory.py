"""`asyncir memory`: bytes against overlap, as a table or as JSON; and the program with a plan in it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from asyncir.diagnostics import failure
from asyncir.diagnostics.words import counted
from asyncir.driver.memory_plans import FunctionMemory, ProvedPlan, memory_of, on_memory
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.source.verify import ensure_valid
from asyncir.tools import shell
from asyncir.tools.files import Output
from asyncir.tools.machines import table
from asyncir.tools.requests import MemoryRequest
from asyncir.tools.seeing.text import bytes_text, duration_text
from asyncir.transforms import collect_remarks, run_pipeline


def show_memory(request: MemoryRequest) -> None:
    """Answer what the command was asked."""
    if request.output == "-" and request.as_json:
        message = "the program and the answer cannot both go to standard output"
        raise failure("C004", message, "name a file for the program: `-o OUT`")
    module = parse_module(request.source, request.name)
    if request.pipeline:
        run_pipeline(module, request.pipeline)
    on_memory(module)
    ensure_valid(module, {request.name: request.source.decode()})
    if request.output is not None:
        _write(request, module)
    if request.output != "-":
        _report(request, module if request.output is None else _again(request))


def _again(request: MemoryRequest) -> ModuleOp:
    """The program once more, without the plan that was written into it."""
    module = parse_module(request.source, request.name)
    if request.pipeline:
        run_pipeline(module, request.pipeline)
    on_memory(module)
    return module


def _write(request: MemoryRequest, module: ModuleOp) -> None:
    """The program with plans in it."""
    method = request.method or "fast"
    limit = f"memory-limit={request.memory_limit} " if request.memory_limit else ""
    seconds = max(1, round(request.time_limit))
    assert request.output is not None
    with Output(request.output, request.name) as file:
        with collect_remarks() as remarks:
            run_pipeline(module, f"plan-memory{{{limit}method={method} time-limit={seconds}}}")
        shell.show(remarks)
        file.write(print_module(module).encode())


def _report(request: MemoryRequest, module: ModuleOp) -> None:
    try:
        found = memory_of(module, request.method, request.time_limit)
    except ImportError:
        message = "the best plans need OR-Tools, which is not installed"
        raise failure("P232", message, "pip install 'asyncir[schedules]', or take `--method fast`") from None
    if request.entry is not None:
        name = request.entry.removeprefix("@")
        found = [each for each in found if each.name == name]
        if not found:
            raise failure("C006", f"no function @{name} has memory to plan", "leave --entry out")
    limit = request.memory_limit
    if request.as_json:
        print(json.dumps({"functions": [to_json(each) for each in found]}))
    elif not found:
        print(f"{request.name}: no function has memory to plan")
    else:
        print("\n\n".join(_described(each, limit) for each in found))


def to_json(found: FunctionMemory) -> dict[str, Any]:
    """What is known of a function, in bytes and nanoseconds."""
    return {
        "function": found.name,
        "buffers": len(found.lives.buffers),
        "apart": found.apart,
        "kept": [{"bytes": each.size, "reason": each.reason} for each in found.kept],
        "sequential": {"bytes": found.in_order.peak, "path": found.in_order.path},
        "without_dependencies": {"bytes": found.free.peak, "path": found.free.path},
        "plans": [
            {
                "bytes": each.plan.peak,
                "path": each.plan.path,
                "dependencies": len(each.plan.edges),
                "bound": each.bound,
                "method": each.plan.method,
            }
            for each in found.front
        ],
    }


def _described(found: FunctionMemory, limit: int | None) -> str:
    lines = [
        f"{found.name}: {counted(len(found.lives.buffers), 'buffer')}, {bytes_text(found.apart)} if each has its own memory"
    ]
    for reason, count in Counter(each.reason for each in found.kept).items():
        lines.append(f"  {counted(count, 'allocation')} of its own: {reason}")
    rows = [
        ["one behind the other", bytes_text(found.in_order.peak), duration_text(found.in_order.path), "", ""],
        ["no dependencies added", bytes_text(found.free.peak), duration_text(found.free.path), "0", ""],
        *(_row(each, limit) for each in found.front),
    ]
    return "\n".join([*lines, table(["plan", "memory", "longest chain", "added", ""], rows)])


def _row(found: ProvedPlan, limit: int | None) -> list[str]:
    plan = found.plan
    name = "best" if found.is_best else f"at best {bytes_text(found.bound)}"
    late = limit is not None and plan.peak > limit
    added = str(len(plan.edges))
    return [
        "planned",
        bytes_text(plan.peak),
        duration_text(plan.path),
        added,
        "over the limit" if late else name,
    ]
