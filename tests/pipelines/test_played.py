"""A thread, its queues and their engines, in time: by hand, for each thing that can be told."""

from __future__ import annotations

from asyncir.tools.view.pipelines.played import PlayedQueues


def test_the_thread_does_one_thing_after_the_other() -> None:
    played = PlayedQueues()
    start, first, second = played.here(), played.spend(3), played.spend(2)
    assert played.here() is second
    played.play()
    assert [played.time(op) for op in (start, first, second)] == [0, 3, 5]


def test_an_engine_takes_the_next_work_when_it_is_free_and_not_when_the_first_is_there() -> None:
    played = PlayedQueues()
    one = played.give("dma", 1, 0, 4, 10)
    other = played.give("dma", 1, 0, 4, 10)
    played.commit(0)
    played.wait(0, 0)
    end = played.here()
    played.play()
    spans = [played.span(does) for does, _ in (one, other)]
    assert [(span.begin, span.end) for span in spans] == [(0, 4), (4, 8)]
    assert [played.span(arrives).end for _, arrives in (one, other)] == [10, 14]
    assert played.time(end) == 14


def test_several_of_a_name_work_at_once_and_the_first_that_is_free_takes_the_next() -> None:
    played = PlayedQueues()
    given = [played.give("dma", 2, queue, busy, busy) for queue, busy in enumerate((9, 2, 3))]
    for queue in range(3):
        played.commit(queue)
    played.play()
    assert [played.span(does).begin for does, _ in given] == [0, 0, 2]
    assert [played.span(arrives).end for _, arrives in given] == [9, 2, 5]


def test_a_wait_lets_the_youngest_groups_of_its_queue_stay_and_asks_no_other() -> None:
    played = PlayedQueues()
    for queue, latency in ((0, 5), (1, 50), (0, 20)):
        played.give(("queue", queue), 1, queue, 1, latency)
        played.commit(queue)
    played.wait(0, 1)
    early = played.here()
    played.wait(0, 0)
    late = played.here()
    played.play()
    assert (played.time(early), played.time(late)) == (5, 21)


def test_groups_of_a_queue_arrive_in_order() -> None:
    played = PlayedQueues()
    _, first = played.give("slow", 1, 0, 1, 30)
    played.commit(0)
    _, second = played.give("fast", 1, 0, 1, 2)
    played.commit(0)
    played.wait(0, 0)
    end = played.here()
    played.play()
    assert played.time(end) == played.span(first).end == 30
    assert played.span(second).engine == played.span(first).engine, "they are in one place of their groups"


def test_what_the_thread_has_computed_can_be_there_later() -> None:
    played = PlayedQueues()
    first = played.spend(2)
    played.deliver("statement", 6)
    played.spend(1)
    played.wait("statement", 0)
    end = played.here()
    played.play()
    assert (played.time(first), played.time(end)) == (2, 8)


def test_nothing_happens_in_no_time() -> None:
    played = PlayedQueues()
    here = played.here()
    played.play()
    assert played.time(here) == 0
