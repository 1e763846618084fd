"""The documentation as a site: it is built without a warning, and each page is reached from the first one."""

from __future__ import annotations

import json
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        target = dict(attrs).get("href")
        if tag == "a" and target:
            self.found.add(target.split("#")[0])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built into a folder of its own; a warning fails."""
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-c", "docs/site", "docs", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out


def test_every_page_is_in_the_contents_and_can_be_searched(site: Path) -> None:
    docs = ROOT / "docs"
    found_pages = [path for kind in ("*.md", "*.ipynb") for path in docs.rglob(kind)]
    pages = {path.relative_to(docs).with_suffix("") for path in found_pages}
    links = _Links()
    links.feed((site / "index.html").read_text(encoding="utf-8"))
    missing = {str(page) for page in pages if str(page) != "index" and f"{page}.html" not in links.found}
    assert not missing
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    found = json.loads(index[index.index("(") + 1 : index.rindex(")")])
    assert {str(page) for page in pages} <= set(found["docnames"])
    assert "coroutin" in found["terms"]


def test_links_to_files_that_a_site_does_not_have_are_plain_text(site: Path) -> None:
    links = _Links()
    links.feed((site / "effects-to-sync.html").read_text(encoding="utf-8"))
    assert not [target for target in links.found if target.startswith("../src")]
    assert "edges.py" in (site / "effects-to-sync.html").read_text(encoding="utf-8")
