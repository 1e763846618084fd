"""Programs run on two workers, with the results that they have in one process."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError
from asyncir.driver.distribute import _Graph, distribute  # pyright: ignore
from asyncir.launch.dask import clusters, homes, library, progress, running
from bench.distributed.programs import products_text, rotation, stencil_text
from tests.distributed import texts

A, B = np.arange(4, dtype=np.float32), np.full(4, 3, np.float32)


def failing(call: Any, *arguments: Any, **named: Any) -> asyncir.Diagnostic:
    with pytest.raises(DiagnosticError) as caught:
        call(*arguments, **named)
    return caught.value.diagnostics[0]


@pytest.mark.parametrize("cut", [False, True])
def test_results_are_those_of_one_process(client: Any, cut: bool) -> None:
    for text, arguments in (
        (texts.DIAMOND, (A, B)),
        (texts.SEVERAL, (np.arange(8, dtype=np.float32),)),
        (stencil_text(6, 4), (np.arange(16, dtype=np.float32),)),
        (products_text(3, 4, 32), (rotation(32),)),
    ):
        native = asyncir.compile(text).main(*arguments)
        found = distribute(text, client, cut=cut)(*arguments)
        for one, other in zip(*(r if isinstance(r, tuple) else (r,) for r in (native, found)), strict=True):
            np.testing.assert_array_equal(one, other)


def test_a_sequential_program_is_one_task_or_several(client: Any) -> None:
    text = """func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %s = arith.addf %a, %a : tensor<4xf32>
  return %s : tensor<4xf32>
}"""
    function = distribute(text, client)
    assert function.tasks == ("s",)
    np.testing.assert_array_equal(function(A), A + A)


def test_tasks_are_named_as_regions(client: Any) -> None:
    assert distribute(texts.DIAMOND, client, cut=False).tasks == ("x", "y", "z")
    function = distribute(texts.DIAMOND, client, cut=False)
    future = function.submit(A, B)
    future.result()
    keys = client.run_on_scheduler(lambda dask_scheduler: [str(key) for key in dask_scheduler.tasks])
    assert any(key.startswith("z-") for key in keys)
    assert "z" in client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.task_prefixes))


def test_futures_stay_on_workers_and_can_be_given(client: Any) -> None:
    function = distribute(texts.DIAMOND, client)
    first = function.submit(A, B)
    second = function.submit(first, B)
    np.testing.assert_array_equal(
        function(second, first), _diamond(_diamond(_diamond(A, B), B), _diamond(A, B))
    )


def _diamond(a: Any, b: Any) -> Any:
    return a * b - (a + b)


def test_large_arguments_are_data_of_their_own(client: Any) -> None:
    text = texts.DIAMOND.replace("4xf32", "4096xf32")
    a = np.arange(4096, dtype=np.float32)
    function = distribute(text, client, cut=False)
    np.testing.assert_array_equal(function(a, a), _diamond(a, a))
    graph = _Graph(function._planned, [a, a], "main").tasks  # pyright: ignore
    assert [key.partition("-")[0] for key in graph] == ["main_argument_0", "main_argument_1", "x", "y", "z"]
    few = distribute(texts.DIAMOND, client, cut=False)
    assert len(_Graph(few._planned, [A, B], "main").tasks) == 3  # pyright: ignore


def test_code_is_sent_once_and_dropped(client: Any) -> None:
    function = distribute(texts.DIAMOND, client)
    distribute(texts.DIAMOND, client)
    name = function.code.program
    there = {tuple(each) for each in client.run(_programs).values()}
    assert all(found.count(name) == 1 for found in there)
    function(A, B)
    function.close()
    assert all(name not in found for found in client.run(_programs).values())
    assert failing(function, A, B).code == "R230"


def _programs() -> list[str]:
    from asyncir.launch.dask import worker

    return list(worker._programs)  # pyright: ignore


def test_arrays_are_sent_as_they_lie_in_memory() -> None:
    """What a region makes is sent as a buffer that is the array's own memory, and what arrives is an array on that buffer."""
    from distributed.protocol import deserialize, serialize

    made = asyncir.compile(texts.DIAMOND).main(A, B)
    header, frames = serialize(made)
    assert header["serializer"] == "dask"
    (frame,) = frames
    assert np.shares_memory(np.frombuffer(frame, np.float32), made)
    arrived = deserialize(header, [bytearray(frame)])
    np.testing.assert_array_equal(arrived, made)
    assert asyncir.compile(texts.DIAMOND).main(arrived, arrived) is not None


