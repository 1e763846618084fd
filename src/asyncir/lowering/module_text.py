"""The parts of an LLVM module that functions share: declarations, strings, helpers, debug metadata."""

from __future__ import annotations

from dataclasses import dataclass, field

from asyncir.analyses.suspension import Suspension
from asyncir.diagnostics import Diagnostic, Severity
from asyncir.dialects import func

SCHEDULED = "asyncir.scheduled"
"""On an `async.func`: it starts on a worker, not in its caller, and takes the place that launched it as an argument."""

_RUNTIME: dict[str, str] = {
    "asyncir_frame_allocate": "noalias ptr @asyncir_frame_allocate(i64, i64)",
    "asyncir_frame_free": "void @asyncir_frame_free(ptr)",
    "asyncir_task_init": "void @asyncir_task_init(ptr, ptr, i32)",
    "asyncir_task_schedule": "void @asyncir_task_schedule(ptr, ptr)",
    "asyncir_task_finish": "void @asyncir_task_finish(ptr, ptr, ptr)",
    "asyncir_task_await": "i1 @asyncir_task_await(ptr, ptr)",
    "asyncir_task_retain": "void @asyncir_task_retain(ptr, i32)",
    "asyncir_task_release": "void @asyncir_task_release(ptr, i32)",
    "asyncir_task_create": "ptr @asyncir_task_create(i64, i64)",
    "asyncir_task_payload": "ptr @asyncir_task_payload(ptr, i64)",
    "asyncir_task_set": "i1 @asyncir_task_set(ptr, ptr, ptr)",
    "asyncir_group_create": "ptr @asyncir_group_create(i64)",
    "asyncir_group_add": "i64 @asyncir_group_add(ptr, ptr)",
    "asyncir_handle_resume": "void @asyncir_handle_resume(ptr, ptr)",
    "asyncir_handle_await_and_resume": "void @asyncir_handle_await_and_resume(ptr, ptr)",
    "asyncir_error_create": "ptr @asyncir_error_create(ptr, ptr, ptr, ptr)",
    "asyncir_error_retain": "ptr @asyncir_error_retain(ptr)",
    "asyncir_runtime_worker_count": "i64 @asyncir_runtime_worker_count()",
    "asyncir_worker_current": "ptr @asyncir_worker_current()",
    "asyncir_run": "ptr @asyncir_run(ptr, ptr, ptr)",
    "asyncir_task_block": "i1 @asyncir_task_block(ptr)",
    "malloc": "noalias ptr @malloc(i64)",
    "aligned_alloc": "noalias ptr @aligned_alloc(i64 allocalign, i64)",
    "free": "void @free(ptr)",
    "llvm.coro.id": "token @llvm.coro.id(i32, ptr, ptr, ptr)",
    "llvm.coro.begin": "ptr @llvm.coro.begin(token, ptr)",
    "llvm.coro.size.i64": "i64 @llvm.coro.size.i64()",
    "llvm.coro.align.i64": "i64 @llvm.coro.align.i64()",
    "llvm.coro.save": "token @llvm.coro.save(ptr)",
    "llvm.coro.suspend": "i8 @llvm.coro.suspend(token, i1)",
    "llvm.coro.end": "void @llvm.coro.end(ptr, i1, token)",
    "llvm.coro.free": "ptr @llvm.coro.free(token, ptr)",
    "llvm.memcpy": "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "llvm.trap": "void @llvm.trap()",
}
"""What generated code calls: the runtime's ABI (runtime.h), the C library, LLVM's coroutine intrinsics."""

