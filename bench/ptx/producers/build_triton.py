"""Compiles triton_kernels.py for GPUs that are not here. Runs in Triton's own environment; see bench/ptx/build.py.

    python build_triton.py FOLDER

Writes a .ptx, a .ttgir and an entry of the manifest (.json) for each kernel.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import triton
import triton.language as tl
import triton_kernels as kernels
from entries import described, write_entry
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

SMALL = {"BM": 64, "BN": 64, "BK": 32}
LARGE = {"BM": 128, "BN": 128, "BK": 64}
FEW = {"values": {"M": 128, "N": 128}, "grid": (2, 1, 1)}
HEAD = {"BM": 64, "BN": 32, "D": 64, "CAUSAL": False}
VALUES = {
    "sam": 4096, "sak": 4096, "sbk": 4096, "sbn": 4096, "scm": 4096, "sbe": 65536, "stride": 64, "sx": 4096, "sy": 4096,
    "M": 256, "N": 256, "R": 4, "eps": 0, "scale": 0,
}  # fmt: skip


@dataclass
class Job:
    """One kernel for one architecture. `decides` is the argument of the trip count, `step` what one trip adds to it."""

    name: str
    function: object
    arch: int
    stages: int
    constants: dict
    decides: str
    step: int
    warps: int = 4
    types: dict = field(default_factory=dict)
    boxes: dict = field(default_factory=dict)
    values: dict = field(default_factory=dict)
    default: str = "*fp16"
    grid: tuple = (4, 4, 1)


def gemm(arch, stages, tag="gemm", function=kernels.gemm, tile=None, step=None, decides="K", **more):
    tile = dict(tile or (SMALL if arch == 80 else LARGE))
    if function is kernels.gemm:
        tile.setdefault("OUT", tl.float32)
    return Job(f"{tag}_sm{arch}_s{stages}", function, arch, stages, tile, decides, step or tile["BK"], **more)


def with_maps(arch, stages, tag, function, tile, decides, step, boxes, **more):
    """A kernel that gets tensor maps from the host."""
    types = {n: f"tensordesc<fp16[{a},{b}]>" for n, (a, b) in boxes.items()}
    return Job(
        f"{tag}_sm{arch}_s{stages}",
        function,
        arch,
        stages,
        tile,
        decides,
        step,
        types=types,
        boxes=boxes,
        **more,
    )


def tma(arch, stages, tag, ws, function=kernels.gemm_tma, tile=LARGE, **more):
    bm, bn, bk = tile["BM"], tile["BN"], tile["BK"]
    boxes = {"a_desc": (bm, bk), "b_desc": (bk, bn), "c_desc": (bm, bn)}
    return with_maps(arch, stages, tag, function, {**tile, "WS": ws}, "K", bk, boxes, **more)


def tma_attention(arch, stages, tag, ws, bm=128, bn=64, d=64, **more):
    boxes = {"q_desc": (bm, d), "k_desc": (bn, d), "v_desc": (bn, d), "o_desc": (bm, d)}
    constants = {"BM": bm, "BN": bn, "D": d, "WS": ws}
    return with_maps(arch, stages, tag, kernels.attention_tma, constants, "L", bn, boxes, **more)


def attention(arch, stages, tag="attention", function=kernels.attention, step=32, **constants):
    return Job(f"{tag}_sm{arch}_s{stages}", function, arch, stages, {**HEAD, **constants}, "L", step)


def ampere():
    yield from (gemm(80, s) for s in (1, 2, 3, 4, 5))
    yield from (gemm(80, s, "gemm128", tile={"BM": 128, "BN": 128, "BK": 32}, warps=8) for s in (3, 4))
    yield gemm(80, 3, "gemm_masked", kernels.gemm_masked)
    yield gemm(80, 4, "gemm_masked", kernels.gemm_masked)
    yield gemm(80, 3, "gemm_bias", kernels.gemm_bias)
    yield gemm(80, 3, "gemm_transposed", kernels.gemm_transposed)
    yield gemm(80, 4, "gemm_splitk", kernels.gemm_splitk, types={"c_ptr": "*fp32"}, step=64, grid=(4, 4, 2))
    yield gemm(80, 3, "gemm_persistent", kernels.gemm_persistent, tile={**SMALL, "FLAT": False}, **FEW)  # fmt: skip
    yield gemm(80, 3, "gemm_persistent_flat", kernels.gemm_persistent, tile={**SMALL, "FLAT": True}, **FEW)  # fmt: skip
    yield gemm(80, 3, "gemm_moe", kernels.gemm_moe, types={"row_ptr": "*i32", "expert_ptr": "*i32"})
    yield gemm(80, 3, "gemm_block_sparse", kernels.gemm_block_sparse, types={"block_ptr": "*i32"}, step=1)
    yield gemm(80, 3, "gemm_int4", kernels.gemm_int4, types={"b_ptr": "*u8"})
    yield gemm(80, 4, "gemm_while", kernels.gemm_while)
    fp32 = {"a_ptr": "*fp32", "b_ptr": "*fp32", "c_ptr": "*fp32"}
    yield gemm(80, 3, "gemm_tf32", types=fp32)
    yield gemm(80, 3, "gemm_bf16", default="*bf16")
    integer = {"a_ptr": "*i8", "b_ptr": "*i8", "c_ptr": "*i32"}
    yield gemm(80, 3, "gemm_int8", tile={"BM": 64, "BN": 64, "BK": 64, "OUT": tl.int32}, types=integer)
    yield from (attention(80, s) for s in (2, 3, 4))
    yield attention(80, 3, "attention_causal", CAUSAL=True)
    backward = Job(
        "attention_backward_sm80_s3", kernels.attention_backward, 80, 3, {"BM": 32, "BN": 64, "D": 64}, "L", 32,
        types={"lse_ptr": "*fp32", "delta_ptr": "*fp32"},
    )  # fmt: skip
    yield backward
    yield Job(
        "attention_paged_sm80_s3", kernels.attention_paged, 80, 3, {"BM": 16, "BN": 64, "D": 64}, "L", 1,
        types={"table_ptr": "*i32"},
    )  # fmt: skip
    both = {"x_ptr": "*fp32", "y_ptr": "*fp32"}
    for stages in (1, 4):
        yield Job(
            f"softmax_sm80_s{stages}", kernels.softmax, 80, stages, {"B": 1024, "STAGES": stages}, "R", 4,
            types=both, values={"N": 1000, "stride": 1024}, grid=(4, 1, 1),
        )  # fmt: skip
    weights = {"w_ptr": "*fp32", "bias_ptr": "*fp32", "eps": "fp32"}
    yield Job("layer_norm_sm80_s3", kernels.layer_norm, 80, 3, {"B": 1024}, "N", 1024, types=weights)
    yield Job("running_sum_sm80_s3", kernels.running_sum, 80, 3, {"B": 512}, "N", 512, types=both)
    yield Job(
        "column_sums_sm80_s3",
        kernels.column_sums,
        80,
        3,
        {"BM": 32, "BN": 64},
        "R",
        32,
        types={"y_ptr": "*fp32"},
    )
    yield Job("transpose_sm80_s3", kernels.transpose, 80, 3, {"BM": 64, "BN": 64}, "R", 64)


def hopper():
    yield from (gemm(90, s) for s in (2, 3, 4, 5))
    yield gemm(90, 3, "gemm_masked", kernels.gemm_masked)
    yield gemm(90, 3, "gemm256", tile={"BM": 128, "BN": 256, "BK": 64}, warps=8)
    eight = {"a_ptr": "*fp8e4nv", "b_ptr": "*fp8e4nv"}
    yield gemm(90, 3, "gemm_fp8", tile={"BM": 128, "BN": 128, "BK": 128}, types=eight)
    yield attention(90, 3, BM=128, BN=64, step=64)
    for stages in (2, 3, 4):
        yield tma(90, stages, "gemm_tma", False)
    yield tma(90, 3, "gemm_tma_ws", True, warps=8)
    yield tma(90, 3, "gemm_tma_persistent", False, kernels.gemm_tma_persistent, warps=8, grid=(2, 1, 1))
    yield tma(90, 3, "gemm_tma_persistent_ws", True, kernels.gemm_tma_persistent, grid=(2, 1, 1))
    yield gemm(90, 3, "gemm_described", kernels.gemm_described, tile={**LARGE, "WS": False})
    yield from (
        gemm(90, s, "gemm_described_ws", kernels.gemm_described, tile={**LARGE, "WS": True})
        for s in (2, 3, 4)
    )
    yield tma_attention(90, 3, "attention_tma", False)
    yield tma_attention(90, 2, "attention_tma_ws", True, warps=8)


def blackwell():
    yield gemm(100, 3)
    for stages in (2, 3):
        yield tma(100, stages, "gemm_tma", False)
    yield tma(100, 3, "gemm_tma_ws", True)
    yield tma(100, 3, "gemm_tma_persistent", False, kernels.gemm_tma_persistent, grid=(2, 1, 1))
    yield tma(100, 3, "gemm_tma_persistent_ws", True, kernels.gemm_tma_persistent, grid=(2, 1, 1))
    yield tma_attention(100, 3, "attention_tma", False)
    yield tma_attention(100, 3, "attention_tma_ws", True)


def signature(job):
    """The type of each argument, and which are multiples of 16."""
    types, attributes = {}, {}
    for at, name in enumerate(job.function.arg_names):
        if name in job.constants:
            types[name] = "constexpr"
        elif name in job.types:
            types[name] = job.types[name]
        elif name.endswith("_ptr"):
            types[name] = job.default
        else:
            types[name] = "fp32" if name in ("scale", "eps") else "i32"
        whole = name in ("sam", "sak", "sbk", "sbn", "sbe", "scm", "stride", "sx", "sy")
        if job.step % 16 == 0:
            whole = whole or name in ("K", "M", "L", "R", job.decides)
        if types[name].startswith("*") or (types[name] == "i32" and whole):
            attributes[(at,)] = [["tt.divisibility", 16]]
    return types, attributes


def arguments_of(job, types):
    """The entry's arguments in order, with values: a tensor map brings its shape and strides along."""
    listed = []
    for name, kind in types.items():
        if kind.startswith("tensordesc"):
            listed += [(name, None), (f"{name}.shape0", 4096), (f"{name}.shape1", 4096)]
            listed += [(f"{name}.stride0", 4096), (f"{name}.stride1", 1)]
        elif kind != "constexpr":
            listed.append((name, None if kind.startswith("*") else job.values.get(name, VALUES.get(name, 1))))
    return [*listed, ("global_scratch", None), ("profile_scratch", None)]


