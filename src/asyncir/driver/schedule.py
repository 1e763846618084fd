"""`asyncir.Schedule`: from Python, in TVM's manner: find loops and ops; pipeline, tile, fuse, pack and vectorise them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from asyncir.analyses.statements import cut
from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.diagnostics.parameters import expect, whole_number, whole_numbers, wrong
from asyncir.diagnostics.words import counted, listing
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import LOOPS, integers
from asyncir.dialects.verification import line_of, span_of
from asyncir.driver.schedule_ops import (
    ScheduledOp,
    check_in,
    full_name,
    functions_of,
    ops_of,
    the_op,
    tile_sizes,
)
from asyncir.driver.sources import text_of
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    DenseArrayBase,
    IntegerAttr,
    ModuleOp,
    Operation,
    StringAttr,
    UnitAttr,
    i64,
)
from asyncir.ir.marks import ANNOTATIONS, METHODS, ORDERS, PACK_SIZES, SCHEDULE, STAGES, VECTORIZE
from asyncir.ir.walk import enclosing, walk
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline
from asyncir.transforms._linalg_loops import on_memrefs
from asyncir.transforms._tile_fusion import fuse_into
from asyncir.transforms._tile_loops import TiledOp, tile_with_for, tile_with_forall
from asyncir.transforms._vector_loops import to_vector_loops
from asyncir.transforms._wishes import packable, wished_form
from asyncir.transforms.convert_linalg_to_vector_loops import ConvertLinalgToVectorLoops
from asyncir.transforms.linalg_fuse_elementwise_ops import LinalgFuseElementwiseOps

if TYPE_CHECKING:
    from asyncir.driver.jitted import Jitted

_NAMES = (*ANNOTATIONS, SCHEDULE)
_LOOP = "without one, fuse takes the name of a function, or nothing"
_LISTS = "such as [0, 1], one number for each statement, or for each asynchronous stage"


@dataclass(frozen=True, slots=True)
class Statement:
    """What a schedule moves as a whole: the statement that the number at its place in an annotation is for."""

    number: int
    name: str
    """Of a statement that its author wrote as a region of its own; else its number."""
    line: int | None
    """Where its last op was written."""
    ops: tuple[str, ...]
    """The names of its ops, in program order."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop of a `Schedule`, until passes are applied to it."""

    function: str
    path: tuple[int, ...]
    """The position of each loop around it and of its own, among those that are directly in the one before."""
    name: str
    """What the text calls its induction variable, without the `%`; empty where there is none."""
    line: int | None
    op: Operation = field(repr=False, compare=False)

    @property
    def words(self) -> str:
        """How messages call it."""
        own = f"`%{self.name}`" if self.name else "without a name"
        return f"the loop {own} at line {self.line}" if self.line else f"the loop {own}"


@dataclass(frozen=True, slots=True)
class Tiles:
    """What an op has become that is computed in tiles."""

    op: ScheduledOp
    """The op on a tile."""
    loops: tuple[Loop, ...]
    """The loops over the tiles, outer before inner."""


