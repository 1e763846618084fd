"""A module as one C file, which `gcc -fopenmp` compiles.

Each function is a static one over the pieces of its arguments. Each public one has an entry beside it, `run_NAME`, which
opens a parallel region whose single thread launches what there is; memrefs come and go as the descriptors that MLIR's C
interface has. The entry returns when all tasks are over.
"""

from __future__ import annotations

from importlib import import_module

from asyncir.dialects import func, memref
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.memref_atomic import GenericAtomicRMWOp
from asyncir.dialects.narrowing import is_memref
from asyncir.ir import Attribute, ModuleOp
from asyncir.lowering.openmp.c_function import CFunction, Structs, declared, refuse
from asyncir.lowering.openmp.c_types import element, layout_of, pieces
from asyncir.lowering.openmp.emit_memory import global_text
from asyncir.lowering.openmp.emit_tasks import check_tasks

STAGES = (
    "inline-captures,split-regions,regions-to-execute,awaits-to-dependencies{assume-success=true}",
    "lower-affine,generate-runtime-verification,linalg-decompose-aggregated-ops,convert-elementwise-to-linalg,"
    "linalg-fuse-elementwise-ops,one-shot-bufferize,convert-bufferization-to-memref,"
    "convert-linalg-to-loops{order=contiguous parallel-from=262144},awaits-to-dependencies{assume-success=true}",
    "lower-affine,scf-forall-to-parallel,inline-alloca-scopes",
)
"""What a program goes through before it is written."""

_HEAD = """\
/* Compile with: gcc -O2 -fopenmp -ffp-contract=off -c FILE.c, and link with -lm. */
#define _GNU_SOURCE
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

/* What tasks write to say that they are over, and what they give, lives until the entry returns. */
struct asyncir_kept { struct asyncir_kept *next; };
static struct asyncir_kept *asyncir_all;

static inline void asyncir_fail(const char *message, long long first, long long second) {
  fprintf(stderr, "error: ");
  fprintf(stderr, message, first, second);
  fprintf(stderr, "\\n");
  fflush(NULL);
  _Exit(1);
}
static inline void *asyncir_alloc(int64_t size) {
  void *made = size < 0 || size > INT64_MAX - 128 ? NULL : aligned_alloc(64, ((size_t)size + 64) / 64 * 64);
  if (made == NULL) asyncir_fail("there is no memory for %1$lld bytes", size, 0);
  return made;
}
/* The bytes of so many elements; INT64_MAX where these are too many, or fewer than none. */
static inline int64_t asyncir_bytes(int64_t element, int rank, const int64_t *sizes) {
  int64_t total = element;
  bool wraps = false;
  for (int i = 0; i < rank; ++i)
    if (sizes[i] == 0) return 0;
  for (int i = 0; i < rank; ++i)
    wraps = sizes[i] < 0 || __builtin_mul_overflow(total, sizes[i], &total) || wraps;
  return wraps ? INT64_MAX : total;
}
static inline void *asyncir_keep(int64_t size) {
  char *made = asyncir_alloc(size > INT64_MAX - 64 ? size : size + 64);
  struct asyncir_kept *kept = (struct asyncir_kept *)made;
  #pragma omp atomic capture
  { kept->next = asyncir_all; asyncir_all = kept; }
  return made + 64;
}
static inline void asyncir_forget(void) {
  while (asyncir_all != NULL) {
    struct asyncir_kept *next = asyncir_all->next;
    free(asyncir_all);
    asyncir_all = next;
  }
}
static inline int64_t asyncir_floordiv(int64_t a, int64_t b) { return a / b - ((a % b != 0) && ((a < 0) != (b < 0))); }
static inline double asyncir_maximum(double a, double b) {
  return a != a ? a : b != b ? b : a > b ? a : b > a ? b : signbit(a) ? b : a;
}
static inline double asyncir_minimum(double a, double b) {
  return a != a ? a : b != b ? b : a < b ? a : b < a ? b : signbit(a) ? a : b;
}
"""


def emit(module: ModuleOp) -> str:
    """The C text of a module that has gone through the stages. Raises `DiagnosticError` with what has no form."""
    for name in ("emit_numbers", "emit_memory", "emit_control", "emit_tasks"):
        import_module(f"asyncir.lowering.openmp.{name}")
    structs = Structs()
    structs.critical = any(isinstance(op, GenericAtomicRMWOp) for op in module.walk())
    functions = [op for op in module.ops if isinstance(op, func.FuncOp)]
    for function in functions:
        _check(function)
        check_tasks(function)
    bodies = [line for function in functions for line in _function(function, structs)]
    heads = [f"{_head(function, structs)};" for function in functions]
    entries = [line for each in functions if _is_public(each) for line in _entry(each, structs)]
    globals_ = [global_text(op) for op in module.ops if isinstance(op, memref.GlobalOp)]
    return "\n".join([_HEAD, *_definitions(structs), *globals_, *heads, "", *bodies, *entries, ""])


