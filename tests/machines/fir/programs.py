"""The filter of EQueue's evaluation: 32 complex taps over 512 samples, on 1, 4 or 16 cores.

Four outputs are a *group*. A `mac4` adds two taps' products to each of them, so a group takes 16, which the cores share:
core `c` of `n` does those with numbers from `c * 16 / n` and hands its sums to the next. All cores are processes that do
their own works.
"""

from __future__ import annotations

TAPS = 32
OUTPUTS = 512
GROUP = 4
STEPS = TAPS // 2
"""`mac4`s a group."""
SAMPLES = OUTPUTS + TAPS
_WINDOW = 16
"""The samples that a core can hold."""
_C = "complex<f32>"


def fir(cores: int, *, streams: bool) -> str:
    """The program. With streams, samples come to each core, and sums from one to the next, one value a cycle."""
    steps = STEPS // cores
    lines = [
        f"func.func @main(%x: memref<{SAMPLES}x{_C}>, %h: memref<{TAPS}x{_C}>, "
        f"%y: memref<{OUTPUTS // GROUP}x{GROUP}x{_C}>) {{",
        *(f"  %c{n} = arith.constant {n} : index" for n in range(TAPS)),
        f"  %groups = arith.constant {OUTPUTS // GROUP} : index",
        f"  %zero = complex.constant [0.0 : f32, 0.0 : f32] : {_C}",
    ]
    for core in range(cores):
        lines += _memory(core, cores, steps, streams)
    for core in range(cores):
        if streams:
            lines += _process("stream", _samples(core, steps))
        lines += _process("core", _core(core, cores, steps, streams), _at_end(core, cores))
        if streams and core < cores - 1:
            lines += _process("stream", _sums(core))
    return "\n".join((*lines, '  sync.wait "done"[0]', "  return", "}", ""))


def _memory(core: int, cores: int, steps: int, streams: bool) -> list[str]:
    """What a core holds: sums that come in, sums that go out, samples, of which those before the first group are there."""
    lines = [f"  %in{core} = memref.alloc() : {_rows(2)}"]
    if streams and core < cores - 1:
        lines.append(f"  %out{core} = memref.alloc() : {_rows(2)}")
    if streams:
        lines.append(f"  %w{core} = memref.alloc() : memref<{_WINDOW}x{_C}>")
        lines.append(f"  %new{core} = arith.constant {2 * steps * (core + 1) - 1} : index")
        lines += samples_before(core, steps, f"memref<{SAMPLES}x{_C}>", f"memref<{_WINDOW}x{_C}>")
    return lines


def samples_before(core: int, steps: int, samples: str, window: str) -> list[str]:
    """The samples before the first group, from an array of one type into a window of another."""
    found: list[str] = []
    for n in range(2 * steps - 1):
        found += [
            f"  %first{core}_{n} = arith.constant {2 * steps * core + n} : index",
            f"  %x{core}_{n} = memref.load %x[%first{core}_{n}] : {samples}",
            f"  memref.store %x{core}_{n}, %w{core}[%c{n + shift(steps)}] : {window}",
        ]
    return found


def _rows(count: int) -> str:
    return f"memref<{count}x{GROUP}x{_C}>"


def shift(steps: int) -> int:
    """Where the first sample is in a window, so that each group of new ones begins at a multiple of four."""
    return -(2 * steps - 1) % GROUP


def _process(engine: str, body: list[str], behind: tuple[str, ...] = ()) -> list[str]:
    """A process that does something for each group."""
    return [
        f'  sync.process on "{engine}" {{',
        "    scf.for %g = %c0 to %groups step %c1 {",
        "      %slot = arith.remui %g, %c2 : index",
        "      %base = arith.muli %g, %c4 : index",
        *(f"      {line}" for line in body),
        "    }",
        *(f"    {line}" for line in behind),
        "  }",
    ]


def _at_end(core: int, cores: int) -> tuple[str, ...]:
    return ('sync.signal "done"[0]',) if core == cores - 1 else ()


