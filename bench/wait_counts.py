"""How token → count's time grows with the waits of a program: straight, in loops, in branches, through calls.

    python bench/wait_counts.py [--sizes 10,100,1000,10000] [--what analysis|assign-wait-counts|elide-waits|derive-tokens|...]

CPU time, the least of interleaved runs. The last figure of each row is the largest growth per doubling; the goal is at
most 2.3. `branches` and `run time` have counts that are found at run time; the passes behind get the least ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from growth import GOAL, cpu_seconds, doublings, least_times

from asyncir.analyses.wait_counts import count_waits
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline


def straight(waits: int) -> str:
    """One block: each wait is for the group of three commits before."""
    lines = ["func.func @main() {"]
    lines += [f"  %t{i} = queue.commit({i % 2}) {{}} -> !async.token" for i in range(3)]
    for i in range(3, waits + 3):
        lines.append(f"  %t{i} = queue.commit({i % 2}) {{}} -> !async.token")
        lines.append(f"  queue.await %t{i - 3} : !async.token")
    return "\n".join([*lines, "  return", "}"]) + "\n"


def far(waits: int) -> str:
    """One block: all commits, then all waits, so that tokens live long."""
    lines = ["func.func @main() {"]
    lines += [f"  %t{i} = queue.commit(0) {{}} -> !async.token" for i in range(waits)]
    lines += [f"  queue.await %t{i} : !async.token" for i in range(waits)]
    return "\n".join([*lines, "  return", "}"]) + "\n"


def queues(waits: int) -> str:
    """As many queues as waits."""
    lines = ["func.func @main() {"]
    for i in range(waits):
        lines.append(f"  %t{i} = queue.commit({i}) {{}} -> !async.token")
        lines.append(f"  queue.await %t{i} : !async.token")
    return "\n".join([*lines, "  return", "}"]) + "\n"


def loops(waits: int) -> str:
    """Loops side by side, four waits in each, tokens carried for two iterations."""
    lines = [
        "func.func @main(%n: index) {",
        "  %c0 = arith.constant 0 : index",
        "  %c1 = arith.constant 1 : index",
    ]
    lines.append("  %t0 = queue.commit(0) {} -> !async.token")
    for i in range(max(1, waits // 4)):
        lines.append(
            f"  %r{i}:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t{i}, %y = %t{i})"
            " -> (!async.token, !async.token) {"
        )
        lines.append(
            "    %t = queue.commit(0) {} -> !async.token\n    %u = queue.commit(0) {} -> !async.token"
        )
        lines.append("    queue.await %x : !async.token\n    queue.await %y : !async.token")
        lines.append(
            "    queue.await %t : !async.token\n    scf.yield %y, %u : !async.token, !async.token\n  }"
        )
        lines.append(f"  queue.await %r{i}#0 : !async.token")
        lines.append(f"  %t{i + 1} = queue.commit(0) {{}} -> !async.token")
    return "\n".join([*lines, "  return", "}"]) + "\n"


def body(waits: int) -> str:
    """One loop with all waits in it; each token is carried for one iteration."""
    number = min(waits, 40)
    lines = [
        "func.func @main(%n: index) {",
        "  %c0 = arith.constant 0 : index",
        "  %c1 = arith.constant 1 : index",
    ]
    lines.append("  %z = async.ready : !async.token")
    carried = ", ".join(f"%x{i} = %z" for i in range(number))
    types = ", ".join(["!async.token"] * number)
    lines.append(f"  %r:{number} = scf.for %i = %c0 to %n step %c1 iter_args({carried}) -> ({types}) {{")
    for i in range(waits):
        lines.append(f"    %t{i} = queue.commit(0) {{}} -> !async.token")
        lines.append(f"    queue.await {f'%x{i}' if i < number else f'%t{i - 1}'} : !async.token")
    lines.append(f"    scf.yield {', '.join(f'%t{i}' for i in range(number))} : {types}\n  }}")
    return "\n".join([*lines, "  return", "}"]) + "\n"


def branches(waits: int) -> str:
    """A long graph of blocks, each with a wait; tokens are block arguments."""
    lines = ["func.func @main(%c: i1) {", "  %t = queue.commit(0) {} -> !async.token"]
    lines.append("  cf.br ^b0(%t : !async.token)")
    for i in range(waits):
        lines.append(f"^b{i}(%x{i}: !async.token):")
        lines.append(f"  %y{i} = queue.commit(0) {{}} -> !async.token")
        lines.append(f"  cf.cond_br %c, ^l{i}, ^b{i + 1}(%y{i} : !async.token)")
        lines.append(f"^l{i}:\n  queue.await %x{i} : !async.token\n  cf.br ^b{i + 1}(%x{i} : !async.token)")
    return "\n".join([*lines, f"^b{waits}(%r: !async.token):", "  return", "}"]) + "\n"


def calls(waits: int) -> str:
    """A chain of small functions: each starts a group that its caller waits for."""
    token = "!async.token"
    lines = [
        f"func.func private @f0() -> {token} {{\n  %t = queue.commit(0) {{}} -> {token}\n  return %t : {token}\n}}"
    ]
    for i in range(1, waits):
        lines.append(f"func.func private @f{i}() -> {token} {{\n  %a = func.call @f{i - 1}() : () -> {token}")
        lines.append(
            f"  %t = queue.commit(0) {{}} -> {token}\n  queue.await %a : {token}\n  return %t : {token}\n}}"
        )
    lines.append(f"func.func @main() {{\n  %a = func.call @f{waits - 1}() : () -> {token}")
    return "\n".join([*lines, f"  queue.await %a : {token}\n  return\n}}"]) + "\n"


def counted_at_run_time(waits: int) -> str:
    """A loop of unknown length in front of each wait, so that its count is found while the program runs."""
    lines = [
        "func.func @main(%n: index) {",
        "  %c0 = arith.constant 0 : index",
        "  %c1 = arith.constant 1 : index",
    ]
    for i in range(waits):
        lines.append(f"  %t{i} = queue.commit({i % 16}) {{}} -> !async.token")
        lines.append(f"  scf.for %i = %c0 to %n step %c1 {{\n    queue.commit({i % 16}) {{}}\n  }}")
        lines.append(f"  queue.await %t{i} : !async.token")
    return "\n".join([*lines, "  return", "}"]) + "\n"


SHAPES: dict[str, Callable[[int], str]] = {
    "straight": straight,
    "far": far,
    "queues": queues,
    "loops": loops,
    "body": body,
    "branches": branches,
    "calls": calls,
    "run time": counted_at_run_time,
}

PASSES = {
    "assign-wait-counts": "",
    "elide-waits": "assign-wait-counts{dynamic=none}",
    "derive-tokens": "assign-wait-counts{dynamic=none}",
    "queues-to-unordered-tasks": "assign-wait-counts{dynamic=none}",
}
"""What may be measured besides the analysis, and what is run before."""


def prepared(shape: str, size: int, what: str) -> Callable[[], object]:
    """The work to measure; the program is parsed, and what comes before is done."""
    module = parse_module(SHAPES[shape](size), verify=False)
    if what == "analysis":
        return lambda: list(count_waits(module))
    if PASSES[what]:
        run_pipeline(module, PASSES[what])
    return lambda: run_pipeline(module, what)


def main() -> None:
    """Print a row for each shape."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="10,100,1000,2000,4000,8000,10000")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--what", choices=["analysis", *PASSES], default="analysis")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    print(f"{'ms':9}", *(f"{size:>8}" for size in sizes), "  worst doubling")
    for shape in options.shapes.split(","):

        def measure(size: int, shape: str = shape) -> float:
            return cpu_seconds(prepared(shape, size, options.what))

        times = least_times(measure, sizes, options.rounds)
        worst = max(doublings(sizes, times), default=1)
        missed = "" if worst <= GOAL else "  missed"
        print(f"{shape:9}", *(f"{1000 * t:8.1f}" for t in times), f"  {worst:.2f}{missed}", flush=True)


if __name__ == "__main__":
    main()
