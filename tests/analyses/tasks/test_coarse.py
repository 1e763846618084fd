"""Calls of long computations as one step: which can be, what they touch, and what failing does."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import asyncir
from asyncir.analyses.tasks import check as checking_tasks

from .checking import verdict, waits

pytestmark = pytest.mark.feature("N12")

GENERATE = Path(__file__).parents[3] / "examples" / "cholesky" / "generate.py"
VIEW = "memref<?xf32, strided<[1], offset: ?>>"
TILE = f"""func.func private @tile(%A: memref<?xf32>, %i: index, %tile: index) {{
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %u = arith.muli %i, %tile : index
  %o = arith.minsi %u, %n : index
  %r = arith.subi %n, %o : index
  %s = arith.minsi %r, %tile : index
  %v = memref.subview %A[%o] [%s] [1] : memref<?xf32> to {VIEW}
  func.call @compute(%v) : ({VIEW}) -> ()
  return
}}
"""
COMPUTE = f"""func.func private @compute(%v: {VIEW}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %v, %c0 : {VIEW}
  scf.for %i = %c0 to %d step %c1 {{
    %x = memref.load %v[%i] : {VIEW}
    BODY
    memref.store %x, %v[%i] : {VIEW}
  }}
  return
}}
"""
ASSERT = """%ok = arith.cmpf ogt, %x, %x : f32
    cf.assert %ok, "never" """


def program(main, body="", more=""):
    """Tiles of one array, each computed by a task."""
    head = "func.func @main(%A: memref<?xf32>, %given: index, %m: memref<?xf32>) {\n"
    constants = "".join(f"  %c{n} = arith.constant {n} : index\n" for n in range(4))
    constants += "  %most = arith.constant 64 : index\n  %tile = arith.remui %given, %most : index\n"
    return f"{head}{constants}{main}  return\n}}\n{TILE}{COMPUTE.replace('BODY', body)}{more}"


def tile(number, name, waits=""):
    call = f"func.call @tile(%A, %c{number}, %tile) : (memref<?xf32>, index, index) -> ()"
    return f"  %{name} = async.execute {waits}{{\n    {call}\n    async.yield\n  }}\n"


def wait(name):
    return f"  async.await %{name} : !async.token\n"


@pytest.fixture
def coarse_alone(monkeypatch):
    """Only what is found where calls are one step counts."""
    looks = checking_tasks._first_looks
    monkeypatch.setattr(checking_tasks, "_first_looks", lambda *given: looks(*given)[1:])
    monkeypatch.setattr("asyncir.analyses.synchronisation.prove", lambda *_, **__: _Nothing())


class _Nothing:
    proved = False


@pytest.mark.usefixtures("coarse_alone")
def test_tiles_are_apart_whatever_is_left_for_the_last_one():
    text = program(tile(0, "a") + tile(1, "b") + tile(3, "c") + wait("a") + wait("b") + wait("c"))
    assert verdict(text) == "proved"
    assert verdict(text.replace("@tile(%A, %c3", "@tile(%A, %c1")) == "refuted"


@pytest.mark.usefixtures("coarse_alone")
def test_tiles_with_an_element_in_common_race():
    wide = TILE.replace("minsi %r, %tile", "minsi %r, %wide")
    wide = wide.replace(
        "  %r =", "  %c1 = arith.constant 1 : index\n  %wide = arith.addi %tile, %c1 : index\n  %r ="
    )
    text = program(tile(0, "a") + tile(1, "b") + wait("a") + wait("b")).replace(TILE, wide)
    assert verdict(text) == "refuted"


@pytest.mark.usefixtures("coarse_alone")
def test_a_wait_for_what_may_fail_is_needed_for_that_alone():
    other = (
        "  %b = async.execute [%a] {\n    memref.store %x, %m[%c0] : memref<?xf32>\n    async.yield\n  }\n"
    )
    main = "  %x = arith.constant 1.0 : f32\n" + tile(0, "a") + other + wait("b")
    assert [said for _, _, said in waits(program(main, ASSERT))] == ["needed", "needed"]
    # Without the assertion, `b` may run before; but then nobody waits for `a`, whose tile is the caller's.
    both = main.replace(wait("b"), wait("b") + wait("a"))
    assert [said for _, _, said in waits(program(both))] == ["redundant", "needed", "needed"]
    # The entry fails where `b` does, which fails where `a` does.
    assert [said for _, _, said in waits(program(both, ASSERT))] == ["needed", "needed", "redundant"]


@pytest.mark.usefixtures("coarse_alone")
def test_what_hands_on_an_error_twice_is_redundant_once():
    main = tile(0, "a") + tile(0, "b", "[%a] ") + tile(0, "c", "[%a, %b] ") + wait("c")
    verdicts = {(n, said) for _, n, said in waits(program(main, ASSERT))}
    assert verdicts == {(0, "needed"), (0, "redundant"), (1, "needed"), (None, "needed")}


IS_ERROR = """  %failed = async.runtime.is_error %a : !async.token
  scf.if %failed {
    memref.store %x, %m[%c0] : memref<?xf32>
  }
