"""`asyncir compile`: keep what the compiler makes of a program, at the stage asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asyncir.diagnostics import failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.tools import shell
from asyncir.tools.files import Output
from asyncir.tools.requests import CompileRequest

if TYPE_CHECKING:
    from asyncir.driver.compile import Lowered
    from asyncir.ir import ModuleOp


def emit_file(asked: CompileRequest) -> None:
    """Compile the program and write what was asked for."""
    scheduling = asked.scheduling
    # late: it takes a while to load
    from asyncir.lowering.target import target_names

    targets, target = target_names(), asked.target
    if target not in targets:
        known = f"known targets: {', '.join(targets)}"
        raise failure("C012", f"there is no target '{target}'", did_you_mean(target, targets) or known)
    if asked.emit == "exe" and asked.output == "-":
        raise failure("C004", "an executable cannot go to standard output", "name a file with -o")
    if asked.sanitize and asked.emit != "llvm":
        # Its passes are not in llvmlite: what comes of the marks would run unchecked.
        help_ = f"then: clang -fsanitize={asked.sanitize} OUT.ll"
        raise failure("C004", "--sanitize goes with --emit llvm only", help_)
    with Output(asked.output, asked.name) as file:
        program = _scheduled(asked.name, asked.source, scheduling) if scheduling else asked.source
        if asked.emit == "exe":
            _link(program, asked, file)
        else:
            file.write(_emitted(program, asked))


def _scheduled(name: str, source: bytes, options: str) -> ModuleOp:
    """The program, its loops scheduled for what the lowering does with them next."""
    # late: it takes a while to load, and only some kinds of output need it
    from asyncir.source.text import parse_module
    from asyncir.transforms import collect_remarks, parse_pipeline
    from asyncir.transforms.software_pipeline import SoftwarePipeline

    (step,) = parse_pipeline(f"software-pipeline{{{options}}}")
    assert isinstance(step.run, SoftwarePipeline)
    module = parse_module(source, name)
    with collect_remarks() as remarks:
        step.run.schedule_only(module)
    shell.show(remarks)
    return module


def _emitted(source: bytes | ModuleOp, asked: CompileRequest) -> bytes:
    # late: it takes a while to load, and only some kinds of output need it
    from asyncir.launch import jit

    if asked.emit == "mlir":
        # late: it takes a while to load, and only some kinds of output need it
        from asyncir.driver.stages import prepare
        from asyncir.ir import ModuleOp
        from asyncir.source.text import parse_module, print_module

        module = source if isinstance(source, ModuleOp) else parse_module(source, asked.name)
        prepare(module)
        return print_module(module, debuginfo=asked.debug).encode()
    if asked.emit == "openmp":
        # late: it takes a while to load, and only this kind of output needs it
        from asyncir.driver.forms import to_openmp

        return to_openmp(source, asked.name).encode()
    if asked.emit in ("iree-stream", "tfrt"):
        # late: it takes a while to load, and only this kind of output needs it
        from asyncir.driver.forms import to_graph_text

        return to_graph_text(source, asked.emit, asked.name).encode()
    lowered = _lowered(source, asked)
    text, constants, level = lowered.text, lowered.constants, asked.opt_level
    if asked.emit == "llvm":
        return jit.emit_llvm(text, opt_level=level, constants=constants).encode()
    if asked.emit == "asm":
        return jit.emit_assembly(text, opt_level=level, constants=constants).encode()
    return jit.emit_object(text, opt_level=level, constants=constants).code


def _lowered(source: bytes | ModuleOp, asked: CompileRequest) -> Lowered:
    # late: it takes a while to load, and only some kinds of output need it
    from asyncir.driver.compile import lower

    lowered = lower(source, filename=asked.name, debug=asked.debug, sanitizer=asked.sanitize or "")
    shell.show(lowered.warnings)
    return lowered


def _link(source: bytes | ModuleOp, asked: CompileRequest, file: Output) -> None:
    # late: it takes a while to load, and only some kinds of output need it
    from asyncir.launch.executable import link
    from asyncir.tools.entries import choose

    lowered = _lowered(source, asked)
    by_name = {signature.name: signature for signature in lowered.signatures}
    entry = by_name[choose(by_name, asked.entry)]
    link(lowered.text, entry, file.beside, opt_level=asked.opt_level, constants=lowered.constants)
    file.take(executable=True)