_HELPERS: dict[str, str] = {
    # A null token is complete. `state` is at 16, ASYNCIR_DONE is 1; acquire makes the payload visible.
    "asyncir.is_done": """\
define internal i1 @asyncir.is_done(ptr %task) alwaysinline {
  %null = icmp eq ptr %task, null
  br i1 %null, label %yes, label %look
look:
  %word = getelementptr inbounds i8, ptr %task, i64 16
  %state = load atomic i64, ptr %word acquire, align 8
  %done = icmp eq i64 %state, 1
  ret i1 %done
yes:
  ret i1 true
}
""",
    # The error of a complete task, borrowed.
    "asyncir.error_of": """\
define internal ptr @asyncir.error_of(ptr %task) alwaysinline {
  %null = icmp eq ptr %task, null
  br i1 %null, label %none, label %look
look:
  %word = getelementptr inbounds i8, ptr %task, i64 56
  %error = load ptr, ptr %word, align 8
  ret ptr %error
none:
  ret ptr null
}
""",
    # Memory that a coroutine frees when it ends; a frame cannot hold a stack allocation of unknown size.
    "asyncir.scratch": """\
define internal ptr @asyncir.scratch(ptr %head, i64 %size) noinline {
  %padded = add i64 %size, 127
  %rounded = and i64 %padded, -64
  %block = call ptr @aligned_alloc(i64 64, i64 %rounded)
  %before = load ptr, ptr %head, align 8
  store ptr %before, ptr %block, align 8
  store ptr %block, ptr %head, align 8
  %memory = getelementptr inbounds i8, ptr %block, i64 64
  ret ptr %memory
}
""",
    "asyncir.free_scratch": """\
define internal void @asyncir.free_scratch(ptr %first) noinline {
entry:
  br label %loop
loop:
  %block = phi ptr [ %first, %entry ], [ %next, %more ]
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %more
more:
  %next = load ptr, ptr %block, align 8
  call void @free(ptr %block)
  br label %loop
done:
  ret void
}
""",
    # What a failing function still holds, one slot for each token, value or group; empty slots are null.
    "asyncir.release_all": """\
define internal void @asyncir.release_all(ptr %slots, i64 %count) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %address = getelementptr inbounds ptr, ptr %slots, i64 %i
  %task = load ptr, ptr %address, align 8
  call void @asyncir_task_release(ptr %task, i32 1)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}
""",
}

_NEEDED = {
    "asyncir.release_all": ("asyncir_task_release",),
    "asyncir.scratch": ("aligned_alloc",),
    "asyncir.free_scratch": ("free",),
}

_INTEGER_POWER = """\
define internal T @POWER(T %x, T %n) {
entry:
  %negative = icmp slt T %n, 0
  br i1 %negative, label %inverse, label %loop
inverse:
  %one = icmp eq T %x, 1
  %minus = icmp eq T %x, -1
  %odd = trunc T %n to i1
  %sign = select i1 %odd, T -1, T 1
  %unit = select i1 %minus, T %sign, T 0
  %value = select i1 %one, T 1, T %unit
  ret T %value
loop:
  %power = phi T [ %x, %entry ], [ %square, %loop ]
  %left = phi T [ %n, %entry ], [ %half, %loop ]
  %product = phi T [ 1, %entry ], [ %new, %loop ]
  %bit = trunc T %left to i1
  %times = mul T %product, %power
  %new = select i1 %bit, T %times, T %product
  %square = mul T %power, %power
  %half = lshr T %left, 1
  %more = icmp ne T %half, 0
  br i1 %more, label %loop, label %done
done:
  ret T %new
}
"""


