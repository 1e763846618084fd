"""What is no PTX, or wrong in it: told with a code, the spot and a help line; several problems at once."""

from __future__ import annotations

from random import Random

import pytest

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.source.ptx import read_ptx, read_ptx_parts
from tests.ptx.snippets import kernel

pytestmark = pytest.mark.feature("N10")

FIRST = 10
"""The line of a kernel's first statement."""


def wrong(text: str | bytes) -> tuple[Diagnostic, ...]:
    """All that is said of a text."""
    with pytest.raises(DiagnosticError) as caught:
        read_ptx(text, "k.ptx")
    return caught.value.diagnostics


def spots(text: str | bytes) -> list[tuple[str, int, int]]:
    """Codes, lines and columns."""
    found = wrong(text)
    assert all(d.help for d in found)
    assert all(d.span is not None and d.span.file == "k.ptx" for d in found)
    return [(d.code, d.span.line, d.span.column) for d in found if d.span is not None]


# No PTX


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x7fELF\x02\x01\x01\x33\x07\x00", "ELF"),
        (b"\x50\xed\x55\xba\x01\x00\x10\x00", "fat binary"),
        (b"BC\xc0\xde5\x14\x00\x00", "bitcode"),
        (b".version 8.0\n\0\1\2", "binary"),
        (b".version 8.0 // \xff", "UTF-8"),
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"\tcode for sm_90\n\t\tFunction : k\n        /*0000*/  LDC R1, c[0x0][0x28] ;\n", "SASS"),
        (b"        /*0010*/              @!P0 BRA `(.L_1) ;\n", "SASS"),
        (b'\t.headerflags\t@"EF_CUDA_SM90"\n', "SASS"),
    ],
)
def test_other_files(data: bytes, says: str) -> None:
    (found,) = wrong(data)
    assert found.code == "X001"
    assert says in found.message
    assert found.help


def test_other_text() -> None:
    assert spots("func.func @f() { return }")[-1][0] == "X002"


@pytest.mark.parametrize("version", ["5.0", "10.0", "9", "x.y", "9.0.1"])
def test_versions_that_are_not_known(version: str) -> None:
    assert spots(kernel("", version=version)) == [("X002", 1, 1)]


@pytest.mark.parametrize("target", ["sm_9O", "sm_91", "sm_20", "gfx942", "sm_80a"])
def test_targets_that_are_not_known(target: str) -> None:
    assert spots(kernel("", target=target)) == [("X003", 2, 1)]


def test_the_nearest_target_is_offered() -> None:
    (found,) = wrong(kernel("", target="sm_9Oa"))
    assert found.help == "did you mean 'sm_90a'?"


def test_what_is_missing_in_front() -> None:
    assert spots(".target sm_80\n.entry k() { ret; }") == [("X002", 1, 1)]
    assert spots(".version 8.0\n.entry k() { ret; }") == [("X003", 1, 1)]


# Truncated


def test_every_prefix_is_told_or_whole() -> None:
    text = kernel(
        "{ .reg .pred p; @p bra L; }\n/* c */ L: ld.shared.v2.b32 {%r1, %r2}, [smem+8];\ncall (%r1), f, (%r2);"
    ).replace(".visible", ".func (.reg .b32 r) f(.reg .b32 a) { ret; }\n.visible")
    text += ".section .debug_str\n{\n.b8 1\n}\n"
    whole = read_ptx(text)
    for cut in range(len(text)):
        read = read_ptx_parts(text[:cut], "k.ptx")
        if read.diagnostics or read.module is None:
            assert all(d.help for d in read.diagnostics)
            continue
        # What is said to be right is the same, up to what is not there at all.
        assert read.module.kernels in ((), whole.kernels), cut
        assert len(read.module.functions) <= 1


def test_a_function_that_is_not_closed() -> None:
    text = kernel("bar.sync 0;").rstrip().removesuffix("}")
    assert spots(text) == [("X004", 6, 17)]


def test_the_next_function_begins_too_early() -> None:
    text = kernel("bar.sync 0;").rstrip().removesuffix("}") + ".visible .entry next() {\n ret;\n}\n"
    assert spots(text) == [("X004", 6, 17)]
    read = read_ptx_parts(text)
    assert read.module is not None
    assert [k.name for k in read.module.kernels] == ["next"]


