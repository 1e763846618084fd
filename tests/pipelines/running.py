"""Pipelined loops run in the interpreter, beside the loops that they were made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property

from asyncir.analyses.loop_dependences import Dependence, dependences_of
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import statements_of
from asyncir.ir import Context, IntegerAttr, ModuleOp, Operation, UnitAttr, i64
from asyncir.ir.marks import ASYNC, ORDERS, STAGES
from asyncir.semantics import Latest, Outcome, TaskSchedule, prepare
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from asyncir.transforms.software_pipeline import SoftwarePipeline
from tests.pipelines import loops as made
from tests.pipelines.loop_text import arguments, text_of

Times = Sequence[tuple[int, int]]
Seen = tuple[object, object, list[tuple[str, str]], object]
"""What is returned, what the arrays hold, and what is wrong, races included."""


def outcomes(
    module: ModuleOp,
    loop: made.Loop,
    trips: Iterable[int] = made.TRIPS,
    schedule: TaskSchedule | None = None,
    prepared: Callable[[Sequence[object], TaskSchedule], Outcome] | None = None,
) -> list[Seen]:
    """How `@main` ends for each trip count."""
    run, found = prepared or prepare(module, "main"), list[Seen]()
    for number in trips:
        values = arguments(loop, number)
        end = run(values, schedule or Latest())
        arrays = [value.tolist() for value in values if not isinstance(value, int)]
        found.append((end.results, arrays, [(d.code, d.message) for d in end.diagnostics], end.races))
    return found


def the_loop(module: ModuleOp) -> Operation:
    """The first loop with statements."""
    return next(op for op in module.walk() if statements_of(op))


class Subject:
    """A loop that gets many annotations. It is cut into statements once."""

    def __init__(self, loop: made.Loop):
        self.loop = loop
        self.text = text_of(loop, f"software_pipeline_stage = {[0] * len(loop.statements)}")
        self.formed = parse_module(self.text, "loop.mlir")
        run_pipeline(self.formed, "form-statements")
        statements = statements_of(the_loop(self.formed))
        assert len(statements) == len(loop.statements), self.text

    @cached_property
    def expected(self) -> list[Seen]:
        """How the loop ends without a schedule."""
        return outcomes(parse_module(self.text, "loop.mlir"), self.loop)

    @cached_property
    def dependences(self) -> list[Dependence]:
        """What the passes take them to be."""
        loop = the_loop(self.formed)
        return dependences_of(loop, statements_of(loop), Effects())

    def annotated(self, times: Times, asynchronous: Collection[int]) -> ModuleOp:
        """The loop's statements with these times, those of these stages asynchronous."""
        module = self.formed.clone()
        for (stage, place), statement in zip(times, statements_of(the_loop(module)), strict=True):
            statement.attributes[STAGES] = IntegerAttr(stage, i64)
            statement.attributes[ORDERS] = IntegerAttr(place, i64)
            if stage in asynchronous:
                statement.attributes[ASYNC] = UnitAttr()
        return module

    def pipelined(
        self, times: Times, asynchronous: Collection[int], passes: SoftwarePipeline | None = None
    ) -> ModuleOp:
        """The software pipeline."""
        module = self.annotated(times, asynchronous)
        (passes or SoftwarePipeline()).apply(Context(), module)
        return module

    def fault(self, module: ModuleOp, schedule: TaskSchedule | None = None) -> str:
        """What is wrong with the loop's pipeline; nothing, if all is well."""
        for trips, (got, right) in enumerate(
            zip(outcomes(module, self.loop, schedule=schedule), self.expected, strict=True)
        ):
            if got != right:
                return f"{'a race' if got[3] else 'a wrong result'} in {trips} iterations"
        return ""
