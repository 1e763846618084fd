# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wheels for Linux on x86-64 and AArch64 that ask for no more than glibc 2.17, and an sdist: `make wheels`.

    python runtime/wheels.py [x86_64] [aarch64] [--out dist]

The native part is compiled by zig's C++ compiler (the package `ziglang`, in an environment of its own), which has the
libraries of old systems and of other processors with it. The Python part is the same in all wheels.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "wheels"
PACKAGES = ("ziglang==0.17.1", "build==1.3.0", "wheel==0.46.1")
GLIBC = "2.17"
TARGETS = ("x86_64", "aarch64")
TOOLS = {"CMAKE_C_COMPILER": "cc", "CMAKE_CXX_COMPILER": "c++", "CMAKE_AR": "ar", "CMAKE_RANLIB": "ranlib"}
"""What CMake calls them, and zig."""


def environment() -> Path:
    """The Python of an environment with zig and the tools that make wheels."""
    folder = BUILD / "environment"
    python = folder / "bin" / "python"
    if not (folder / ".ready").exists():
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        (folder / ".ready").touch()
    return python


def toolchain(python: Path, target: str) -> Path:
    """A file for CMake: zig's compiler for the target."""
    folder = BUILD / target
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["set(CMAKE_SYSTEM_NAME Linux)", f"set(CMAKE_SYSTEM_PROCESSOR {target})"]
    for variable, command in TOOLS.items():
        script = folder / f"zig-{command}"
        flags = f" -target {target}-linux-gnu.{GLIBC}" if command in ("cc", "c++") else ""
        script.write_text(f'#!/bin/sh\nexec "{python}" -m ziglang {command}{flags} "$@"\n')
        script.chmod(0o755)
        lines.append(f'set({variable} "{script}")')
    file = folder / "toolchain.cmake"
    file.write_text("\n".join(lines) + "\n")
    return file


def wheel(python: Path, target: str, out: Path) -> Path:
    """The wheel for one processor, with the tag of the oldest system that it is for."""
    made = BUILD / target / "made"
    settings = (
        f"cmake.define.CMAKE_TOOLCHAIN_FILE={toolchain(python, target)}",
        f"build-dir={BUILD / target / 'build'}",
    )
    command = [python, "-m", "build", "--wheel", "--outdir", made, ROOT]
    for setting in settings:
        command += [f"--config-setting={setting}"]
    for old in made.glob("*.whl"):
        old.unlink()
    subprocess.run(command, check=True)
    (built,) = made.glob("*.whl")
    tag = f"manylinux_{GLIBC.replace('.', '_')}_{target}"
    subprocess.run([python, "-m", "wheel", "tags", "--remove", "--platform-tag", tag, built], check=True)
    (tagged,) = made.glob("*.whl")
    return tagged.replace(out / tagged.name)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"some of {', '.join(TARGETS)}; all if none is named"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    if unknown := set(asked.targets) - set(TARGETS):
        parser.error(f"there is no target {unknown.pop()}; there are {', '.join(TARGETS)}")
    python = environment()
    for target in asked.targets or TARGETS:
        print(wheel(python, target, asked.out), flush=True)
    subprocess.run([python, "-m", "build", "--sdist", "--outdir", asked.out, ROOT], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