def test_a_statement_section_comment_or_header_that_ends_too_early() -> None:
    assert spots(kernel("bar.sync 0;").split("ret;")[0] + "st.shared.b32 [%r1")[0][0] == "X004"
    assert spots(kernel("") + ".section .debug_str\n{\n.b8 1\n") == [("X004", FIRST + 3, 1)]
    assert spots(kernel("") + "/* and so") == [("X004", FIRST + 3, 1)]
    assert spots(".version 8.0\n.target sm_80\n.visible .entry k(.param .u64 p") == [("X004", 3, 1)]
    assert spots(".version 8.0\n.target sm_80\n.global .u32 x") == [("X004", 3, 1)]


# Statements


@pytest.mark.parametrize(
    ("statement", "column", "says"),
    [
        ("add.s32 %r1, %r2 %r3;", 14, "no operand"),
        ("add.s32 %r1, , %r3;", 13, "missing"),
        ("ld.shared.b32 %r1, [%r2;", 20, "not closed"),
        ("ld.shared.b32 %r1, %r2];", 23, "closes nothing"),
        ("mov.b32 %r1, 09;", 14, "number"),
        ("mov.b32 %r1, 0x;", 14, "constant"),
        ("mov.b32 %r1, (1 / 0);", 14, "divided"),
        ("@5 bra L;", 1, "instruction"),
        ("@smem bar.sync 0;", 2, "predicate"),
        ("bra %r1, %r2;", 1, "label"),
        ("bra 5;", 1, "label"),
        ("call;", 1, "function"),
        ("setp.eq.s32 %p1, !7, 1;", 18, "predicate"),
        (".reg .b33 %x;", 6, "type"),
        (".reg %x;", 1, "type"),
        (".reg .b32 5;", 11, "name"),
        (".shared .align 3 .b8 a[4];", 15, "power of two"),
        (".shared .b8 a[-1];", 13, "elements"),
        (".shared a[4];", 9, "type"),
        (".wrong .b8 a[4];", 1, "directive"),
        (".pragma nounroll;", 1, "string"),
        ("5;", 1, "instruction"),
    ],
)
def test_statements_that_are_wrong(statement: str, column: int, says: str) -> None:
    (found,) = wrong(kernel(f"bar.sync 0;\n{statement}\nbar.sync 1;"))
    assert (found.code, found.span and found.span.line) == ("X005", FIRST + 1)
    assert found.span is not None
    assert found.span.column == column
    assert says in found.message


def test_a_statement_without_its_semicolon() -> None:
    found = wrong(kernel("bar.sync 0\nbar.sync 1;\nbar.sync 2\n{ bar.sync 3; }"))
    assert [(d.code, d.span and d.span.line) for d in found] == [("X005", FIRST), ("X005", FIRST + 2)]


def test_what_is_nested_too_deeply() -> None:
    for deep in ("!" * 100_000 + "%p1", "(" * 100_000 + "1" + ")" * 100_000, "-" * 100_000 + "1"):
        (found,) = wrong(kernel(f"setp.eq.s32 %p2, {deep}, 1;"))
        assert found.code == "X005"


# Names


def test_names_that_are_not_declared() -> None:
    text = kernel(
        "add.s32 %r20, %q, %r1;\nadd.s32 %r20, %r1, %r1;\n@%none bar.sync 0;\nmov.u32 %r0, nothing;\n"
        "{ .reg .b32 in; mov.b32 in, 1; }\nmov.b32 %r1, in;\nst.shared.b32 [where+4], %r1;\ncall g, (%r1);"
    )
    found = [(d.code, d.span.line - FIRST, d.span.column, d.message) for d in wrong(text) if d.span]
    assert found == [
        ("X006", 0, 9, "register '%r20' is not declared"),
        ("X006", 0, 15, "register '%q' is not declared"),
        ("X006", 2, 2, "register '%none' is not declared"),
        ("X006", 3, 14, "'nothing' is not declared"),
        ("X006", 5, 14, "'in' is not declared"),
        ("X006", 6, 16, "'where' is not declared"),
        ("X006", 7, 6, "'g' is not declared"),
    ]


def test_labels() -> None:
    text = kernel(
        "bra NOWHERE;\n{ IN: }\nbra IN;\nL:\nL:\nT: .branchtargets L, GONE;\nbrx.idx %r0, T;\nbrx.idx %r0, L;"
    )
    found = sorted((d.span.line - FIRST, d.span.column, d.code, d.message) for d in wrong(text) if d.span)
    assert found == [
        (0, 5, "X007", "there is no label 'NOWHERE' in this function"),
        (2, 5, "X007", "there is no label 'IN' in this function"),
        (4, 1, "X008", "label 'L' stands here a second time"),
        (6, 14, "X007", "there is no label 'GONE' in this function"),
        (7, 14, "X007", "no .branchtargets stands behind label 'L' in this function"),
    ]


