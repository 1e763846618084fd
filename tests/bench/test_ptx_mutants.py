"""Mutants of kernels are one edit each, of a text that the reader reads; a corpus entry gives launches."""

from asyncir.semantics.kernels import tries
from bench.ptx.corpus import CorpusKernel
from bench.ptx.mutants import Mutants, chosen, judged, table
from tests.semantics.kernels.small_kernels import BULK, DOUBLE_BUFFER, SmallKernel


def corpus_kernel(small: SmallKernel) -> CorpusKernel:
    entry = {
        "name": small.name, "file": f"{small.name}.ptx", "entry": "k", "arch": small.target, "stages": 2,
        "block": [small.threads, 1, 1], "grid": [1, 1, 1], "dynamic_shared": 0, "tensor_maps": {},
        "parameters": [{"name": "k_in", "value": 1 << 32}, {"name": "k_out", "value": 2 << 32},
                       {"name": "k_n", "value": 6}],
        "trip": {"parameter": "k_n", "step": 1, "add": 0},
    }  # fmt: skip
    return CorpusKernel(entry, small.text())


def test_each_mutant_is_read_and_differs() -> None:
    for small in (DOUBLE_BUFFER, BULK):
        source = corpus_kernel(small)
        mutants = list(Mutants(source, source.module()[1]).all())
        assert len({mutant.text for mutant in mutants}) == len(mutants)
        assert all(mutant.text != source.text for mutant in mutants)
        for mutant in mutants:
            assert source.module(mutant.text)[1].body


def test_edits_of_each_kind() -> None:
    source = corpus_kernel(BULK)
    found = {(mutant.kind, mutant.what) for mutant in Mutants(source, source.module()[1]).all()}
    assert found >= {
        ("phase wait", "dropped"), ("phase wait", "parity flipped"), ("phase wait", "slot off by one"),
        ("expect", "count + 16"),
        ("expect", "dropped"), ("init", "count - 1"), ("arrive", "dropped"), ("proxy fence", "moved behind the next access"),
        ("barrier", "dropped"), ("copy", "slot off by one"),
    }  # fmt: skip


def test_verdicts_on_mutants() -> None:
    source = corpus_kernel(DOUBLE_BUFFER)
    assert source.trip_counts == [0, 1, 2, 3, 4, 5, 6, 7]
    mutants = {(m.kind, m.what, m.line): m for m in Mutants(source, source.module()[1]).all()}
    waits = [mutant for (kind, what, _), mutant in mutants.items() if (kind, what) == ("wait", "count + 1")]
    weaker = judged(source, waits[0].text, frozenset())
    assert weaker.witness is not None
    stronger = next(
        mutant for (kind, what, _), mutant in mutants.items() if (kind, what) == ("wait", "count - 1")
    )
    assert not judged(source, stronger.text, frozenset()).wrong
    module, kernel = source.module(waits[0].text)
    orders = (weaker.witness.before, weaker.witness.order)
    again = tries(
        lambda trips: source.launch(module, kernel, trips), (weaker.witness.trips,), [o for o in orders if o]
    )
    assert again.witness == weaker.witness


def test_choice_and_table() -> None:
    source = corpus_kernel(BULK)
    mutants = list(Mutants(source, source.module()[1]).all())
    few = chosen(mutants, 12)
    assert len({(mutant.kind, mutant.what) for mutant in few}) == len(few) == 12
    assert chosen(mutants, 12) == few
    rows = [
        {"kernel": "a", "index": 1, "kind": "wait", "what": "dropped", "verdict": "wrong", "fault": "race"},
        {"kernel": "a", "index": 2, "kind": "wait", "what": "dropped", "verdict": "nothing found"},
        {"kernel": "a", "index": 2, "kind": "wait", "what": "dropped", "verdict": "nothing found"},
    ]
    assert "| wait: dropped | 2 | 1 | 1 | 0 |" in table(rows)
