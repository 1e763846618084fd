"""What the commands are asked to do: each option is declared once, as a field of the command's request.

Only click is imported here, as in the command line (`cli.py`), which makes the requests.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

if TYPE_CHECKING:
    _OfFloat, _OfInt, _OfText = click.ParamType[float], click.ParamType[int], click.ParamType[str]
else:  # older versions of click do not say of what type it is
    _OfFloat = _OfInt = _OfText = click.ParamType


class _Duration(_OfFloat):
    """A length of time; a number without a unit is seconds."""

    name = "time"
    _MOST = 366 * 24 * 3600.0
    """More than this no timer of the system takes for sure."""
    _UNITS: ClassVar[dict[str, float]] = {"": 1.0, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        match = re.fullmatch(r"([0-9]+|[0-9]*\.[0-9]+)(ms|s|m|h|)", str(value))
        if match is None:
            self.fail(f"'{value}' is no length of time such as 2s, 500ms or 1.5m", param, ctx)
        seconds = float(match[1]) * self._UNITS[match[2]]
        if seconds > self._MOST:
            self.fail(f"'{value}' is longer than a year", param, ctx)
        return seconds


def _bytes(text: str) -> int:
    """What a size such as 64M says; 0 if it is none."""
    match = re.fullmatch(r"([0-9]+)([KMGTkmgt]?)(?:iB|B)?", text)
    return 0 if match is None else int(match[1]) << 10 * " KMGT".index(match[2].upper() or " ")


class _ManyBytes(_OfInt):
    """So many bytes, a megabyte or more."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        size = _bytes(str(value))
        if not 1 << 20 <= size < 1 << 63:
            self.fail(f"'{value}' is no size of at least 1M, such as 512M or 2G", param, ctx)
        return size


class _Size(_OfText):
    """The same, as the runtime reads it."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        _ManyBytes().convert(value, param, ctx)
        return str(value)


class _Bytes(_OfInt):
    """So many bytes."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if not 1 <= _bytes(str(value)) < 1 << 63:
            self.fail(f"'{value}' is no size such as 4096, 64K or 2M", param, ctx)
        return _bytes(str(value))


def option(names: str, help: str, metavar: str | None = None, **how: Any) -> Callable[[Command], Command]:
    """An option: its names, what it does, what stands for its value if its type does not say that."""
    return click.option(*names.split(), help=help, metavar=metavar, **how)


def given(names: str, help: str, metavar: str | None = None, **how: Any) -> Any:
    """A field of a request, which an option gives."""
    default = MISSING if how.get("required") else how.get("default", False if how.get("is_flag") else None)
    return field(default=default, metadata={"option": (names, help, metavar, how)})


def flag(names: str, help: str) -> Any:
    """A field that is true where its option is given."""
    return given(names, help, is_flag=True)


def options_of(request: type[Any]) -> Callable[[Command], Command]:
    """Give a command the options of its request."""

    def decorate(command: Command) -> Command:
        for one in reversed(fields(request)):
            if "option" in one.metadata:
                names, help, metavar, how = one.metadata["option"]
                command = option(f"{one.name} {names}", help, metavar, **how)(command)
        return command

    return decorate


