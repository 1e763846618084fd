"""Mutants go to both judges in turn; a log goes on where it ended, and the table names what is unknown."""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from bench.ptx.campaign import OutOfTime, Patient, checked, in_turns, key_of, rows_of, run, table, within
from tests.bench.test_ptx_mutants import corpus_kernel
from tests.semantics.kernels.small_kernels import BULK, DOUBLE_BUFFER


def test_kernels_take_turns_and_each_mutant_comes_once() -> None:
    patients = [Patient(corpus_kernel(small)) for small in (DOUBLE_BUFFER, BULK)]
    every = sum(len(patient.mutants) for patient in patients)
    order = [(patient.source.name, key_of(mutant)) for patient, mutant in in_turns(list(patients))]
    assert len({key for _, key in order}) == len(order) == every
    assert {name for name, _ in order[:12]} == {DOUBLE_BUFFER.name, BULK.name}


def test_a_judge_that_takes_too_long_gives_no_answer() -> None:
    def busy() -> dict[str, str]:
        end = time.process_time() + 20
        try:
            while time.process_time() < end:
                pass
        except OutOfTime:
            raise
        return {"verdict": "late"}

    assert within(0.05, busy) == {"verdict": "no answer"}
    assert within(5, lambda: {"verdict": "wrong"}) == {"verdict": "wrong"}
    assert checked("no PTX", "x.ptx")["verdict"] == "refused"


def test_a_log_goes_on_where_it_ended(tmp_path: Path) -> None:
    source = corpus_kernel(DOUBLE_BUFFER)
    (tmp_path / source.entry["file"]).write_text(source.text)
    (tmp_path / "manifest.json").write_text(json.dumps([source.entry]))
    log = tmp_path / "log.jsonl"
    options = argparse.Namespace(
        out=log, corpus=tmp_path, lines=1000, only=[], seconds=60.0, most=2, limit=10.0
    )
    run(options)
    first = rows_of(log)
    with log.open("a") as file:
        file.write('{"kernel": "cut o')
    assert rows_of(log) == first
    assert len(first) == 2
    assert {row["itself"] for row in first} == {"proved"}
    options.most = 3
    run(options)
    assert rows_of(log)[:2] == first
    assert len(rows_of(log)) == 3


def test_the_table_keeps_apart_what_was_wrong_before() -> None:
    row: dict[str, Any] = {
        "kernel": "a",
        "kind": "wait",
        "what": "dropped",
        "index": 1,
        "seconds": 1.0,
        "check_seconds": 2.0,
    }
    row |= {"itself": "proved", "check_why": ""}
    rows = [
        {**row, "verdict": "wrong", "check": "refuted"},
        {**row, "verdict": "wrong", "check": "unknown", "check_why": "of line 7"},
        {**row, "verdict": "nothing found", "check": "proved"},
        {**row, "verdict": "nothing found", "check": "refuted", "itself": "refuted"},
    ]
    text = table(rows)
    assert "| wrong | 2 | 1 | 1 | 0 | 0 | 0 | 0 |" in text
    assert "50.0 % are refuted" in text
    assert "1 x a, wait: of line 7" in text
    assert "wrong themselves: nothing found and refuted 1." in text
