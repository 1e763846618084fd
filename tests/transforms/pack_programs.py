"""Random packs and unpacks: shapes, tiles, orders, types that are open or not, with and without padding."""

from __future__ import annotations

import random
from typing import Any

import numpy as np


class PackProgram:
    """A function of a tensor, the tensor in tiles, two sizes of tiles and a number, that packs and unpacks."""

    def __init__(self, seed: int):
        chance = random.Random(seed)
        rank = chance.randint(1, 3)
        count = chance.randint(1, min(rank, 2))
        self.dims = chance.sample(range(rank), count)
        self.tiles = [chance.randint(1, 4) for _ in self.dims]
        self.pads = chance.random() < 0.7
        self.order = chance.sample(range(rank), rank) if chance.random() < 0.6 else list(range(rank))
        self.shape = [chance.randint(1, 6) for _ in range(rank)]
        if not self.pads:
            for dim, tile in zip(self.dims, self.tiles, strict=True):
                self.shape[dim] = tile * chance.randint(1, 3)
        self._open = [chance.random() < 0.4 for _ in range(rank)]
        self._given = [chance.random() < 0.3 for _ in self.dims]

    @property
    def tiled(self) -> list[int]:
        """The sizes of the tensor in tiles."""
        counts = list(self.shape)
        for dim, tile in zip(self.dims, self.tiles, strict=True):
            counts[dim] = -(-counts[dim] // tile)
        return [*(counts[dim] for dim in self.order), *self.tiles]

    def arguments(self) -> tuple[Any, ...]:
        """Arguments for the function."""
        plain = np.arange(np.prod(self.shape), dtype=np.float32).reshape(self.shape)
        tiles = (*self.tiles, 1)[:2]
        return plain, np.zeros(self.tiled, np.float32), *tiles, 99.0

    def text(self) -> str:
        """The program."""
        plain = "x".join(
            "?" if is_open else str(n) for n, is_open in zip(self.shape, self._open, strict=True)
        )
        tiled_open = [self._open[dim] or self._is_given(dim) for dim in self.order] + self._given
        sizes = zip(self.tiled, tiled_open, strict=True)
        whole = f"tensor<{plain}xf32>"
        tiled = f"tensor<{'x'.join('?' if is_open else str(n) for n, is_open in sizes)}xf32>"
        tiles = [f"%n{i}" if given else str(self.tiles[i]) for i, given in enumerate(self._given)]
        how = f"outer_dims_perm = {self.order} " if self.order != sorted(self.order) else ""
        how += f"inner_dims_pos = {self.dims} inner_tiles = [{', '.join(tiles)}]"
        padding = "padding_value(%x : f32) " if self.pads else ""
        return (
            f"func.func @main(%a: {whole}, %e: {tiled}, %n0: index, %n1: index, %x: f32) -> ({tiled}, {whole}) {{\n"
            f"  %p = linalg.pack %a {padding}{how} into %e : {whole} -> {tiled}\n"
            f"  %u = linalg.unpack %p {how} into %a : {tiled} -> {whole}\n"
            f"  return %p, %u : {tiled}, {whole}\n}}\n"
        )

    def _is_given(self, dim: int) -> bool:
        """Whether a dimension is cut into tiles whose size is an operand."""
        return any(given for other, given in zip(self.dims, self._given, strict=True) if other == dim)