METHODS = ("optimal", "list")
_HOW_TO_SCHEDULE = "How to find schedules for the loops that ask for one."
_MACHINE = "The machine of --schedule: a name, or a .toml file.  [default: cpu]"
_ANSWER = "Where to put the answer; - is standard output."
_JSON = "Answer with one line of JSON."
_FOREIGN = "Read operations of dialects that asyncir does not have."
_IRDL = "Read those of the dialects that a file of IRDL defines."
_BOUNDS = "bounds: an index out of bounds is an error.  [default: without -O, and for -O0 and -O1]"
_ORDERS = "Interpret: latest, earliest, seed:N, exhaustive or order:TASKS."


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What `asyncir run` was asked to do."""

    name: str
    source: bytes
    arguments: tuple[str, ...]
    entry: str | None = given(
        "--entry -e", "The function to call. Default: main, or the only public one.", "F"
    )
    threads: int | None = given(
        "--threads -j", "How many threads run tasks.", "N", type=click.IntRange(1, 1024)
    )
    memory_limit: str | None = given(
        "--memory-limit", "What all tasks may take together: 512M, 2G ...", "SIZE", type=_Size()
    )
    opt_level: int | None = given("-O", "Optimisation: -O0 ... -O3.  [default: 2]", type=click.IntRange(0, 3))
    output: str | None = given("-o", "Keep the results in a .npy or .npz file.", "OUT")
    interpret: str | None = given("--interpret", _ORDERS, "HOW")
    callbacks: str | None = given(
        "--callbacks", "Functions of Python that the program declares and calls.", "FILE.py"
    )
    fixed: bool = flag("--deterministic-reductions", "Sums do not depend on the number of threads.")
    detect_races: bool = flag("--detect-races", "Look for races while the program runs.")
    codegen: str | None = given("-C", _BOUNDS, "WHAT", type=click.Choice(("bounds", "no-bounds")))
    no_cache: bool = flag("--no-cache", "Neither use nor keep machine code on disk.")
    timeout: float | None = given(
        "--timeout", "Cancel the call after 2s, 500ms, 1.5m ...", "TIME", type=_Duration()
    )
    timeline: str | None = given("--timeline", "Draw what each worker did, as one HTML page.", "OUT")
    trace: str | None = given("--trace", "Keep the same for Perfetto, as OUT.pftrace.", "OUT")
    stats: bool = flag("--stats", "Say afterwards what was counted: tasks, steals, idle time ...")
    runtime: str = given(
        "--runtime",
        "Serial: one task at a time.",
        type=click.Choice(["parallel", "serial"]),
        default="parallel",
    )
    seed: int | None = given(
        "--seed", "Serial: in the order of this seed (0).", "N", type=click.IntRange(0, (1 << 64) - 1)
    )
    seeds: int | None = given(
        "--seeds", "Serial: in the orders of the seeds 0 to N-1.", "N", type=click.IntRange(1)
    )
    schedule: str | None = given("--schedule", "Serial: in the order of these choices.", "C,C,...")
    exhaustive: bool = flag("--exhaustive", "Serial: in all orders.")
    orders: int | None = given("--orders", "But not more than N (100000).", "N", type=click.IntRange(1))
    dask: str | None = given("--dask", "Run the regions on this Dask cluster.", "ADDRESS|local:N")
    no_cut: bool = flag("--no-cut", "Dask: each region is a task of its own.")
    retries: int | None = given(
        "--retries", "Dask: start a task that fails again, N times (0).", "N", type=click.IntRange(0, 1000)
    )
    gather_limit: int | None = given(
        "--gather-limit", "Dask: the most that results may be: 512M, 2G (2G) ...", "SIZE", type=_ManyBytes()
    )
    as_json: bool = flag("--json", _JSON)

    @property
    def watched(self) -> bool:
        """Whether something is to be seen of the run."""
        return bool(self.timeline or self.trace or self.stats)


class Scheduling:
    """A request with the options that say how loops get schedules."""

    __slots__ = ()
    schedule: str | None
    machine: str | None

    @property
    def scheduling(self) -> str:
        """The same as options of `software-pipeline`."""
        if self.schedule is None:
            if self.machine is not None:
                raise click.UsageError("--machine goes with --schedule")
            return ""
        if self.machine is not None and '"' in self.machine:
            raise click.UsageError("--machine cannot have quotes")
        return f'schedule={self.schedule} machine="{self.machine or "cpu"}"'


class Launching:
    """A request with the options that say how kernels in PTX are launched."""

    __slots__ = ()
    entry: str | None
    block: str | None
    grid: str | None
    cluster: str | None
    param: tuple[str, ...]
    shared: int | None
    budget: int | None


_BLOCK = "PTX: threads of a block. Default: what the kernel says."
_GRID = "PTX: blocks of the grid."
_CLUSTER = "PTX: blocks of a cluster. Default: what the kernel says."
_PARAM = "PTX: a parameter's value: a number, 32*n for all of these, FILE.npy, hex bytes, box:64x64x2. May be repeated."
_SHARED = "PTX: bytes of dynamic shared memory that a launch gives."
_BUDGET = "PTX: the most instructions of one run."
_STEPS = click.IntRange(1, 1 << 40)


@dataclass(frozen=True, slots=True)
class OptRequest(Scheduling):
    """What `asyncir opt` was asked to do."""

    inputs: list[tuple[str, bytes]]
    """The files' names and what is in them."""
    passes: list[str]
    """Those that are given as options."""
    pipeline: str = given("-p --pass-pipeline", "'canonicalize,cse'", "PIPELINE", default="")
    verify_each: bool | None = given(
        "--verify-each/--no-verify-each",
        "Verify after every pass, or not at all; by default at the end.",
        default=None,
    )
    allow_foreign: bool = flag("--allow-unregistered-dialect", _FOREIGN)
    irdl_file: str | None = given("--irdl-file", _IRDL, "FILE")
    schedule: str | None = given("--schedule", _HOW_TO_SCHEDULE, type=click.Choice(METHODS))
    machine: str | None = given(
        "--machine",
        "Whose operations are read, and the machine of --schedule: a name, or a .toml file.",
        "NAME",
    )
    generic: bool = flag("--generic --mlir-print-op-generic", "Print the generic form.")
    debuginfo: bool = flag("--print-debuginfo --mlir-print-debuginfo", "Print locations.")
    split: bool = flag("--split-input-file", "Each part between lines `// -----` is a module of its own.")
    before_all: bool = flag("--mlir-print-ir-before-all", "Print the IR before each pass.")
    after_all: bool = flag("--mlir-print-ir-after-all", "Print the IR after each pass.")
    changed: bool = flag("--mlir-print-ir-after-change", "Only after a pass that changed it.")
    before: tuple[str, ...] = given("--mlir-print-ir-before", "Before this pass.", "PASS", multiple=True)
    after: tuple[str, ...] = given("--mlir-print-ir-after", "After this pass.", "PASS", multiple=True)
    diff: bool = flag("--print-ir-diff", "Print what each pass changes, as a unified diff.")
    timing: bool = flag("--mlir-timing", "Print how long parsing, each pass and printing took.")
    reproducer: str | None = given(
        "--reproducer --mlir-pass-pipeline-crash-reproducer",
        "Where to keep module and pipeline if a pass fails.",
        "OUT",
    )
    run_reproducer: bool = flag("--run-reproducer", "Run the pipeline that is stored in FILE.")
    output: str = given("-o", _ANSWER, "OUT", default="-")

    @property
    def steps(self) -> str:
        """The pipeline that is asked for."""
        first = f"software-pipeline{{{self.scheduling}}}" if self.schedule is not None else ""
        return ",".join(filter(None, [first, self.pipeline, *self.passes]))