def test_names_that_are_declared_twice() -> None:
    text = kernel(".reg .b32 x;\n.reg .b64 y, x;\n.shared .b8 a[4];\n.shared .b8 a[4];\n{ .reg .b32 x; }")
    assert spots(text) == [("X008", FIRST + 1, 14), ("X008", FIRST + 3, 13)]
    twice = ".version 8.0\n.target sm_80\n.entry k() { ret; }\n.entry k() { ret; }\n.global .u32 g;\n.global .u32 g;"
    assert spots(twice) == [("X008", 4, 8), ("X008", 6, 14)]
    assert (
        spots(".version 8.0\n.target sm_80\n.entry k(.param .u32 a, .param .u32 a) { ret; }")[0][0] == "X008"
    )


# What is left


def test_other_kernels_are_kept() -> None:
    text = (
        ".version 8.0\n.target sm_80\n.entry a() { bar.sync 0; ret; }\n.entry b() { bar.sync %x; ret; }\n"
        "nonsense here;\n.entry c() { ret; }\n"
    )
    read = read_ptx_parts(text, "k.ptx")
    assert read.module is not None
    assert [k.name for k in read.module.kernels] == ["a", "c"]
    assert [(d.code, d.span and d.span.line) for d in read.diagnostics] == [("X006", 4), ("X005", 5)]


def test_there_is_an_end_to_complaints() -> None:
    assert len(wrong(kernel("\n".join(f"mov.b32 %r1, %nope{n};" for n in range(1000))))) == 20


@pytest.mark.parametrize(
    "text",
    [
        ".version 8.0\n.target sm_80\n" + "{" * 5000,
        ".version 8.0\n.target sm_80\n.entry k() {" + "{" * 5000,
        ".version 8.0\n.target sm_80\n.entry k() {" + "}" * 5000,
        ".version 8.0\n.target sm_80\n" + "." * 5000,
        ".version 8.0\n.target sm_80\n.entry k(" + "(" * 5000,
        ".version 8.0\n.target sm_80\n.entry k() { L" + ":" * 5000 + "}",
        ".version 8.0\n.target sm_80\n.entry k() { " + '"' * 5001 + "; }",
        ".version 8.0\n.target sm_80\n.entry k() " + ".a 1, 1 " * 5000,
        ".version 8.0\n.target sm_80\n.loc 1 1 " + "9" * 5000 + "\n.entry k() { ret; }",
        ".version 8.0\n.target sm_80\n.entry k() { .shared .b8 x[" + "9" * 5000 + "]; ret; }",
        ".version 8.0\n.target sm_80\n.entry k() { .reg .b32 %r<" + "9" * 5000 + ">; ret; }",
    ],
)
def test_what_nobody_would_write_ends_soon(text: str) -> None:
    read = read_ptx_parts(text)
    assert all(d.help for d in read.diagnostics)


def test_random_damage_is_told_or_harmless() -> None:
    """Bytes dropped, doubled or changed: a module or diagnostics come out, and never anything else."""
    random = Random(20)
    text = kernel(
        "{ .reg .pred p; setp.eq.s32 p, %r1, 0x10; @!p bra L; }\nL: T: .branchtargets L, M;\nM: brx.idx %r0, T;\n"
        "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r0], [%rd0, {%r1, %r3}], [%r2];\n"
        ".loc 1 5 3, function_name $L, inlined_at 1 2 3\ncall (%r1), f, (%r2); mov.f32 %f0, 0f3F800000;\n"
    ).replace(".visible", '.file 1 "a.py"\n.func (.reg .b32 r) f(.reg .b32 a) { ret; }\n.visible')
    assert read_ptx(text)
    for _ in range(400):
        damaged = bytearray(text.encode())
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(damaged))
            match random.randrange(3):
                case 0:
                    del damaged[at : at + random.randint(1, 9)]
                case 1:
                    damaged[at:at] = damaged[at : at + random.randint(1, 9)]
                case _:
                    damaged[at] = random.choice(b"{}[]();:,.@%!|\"'/*<>=+-_ 0aZ\n\t\xff")
        read = read_ptx_parts(bytes(damaged), "k.ptx")
        assert read.module is not None or read.diagnostics
        assert all(d.help and d.span is not None for d in read.diagnostics)
