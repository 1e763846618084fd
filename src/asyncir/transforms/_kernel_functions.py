"""Kernels as functions: who judges or plays a program finds each kernel that nobody launches among its functions.

A module of kernels is often a program of its own: its host is written in another language. Each of its kernels is an entry
then, `@"module::kernel"`, as `flattened` calls what is in modules. What a kernel calls comes along as a private function, and
memory of the workgroup or of a thread is an allocation at its begin. A kernel that the module launches itself is looked at
where it is launched, for there the number of its threads is said.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import cast

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import func, memref
from asyncir.dialects.gpu import is_workgroup
from asyncir.dialects.gpu_functions import GPUFuncOp, ModuleOp as KernelsOp, ReturnOp
from asyncir.dialects.gpu_launch import LaunchFuncOp
from asyncir.dialects.interfaces.completion import BLOCK_SIZE_ATTRIBUTE
from asyncir.ir import DenseArrayBase, FunctionType, ModuleOp, Operation, Region, StringAttr, UnitAttr, i32
from asyncir.ir.marks import ASSUMED_BLOCK_SIZE, OF_BLOCK
from asyncir.ir.symbols import flattened, ops_of, renamed, symbol_name
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import at

MOST_THREADS = 1024
"""In a block, as on GPUs."""
ASSUMED_THREADS = 64
"""In a block of a kernel that does not say how many there are: two warps, since threads of one may run in step."""


def without_modules(module: ModuleOp, launched: bool = False) -> ModuleOp:
    """The same program without modules in it, with each kernel that it does not launch as a public function instead.

    With `launched` those that it launches are functions, too; then it launches nothing that there is. A program that has
    neither is returned as it is; another one stays as it is.
    """
    flat = flattened(module)
    if not any(_entries_of(kernels, launched) for kernels in _kernel_modules(flat)):
        return flat
    if flat is module:
        flat = module.clone()
    for kernels in _kernel_modules(flat):
        _add_entries(flat, kernels, _entries_of(kernels, launched))
    return flat


NO_FUNCTION = "what its threads share is not in the memory space of the workgroup"
"""Why a kernel is no entry."""


def without_function(module: ModuleOp, launched: bool = False) -> Iterator[tuple[str, GPUFuncOp]]:
    """Kernels that are no entries, though nobody launches them, or `launched` ones are asked for; with their names."""
    for kernels in _kernel_modules(module):
        for kernel in _kernels(kernels) if launched else _not_launched(kernels):
            if not _has_function(kernel):
                yield f"{kernels.sym_name.data}::{symbol_name(kernel)}", kernel


def kernel_function(kernel: GPUFuncOp, name: str) -> func.FuncOp:
    """The kernel as a function of that name, which allocates the memory of its block and of its threads."""
    return _function_of(kernel, kernel.body.clone(), name)


@contextmanager
def kernels_as_functions(module: ModuleOp) -> Generator[None]:
    """Meanwhile each `gpu.func` is a function of its module, with the very same ops in it."""
    kernels: list[tuple[GPUFuncOp, Operation, str]] = []
    for kernel in [op for op in walk(module) if isinstance(op, GPUFuncOp)]:
        name, around = symbol_name(kernel), kernel.parent_op()
        assert name is not None
        assert around is not None
        assert kernel.parent is not None
        function = _function_of(kernel, kernel.detach_region(0), name)
        kernel.add_region(Region())
        kernel.parent.insert_op_before(function, kernel)
        kernel.detach()
        kernels.append((kernel, around, name))
    try:
        yield
    finally:
        for kernel, around, name in kernels:
            # It may be another one by now, of the same name.
            function = next(op for op in ops_of(around) if symbol_name(op) == name)
            assert isinstance(function, func.FuncOp)
            _give_back(function, kernel)


def _function_of(kernel: GPUFuncOp, body: Region, name: str) -> func.FuncOp:
    inputs = list(kernel.function_type.inputs.data)
    block = body.blocks[0]
    first = cast(Operation, block.first_op)
    for argument in list(block.args)[len(inputs) :]:
        kind = memref.AllocOp if is_workgroup(argument.type) else memref.AllocaOp
        made = at(kind([], [], argument.type), kernel.location)
        made.attributes[OF_BLOCK] = UnitAttr()
        block.insert_op_before(made, first)
        argument.replace_all_uses_with(made.results[0])
        block.erase_arg(argument)
    _exchange(body, ReturnOp, func.ReturnOp)
    outputs = list(kernel.function_type.outputs.data)
    function = at(func.FuncOp(name, FunctionType.from_lists(inputs, outputs), body), kernel.location)
    if kernel.arg_attrs is not None:
        function.properties["arg_attrs"] = kernel.arg_attrs
    if kernel.known_block_size is not None:
        function.attributes[BLOCK_SIZE_ATTRIBUTE] = kernel.known_block_size
    return function


def _give_back(function: func.FuncOp, kernel: GPUFuncOp) -> None:
    """Put the body of a function that was a kernel into the kernel again, and that into its place."""
    block = function.body.blocks[0]
    for made in [op for op in block.ops if OF_BLOCK in op.attributes]:
        argument = block.insert_arg(made.results[0].type, len(block.args), kernel.location)
        made.results[0].replace_all_uses_with(argument)
        made.detach()
        made.erase()
    _exchange(function.body, func.ReturnOp, ReturnOp)
    assert function.parent is not None
    function.parent.insert_op_before(kernel, function)
    kernel.detach_region(0)
    kernel.add_region(function.detach_region(0))
    function.add_region(Region())
    function.detach()


def _exchange(body: Region, old: type[Operation], new: type[Operation]) -> None:
    """Let functions end with another op."""
    for op in list(walk(body)):
        if isinstance(op, old) and op.parent is not None:
            op.parent.insert_op_before(at(new.create(operands=op.operands), op.location), op)
            op.detach()
            op.erase()


def _kernel_modules(module: ModuleOp) -> list[KernelsOp]:
    return [op for op in module.ops if isinstance(op, KernelsOp)]


def _launches(kernels: KernelsOp) -> dict[str, list[LaunchFuncOp]]:
    """The launches around the module, by the names of its kernels."""
    found: dict[str, list[LaunchFuncOp]] = {}
    around = kernels.parent_op()
    for op in () if around is None else walk(around):
        if isinstance(op, LaunchFuncOp) and op.kernel.root_reference.data == kernels.sym_name.data:
            found.setdefault("::".join(part.data for part in op.kernel.nested_references), []).append(op)
    return found


def _not_launched(kernels: KernelsOp) -> list[GPUFuncOp]:
    launches = _launches(kernels)
    return [kernel for kernel in _kernels(kernels) if symbol_name(kernel) not in launches]


def _block_size(launches: Sequence[LaunchFuncOp]) -> DenseArrayBase | None:
    """The threads of a block, where all launches say the same."""
    sizes = {tuple(constant_of(size) for size in (op.block_x, op.block_y, op.block_z)) for op in launches}
    (size,) = sizes if len(sizes) == 1 else ((None,),)
    known = [number for number in size if number is not None and 0 < number <= MOST_THREADS]
    return DenseArrayBase.from_list(i32, known) if len(known) == 3 else None


def _kernels(kernels: KernelsOp) -> list[GPUFuncOp]:
    functions = (op for op in kernels.body.blocks[0].ops if isinstance(op, GPUFuncOp))
    return [function for function in functions if function.is_kernel]


def _has_function(kernel: GPUFuncOp) -> bool:
    shared, _ = kernel.attributions
    return all(is_workgroup(memory.type) for memory in shared)


def _entries_of(kernels: KernelsOp, launched: bool) -> list[GPUFuncOp]:
    chosen = _kernels(kernels) if launched else _not_launched(kernels)
    return [kernel for kernel in chosen if _has_function(kernel)]


def _add_entries(module: ModuleOp, kernels: KernelsOp, entries: Sequence[GPUFuncOp]) -> None:
    """Put kernels that are entries, and all that they may refer to, behind their module."""
    if not entries:
        return
    own = kernels.sym_name.data
    launches = _launches(kernels)
    added: list[Operation] = []
    names: dict[tuple[str, ...], str] = {}
    for op in kernels.body.blocks[0].ops:
        name = symbol_name(op)
        is_other_kernel = isinstance(op, GPUFuncOp) and op.is_kernel and op not in entries
        if name is None or is_other_kernel:
            continue
        full = _free(module, f"{own}::{name}")
        names[(own, name)] = full
        made = kernel_function(op, full) if isinstance(op, GPUFuncOp) else op.clone()
        made.properties["sym_name"] = StringAttr(full)
        if op not in entries:
            made.properties["sym_visibility"] = StringAttr("private")
        elif BLOCK_SIZE_ATTRIBUTE not in made.attributes and (size := _block_size(launches.get(name, ()))):
            made.attributes[BLOCK_SIZE_ATTRIBUTE] = size
        elif BLOCK_SIZE_ATTRIBUTE not in made.attributes:
            made.attributes[BLOCK_SIZE_ATTRIBUTE] = DenseArrayBase.from_list(i32, [ASSUMED_THREADS, 1, 1])
            made.attributes[ASSUMED_BLOCK_SIZE] = UnitAttr()
        added.append(made)
    for inner in (inner for op in added for inner in walk(op)):
        for attributes in (inner.properties, inner.attributes):
            attributes.update({key: renamed(value, (own,), names) for key, value in attributes.items()})
    for entry in entries:
        entry.detach()
    if not _kernels(kernels):
        kernels.detach()
    module.body.block.add_ops(added)


def _free(module: ModuleOp, name: str) -> str:
    taken = {symbol_name(op) for op in module.ops}
    while name in taken:
        name += "_"
    return name