@dataclass(frozen=True, slots=True)
class VerifyRequest:
    """What `asyncir verify-certificate` was asked to do."""

    name: str
    source: bytes
    certificate: str
    entry: str | None = given("--entry -e", "The one function to verify. Default: all that are in it.", "F")
    machine: str | None = given(
        "--machine -m", "The machine that it is for. Default: the one that it names.", "NAME"
    )
    allow_foreign: bool = flag("--allow-unregistered-dialect", _FOREIGN)
    irdl_file: str | None = given("--irdl-file", _IRDL, "FILE")
    as_json: bool = flag("--json", _JSON)


@dataclass(frozen=True, slots=True)
class MemoryRequest:
    """What `asyncir memory` was asked to do."""

    name: str
    source: bytes
    entry: str | None = given("--entry -e", "The one function to look at. Default: all.", "F")
    pipeline: str = given("-p --pass-pipeline", "Passes that come first.", "PIPELINE", default="")
    memory_limit: int | None = given(
        "--memory-limit", "What a function may allocate: 64M ...", "SIZE", type=_Bytes()
    )
    method: str | None = given(
        "--method",
        "How to find plans.  [default: optimal, if OR-Tools is there]",
        type=click.Choice(["fast", "optimal"]),
    )
    time_limit: float = given(
        "--time-limit",
        "Work for each plan that is to be proved: 2s ...  [default: 10s]",
        "TIME",
        type=_Duration(),
        default=10.0,
    )
    output: str | None = given("-o", "Write the program with a plan in it; - is standard output.", "OUT")
    as_json: bool = flag("--json", _JSON)


