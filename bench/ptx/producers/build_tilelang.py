"""Compiles tilelang_kernels.py: TileLang writes CUDA, nvcc makes PTX of it. See bench/ptx/build.py.

python build_tilelang.py FOLDER NVCC
"""

import re
import sys
import tempfile
from pathlib import Path

import tilelang
import tilelang.language as T
import tilelang_kernels as kernels
from build_cuda import compiled, nvcc_version
from entries import described, write_entry
from tvm.target import Target

PACKAGE = Path(tilelang.__file__).parent
INCLUDES = [PACKAGE / "src", PACKAGE / "3rdparty" / "cutlass" / "include"]
NO_ROLES = {"tl.disable_warp_specialized": True}
NO_TMA = {"tl.disable_tma_lower": True, "tl.disable_warp_specialized": True}


def jobs():
    """Name, kernel, architecture, stages, settings, step of a trip where it is a parameter (K, as a symbol)."""
    for stages in (2, 3, 4):
        trips = 2 * stages + 3
        yield (
            f"gemm_sm80_s{stages}",
            kernels.gemm(512, 512, 32 * trips, 64, 64, 32, stages),
            "sm_80",
            stages,
            {},
            0,
        )
    yield "gemm128_sm80_s3", kernels.gemm(512, 512, 288, 128, 128, 32, 3), "sm_80", 3, {}, 0
    yield "gemm_transposed_sm80_s3", kernels.gemm_transposed(512, 512, 288, 64, 64, 32, 3), "sm_80", 3, {}, 0
    yield "gemm_dequant_sm80_s2", kernels.gemm_dequant(512, 512, 224, 64, 64, 32, 2), "sm_80", 2, {}, 0
    yield "gemm_splitk_sm80_s3", kernels.gemm_splitk(512, 512, 576, 64, 64, 32, 3, 2), "sm_80", 3, {}, 0
    yield "attention_sm80_s2", kernels.attention(4, 448, 64, 64, 64, 2), "sm_80", 2, {}, 0
    yield "rms_norm_sm80_s2", kernels.rms_norm(64, 1024, 4, 128, 2), "sm_80", 2, {}, 0
    for stages in (2, 3, 4):
        yield (
            f"gemm_ws_sm90_s{stages}",
            kernels.gemm(512, 512, T.dynamic("K"), 128, 128, 64, stages),
            "sm_90a",
            stages,
            {},
            64,
        )
    yield "gemm_tma_sm90_s3", kernels.gemm(512, 512, 64 * 9, 128, 128, 64, 3), "sm_90a", 3, NO_ROLES, 0
    yield "gemm_cpasync_sm90_s3", kernels.gemm(512, 512, 64 * 9, 128, 128, 64, 3), "sm_90a", 3, NO_TMA, 0
    yield (
        "gemm_transposed_ws_sm90_s3",
        kernels.gemm_transposed(512, 512, T.dynamic("K"), 128, 128, 64, 3),
        "sm_90a",
        3,
        {},
        64,
    )
    yield "attention_ws_sm90_s2", kernels.attention(4, 7 * 64, 64, 64, 64, 2), "sm_90a", 2, {}, 0
    yield "attention_tma_sm90_s2", kernels.attention(4, 7 * 64, 64, 64, 64, 2), "sm_90a", 2, NO_ROLES, 0
    yield (
        "gemm_tcgen05_sm100_s3",
        kernels.gemm_tcgen05(512, 512, 64 * 9, 128, 128, 64, 3),
        "sm_100a",
        3,
        {},
        0,
    )


def boxes(host):
    """Boxes of the tensor maps that the host's code makes, innermost first: parameter to (box, bytes)."""
    found = {}
    pattern = r'call_packed\("__tvm_tensormap_create_tiled", (\w+), \d+, (\d+), ([^\n]*)\)'
    for name, written, rest in re.findall(pattern, host):
        rank = int(written)
        numbers = [re.sub(r"T\.\w+\((\d+)\)", r"\1", part.strip()) for part in rest.split(",")]
        box = [int(number) for number in numbers[-4 - 2 * rank : -4 - rank]]
        found[name] = (box, int(numbers[1 + rank]))
    return found


def arguments_of(source):
    """(name, value) of each argument of the kernel that TileLang wrote, and its block size."""
    head = re.search(r"__launch_bounds__\((\d+).*?main_kernel\((.*?)\) \{", source, re.S)
    listed = []
    for part in head[2].split(","):
        name = part.split()[-1]
        listed.append((name, None if "*" in part or "CUtensorMap" in part else 512))
    return listed, int(head[1])


def build(folder, nvcc, name, function, arch, stages, settings, step):
    target = Target({"kind": "cuda", "arch": arch})
    with target, tilelang.tvm.transform.PassContext(config=settings):
        made = tilelang.lower(function, target=target)
    source = made.kernel_source
    host = str(made.host_mod)
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / f"{name}.cu"
        file.write_text(source)
        ptx = compiled(nvcc, file, arch, (), INCLUDES)
    arguments, threads = arguments_of(source)
    (Path(folder) / f"tilelang_{name}.host.txt").write_text(host)
    found = boxes(host)
    maps = {name: found[name] for name, _ in arguments if name.endswith("_desc")}
    (Path(folder) / f"tilelang_{name}.cu").write_text(source)
    producer = f"tilelang {tilelang.__version__} through nvcc {nvcc_version(nvcc)}"
    write_entry(
        folder, f"tilelang_{name}", ptx, entry="main_kernel", producer=producer,
        arch=arch, source="tilelang_kernels.py", stages=stages, grid=[4, 4, 1], block=[threads, 1, 1],
        dynamic_shared=196608, **{"warp specialised": "_ws_" in name},
        **described(ptx, "main_kernel", arguments, ("K" if step else "", step, 0), maps),
    )  # fmt: skip


def main():
    folder, nvcc, *chosen = sys.argv[1:]
    for name, function, *more in jobs():
        if chosen and not any(word in name for word in chosen):
            continue
        try:
            build(folder, nvcc, name, function, *more)
            print("built", name, flush=True)
        except Exception as error:  # the compiler's own; a kernel that it refuses is left out and named
            print("failed", name, type(error).__name__, str(error)[-600:].replace("\n", " "), flush=True)


if __name__ == "__main__":
    main()
