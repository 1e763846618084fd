# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The synchronisation that is left in machine code: what ptxas kept of the waits, barriers and fences of PTX.

ptxas assembles the text with lines of PTX (`-lineinfo`), nvdisasm prints the code with them (`-gp`). Of the code only
three things are read: opcodes that synchronise, the line of PTX in front of each, and branches to an earlier label, which
make loops. Both tools are looked for on the path, then in the packages nvidia-cuda-nvcc, nvidia-cuda-nvdisasm and triton.
Source of the opcodes: CUDA Binary Utilities 13.0, chapter 6 (instruction sets), and what ptxas makes of each PTX form.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from asyncir.diagnostics import failure
from asyncir.driver.kernels.checked import CheckedKernel, CheckedPtx
from asyncir.driver.kernels.messages import short

KINDS: Final[tuple[tuple[str, str], ...]] = (
    ("LDGDEPBAR", "commit"),
    ("UTMACMDFLUSH", "commit"),
    ("DEPBAR", "wait"),
    ("WARPGROUP.DEPBAR", "wait"),
    ("SYNCS.PHASECHK", "phase wait"),
    ("BAR", "barrier"),
    ("WARPSYNC", "barrier"),
    ("UCGABAR_WAIT", "barrier"),
    ("WARPGROUP.ARRIVE", "fence"),
    ("MEMBAR", "fence"),
    ("FENCE", "fence"),
    ("SYNCS.ARRIVE", "arrive"),
    ("SYNCS.EXCH", "mbarrier"),
    ("SYNCS.CCTL", "mbarrier"),
    ("ARRIVES", "arrive"),
    ("UTCBAR", "arrive"),
    ("UCGABAR_ARV", "arrive"),
)
"""What opcodes that begin so do."""

SECONDS: Final = 300
"""How long each tool may take."""

