"""Kernels in CuTe DSL: rings of copies, by cp.async and by tensor copies. Compiled by build_cute.py."""

import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync


@cute.kernel
def ring_kernel(source: cute.Tensor, result: cute.Tensor, trips: cutlass.Int32, stages: cutlass.Constexpr):
    """Each trip brings 512 numbers by cp.async; a thread adds its own and its neighbour's."""
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    allocator = cutlass.utils.SmemAllocator()
    slots = allocator.allocate_tensor(cutlass.Float32, cute.make_layout((512, stages)), 16)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout(128), cute.make_layout(4))
    mine = tiled.get_slice(thread)
    origin, target = mine.partition_S(source), mine.partition_D(slots)
    for stage in cutlass.range_constexpr(stages - 1):
        if stage < trips:
            cute.copy(tiled, origin[None, None, stage], target[None, None, stage])
        cute.arch.cp_async_commit_group()
    total = cutlass.Float32(0)
    for trip in cutlass.range(trips, unroll=1):
        cute.arch.cp_async_wait_group(stages - 2)
        cute.arch.sync_threads()
        ahead = trip + stages - 1
        if ahead < trips:
            cute.copy(tiled, origin[None, None, ahead], target[None, None, ahead % stages])
        cute.arch.cp_async_commit_group()
        for part in cutlass.range_constexpr(4):
            total += slots[(thread + part * 128 + 1) % 512, trip % stages]
    result[block * 128 + thread] = total


@cute.jit
def ring(source: cute.Pointer, result: cute.Pointer, trips: cutlass.Int32, stages: cutlass.Constexpr):
    """Launch on one block for each 128 results."""
    numbers = cute.make_tensor(source, cute.make_layout((512, trips)))
    sums = cute.make_tensor(result, cute.make_layout(512))
    ring_kernel(numbers, sums, trips, stages).launch(grid=(4, 1, 1), block=(128, 1, 1))
