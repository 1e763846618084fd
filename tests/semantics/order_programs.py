"""Programs of tasks with many orders."""

from __future__ import annotations

from tests.semantics.programs import PRINT, body


def task(name: str, lines: list[str], needs: str = "") -> list[str]:
    return [f"%{name} = async.execute {needs}{{", *lines, "async.yield", "}"]


def produced(items: int) -> str:
    """A producer and a consumer of so many items: each a chain of tasks, an item is consumed behind its production."""
    lines = [f"%k{n} = arith.constant {n} : index" for n in range(items)]
    lines += [f"%b = memref.alloc() : memref<{items}xi64>", "%one = arith.constant 1 : i64"]
    for n in range(items):
        store = [f"memref.store %one, %b[%k{n}] : memref<{items}xi64>"]
        lines += task(f"p{n}", store, f"[%p{n - 1}] " if n else "")
    for n in range(items):
        load = [
            f"%v{n} = memref.load %b[%k{n}] : memref<{items}xi64>",
            f"func.call @printI64(%v{n}) : (i64) -> ()",
        ]
        lines += task(f"q{n}", load, f"[%p{n}, %q{n - 1}] " if n else "[%p0] ")
    return PRINT + body([*lines, f"async.await %q{items - 1} : !async.token"])


def through_a_ring(items: int, slots: int = 2) -> str:
    """The same through a ring of slots: an item is produced behind the consumption of what was in its slot."""
    lines = [f"%k{n} = arith.constant {n} : index" for n in range(slots)]
    lines += [f"%b = memref.alloc() : memref<{slots}xi64>", "%one = arith.constant 1 : i64"]
    for n in range(items):
        needs = [f"%p{n - 1}"] * (n > 0) + [f"%q{n - slots}"] * (n >= slots)
        store = [f"memref.store %one, %b[%k{n % slots}] : memref<{slots}xi64>"]
        lines += task(f"p{n}", store, f"[{', '.join(needs)}] " if needs else "")
        load = [
            f"%v{n} = memref.load %b[%k{n % slots}] : memref<{slots}xi64>",
            f"func.call @printI64(%v{n}) : (i64) -> ()",
        ]
        lines += task(f"q{n}", load, f"[%p{n}, %q{n - 1}] " if n else "[%p0] ")
    return PRINT + body([*lines, f"async.await %q{items - 1} : !async.token"])


def independent_and_dependent(independent: int = 12, dependent: int = 3) -> str:
    """Tasks that depend on nothing, each writing an element, and some that depend on a share of these and add it up."""
    lines = [f"%k{n} = arith.constant {n} : index" for n in range(independent)]
    lines += [f"%m = memref.alloc() : memref<{independent}xi64>", "%one = arith.constant 1 : i64"]
    for n in range(independent):
        lines += task(f"p{n}", [f"memref.store %one, %m[%k{n}] : memref<{independent}xi64>"])
    for n in range(dependent):
        share = range(n, independent, dependent)
        reads = [f"%v{k} = memref.load %m[%k{k}] : memref<{independent}xi64>" for k in share]
        lines += task(f"q{n}", reads, f"[{', '.join(f'%p{k}' for k in share)}] ")
    lines += [f"async.await %q{n} : !async.token" for n in range(dependent)]
    return body(lines)


def completed_by_its_consumer() -> str:
    """A token that only the task completes which depends on it."""
    lines = ["%t = async.runtime.create : !async.token"]
    lines += task("u", ["async.runtime.set_available %t : !async.token"], "[%t] ")
    return body([*lines, "async.await %u : !async.token"])
