"""The stages from a program to the CPU's LLVM text, in order, as data: what runs, and what must be gone after it."""

from __future__ import annotations

from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, TensorType
from asyncir.ir.marks import ANNOTATIONS, CHECKS_BOUNDS, DETECTS_RACES, POLLS, SCHEDULE
from asyncir.lowering.target import Stage


def _is_masked(op: Operation) -> bool:
    """Whether the op does another one for some elements only."""
    return kind_of(op) is OpKind.MASKED


def _has_queues(op: Operation) -> bool:
    """Whether the op is one of queues, or a loop that is to become a pipeline."""
    return op.name.startswith("queue.") or not op.attributes.keys().isdisjoint((*ANNOTATIONS, SCHEDULE))


def _polls(op: Operation) -> bool:
    """Whether the op is a module whose loops look whether they are cancelled."""
    return POLLS in op.attributes


def _detects_races(op: Operation) -> bool:
    """Whether the op is a module that is to look for races while it runs."""
    return DETECTS_RACES in op.attributes


def _checks_bounds(op: Operation) -> bool:
    """Whether the op is a module in which an access out of bounds is a failure."""
    return CHECKS_BOUNDS in op.attributes


def _is_of_a_machine(op: Operation) -> bool:
    """Whether the op gives work to an engine, or waits for some."""
    return op.name.startswith("sync.")


def _is_of_tensors(op: Operation) -> bool:
    """Whether the op is one on tensors, or a structured one."""
    if op.dialect_name() in ("tensor", "linalg", "bufferization"):
        return True
    if isinstance(op, FunctionOp):
        types = (*op.function_type.inputs, *op.function_type.outputs)
        return any(isinstance(of, TensorType) for of in types)
    return any(isinstance(result.type, TensorType) for result in op.results)


STAGES: tuple[Stage, ...] = (
    Stage(
        "regions",
        "split-regions,regions-to-execute",
        frozenset({"async.region"}),
        wanted=lambda op: op.name == "async.region",
    ),
    # Before tensors become memory: what is in a mask may be an access of either.
    Stage("masks", "lower-vector-mask", frozenset(), wanted=_is_masked),
    # Before there are accesses that nobody wrote.
    Stage("bounds", "lower-affine,check-bounds", frozenset(), wanted=_checks_bounds),
    Stage(
        "tensors",
        # Loops of the affine dialect may carry tensors; what bufferizes knows those of scf.
        # Sizes are checked before there are tiles and slices that nobody wrote.
        "lift-cf-to-scf{only-tensors},lower-affine,generate-runtime-verification,linalg-decompose-aggregated-ops,convert-elementwise-to-linalg,tile-linalg,"
        "linalg-fuse-elementwise-ops,approximate-math,one-shot-bufferize,convert-bufferization-to-memref,plan-memory,outline-structured,"
        "convert-linalg-to-kernels,collapse-linalg-dimensions,convert-linalg-to-vector-loops,"
        "convert-linalg-to-loops{order=contiguous parallel-from=262144}",
        frozenset({"tensor", "linalg", "bufferization"}),
        wanted=_is_of_tensors,
    ),
    # A machine's engines are not there: what they do is done in the order in which it is given to them.
    Stage("machines", "inline-works", frozenset({"sync"}), wanted=_is_of_a_machine),
    Stage("affine", "lower-affine", frozenset({"affine"})),
    # Tasks are waited for by token.
    Stage(
        "pipelines",
        "software-pipeline{waits=tokens},queues-to-tasks",
        frozenset({"queue"}),
        tells=True,
        wanted=_has_queues,
    ),
    # Before what makes tasks of regions, so that what calls the host is a function that waits like any other.
    Stage("callbacks", "bind-callbacks,carry-context", frozenset()),
    # While launches, waits and parallel loops still are what the program has.
    Stage("races", "detect-races", frozenset(), wanted=_detects_races),
    # What is not worth a task, or is inside of one that is, stays a loop.
    Stage("parallel loops", "scf-forall-to-parallel,async-parallel-for", frozenset()),
    Stage(
        "tasks",
        "outline-execute,merge-tasks,inline-launchers,fuse-task-calls",
        frozenset({"async.execute", "async.yield"}),
    ),
    # Where tasks are functions, and branches still are ops.
    Stage(
        "scopes of the stack",
        "inline-alloca-scopes",
        frozenset({"memref.alloca_scope", "memref.alloca_scope.return"}),
        wanted=lambda op: op.name == "memref.alloca_scope",
    ),
    # While loops still are ops: what is a loop cannot be told from a graph of blocks so easily.
    Stage("loops", "outline-loops", frozenset()),
    # While loops still are ops, too.
    Stage("brief loops", "split-brief-loops", frozenset(), wanted=_polls),
    Stage("control flow", "convert-scf-to-cf", frozenset({"scf"})),
    # Behind all that looks which functions may fail: now each that waits or allocates much does.
    Stage("allocations", "check-allocations", frozenset()),
    Stage("cancellation", "check-cancellation", frozenset()),
    # On the graph of blocks, because a reference may live on along one edge and end on another.
    Stage("references", "count-references", frozenset()),
)
