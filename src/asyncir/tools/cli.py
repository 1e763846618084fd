"""The command line: `asyncir run|opt|compile|check|view|verify-certificate|explain`.

Only click is imported here. `--help` and `explain` must not wait for xDSL, LLVM or NumPy, so each command
imports what it needs when it runs.
"""

from __future__ import annotations

import gc
import json
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import Any, ClassVar, NoReturn

import click

from asyncir import __version__
from asyncir.tools import shell

_NEGATIVE = re.compile(r"-(\d|\.\d|inf|nan)")
_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _ArgumentsCommand(click.Command):
    """A command whose arguments may be negative numbers, which are no options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, ["\0" + a if _NEGATIVE.match(a) else a for a in args])
        ctx.params["arguments"] = tuple(a.removeprefix("\0") for a in ctx.params["arguments"])
        return rest


class _PipelineCommand(click.Command):
    """A command that takes passes as options too, in their order: `--canonicalize --inline`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {option for p in self.get_params(ctx) for option in (*p.opts, *p.secondary_opts)}
        passes: list[str] = []
        rest: list[str] = []
        for arg in args:
            name, _, options = arg.removeprefix("--").partition("=")
            if arg.startswith("--") and name and f"--{name}" not in known and _is_pass(name):
                passes.append(f"{name}{{{options}}}" if options else name)
            else:
                rest.append(arg)
        ctx.meta["passes"] = passes
        try:
            return super().parse_args(ctx, rest)
        except click.NoSuchOption as error:
            near = get_close_matches(error.option_name.lstrip("-"), _pass_names())
            known = [*(error.possibilities or ()), *(f"--{name}" for name in near)]
            raise click.NoSuchOption(error.option_name, possibilities=known, ctx=ctx) from None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Passes"):
            indent = " " * formatter.current_indent
            names = fill(  # click would break names at their hyphens
                ", ".join(_pass_names()),
                formatter.width,
                initial_indent=indent,
                subsequent_indent=indent,
                break_on_hyphens=False,
            )
            formatter.write(names + "\n")