@dataclass(frozen=True, slots=True)
class ViewRequest(Scheduling, Launching):
    """What `asyncir view` was asked to do."""

    name: str
    source: bytes
    output: str = given("-o", "The page; - is standard output.", "OUT", required=True)
    software_pipeline: str = given(
        "--software-pipeline", "Of that pass: 'slots=fewest' ...", "OPTIONS", default=""
    )
    schedule: str | None = given("--schedule", _HOW_TO_SCHEDULE, type=click.Choice(METHODS))
    machine: str | None = given("--machine", _MACHINE, "NAME")
    trace: str | None = given(
        "--trace", "Keep the runs of its software pipelines for Perfetto, as OUT.pftrace.", "OUT"
    )
    check_limit: float = given(
        "--check-limit",
        "How long tasks are checked: 2s, 1.5m ...  [default: 60s]",
        "TIME",
        type=_Duration(),
        default=60.0,
    )
    workers: int | None = given(
        "--workers",
        "On how many workers the regions of the program are planned. Default: one for each processor.",
        "N",
        type=click.IntRange(1, 1024),
    )
    measured: str | None = given(
        "--measured",
        "Draw what a run measured beside the plan: the page that `asyncir run --timeline` wrote.",
        "PAGE",
    )
    on: str | None = given(
        "--on", "Draw the regions in streams of machines, too: their names or files, with commas.", "MACHINES"
    )
    entry: str | None = given("--entry -e", "PTX: the one kernel to draw. Default: all.", "F")
    block: str | None = given("--block", _BLOCK, "X,Y,Z")
    grid: str | None = given("--grid", _GRID, "X,Y,Z")
    cluster: str | None = given("--cluster", _CLUSTER, "X,Y,Z")
    param: tuple[str, ...] = given("--param", _PARAM, "NAME=VALUE", multiple=True)
    shared: int | None = given("--shared", _SHARED, "BYTES", type=click.IntRange(0))
    budget: int | None = given("--budget", _BUDGET, "N", type=_STEPS)

    @property
    def steps(self) -> str:
        """The options of `software-pipeline`."""
        return f"{self.software_pipeline} {self.scheduling}".strip()


EMITTED = ("mlir", "llvm", "asm", "obj", "exe", "openmp", "iree-stream", "tfrt")
"""What `compile` writes."""


@dataclass(frozen=True, slots=True)
class CompileRequest(Scheduling):
    """What `asyncir compile` was asked to do."""

    name: str
    source: bytes
    emit: str = given(
        "--emit",
        "What.",
        required=True,
        type=click.Choice(["mlir", "llvm", "asm", "obj", "exe", "openmp", "iree-stream", "tfrt"]),
    )
    target: str = given("--target", "What for: cpu, which is this machine's.", "TARGET", default="cpu")
    entry: str | None = given("--entry -e", "The function that an executable runs.", "F")
    opt_level: int = given(
        "-O", "Optimisation: -O0 ... -O3.", type=click.IntRange(0, 3), default=2, show_default=True
    )
    debug: bool = flag("-g", "Debug information: lines of FILE.")
    schedule: str | None = given("--schedule", _HOW_TO_SCHEDULE, type=click.Choice(METHODS))
    machine: str | None = given("--machine", _MACHINE, "NAME")
    sanitize: str | None = given(
        "--sanitize", "Mark LLVM's functions for clang.", type=click.Choice(["thread", "address"])
    )
    output: str = given("-o", _ANSWER, "OUT", default="-")


