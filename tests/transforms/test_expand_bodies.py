"""What vendors' ops compute is what their machine's file says: run natively, and compared with NumPy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import context, sync
from asyncir.dialects.verification import diagnose
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.targets.machine import load_machine
from asyncir.targets.vendor_ops import Computes
from asyncir.transforms import run_pipeline

HEAD = """issued-by = "s"

[[engine]]
name = "s"

[[engine]]
name = "v"

"""

BODY = """
func.func @axpy(%a: memref<?xf32>, %f: f32, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.mulf %x, %f : f32
    %z = memref.load %b[%i] : memref<?xf32>
    %s = arith.addf %y, %z : f32
    memref.store %s, %b[%i] : memref<?xf32>
  }
  return
}
func.func @axpy_any(%a: memref<?xf32, strided<[?], offset: ?>>, %f: f32, %b: memref<?xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  memref.store %f, %b[%c0] : memref<?xf32, strided<[?], offset: ?>>
  return
}
"""


def machine_with(tmp_path: Path, *tables: str) -> str:
    file = tmp_path / "npu.toml"
    table = '[[op]]\nname = "npu.{}"\nengine = "v"\nreads = ["ins"]\nwrites = ["outs"]\n{}\n'
    file.write_text(HEAD + "".join(table.format(*each.split(" ", 1)) for each in tables))
    return str(file)


def parse(machine: str, arguments: str, *lines: str) -> ModuleOp:
    text = f"func.func @main({arguments}) {{\n" + "\n".join(lines) + "\nreturn\n}"
    return parse_module(text, "p.mlir", ctx=context(load_machine(machine).foreign))


def expanded(machine: str, arguments: str, *lines: str) -> ModuleOp:
    module = parse(machine, arguments, *lines)
    run_pipeline(module, f'assign-engines{{machine="{machine}"}},expand-bodies{{machine="{machine}"}}')
    assert diagnose(module) == []
    return module


def softly(values: Any) -> Any:
    return np.maximum(values, 0)


RANDOM = np.random.default_rng(7)
A, B = RANDOM.uniform(0.5, 4, (2, 6, 5)).astype(np.float32)
SIGNED = (A - B).astype(np.float32)
INTEGERS = RANDOM.integers(-9, 9, (6, 5)).astype(np.int32)
LEFT, RIGHT = (
    RANDOM.uniform(-1, 1, (6, 4)).astype(np.float32),
    RANDOM.uniform(-1, 1, (4, 5)).astype(np.float32),
)
HALF = A.astype(np.float16)
DOUBLE = A.astype(np.float64)
ONE = A[:1]

CASES: list[tuple[Computes, tuple[Any, ...], Callable[..., Any], Any]] = [
    (Computes.COPY, (A,), lambda a: a, np.float32),
    (Computes.COPY, (HALF,), lambda a: a.astype(np.float32), np.float32),
    (Computes.COPY, (DOUBLE,), lambda a: a.astype(np.float32), np.float32),
    (Computes.COPY, (INTEGERS,), lambda a: a.astype(np.float32), np.float32),
    (Computes.COPY, (A,), lambda a: a.astype(np.int32), np.int32),
    (Computes.COPY, (INTEGERS,), lambda a: a.astype(np.int64), np.int64),
    (Computes.COPY, (INTEGERS,), lambda a: a.astype(np.int8), np.int8),
    (Computes.ADD, (A, B), np.add, np.float32),
    (Computes.ADD, (A, ONE), np.add, np.float32),
    (Computes.ADD, (INTEGERS, INTEGERS), np.add, np.int32),
    (Computes.SUB, (A, B), np.subtract, np.float32),
    (Computes.SUB, (INTEGERS, INTEGERS[::-1].copy()), np.subtract, np.int32),
    (Computes.MUL, (A, B), np.multiply, np.float32),
    (Computes.MUL, (A, 2.5), lambda a, f: a * np.float32(f), np.float32),
    (Computes.DIV, (A, B), np.divide, np.float32),
    (Computes.DIV, (INTEGERS, 3), lambda a, n: (a / n).astype(np.int32), np.int32),
    (Computes.MAX, (SIGNED, B), np.maximum, np.float32),
    (Computes.MAX, (INTEGERS, 0), np.maximum, np.int32),
    (Computes.MIN, (SIGNED, B), np.minimum, np.float32),
    (Computes.NEG, (SIGNED,), np.negative, np.float32),
    (Computes.NEG, (INTEGERS,), np.negative, np.int32),
    (Computes.ABS, (SIGNED,), np.abs, np.float32),
    (Computes.ABS, (INTEGERS,), np.abs, np.int32),
    (Computes.EXP, (SIGNED,), np.exp, np.float32),
    (Computes.LOG, (A,), np.log, np.float32),
    (Computes.SQRT, (A,), np.sqrt, np.float32),
    (Computes.TANH, (SIGNED,), np.tanh, np.float32),
    (Computes.RELU, (SIGNED,), softly, np.float32),
    (Computes.RELU, (INTEGERS,), softly, np.int32),
    (Computes.FILL, (2.5,), lambda f: np.full((6, 5), f, np.float32), np.float32),
    (Computes.FILL, (7,), lambda n: np.full((6, 5), n, np.int32), np.int32),
    (Computes.MATMUL, (LEFT, RIGHT), np.matmul, np.float32),
    (Computes.MATMUL, (LEFT.astype(np.float64), RIGHT), np.matmul, np.float64),
    (Computes.MATMUL_ACCUMULATE, (LEFT, RIGHT), lambda a, b: a @ b + 1, np.float32),
    (Computes.TRANSPOSE, (A,), lambda a: a.T, np.float32),
    (Computes.REDUCE_SUM, (A,), lambda a: a.sum(axis=1), np.float32),
    (Computes.REDUCE_SUM, (A,), lambda a: a.sum(axis=0, keepdims=True), np.float32),
    (Computes.REDUCE_SUM, (A,), lambda a: a.sum(axis=1, keepdims=True), np.float32),
    (Computes.REDUCE_SUM, (INTEGERS,), lambda a: a.sum(axis=1).astype(np.int32), np.int32),
    (Computes.REDUCE_MAX, (-A,), lambda a: a.max(axis=1), np.float32),
    (Computes.REDUCE_MAX, (-A,), lambda a: np.array(a.max()), np.float32),
    (Computes.REDUCE_MAX, (INTEGERS - 20,), lambda a: a.max(axis=1), np.int32),
]

ELEMENTS = {
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "int8": "i8",
    "int32": "i32",
    "int64": "i64",
}


def type_of(value: Any, like: str, *, dynamic: bool) -> str:
    if not isinstance(value, np.ndarray):
        return like
    sizes = "".join("?x" if dynamic else f"{size}x" for size in value.shape)
    return f"memref<{sizes}{ELEMENTS[value.dtype.name]}>"


def test_each_word_is_tried() -> None:
    assert {case[0] for case in CASES} == set(Computes)


def has_sizes_of_one(inputs: tuple[Any, ...], expected: Callable[..., Any]) -> bool:
    """Whether some size is 1: types say so always, for that is what is broadcast."""
    return any(1 in np.shape(value) for value in (*inputs, np.array(expected(*inputs))))


WAYS = [
    pytest.param(*case, dynamic, id=f"{n}-{case[0]}-{'dynamic' if dynamic else 'static'}")
    for n, case in enumerate(CASES)
    for dynamic in (False, True)
    if not (dynamic and has_sizes_of_one(case[1], case[2]))
]


@pytest.mark.parametrize(("kind", "inputs", "expected", "type_", "dynamic"), WAYS)
def test_a_word_means_what_numpy_means(
    kind: Computes,
    inputs: tuple[Any, ...],
    expected: Callable[..., Any],
    type_: Any,
    dynamic: bool,
    tmp_path: Path,
) -> None:
    wanted = np.array(expected(*inputs), dtype=type_, order="C")
    machine = machine_with(tmp_path, f'f computes = "{kind}"')
    element = ELEMENTS[np.dtype(type_).name]
    types = [type_of(value, element, dynamic=dynamic) for value in (*inputs, wanted)]
    names = [f"%a{n}" for n in range(len(inputs))]
    arguments = ", ".join(f"{name}: {t}" for name, t in zip((*names, "%o"), types, strict=True))
    op = f"npu.f ins({', '.join(names)} : {', '.join(types[:-1])}) outs(%o : {types[-1]})"
    module = expanded(machine, arguments, op)
    output = np.ones_like(wanted)
    asyncir.compile(print_module(module)).main(*inputs, output)
    np.testing.assert_allclose(output, wanted, rtol=2e-5)


def test_a_body_is_called_with_what_fits(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, f"axpy body = '''{BODY}'''")
    module = expanded(
        machine,
        "%a: memref<4xf32>, %b: memref<4xf32>, %s: memref<4xf32, strided<[2], offset: ?>>, %f: f32",
        '%u = memref.alloca() : memref<4xf32, "ub">',
        'memref.copy %b, %u : memref<4xf32> to memref<4xf32, "ub">',
        'npu.axpy ins(%a, %f : memref<4xf32>, f32) outs(%u : memref<4xf32, "ub">)',
        'npu.axpy ins(%a, %f : memref<4xf32>, f32) outs(%u : memref<4xf32, "ub">)',
        'memref.copy %u, %b : memref<4xf32, "ub"> to memref<4xf32>',
        "npu.axpy ins(%a, %f : memref<4xf32>, f32) outs(%s : memref<4xf32, strided<[2], offset: ?>>)",
    )
    text = print_module(module)
    assert text.count("func.func private @axpy") == 2, "each is added once"
    assert text.count("call @axpy_0") == 2
    assert text.count("call @axpy_any_0") == 1
    assert "reads(" not in text, "what a body touches is said by the body"
    a, b, s = np.arange(4, dtype=np.float32), np.ones(4, np.float32), np.zeros(8, np.float32)
    asyncir.compile(text).main(a, b, s[::2], 3.0)
    np.testing.assert_array_equal(b, 1 + 2 * 3 * a)
    np.testing.assert_array_equal(s, [3, 0, 0, 0, 0, 0, 0, 0])


def test_the_name_of_a_body_is_no_other_functions(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "f body = 'func.func @main(%a: memref<?xf32>) { return }'")
    text = print_module(expanded(machine, "%a: memref<4xf32>", "npu.f outs(%a : memref<4xf32>)"))
    assert "func.func @main(" in text
    assert "func.func private @main_0(" in text


WRONG = {
    "no output": ("f computes = \"copy\"", "npu.f ins(%a : memref<4xf32>)", "it has no output that is a memref"),
    "no input": ("f computes = \"copy\"", "npu.f outs(%a : memref<4xf32>)", "it has 0 inputs, where 1 are needed"),
    "one input": (
        "f computes = \"add\"",
        "npu.f ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)",
        "it has 1 inputs, where 2 are needed",
    ),
    "ranks": (
        "f computes = \"neg\"",
        "npu.f ins(%a : memref<4xf32>) outs(%m : memref<4x4xf32>)",
        "an input has 1 dimensions, and the output 2",
    ),
    "elements": (
        "f computes = \"neg\"",
        "npu.f ins(%z : memref<4xcomplex<f32>>) outs(%z : memref<4xcomplex<f32>>)",
        "elements of type complex<f32> are not computed with",
    ),
    "integers": (
        "f computes = \"exp\"",
        "npu.f ins(%k : memref<4xi32>) outs(%k : memref<4xi32>)",
        "'exp' is of floats, not of i32",
    ),
    "a matrix": (
        "f computes = \"matmul\"",
        "npu.f ins(%a, %m : memref<4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)",
        "the operands of a matrix product are memrefs of two dimensions",
    ),
    "a transposition": (
        "f computes = \"transpose\"",
        "npu.f ins(%a : memref<4xf32>) outs(%m : memref<4x4xf32>)",
        "what is transposed has no 2 dimensions",
    ),
    "a reduction": (
        "f computes = \"reduce-sum\"",
        "npu.f ins(%a : memref<4xf32>) outs(%m : memref<4x4xf32>)",
        "the input has 1 dimensions, and the output 2",
    ),
    "sizes": (
        "f computes = \"neg\"",
        "npu.f ins(%b : memref<5xf32>) outs(%a : memref<4xf32>)",
        "its sizes 5 and 4 are not the same",
    ),
    "sizes of a product": (
        "f computes = \"matmul\"",
        "npu.f ins(%m, %n : memref<4x4xf32>, memref<5x4xf32>) outs(%m : memref<4x4xf32>)",
        "its sizes 4 and 5 are not the same",
    ),
    "sizes of a transposition": (
        "f computes = \"transpose\"",
        "npu.f ins(%n : memref<5x4xf32>) outs(%n : memref<5x4xf32>)",
        "its sizes 4 and 5 are not the same",
    ),
    "sizes of a reduction": (
        "f computes = \"reduce-max\"",
        "npu.f ins(%n : memref<5x4xf32>) outs(%a : memref<4xf32>)",
        "its sizes 4 and 5 are not the same",
    ),
    "a conversion": (
        "f computes = \"copy\"",
        "npu.f ins(%z : memref<4xcomplex<f32>>) outs(%a : memref<4xf32>)",
        "complex<f32> is not converted to f32",
    ),
    "a body": (
        f"f body = '''{BODY}'''",
        "npu.f ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)",
        "its operands are (memref<4xf32>, memref<4xf32>, memref<4xf32>), and its body takes (memref<?xf32>, f32, ",
    ),
    "a result": (
        "f computes = \"copy\"",
        'sync.work on "v" {\n%r = npu.f ins(%a : memref<4xf32>) -> f32\n%t = arith.addf %r, %r : f32\n}',
        "others use its result",
    ),
    "memory that is not listed": (
        "g computes = \"copy\"",
        'sync.work on "v" reads(%a : memref<4xf32>) {\nnpu.f ins(%a : memref<4xf32>) outs(%k : memref<4xi32>)\n}',
        "its work does not list all of its memory",
    ),
    "in a loop": (
        "g computes = \"copy\"",
        'sync.work on "v" reads(%a : memref<4xf32>) {\nscf.for %x = %i to %i step %i {\nnpu.f ins(%a : memref<4xf32>)\n}\n}',
        "it does not stand in a work itself",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("table", "op", "said"), WRONG.values(), ids=WRONG)
def test_what_does_not_go_with_it_is_an_error(table: str, op: str, said: str, tmp_path: Path) -> None:
    machine = machine_with(tmp_path, table)
    arguments = (
        "%a: memref<4xf32>, %b: memref<5xf32>, %m: memref<4x4xf32>, %n: memref<5x4xf32>, %z: memref<4xcomplex<f32>>, "
        "%k: memref<4xi32>, %i: index"
    )
    with pytest.raises(DiagnosticError) as caught:
        expanded(machine, arguments, op)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.span is not None) == ("P162", True)
    assert said in diagnostic.message


def test_a_loop_in_a_work_may_have_ops_that_are_known(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, 'f computes = "neg"')
    lines = (
        'sync.work on "v" reads(%a : memref<4xf32>) writes(%a : memref<4xf32>) {',
        "scf.for %x = %i to %i step %i {",
        "npu.f ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)",
        "}",
        "}",
    )
    text = print_module(expanded(machine, "%a: memref<4xf32>, %i: index", *lines))
    assert "npu.f" not in text
    assert text.count("scf.for") == 2


# What a program computes natively


ONE_PROCESS = """func.func @main(%a: memref<4xf32>, %b: memref<4xf32>) {
  sync.work on "mte2" {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  }
  sync.signal "event"[0] from "mte2" to "v"
  sync.wait "event"[0] from "mte2" to "v"
  return
}"""


def test_a_program_of_one_process_runs_in_its_order() -> None:
    b = np.zeros(4, np.float32)
    asyncir.compile(ONE_PROCESS).main(A[0, :4].copy(), b)
    np.testing.assert_array_equal(b, A[0, :4])


@pytest.mark.parametrize(
    ("op", "said", "help"),
    [
        (
            'sync.process on "core" {\n}',
            "a program with several processes is not done in one order",
            "simulate",
        ),
        (
            'sync.work on "v" {\nsync.opaque "npu.f"\n}',
            "it is not known what 'npu.f' computes",
            "by computes or body, and expand-bodies",
        ),
    ],
)
def test_another_one_is_refused(op: str, said: str, help: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        asyncir.compile(f"func.func @main() {{\n{op}\nreturn\n}}")
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.span is not None) == ("P163", True)
    assert said in diagnostic.message
    assert help in diagnostic.help


def test_nothing_is_left_of_the_machine(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, 'f computes = "neg"')
    module = expanded(machine, "%a: memref<4xf32>", "npu.f ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)")
    assert any(isinstance(op, sync.WorkOp) for op in module.walk())
    run_pipeline(module, "inline-works")
    assert not any(op.name.startswith("sync.") for op in module.walk())
