"""Q006: what a wait lists is all that the groups touch which it may retire."""

from __future__ import annotations

from itertools import islice

import pytest

from asyncir import check, run_pipeline
from asyncir.analyses.in_flight_memory import AGES
from asyncir.analyses.wait_coverage import uncovered_memory
from asyncir.diagnostics import DiagnosticError, Severity
from asyncir.driver.signatures import public_functions
from asyncir.driver.witness import replay, small_arguments
from asyncir.source.text import parse_module

pytestmark = pytest.mark.feature("S2-12")

ARGUMENTS = "%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %i: index, %n: index, %p: i1"


def copy(source: str, target: str, queue: str = "0", token: str = "") -> str:
    """A commit of one copy."""
    head, tail = (f"%{token} = ", " -> !async.token") if token else ("", "")
    return (
        f"{head}queue.commit({queue}) {{ queue.async {{ %x = memref.load %{source}[%i] : memref<8xf32> "
        f"memref.store %x, %{target}[%i] : memref<8xf32> }} }}{tail}"
    )


def covers(*names: str) -> str:
    return f" covers({', '.join('%' + n for n in names)} : {', '.join(['memref<8xf32>'] * len(names))})"


def program(*lines: str, attributes: str = "") -> str:
    return "\n".join((f"func.func @f({ARGUMENTS}){attributes} {{", *lines, "return", "}"))


def missing(*lines: str, attributes: str = "", more: str = "") -> list[str]:
    """The memory that waits of the program should list and do not."""
    module = parse_module(program(*lines, attributes=attributes) + "\n" + more)
    return [one.name for one in uncovered_memory(module)]


LOOP = "scf.for %k = %i to %n step %n {"
COMPLETE = {
    "source-and-target": (copy("a", "b"), "queue.wait(0, 0)" + covers("a", "b")),
    "retired-before": (copy("a", "b"), "queue.wait(0, 0)", copy("a", "c"), "queue.wait(0, 0)" + covers("a", "c")),
    "stays-in-flight": (copy("a", "b"), copy("a", "c"), "queue.wait(0, 1)" + covers("a", "b")),
    "another-queue": (copy("a", "b"), copy("a", "c", "1"), "queue.wait(1, 0)" + covers("a", "c")),
    "sources": (copy("a", "b"), "queue.wait_read(0, 0)" + covers("a")),
    "read-before": (copy("a", "b"), "queue.wait_read(0, 0)", "queue.wait(0, 0)" + covers("b")),
    "the-token-s-group": (copy("a", "b", token="t"), copy("a", "c"), "queue.await %t : !async.token" + covers("a", "b")),
    "behind-the-token": (
        copy("a", "b", token="t"), copy("a", "c"), "queue.await %t : !async.token", "queue.wait(0, 0)" + covers("a", "c")),
    "in-a-loop": (LOOP, copy("a", "b"), "queue.wait(0, 1)" + covers("a", "b"), "}", "queue.wait(0, 0)" + covers("a", "b")),
    "a-view": (
        "%v = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>",
        "queue.commit(0) { queue.async { %x = memref.load %a[%i] : memref<8xf32> "
        "memref.store %x, %v[%i] : memref<4xf32, strided<[1]>> } }",
        "queue.wait(0, 0)" + covers("a", "b")),
    "more-than-there-are": (copy("a", "b"), "queue.wait(0, %n)", "queue.wait(0, 5)" + covers("a")),
    "another-queue-than-the-token-s": (
        copy("a", "b", token="t"), copy("a", "c", "1"), "queue.await %t : !async.token" + covers("a", "b")),
    "a-wait-among-what-is-committed": (
        copy("a", "b").replace("queue.async", "queue.wait(0, 0) queue.async", 1), "queue.wait(0, 0)" + covers("a", "b")),
    "in-both-branches": (
        "scf.if %p {", copy("a", "b"), "} else {", copy("a", "c"), "}", "queue.wait(0, 0)" + covers("a", "b", "c")),
}  # fmt: skip

