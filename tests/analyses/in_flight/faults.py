"""Wrong checks: faults to plant in the engine, one small change of its source each, with a test that tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from asyncir.analyses.in_flight import explore, inductions, integers, machine, old_groups, policies, values
from asyncir.analyses.sync_report import Standing
from tests.analyses.in_flight import test_forms, test_integers, test_rfc, test_threads
from tests.litmus.faults import Wrong


@dataclass(frozen=True)
class Fault:
    """A fault, and the test that fails because of it."""

    says: str
    owner: type | ModuleType
    function: str
    old: str
    new: str
    test: Callable[[], None]

    def planted(self) -> Callable[..., object]:
        """The function with the fault in it."""
        return Wrong(self.says, self.owner, self.function, self.old, self.new, "").planted()


Machine, Explorer, Evaluator = machine.AbstractMachine, explore.Explorer, values.Evaluator


def _left_earlier() -> None:
    test_threads.test_a_thread_that_left_a_loop_keeps_what_it_did_in_it("%c0", Standing.REFUTED, False)


def _shared() -> None:
    test_threads.test_threads_race_for_what_they_share_alone("%other", Standing.REFUTED)


def _written_later() -> None:
    test_threads.test_reads_in_flight_of_what_is_written_later("", Standing.REFUTED)


def _elimination() -> None:
    for seed in range(4):
        test_integers.test_what_elimination_tells_is_true(seed)


def _own_thread() -> None:
    for between in ("queue.wait(0, 0)", "gpu.barrier"):
        test_forms.test_a_wait_covers_its_own_thread_alone(between)


def _counting_down() -> None:
    for slot, expected in (("%old", Standing.REFUTED), ("%i", Standing.PROVED)):
        test_forms.test_a_graph_that_counts_down(slot, expected)


FAULTS = (
    Fault(
        "a wait retires one group more",
        policies.Races,
        "waited",
        "slack >= 0",
        "slack >= -1",
        test_forms.test_control_flow_graph,
    ),
    Fault(
        "a wait retires one group less",
        policies.Races,
        "waited",
        "slack >= 0",
        "slack >= 1",
        test_forms.test_nested_loops_whose_inner_trip_count_is_an_argument,
    ),
    Fault(
        "a wait is for other threads too",
        policies.Races,
        "waited",
        "None if entry.local else entry._replace(done=True)",
        "None",
        _own_thread,
    ),
    Fault(
        "a barrier waits for groups",
        policies.Races,
        "published",
        "None if entry.done else blamed",
        "None",
        _own_thread,
    ),
    Fault("no object is shared", machine, "is_shared", "return any(", "return False and any(", _shared),
    Fault(
        "what is read in flight is never written",
        Machine,
        "_is_harmless",
        "self.world.read.add(root)",
        "pass",
        _written_later,
    ),
    Fault(
        "threads in a loop have one counter, wherever they are",
        Explorer,
        "_advance",
        "self._leave(state, [lane], False, loop)",
        "pass",
        _left_earlier,
    ),
    Fault(
        "executions with equal groups are equal",
        Explorer,
        "_arrive",
        "old.known == state.facts.known or all(map(state.facts.implies, old.lins())) for old in variants",
        "not abstract for old in variants",
        test_threads.test_executions_of_threads_that_took_as_many_turns_for_other_reasons,
    ),
    Fault(
        "what was known at first stays true",
        explore,
        "widened",
        "if new.implies(e)",
        "",
        test_rfc.test_the_count_is_the_distance_of_the_heads_for_any_trip_count,
    ),
    Fault(
        "what one path knows holds on both",
        explore,
        "hull",
        "if b.implies(e)",
        "",
        test_forms.test_what_is_known_behind_a_join_is_true_on_all_ways_to_it,
    ),
    Fault(
        "old groups are gone",
        old_groups,
        "_absorbed",
        "return [e for e, _ in found.values()]",
        "return []",
        test_forms.test_old_groups_stay_in_flight,
    ),
    Fault(
        "an empty group does not count",
        Machine,
        "_commit",
        "lane.totals[fifo] = seq + 1",
        "lane.totals[fifo] = seq + any(e.commit is op and e.seq == seq for e in lane.entries)",
        test_forms.test_a_producer_under_a_condition_with_an_empty_group_otherwise,
    ),
    Fault(
        "a remainder has the sign of the dividend",
        Evaluator,
        "_unsigned",
        "(1 << _width(op)) % m",
        "0",
        test_threads.test_a_remainder_of_a_negative_number_is_that_of_its_bits,
    ),
    Fault(
        "a dark shadow is as large as the real one",
        integers._Elimination,
        "_project",
        "const -= gap",
        "pass",
        _elimination,
    ),
    Fault(
        "every shadow is exact",
        integers._Elimination,
        "_project",
        "exact = False",
        "pass",
        _elimination,
    ),
    Fault(
        "a number that a loop subtracts is added",
        inductions,
        "_graph_step",
        "c if kind_of(op) is OpKind.ADD else -c",
        "c",
        _counting_down,
    ),
)
