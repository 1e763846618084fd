"""`asyncir check`: what it says of each way to issue, commit and wait."""

from __future__ import annotations

import pytest

import asyncir as api


def straight(wait: str, more: str = "", queue: str = "0") -> str:
    """A copy, a wait, and a load of what was copied."""
    return f"""\
func.func @f(%a: memref<4xf32>, %v: f32, %q: index, %n: index, %p: i1) -> f32 {{
  %c0 = arith.constant 0 : index
  %r = async.ready : !async.token
  %t = queue.commit({queue}) {{
    queue.async {{
      memref.store %v, %a[%c0] : memref<4xf32>
    }}
  }} -> !async.token
  {more}
  {wait}
  %x = memref.load %a[%c0] : memref<4xf32>
  return %x : f32
}}
"""


def standing(text: str) -> str:
    return api.check(text).standing


@pytest.mark.feature("S0-7")
def test_a_computed_count() -> None:
    assert standing(straight("queue.wait(0, %c0)")) == "proved"
    assert standing(straight("queue.wait(0, %n)")) == "refuted"
    less = "%z = arith.subi %n, %n : index"
    assert standing(straight("queue.wait(0, %z)", less)) == "proved"


@pytest.mark.feature("S0-8")
def test_a_computed_queue() -> None:
    assert standing(straight("queue.wait(%q, 0)", queue="%q")) != "refuted"
    assert standing(straight("queue.wait(%n, 0)", queue="%q")) != "proved"
    seven = "%s = arith.constant 7 : index"
    assert standing(straight("queue.wait(%s, 0)", seven, queue="7")) == "proved"
    assert standing(straight("queue.wait(%s, 0)", seven, queue="8")) == "refuted"


@pytest.mark.feature("S0-9")
def test_a_wait_for_the_first_groups() -> None:
    one = straight("queue.wait_finished(0, 1)")
    assert standing(one) == "proved"
    assert standing(one.replace("(0, 1)", "(0, 0)")) == "refuted"


@pytest.mark.feature("S2-14")
@pytest.mark.parametrize(
    ("token", "expected"), [("%t", "proved"), ("%r", "refuted"), ("%s", "refuted"), ("%u", "proved")]
)
def test_tokens_of_groups_are_those_of_tasks(token: str, expected: str) -> None:
    more = (
        "%s = arith.select %p, %t, %r : !async.token\n"
        "  %u = scf.if %p -> (!async.token) { scf.yield %t : !async.token } else { scf.yield %t : !async.token }"
    )
    assert standing(straight(f"async.await {token} : !async.token", more)) == expected
    assert standing(straight(f"queue.await {token} : !async.token", more)) == expected


@pytest.mark.parametrize(
    ("waits", "expected"),
    [
        ("queue.wait(0, 0)\n  scf.if %p {{ {} }}", ["exact", "redundant"]),
        ("queue.wait(0, 0)\n  scf.if %p {{ }} else {{ {} }}", ["exact", "redundant"]),
        ("scf.if %p {{ {} }}\n  queue.wait(0, 0)", ["redundant", "exact"]),
        ("scf.if %p {{ {} }}", ["exact"]),
    ],
)
def test_what_two_waits_serve_on_one_way_may_need_one_of_them_on_another(
    waits: str, expected: list[str]
) -> None:
    answer = api.check(straight(waits.format("queue.wait(0, 0)")))
    assert [wait.verdict for wait in answer.waits] == expected
    assert answer.proved is (len(expected) == 2)


@pytest.mark.parametrize("wait", ["queue.await_read %t : !async.token", "queue.wait_read(0, 0)"])
def test_a_wait_for_what_is_read_lets_writes_be_in_flight(wait: str) -> None:
    made = (
        "%b = memref.alloca() : memref<4xf32>\n  memref.store %v, %b[%c0] : memref<4xf32>\n  %r = async.ready"
    )
    moved = "%y = memref.load %b[%c0] : memref<4xf32>\n      memref.store %y, %a[%c0]"
    text = straight(wait).replace("%r = async.ready", made).replace("memref.store %v, %a[%c0]", moved)
    over = "memref.store %v, %b[%c0] : memref<4xf32>"
    read_again = text.replace("%x = memref.load %a", f"{over}\n  %x = memref.load %b")
    assert standing(text) == "refuted"
    assert standing(read_again) == "proved"
    assert standing(read_again.replace(wait, "")) == "refuted"


