from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from asyncir.launch import cache
from asyncir.launch.jit import ObjectCode
from asyncir.launch.signatures import AsyncType, Complex, MemRef, Other, Scalar, Signature, Vector
from tests.cli.command import ADD, Shell

F32 = Scalar("f32")
ENTRY = cache.CacheEntry(
    ObjectCode(b"\x7fELF\n\0code", ("_asyncir_entry_f",), ("malloc",)),
    (
        Signature("f", (Scalar("i1"), Complex(F32), Vector(F32, (2, 4))), ()),
        Signature(
            "g",
            (MemRef(F32, (None, 4)), MemRef(Vector(F32, (4,)), (2,), (None,), None)),
            (AsyncType(), AsyncType(F32), AsyncType(group=True), Other("tensor<4xf32>")),
        ),
    ),
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASYNCIR_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_written_is_read() -> None:
    assert cache.read("a") is None
    cache.write("a", ENTRY)
    assert cache.read("a") == ENTRY
    assert cache.read("b") is None


def test_keys_tell_parts_apart() -> None:
    keys = [cache.key(p) for p in (["a", "b"], ["ab"], ["a", b"b", ""], ["a", "b "], ["\ud800"])]
    assert len(set(keys)) == len(keys)
    assert cache.key(["a", b"b"]) == cache.key(["a", "b"])


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: data.replace(b"code", b"CODE"),
        lambda data: data.replace(b"malloc", b"mallok"),
        lambda data: os.urandom(len(data)),
    ],
)
def test_a_damaged_entry_is_none_and_goes(folder: Path, damage: object) -> None:
    cache.write("a", ENTRY)
    (file,) = folder.glob("a*")
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]
    assert cache.read("a") is None
    assert not file.exists()
    cache.write("a", ENTRY)
    assert cache.read("a") == ENTRY


def test_an_entry_of_another_version_is_none(folder: Path) -> None:
    cache.write("a", ENTRY)
    (file,) = folder.glob("a*")
    body = b'{"other": 1}\ncode'
    file.write_bytes(cache.hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    assert cache.read("a") is None


def test_what_others_could_write_is_not_trusted(folder: Path) -> None:
    cache.write("a", ENTRY)
    folder.chmod(0o777)
    assert cache.read("a") is None
    cache.write("b", ENTRY)
    folder.chmod(0o700)
    assert cache.read("b") is None
    assert cache.read("a") == ENTRY


def test_it_stays_small(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write("a", ENTRY)
    (file,) = folder.glob("a*")
    monkeypatch.setattr(cache, "LIMIT", 3 * file.stat().st_size)
    for i, name in enumerate("abcdef"):
        cache.write(name, ENTRY)
        os.utime(next(folder.glob(f"{name}*")), (i, i))
    kept = [name for name in "abcdef" if list(folder.glob(f"{name}*"))]
    assert kept == ["d", "e", "f"]


def test_many_write_at_once(folder: Path) -> None:
    def one(i: int) -> bool:
        cache.write("a", ENTRY)
        return cache.read("a") == ENTRY

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(one, range(200)))
    assert [p.name for p in folder.iterdir()] == ["a.asyncir"]


def test_a_place_that_cannot_be_written_is_no_error(folder: Path) -> None:
    folder.write_text("a file")
    cache.write("a", ENTRY)
    assert cache.read("a") is None


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"ASYNCIR_CACHE_DIR": "/x"}, "/x"),
        ({"XDG_CACHE_HOME": "/y"}, "/y/asyncir"),
        ({"HOME": "/home/me"}, "/home/me/.cache/asyncir"),
    ],
)
def test_where_it_is(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str) -> None:
    for name in ("ASYNCIR_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache.directory() == Path(expected)


def test_each_option_has_its_own_code(asyncir: Shell) -> None:
    file = asyncir.write("add.mlir", ADD)
    entries = 0
    for args in (["-O0"], ["-O2"], []):
        assert asyncir("run", *args, file, "1", "2").out == "3\n"
        entries = max(entries, len(list((asyncir.folder / "cache").iterdir())))
    assert entries == 3  # without -O, accesses are checked
    asyncir.write("add.mlir", ADD.replace("addi", "muli"))
    assert asyncir("run", file, "3", "4").out == "12\n"


def test_without_the_cache_nothing_is_kept(asyncir: Shell) -> None:
    assert asyncir("run", "--no-cache", asyncir.write("add.mlir", ADD), "1", "2").out == "3\n"
    assert not (asyncir.folder / "cache").exists()
