"""opt, compile, explain, and what all commands share."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from asyncir.ir import ModuleOp
from asyncir.tools import shell
from asyncir.transforms import find_pass, pass_names
from tests.cli.command import ADD, SCALE, Shell
from tests.cli.test_run import HELLO
from tests.oracle import needs

DEAD = """\
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %1, %1 : i32
  return %0 : i32
}
"""


def test_opt_without_passes_prints_the_program(asyncir: Shell) -> None:
    outcome = asyncir("opt", asyncir.write("f.mlir", ADD))
    assert outcome.status == 0
    assert " = arith.addi %" in outcome.out
    again = asyncir("opt", asyncir.write("g.mlir", outcome.out))
    assert again.out == outcome.out


@pytest.mark.parametrize(
    "args",
    [
        ["-p", "canonicalize,cse"],
        ["--pass-pipeline=builtin.module(func.func(canonicalize,cse))"],
        ["--canonicalize", "--cse"],
        ["--verify-each", "--canonicalize"],
    ],
)
def test_opt_runs_passes_however_they_are_named(asyncir: Shell, args: list[str]) -> None:
    outcome = asyncir("opt", asyncir.write("f.mlir", DEAD), *args)
    assert (outcome.status, outcome.err) == (0, "")
    assert "muli" not in outcome.out


def test_opt_knows_mlir_opts_spellings(asyncir: Shell) -> None:
    file = asyncir.write("f.mlir", ADD)
    assert '"arith.addi"(' in asyncir("opt", file, "--mlir-print-op-generic").out
    assert "f.mlir" in asyncir("opt", file, "--mlir-print-debuginfo").out


def break_canonicalize(monkeypatch: pytest.MonkeyPatch) -> str:
    """Have it swap two ops of the program that is the answer, of which one uses the other."""

    def broken(self: object, ctx: object, module: ModuleOp) -> None:
        first, second, *_ = module.body.block.first_op.body.block.ops  # type: ignore[union-attr]
        first.detach()
        second.parent.insert_op_after(first, second)

    passes = find_pass("canonicalize")
    assert passes is not None
    monkeypatch.setattr(passes, "apply", broken)
    return DEAD.replace("%0 : i32", "%2 : i32").replace("  %0 = arith.addi %a, %a : i32\n", "")


@pytest.mark.parametrize("options", [(), ("--verify-each",)])
def test_the_pass_that_broke_the_program_is_blamed(
    asyncir: Shell, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    file = asyncir.write("f.mlir", break_canonicalize(monkeypatch))
    assert asyncir("opt", file, "-p", "canonicalize", "--no-verify-each").status == 0
    outcome = asyncir("opt", file, "-p", "licm,canonicalize,licm", *options)
    assert (outcome.status, outcome.codes, outcome.out) == (1, ["P005", "V002", "V002"], "")
    assert "'canonicalize'" in outcome.err


def test_it_is_blamed_where_the_next_one_trips(asyncir: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    file = asyncir.write("f.mlir", break_canonicalize(monkeypatch))
    passes = find_pass("cse")
    assert passes is not None

    def trips(self: object, ctx: object, module: ModuleOp) -> None:
        raise AttributeError("no such thing")

    monkeypatch.setattr(passes, "apply", trips)
    assert asyncir("opt", file, "-p", "canonicalize,cse").codes == ["P005", "V002", "V002"]
    assert asyncir("opt", file, "-p", "canonicalize,cse", "--no-verify-each").codes == [
        "P005",
        "V002",
        "V002",
    ]
    assert asyncir("opt", file, "-p", "cse").codes == ["C999"]


def test_opt_lists_the_passes_and_knows_what_was_meant(asyncir: Shell) -> None:
    passes = " ".join(asyncir("opt", "--help").out.split("Passes:")[1].split())
    assert passes == ", ".join(pass_names())
    outcome = asyncir("opt", asyncir.write("f.mlir", ADD), "--canonicalise")
    assert (outcome.status, outcome.codes) == (2, ["C004"])
    assert "--canonicalize" in outcome.err


@pytest.mark.parametrize(
    "step",
    [
        "assign-wait-counts{max-count=-1}",
        f"assign-wait-counts{{max-count={1 << 63}}}",
        "derive-tokens{max-tokens=-5}",
    ],
)
def test_options_out_of_range(asyncir: Shell, step: str) -> None:
    outcome = asyncir("opt", asyncir.write("f.mlir", ADD), "-p", step)
    assert (outcome.codes, outcome.out) == (["P003"], "")


def test_opt_points_into_the_pipeline(asyncir: Shell) -> None:
    outcome = asyncir("opt", asyncir.write("f.mlir", ADD), "-p", "cse,canonicalise")
    assert set(outcome.codes) == {"P001"}
    assert "1 | cse,canonicalise\n  |     ^^^^" in outcome.err


def test_opt_writes_a_file(asyncir: Shell) -> None:
    assert asyncir("opt", asyncir.write("f.mlir", ADD), "-o", "g.mlir").out == ""
    assert "arith.addi" in Path("g.mlir").read_text()


@pytest.mark.parametrize(
    ("kind", "holds"), [("mlir", b"func.func"), ("llvm", b"define"), ("asm", b".text"), ("obj", b"ELF")]
)
def test_compile_emits(asyncir: Shell, kind: str, holds: bytes) -> None:
    outcome = asyncir("compile", asyncir.write("f.mlir", ADD), "--emit", kind, "-o", "out")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    assert holds in Path("out").read_bytes()


def test_loops_are_vectorised(asyncir: Shell) -> None:
    file = asyncir.write("f.mlir", SCALE)
    assert " x float>" in asyncir("compile", file, "--emit", "llvm", "-O2").out
    assert " x float>" not in asyncir("compile", file, "--emit", "llvm", "-O1").out


def test_debug_information_names_the_lines(asyncir: Shell) -> None:
    file = asyncir.write("f.mlir", ADD)
    assert "DILocation(line: 2" in asyncir("compile", file, "--emit", "llvm", "-O0", "-g").out
    assert "DILocation" not in asyncir("compile", file, "--emit", "llvm", "-O0").out


needs_compiler = needs(shutil.which("cc") is not None, "no C compiler to link with")
FAILS = """\
func.func @main() {
  %f = arith.constant false
  %t = async.execute {
    cf.assert %f, "not this"
    async.yield
  }
  async.await %t : !async.token
  return
}
"""


def _executable(asyncir: Shell, text: str) -> subprocess.CompletedProcess[str]:
    outcome = asyncir("compile", asyncir.write("f.mlir", text), "--emit", "exe", "-o", "program")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    env = {**os.environ, "ASYNCIR_NUM_THREADS": "2"}
    return subprocess.run(["./program"], capture_output=True, text=True, env=env, check=False)


@needs_compiler
def test_an_executable_prints_and_returns_its_exit_code(asyncir: Shell) -> None:
    done = _executable(asyncir, HELLO)
    assert (done.returncode, done.stdout, done.stderr) == (42, "41\n", "")


@needs_compiler
def test_an_executable_shows_a_failure(asyncir: Shell) -> None:
    done = _executable(asyncir, FAILS)
    assert done.returncode == 1
    assert done.stderr.startswith("error[R102]: ")
    assert "caused by: [R101]" in done.stderr
    assert "f.mlir:4:5" in done.stderr


@needs_compiler
def test_an_executable_waits_for_what_it_returns(asyncir: Shell) -> None:
    text = FAILS.replace("@main()", "@main() -> !async.token").replace(
        "  async.await %t : !async.token\n  return", "  return %t : !async.token"
    )
    assert _executable(asyncir, text).returncode == 1
    assert _executable(asyncir, text.replace("constant false", "constant true")).returncode == 0


def test_no_compiler_to_link_with(asyncir: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(asyncir.folder))
    monkeypatch.delenv("CC", raising=False)
    outcome = asyncir("compile", asyncir.write("f.mlir", HELLO), "--emit", "exe", "-o", "program")
    assert (outcome.status, outcome.codes) == (2, ["C009"])
    assert not Path("program").exists()


def test_a_compiler_that_fails(asyncir: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = asyncir.write("cc", "#!/bin/sh\necho no such thing >&2\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    outcome = asyncir("compile", asyncir.write("f.mlir", HELLO), "--emit", "exe", "-o", "program")
    assert (outcome.status, outcome.codes) == (2, ["C010"])
    assert "no such thing" in outcome.err
    assert not Path("program").exists()


@needs_compiler
def test_an_executable_with_an_undefined_function(asyncir: Shell) -> None:
    text = HELLO.replace("printI64", "prinntI64")
    outcome = asyncir("compile", asyncir.write("f.mlir", text), "--emit", "exe", "-o", "program")
    assert (outcome.status, outcome.codes) == (1, ["R202"])


def test_explain(asyncir: Shell) -> None:
    outcome = asyncir("explain", "c001")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("A file cannot be read\n")


def test_version_and_help(asyncir: Shell) -> None:
    assert asyncir("--version").out.startswith("asyncir, version ")
    for command in ([], ["run"], ["opt"], ["compile"], ["explain"]):
        outcome = asyncir(*command, "--help")
        assert (outcome.status, outcome.err) == (0, "")
        assert "Usage: asyncir" in outcome.out


def test_internal_errors_say_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> int:
        raise KeyError("x")

    monkeypatch.delenv("ASYNCIR_DEBUG", raising=False)
    assert shell.guarded(broken) == 1
    err = capsys.readouterr().err
    assert err.startswith("error[C999]: internal error: KeyError: 'x' (test_commands.py:")
    assert "Traceback" not in err
    monkeypatch.setenv("ASYNCIR_DEBUG", "1")
    shell.guarded(broken)
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("error", [RecursionError, MemoryError])
def test_limits_of_the_machine(capsys: pytest.CaptureFixture[str], error: type[Exception]) -> None:
    def exhausted() -> int:
        raise error

    assert shell.guarded(exhausted) == 1
    assert capsys.readouterr().err.startswith("error[C998]: ")


@pytest.mark.parametrize(
    ("error", "status"), [(KeyboardInterrupt, 130), (BrokenPipeError, 141)], ids=["Ctrl-C", "a closed pipe"]
)
def test_what_is_no_error(error: type[BaseException], status: int) -> None:
    script = "\n".join(
        [
            "import sys",
            "from asyncir.tools.shell import guarded",
            "def stopped():",
            f"    raise {error.__name__}",
            "sys.exit(guarded(stopped))",
        ]
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


SPINS = """\
func.func private @putchar(i32) -> i32
func.func private @fflush(i64) -> i32
func.func @main() {
  %c65 = arith.constant 65 : i32
  %zero = arith.constant 0 : i64
  %0 = func.call @putchar(%c65) : (i32) -> i32
  %1 = func.call @fflush(%zero) : (i64) -> i32
  cf.br ^spin
^spin:
  %2 = func.call @fflush(%zero) : (i64) -> i32
  cf.br ^spin
}
"""


def interruptible(command: list[str]) -> subprocess.Popen[bytes]:
    """A process that has the usual answer to Ctrl-C, even if the tests run in the background."""

    def usual() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=usual)


def test_a_running_program_is_interrupted(asyncir: Shell) -> None:
    file = asyncir.write("f.mlir", SPINS)
    command = [sys.executable, "-m", "asyncir", "run", str(file), "-o", "out.npz"]
    with interruptible(command) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.read(1) == b"A"
        running.send_signal(signal.SIGINT)
        assert running.wait() == -signal.SIGINT  # which shells report as 130
        assert running.stderr.read() == b""
    assert not Path("out.npz").exists()
    assert list(Path().glob(".asyncir-*")) == []


COMPUTES = """
func.func @main(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %x = arith.muli %i, %i : index
    %y = arith.xori %s, %x : index
    scf.yield %y : index
  }
  return %r : index
}
"""


@pytest.mark.feature("S4-22")
@pytest.mark.parametrize("options", [["-O2"], ["--interpret", "earliest"]], ids=" ".join)
def test_a_program_that_computes_is_interrupted(options: list[str], asyncir: Shell) -> None:
    file = asyncir.write("f.mlir", COMPUTES)
    command = [
        sys.executable,
        "-m",
        "asyncir",
        "run",
        *options,
        str(file),
        "100000000000000",
        "-o",
        "out.npz",
    ]
    with interruptible(command) as running:
        assert running.stderr is not None
        computed = Path(f"/proc/{running.pid}/stat")
        ends = time.monotonic() + 30
        while int(computed.read_text().rpartition(")")[2].split()[11]) < 90 and time.monotonic() < ends:
            time.sleep(0.02)  # after 0.9 s of processor time it is no longer being read and compiled
        running.send_signal(signal.SIGINT)
        try:
            assert running.wait(30) in (-signal.SIGINT, 130)  # shells report the former as the latter, too
        finally:
            running.kill()
        assert running.stderr.read() == b""
    assert not Path("out.npz").exists()
    assert list(Path().glob(".asyncir-*")) == []


def test_reading_is_interrupted(asyncir: Shell) -> None:
    command = [sys.executable, "-m", "asyncir", "opt", "-"]
    with interruptible(command) as running:
        assert running.stdin is not None
        assert running.stderr is not None
        running.stdin.write(b" " * (1 << 20))  # more than a pipe holds: when this is done, it reads
        running.stdin.flush()
        running.send_signal(signal.SIGINT)
        assert running.wait() == -signal.SIGINT
        assert running.stderr.read() == b""


def test_a_reader_that_goes_away(asyncir: Shell) -> None:
    big = (
        "func.func @f() {\n"
        + "".join(f"  %{i} = arith.constant {i} : i32\n" for i in range(5000))
        + "  return\n}\n"
    )
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "asyncir", "opt", asyncir.write("f.mlir", big)],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")