class _Duration(click.ParamType[float]):
    """A length of time; a number without a unit is seconds."""

    name = "time"
    _UNITS: ClassVar[dict[str, float]] = {"": 1.0, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        match = re.fullmatch(r"(\d+|\d*\.\d+)(ms|s|m|h|)", str(value))
        if match is None:
            self.fail(f"'{value}' is no length of time such as 2s, 500ms or 1.5m", param, ctx)
        return float(match[1]) * self._UNITS[match[2]]


class _Size(click.ParamType[str]):
    """So many bytes, as the runtime reads them."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        match = re.fullmatch(r"(\d+)([KMGTkmgt]?)(?:iB|B)?", str(value))
        size = 0 if match is None else int(match[1]) << 10 * " KMGT".index(match[2].upper() or " ")
        if not 1 << 20 <= size < 1 << 63:
            self.fail(f"'{value}' is no size of at least 1M, such as 512M or 2G", param, ctx)
        return str(value)


def _pass_names() -> list[str]:
    """The names of all passes, without an import of one: each is a file."""
    package = find_spec("asyncir.transforms")
    folders = package.submodule_search_locations if package is not None else None
    files = [file for folder in folders or () for file in Path(folder).glob("[!_]*.py")]
    return sorted(file.stem.replace("_", "-") for file in files)


def _is_pass(name: str) -> bool:
    return name in _pass_names()


_opt_level = click.option(
    "-O",
    "opt_level",
    type=click.IntRange(0, 3),
    default=2,
    show_default=True,
    help="Optimisation: -O0 ... -O3.",
)
_json = click.option("--json", "as_json", is_flag=True, help="Answer with one line of JSON.")
_schedule = click.option(
    "--schedule",
    type=click.Choice(["optimal", "list"]),
    help="How to find schedules for the loops that ask for one.",
)
_machine = click.option(
    "--machine", metavar="NAME", help="The machine of --schedule: a name, or a .toml file.  [default: cpu]"
)
_output = click.option(
    "-o", "output", metavar="OUT", default="-", help="Where to put the answer; - is standard output."
)


@click.group(context_settings=_SETTINGS)
@click.version_option(__version__, prog_name="asyncir")
def cli() -> None:
    """Compile, run and transform asynchronous programs in MLIR's text.

    FILE may be - for standard input. Exit codes: 0 fine, 1 the program is wrong, 2 the call is wrong.
    """


@cli.command(cls=_ArgumentsCommand)
@click.argument("file")
@click.argument("arguments", metavar="[ARG]...", nargs=-1)
@click.option(
    "--entry", "-e", metavar="F", help="The function to call. Default: main, or the only public one."
)
@click.option(
    "--threads", "-j", type=click.IntRange(1, 1024), metavar="N", help="How many threads run tasks."
)
@click.option(
    "--memory-limit", type=_Size(), metavar="SIZE", help="What all tasks may take together: 512M, 2G ..."
)
@click.option("-O", "opt_level", type=click.IntRange(0, 3), help="Optimisation: -O0 ... -O3.  [default: 2]")
@click.option("-o", "output", metavar="OUT", help="Keep the results in a .npy or .npz file.")
@click.option("--interpret", metavar="HOW", help="Interpret: latest, earliest, seed:N or exhaustive.")
@click.option(
    "--callbacks", metavar="FILE.py", help="Functions of Python that the program declares and calls."
)
@click.option(
    "--deterministic-reductions", "fixed", is_flag=True, help="Sums do not depend on the number of threads."
)
@click.option("--no-cache", is_flag=True, help="Neither use nor keep machine code on disk.")
@click.option("--timeout", type=_Duration(), metavar="TIME", help="Cancel the call after 2s, 500ms, 1.5m ...")
@click.option("--timeline", metavar="OUT", help="Draw what each worker did, as one HTML page.")
@click.option("--trace", metavar="OUT", help="Keep the same for Perfetto, as OUT.pftrace.")
@click.option("--stats", is_flag=True, help="Say afterwards what was counted: tasks, steals, idle time ...")
@click.option(
    "--runtime",
    type=click.Choice(["parallel", "serial"]),
    default="parallel",
    help="Serial: one task at a time.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, (1 << 64) - 1),
    metavar="N",
    help="Serial: in the order of this seed (0).",
)
@click.option(
    "--seeds", type=click.IntRange(1), metavar="N", help="Serial: in the orders of the seeds 0 to N-1."
)
@click.option("--schedule", metavar="C,C,...", help="Serial: in the order of these choices.")
@click.option("--exhaustive", is_flag=True, help="Serial: in all orders.")
@click.option("--orders", type=click.IntRange(1), metavar="N", help="But not more than N (100000).")
@_json
def run(file: str, **options: Any) -> None:
    """Compile FILE for this machine, call a function, print what it gives.

    An ARG is a .npy file, a number, a list such as [1,2,3], or zeros such as f32[4,4]. It must have exactly
    the type that the function takes. Of a function without results, -o keeps the arrays that it was given.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.run import Request, run as run_request

    run_request(Request(*_read(file), **options))


@cli.command(cls=_PipelineCommand)
@click.argument("file", default="-")
@click.option("-p", "--pass-pipeline", "pipeline", metavar="PIPELINE", default="", help="'canonicalize,cse'")
@click.option(
    "--verify-each/--no-verify-each", default=True, show_default=True, help="Verify after every pass."
)
@_schedule
@_machine
@click.option("--generic", "--mlir-print-op-generic", is_flag=True, help="Print the generic form.")
@click.option("--print-debuginfo", "--mlir-print-debuginfo", is_flag=True, help="Print locations.")
@_output
@click.pass_context
def opt(
    ctx: click.Context,
    file: str,
    pipeline: str,
    verify_each: bool,
    schedule: str | None,
    machine: str | None,
    generic: bool,
    print_debuginfo: bool,
    output: str,
) -> None:
    """Transform FILE by a pipeline of passes, in mlir-opt's syntax, and print it.

    Passes may also be given as options, such as --canonicalize --cse.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.opt import optimise

    name, source = _read(file)
    scheduling = _scheduling(schedule, machine)
    first = f"software-pipeline{{{scheduling}}}" if scheduling else ""
    steps = ",".join(filter(None, [first, pipeline, *ctx.meta["passes"]]))
    shell.SOURCES.add(shell.PIPELINE, steps)
    optimise(name, source, steps, verify_each, generic, print_debuginfo, output)


def _scheduling(schedule: str | None, machine: str | None) -> str:
    """The options of `software-pipeline` for --schedule and --machine."""
    if schedule is None:
        if machine is not None:
            raise click.UsageError("--machine goes with --schedule")
        return ""
    if machine is not None and '"' in machine:
        raise click.UsageError("--machine cannot have quotes")
    return f'schedule={schedule} machine="{machine or "cpu"}"'


@cli.command()
@click.argument("file")
@click.option("--emit", required=True, type=click.Choice(["mlir", "llvm", "asm", "obj", "exe"]), help="What.")
@click.option("--target", default="cpu", metavar="TARGET", help="What for: cpu, which is this machine's.")
@click.option("--entry", "-e", metavar="F", help="The function that an executable runs.")
@_opt_level
@click.option("-g", "debug", is_flag=True, help="Debug information: lines of FILE.")
@_schedule
@_machine
@click.option("--sanitize", type=click.Choice(["thread", "address"]), help="Mark LLVM's functions for clang.")
@_output
def compile(file: str, schedule: str | None, machine: str | None, **options: Any) -> None:
    """Compile FILE and keep the result: MLIR, LLVM, assembly, an object file or an executable."""
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.emit import Emission, emit_file

    emit_file(Emission(*_read(file), scheduling=_scheduling(schedule, machine), **options))


@cli.command(cls=_ArgumentsCommand)
@click.argument("file")
@click.argument("arguments", metavar="[ARG]...", nargs=-1)
@click.option("--entry", "-e", metavar="F", help="The one function to check. Default: all public ones.")
@click.option("--certificate", metavar="OUT", help="Keep the proof as JSON, for a verifier to check again.")
@click.option(
    "--oracle",
    metavar="HOW",
    help="Ask the interpreter instead: latest, earliest, seed:N or exhaustive; with ARGs or a few small ones.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 where nothing is known, too.")
@click.option(
    "--args-alias",
    type=click.Choice(["no", "yes"]),
    default="no",
    show_default=True,
    help="Whether arrays that are passed to a function may overlap.",
)
@click.option(
    "--no-recheck", is_flag=True, help="Believe the proof: do not hand it to the independent verifier."
)
@_json
def check(file: str, **options: Any) -> None:
    """Prove that every access of FILE waits for what it needs, for all arguments, or show a race.

    Of each wait it says whether it is exact, too weak, too strong or redundant. Exit codes: 0 proved, or nothing is
    known; 1 there is a race; 2 the call is wrong.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.check import CheckRequest, run_check

    status = run_check(CheckRequest(*_read(file), **options))
    if status:
        raise click.exceptions.Exit(status)


@cli.command()
@click.argument("file")
@click.option("-o", "output", metavar="OUT", required=True, help="The page; - is standard output.")
@click.option(
    "--software-pipeline", "options", metavar="OPTIONS", default="", help="Of that pass: 'slots=fewest' ..."
)
@_schedule
@_machine
@click.option(
    "--trace", metavar="OUT", help="Keep the runs of its software pipelines for Perfetto, as OUT.pftrace."
)
def view(
    file: str, output: str, options: str, schedule: str | None, machine: str | None, trace: str | None
) -> None:
    """Draw FILE: one HTML page with what is in flight at each wait, and why its count is right or wrong.

    Loops with annotations of software pipelines are pipelined, and drawn before and after. The page is written whatever the
    check finds.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.view import view as view_file

    name, source = _read(file)
    steps = f"{options} {_scheduling(schedule, machine)}".strip()
    shell.SOURCES.add(shell.PIPELINE, f"software-pipeline{{{steps}}}")
    view_file(name, source, output, steps, trace)


@cli.command("verify-certificate")
@click.argument("file")
@click.argument("certificate")
@click.option("--entry", "-e", metavar="F", help="The one function to verify. Default: all that are in it.")
@_json
def verify_certificate(file: str, certificate: str, entry: str | None, as_json: bool) -> None:
    """Verify the CERTIFICATE that `asyncir check --certificate` made for FILE, by other means than it was made.

    Exit codes: 0 it proves FILE free of races; 1 it does not; 2 the call is wrong, or CERTIFICATE is none.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.verify import verify_file

    name, source = _read(file)
    verify_file(name, source, certificate, entry, as_json)


@cli.command()
@click.argument("code")
@_json
def explain(code: str, as_json: bool) -> None:
    """Say what a diagnostic's CODE means, with an example."""
    # late: --help and mistakes in the command line load nothing else
    from asyncir.diagnostics.catalog import explain as page

    text = page(code)
    title = text.splitlines()[0].lstrip("# ")
    click.echo(json.dumps({"code": code.upper(), "title": title, "text": text}) if as_json else text.rstrip())


def _read(file: str) -> tuple[str, bytes]:
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.files import read_source

    name, source = read_source(file)
    shell.SOURCES.add(name, source)
    return name, source


def invoke(args: Sequence[str]) -> int:
    """Run a command line and return its exit code."""

    def body() -> int:
        with cli.make_context("asyncir", list(args)) as context:
            cli.invoke(context)
        return shell.FINE

    return shell.guarded(body, as_json="--json" in args)


def main() -> NoReturn:
    """The `asyncir` command."""
    # Importing and compiling make a graph that stays; collecting it again and again is a tenth of a short command's time.
    gc.disable()
    sys.exit(invoke(sys.argv[1:]))