def _core(core: int, cores: int, steps: int, streams: bool) -> list[str]:
    last = core == cores - 1
    lines: list[str] = []
    if core:
        lines.append(f'sync.wait "{"arrived" if streams else "ready"}"[{core - 1}]')
    else:
        lines += [f"memref.store %zero, %in0[%slot, %c{lane}] : {_rows(2)}" for lane in range(GROUP)]
    for step in range(steps):
        if streams and step == steps // 2:
            lines.append(f'sync.wait "samples"[{core}]')
        target = f"%in{core}[%slot, %l] : {_rows(2)}"
        if step == steps - 1:
            if last:
                target = f"%y[%g, %l] : {_rows(OUTPUTS // GROUP)}"
            else:
                lines.append(f'sync.wait "room"[{core}]')
                target = f"%{f'out{core}' if streams else f'in{core + 1}'}[%slot, %l] : {_rows(2)}"
        lines += _mac4(core, core * steps + step, steps, streams, target)
    if core:
        lines.append(f'sync.signal "{"space" if streams else "room"}"[{core - 1}]')
    if streams:
        lines.append(f'sync.signal "window"[{core}]')
    if not last:
        lines.append(f'sync.signal "ready"[{core}]')
    return lines


def _mac4(core: int, number: int, steps: int, streams: bool, target: str) -> list[str]:
    """Four lanes, two products each."""
    lines = [
        'sync.work on "core" {',
        "  scf.for %l = %c0 to %c4 step %c1 {",
        "    %at = arith.addi %base, %l : index",
        f"    %s0 = memref.load %in{core}[%slot, %l] : {_rows(2)}",
    ]
    for n in range(2):
        tap = 2 * number + n
        sample = f"%x[%p{n}] : memref<{SAMPLES}x{_C}>"
        offset = tap
        if streams:
            offset = tap - 2 * steps * core + shift(steps)
            sample = f"%w{core}[%q{n}] : memref<{_WINDOW}x{_C}>"
        lines += [
            f"    %p{n} = arith.addi %at, %c{offset} : index",
            f"    %q{n} = arith.remui %p{n}, %c{_WINDOW} : index",
            f"    %v{n} = memref.load {sample}",
            f"    %t{n} = memref.load %h[%c{tap}] : memref<{TAPS}x{_C}>",
            f"    %m{n} = complex.mul %v{n}, %t{n} : {_C}",
            f"    %s{n + 1} = complex.add %s{n}, %m{n} : {_C}",
        ]
    return [*lines, f"    memref.store %s2, {target}", "  }", "}"]


def _samples(core: int, steps: int) -> list[str]:
    """Four more samples come to a core."""
    new = 2 * steps - 1
    return [
        f'sync.wait "window"[{core}]',
        f"%from = arith.addi %base, %new{core} : index",
        f"%ahead = arith.addi %base, %c{new + shift(steps)} : index",
        f"%to = arith.remui %ahead, %c{_WINDOW} : index",
        *_copy(
            f"memref.subview %x[%from] [{GROUP}] [1] : memref<{SAMPLES}x{_C}> to {_VIEW}",
            f"memref.subview %w{core}[%to] [{GROUP}] [1] : memref<{_WINDOW}x{_C}> to {_VIEW}",
        ),
        f'sync.signal "samples"[{core}]',
    ]


_VIEW = f"memref<{GROUP}x{_C}, strided<[1], offset: ?>>"


def _sums(core: int) -> list[str]:
    """Four sums go from a core to the next."""
    row = f"[%slot, 0] [1, {GROUP}] [1, 1] : {_rows(2)} to {_VIEW}"
    return [
        f'sync.wait "ready"[{core}]',
        f'sync.wait "space"[{core}]',
        *_copy(f"memref.subview %out{core}{row}", f"memref.subview %in{core + 1}{row}"),
        f'sync.signal "room"[{core}]',
        f'sync.signal "arrived"[{core}]',
    ]


def _copy(source: str, target: str) -> list[str]:
    return [
        'sync.work on "stream" {',
        f"  %source = {source}",
        f"  %target = {target}",
        f"  memref.copy %source, %target : {_VIEW} to {_VIEW}",
        "}",
    ]
