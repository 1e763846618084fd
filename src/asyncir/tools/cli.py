"""The command line: `asyncir run|opt|compile|import|check|memory|simulate|view|verify-certificate|machines|explain`.

Only click is imported here. `--help` and `explain` must not wait for xDSL, LLVM or NumPy, so each command
imports what it needs when it runs.
"""

from __future__ import annotations

import gc
import json
import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import Any, NoReturn

import click

from asyncir import __version__
from asyncir.tools import shell
from asyncir.tools.requests import (
    CheckRequest,
    CompileRequest,
    MemoryRequest,
    OptRequest,
    RunRequest,
    SimulateRequest,
    VerifyRequest,
    ViewRequest,
    option,
    options_of,
)

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


def _pass_names() -> list[str]:
    """The names of all passes, without an import of one: each is a file."""
    package = find_spec("asyncir.transforms")
    folders = package.submodule_search_locations if package is not None else None
    files = [file for folder in folders or () for file in Path(folder).glob("[!_]*.py")]
    return sorted(file.stem.replace("_", "-") for file in files)


def _is_pass(name: str) -> bool:
    return name in _pass_names()


_json = option("as_json --json", "Answer with one line of JSON.", is_flag=True)


@click.group(context_settings=_SETTINGS)
@click.version_option(__version__, prog_name="asyncir")
def cli() -> None:
    """Compile, run and transform asynchronous programs in MLIR's text.

    FILE may be - for standard input. Exit codes: 0 fine, 1 the program is wrong, 2 the call is wrong.
    """


@cli.command(cls=_ArgumentsCommand)
@click.argument("file")
@click.argument("arguments", metavar="[ARG]...", nargs=-1)
@options_of(RunRequest)
def run(file: str, **options: Any) -> None:
    """Compile FILE for this machine, call a function, print what it gives.

    An ARG is a .npy file, a number, a list such as [1,2,3], or zeros such as f32[4,4]. It must have exactly
    the type that the function takes. Of a function without results, -o keeps the arrays that it was given.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.run import run as run_request

    run_request(RunRequest(*_read(file), **options))


@cli.command(cls=_PipelineCommand)
@click.argument("files", metavar="[FILE]...", nargs=-1)
@options_of(OptRequest)
@click.pass_context
def opt(ctx: click.Context, files: tuple[str, ...], **options: Any) -> None:
    """Transform FILE by a pipeline of passes, in mlir-opt's syntax, and print it.

    Passes may also be given as options, such as --canonicalize --cse. Several files come out one after the other, with
    lines `// -----` between them.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.opt import optimise

    request = OptRequest([_read(file) for file in files or ("-",)], ctx.meta["passes"], **options)
    shell.SOURCES.add(shell.PIPELINE, request.steps)
    optimise(request)


@cli.command()
@click.argument("file")
@options_of(CompileRequest)
def compile(file: str, **options: Any) -> None:
    """Compile FILE and keep the result: MLIR, LLVM, assembly, an object file or an executable."""
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.emit import emit_file

    emit_file(CompileRequest(*_read(file), **options))


@cli.command("import")
@click.argument("model")
@option("-o", "Where to put the program; - is standard output.", "OUT", default="-")
def import_(model: str, o: str) -> None:
    """Make a program of an ONNX MODEL, by IREE's importer: a function of tensors with the weights in it.

    It needs `pip install 'asyncir[onnx]'`.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.import_model import import_model

    import_model(model, o)


@cli.command(cls=_ArgumentsCommand)
@click.argument("file")
@click.argument("arguments", metavar="[ARG]...", nargs=-1)
@options_of(CheckRequest)
def check(file: str, **options: Any) -> None:
    """Prove that every access of FILE waits for what it needs, for all arguments, or show a race.

    FILE is a program in MLIR's text, or the PTX of any compiler. Of each wait it says whether it is exact, too weak, too
    strong or redundant. Exit codes: 0 proved, or nothing is known; 1 there is a race; 2 the call is wrong.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.check_any import run_check_of_any

    status = run_check_of_any(CheckRequest(*_read(file), **options))
    if status:
        raise click.exceptions.Exit(status)


