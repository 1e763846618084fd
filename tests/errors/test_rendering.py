from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, Severity, Span
from asyncir.diagnostics.render import Sources, render, to_json

GEMM = "\n" * 11 + "queue.wait %g keep 3\n"


def show(text: str, span: Span, label: str = "here", **more: object) -> list[str]:
    diagnostic = Diagnostic("Q003", "a fact", span, label, **more)  # type: ignore[arg-type]
    return render([diagnostic], Sources({"f.mlir": text})).splitlines()


def test_the_format_of_the_design() -> None:
    diagnostic = Diagnostic(
        "Q003",
        "wait may return before its group has completed",
        Span("gemm.mlir", 12, 15, 21),
        "keeps 3 groups in flight, at most 1 is safe",
        "write `keep 1`, or drop `keep` to have it computed",
    )
    assert render([diagnostic], Sources({"gemm.mlir": GEMM})) == (
        "error[Q003]: wait may return before its group has completed\n"
        "  --> gemm.mlir:12:15\n"
        "   |\n"
        "12 | queue.wait %g keep 3\n"
        "   |               ^^^^^^ keeps 3 groups in flight, at most 1 is safe\n"
        "   = help: write `keep 1`, or drop `keep` to have it computed\n"
    )


def test_several_are_separated_by_an_empty_line() -> None:
    one = Diagnostic("Q001", "first", severity=Severity.WARNING)
    assert render([one, Diagnostic("Q002", "second")]) == "warning[Q001]: first\n\nerror[Q002]: second\n"


def test_one_alone_or_in_an_exception() -> None:
    one = Diagnostic("Q001", "first")
    assert render(one) == render(DiagnosticError(one)) == render([one]) == "error[Q001]: first\n"


def test_notes_with_their_own_spots() -> None:
    note = Note("the other access", Span("f.mlir", 2, 1, 4))
    lines = show("abc def\nghi\n", Span("f.mlir", 1, 5, 8), notes=(note,))
    assert lines[5:] == ["  = note: the other access", " --> f.mlir:2:1", "  |", "2 | ghi", "  | ^^^"]


def test_a_spot_without_extent_is_the_word_there() -> None:
    lines = show("  %x = arith.addi %a", Span("f.mlir", 1, 8, 8))
    assert lines[-1] == "  |        ^^^^^^^^^^ here"


@pytest.mark.parametrize(
    ("text", "column", "end", "shown", "carets"),
    [
        ("\t\tabc def", 7, 10, "        abc def", "            ^^^"),
        ("日本 abc", 4, 7, "日本 abc", "     ^^^"),
        ("日本 abc", 2, 3, "日本 abc", "  ^^"),
        ("é́ abc", 4, 7, "é́ abc", "  ^^^"),
        ("\x1b[31m abc", 7, 10, "�[31m abc", "      ^^^"),
        ("abc", 4, 5, "abc", "   ^"),
        ("", 1, 1, "", "^"),
    ],
)
def test_columns_are_those_of_the_terminal(text: str, column: int, end: int, shown: str, carets: str) -> None:
    lines = show(text, Span("f.mlir", 1, column, end), "")
    assert lines[-2:] == [f"1 | {shown}".rstrip(), f"  | {carets}"]


@pytest.mark.parametrize("before", [0, 10, 5_000_000])
def test_a_long_line_is_cut_around_the_spot(before: int) -> None:
    line = "x" * before + "%spot" + "y" * 5_000_000
    lines = show(line, Span("f.mlir", 1, before + 1, before + 6))
    source, carets = lines[-2:]
    assert len(source) <= 104
    assert source[carets.index("^") : carets.rindex("^") + 1] == "%spot"
    assert source.endswith("…")


def test_a_spot_longer_than_the_line_shown() -> None:
    lines = show("z" * 1000, Span("f.mlir", 1, 1, 1001))
    assert len(lines[-2]) <= 104
    assert set(lines[-1]) <= set("  |^ here")


def test_a_file_that_cannot_be_had() -> None:
    assert show("", Span("other.mlir", 3, 4, 5)) == ["error[Q003]: a fact", " --> other.mlir:3:4", "  | here"]


def test_a_file_on_disk_is_read(tmp_path: Path) -> None:
    path = tmp_path / "f.mlir"
    path.write_bytes(b"bad \xff byte\r\n")
    text = render([Diagnostic("Q003", "a fact", Span(str(path), 1, 5, 6))])
    assert "1 | bad � byte\n  |     ^\n" in text


def test_color_surrounds_and_changes_nothing_else() -> None:
    diagnostic = Diagnostic("Q003", "a fact", Span("f.mlir", 1, 1, 4), "label", "help")
    sources = Sources({"f.mlir": "abc\n"})
    colored = render([diagnostic], sources, color=True)
    assert "\x1b[1;31m" in colored
    for code in ("1;31", "1;34", "1", "0"):
        colored = colored.replace(f"\x1b[{code}m", "")
    assert colored == render([diagnostic], sources)


def test_messages_cannot_drive_the_terminal() -> None:
    assert "\x1b" not in render([Diagnostic("Q003", "a \x1b]0;title\x07", help="\x1b[2J")])


def test_json() -> None:
    note = Note("n", Span("g", 2, 3, 4))
    diagnostic = Diagnostic("Q003", "m", Span("f", 1, 2, 3), "l", "h", (note, Note("bare")))
    assert json.loads(json.dumps(to_json(diagnostic))) == {
        "code": "Q003",
        "severity": "error",
        "message": "m",
        "span": {"file": "f", "line": 1, "column": 2, "end_column": 3},
        "label": "l",
        "help": "h",
        "notes": [
            {"message": "n", "span": {"file": "g", "line": 2, "column": 3, "end_column": 4}},
            {"message": "bare", "span": None},
        ],
    }


def test_an_exception_says_what_and_where_and_shows_it() -> None:
    error = DiagnosticError(
        [Diagnostic("Q001", "first", Span("f.mlir", 3, 5, 9), help="h"), Diagnostic("Q009", "second")]
    )
    error.show_in("f.mlir", "one\ntwo\n    four")
    assert str(error) == (
        "[Q001] first (f.mlir:3:5)\n --> f.mlir:3:5\n  |\n3 |     four\n  |     ^^^^\n  = help: h\n[Q009] second"
    )
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.diagnostics) == (str(error), error.diagnostics)
    assert "four" in render(again)


@pytest.mark.parametrize(
    ("code", "kind"), [("C101", TypeError), ("C005", KeyError), ("C106", ValueError), ("T001", ValueError)]
)
def test_an_error_is_what_python_would_call_it(code: str, kind: type[Exception]) -> None:
    with pytest.raises(kind) as caught:
        raise DiagnosticError(Diagnostic(code, "message"))
    assert isinstance(caught.value, DiagnosticError)
    assert isinstance(pickle.loads(pickle.dumps(caught.value)), kind)
    assert not isinstance(DiagnosticError(Diagnostic("L001", "message")), TypeError | KeyError | ValueError)