_SECTION = re.compile(r"^\.text\.([\w$.]+):")
_LABEL = re.compile(r"^(\.L[\w$.]*):")
_LINE = re.compile(r'^\s*//## File "[^"]*", line (\d+)')
_CODE = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+(?:\{\s*)?(?:@!?U?P\w+\s+)?([A-Z][\w.]*)([^;]*)")
_TO = re.compile(r"`\((\.L[\w$.]*)\)")


@dataclass(frozen=True, slots=True)
class SassInstruction:
    """One instruction that synchronises. `line` is that of the PTX behind it (0: not said), `loop` the label at the head of
    the innermost loop around it ("": none).
    """

    address: int
    text: str
    kind: str
    line: int
    loop: str

    @property
    def name(self) -> str:
        """Its opcode without modifiers: `BAR`; of the families that do several things the first two parts."""
        parts = self.text.split()[0].split(".")
        return ".".join(parts[: 2 if parts[0] in ("SYNCS", "WARPGROUP") else 1])


@dataclass(frozen=True, slots=True)
class SassKernel:
    """The instructions of one kernel that synchronise, in order, and how many instructions it has in all."""

    name: str
    instructions: tuple[SassInstruction, ...]
    total: int

    def counts(self, in_loop: bool) -> dict[str, int]:
        """How many there are of each opcode in loops, or outside of them."""
        return dict(sorted(Counter(i.name for i in self.instructions if bool(i.loop) == in_loop).items()))

    def copies(self, loop: str) -> int:
        """How many trips of the PTX one trip of a loop does: how often one line of PTX is in it."""
        found = Counter((i.line, i.name) for i in self.instructions if i.loop == loop and i.line)
        return max(found.values(), default=1)

    def steps(self) -> dict[str, dict[str, float]]:
        """For each loop, how many there are of each opcode for one trip of the PTX's loop."""
        loops = dict.fromkeys(i.loop for i in self.instructions if i.loop)
        found: dict[str, dict[str, float]] = {}
        for loop in loops:
            counts = Counter(i.name for i in self.instructions if i.loop == loop)
            many = self.copies(loop)
            found[loop] = {name: n / many for name, n in sorted(counts.items())}
        return found

    def of_line(self, line: int) -> list[SassInstruction]:
        """What is left of a line of PTX."""
        return [i for i in self.instructions if i.line == line]


def tool(name: str) -> str | None:
    """The path of ptxas or nvdisasm; None where it is not installed."""
    found = shutil.which(name)
    if found is not None:
        return found
    for package, pattern in (("nvidia", f"*/bin/{name}"), ("triton", f"backends/nvidia/bin/{name}")):
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            for file in sorted(Path(folder).glob(pattern)):
                return str(file)
    return None


def sass_of(text: str, target: str) -> dict[str, SassKernel]:
    """The kernels of a text of PTX as machine code, by name.

    Raises `DiagnosticError`: T200 where ptxas or nvdisasm is not installed, T201 where one of them refuses the text.
    """
    tools: dict[str, str] = {}
    for name, package in (("ptxas", "nvidia-cuda-nvcc"), ("nvdisasm", "nvidia-cuda-nvdisasm")):
        path = tool(name)
        if path is None:
            message = f"{name} is not installed, and --sass needs it"
            raise failure("T200", message, f"pip install {package}, or put {name} on the path")
        tools[name] = path
    with tempfile.TemporaryDirectory(prefix="asyncir-") as folder:
        source, cubin = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(text, encoding="utf-8")
        _run("ptxas", [tools["ptxas"], "-lineinfo", f"-arch={target}", "-o", str(cubin), str(source)])
        listing = _run("nvdisasm", [tools["nvdisasm"], "-gp", str(cubin)])
    return {kernel.name: kernel for kernel in kernels_of(listing)}


def _run(name: str, command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise failure("T201", f"{name} did not run: {error}", "run it by hand") from None
    if done.returncode != 0:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        said = re.sub(r"/\S*/(kernel\.\w+)", r"\1", lines[0]) if lines else f"it ended with {done.returncode}"
        raise failure("T201", f"{name} refuses the text: {said}", "mend what it names, or leave --sass out")
    return done.stdout


def kernels_of(listing: str) -> Iterator[SassKernel]:
    """The kernels of a listing of nvdisasm."""
    name = ""
    lines: list[str] = []
    for line in listing.splitlines():
        if section := _SECTION.match(line):
            if name:
                yield _kernel(name, lines)
            name, lines = section[1], []
        elif line.startswith("//---------------------"):
            if name:
                yield _kernel(name, lines)
            name = ""
        elif name:
            lines.append(line)
    if name:
        yield _kernel(name, lines)


def _kernel(name: str, lines: Iterable[str]) -> SassKernel:
    """One section of code."""
    labels: dict[str, int] = {}
    waiting: list[str] = []
    found: list[tuple[int, str, int]] = []
    jumps: list[tuple[int, str]] = []
    line, total = 0, 0
    for text in lines:
        if label := _LABEL.match(text):
            waiting.append(label[1])
        elif at := _LINE.match(text):
            line = int(at[1])
        elif code := _CODE.match(text):
            address = int(code[1], 16)
            labels.update(dict.fromkeys(waiting, address))
            waiting.clear()
            total += code[2] != "NOP"
            if code[2].startswith(("BRA", "BRX", "JMP")) and (to := _TO.search(code[3])):
                jumps.append((address, to[1]))
            if kind_of(code[2]):
                found.append((address, " ".join((code[2] + code[3]).split()), line))
    loops = [(labels[to], at, to) for at, to in jumps if to in labels and labels[to] <= at]
    return SassKernel(
        name,
        tuple(
            SassInstruction(address, text, kind_of(text.split()[0]), at, _innermost(address, loops))
            for address, text, at in found
        ),
        total,
    )


def _innermost(address: int, loops: Iterable[tuple[int, int, str]]) -> str:
    """The label of the shortest loop around an address."""
    around = [(last - first, label) for first, last, label in loops if first <= address <= last]
    return min(around, default=(0, ""))[1]


def kind_of(opcode: str) -> str:
    """What an opcode does to synchronisation; "" for nothing."""
    for start, kind in KINDS:
        if opcode == start or opcode.startswith(f"{start}."):
            return kind
    return ""


# The answer


def sass_text(path: str, checked: CheckedPtx, found: Mapping[str, SassKernel]) -> Iterator[str]:
    """Lines about each kernel: counts, then what is left of each site."""
    target = checked.module.target if checked.module is not None else ""
    for kernel in checked.kernels:
        code = found.get(kernel.name)
        if code is None:
            continue
        yield f"{path}: {short(kernel.name)}: machine code for {target}: {counts_text(code)}"
        for site in kernel.sites:
            line = _line(site.location)
            left = code.of_line(line)
            inside = sum(bool(i.loop) for i in left)
            many = Counter(i.name for i in left)
            names = ", ".join(f"{n} {name}" for name, n in many.items()) or "nothing is left of it"
            where = f" ({inside} in the loop)" if inside and inside < len(left) else ""
            yield f"  line {line}: `{site.statement[:60]}`, {site.verdict}: {names}{where}"


def counts_text(code: SassKernel) -> str:
    """`in the loop, for one trip: 2 BAR, 1 DEPBAR; outside: 1 BAR`."""
    parts: list[str] = []
    for loop, counts in code.steps().items():
        many = code.copies(loop)
        trips = f" (unrolled {many} times)" if many > 1 else ""
        parts.append(f"one trip of the loop at {loop}{trips} has {_listed(counts)}")
    parts.append(f"outside of loops are {_listed(code.counts(in_loop=False))}")
    return "; ".join(parts)


def _listed(counts: Mapping[str, float]) -> str:
    return ", ".join(f"{n:g} {name}" for name, n in counts.items()) or "none"


def _line(location: str) -> int:
    return int(location.split(":")[-2])


def sass_to_json(checked: CheckedPtx, found: Mapping[str, SassKernel]) -> list[dict[str, Any]]:
    """The same as what `json.dumps` takes, one entry a kernel."""
    return [_to_json(kernel, found[kernel.name]) for kernel in checked.kernels if kernel.name in found]


def _to_json(kernel: CheckedKernel, code: SassKernel) -> dict[str, Any]:
    return {
        "kernel": kernel.name,
        "instructions": code.total,
        "loops": [
            {"label": loop, "copies": code.copies(loop), "one trip": counts}
            for loop, counts in code.steps().items()
        ],
        "in loop": code.counts(in_loop=True),
        "outside": code.counts(in_loop=False),
        "synchronises": [
            {"address": i.address, "text": i.text, "kind": i.kind, "line": i.line, "loop": i.loop}
            for i in code.instructions
        ],
        "sites": [
            {
                "location": site.location,
                "verdict": site.verdict,
                "left": [i.address for i in code.of_line(_line(site.location))],
            }
            for site in kernel.sites
        ],
    }
