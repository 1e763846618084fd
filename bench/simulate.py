"""How fast programs for described machines are played: entries of engines a second, and how that grows.

The program is a pipeline of tiles on `ascend-a2`: copy in, add, copy out, with a flag there and one back for each
hand-over; eleven entries for each tile. Times are those of the process, so that what else runs counts little. The last
column is the time for each entry, relative to the shortest program: 1.0 is linear.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

TILE = 16
ORDERS = ("earliest", "latest", "seed:1", "timed")

PROGRAM = """
func.func @main(%a: memref<{size}xf32>, %b: memref<{size}xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {tiles} : index
  %c16 = arith.constant 16 : index
  %u = memref.alloc() : memref<16xf32, "ub">
  %w = memref.alloc() : memref<16xf32, "ub">
  sync.signal "event"[1] from "v" to "mte2"
  sync.signal "event"[1] from "mte3" to "v"
  scf.for %i = %c0 to %n step %c1 {{
    %o = arith.muli %i, %c16 : index
    %x = memref.subview %a[%o][16][1] : memref<{size}xf32> to memref<16xf32, strided<[1], offset: ?>>
    %y = memref.subview %b[%o][16][1] : memref<{size}xf32> to memref<16xf32, strided<[1], offset: ?>>
    sync.wait "event"[1] from "v" to "mte2"
    sync.work on "mte2" {{
      memref.copy %x, %u : memref<16xf32, strided<[1], offset: ?>> to memref<16xf32, "ub">
    }}
    sync.signal "event"[0] from "mte2" to "v"
    sync.wait "event"[0] from "mte2" to "v"
    sync.wait "event"[1] from "mte3" to "v"
    sync.work on "v" {{
      scf.for %j = %c0 to %c16 step %c1 {{
        %s = memref.load %u[%j] : memref<16xf32, "ub">
        %t = arith.addf %s, %s : f32
        memref.store %t, %w[%j] : memref<16xf32, "ub">
      }}
    }}
    sync.signal "event"[1] from "v" to "mte2"
    sync.signal "event"[0] from "v" to "mte3"
    sync.wait "event"[0] from "v" to "mte3"
    sync.work on "mte3" {{
      memref.copy %w, %y : memref<16xf32, "ub"> to memref<16xf32, strided<[1], offset: ?>>
    }}
    sync.signal "event"[1] from "mte3" to "v"
  }}
  sync.wait "event"[1] from "v" to "mte2"
  sync.wait "event"[1] from "mte3" to "v"
  sync.barrier
  return
}}
"""


def player(tiles: int, *, with_data: bool) -> Player:
    """The program with so many tiles."""
    text = PROGRAM.format(tiles=tiles, size=tiles * TILE)
    return Player(parse_module(text), "main", load_machine("ascend-a2"), with_data=with_data)


def entries(tiles: int) -> int:
    """How many entries engines are given."""
    return 11 * tiles + 4


def played(one: Player, tiles: int, order: str) -> Callable[[], None]:
    """What plays it, and sees that all is well."""
    a = np.arange(tiles * TILE, dtype=np.float32)

    def play() -> None:
        b = np.zeros_like(a)
        timed = order == "timed"
        ended = one.time((a, b), with_spans=False) if timed else one.play((a, b), order)
        assert ended.ok, ended.diagnostics
        assert not one.machine.with_data or (b == 2 * a).all()

    return play


def seconds(play: Callable[[], None], times: int) -> float:
    """The least time of the process that one run takes."""
    play()
    found: list[float] = []
    for _ in range(times):
        begin = time.process_time()
        play()
        found.append(time.process_time() - begin)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=int, nargs="+", default=[4, 250, 1000, 4000])
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    print(f"{'':10} {'order':9} {'tiles':>6} {'entries':>8} {'ms':>8} {'entries/s':>10} {'growth':>7}")
    for with_data in (True, False):
        for order in ORDERS:
            first = 0.0
            for tiles in given.tiles:
                one = player(tiles, with_data=with_data)
                took = seconds(played(one, tiles, order), given.times * (50 if tiles < 50 else 1))
                each = took / entries(tiles)
                first = first or (each if tiles >= 50 else 0.0)
                growth = f"{each / first:7.2f}" if first else ""
                name = "data" if with_data else "no data"
                rate = f"{1 / each:10,.0f}"
                print(f"{name:10} {order:9} {tiles:6} {entries(tiles):8} {took * 1e3:8.1f} {rate} {growth}")


if __name__ == "__main__":
    main()
