"""Compiles the kernels of cuda/ through nvcc. See bench/ptx/build.py.

python build_cuda.py FOLDER NVCC
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from entries import described, write_entry

HERE = Path(__file__).parent / "cuda"
PLAIN = (("in", None), ("out", None), ("n", 6))
PRODUCT = (("a", None), ("b", None), ("c", None), ("k", 96), ("stride", 4096))
COUNT = ("n", 1, 0)

# name, file, architecture, macros, arguments, trip, slots, more of the entry
JOBS = [
    *((f"ring{s}", "ring", "sm_80", (f"STAGES={s}",), PLAIN, COUNT, s, {}) for s in (2, 3, 4, 5)),
    ("ring_weak", "ring_weak", "sm_80", (), PLAIN, COUNT, 4, {"faulty": "the wait is one group too weak"}),
    ("no_barrier", "no_barrier", "sm_80", (), PLAIN, COUNT, 2, {"faulty": "no barrier behind the wait"}),
    ("pipeline_thread", "pipeline_thread", "sm_80", (), PLAIN, COUNT, 3, {}),
    ("pipeline_block", "pipeline_block", "sm_80", (), PLAIN, COUNT, 2, {}),
    ("pipeline_roles", "pipeline_roles", "sm_80", (), PLAIN, COUNT, 3, {"warp specialised": True}),
    ("primitives", "primitives", "sm_80", (), (*PLAIN, ("whole", 200)), COUNT, 2, {}),
    ("mbarrier_copies", "mbarrier_copies", "sm_90", (), PLAIN, COUNT, 4, {"warp specialised": True}),
    ("named_barriers", "named_barriers", "sm_80", (), PLAIN, COUNT, 2, {"warp specialised": True}),
    ("wmma_gemm", "wmma_gemm", "sm_80", (), PRODUCT, ("k", 16, 0), 2, {}),
    ("tiled_gemm", "tiled_gemm", "sm_80", (), PRODUCT, ("k", 16, 0), 1, {}),
    ("block_reduce", "block_reduce", "sm_80", (), (*PLAIN[:2], ("rows", 6)), ("rows", 1, 0), 1, {}),
    ("tree_reduce", "tree_reduce", "sm_80", (), PLAIN, COUNT, 1, {}),
    ("histogram", "histogram", "sm_80", (), PLAIN, COUNT, 1, {}),
    ("stencil", "stencil", "sm_80", (), (*PLAIN[:2], ("steps", 6)), ("steps", 1, 0), 2, {}),
    ("prefetch_registers", "prefetch_registers", "sm_80", (), PLAIN, COUNT, 1, {}),
    ("bulk_ring", "bulk_ring", "sm_90a", (), PLAIN, COUNT, 4, {"warp specialised": True}),
    ("cuda_barriers", "cuda_barriers", "sm_90a", (), PLAIN, COUNT, 3, {}),
    ("late_read", "late_read", "sm_90a", (), PLAIN, COUNT, 3, {"faulty": "no proxy fence behind the reads (disputed)"}),
    ("bulk_reduce", "bulk_reduce", "sm_90a", (), PLAIN, COUNT, 3, {}),
    ("wgmma_ring", "wgmma_ring", "sm_90a", (), (("a", None), ("b", None), ("c", None), ("n", 6)), COUNT, 4, {}),
    ("cluster_exchange", "cluster_exchange", "sm_90a", (), PLAIN, COUNT, 2, {}),
    ("tensor_roles", "tensor_roles", "sm_90a", (), (("map", None), *PLAIN[1:]), COUNT, 5,
     {"warp specialised": True, "maps": {"map": ((32, 32), 4)}, "dynamic_shared": 20480}),
    ("missing_proxy_fence", "missing_proxy_fence", "sm_90a", (), PLAIN, COUNT, 2,
     {"faulty": "no fence.proxy.async before the barrier"}),
]  # fmt: skip


def nvcc_version(nvcc):
    return re.search(r"V([\d.]+)", subprocess.check_output([nvcc, "--version"], text=True))[1]


def compiled(nvcc, source, arch, macros, includes=()):
    """The PTX that nvcc makes of a file."""
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "made.ptx"
        command = [
            nvcc,
            "-ptx",
            "-O3",
            "-std=c++17",
            "-lineinfo",
            "--expt-relaxed-constexpr",
            f"-arch={arch}",
        ]
        command += [f"-D{macro}" for macro in macros] + [f"-I{folder}" for folder in includes]
        done = subprocess.run([*command, str(source), "-o", str(made)], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr[:2000])
        return made.read_text()


def main():
    folder, nvcc = sys.argv[1:3]
    producer = f"nvcc {nvcc_version(nvcc)}"
    for name, source, arch, macros, arguments, trip, stages, more in JOBS:
        ptx = compiled(nvcc, HERE / f"{source}.cu", arch, macros)
        more = dict(more)
        maps = more.pop("maps", {})
        entry = re.search(r"\.entry\s+([\w$]+)", ptx)[1]
        write_entry(
            folder, f"cuda_{name}", ptx, entry=entry, producer=producer, arch=arch, source=f"cuda/{source}.cu",
            stages=stages, grid=[4, 4, 1], **{"warp specialised": False, "dynamic_shared": 0, **more},
            **described(ptx, entry, arguments, trip, maps),
        )  # fmt: skip
        print("built", name, flush=True)


if __name__ == "__main__":
    main()