@dataclass
class ModuleText:
    """Collects the text of one LLVM module."""

    suspension: Suspension
    functions: list[str] = field(default_factory=list[str])
    globals: list[str] = field(default_factory=list[str])
    warnings: list[Diagnostic] = field(default_factory=list[Diagnostic])
    externals: dict[str, func.FuncOp] = field(default_factory=dict[str, func.FuncOp])
    """Functions that are declared but not defined."""
    external_tasks: set[str] = field(default_factory=set[str])
    """`async.func`s that are declared but not defined."""
    scheduled: set[str] = field(default_factory=set[str])
    """Functions that start on a worker."""
    global_symbols: dict[str, str] = field(default_factory=dict[str, str])
    """LLVM names of the globals."""
    named: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Named metadata."""
    _declared: dict[str, str] = field(default_factory=dict[str, str])
    _helpers: dict[str, str] = field(default_factory=dict[str, str])
    _strings: dict[str, str] = field(default_factory=dict[str, str])
    _metadata: dict[str, str] = field(default_factory=lambda: {'!{!"branch_weights", i32 1, i32 2000}': "!0"})
    _nodes: int = 0

    def metadata(self, operands: list[str]) -> str:
        """A metadata node with these operands, shared with all like it."""
        return self.metadata_node("!{" + ", ".join(operands) + "}")

    def metadata_node(self, text: str) -> str:
        """A metadata node; distinct ones are never shared."""
        if text.startswith("distinct"):
            self._nodes += 1
            text = f"{text} ;{self._nodes}"
        return self._metadata.setdefault(text, f"!{len(self._metadata)}")

    def symbol_of(self, function: str) -> str:
        """The LLVM name of a function of the program; plain names are those of C, of the runtime and of LLVM.

        LLVM turns code into calls of `pow`, `memset` and hundreds more, by name.
        """
        return symbol(f"program.{function}")

    def runtime(self, name: str) -> str:
        """Declare a runtime function or helper, and give the name to call."""
        if name in _HELPERS:
            if name not in self._helpers:
                self._helpers[name] = _HELPERS[name]
                for needed in _NEEDED.get(name, ()):
                    self.runtime(needed)
            return f"@{name}"
        signature = _RUNTIME[name]
        self._declared.setdefault(name, signature)
        start = signature.index("@")
        return signature[start : signature.index("(", start)]

    def declare(self, name: str, signature: str) -> None:
        """Declare an intrinsic or an external function, once."""
        self._declared.setdefault(name, signature)

    def integer_power(self, type_: str) -> str:
        """The helper for `math.ipowi` on an integer type: squaring; a negative power of x is 0 unless x is 1 or -1."""
        name = f"asyncir.ipow.{type_}"
        self._helpers.setdefault(name, _INTEGER_POWER.replace("T", type_).replace("POWER", name))
        return f"@{name}"

    def string(self, text: str) -> str:
        """A pointer to a constant C string; null for an empty one."""
        if not text:
            return "null"
        if text not in self._strings:
            self._strings[text] = f"@.text.{len(self._strings)}"
        return self._strings[text]

    def warn(self, message: str, help_: str = "") -> None:
        """Say that something was left out."""
        self.warnings.append(Diagnostic("L003", message, help=help_, severity=Severity.WARNING))

    def text(self) -> str:
        """The whole module."""
        strings = [
            f"{name} = private unnamed_addr constant {c_string(text)}" for text, name in self._strings.items()
        ]
        declarations = [f"declare {signature}" for signature in self._declared.values()]
        named = [f"!{name} = !{{{', '.join(nodes)}}}" for name, nodes in self.named.items()]
        nodes = [f"{name} = {text.partition(' ;')[0]}" for text, name in self._metadata.items()]
        parts = [*strings, *self.globals, *declarations, *self._helpers.values(), *self.functions]
        return "\n".join([*parts, *named, *nodes]) + "\n"


def c_string(text: str) -> str:
    """Type and value of a null-terminated constant."""
    data = text.encode() + b"\0"
    body = "".join(chr(b) if 0x20 <= b < 0x7F and b not in (0x22, 0x5C) else f"\\{b:02X}" for b in data)
    return f'[{len(data)} x i8] c"{body}"'


def symbol(name: str) -> str:
    """An LLVM global name, quoted where it must be."""
    if name and all((c.isalnum() and c.isascii()) or c in "._$-" for c in name) and not name[0].isdigit():
        return f"@{name}"
    body = "".join(
        c if 0x20 <= ord(c) < 0x7F and c not in '"\\' else "".join(f"\\{b:02X}" for b in c.encode())
        for c in name
    )
    return f'@"{body}"'
