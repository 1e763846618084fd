"""How `asyncir check` grows with the number of tasks that are written out.

    python bench/task_growth.py [--sizes 10,20,40,…,5000] [--shape wide|chain|grid]

Printed is the processor time of a check (without the verifier, which does not look at very many tasks that are written out)
and how much longer it takes than the one of half the size, at best of several.
"""

import argparse
import gc
import time

import asyncir

SHAPES = ("wide", "chain", "grid")


def program(shape, tasks):
    """A function with so many tasks, each after some before it."""
    side = max(int(tasks**0.5), 1)
    lines = [f"func.func @main(%A: memref<{tasks}xi64>) {{", "  %x = arith.constant 1 : i64"]
    lines += [f"  %i{n} = arith.constant {n} : index" for n in range(tasks)]
    for n in range(tasks):
        before = []
        if shape == "chain" and n:
            before = [n - 1]
        elif shape == "grid":
            before = [n - 1] * (n % side > 0) + [n - side] * (n >= side)
        waits = f"[{', '.join(f'%t{b}' for b in before)}] " if before else ""
        body = [f"    memref.store %x, %A[%i{n}] : memref<{tasks}xi64>"]
        body += [f"    %y{b} = memref.load %A[%i{b}] : memref<{tasks}xi64>" for b in before]
        lines += [f"  %t{n} = async.execute {waits}{{", *body, "    async.yield", "  }"]
    lines += [f"  async.await %t{n} : !async.token" for n in range(tasks)] + ["  return", "}", ""]
    return "\n".join(lines)


def seconds(text, times):
    """The least processor time of a check, and what was said."""
    module, least = asyncir.parse(text), float("inf")
    for _ in range(times):
        gc.collect()
        before = time.process_time()
        checked = asyncir.check(module, recheck=False)
        least = min(least, time.process_time() - before)
    return least, checked


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="10,20,40,80,160,320,640,1280,2560,5000")
    parser.add_argument("--shape", choices=SHAPES, action="append")
    options = parser.parse_args()
    for shape in options.shape or SHAPES:
        last = None
        for size in map(int, options.sizes.split(",")):
            took, checked = seconds(program(shape, size), 3)
            verdicts = [w.verdict for w in checked.waits]
            more = f"{took / last:5.2f} x" if last else ""
            said = f"{checked.standing}, {verdicts.count('needed')} needed, {verdicts.count('redundant')} redundant"
            print(f"{shape:6} {size:6} tasks {took:8.3f} s {more:8} {said}", flush=True)
            last = took


if __name__ == "__main__":
    main()