def test_arrays_of_no_elements_may_lie_anywhere() -> None:
    nothing = np.frombuffer(bytearray(9), np.float32, 0, 1)
    assert nothing.ctypes.data % 4
    program = asyncir.compile(texts.DIAMOND.replace("4xf32", "?xf32"))
    assert program.main(nothing, nothing).shape == (0,)


def test_a_failing_region_is_reported_with_its_line(client: Any) -> None:
    function = distribute(texts.FAILS, client, filename="fails.mlir")
    assert function(2) == 4
    with pytest.raises(asyncir.ProgramError) as caught:
        function(5)
    diagnostic = caught.value.diagnostics[0]
    assert (diagnostic.code, diagnostic.span.line if diagnostic.span else 0) == ("R101", 5)
    (note,) = diagnostic.notes
    assert note.message.startswith("in the region 'x', on the worker tcp://127.0.0.1:")
    assert note.span is not None
    assert note.span.line == 2


def test_of_joined_regions_the_one_that_failed_is_named(client: Any) -> None:
    text = texts.FAILS.replace("arith.cmpi slt, %n", "arith.cmpi slt, %y").replace("%x = async", "%q = async")
    first = (
        "  %t9, %y = async.region -> i64 {\n    %e = arith.addi %n, %n : i64\n    async.yield %e : i64\n  }\n"
    )
    text = text.replace("  %t0, %q = async.region ->", first + "  %t0, %q = async.region [%t9] ->")
    text = text.replace("%t1, %y", "%t1, %w").replace("%x, %x", "%q, %q").replace("return %y", "return %w")
    function = distribute(text, client)
    assert len(function.tasks) == 1
    diagnostic = failing(function, 5)
    assert diagnostic.code == "R101"
    assert "in the region 'q'" in diagnostic.notes[0].message


def test_wrong_arguments_are_refused_before_anything_is_sent(client: Any) -> None:
    function = distribute(texts.DIAMOND, client)
    assert failing(function, A).code == "C107"
    assert failing(function, A, A.astype(np.float64)).code == "C101"
    assert failing(function, A, np.zeros(5, np.float32)).code == "C103"
    wrong = client.submit(np.zeros, 5, np.float32, pure=False)
    assert failing(function, A, wrong).code == "C103"


def test_an_unknown_function(client: Any) -> None:
    assert failing(distribute, texts.DIAMOND, client, entry="mian").code == "C005"


def test_results_that_are_too_large_stay(client: Any) -> None:
    function = distribute(texts.LARGE, client, gather_limit=1 << 20)
    diagnostic = failing(function, 1.0)
    assert diagnostic.code == "C073"
    assert "4 MiB" in diagnostic.message
    large, number = function.submit(1.5)
    assert number.result() == 3
    assert client.submit(np.sum, large).result() == 1.5 * (1 << 20)
    assert distribute(texts.LARGE, client, gather_limit=None)(1.0)[1] == 2


def test_time_that_is_over_cancels(client: Any) -> None:
    function = distribute(texts.WORKS, client)
    assert function(3, 0.5) == np.sin(np.sin(np.sin(0.5)))
    with pytest.raises(TimeoutError) as caught:
        function.call([50_000_000, 0.5], timeout=0.2)
    assert isinstance(caught.value, DiagnosticError)
    assert caught.value.diagnostics[0].code == "R108"
    _nothing_is_left(client)


def test_an_interrupt_cancels(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running._Watch, "look", interrupted)  # pyright: ignore
    with pytest.raises(KeyboardInterrupt):
        distribute(texts.WORKS, client)(50_000_000, 0.5)
    monkeypatch.undo()
    _nothing_is_left(client)


def _nothing_is_left(client: Any) -> None:
    """The scheduler forgets the tasks of the run: it says so itself, and is asked until it does."""
    end = time.monotonic() + 60
    while any(key.startswith("y-") for key in client.run_on_scheduler(_keys)):
        assert time.monotonic() < end
        threading.Event().wait(0.02)


def _keys(dask_scheduler: Any) -> list[str]:
    return [str(key) for key in dask_scheduler.tasks]


