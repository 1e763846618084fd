"""`asyncir config`: where headers and libraries are, as options for a compiler."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import click

from asyncir import __version__
from asyncir.launch import runtime


def show_config(
    cflags: bool, libs: bool, static: bool, includedir: bool, runtime: bool, as_json: bool
) -> None:
    """Print what was asked for in one line, in this order; all of it by name if nothing was."""
    values = configuration(static)
    asked = {"includedir": includedir, "runtime": runtime, "cflags": cflags, "libs": libs}
    chosen = [values[name] for name, wanted in asked.items() if wanted]
    if as_json:
        click.echo(json.dumps(values))
    elif chosen:
        click.echo(" ".join(chosen))
    else:
        click.echo("\n".join(f"{name}: {value}" for name, value in values.items()))


def configuration(static: bool = False) -> dict[str, str]:
    """The version, the folder of the headers, the runtime's library, and options with these. R003 where there is none."""
    library = runtime.static_library() if static else runtime.shared_library()
    headers = _headers(library)
    folder = shlex.quote(str(library.parent))
    shared = f"-L{folder} -Wl,-rpath,{folder} -lasyncir_runtime"
    return {
        "version": __version__,
        "includedir": str(headers),
        "runtime": str(library),
        "cflags": f"-I{shlex.quote(str(headers))}",
        "libs": f"{shlex.quote(str(library))} -lstdc++ -lm -pthread" if static else f"{shared} -pthread",
    }


def _headers(library: Path) -> Path:
    """In a wheel beside the library; in a checkout in the sources of the runtime."""
    beside = library.parent / "include"
    return beside if beside.is_dir() else Path(runtime.__file__).parents[3] / "runtime" / "include"
