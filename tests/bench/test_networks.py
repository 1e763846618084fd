"""bench/networks: weights and answers are the same for the same seed, and neither vanish nor grow."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import asyncir
from tests.oracle import needs

INSTALLED = all(importlib.util.find_spec(name) is not None for name in ("onnx", "onnxruntime"))
pytestmark = needs(INSTALLED, "the extras onnx and bench are not installed")

if INSTALLED:
    from bench.networks import magika, prepare, times, weights


def test_the_same_seed_gives_the_same_weights() -> None:
    first, again, other = (weights.with_weights("squeezenet", seed).SerializeToString() for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize("name", ["squeezenet", "shufflenet"])
def test_answers_say_something(tmp_path: Path, name: str) -> None:
    prepare.prepare(name, tmp_path, seed=0, count=1)
    answers = np.load(tmp_path / "expected.npy")
    assert answers.size == 1000
    assert answers.sum() == pytest.approx(1, abs=1e-4)
    assert 1.1 / 1000 < answers.max() < 0.999


def test_what_magika_is_given_of_a_file() -> None:
    row = magika.features(b" \n ab" + b"." * 3000 + b"yz \n")
    assert row.shape == (2048,)
    assert bytes(row[:4].astype(np.uint8)) == b"ab.."
    assert bytes(row[-4:].astype(np.uint8)) == b"..yz"
    assert list(magika.features(b"abc")) == [97, 98, 99, *[256] * 2042, 97, 98, 99]


def test_files_are_of_many_kinds() -> None:
    rows = magika.inputs(20)
    assert rows.shape == (20, 1, 2048)
    assert rows.dtype == np.int32
    assert len({row.tobytes() for row in rows}) == 20


def test_the_kernels_that_are_timed_are_right() -> None:
    generator = np.random.default_rng(0)
    a, b = (generator.integers(-3, 4, (64, 64)).astype(np.float32) for _ in range(2))
    assert (asyncir.compile(times.matmul_text(64))["main"](a, b) == a @ b).all()
    x, w = (generator.integers(-3, 4, shape).astype(np.float32) for shape in times.CONV_SHAPES[:2])
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (2, 3))
    expected = np.tensordot(w, windows, ((1, 2, 3), (1, 4, 5))).transpose(1, 0, 2, 3)
    assert (asyncir.compile(times.conv_text())["main"](x, w) == expected).all()


def test_what_a_tool_says_of_a_program(tmp_path: Path) -> None:
    places = times.write_kernels(tmp_path)
    assert [place.name for place in places] == ["matmul512", "matmul1024", "conv"]
    said = times.measured("numpy", places[0], 1)
    assert said["ms"] > 0
    assert times.measured("numpy", tmp_path / "nothing", 1)["why"].startswith("FileNotFoundError")
