"""LLVM text to machine code, through llvmlite: optimise for a CPU, emit, load into this process.

Nothing here knows the IR. The same object code is what `load` puts into the process, what the cache keeps and
what an executable is linked from; it is position independent, so that it may lie far from the runtime.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import tempfile
import threading
import weakref
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from asyncir.diagnostics import Diagnostic, failure, raise_all
from asyncir.diagnostics.names import did_you_mean
from asyncir.launch import builtins, runtime

ENTRY_PREFIX = "_asyncir_entry_"
"""What the name of the function starts with through which a public function is called from outside."""

BEGIN_PREFIX = "_asyncir_begin_"
END_PREFIX = "_asyncir_end_"
"""The same for the function that begins a call without blocking, and for the one that ends it (lowering/cpu/entries.py); not
each public function has them.
"""

_DOORS = (ENTRY_PREFIX, BEGIN_PREFIX, END_PREFIX)

_REPORT = "this is a fault of asyncir, not of your program; please report it with the program"
_library_numbers = itertools.count()
_BACKSLASH = "\\"


@dataclass(frozen=True, slots=True)
class TargetMachine:
    """What to generate code for; the fields mean what they mean to LLVM."""

    triple: str
    cpu: str
    features: str


@dataclass(frozen=True, slots=True)
class ObjectCode:
    """Machine code with the names that it defines for others and the names that it needs from others."""

    code: bytes
    defines: tuple[str, ...]
    needs: tuple[str, ...]


class DataConstant(Protocol):
    """A large constant: text uses a global of its name, and does not declare it."""

    @property
    def name(self) -> str:
        """A plain name."""
        ...

    @property
    def data(self) -> bytes:
        """What is in it."""
        ...

    @property
    def alignment(self) -> int:
        """In bytes."""
        ...


@cache
def _llvm() -> Any:
    """llvmlite's binding, imported at first use (0.1 s), with this machine's code generator switched on.

    It is untyped, hence the `Any` here and nowhere else.
    """
    llvm: Any = import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()  # for the large constants
    return llvm


_WRONG = (
    # Their conversions to bf16 take denormal numbers for zero.
    *("avx512bf16", "avxneconvert"),
    # LLVM 22 makes wrong sums with them: of eight products of signed bytes with one number.
    *("avx512vnni", "avxvnni"),
)
"""What code generation does without, where the CPU has it."""


@cache
def host() -> TargetMachine:
    """This machine: its own CPU with all its features."""
    llvm = _llvm()
    features = llvm.get_host_cpu_features()
    flat: str = features.flatten()
    if features.get("avx512f"):
        # LLVM would leave half of each register unused, for the sake of CPUs that slow down.
        flat += ",-prefer-256-bit"
    for name in _WRONG:
        if features.get(name):
            flat += f",-{name}"
    if features.get("prefetchi"):
        # That instruction takes only addresses near the program counter; LLVM 22 ends the process where it gets another.
        flat += ",-prefetchi"
    return TargetMachine(llvm.get_process_triple(), llvm.get_host_cpu_name(), flat)


def llvm_version() -> str:
    """The version of LLVM, and of the package that brings it."""
    package: Any = import_module("llvmlite")
    return f"{package.__version__} {_llvm().llvm_version_info}"


def emit_llvm(
    text: str,
    *,
    opt_level: int,
    machine: TargetMachine | None = None,
    constants: Iterable[DataConstant] = (),
) -> str:
    """The optimised LLVM text."""
    module, _ = _optimised(_defined(text, constants), opt_level, machine)
    return str(module)


def emit_assembly(
    text: str,
    *,
    opt_level: int,
    machine: TargetMachine | None = None,
    constants: Iterable[DataConstant] = (),
) -> str:
    """The assembly of the optimised module."""
    module, target = _optimised(_defined(text, constants), opt_level, machine)
    return target.emit_assembly(module)


def emit_object(
    text: str,
    *,
    opt_level: int,
    machine: TargetMachine | None = None,
    constants: Iterable[DataConstant] = (),
) -> ObjectCode:
    """The object code of the optimised module."""
    by_name = {constant.name: constant for constant in constants}
    module, target = _optimised(_declared(text, by_name.values()), opt_level, machine)
    functions = list(module.functions)
    defines = tuple(f.name for f in functions if not f.is_declaration and f.linkage.name == "external")
    needs = [v.name for v in functions if v.is_declaration and not v.name.startswith("llvm.")]
    declared = [v.name for v in module.global_variables if v.is_declaration]
    needs += [name for name in declared if name not in by_name]
    with _appended(module, [by_name[name] for name in declared if name in by_name]):
        return ObjectCode(target.emit_object(module), defines, tuple(needs))


def _defined(text: str, constants: Iterable[DataConstant]) -> str:
    lines = [
        f'@{one.name} = internal constant [{len(one.data)} x i8] c"\\{one.data.hex(_BACKSLASH)}", align {one.alignment}'
        for one in constants
    ]
    return "\n".join([text, *lines, ""]) if lines else text


def _declared(text: str, constants: Iterable[DataConstant]) -> str:
    lines = [
        f"@{one.name} = external hidden constant [{len(one.data)} x i8], align {one.alignment}"
        for one in constants
    ]
    return "\n".join([text, *lines, ""]) if lines else text


@contextlib.contextmanager
def _appended(module: Any, constants: Iterable[DataConstant]) -> Generator[None]:
    """Have the assembler put the constants into the object code. It takes them from a file as they are, while LLVM's text
    would have three characters for each byte, and its parser another copy.
    """
    lines = [".section .rodata"]
    with tempfile.NamedTemporaryFile(prefix="asyncir-constants-") as file:
        path = "".join(
            c if c.isalnum() or c in "/._-" else "".join(f"\\{b:03o}" for b in c.encode()) for c in file.name
        )
        at = 0
        for one in constants:
            file.write(one.data)
            lines += [f".balign {one.alignment}", f"{one.name}:", f'.incbin "{path}",{at},{len(one.data)}']
            at += len(one.data)
        file.flush()
        if at:
            escaped = (line.replace(_BACKSLASH, r"\5C").replace('"', r"\22") for line in (*lines, ".text"))
            text = "".join(f'module asm "{line}"\n' for line in escaped)
            begin = f'target triple = "{module.triple}"\n'
            module.link_in(_llvm().parse_assembly(begin + text))
        yield


def _optimised(text: str, opt_level: int, machine: TargetMachine | None) -> tuple[Any, Any]:
    """The module after LLVM's default pipeline of that level, and the target machine that it is for.

    The default pipelines contain the coroutine passes at every level, -O0 too.
    """
    llvm = _llvm()
    machine = machine or host()
    target = llvm.Target.from_triple(machine.triple).create_target_machine(
        cpu=machine.cpu, features=machine.features, opt=opt_level, reloc="pic", codemodel="small"
    )
    module = _parsed(llvm, text)
    module.triple = machine.triple
    module.data_layout = str(target.target_data)
    _keep_only_entries(module)
    options = llvm.create_pipeline_tuning_options(speed_level=opt_level)
    # What clang chooses: llvmlite's own defaults leave the vectorisers off.
    options.loop_unrolling = opt_level >= 1
    options.loop_interleaving = options.loop_vectorization = opt_level >= 2
    options.slp_vectorization = opt_level >= 2
    builder = llvm.create_pass_builder(target, options)
    if opt_level >= 1:
        first = llvm.create_new_module_pass_manager()
        # Before anything else is done to what is inlined everywhere, and then is gone.
        first.add_always_inliner_pass()
        # Before coroutines are split, or what a task does not use would be kept in its frame.
        first.add_dead_arg_elimination_pass()
        first.run(module, builder)
    builder.getModulePassManager().run(module, builder)
    return module, target


def _parsed(llvm: Any, text: str) -> Any:
    try:
        # In the global context: one of its own could be collected before the module, which crashes.
        module = llvm.parse_assembly(builtins.complete(text))
    except RuntimeError as error:
        raise failure(
            "L900", f"LLVM does not accept the text that was emitted: {_flat(error)}", _REPORT
        ) from error
    try:
        module.verify()
    except RuntimeError as error:
        raise failure("L901", f"LLVM finds the emitted module invalid: {_flat(error)}", _REPORT) from error
    return module


def _flat(error: Exception) -> str:
    return " ".join(str(error).split())


def _keep_only_entries(module: Any) -> None:
    """Make every function but the entries internal.

    LLVM may then drop and specialise them, and a program's function may have the name of one in libc (`main`
    and `free` are popular) without replacing it. A module without entries is left as it is.
    """
    functions = [f for f in module.functions if not f.is_declaration]
    if any(f.name.startswith(ENTRY_PREFIX) for f in functions):
        for function in functions:
            if not function.name.startswith(_DOORS) and function.name not in builtins.NAMES:
                function.linkage = "internal"


_retired: list[tuple[Any, Any]] = []
_MOST_RETIRED = 100
_unloading = threading.Lock()


class Library:
    """Machine code in this process. It stays as long as this object; functions made from it keep it alive.

    It stays longer while tasks are alive, because a task may outlive the call that started it, and the worker that
    wakes a caller is itself still on its way out of the program's code.
    """

    def __init__(self, tracker: Any, defines: Iterable[str], kept: Any = None):
        self._tracker = tracker
        self._defines = frozenset(defines)
        # Not `__del__`: where this is part of a cycle, the collector would have the tracker unload the code all the same.
        weakref.finalize(self, _retired.append, (tracker, kept)).atexit = False

    def address(self, name: str) -> int:
        """Where the function of that name starts."""
        return self._tracker[name]

    def entry(self, name: str) -> Callable[[Any], int | None]:
        """The entry of public function `name`: takes the argument array, returns an error's address or None.

        The interpreter lock is released while it runs.
        """
        prototype = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
        function: Any = prototype(self.address(ENTRY_PREFIX + name))
        function.library = self
        return function

    def begin(self, name: str, frame: Any, done: Any, number: int) -> None:
        """Have a worker begin a call of public function `name`; `done(number, task)` is called when it is over."""
        after = ctypes.cast(done, ctypes.c_void_p), number
        if BEGIN_PREFIX + name in self._defines:
            begin = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(self.address(BEGIN_PREFIX + name))
            begin(frame, *after)
        else:
            # It never waits or fails. The worker that the runtime hands over, too, is an argument that it has no eye for.
            run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)(runtime.symbols()["asyncir_run_async"])
            run(self.address(ENTRY_PREFIX + name), frame, *after)

    def end(self, name: str, frame: Any, task: int | None) -> int | None:
        """Take over what the call came to: an error's address or None."""
        own = END_PREFIX + name
        end = self.address(own if own in self._defines else END_PREFIX)
        return ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(end)(frame, task)