OLDER = ["queue.commit(0) {}"] * (AGES + 1)
INCOMPLETE = {
    "behind-a-wait-among-what-is-committed": (
        (copy("a", "b").replace("queue.async", "queue.wait(0, 0) queue.async", 1), "queue.wait(0, 0)" + covers("a")),
        ["%b"]),
    "in-a-branch-of-what-is-committed": (
        (copy("a", "b").replace("{ queue", "{ scf.if %p { queue", 1) + " }", "queue.wait(0, 0)" + covers("a")), ["%b"]),
    "the-source": ((copy("a", "b"), "queue.wait(0, 0)" + covers("b")), ["%a"]),
    "the-target": ((copy("a", "b"), "queue.wait(0, 0)" + covers("a")), ["%b"]),
    "an-older-group": ((copy("a", "b"), copy("a", "c"), "queue.wait(0, 0)" + covers("a", "c")), ["%b"]),
    "only-read": ((copy("a", "b"), "queue.wait_read(0, 0)", "queue.wait(0, 0)" + covers("a")), ["%b"]),
    "a-branch": (("scf.if %p {", copy("a", "c"), "}", copy("a", "b"), "queue.wait(0, 0)" + covers("a", "b")), ["%c"]),
    "the-last-iteration": ((LOOP, "queue.wait(0, 0)" + covers("a"), copy("a", "b"), "}"), ["%b"]),
    "an-iteration-long-ago": (
        (copy("a", "c"), LOOP, copy("a", "b"), "queue.wait(0, 3)" + covers("a", "b"), "}"), ["%c"]),
    "after-a-computed-count": ((copy("a", "b"), "queue.wait(0, %n)", "queue.wait(0, 0)" + covers("a")), ["%b"]),
    "a-computed-queue": ((copy("a", "b", "%n"), "queue.wait(7, 0)" + covers("a")), ["%b"]),
    "the-first-groups": ((copy("a", "b"), "queue.wait_finished(0, 1)" + covers("a")), ["%b"]),
    "an-unknown-token": (
        ("%r = async.ready : !async.token", copy("a", "b", token="t"),
         "%u = arith.select %p, %r, %t : !async.token", "queue.await %u : !async.token" + covers("a")), ["%b"]),
    "the-token-before-another-queue": (
        (copy("a", "b", token="t"), copy("a", "c", "1"), "queue.await %t : !async.token" + covers("a")), ["%b"]),
    "waited-for-in-one-branch": (
        (copy("a", "b"), "scf.if %p {", "queue.wait(0, 0)", "}", "queue.wait(0, 0)" + covers("a")), ["%b"]),
    "older-than-all-ages": ((copy("a", "b"), *OLDER, "queue.wait(0, 0)" + covers("a")), ["%b"]),
    "older-than-all-ages-and-read": (
        (copy("a", "b"), *OLDER, "queue.wait_read(0, 0)", "queue.wait(0, 0)" + covers("a")), ["%b"]),
    "along-branches": (
        (copy("a", "b"), "cf.cond_br %p, ^x, ^y", "^x:", "queue.wait(0, 0)", "cf.br ^y", "^y:",
         "queue.wait(0, 0)" + covers("a")), ["%b"]),
}  # fmt: skip


@pytest.mark.parametrize("lines", COMPLETE.values(), ids=COMPLETE)
def test_a_list_that_is_complete(lines: tuple[str, ...]) -> None:
    assert missing(*lines) == []


@pytest.mark.parametrize(("lines", "expected"), INCOMPLETE.values(), ids=INCOMPLETE)
def test_a_list_that_is_not(lines: tuple[str, ...], expected: list[str]) -> None:
    assert missing(*lines) == expected


def test_queues_on_one_fifo_are_waited_for_together() -> None:
    lines = (copy("a", "b"), copy("a", "c", "1"), "queue.wait(1, 0)" + covers("a", "c"))
    assert missing(*lines, attributes=" attributes {queue.fifos = [[0, 1]]}") == ["%b"]


CALLEE = "func.func private @g(%d: memref<8xf32>, %e: memref<8xf32>, %i: index) {{ {body} return }}"
CALL = "func.call @g(%a, %b, %i) : (memref<8xf32>, memref<8xf32>, index) -> ()"


