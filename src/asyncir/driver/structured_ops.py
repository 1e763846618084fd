"""Structured ops and regions in the programs that analyses look at."""

from __future__ import annotations

from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.transforms import run_pipeline
from asyncir.transforms.convert_linalg_to_loops import ConvertLinalgToLoops
from asyncir.transforms.scf_forall_to_parallel import ScfForallToParallel


def with_loops_and_tasks(module: ModuleOp) -> ModuleOp | None:
    """A copy in which loops touch, element by element, what the maps of structured ops on memory say, and regions are tasks.

    Loops whose iterations have no order are those that are followed. None if there is nothing of the kind.

    By itself such an op touches any element of each memref, and nobody follows a region.
    """
    structured = any(isinstance(op, Structured) and not op.results for op in walk(module))
    regions = any(isinstance(op, RegionOp) for op in walk(module))
    unordered = any(kind_of(op) is OpKind.PARALLEL_FORALL and not op.results for op in walk(module))
    if not structured and not regions and not unordered:
        return None
    copy = module.clone()
    if regions:
        run_pipeline(copy, "split-regions,regions-to-execute")
    if structured:
        ConvertLinalgToLoops().run_on(copy)
    if unordered:
        ScfForallToParallel().run_on(copy)
    return copy
