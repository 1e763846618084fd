"""Machine code kept on disk between runs, so that a program that was run before starts without the compiler.

An entry is one file whose name is the hash of everything that the code depends on. Its first line is the hash
of the rest; a file that does not agree with it is as good as none. Files appear by renaming, so any number
of processes may read and write at once.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from asyncir.launch.jit import ObjectCode
from asyncir.launch.signatures import Signature, from_json, to_json

LIMIT = 256 << 20
"""The most bytes that the cache holds; beyond it, what was not used for longest goes."""

_SUFFIX = ".asyncir"


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """A program as the cache keeps it."""

    code: ObjectCode
    signatures: tuple[Signature, ...]
    callbacks: tuple[Signature, ...] = ()
    """What it calls of the host."""


def key(parts: Iterable[str | bytes]) -> str:
    """The name for code that depends on exactly these parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()


def directory() -> Path | None:
    """ASYNCIR_CACHE_DIR, else `asyncir` in the user's cache directory; None where there can be none."""
    if chosen := os.environ.get("ASYNCIR_CACHE_DIR"):
        return Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "asyncir"
    home = os.path.expanduser("~")
    return Path(home) / ".cache" / "asyncir" if os.path.isabs(home) else None


def read(name: str) -> CacheEntry | None:
    """The entry of that name, or None where there is none that can be trusted."""
    folder = directory()
    if folder is None or not _is_ours(folder):
        return None
    path = folder / (name + _SUFFIX)
    try:
        entry = _decode(path.read_bytes())
    except OSError:
        return None
    with contextlib.suppress(OSError):
        path.unlink() if entry is None else os.utime(path)
    return entry


def write(name: str, entry: CacheEntry) -> str:
    """Keep an entry. That it cannot be kept is no error: the next run compiles again.

    Why not, if the folder was chosen by ASYNCIR_CACHE_DIR; else nothing.
    """
    folder = directory()
    if folder is None:
        return ""
    reason = _written(folder, name, entry)
    return reason if os.environ.get("ASYNCIR_CACHE_DIR") else ""


def _written(folder: Path, name: str, entry: CacheEntry) -> str:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_ours(folder):
            return "others can write to it"
        data = _encode(entry)
        _make_room(folder, len(data))
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".new")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            os.replace(temporary, folder / (name + _SUFFIX))
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        return (error.strerror or str(error)).lower()
    return ""


def _is_ours(folder: Path) -> bool:
    """Whether nobody else can put code there that we would run."""
    try:
        status = folder.stat()
    except OSError:
        return False
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def _make_room(folder: Path, needed: int) -> None:
    files: list[tuple[float, int, str]] = []
    with os.scandir(folder) as found:
        for file in found:
            with contextlib.suppress(OSError):
                status = file.stat()
                files.append((status.st_mtime, status.st_size, file.path))
    excess = sum(size for _, size, _ in files) + needed - LIMIT
    for _, size, path in sorted(files):
        if excess <= 0:
            break
        with contextlib.suppress(OSError):
            os.unlink(path)
        excess -= size


def _encode(entry: CacheEntry) -> bytes:
    header = {
        "defines": entry.code.defines,
        "needs": entry.code.needs,
        "signatures": to_json(entry.signatures),
        "callbacks": to_json(entry.callbacks),
    }
    body = json.dumps(header).encode() + b"\n" + entry.code.code
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def _decode(data: bytes) -> CacheEntry | None:
    checksum, _, body = data.partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        return None
    header, _, code = body.partition(b"\n")
    try:
        fields = json.loads(header)
        machine_code = ObjectCode(code, tuple(fields["defines"]), tuple(fields["needs"]))
        return CacheEntry(machine_code, from_json(fields["signatures"]), from_json(fields["callbacks"]))
    except (ValueError, TypeError, KeyError):  # written by another version
        return None