@pytest.mark.parametrize(
    ("argument", "kind", "expected"),
    [("%a", "memref<4xf32>", "unknown"), ("%n", "index", "proved")],
)
def test_a_function_of_which_nothing_is_known_may_touch_what_it_gets(
    argument: str, kind: str, expected: str
) -> None:
    call = f"func.call @g({argument}) : ({kind}) -> ()\n  queue.wait(0, 0)"
    assert standing(f"func.func private @g({kind})\n" + straight(call)) == expected


DEVICE = """\
func.func @stage(%a: memref<64xf32>, %out: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 16, 1, 1>} {
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %s = memref.alloca() : memref<64xf32, #gpu.address_space<workgroup>>
  %thread = gpu.thread_id x
  %at = arith.muli %thread, %c4 : index
  %copy = nvgpu.device_async_copy %a[%at], %s[%at], 4 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
  %group = nvgpu.device_async_create_group %copy
  nvgpu.device_async_wait %group
  gpu.barrier
  %from = arith.subi %c63, %thread : index
  %x = memref.load %s[%from] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%thread] : memref<64xf32>
  return
}
"""


@pytest.mark.feature("S2-3")
@pytest.mark.feature("S2-1", "S2-2")
def test_a_copy_of_a_block() -> None:
    assert standing(DEVICE) == "proved"
    unread = DEVICE.replace("%x, %out", "%y, %out").replace(
        "%x = memref", "%y = arith.constant 0.0 : f32\n  %x = memref"
    )
    for without in ("  gpu.barrier\n", "  nvgpu.device_async_wait %group\n"):
        assert standing(unread.replace(without, "")) == "refuted"


@pytest.mark.feature("S2-3")
def test_copies_that_block_and_copies_that_do_not() -> None:
    def program(*lines: str) -> str:
        text = (
            straight("", "\n  ".join(lines)).replace("%v, %a[%c0]", "%v, %b[%c0]").replace("4xf32", "1xf32")
        )
        return text.replace("-> f32 {", "-> f32 {\n  %b = memref.alloca() : memref<1xf32>", 1)

    copy = "memref.copy %b, %a : memref<1xf32> to memref<1xf32>"
    assert standing(program("queue.wait(0, 0)", copy)) == "proved"
    started = ("queue.wait(0, 0)", "queue.commit(1) {", "queue.async {", copy, "}", "}")
    assert standing(program(*started, "queue.wait(1, 0)")) == "proved"
    assert standing(program(*started)) == "refuted"


TASK = """\
func.func @f(%a: memref<4xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %v, %a[%c0] : memref<4xf32>
    async.yield
  }
  %x = memref.load %a[%c0] : memref<4xf32>
  async.await %t : !async.token
  return %x : f32
}
"""

TASKS = {
    "a-task": (TASK, "refuted"),
    "in-a-callee": (
        TASK.replace("func.func @f", "func.func private @g")
        + "func.func @f(%a: memref<4xf32>, %v: f32) {\n  %x = call @g(%a, %v) : (memref<4xf32>, f32) -> f32\n  return\n}\n",
        "refuted",
    ),
    "a-value": (
        "func.func @f(%v: !async.value<f32>) {\n  %x = async.await %v : !async.value<f32>\n  return\n}\n",
        "unknown",
    ),
    "an-async-function": ("async.func @f() -> !async.token {\n  return\n}\n", "proved"),
}


@pytest.mark.parametrize(("text", "standing"), TASKS.values(), ids=TASKS)
def test_tasks_have_verdicts(text: str, standing: str) -> None:
    answer = api.check(text)
    assert answer.standing == standing
    codes = {"proved": [], "refuted": ["Q002"], "unknown": ["Q005"]}
    assert [d.code for d in answer.diagnostics] == codes[standing]


def test_iterations_of_a_parallel_loop_that_meet_are_not_proved() -> None:
    answer = api.check(
        "func.func @f(%a: memref<4xf32>, %v: f32, %m: index, %n: index) {\n"
        "  scf.parallel (%i) = (%m) to (%n) step (%n) {\n    memref.store %v, %a[%n] : memref<4xf32>\n  }\n  return\n}\n"
    )
    assert answer.standing == "unknown"
    assert "two iterations of scf.parallel may touch one element" in answer.diagnostics[0].message
