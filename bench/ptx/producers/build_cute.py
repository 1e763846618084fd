"""Compiles cute_kernels.py for GPUs that are not here. Runs in CuTe DSL's own environment; see bench/ptx/build.py.

python build_cute.py FOLDER
"""

import os
import re
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from entries import described, parameters_of, write_entry

HERE = Path(__file__).parent
JOBS = [
    (f"ring_sm{arch}_s{stages}", f"sm_{arch}{'a' if arch == 90 else ''}", stages)
    for arch in (80, 90)
    for stages in (2, 3, 4)
]
CODE = """
import cutlass, cutlass.cute as cute, cute_kernels
from cutlass.cute.runtime import make_ptr
pointer = make_ptr(cutlass.Float32, 16, cute.AddressSpace.gmem, assumed_align=16)
cute.compile(cute_kernels.ring, pointer, pointer, cutlass.Int32(6), {stages})
"""


def main():
    for name, arch, stages in JOBS:
        with tempfile.TemporaryDirectory() as scratch:
            settings = {
                "CUTE_DSL_ARCH": arch,
                "CUTE_DSL_KEEP": "ptx",
                "CUTE_DSL_DUMP_DIR": scratch,
                "PYTHONPATH": str(HERE),
            }
            command = [sys.executable, "-c", CODE.format(stages=stages)]
            done = subprocess.run(
                command, env={**os.environ, **settings}, capture_output=True, text=True, check=False
            )
            made = list(Path(scratch).glob("*.ptx"))
            if not made:
                print("failed", name, done.stderr[-300:].replace("\n", " "), flush=True)
                continue
            ptx = made[0].read_text().rstrip("\0")
        entry = re.search(r"\.entry\s+([\w$]+)", ptx)[1]
        arguments = []
        for at, (_, kind) in enumerate(parameters_of(ptx, entry)):
            # A tensor comes as a struct: a pointer, and its sizes where they are not constants.
            struct = re.fullmatch(r"b8\[(\d+)\]", kind)
            value = ((at + 1) << 32).to_bytes(int(struct[1]), "little") if struct else 6
            arguments.append(("trips" if value == 6 else f"tensor{at}", value))
        write_entry(
            sys.argv[1], f"cute_{name}", ptx, entry=entry, producer=f"CuTe DSL {version('nvidia-cutlass-dsl')}", arch=arch,
            source="cute_kernels.py", stages=stages, grid=[4, 1, 1], dynamic_shared=2048 * stages,
            **{"warp specialised": False}, **described(ptx, entry, arguments, ("trips", 1, 0)),
        )  # fmt: skip
        print("built", name, flush=True)


if __name__ == "__main__":
    main()
