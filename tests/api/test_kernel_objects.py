# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as Python has them: objects of Triton, Numba, CuPy; `assert_sync`; a hook in Triton's compiler."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import asyncir
from asyncir.tools.triton_hook import KernelSyncWarning

RING = """.version 8.0
.target sm_80
.address_size 64
.visible .entry copy(.param .u64 source)
.reqntid 32, 1, 1
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  .shared .align 16 .b8 tile[512];
  ld.param.u64 %rd1, [source];
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 4;
  mov.u32 %r3, tile;
  add.s32 %r4, %r3, %r2;
  cp.async.cg.shared.global [%r4], [%rd1], 16;
  cp.async.commit_group;
  cp.async.wait_group 0;
  bar.sync 0;
  xor.b32 %r5, %r2, 256;
  add.s32 %r6, %r3, %r5;
  ld.shared.u32 %r7, [%r6];
  st.global.u32 [%rd1], %r7;
  ret;
}
"""
WRONG = RING.replace("  cp.async.wait_group 0;\n", "")
TOO_MUCH = RING.replace("  bar.sync 0;\n", "  bar.sync 0;\n  bar.sync 0;\n")


def triton_kernel(text: str, **more: Any) -> Any:
    metadata = SimpleNamespace(name="copy", num_warps=1, num_ctas=1, **more)
    return SimpleNamespace(asm={"ptx": text, "ttgir": "module {}"}, metadata=metadata)


OBJECTS: dict[str, Callable[[str, Path], Any]] = {
    "text": lambda text, _: text,
    "bytes": lambda text, _: text.encode(),
    "path": lambda text, folder: written(text, folder),
    "path as text": lambda text, folder: str(written(text, folder)),
    "triton": lambda text, _: triton_kernel(text),
    "numba": lambda text, _: SimpleNamespace(inspect_asm=lambda: {("f32",): text}, __name__="copy"),
    "cupy file": lambda text, folder: SimpleNamespace(file_path=str(written(text, folder))),
    "cupy code": lambda text, _: SimpleNamespace(code=text, name="copy"),
    "others": lambda text, _: SimpleNamespace(__ptx__=text),
}


def written(text: str, folder: Path) -> Path:
    path = folder / "kernel.ptx"
    path.write_text(text)
    return path


@pytest.mark.parametrize("kind", OBJECTS)
def test_a_kernel_in_each_form(kind: str, tmp_path: Path) -> None:
    right = asyncir.check(OBJECTS[kind](RING, tmp_path))
    assert right.proved, str(right)
    wrong = asyncir.check(OBJECTS[kind](WRONG, tmp_path))
    assert wrong.standing == "refuted"
    assert "copy: refuted" in str(wrong)


def test_what_is_said_of_the_launch() -> None:
    text = RING.replace(".reqntid 32, 1, 1\n", "")
    assert asyncir.check(text, block=32, grid=(2, 2), parameters={"source": 0}).proved
    with pytest.raises(asyncir.DiagnosticError, match="block is 0, which is no shape"):
        asyncir.check(text, block=0)
    with pytest.raises(TypeError, match="the parameter 'source' is None"):
        asyncir.check(text, parameters={"source": None})
    with pytest.raises(asyncir.DiagnosticError, match="args_alias is for programs in MLIR's text"):
        asyncir.check(text, args_alias=True)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="unexpected keyword argument 'blocks'"):
        asyncir.check(text, blocks=3)  # type: ignore[call-overload]


def test_the_shared_memory_of_the_launch() -> None:
    """Of Triton's kernels their metadata say it."""
    text = RING.replace("  .shared .align 16 .b8 tile[512];\n", "").replace(
        ".visible", ".extern .shared .align 16 .b8 tile[];\n.visible"
    )
    assert asyncir.check(text).kernels[0].dynamic_shared == 512
    assert "with 512 bytes of dynamic shared memory" in str(asyncir.check(text))
    assert asyncir.check(text, shared=512).proved
    assert asyncir.check(text, shared=511).standing == "refuted"
    assert asyncir.check(triton_kernel(text, shared=512)).proved
    assert asyncir.check(triton_kernel(text, shared=508)).standing == "refuted"
    with pytest.raises(asyncir.DiagnosticError, match="shared is -1, which is no number of bytes"):
        asyncir.check(text, shared=-1)