@dataclass(frozen=True, slots=True)
class CheckRequest(Launching):
    """What `asyncir check` was asked to do."""

    name: str
    source: bytes
    arguments: tuple[str, ...]
    entry: str | None = given("--entry -e", "The one function to check. Default: all public ones.", "F")
    certificate: str | None = given(
        "--certificate", "Keep the proof as JSON, for a verifier to check again.", "OUT"
    )
    oracle: str | None = given(
        "--oracle",
        "Ask the interpreter instead: latest, earliest, seed:N or exhaustive; with ARGs or a few small ones.",
        "HOW",
    )
    strict: bool = flag("--strict", "Exit with 1 where nothing is known, too.")
    args_alias: str = given(
        "--args-alias",
        "Whether arrays that are passed to a function may overlap.",
        type=click.Choice(["no", "yes"]),
        default="no",
        show_default=True,
    )
    diff: bool = flag(
        "--diff",
        "Print, as a diff, the fewest waits with which tasks that race are proved; with --machine, the fewest changes of "
        "synchronisation. No file is changed.",
    )
    allow_foreign: bool = flag("--allow-unregistered-dialect", _FOREIGN)
    irdl_file: str | None = given("--irdl-file", _IRDL, "FILE")
    machine: str | None = given(
        "--machine",
        "Check the `sync` dialect, or a vendor's, on this machine: a name, or a .toml file.",
        "NAME",
    )
    certify_minimal: bool = flag(
        "--certify-minimal", "With --machine: of each order that is made, show what goes wrong without it."
    )
    no_recheck: bool = flag("--no-recheck", "Believe the proof: do not hand it to the independent verifier.")
    block: str | None = given("--block", _BLOCK, "X,Y,Z")
    grid: str | None = given("--grid", _GRID, "X,Y,Z")
    cluster: str | None = given("--cluster", _CLUSTER, "X,Y,Z")
    param: tuple[str, ...] = given("--param", _PARAM, "NAME=VALUE", multiple=True)
    shared: int | None = given("--shared", _SHARED, "BYTES", type=click.IntRange(0))
    budget: int | None = given("--budget", _BUDGET, "N", type=_STEPS)
    fix: str | None = given(
        "--fix", "PTX: write the kernels with the changes that are proved right, and nothing else.", "OUT"
    )
    explain: int | None = given(
        "--explain", "PTX: say what is in flight at this line of the text.", "LINE", type=click.IntRange(1)
    )
    ttgir: str | None = given(
        "--ttgir", "PTX: name the operations of this TTGIR. Default: NAME.ttgir beside NAME.ptx.", "FILE"
    )
    sass: bool = flag(
        "--sass",
        "PTX: count the waits, barriers and fences of the machine code as well; it needs ptxas and nvdisasm.",
    )
    baseline: str | None = given(
        "--baseline", "Compare with this older file: exit with 1 where something got worse.", "OLD"
    )
    format: str = given(
        "--format",
        "How to answer.",
        type=click.Choice(["text", "json", "sarif", "github"]),
        default="text",
        show_default=True,
    )
    as_json: bool = flag("--json", _JSON)


@dataclass(frozen=True, slots=True)
class SimulateRequest:
    """What `asyncir simulate` was asked to do."""

    name: str
    source: bytes
    arguments: tuple[str, ...]
    machine: str = given("--machine -m", "A machine's name, or a .toml file.", "NAME", required=True)
    entry: str | None = given(
        "--entry -e", "The function to play. Default: main, or the only public one.", "F"
    )
    order: str = given(
        "--order",
        "What happens first: timed, earliest, latest, seed:N or exhaustive.",
        "HOW",
        default="timed",
        show_default=True,
    )
    timeline: str | None = given(
        "--timeline", "Draw what each engine did: a page, .html, or a trace for Perfetto, .json.", "OUT"
    )
    output: str | None = given("-o", "Keep the results in a .npy or .npz file.", "OUT")
    as_json: bool = flag("--json", _JSON)
