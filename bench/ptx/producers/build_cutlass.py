"""Compiles kernels of CUTLASS, whose headers come with TileLang's package, through nvcc. See bench/ptx/build.py.

    python build_cutlass.py FOLDER NVCC CUTLASS_INCLUDE

The kernels take one struct. A program of each file, run on the host, prints its bytes for each trip count.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from build_cuda import compiled, nvcc_version
from entries import parameters_of, write_entry

HERE = Path(__file__).parent / "cutlass"
TRIPS = 24
JOBS = [
    *((f"sm80_s{s}", "ampere", "sm_80", (f"STAGES={s}",), s, 32) for s in (3, 4, 5)),
    ("tma_sm90", "hopper", "sm_90a", ("SCHEDULE=KernelTma", "EPILOGUE=NoSmemWarpSpecialized"), 4, 64),
    ("tma_ws_sm90", "hopper", "sm_90a", (), 4, 64),
    ("tma_ws_store_sm90", "hopper", "sm_90a", ("EPILOGUE=TmaWarpSpecialized",), 4, 64),
    ("tma_pingpong_sm90", "hopper", "sm_90a", ("SCHEDULE=KernelTmaWarpSpecializedPingpong",), 4, 64),
    ("tma_cooperative_sm90", "hopper", "sm_90a",
     ("SCHEDULE=KernelTmaWarpSpecializedCooperative", "EPILOGUE=TmaWarpSpecializedCooperative"), 4, 64),
    ("cpasync_ws_sm90", "hopper", "sm_90a", ("SCHEDULE=KernelCpAsyncWarpSpecialized",), 4, 64),
    ("tma_cluster_sm90", "hopper", "sm_90a", ("CLUSTER=2",), 4, 64),
]  # fmt: skip


def structs(nvcc, include, source, arch, macros, step):
    """What the host's program prints for 0, 1, ... trips, and the boxes of the tensor maps."""
    with tempfile.TemporaryDirectory() as scratch:
        program = Path(scratch) / "parameters"
        command = [
            nvcc,
            "-O1",
            "-cudart",
            "shared",
            "-std=c++17",
            "--expt-relaxed-constexpr",
            f"-arch={arch}",
        ]
        command += [f"-D{macro}" for macro in macros] + [f"-I{include}", str(source), "-o", str(program)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr[:600])
        library = str(Path(nvcc).resolve().parent.parent / "lib64")
        environment = {**os.environ, "LD_LIBRARY_PATH": library}
        said = [
            subprocess.run(
                [program, str(n * step)], capture_output=True, text=True, env=environment
            ).stdout.splitlines()
            for n in range(TRIPS)
        ]
    # CUTLASS makes no tensor map of an empty product: there is no such launch.
    return [lines[-1].split() if lines else [None] for lines in said], said[-1][:-1]


def main():
    folder, nvcc, include = sys.argv[1:4]
    producer = f"CUTLASS through nvcc {nvcc_version(nvcc)}"
    for name, source, arch, macros, stages, step in JOBS:
        try:
            ptx = compiled(nvcc, HERE / f"{source}.cu", arch, macros, (include,))
            values, maps = structs(nvcc, include, HERE / f"{source}.cu", arch, macros, step)
        except (RuntimeError, subprocess.CalledProcessError) as error:
            print("failed", name, str(error)[:300].replace("\n", " "), flush=True)
            continue
        if arch != "sm_80":
            values[0] = [
                None
            ]  # these refuse an empty product: by an assertion of the kernel, if not of the host
        entry = re.search(r"\.entry\s+([\w$]+)", ptx)[1]
        ((parameter, kind),) = parameters_of(ptx, entry)
        boxes = {}
        for line in maps:
            number, box = re.fullmatch(r"map (\d+) type \d+ box (.*)", line).groups()
            offset = values[-1][0].index(f"d{number}" * 128) // 2
            boxes[f"{parameter}+{offset}"] = {"box": [int(n) for n in box.split()], "element_bytes": 2}
        cluster = next((int(m.removeprefix("CLUSTER=")) for m in macros if m.startswith("CLUSTER=")), 1)
        write_entry(
            folder, f"cutlass_gemm_{name}", ptx, entry=entry, producer=producer, arch=arch, source=f"cutlass/{source}.cu",
            stages=stages, grid=[2, 2, 1], dynamic_shared=int(values[-1][1]),
            **{"warp specialised": any(word in name for word in ("ws", "ping", "coop"))},
            parameters=[{"name": parameter, "argument": "params", "type": kind, "kind": "struct", "value": values[6][0]}],
            trip={"parameter": parameter, "bytes": [value[0] for value in values]}, tensor_maps=boxes,
            block=[int(values[-1][2]) if len(values[-1]) > 2 else 128, 1, 1], cluster=[cluster, 1, 1],
        )  # fmt: skip
        print("built", name, flush=True)


if __name__ == "__main__":
    main()