def test_groups_of_a_callee() -> None:
    callee = CALLEE.format(body=copy("d", "e"))
    assert missing(CALL, "queue.wait(0, 0)" + covers("a"), more=callee) == ["%b"]
    assert missing(CALL, "queue.wait(0, 0)" + covers("a", "b"), more=callee) == []


@pytest.mark.parametrize(("listed", "expected"), [(("a", "b"), []), (("a",), ["%b"])])
def test_a_callee_waits_among_what_is_committed(listed: tuple[str, ...], expected: list[str]) -> None:
    waits = CALLEE.format(body="queue.wait(0, 0) queue.async { %x = memref.load %d[%i] : memref<8xf32> "
                          "memref.store %x, %e[%i] : memref<8xf32> }")  # fmt: skip
    lines = (f"queue.commit(0) {{ {CALL} }}", "queue.wait(0, 0)" + covers(*listed))
    assert missing(*lines, more=waits) == expected


def test_groups_of_a_caller() -> None:
    callee = CALLEE.format(body="queue.wait(0, 0)" + covers("d", "e"))
    assert missing(copy("a", "b"), CALL, more=callee) == ["memory of a caller"]
    assert missing(CALL, more=callee) == []


BETWEEN = CALLEE.replace("@g", "@h").format(
    body="func.call @g(%d, %e, %i) : (memref<8xf32>, memref<8xf32>, index) -> ()"
)


def test_groups_of_those_who_are_called_by_a_callee() -> None:
    """Through a function between."""
    through = CALL.replace("@g", "@h")
    waits = CALLEE.format(body="queue.wait(0, 0)" + covers("d", "e"))
    assert missing(copy("a", "b"), through, more=waits + "\n" + BETWEEN) == ["memory of a caller"]
    commits = CALLEE.format(body=copy("d", "e"))
    assert missing(through, "queue.wait(0, 0)" + covers("a"), more=commits + "\n" + BETWEEN) == ["%b"]


def test_a_callee_commits_any_number() -> None:
    callee = CALLEE.format(body="queue.commit(0) {}")
    lines = (copy("a", "b"), CALL, "queue.wait(0, 3)", "queue.wait(0, 1)" + covers("a"))
    assert missing(*lines, more=callee) == ["%b"]


def test_the_entry_says_which_queues_share_a_fifo() -> None:
    callee = CALLEE.format(body=copy("d", "e") + " queue.wait(1, 0)" + covers("d"))
    shared = " attributes {queue.fifos = [[0, 1]]}"
    assert "%e" in missing(CALL, more=callee, attributes=shared)
    assert "%e" not in missing(CALL, more=callee)


def test_functions_that_are_called_by_value() -> None:
    """What they commit may touch anything, and what is in flight when they start is not known."""
    kind = "(memref<8xf32>, memref<8xf32>, index) -> ()"
    lines = (f"%g = func.constant @g : {kind}", f"func.call_indirect %g(%a, %b, %i) : {kind}")
    commits = CALLEE.format(body=copy("d", "e"))
    unknown = ["memory that cannot be told"]
    assert missing(*lines, "queue.wait(0, 0)" + covers("a", "b"), more=commits) == unknown
    through = CALLEE.replace("@g", "@h").format(body=" ".join(lines).replace("%a, %b", "%d, %e"))
    call = CALL.replace("@g", "@h")
    assert missing(call, "queue.wait(0, 0)" + covers("a"), more=commits + "\n" + through) == unknown
    waits = CALLEE.format(body="queue.wait(0, 0)" + covers("d", "e"))
    assert missing(copy("a", "b"), *lines, more=waits) == ["memory of a caller"]


def test_a_global() -> None:
    store = "queue.commit(0) { queue.async { memref.store %v, %g[%i] : memref<8xf32> } }"
    lines = ("%v = arith.constant 0.0 : f32", "%g = memref.get_global @m : memref<8xf32>", store)
    more = "memref.global @m : memref<8xf32>"
    assert missing(*lines, "queue.wait(0, 0)" + covers("a"), more=more) == ["@m"]
    assert missing(*lines, "queue.wait(0, 0)" + covers("g"), more=more) == []


