"""magika: a network that tells types of files, with its real weights, and real files to ask it about.

Its wheel is fetched from PyPI and only unpacked: the package itself is not needed.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import onnx

WHEEL = "magika==1.0.3"
_BLOCK, _PART, _PADDING = 4096, 1024, 256


def model(folder: Path) -> onnx.ModelProto:
    """The model, for one file at a time."""
    if not list(folder.glob("magika-*.whl")):
        command = ["pip", "download", "--quiet", "--no-deps", "--dest", str(folder), WHEEL]
        subprocess.run([sys.executable, "-m", *command], check=True)
    (wheel,) = folder.glob("magika-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".onnx"))
        loaded = onnx.load_model_from_string(archive.read(name))
    for value in (*loaded.graph.input, *loaded.graph.output):
        value.type.tensor_type.shape.dim[0].dim_value = 1
    del loaded.graph.value_info[:]
    return loaded


def inputs(count: int) -> np.ndarray:
    """What the network is given of the first so many files of Python's library, of all folders in turn."""
    return np.stack([features(file.read_bytes()) for file in islice(_files(), count)])[:, np.newaxis]


def _files() -> Iterator[Path]:
    """Files by their names, the endings one after the other, so that there are few of one kind only."""
    paths = sysconfig.get_paths()
    folders = dict.fromkeys(Path(paths[key]) for key in ("stdlib", "platlib", "include", "scripts"))
    kinds: dict[str, list[Path]] = {}
    for file in sorted(file for folder in folders for file in folder.rglob("*")):
        if file.is_file() and file.stat().st_size >= 8:
            kinds.setdefault(file.suffix, []).append(file)
    while kinds:
        for kind in list(kinds):
            yield kinds[kind].pop(0)
            if not kinds[kind]:
                del kinds[kind]


def features(content: bytes) -> np.ndarray:
    """The first and the last 1024 bytes, without blanks around, padded by 256 in between."""
    begin = content[:_BLOCK].lstrip()[:_PART]
    end = content[-_BLOCK:].rstrip()[-_PART:]
    row = np.full(2 * _PART, _PADDING, np.int32)
    row[: len(begin)] = np.frombuffer(begin, np.uint8)
    row[2 * _PART - len(end) :] = np.frombuffer(end, np.uint8)
    return row
