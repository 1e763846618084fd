"""Programs of the RFC after pipelining, as its text lists them, with the waits as parameters."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.in_flight import check_module
from asyncir.analyses.sync_report import Standing, SyncReport
from asyncir.source.text import parse_module

CONSTANTS = "\n".join(f"  %c{n} = arith.constant {n} : index" for n in (*range(9), 13, 15, 16, 125))


def checked(text: str, **options: object) -> SyncReport:
    """The report on a program."""
    return check_module(parse_module(text, "test.mlir"), **options)  # type: ignore[arg-type]


def verdicts(text: str) -> list[tuple[str, int | None]]:
    """Each wait's verdict, with the exact count."""
    return [(wait.verdict.value, wait.exact) for wait in checked(text).waits]


def is_proved(text: str) -> bool:
    """Whether the program is proved."""
    return checked(text).standing is Standing.PROVED


def copy(source: str, index: str, target: str, slot: str, size: int, queue: int = 0) -> str:
    """One group with one copy."""
    return f"""
    queue.commit({queue}) {{
      queue.async {{
        %x = memref.load {source}[{index}] : memref<16xf32>
        memref.store %x, {target}[{slot}] : memref<{size}xf32>
      }}
    }}"""


def read(buffer: str, slot: str, size: int) -> str:
    """A read of one element, which is written out."""
    name = f"%y{abs(hash((buffer, slot)))}"
    return f"\n    {name} = memref.load {buffer}[{slot}] : memref<{size}xf32>"


def main(
    body: str, arguments: Sequence[str] = ("%A: memref<16xf32>", "%n: index"), attributes: str = ""
) -> str:
    """A function with constants."""
    return f"func.func @main({', '.join(arguments)}) {attributes} {{\n{CONSTANTS}\n{body}\n  return\n}}\n"


def two_stages(body: int, epilogue: int) -> str:
    """The RFC's first example: one queue, two slots, 16 iterations."""
    return main(f"""
    %B = memref.alloc() : memref<2xf32>{copy("%A", "%c0", "%B", "%c0", 2)}
    scf.for %i = %c0 to %c15 step %c1 {{
      %next = arith.addi %i, %c1 : index
      %slot = arith.remui %next, %c2 : index
      %old = arith.remui %i, %c2 : index{copy("%A", "%next", "%B", "%slot", 2)}
      queue.wait(0, {body}){read("%B", "%old", 2)}
    }}
    queue.wait(0, {epilogue}){read("%B", "%c1", 2)}""")


def deep(count: int, *, bound: str = "%n", slots: int = 4) -> str:
    """Producer head 3 before the consumer's, any trip count: the count is 3."""
    return main(
        f"""
    %B = memref.alloc() : memref<{slots}xf32>
    scf.for %i = %c0 to %c3 step %c1 {{{copy("%A", "%i", "%B", "%i", slots)}
    }}
    scf.for %i = %c0 to {bound} step %c1 {{
      %head = arith.addi %i, %c3 : index
      %slot = arith.remui %head, %c{slots} : index
      %old = arith.remui %i, %c{slots} : index{copy("%A", "%head", "%B", "%slot", slots)}
      queue.wait(0, {count}){read("%B", "%old", slots)}
    }}"""
    )


def interleaved(count: int, *, split: bool) -> str:
    """The RFC's example "wait 5": A and B in groups of their own, with the consumer between."""
    prologue = ""
    for i in range(3):
        groups = [copy("%A", f"%c{i}", "%SA", f"%c{i}", 4), copy("%A", f"%c{i}", "%SB", f"%c{i}", 4)]
        prologue += "".join(groups) if split else _together(i)
    return main(f"""
    %SA = memref.alloc() : memref<4xf32>
    %SB = memref.alloc() : memref<4xf32>{prologue}
    scf.for %i = %c0 to %c13 step %c1 {{
      %head = arith.addi %i, %c3 : index
      %slot = arith.remui %head, %c4 : index
      %old = arith.remui %i, %c4 : index{copy("%A", "%head", "%SA", "%slot", 4)}
      queue.wait(0, {count}){read("%SA", "%old", 4)}{read("%SB", "%old", 4)}{copy("%A", "%head", "%SB", "%slot", 4)}
    }}""")


def _together(i: int) -> str:
    return f"""
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %A[%c{i}] : memref<16xf32>
        memref.store %x, %SA[%c{i}] : memref<4xf32>
      }}
      queue.async {{
        %x = memref.load %A[%c{i}] : memref<16xf32>
        memref.store %x, %SB[%c{i}] : memref<4xf32>
      }}
    }}"""
