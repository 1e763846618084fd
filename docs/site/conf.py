"""The documentation as a site: Sphinx with MyST reads the same Markdown that is read in the repository.

`make docs` builds it in build/site. The pages stay plain Markdown: what only a site needs is added here while they are read:
the table of contents, which is index.md's own lists, and links to files outside of docs/, which a site does not have.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "src"))
os.environ.setdefault("ASYNCIR_CACHE_DIR", str(ROOT / "build" / "site-cache"))

project = "asyncir"
author = "the authors of asyncir"
release = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)[0]
version = release

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton"]
exclude_patterns = ["site/_*", "**/.ipynb_checkpoints"]
html_theme = "furo"
html_title = f"asyncir {release}"
html_copy_source = False
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
nb_execution_mode = "off"  # the notebooks are kept executed; the tests run them anew
autodoc_member_order = "bysource"
autodoc_typehints = "description"
# A page's links to places on other pages are checked by the tests of the repository; GitHub's anchors differ in details.
suppress_warnings = ["myst.xref_missing", "misc.highlighting_failure"]

# Where files of the repository can be seen, with a slash at the end; without it, links to them become plain text.
REPOSITORY = os.environ.get("ASYNCIR_REPOSITORY", "")


class MlirLexer(RegexLexer):
    """Colours for MLIR's text: what the extension for editors has, in short."""

    name = "MLIR"
    aliases = ("mlir",)
    tokens = {  # noqa: RUF012 # Pygments' way
        "root": [
            (r"//.*$", Comment.Single),
            (r'"(?:[^"\\]|\\.)*"', String),
            (r"%[\w$.#-]+", Name.Variable),
            (r"\^[\w$.-]+", Name.Label),
            (r"@[\w$.-]+", Name.Function),
            (r"[!#][\w.$]+", Keyword.Type),
            (r"\b(?:[su]?i\d+|bf16|f\d\w*|index|none|tensor|memref|vector|tuple|complex)\b", Keyword.Type),
            (r"\b[a-z_]\w*(?:\.\w+)+", Name.Builtin),
            (r"\b(?:module|return|to|step|iter_args|attributes|loc|dense|true|false|unit)\b", Keyword),
            (r"-?\b\d[\w.+]*", Number),
            (r"->|[=:(){}\[\]<>,*?+-]", Operator),
            (r"\s+", Text.Whitespace),
            (r".", Text),
        ]
    }


def without_links_outside(text: str, page: Path) -> str:
    """Links to files of the repository that are not pages: to where they can be seen, or plain text."""

    def replace(found: re.Match[str]) -> str:
        words, target = found[1], found[2]
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        at = (page.parent / target.split("#")[0]).resolve()
        if at.is_relative_to(ROOT / "docs") and at.suffix in {".md", ".ipynb", ".png", ".svg"}:
            return found[0]
        return f"[{words}]({REPOSITORY}{at.relative_to(ROOT)})" if REPOSITORY else words

    return re.sub(r"(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)", replace, text)


def with_contents(text: str) -> str:
    """The first page with a table of contents for each of its sections: the pages that it lists there."""
    parts: list[str] = []
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        pages: list[str] = re.findall(r"\]\(([\w./-]+)\.(?:md|ipynb)\)", section)
        heading = re.match(r"## (.*)", section)
        if heading and pages:
            folders = [f"{folder}/*" for folder in re.findall(r"\]\(([\w-]+)/\)", section)]
            lines = [
                f"```{{toctree}}\n:hidden:\n:glob:\n:caption: {heading[1]}\n",
                *pages,
                *folders,
                "```\n\n",
            ]
            section = section.rstrip() + "\n\n" + "\n".join(lines)
        parts.append(section)
    return "".join(parts)


def read(app: Sphinx, name: str, source: list[str]) -> None:
    """What a site needs besides the page's own text."""
    path = Path(app.env.doc2path(name))
    if path.suffix != ".md":
        return
    text = source[0]
    if name == "index":
        text = with_contents(text)
    source[0] = without_links_outside(text, path)


def setup(app: Sphinx) -> None:
    """Sphinx's entry."""
    app.connect("source-read", read)
    app.add_lexer("mlir", MlirLexer)
