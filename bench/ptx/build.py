"""Builds the corpus of producers' PTX anew, without a GPU: build/ptx-corpus, outside of git.

    python bench/ptx/build.py [--only triton cuda tilelang cutlass cute] [--out FOLDER]

Each producer comes from PyPI into an environment of its own under build/ptx-producers and is left there. nvcc is looked for
on the path; without one, the PyPI packages of CUDA 13 are taken. Each kernel is NAME.ptx with NAME.json; manifest.json has
all entries (`entries.py` says what is in them). About three minutes on one core, most of it nvcc on CUTLASS.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import venv
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(__file__).parent / "producers"
ENVIRONMENTS = ROOT / "build" / "ptx-producers"
PACKAGES = {
    "triton": ["triton==3.9.0", "numpy"],
    "tilelang": ["tilelang==0.1.15"],
    "cute": ["nvidia-cutlass-dsl==4.8.1", "numpy"],
    "nvcc": [
        "nvidia-cuda-nvcc==13.0.*",
        "nvidia-cuda-runtime==13.0.*",
        "nvidia-cuda-cccl==13.0.*",
        "nvidia-nvvm==13.0.*",
    ],
}


def environment(name: str) -> Path:
    """The environment with a producer; made where it is not there yet."""
    folder = ENVIRONMENTS / name
    done = folder / "installed.txt"
    wanted = "\n".join(PACKAGES[name])
    if not done.exists() or done.read_text() != wanted:
        venv.create(folder, with_pip=True)
        subprocess.run([folder / "bin" / "pip", "install", "-q", *PACKAGES[name]], check=True)
        done.write_text(wanted)
    return folder


def nvcc() -> str:
    """The compiler on the path, else that of the packages."""
    found = shutil.which("nvcc")
    if found is None:
        found = next(str(path) for path in environment("nvcc").rglob("bin/nvcc"))
    return found


def cutlass_headers() -> str:
    """CUTLASS comes with TileLang."""
    return str(next(environment("tilelang").rglob("3rdparty/cutlass/include")))


def run(producer: str, out: Path) -> None:
    """One producer's script in its environment."""
    arguments: dict[str, list[str]] = {
        "triton": [], "cuda": [nvcc()], "tilelang": [nvcc()], "cutlass": [nvcc(), cutlass_headers()], "cute": [],
    }  # fmt: skip
    python = str(environment(producer) / "bin" / "python") if producer in PACKAGES else sys.executable
    caches = {
        "TRITON_CACHE_DIR": str(ENVIRONMENTS / "triton-cache"),
        "TRITON_ALWAYS_COMPILE": "1",
        "PYTHONPATH": "",
    }
    command = [python, str(SCRIPTS / f"build_{producer}.py"), str(out), *arguments[producer]]
    done = subprocess.run(command, env={**os.environ, **caches}, capture_output=True, text=True, check=False)
    failed = [line for line in done.stdout.splitlines() if line.startswith("failed")]
    built = sum(line.startswith("built") for line in done.stdout.splitlines())
    print(
        f"{producer}: {built} kernels",
        *failed,
        *(done.stderr.splitlines()[-3:] if done.returncode else []),
        sep="\n  ",
    )


def write_manifest(out: Path) -> list[dict[str, object]]:
    """All entries in one file."""
    entries = [
        json.loads(path.read_text()) for path in sorted(out.glob("*.json")) if path.name != "manifest.json"
    ]
    (out / "manifest.json").write_text(json.dumps(entries, indent=1))
    return entries


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", default=["triton", "cuda", "tilelang", "cutlass", "cute"])
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "ptx-corpus")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for producer in options.only:
        run(producer, options.out)
    entries = write_manifest(options.out)
    for (producer, arch), count in sorted(
        Counter((str(e["producer"]), str(e["arch"])) for e in entries).items()
    ):
        print(f"{count:4} {producer}, {arch}")
    print(f"{len(entries):4} kernels")


if __name__ == "__main__":
    main()
