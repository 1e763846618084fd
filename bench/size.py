"""How large the package is, and what is against its rules: lines of code by folder, long functions, hidden imports.

    python bench/size.py [--list] [FOLDER]

A line counts that has code on it: no comment, docstring or blank line. Imports and `__all__` are in the total, and counted
apart. A hidden import is one inside of a function without a comment that says why it is there.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "asyncir"
LONGEST_FUNCTION = 60
NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
NO_OP_NAMES = ("analyses", "transforms", "certificates")
"""Where ops are asked for what they are, and never for their names."""
OP_NAME = re.compile(
    r"(affine|arith|async|cf|complex|func|gpu|io|math|memref|nvgpu|queue|rt|scf|vector)(\.[a-z_0-9]+)+"
)


def code_lines(text: str, nodes: Iterable[ast.AST]) -> set[int]:
    """The numbers of the lines with code on them."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in nodes:
        lines.difference_update(line for string in docstrings(node) for line in lines_of(string))
    return lines


def docstrings(node: ast.AST) -> Iterator[ast.Expr]:
    """The strings that stand alone in a body: those of modules, classes and functions, and of names."""
    body = getattr(node, "body", ())
    for statement in body if isinstance(body, list) else ():
        match statement:
            case ast.Expr(ast.Constant(str())):
                yield statement
            case _:
                pass


def lines_of(node: ast.stmt) -> range:
    """The numbers of the lines that a statement takes."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def is_import(node: ast.AST) -> bool:
    """Whether it is an import, or the list of what a module exports."""
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
    return isinstance(node, (ast.Import, ast.ImportFrom))


def long_functions(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The functions that do not fit a screen."""
    for node in nodes:
        if isinstance(node, FUNCTIONS) and len(lines_of(node)) > LONGEST_FUNCTION:
            yield f"{node.lineno}: {node.name} has {len(lines_of(node))} lines"


def hidden_imports(nodes: Sequence[ast.AST], text: str) -> Iterator[str]:
    """The imports inside of functions that say no reason: a comment in front of the group that they are in, or behind one."""
    lines = text.splitlines()
    imports = [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    for function in (node for node in nodes if isinstance(node, FUNCTIONS)):
        marked = 0
        for one in (statement for statement in imports if statement.lineno in lines_of(function)):
            near = lines[one.lineno - 2 : one.end_lineno]
            if any("#" in line for line in near) or marked == one.lineno - 1:
                marked = one.end_lineno or one.lineno
            else:
                yield f"{one.lineno}: {ast.unparse(one)}"


def op_names(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The strings that are names of ops."""
    skipped = {string.value for node in nodes for string in docstrings(node)}
    for node in nodes:
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and node not in skipped and OP_NAME.fullmatch(node.value):
            yield f"{node.lineno}: {node.value}"


def measure(file: Path) -> tuple[Counter[str], dict[str, list[str]]]:
    """The numbers of a file, and what is against the rules in it."""
    text = file.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    imports = [node for node in nodes if isinstance(node, ast.stmt) and is_import(node)]
    folder = file.relative_to(PACKAGE).parts[0]
    found = {
        f"functions over {LONGEST_FUNCTION} lines": list(long_functions(nodes)),
        "hidden imports": list(hidden_imports(nodes, text)),
        "names of ops": list(op_names(nodes)) if folder in NO_OP_NAMES else [],
    }
    numbers = Counter({name: len(rows) for name, rows in found.items()})
    numbers["code"] = len(code_lines(text, nodes))
    numbers["imports"] = sum(len(lines_of(node)) for node in imports)
    return numbers, found


def main() -> None:
    """Print a row per folder, and with `--list` each breach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default="", help="only this folder of the package, by file")
    parser.add_argument("--list", action="store_true", help="each function, import and name")
    options = parser.parse_args()
    rows: dict[str, Counter[str]] = {}
    for file in sorted((PACKAGE / options.folder).rglob("*.py")):
        numbers, found = measure(file)
        parts = file.relative_to(PACKAGE).parts
        rows.setdefault("/".join(parts) if options.folder else parts[0], Counter()).update(numbers)
        if options.list:
            for what, breaches in found.items():
                for breach in breaches:
                    print(f"{what}: {file.relative_to(PACKAGE)}:{breach}")
    total = sum(rows.values(), Counter[str]())
    columns = (
        "code",
        "imports",
        f"functions over {LONGEST_FUNCTION} lines",
        "hidden imports",
        "names of ops",
    )
    print(f"{'':32}" + "".join(f"{column:>26}" for column in columns))
    for name, row in (*sorted(rows.items(), key=lambda item: -item[1]["code"]), ("all", total)):
        print(f"{name:32}" + "".join(f"{row[column]:26}" for column in columns))


if __name__ == "__main__":
    main()
