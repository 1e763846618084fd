"""The filter of EQueue's evaluation with launches: each group of each core is one, and events say what waits for what.

The numbers are those of `programs.py`. Each core and each stream is a device of its own. Buffers between cores have two
slots, so a launch waits for what used its slot two groups before.
"""

from __future__ import annotations

from tests.machines.fir.programs import GROUP, OUTPUTS, SAMPLES, STEPS, TAPS, samples_before, shift

_WINDOW = 16
_C = "complex<f32>"
_ROWS = f"memref<2x{GROUP}x{_C}>"
_X, _H = f"memref<{SAMPLES}x{_C}>", f"memref<{TAPS}x{_C}>"
_Y, _W = f"memref<{OUTPUTS // GROUP}x{GROUP}x{_C}>", f"memref<{_WINDOW}x{_C}>"
_VIEW = f"memref<{GROUP}x{_C}, strided<[1], offset: ?>>"


def fir_of_launches(cores: int, *, streams: bool) -> str:
    """The program."""
    steps = STEPS // cores
    lines = [
        f"func.func @main(%x: {_X}, %h: {_H}, %y: {_Y}) {{",
        *(f"  %c{n} = arith.constant {n} : index" for n in range(TAPS)),
        f"  %groups = arith.constant {OUTPUTS // GROUP} : index",
        "  %start = device.start",
    ]
    for core in range(cores):
        lines += _memory(core, cores, steps, streams)
    carried = _carried(cores, streams)
    first = ", ".join(f"%{name}_1 = %start, %{name}_2 = %start" for name in carried)
    types = ", ".join(["!device.event"] * (2 * len(carried)))
    lines += [
        f"  %last:{2 * len(carried)} = scf.for %g = %c0 to %groups step %c1 iter_args({first}) -> ({types}) {{",
        "    %slot = arith.remui %g, %c2 : index",
        "    %base = arith.muli %g, %c4 : index",
    ]
    for core in range(cores):
        lines += (f"    {line}" for line in _group(core, cores, steps, streams))
    yielded = ", ".join(f"%{name}, %{name}_1" for name in carried)
    lines += [f"    scf.yield {yielded} : {types}", "  }"]
    ends = [2 * n for n in range(len(carried))]
    lines += [f"  device.await %last#{n} : !device.event" for n in ends]
    return "\n".join((*lines, "  return", "}", ""))


def _carried(cores: int, streams: bool) -> list[str]:
    """The events of a group that later groups wait for: of each core, its samples, and its sums."""
    found = [f"k{core}" for core in range(cores)]
    if streams:
        found += [f"s{core}" for core in range(cores)] + [f"t{core}" for core in range(cores - 1)]
    return found


def _memory(core: int, cores: int, steps: int, streams: bool) -> list[str]:
    """What a core has: sums that come in, sums that go out, samples; its devices."""
    lines = [f'  %core{core} = device.get "core{core}"', f"  %in{core} = memref.alloc() : {_ROWS}"]
    if streams:
        lines.append(f'  %samples{core} = device.get "samples{core}"')
        lines.append(f"  %w{core} = memref.alloc() : {_W}")
        if core < cores - 1:
            lines.append(f'  %sums{core} = device.get "sums{core}"')
            lines.append(f"  %out{core} = memref.alloc() : {_ROWS}")
        lines.append(f"  %new{core} = arith.constant {2 * steps * (core + 1) - 1} : index")
        lines += samples_before(core, steps, _X, _W)
    return lines


def _group(core: int, cores: int, steps: int, streams: bool) -> list[str]:
    """What is launched for one group of one core."""
    last, lines = core == cores - 1, list[str]()
    if streams:
        lines += _samples(core, steps)
    begin = [f"%k{core}_1", *([f"%{'t' if streams else 'k'}{core - 1}"] if core else ())]
    end = [f"%s{core}"] if streams else []
    target, type = ("%y", _Y) if last else (f"%{f'out{core}' if streams else f'in{core + 1}'}", _ROWS)
    if not last:
        end.append(f"%t{core}_2" if streams else f"%k{core + 1}_2")
    half = steps // 2 if streams else 0
    if half:
        lines += _launch(f"h{core}", core, steps, streams, range(half), begin, (f"%in{core}", _ROWS))
        begin = [f"%h{core}"]
    lines += _launch(f"k{core}", core, steps, streams, range(half, steps), [*begin, *end], (target, type))
    if streams and not last:
        lines += _sums(core)
    return lines


