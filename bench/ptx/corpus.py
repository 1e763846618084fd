"""The producers' kernels that `bench/ptx/build.py` has built: manifest entries, and launches for the simulator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from asyncir.ptx.program import Kernel, PtxModule
from asyncir.semantics.kernels.launch import BlockLaunch, CopyBox
from asyncir.source.ptx import read_ptx

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "build" / "ptx-corpus"


@dataclass(frozen=True)
class CorpusKernel:
    """One kernel with its entry of the manifest."""

    entry: dict[str, Any]
    text: str

    @property
    def name(self) -> str:
        """Its name in the corpus."""
        return self.entry["name"]

    @property
    def stages(self) -> int:
        """Slots of its ring."""
        return self.entry["stages"]

    @cached_property
    def trip_counts(self) -> list[int]:
        """0, 1, ... 2 x stages + 3; one that its host would not launch is left out, a fixed one stands alone."""
        trip = self.entry["trip"]
        if not trip["parameter"]:
            return [-1]
        counts = range(2 * self.stages + 4)
        return [n for n in counts if "bytes" not in trip or (n < len(trip["bytes"]) and trip["bytes"][n])]

    def values(self, trips: int) -> dict[str, int | bytes]:
        """Parameters with a trip count."""
        values: dict[str, int | bytes] = {}
        for parameter in self.entry["parameters"]:
            value = parameter.get("value", 0)
            values[parameter["name"]] = bytes.fromhex(value) if isinstance(value, str) else value
        trip = self.entry["trip"]
        if trip["parameter"]:
            decided = (
                bytes.fromhex(trip["bytes"][trips]) if "bytes" in trip else trips * trip["step"] + trip["add"]
            )
            values[trip["parameter"]] = decided
        return values

    def module(self, text: str | None = None) -> tuple[PtxModule, Kernel]:
        """The module of its text, or of an edited one, and its kernel."""
        module = read_ptx(text or self.text, self.entry["file"])
        return module, next(kernel for kernel in module.kernels if kernel.name == self.entry["entry"])

    def launch(self, module: PtxModule, kernel: Kernel, trips: int) -> BlockLaunch:
        """One block with a trip count."""
        boxes = {
            name: CopyBox(tuple(b["box"]), b["element_bytes"])
            for name, b in self.entry["tensor_maps"].items()
        }
        x, y, z = self.entry["block"]
        gx, gy, gz = self.entry["grid"]
        shared = self.entry["dynamic_shared"]
        return BlockLaunch(
            module,
            kernel,
            (x, y, z),
            (gx, gy, gz),
            dynamic_shared=shared,
            values=self.values(trips),
            boxes=boxes,
        )


def corpus_kernels(folder: Path = CORPUS) -> Iterator[CorpusKernel]:
    """All kernels of the corpus, in the order of their names."""
    for entry in json.loads((folder / "manifest.json").read_text()):
        yield CorpusKernel(entry, (folder / entry["file"]).read_text())