def test_the_pass_and_the_check_say_so() -> None:
    text = program(copy("a", "b"), "queue.wait(0, 0)" + covers("b"))
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module(text), "verify-wait-coverage")
    (fault,) = caught.value.diagnostics
    assert fault.code == "Q006"
    assert "touches %a" in fault.message
    assert fault.help.startswith("add %a to the list")
    assert fault.span is not None
    assert fault.notes[0].span is not None
    assert "Q006" in [diagnostic.code for diagnostic in check(text).diagnostics]


def shown(is_it: bool) -> Severity:
    """What a fault is that a run shows, or none does."""
    return Severity.ERROR if is_it else Severity.WARNING


@pytest.mark.parametrize("index", ["%out", "%i"])
def test_a_wait_to_which_no_execution_comes_is_no_error(index: str) -> None:
    """The execution ends before it with an error, an index out of bounds."""
    lines = (
        "%out = arith.constant 8 : index",
        copy("a", "b"),
        f"%y = memref.load %c[{index}] : memref<8xf32>",
    )
    found = check(program(*lines, "queue.wait(0, 0)" + covers("b"))).diagnostics
    assert [d.severity for d in found if d.code == "Q006"] == [shown(index == "%i")]


@pytest.mark.parametrize("truth", ["ne", "eq"])
@pytest.mark.parametrize("constant", [True, False])
def test_what_is_touched_in_no_execution_is_no_error(truth: str, constant: bool) -> None:
    """A body that never runs."""
    store = "memref.store %v, %c[%i] : memref<8xf32>"
    reads = "%v = memref.load %a[%i] : memref<8xf32>"
    body = f"{reads} scf.if %never {{ {store} }}" if constant else f"scf.if %never {{ {reads} {store} }}"
    lines = (
        f"%never = arith.cmpi {truth}, %n, %n : index",
        f"queue.commit(0) {{ queue.async {{ {body} }} }}",
    )
    found = check(program(*lines, "queue.wait(0, 0)" + covers("b"))).diagnostics
    assert [d.severity for d in found if d.code == "Q006"] == [shown(truth == "eq" or constant)]


@pytest.mark.parametrize("bit", ["%one", "%zero"])
def test_what_no_run_shows_is_not_refuted(bit: str) -> None:
    """Nobody knows here that a number and itself have no bit in which they differ."""
    lines = (
        "%c0 = arith.constant 0 : index",
        "%v = arith.constant 0.0 : f32",
        "%one = arith.constant 1 : index",
        "%zero = arith.xori %n, %n : index",
        f"%ever = arith.cmpi ne, {bit}, %c0 : index",
        "queue.commit(0) { queue.async { scf.if %ever { memref.store %v, %c[%i] : memref<8xf32> } } }",
    )
    answer = check(program(*lines, "queue.wait(0, 0)" + covers("b")))
    (fault,) = (d for d in answer.diagnostics if d.code == "Q006")
    expected = "refuted" if bit == "%one" else "unknown"
    assert (fault.severity, answer.standing) == (shown(bit == "%one"), expected)


def shows(*lines: str) -> bool:
    """Whether runs with small arguments show that a wait retires what it does not list."""
    module = parse_module(program(*lines))
    given = small_arguments(public_functions(module)[0])
    runs = [replay(module, "f", arguments) for arguments in islice(given, 4)]
    return any(run.outcome is not None and run.outcome.uncovered for run in runs)


@pytest.mark.parametrize("what", COMPLETE)
def test_no_run_shows_more_than_what_is_listed(what: str) -> None:
    assert not shows(*COMPLETE[what])


@pytest.mark.parametrize(("wait", "listed"), [("wait", "a"), ("wait", "b"), ("wait_read", "b")])
def test_a_run_shows_what_is_not_listed(wait: str, listed: str) -> None:
    assert shows(copy("a", "b"), f"queue.{wait}(0, 0)" + covers(listed))