@pytest.mark.parametrize("value", [3, None, SimpleNamespace(asm={"cubin": b""})])
def test_what_is_no_kernel(value: object) -> None:
    with pytest.raises(TypeError, match="a program or a kernel is needed"):
        asyncir.check(value)


def test_numba_with_several_signatures() -> None:
    kernel = SimpleNamespace(inspect_asm=lambda: {"a": RING, "b": RING}, __name__="copy")
    with pytest.raises(asyncir.DiagnosticError, match="copy is compiled for 2 signatures"):
        asyncir.check(kernel)


def test_assert_sync_fails_with_the_report() -> None:
    asyncir.assert_sync(RING, exact=True)
    asyncir.assert_sync(TOO_MUCH)
    with pytest.raises(AssertionError, match=r"is refuted\n(.|\n)*ld\.shared"):
        asyncir.assert_sync(WRONG)
    with pytest.raises(AssertionError, match=r":\d+:3: bar\.sync 0: redundant"):
        asyncir.assert_sync(TOO_MUCH, exact=True)
    kept = TOO_MUCH.replace("bar.sync 0;", "bar.sync 0; // asyncir: keep")
    asyncir.assert_sync(kept, exact=True)


def test_the_fixture_of_the_plugin(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"RING = {RING!r}\ndef test_it(assert_sync):\n    assert_sync(RING, exact=True)\n")
    done = pytester.runpytest_inprocess("-p", "no:xdist")  # where asyncir is installed, the plugin is there
    done.assert_outcomes(passed=1)


@pytest.fixture
def triton(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module that has of Triton what tells of compiled kernels."""
    module: Any = ModuleType("triton")
    module.knobs = SimpleNamespace(compilation=SimpleNamespace(listener=None))
    monkeypatch.setitem(sys.modules, "triton", module)
    return module.knobs.compilation


def compiled(knobs: Any, text: str, folder: Path) -> None:
    metadata = {"name": "copy", "num_warps": 1, "num_ctas": 1}
    group = {"copy.ptx": str(written(text, folder)), "copy.json": "-"}
    knobs.listener(src=None, metadata=metadata, metadata_group=group, times=None, cache_hit=False)


def test_kernels_are_checked_as_they_are_compiled(triton: Any, tmp_path: Path) -> None:
    heard: list[str] = []
    triton.listener = lambda **given: heard.append(given["metadata"]["name"])
    with asyncir.watch_triton() as watch:
        compiled(triton, RING, tmp_path)
        assert watch.checked["copy"].proved
        with pytest.warns(KernelSyncWarning, match="copy: refuted"):
            compiled(triton, WRONG, tmp_path)
        compiled(triton, TOO_MUCH, tmp_path)
    assert heard == ["copy"] * 3
    compiled(triton, WRONG, tmp_path)
    assert len(heard) == 4


def test_what_a_watch_does_with_faults(triton: Any, tmp_path: Path) -> None:
    with asyncir.watch_triton("raise"), pytest.raises(asyncir.DiagnosticError):
        compiled(triton, WRONG, tmp_path)
    with asyncir.watch_triton(exact=True), pytest.warns(KernelSyncWarning, match="1 redundant|redundant"):
        compiled(triton, TOO_MUCH, tmp_path)
    told: list[str] = []
    with asyncir.watch_triton(lambda name, checked: told.append(f"{name} {checked.standing}")):
        compiled(triton, RING, tmp_path)
        compiled(triton, WRONG, tmp_path)
    assert told == ["copy proved", "copy refuted"]


def test_without_triton(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "triton", None)
    with pytest.raises(asyncir.DiagnosticError, match="C030"):
        asyncir.watch_triton()