class Schedule:
    """A copy of a module, and what is to be done with its loops and its structured ops.

        sch = asyncir.Schedule(text)
        loop = sch.get_loop("main", "i")
        sch.annotate(loop, "software_pipeline_stage", [0, 1])
        sch.annotate(loop, "software_pipeline_async_stages", [0])
        sch.apply("software-pipeline")
        print(sch.text)

        tiles = sch.tile(sch.get_op("main", "matmul"), [64, 64, 0])
        sch.fuse(sch.get_op("main", "fill"), tiles.loops[0])

    `source` is MLIR text, or a module from `asyncir.parse`, which stays as it is; or a function of `asyncir.jit`, as it was
    compiled last, whose `scheduled` makes a function of the schedule. Where a method raises
    `DiagnosticError`, the schedule's module is as it was before the call.
    """

    def __init__(self, source: str | bytes | ModuleOp | Jitted, *, filename: str = "<string>"):
        if hasattr(source, "__asyncir_jit__"):
            source, filename = text_of(source, filename)
        self._module = (
            source.clone() if isinstance(source, ModuleOp) else parse_module(cast("str", source), filename)
        )
        self._loops = tuple(_loops_of(self._module))
        self._parallel: list[Loop] = []
        """Loops over parallel tiles, which are no pipelines."""

    @property
    def module(self) -> ModuleOp:
        """The module as it is now: `asyncir.compile`, `check` and `print_module` take it."""
        return self._module

    @property
    def text(self) -> str:
        """The module as MLIR text."""
        return print_module(self._module)

    def __str__(self) -> str:
        return self.text

    def get_loops(self, function: str | None = None) -> tuple[Loop, ...]:
        """All loops, of one function or of all, outer before inner, in the order of the text."""
        if function is None:
            return self._loops
        name = self._function(function)
        return tuple(loop for loop in self._loops if loop.function == name)

    def get_loop(self, function: str, *path: int | str) -> Loop:
        """The loop that the path leads to, from outside to inside; raises C111 where that is not one loop.

        A number is the position among the loops that are directly in what the path has led to. A name is that of an induction
        variable, of a loop at any depth in there. Without a path, the function has to have one outermost loop.
        """
        loops = self.get_loops(function)
        around: tuple[int, ...] = ()
        found = [loop for loop in loops if len(loop.path) == 1]
        for step in path:
            inside = [loop for loop in loops if loop.path[: len(around)] == around and loop.path != around]
            if isinstance(step, str):
                found = [loop for loop in inside if loop.name == step.removeprefix("%")]
            else:
                number = whole_number(step, "a step of the path", "it is a position, or the name of a loop")
                found = [loop for loop in inside if loop.path == (*around, number)]
            if len(found) != 1:
                raise _no_loop(function, step, found, inside)
            around = found[0].path
        if len(found) != 1:
            raise _no_loop(function, None, found, loops)
        return found[0]

    def get_statements(self, loop: Loop) -> tuple[Statement, ...]:
        """The statements of a loop, in the order in which annotations have a number for each."""
        op = self._op(loop)
        return tuple(
            Statement(n, s.name, line_of(s.anchor), tuple(each.name for each in s.ops))
            for n, s in enumerate(cut(op, Effects()).statements)
        )

    def annotate(self, loop: Loop, name: str, value: Sequence[int] | str | bool) -> None:
        """Set an annotation, in place of one that is there; raises `DiagnosticError` where it does not fit the loop.

        The names are `software_pipeline_stage`, `software_pipeline_order` and `software_pipeline_async_stages`, with lists of
        numbers (docs/pipelines.md); or `software_pipeline_schedule` instead of them, with True, "optimal" or "list"
        (docs/schedules.md). Whether the schedule as a whole keeps all dependences is for `apply` to say, and so is how many
        numbers a loop has to have that may count the parts of a pipeline inside of it.
        """
        op = self._op(loop)
        known = _known(name)
        before = op.attributes.get(known)
        op.attributes[known] = _wish(value) if known == SCHEDULE else _attribute(value)
        faults = [d for d in self._faults() if d.code != "P104" or STAGES in op.attributes]
        if faults:
            if before is None:
                del op.attributes[known]
            else:
                op.attributes[known] = before
            raise DiagnosticError(faults)

    def unannotate(self, loop: Loop, name: str) -> None:
        """Take an annotation away; raises C112 where the loop does not have it."""
        op = self._op(loop)
        known = _known(name)
        if known not in op.attributes:
            message = f"{loop.words} has no {known}"
            raise DiagnosticError(Diagnostic("C112", message, span_of(op), help="annotate it first"))
        del op.attributes[known]

    def apply(self, pipeline: str = "software-pipeline") -> tuple[Diagnostic, ...]:
        """Run passes; the remarks that they made: what was left as it is, and why.

        The loops that `get_loop` has given are no longer those of the schedule.
        """
        trial = self._module.clone()
        with collect_remarks() as remarks:
            run_pipeline(trial, pipeline)
        self._module = trial
        self._loops, self._parallel = tuple(_loops_of(trial)), []
        return tuple(remarks)

    # ---- structured ops ----

    def get_ops(self, function: str | None = None, name: str | None = None) -> tuple[ScheduledOp, ...]:
        """All structured ops, of one function or of all, of one name or of any, in the order of the text."""
        inside = None if function is None else self._function(function)
        wanted = None if name is None else full_name(expect(name, str, "the op", "a name", "such as matmul"))
        return tuple(
            op for op in ops_of(self._module) if inside in (None, op.function) and wanted in (None, op.name)
        )

    def get_op(self, function: str, name: str, number: int | None = None) -> ScheduledOp:
        """The op of that name, `matmul` or `linalg.matmul`; where there are several, `number` is a position among them.

        Raises C114 where that is not one op.
        """
        expect(name, str, "the op", "a name", "such as matmul")
        return the_op(function, name, number, self.get_ops(function))

    def tile(self, op: ScheduledOp, sizes: Sequence[int]) -> Tiles:
        """Put `scf.for` loops around an op, which then works on slices: a size for each of its loops, 0 for none.

        As `transform.structured.tile_using_for` does. Raises P191 where the op has no such tiles.
        """
        return self._tiled(op, tile_with_for(check_in(self._module, self._scheduled(op)), tile_sizes(sizes)))

    def parallelize(self, op: ScheduledOp, sizes: Sequence[int]) -> Tiles:
        """The same with one `scf.forall`, whose tiles are computed in parallel, as `tile_using_forall` does."""
        made = tile_with_forall(check_in(self._module, self._scheduled(op)), tile_sizes(sizes))
        return self._tiled(op, made)

    def fuse(
        self, producer: ScheduledOp | str | None = None, loop: Loop | None = None
    ) -> tuple[ScheduledOp, ...]:
        """Compute an op in a loop on tiles, on the slices of its result that are used there; gives the ops that do so.

        As `transform.structured.fuse_into_containing_op` does. Where nobody else uses the result, the op goes away. Raises
        P192 where it cannot be computed there. Without a loop, elementwise ops of a function, or of all, are computed in
        the ops that use them, as `linalg-fuse-elementwise-ops` does; gives all ops that there are then.
        """
        if producer is None or isinstance(producer, str):
            if loop is not None:
                raise wrong(
                    "the producer", producer, "an op that get_op has given", "it is computed in the loop"
                )
            return self._fuse_elementwise(producer)
        op = check_in(self._module, self._scheduled(producer))
        around = self._op(
            expect(loop, Loop, "the loop", "one that tile or get_loop has given", _LOOP), parallel=True
        )
        made = fuse_into(op, around)
        return tuple(each for each in self.get_ops(producer.function) if each.op in made)

    def vectorize(self, op: ScheduledOp) -> None:
        """Let loops around vectors take the place of an op on memrefs; on tensors, say that the lowering is to do so.

        Raises P193 where neighbours in the output are not computed by arithmetic on vectors.
        """
        found = check_in(self._module, self._scheduled(op))
        form = wished_form(found, ConvertLinalgToVectorLoops().vector_bits)
        if on_memrefs(found):
            to_vector_loops(found, form)
            self._refresh()
        else:
            found.attributes.pop(PACK_SIZES, None)
            found.attributes[VECTORIZE] = UnitAttr()

    def pack(self, op: ScheduledOp, *, rows: int = 0, columns: int = 0, depth: int = 0) -> None:
        """Say that the lowering is to make a packed kernel of a contraction, with so many rows, columns and steps of a tile.

        0 is what the lowering chooses. Raises P193 where the op is no contraction, or a tile fits in no registers.
        """
        sizes = [
            whole_number(size, name, "a positive number, or 0 for what is usual")
            for name, size in (("rows", rows), ("columns", columns), ("depth", depth))
        ]
        found = check_in(self._module, self._scheduled(op))
        packable(found, sizes)
        found.attributes.pop(VECTORIZE, None)
        found.attributes[PACK_SIZES] = DenseArrayBase.from_list(i64, sizes)

    def _scheduled(self, op: ScheduledOp) -> ScheduledOp:
        return expect(op, ScheduledOp, "the op", "one that get_op has given", "write get_op(function, name)")

    def _tiled(self, before: ScheduledOp, made: TiledOp) -> Tiles:
        """The handles of what an op has become."""
        self._refresh()
        known = {loop.op: loop for loop in self._loops}
        loops = [known.get(each) or Loop(before.function, (), "", line_of(each), each) for each in made.loops]
        self._parallel += [loop for loop in loops if loop.op not in known]
        (op,) = (each for each in self.get_ops(before.function) if each.op is made.op)
        return Tiles(op, tuple(loops))

    def _fuse_elementwise(self, function: str | None) -> tuple[ScheduledOp, ...]:
        name = None if function is None else self._function(function)
        for each, top in functions_of(self._module):
            if name in (None, each):
                LinalgFuseElementwiseOps().run_on(top)
        return self.get_ops(name)

    def _function(self, function: str) -> str:
        """The name of a function that there is; C111 if there is none."""
        name = expect(function, str, "the function", "a name").removeprefix("@")
        names = [op_name for op_name, _ in functions_of(self._module)]
        if name not in names:
            help = did_you_mean(name, names) or f"there are {listing([f'@{n}' for n in names], 'and')}"
            raise failure("C111", f"there is no function @{name}", help)
        return name

    def _refresh(self) -> None:
        """Look for the loops again; ops and loops that are still there keep their handles."""
        before = {loop.op: loop for loop in self._loops}
        found = tuple(_loops_of(self._module))
        self._loops = tuple(
            kept if (kept := before.get(loop.op)) is not None and kept == loop else loop for loop in found
        )

    def _op(self, loop: Loop, *, parallel: bool = False) -> Operation:
        expect(loop, Loop, "the loop", "one that get_loop has given")
        known = [*self._loops, *self._parallel] if parallel else self._loops
        if not any(loop.op is each.op for each in known):
            message = f"{loop.words} is not in this schedule"
            help = "after `apply` or in another schedule, ask get_loop again"
            raise DiagnosticError(Diagnostic("C111", message, span_of(loop.op), help=help))
        return loop.op

    def _faults(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the annotations that there are, each loop by itself."""
        try:
            run_pipeline(self._module.clone(), "form-statements")
        except DiagnosticError as error:
            open_ = {span_of(each.op) for each in self._loops if _may_count_parts(each.op)}
            return tuple(d for d in error.diagnostics if d.code != "P102" or d.span not in open_)
        return ()


def _may_count_parts(loop: Operation) -> bool:
    """Whether there are as many numbers as the loop would have if loops inside of it were annotated, which may follow."""
    statements = cut(loop, Effects()).statements
    inner = sum(s.anchor.name in LOOPS for s in statements)
    counts = {len(statements) + 2 * each for each in range(inner + 1)}
    numbers = [integers(loop.attributes[name]) for name in (STAGES, ORDERS) if name in loop.attributes]
    return all(each is not None and len(each) in counts for each in numbers)


def _known(name: str) -> str:
    expect(name, str, "the annotation", "a name", f"such as {STAGES}")
    if name not in _NAMES:
        help = did_you_mean(name, _NAMES) or f"there are {listing(_NAMES, 'and')}"
        raise failure("C112", f"there is no annotation '{name}'", help)
    return name


def _wish(value: Any) -> Attribute:
    if value is True:
        return UnitAttr()
    if not isinstance(value, str) or value not in METHODS:
        raise wrong(SCHEDULE, value, "True or a method", f"methods are {listing(METHODS, 'and')}")
    return StringAttr(value)


def _attribute(value: Any) -> Attribute:
    numbers = whole_numbers(value, "the annotation", "a number of the annotation", _LISTS)
    return ArrayAttr([IntegerAttr(number, i64) for number in numbers])


def _loops_of(module: ModuleOp) -> Iterator[Loop]:
    for function, top in functions_of(module):
        paths: dict[Operation, tuple[int, ...]] = {top: ()}
        inside: dict[Operation, int] = {}
        for op in walk(top):
            if op.name not in LOOPS:
                continue
            around = next(above for above in enclosing(op) if above in paths)
            number = inside.get(around, 0)
            inside[around] = number + 1
            paths[op] = (*paths[around], number)
            counter = op.regions[0].block.args[:1] if op.name == "scf.for" else ()
            name = (counter[0].name_hint or "") if counter else ""
            yield Loop(function, paths[op], name, line_of(op), op)


def _no_loop(
    function: str, step: int | str | None, found: Sequence[Loop], inside: Sequence[Loop]
) -> DiagnosticError:
    """C111, with the loops that there are."""
    name = "@" + function.removeprefix("@")
    what = (
        "" if step is None else f" named %{step.removeprefix('%')}" if isinstance(step, str) else f" {step}"
    )
    if step is None and not inside:
        message = f"{name} has no loop"
    elif len(found) > 1:
        message = f"{name} has {counted(len(found), 'loop')}{what or ' outside of others'}"
    else:
        message = f"{name} has no loop{what} there"
    shown = found or inside
    notes = tuple(Note(f"a loop: {_call(loop)}", span_of(loop.op)) for loop in shown)
    help = f"write {_call(shown[0])}" if shown else "loops are scf.for and scf.while"
    return DiagnosticError(Diagnostic("C111", message, help=help, notes=notes))


def _call(loop: Loop) -> str:
    """What finds the loop, whatever others are called."""
    return f"get_loop({', '.join(map(repr, (loop.function, *loop.path)))})"