@cli.command(cls=_ArgumentsCommand)
@click.argument("file")
@click.argument("arguments", metavar="[ARG]...", nargs=-1)
@options_of(SimulateRequest)
def simulate(file: str, **options: Any) -> None:
    """Play a function of FILE on a described machine: results, cycles, what waits for what.

    FILE is in the sync dialect. Races, misuses of the machine and deadlocks are errors. ARGs are those of `asyncir run`.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.simulate.command import simulate as simulate_file

    simulate_file(SimulateRequest(*_read(file), **options))


@cli.command()
@click.argument("file")
@options_of(ViewRequest)
def view(file: str, **options: Any) -> None:
    """Draw FILE: one HTML page with what is in flight at each wait, and why its count is right or wrong.

    Programs with tasks have a graph of them, with needed and redundant waits. Loops with annotations of software pipelines
    are pipelined, and drawn before and after. Kernels in PTX have a picture of their loop, with what is needed and what is
    not. The page is written whatever the check finds.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.view_any import view_of_any

    view_of_any(ViewRequest(*_read(file), **options))


@cli.command()
@click.argument("file")
@options_of(MemoryRequest)
def memory(file: str, **options: Any) -> None:
    """Show what the functions of FILE need of memory, against how much of their work may overlap; plan it with -o.

    FILE is a program on memory, with or without tasks; one on tensors forms regions and gets memory first.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.memory import show_memory

    show_memory(MemoryRequest(*_read(file), **options))


@cli.command("verify-certificate")
@click.argument("file")
@click.argument("certificate")
@options_of(VerifyRequest)
def verify_certificate(file: str, certificate: str, **options: Any) -> None:
    """Verify the CERTIFICATE that `asyncir check --certificate` made for FILE, by other means than it was made.

    Exit codes: 0 it proves FILE free of races; 1 it does not; 2 the call is wrong, or CERTIFICATE is none.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.verify import verify_file

    verify_file(VerifyRequest(*_read(file), certificate, **options))


@cli.command()
@click.argument("name", required=False)
@option("--schema", "Print the JSON schema of machine files.", is_flag=True)
@_json
def machines(name: str | None, schema: bool, as_json: bool) -> None:
    """List the machines that are described, or show one: NAME is one of those, or a .toml file.

    docs/machines.md says how to write a file.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.machines import show_machines

    show_machines(name, as_json, schema)


@cli.command()
@click.argument("code", required=False)
@option("--list every", "List all codes with their titles.", is_flag=True)
@_json
def explain(code: str | None, every: bool, as_json: bool) -> None:
    """Say what a diagnostic's CODE means, with an example."""
    # late: --help and mistakes in the command line load nothing else
    from asyncir.diagnostics.catalog import codes, explain as page

    if every:
        titles = {each: page(each).splitlines()[0].lstrip("# ") for each in codes()}
        click.echo(json.dumps(titles) if as_json else "\n".join(map("  ".join, titles.items())))
        return
    if code is None:
        raise click.UsageError("missing argument 'CODE', or --list", ctx=click.get_current_context())
    text = page(code)
    title = text.splitlines()[0].lstrip("# ")
    click.echo(json.dumps({"code": code.upper(), "title": title, "text": text}) if as_json else text.rstrip())


@cli.command()
@option("--cflags", "What a C or C++ compiler needs to find asyncir's headers.", is_flag=True)
@option("--libs", "What links an object file of `asyncir compile --emit obj` with the runtime.", is_flag=True)
@option("--static", "With --libs: the runtime goes into the executable.", is_flag=True)
@option("--includedir", "The folder of the headers.", is_flag=True)
@option("--runtime", "The runtime's library.", is_flag=True)
@_json
def config(**asked: bool) -> None:
    """Print what others need to build with asyncir: `cc main.c scale.o $(asyncir config --cflags --libs)`."""
    # late: --help and mistakes in the command line load nothing else
    from asyncir.tools.config import show_config

    show_config(**asked)


@cli.command()
@click.argument("shell_name", metavar="SHELL", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell_name: str) -> None:
    """Print what makes SHELL complete asyncir's commands and options: eval "$(asyncir completion bash)"."""
    # late: --help and mistakes in the command line load nothing else
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell_name)
    assert kind is not None
    click.echo(kind(cli, {}, "asyncir", "_ASYNCIR_COMPLETE").source())


@cli.command()
def lsp() -> None:
    """Serve an editor: the language server protocol on standard input and output.

    It needs `pip install 'asyncir[lsp]'`.
    """
    # late: --help and mistakes in the command line load nothing else
    from asyncir.diagnostics import failure

    if find_spec("pygls") is None:
        raise failure("C030", "the language server needs the package pygls", "pip install 'asyncir[lsp]'")
    from asyncir.tools.lsp.server import serve  # late: as above

    serve()


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
    if "_ASYNCIR_COMPLETE" in os.environ:  # what the text of `asyncir completion` asks while somebody types
        cli.main(prog_name="asyncir")
    status = invoke(sys.argv[1:])
    gc.freeze()  # nor is it searched at the end, when all goes away at once
    sys.exit(status)
