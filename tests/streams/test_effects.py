"""What works of devices declare: what they touch, and that their order is kept."""

from __future__ import annotations

import pytest

from asyncir.dialects.effects import ANYTHING, Access, effects_of
from asyncir.dialects.gpu_launch import DEVICE
from asyncir.dialects.interfaces.device_work import DeviceWork, WorkKind, device_work, work_of
from asyncir.ir import Operation
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

T = "memref<4xf32>"
KERNEL = "gpu.module @k { gpu.func @f(%a: memref<4xf32>) kernel { gpu.return } }\n"


def first(text: str) -> Operation:
    module = parse_module(
        f"module attributes {{gpu.container_module}} {{\n{KERNEL}"
        f"func.func @f(%m: {T}, %d: {T}, %x: f32, %n: index, %t: !gpu.async.token) {{\n{text}\nreturn\n}}\n}}"
    )
    return next(
        op for op in module.walk() if (op.dialect_name() == "gpu" and op.results) or op.name == "gpu.wait"
    )


def touched(op: Operation) -> set[tuple[Access, object]]:
    return {(effect.access, getattr(effect.root, "index", effect.root)) for effect in effects_of(op)}


R, W = Access.READ, Access.WRITE
ORDER = {(R, DEVICE), (W, DEVICE)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"%u = gpu.memcpy async [%t] %m, %d : {T}, {T}", {(W, 0), (R, 1)}),
        (f"%u = gpu.memset async %m, %x : {T}, f32", {(W, 0)}),
        (f"%u = gpu.dealloc async %m : {T}", {(Access.FREE, 0)}),
        ("%u = gpu.wait async [%t]", set[tuple[Access, object]]()),
    ],
)
def test_a_work_with_a_token_touches_its_operands(text: str, expected: set[tuple[Access, object]]) -> None:
    assert touched(first(text)) == expected | ORDER


def test_a_kernel_reads_and_writes_what_it_is_given() -> None:
    launch = "%u = gpu.launch_func async @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<4xf32>)"
    found = touched(first(launch))
    assert {(R, 0), (W, 0)} | ORDER < found
    assert not any(root == 1 for _, root in found)


def test_where_the_host_waits_anything_may_have_happened() -> None:
    assert (W, ANYTHING) in touched(first("gpu.wait [%t]"))
    assert not effects_of(first("gpu.wait"))


def test_works_keep_their_order_and_are_no_dead_code() -> None:
    work = f"%u = gpu.memset async %m, %x : {T}, f32\n"
    module = parse_module(f"func.func @f(%m: {T}, %x: f32) {{\n{work}{work.replace('%u', '%v')}return\n}}")
    run_pipeline(module, "canonicalize,cse,licm,dce")
    assert sum(device_work(op) is not None for op in module.walk()) == 2


def test_work_in_a_stream_is_work_and_waits_for_a_stream_no_more() -> None:
    module = parse_module(
        f"func.func @f(%m: {T}, %x: f32) {{\n%s = stream.create\nstream.enqueue %s {{\n"
        f"gpu.memset %m, %x : {T}, f32\n}}\nreturn\n}}"
    )
    (work,) = (op for op in module.walk() if work_of(op) is not None)
    trait = work_of(work)
    assert trait is not None
    assert trait.kind is WorkKind.FILL
    assert device_work(work) is None
    assert DeviceWork.token(work) is None