def _samples(core: int, steps: int) -> list[str]:
    """Four more samples come to a core."""
    new = 2 * steps - 1
    return [
        f"%from{core} = arith.addi %base, %new{core} : index",
        f"%ahead{core} = arith.addi %base, %c{new + shift(steps)} : index",
        f"%to{core} = arith.remui %ahead{core}, %c{_WINDOW} : index",
        f"%source{core} = memref.subview %x[%from{core}] [{GROUP}] [1] : {_X} to {_VIEW}",
        f"%target{core} = memref.subview %w{core}[%to{core}] [{GROUP}] [1] : {_W} to {_VIEW}",
        f"%s{core} = device.memcpy (%s{core}_1, %k{core}_2, %source{core}, %target{core}, %samples{core})"
        f" : {_VIEW}, {_VIEW}",
    ]


def _sums(core: int) -> list[str]:
    """Four sums go from a core to the next."""
    row = f"[%slot, 0] [1, {GROUP}] [1, 1] : {_ROWS} to {_VIEW}"
    return [
        f"%give{core} = memref.subview %out{core}{row}",
        f"%take{core} = memref.subview %in{core + 1}{row}",
        f"%t{core} = device.memcpy (%k{core}, %t{core}_1, %k{core + 1}_2, %give{core}, %take{core}, %sums{core})"
        f" : {_VIEW}, {_VIEW}",
    ]


def _launch(
    name: str, core: int, steps: int, streams: bool, numbers: range, waits: list[str], target: tuple[str, str]
) -> list[str]:
    """Some `mac4`s; the last of them puts the sums where they are to go."""
    sample, source = (f"%w{core}", _W) if streams else ("%x", _X)
    out, type = target
    row = "%slot" if out != "%y" else "%g"
    handed = {"in": (f"%in{core}", _ROWS), "v": (sample, source), "h": ("%h", _H), "o": target}
    captured = [f"%{inner} = {value} : {of}" for inner, (value, of) in handed.items()]
    captured += ["%slot = %slot : index", f"%row = {row} : index", "%base = %base : index"]
    lines = [f"%{name} = device.launch ({', '.join(captured)}) in ({', '.join([*waits, f'%core{core}'])}) {{"]
    lines += [f"  %c{n} = arith.constant {n} : index" for n in range(TAPS)]
    if not core and not numbers.start:
        lines.append(f"  %zero = complex.constant [0.0 : f32, 0.0 : f32] : {_C}")
        lines += [f"  memref.store %zero, %in[%slot, %c{lane}] : {_ROWS}" for lane in range(GROUP)]
    for number in numbers:
        is_last = number == numbers[-1] and out != f"%in{core}"
        to = f"%o[%row, %l] : {type}" if is_last else f"%in[%slot, %l] : {_ROWS}"
        lines += (f"  {line}" for line in _mac4(core, core * steps + number, steps, streams, source, to))
    return [*lines, "}"]


def _mac4(core: int, number: int, steps: int, streams: bool, source: str, target: str) -> list[str]:
    """Four lanes, two products each."""
    lines = [
        "scf.for %l = %c0 to %c4 step %c1 {",
        "  %at = arith.addi %base, %l : index",
        f"  %s0 = memref.load %in[%slot, %l] : {_ROWS}",
    ]
    for n in range(2):
        tap = 2 * number + n
        offset = tap - 2 * steps * core + shift(steps) if streams else tap
        place = f"%q{n}" if streams else f"%p{n}"
        lines += [
            f"  %p{n} = arith.addi %at, %c{offset} : index",
            f"  %q{n} = arith.remui %p{n}, %c{_WINDOW} : index",
            f"  %v{n} = memref.load %v[{place}] : {source}",
            f"  %t{n} = memref.load %h[%c{tap}] : {_H}",
            f"  %m{n} = complex.mul %v{n}, %t{n} : {_C}",
            f"  %s{n + 1} = complex.add %s{n}, %m{n} : {_C}",
        ]
    return [*lines, f"  memref.store %s2, {target}", "}"]