"""


@pytest.mark.usefixtures("coarse_alone")
@pytest.mark.parametrize(
    "main",
    [
        # A task fails before it adds itself to a group: nobody is there for who waits for that.
        "  %g = async.create_group %c1 : !async.group\n"
        + tile(0, "a").replace(
            "    async.yield",
            "    %t = async.execute {\n      async.yield\n    }\n"
            "    %r = async.add_to_group %t, %g : !async.token\n    async.yield",
        )
        + "  async.await_all %g\n"
        + wait("a"),
        # Who fails leaves its stack, which another one uses.
        "  %S = memref.alloca() : memref<4xf32>\n"
        "  %x = arith.constant 1.0 : f32\n"
        "  %b = async.execute {\n    memref.store %x, %S[%c0] : memref<4xf32>\n    async.yield\n  }\n"
        "  func.call @tile(%A, %c0, %tile) : (memref<?xf32>, index, index) -> ()\n" + wait("b"),
    ],
    ids=["group", "stack"],
)
def test_failing_that_does_more_than_take_away_is_looked_at(main):
    assert verdict(program(main, ASSERT)) != "proved"
    assert verdict(program(main)) == "proved"


ATOMIC = "%y = memref.atomic_rmw addf %x, %v[%c0] : (f32, VIEW) -> f32".replace("VIEW", VIEW)


REACHES_FURTHER = f"""%more = memref.reinterpret_cast %v to offset: [0], sizes: [100], strides: [1]
      : {VIEW} to memref<100xf32, strided<[1]>>
    memref.store %x, %more[%i] : memref<100xf32, strided<[1]>>"""


@pytest.mark.parametrize(
    ("body", "more"),
    [
        (ATOMIC, ""),
        (
            "%g = memref.get_global @G : memref<4xf32>\n    memref.store %x, %g[%c0] : memref<4xf32>",
            "memref.global @G : memref<4xf32>\n",
        ),
        ("vector.print %x : f32", ""),
        (REACHES_FURTHER, ""),
        ("%t = async.execute {\n      async.yield\n    }\n    async.await %t : !async.token", ""),
    ],
    ids=["atomic", "global", "prints", "further", "launches"],
)
def test_what_is_more_than_a_computation_is_followed(body, more):
    module = asyncir.parse(program(tile(0, "a") + wait("a"), body, more), "p.mlir")
    functions = {name.data: op for op in module.body.ops if (name := op.properties.get("sym_name"))}
    program_of = checking_tasks.TaskProgram(functions["main"], functions, list(functions.values()))
    assert not checking_tasks.has_long_computations(program_of, 100)


@pytest.mark.usefixtures("coarse_alone")
def test_a_view_that_is_made_elsewhere_is_any():
    text = program(tile(0, "a") + tile(1, "b") + wait("a") + wait("b"))
    either = f"""  %z = memref.subview %A[%o] [%r] [1] : memref<?xf32> to {VIEW}
  %c = arith.cmpi eq, %i, %tile : index
  %w = arith.select %c, %v, %z : {VIEW}
"""
    assert verdict(text.replace("  func.call @compute(%v)", either + "  func.call @compute(%w)")) != "proved"


@pytest.fixture(scope="module")
def cholesky(tmp_path_factory):
    """The example, written out for so many tiles in a row."""

    def written(tiles):
        path = tmp_path_factory.mktemp("cholesky") / "cholesky.mlir"
        subprocess.run([sys.executable, GENERATE, "--tiles", str(tiles), "-o", path], check=True)
        return path.read_text()

    return written


def test_each_dependency_of_a_factorisation_is_needed_but_one_that_others_cover(cholesky):
    text = cholesky(3).replace("execute [%trsm_2_0, %trsm_1_0]", "execute [%potrf_0, %trsm_2_0, %trsm_1_0]")
    checked = asyncir.check(text)
    assert checked.standing == "proved"
    assert [(w.operand, w.location.split(":")[1]) for w in checked.waits if w.verdict != "needed"] == [
        (0, str(text[: text.index("[%potrf_0, %trsm_2_0")].count("\n") + 1))
    ]


@pytest.mark.parametrize("dropped", ["%potrf_1, ", "%trsm_2_1, "])
def test_a_factorisation_without_a_dependency_is_refuted_by_a_run(cholesky, dropped):
    text = re.sub(rf"(execute \[[^]]*){dropped}", r"\1", cholesky(3), count=1)
    assert text != cholesky(3)
    checked = asyncir.check(text)
    assert checked.standing == "refuted"
    (race, *_) = checked.races
    assert "diagonal:1.0" in str(race)
    # What the refutation leaves open of waits is not said of each.
    assert sum(d.code == "Q005" for d in checked.diagnostics) == 0
