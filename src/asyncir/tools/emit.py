"""`asyncir compile`: keep what the compiler makes of a program, at the stage asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asyncir.diagnostics import failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.tools import shell
from asyncir.tools.files import Output

if TYPE_CHECKING:
    from asyncir.ir import ModuleOp


def emit_file(
    name: str,
    source: bytes,
    kind: str,
    target: str,
    entry: str | None,
    opt_level: int,
    debug: bool,
    output: str,
    sanitizer: str = "",
    scheduling: str = "",
) -> None:
    """Compile the program and write it as `kind` to `output`.

    `scheduling` are the options of `software-pipeline` that say how loops get schedules.
    """
    # late: it takes a while to load
    from asyncir.lowering.target import target_names

    targets = target_names()
    if target not in targets:
        known = f"known targets: {', '.join(targets)}"
        raise failure("C012", f"there is no target '{target}'", did_you_mean(target, targets) or known)
    if kind == "exe" and output == "-":
        raise failure("C004", "an executable cannot go to standard output", "name a file with -o")
    if sanitizer and kind != "llvm":
        # Its passes are not in llvmlite: what comes of the marks would run unchecked.
        raise failure(
            "C004", "--sanitize goes with --emit llvm only", f"then: clang -fsanitize={sanitizer} OUT.ll"
        )
    with Output(output, name) as file:
        program = _scheduled(name, source, scheduling) if scheduling else source
        if kind == "exe":
            _link(name, program, entry, opt_level, debug, file)
        else:
            file.write(_emitted(name, program, kind, opt_level, debug, sanitizer))


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


def _emitted(
    name: str, source: bytes | ModuleOp, kind: str, opt_level: int, debug: bool, sanitizer: str
) -> bytes:
    # late: it takes a while to load, and only some kinds of output need it
    from asyncir.driver.compile import lower
    from asyncir.ir import ModuleOp
    from asyncir.launch import jit

    if kind == "mlir":
        # late: it takes a while to load, and only some kinds of output need it
        from asyncir.driver.stages import prepare
        from asyncir.source.text import parse_module, print_module

        module = source if isinstance(source, ModuleOp) else parse_module(source, name)
        prepare(module)
        return print_module(module, debuginfo=debug).encode()
    lowered = lower(source, filename=name, debug=debug, sanitizer=sanitizer)
    shell.show(lowered.warnings)
    text = lowered.text
    if kind == "llvm":
        return jit.emit_llvm(text, opt_level=opt_level).encode()
    if kind == "asm":
        return jit.emit_assembly(text, opt_level=opt_level).encode()
    return jit.emit_object(text, opt_level=opt_level).code


def _link(
    name: str, source: bytes | ModuleOp, entry: str | None, opt_level: int, debug: bool, file: Output
) -> None:
    # late: it takes a while to load, and only some kinds of output need it
    from asyncir.driver.compile import lower
    from asyncir.launch.executable import link
    from asyncir.tools.run import choose

    lowered = lower(source, filename=name, debug=debug)
    shell.show(lowered.warnings)
    by_name = {signature.name: signature for signature in lowered.signatures}
    link(lowered.text, by_name[choose(by_name, entry)], file.beside, opt_level=opt_level)
    file.take(executable=True)
