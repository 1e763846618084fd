"""`np.random` in compiled functions draws what NumPy draws after the same seed, to the last bit."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

import asyncir
from asyncir.source.python.random_numbers import KNOWN

pytestmark = pytest.mark.feature("S4-22")


@asyncir.jit
def numbers(seed):
    np.random.seed(seed)
    one, two, three = np.random.random(), np.random.rand(), np.random.random_sample()
    return (
        one,
        two,
        three,
        np.random.ranf(),
        np.random.sample(4),
        np.random.rand(3, 2),
        np.random.random((2, 3)),
    )


@asyncir.jit
def normals(seed):
    np.random.seed(seed)
    one = np.random.randn()  # the polar method has another one left
    return (
        one,
        np.random.randn(5),
        np.random.standard_normal(),
        np.random.normal(2.0, 3.0, (3, 3)),
        np.random.normal(),
    )


@asyncir.jit
def others(seed):
    np.random.seed(seed)
    lots = np.random.uniform(-1, 3, size=(2, 2))
    return lots, np.random.uniform(), np.random.exponential(2.0, 5), np.random.exponential()


@asyncir.jit
def whole(seed):
    np.random.seed(seed)
    small = np.random.randint(0, 10, 50)
    large = np.random.randint(-(2**62), 2**62, 9)
    words = np.random.randint(2**32, size=9)
    return (
        small,
        large,
        words,
        np.random.randint(5),
        np.random.randint(7, 8),
        np.random.randint(-3, 9),
    )


@asyncir.jit
def shuffled(seed):
    np.random.seed(seed)
    a, b, c = np.arange(17), np.arange(24.0).reshape(6, 4), np.arange(8).reshape(2, 2, 2)
    np.random.shuffle(a)
    np.random.shuffle(b)
    np.random.shuffle(c)
    np.random.shuffle(a[::2])
    return a, b, c, np.random.permutation(9), np.random.permutation(a), np.random.permutation(b)


@asyncir.jit
def chosen(seed):
    np.random.seed(seed)
    a = np.array([2.5, 3.5, 9.0, -1.0, 0.25])
    some = np.random.choice(a, 3), np.random.choice(a, (2, 2), replace=False)
    return (
        some,
        np.random.choice(a),
        np.random.choice(6),
        np.random.choice(6, 4),
        np.random.choice(6, replace=False),
    )


def equal(one: object, other: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(equal, one, other))
    return np.array_equal(np.asarray(one), np.asarray(other)) and np.shape(one) == np.shape(other)


@pytest.mark.parametrize("seed", [0, 1, 42, 2**31, 2**32 - 1])
@pytest.mark.parametrize(
    "function", [numbers, normals, others, whole, shuffled, chosen], ids=lambda f: f.__name__
)
def test_numbers_are_those_of_numpy(function: asyncir.Jitted, seed: int) -> None:
    assert equal(function(seed), function.__wrapped__(seed))


def test_long_sequences_are_those_of_numpy() -> None:
    @asyncir.jit
    def walk(n):
        np.random.seed(7)
        x, steps = 0.0, 0
        for _ in range(n):
            x += np.random.normal() if np.random.randint(3) > 0 else np.random.random()
            steps += x > 1.0
        return x, steps

    assert walk(20_000) == walk.__wrapped__(20_000)


@asyncir.jit
def seeded(seed):
    np.random.seed(seed)
    return np.random.random()


@asyncir.jit
def drawn():
    return np.random.random()


@asyncir.jit
def seeded_by_the_system():
    np.random.seed()
    return np.random.random()


def test_functions_share_a_generator_and_threads_do_not() -> None:
    state = np.random.RandomState(5)
    assert [seeded(5), drawn(), drawn()] == list(state.random_sample(3))
    elsewhere: list[float] = []
    thread = threading.Thread(target=lambda: elsewhere.extend([drawn(), seeded(5), drawn()]))
    thread.start()
    thread.join()
    assert elsewhere[1:] == list(np.random.RandomState(5).random_sample(2))
    assert drawn() == state.random_sample()
    assert elsewhere[0] not in np.random.RandomState(5).random_sample(9)


def test_numpys_own_generator_is_another_one() -> None:
    np.random.seed(3)
    seeded(5)
    assert np.random.random() == np.random.RandomState(3).random_sample()


def test_without_a_seed_numbers_are_new() -> None:
    assert len({seeded_by_the_system() for _ in range(20)}) == 20


@pytest.mark.parametrize(
    "text",
    [
        "np.random.seed(-1)",
        "np.random.seed(2**32)",
        "np.random.randint(3, 3)",
        "np.random.randint(0)",
        "np.random.normal(0.0, -1.0)",
        "np.random.exponential(-1.0)",
        "np.random.uniform(-1e308, 1e308)",
        "np.random.uniform(0.0, np.inf)",
        "np.random.rand(n)",
        "np.random.choice(0)",
        "np.random.choice(3, 4, replace=False)",
    ],
)
def test_wrong_arguments(text: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(f"import numpy as np\ndef f(n):\n    return {text}\n")
    space: dict = {}
    exec(compile(file.read_text(), str(file), "exec"), space)
    with pytest.raises((ValueError, OverflowError)) as expected:
        space["f"](-1)
    with pytest.raises(type(expected.value)):
        asyncir.jit(space["f"])(-1)


def test_the_documentation_has_all_functions() -> None:
    text = (Path(__file__).parents[2] / "docs" / "jit.md").read_text()
    (row,) = (line for line in text.splitlines() if line.startswith("| random numbers |"))
    assert [name.strip("`") for name in row.split("|")[2].split()] == ["np.random.", *KNOWN]
