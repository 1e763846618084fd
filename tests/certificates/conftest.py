from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Shell


@pytest.fixture
def asyncir(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("ASYNCIR_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path, lambda: tuple(capfd.readouterr()))  # type: ignore[return-value]