@cache
def _jit() -> Any:
    """One just-in-time linker for the process: libraries are added to it and dropped one by one."""
    # What code generation calls for 128-bit integers, half floats and powers is in the compiler's own library.
    with contextlib.suppress(OSError):
        ctypes.CDLL("libgcc_s.so.1", mode=ctypes.RTLD_GLOBAL)
    return _llvm().create_lljit_compiler(use_jit_link=True)


def _unload_retired() -> None:
    """Unload code that nothing refers to, unless a task is alive, whose code it might be.

    Not on a worker, which cannot wait until all workers have left that code.
    """
    if len(_retired) <= _MOST_RETIRED or runtime.on_worker() or not _unloading.acquire(blocking=False):
        return
    try:
        candidates = len(_retired)
        if runtime.counts().tasks == 0:
            del _retired[:candidates]
    finally:
        _unloading.release()


def load(code: ObjectCode, provided: Mapping[str, int], kept: Any = None) -> Library:
    """Put object code into this process; `provided` holds the addresses of what the runtime offers.

    `kept` lives as long as the code.
    """
    _unload_retired()
    builder = _llvm().JITLibraryBuilder().add_object_img(code.code)
    for name, address in _resolve(code.needs, provided):
        builder.import_symbol(name, address)
    builder.add_current_process()  # for what code generation itself calls, such as memcpy and fmod
    for name in code.defines:
        builder.export_symbol(name)
    try:
        return Library(builder.link(_jit(), f"asyncir{next(_library_numbers)}"), code.defines, kept)
    except RuntimeError as error:
        raise failure("L902", f"the machine code cannot be loaded: {_flat(error)}", _REPORT) from error


def _resolve(needs: Iterable[str], provided: Mapping[str, int]) -> list[tuple[str, int]]:
    found = {name: provided.get(name) or _process_address(name) for name in needs}
    raise_all(undefined_function(name, provided) for name, address in found.items() if address is None)
    return [(name, address) for name, address in found.items() if address is not None]


def undefined_function(name: str, known: Iterable[str]) -> Diagnostic:
    """What to say of a function that the program declares and nobody defines."""
    help = did_you_mean(name, known) or "define it in the program, or take the declaration away"
    return Diagnostic("R202", f"function '{name}' is declared but defined nowhere", help=help)


@cache
def _process() -> tuple[ctypes.CDLL, ...]:
    """Where functions outside the runtime are looked for: this process, then the C and maths libraries."""
    found = [ctypes.CDLL(None)]
    for name in ("libm.so.6", "libc.so.6", "libm.so", "libc.so"):
        with contextlib.suppress(OSError):
            found.append(ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL))
    return tuple(found)


def _process_address(name: str) -> int | None:
    for library in _process():
        try:
            return ctypes.cast(getattr(library, name), ctypes.c_void_p).value
        except AttributeError:
            continue
    return None
