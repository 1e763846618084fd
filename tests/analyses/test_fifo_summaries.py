"""What ops do to FIFOs: here, whether they commit at all, which is enough to see where summaries go."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.fifo_summaries import WILD, Fifo, FifoSummaries
from asyncir.analyses.trip_counts import Trips
from asyncir.dialects.interfaces.completion import commits
from asyncir.ir import Operation, Region
from tests.analyses.reading import module_of

PROGRAM = """
func.func private @to(%q: index) {
  queue.commit(%q) {
  }
  return
}
func.func private @own(%m: memref<index>) {
  %q = memref.load %m[] : memref<index>
  queue.commit(%q) {
  }
  return
}
func.func private @itself(%c: i1) {
  scf.if %c {
    queue.commit(2) {
    }
    func.call @itself(%c) : (i1) -> ()
  }
  return
}
func.func @main(%c: i1, %m: memref<index>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
BODY
  return
}
"""
COMMIT = "queue.commit(0) {\n}\n"


class Said(FifoSummaries[str]):
    """What is done, spelled out."""

    def own(self, op: Operation, function: str) -> dict[Fifo, str]:
        trait = commits(op)
        return {} if trait is None else {self.fifo(trait.queue(op), function): "c"}

    def then(self, first: str, second: str) -> str:
        return first + second

    def either(self, parts: Sequence[str]) -> str:
        return f"({'|'.join(parts)})"

    def times(self, once: str, trips: Trips) -> str:
        return f"{once}*"

    def perhaps(self, part: str) -> str:
        return part.rstrip("?") + "?"

    def of_graph(self, region: Region) -> dict[Fifo, str]:
        return self.joined(self.of_block(block) for block in region.blocks)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (COMMIT * 2, {0: "cc"}),
        (f"scf.if %c {{\n{COMMIT}}}", {0: "(c|)"}),
        (f"scf.if %true {{\n{COMMIT}}}", {0: "c"}),
        (f"scf.for %i = %c0 to %n step %c1 {{\n{COMMIT}}}", {0: "c*"}),
        ("func.call @to(%c1) : (index) -> ()", {1: "c"}),
        ("func.call @own(%m) : (memref<index>) -> ()", {WILD: "c?"}),
        ("func.call @itself(%c) : (i1) -> ()", {2: "any"}),
    ],
    ids=[
        "in a row",
        "if",
        "a known branch",
        "loop",
        "a queue from the caller",
        "a queue of its own",
        "recursion",
    ],
)
def test_what_a_function_does(body: str, said: dict[Fifo, str]) -> None:
    module = module_of(PROGRAM.replace("BODY", body))
    assert Said(call_graph(module), "", "any").of_function["main"] == said


def test_only_functions_that_call_themselves_are_recursive() -> None:
    module = module_of(PROGRAM.replace("BODY", "func.call @itself(%c) : (i1) -> ()"))
    assert Said(call_graph(module), "", "any").recursive == {"itself"}