def _is_public(function: func.FuncOp) -> bool:
    visibility = function.sym_visibility
    return visibility is None or visibility.data == "public"


def _check(function: func.FuncOp) -> None:
    if not function.body.blocks:
        raise refuse(function, "a function that is only declared has no form in C", "give it a body")
    types = (*function.function_type.inputs, *function.function_type.outputs)
    if any(isinstance(of, CompletionType) for of in types):
        message = "a token goes into a function, or out of it: OpenMP orders tasks of one parent only"
        raise refuse(function, message, "inline the function: `-p inline`")


def _head(function: func.FuncOp, structs: Structs) -> str:
    kind = function.function_type
    given = [t for of in kind.inputs for t in pieces(of)]
    names = [declared(t, f"a{n}") for n, t in enumerate(given)]
    members = [t for of in kind.outputs for t in pieces(of)]
    result = structs.named(members) if members else "void"
    return f"static {result} f_{function.sym_name.data}({', '.join(names) or 'void'})"


def _function(function: func.FuncOp, structs: Structs) -> list[str]:
    f = CFunction(structs)
    number = 0
    for argument in function.body.blocks[0].args:
        count = len(pieces(argument.type))
        f.set(argument, [f"a{n}" for n in range(number, number + count)])
        number += count
    f.body(function.body)
    return [f"{_head(function, structs)} {{", *f.lines, "}", ""]


def _definitions(structs: Structs) -> list[str]:
    """The structs, and one descriptor for each kind of memref of an entry."""
    found: list[str] = []
    for name, members in structs.made.items():
        inner = " ".join(f"{declared(t, f'p{n}')};" for n, t in enumerate(members)) or "char nothing;"
        found.append(f"struct {name} {{ {inner} }};")
    return [*found, *(f"struct {name} {{ {members}}};" for name, members in structs.raw.items())]


def _descriptor(of: Attribute, structs: Structs) -> str:
    """The struct by which a memref comes and goes: that of MLIR's C interface."""
    rank = layout_of(of).rank
    name = f"memref_{element(of)}_{rank}"
    extents = f"int64_t sizes[{rank}]; int64_t strides[{rank}]; " if rank else ""
    structs.raw[name] = f"{element(of)} *allocated; {element(of)} *aligned; int64_t offset; {extents}"
    return f"struct {name}"


def _entry(function: func.FuncOp, structs: Structs) -> list[str]:
    kind = function.function_type
    outs = [f"{_outer(of, structs)} *r{n}" for n, of in enumerate(kind.outputs)]
    ins = [f"{_outer(of, structs)} {'*' if is_memref(of) else ''}b{n}" for n, of in enumerate(kind.inputs)]
    held = ", ".join(text for n, of in enumerate(kind.inputs) for text in _taken(of, f"b{n}"))
    members = [t for of in kind.outputs for t in pieces(of)]
    call = f"f_{function.sym_name.data}({held})"
    name = function.sym_name.data
    lines = [f"/* @{name} : {kind} */", f"void run_{name}({', '.join([*outs, *ins]) or 'void'}) {{"]
    if members:
        lines.append(f"  {structs.named(members)} given;")
    lines += ["#pragma omp parallel", "#pragma omp single", f"  {'given = ' if members else ''}{call};"]
    lines.append("  asyncir_forget();")
    number = 0
    for n, of in enumerate(kind.outputs):
        count = len(pieces(of))
        lines += _given(of, f"r{n}", [f"given.p{m}" for m in range(number, number + count)])
        number += count
    return [*lines, "}", ""]


def _outer(of: Attribute, structs: Structs) -> str:
    return _descriptor(of, structs) if is_memref(of) else pieces(of)[0]


def _taken(of: Attribute, name: str) -> list[str]:
    """The pieces of an argument."""
    if not is_memref(of):
        return [name]
    layout = layout_of(of)
    fields: list[tuple[int | None, str]] = [(layout.offset, "offset")]
    fields += [(size, f"sizes[{n}]") for n, size in enumerate(layout.sizes)]
    fields += [(stride, f"strides[{n}]") for n, stride in enumerate(layout.strides)]
    open_ = [f"{name}->{field}" for known, field in fields if known is None]
    return [f"{name}->allocated", f"{name}->aligned", *open_]


def _given(of: Attribute, name: str, held: list[str]) -> list[str]:
    """Put the pieces of a result where the caller wants them."""
    if not is_memref(of):
        return [f"  *{name} = {held[0]};"]
    layout = layout_of(of)
    rest = iter(held[2:])
    fields: list[tuple[int | None, str]] = [(layout.offset, "offset")]
    fields += [(size, f"sizes[{n}]") for n, size in enumerate(layout.sizes)]
    fields += [(stride, f"strides[{n}]") for n, stride in enumerate(layout.strides)]
    lines = [f"  {name}->allocated = {held[0]};", f"  {name}->aligned = {held[1]};"]
    return lines + [
        f"  {name}->{field} = {next(rest) if known is None else known};" for known, field in fields
    ]