def test_a_task_that_fails_is_started_again(client: Any) -> None:
    client.run(_fail_first, 1)
    assert failing(distribute(texts.FAILS, client), 1).code == "R230"
    client.run(_fail_first, 1)
    assert distribute(texts.FAILS, client, retries=2)(1) == 2
    client.run(_fail_first, 0)


def _fail_first(times: int) -> None:
    """Let the next calls on this worker fail."""
    from asyncir.launch.dask import worker

    called = getattr(worker, "_honest", worker._called)  # pyright: ignore
    worker._honest = called  # pyright: ignore
    left = [times]

    def failing(*arguments: Any) -> Any:
        if left[0] > 0:
            left[0] -= 1
            raise OSError("out of luck")
        return called(*arguments)

    worker._called = failing if times else called  # pyright: ignore


def test_a_bar_is_drawn_where_it_is_wanted(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, int]] = []
    counting = progress._counting  # pyright: ignore

    def spied(client: Any, keys: list[str], draw: Any) -> Any:
        def both(remaining: int, all: int) -> None:
            drawn.append((remaining, all))
            draw(remaining, all)

        return counting(client, keys, both)

    monkeypatch.setattr(progress, "_counting", spied)
    function = distribute(products_text(3, 30, 128), client, cut=False, progress=True)
    function(rotation(128))
    assert drawn
    assert max(all for _, all in drawn) >= 90
    assert all(remaining <= all for remaining, all in drawn)
    drawn.clear()
    distribute(texts.DIAMOND, client)(A, B)  # standard error is no terminal here
    assert not drawn


# ---- who may run what


def test_workers_that_differ_are_refused(client: Any) -> None:
    client.run(_pretend, asyncir="0.0.9")
    diagnostic = failing(distribute, texts.DIAMOND, client)
    assert diagnostic.code == "C071"
    assert f"it has asyncir 0.0.9, not {asyncir.__version__}" in diagnostic.message
    client.run(_pretend, features=frozenset({"sse2"}))
    message = failing(distribute, texts.DIAMOND, client).message
    assert "is without" in message
    assert "more" in message
    client.run(_pretend, python="2.7", triple="pdp11-unknown-none")
    message = failing(distribute, texts.DIAMOND, client).message
    assert "it has Python 2.7" in message
    assert "a machine of another kind: pdp11" in message
    client.run(_pretend)
    distribute(texts.DIAMOND, client)


def test_a_worker_that_came_later_looks_for_itself(client: Any) -> None:
    function = distribute(texts.DIAMOND.replace("subf", "addf"), client)
    client.run(_pretend, asyncir="0.0.9")
    diagnostic = failing(function, A, B)
    client.run(_pretend)
    assert diagnostic.code == "C071"
    assert "this worker cannot run the code: it has asyncir 0.0.9" in diagnostic.message


def _pretend(**what: Any) -> None:
    """Let this worker say something else of itself."""
    from dataclasses import replace

    from asyncir.launch.dask import homes, worker

    honest = getattr(homes, "_honest", homes.this_home)
    homes._honest = honest  # pyright: ignore
    homes.this_home = worker.this_home = honest if not what else (lambda: replace(honest(), **what))


def test_a_worker_without_asyncir(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = {"tcp://a:1": ModuleNotFoundError("No module named 'asyncir'")}
    monkeypatch.setattr(client, "run", lambda *_, **__: missing)
    diagnostic = failing(distribute, texts.DIAMOND, client)
    assert diagnostic.code == "C071"
    assert "the worker tcp://a:1 cannot run the code" in diagnostic.message


def test_what_this_process_is() -> None:
    home = homes.this_home()
    assert home.differences(home) == []
    assert home.asyncir == asyncir.__version__


# ---- no cluster


def test_nobody_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECTING", 0.3)
    for place in ("tcp://127.0.0.1:9", "nonsense://x", "local:0", "local:999"):
        with pytest.raises(DiagnosticError) as caught, clusters.connected(place):
            pass
        assert caught.value.diagnostics[0].code == "C072"


def test_clients_that_cannot_be_used(cluster: Any) -> None:
    from distributed import Client

    closed = Client(cluster, set_as_default=False)
    closed.close()
    assert failing(distribute, texts.DIAMOND, closed).code == "C072"
    assert failing(distribute, texts.DIAMOND, "tcp://127.0.0.1:1").code == "C017"


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    diagnostic = failing(library.distributed)
    assert diagnostic.code == "C070"
    assert "asyncir[dask]" in diagnostic.help