def boxes_of(job):
    """Each tensor map's box, innermost first: Triton cuts the inner side to the 128 bytes of a swizzle."""
    return {name: ((min(columns, 64), rows), 2) for name, (rows, columns) in job.boxes.items()}


def build(job, folder):
    types, attributes = signature(job)
    constants = {(job.function.arg_names.index(n),): v for n, v in job.constants.items()}
    source = ASTSource(fn=job.function, signature=types, constexprs=constants, attrs=attributes)
    options = {"num_stages": job.stages, "num_warps": job.warps}
    made = triton.compile(source, target=GPUTarget("cuda", job.arch, 32), options=options)
    ptx = made.asm["ptx"]
    name = f"triton_{job.name}"
    (folder / f"{name}.ttgir").write_text(made.asm["ttgir"])
    entry = re.search(r"\.entry\s+(\w+)", ptx)[1]
    write_entry(
        folder, name, ptx, entry=entry, producer=f"triton {triton.__version__}", arch=f"sm_{job.arch}",
        source=f"{job.function.__name__} of triton_kernels.py", stages=job.stages, grid=list(job.grid),
        dynamic_shared=made.metadata.shared, **{"warp specialised": bool(job.constants.get("WS"))},
        **described(ptx, entry, arguments_of(job, types), (job.decides, job.step, 0), boxes_of(job)),
    )  # fmt: skip


def main():
    folder = Path(sys.argv[1])
    chosen = sys.argv[2:]
    for job in (*ampere(), *hopper(), *blackwell()):
        if chosen and not any(word in job.name for word in chosen):
            continue
        try:
            build(job, folder)
            print("built", job.name, flush=True)
        except Exception as error:  # the compiler's own; a kernel that it refuses is left out and named
            print("failed", job.name, type(error).__name__, str(error)[:300].replace("\n", " "), flush=True)


if __name__ == "__main__":
    main()
