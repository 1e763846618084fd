"""`asyncir machines` lists the descriptions of machines, and shows one."""

from __future__ import annotations

import json
import re
import tomllib

from jsonschema import Draft202012Validator

from asyncir.targets.machine import known_machines, load_machine
from tests.cli.command import Shell
from tests.targets.test_vendor_ops import GOOD


def test_all_are_listed(asyncir: Shell) -> None:
    done = asyncir("machines")
    assert done.status == 0
    assert [line.split()[0] for line in done.out.splitlines()] == known_machines()
    found = json.loads(asyncir("machines", "--json").out)["machines"]
    assert found == {name: load_machine(name).description for name in known_machines()}
    assert all(found.values()), "each has a description"


def test_each_is_shown(asyncir: Shell) -> None:
    for name in known_machines():
        machine, done = load_machine(name), asyncir("machines", name)
        assert done.status == 0
        lines = [line.split() for line in done.out.splitlines() if line]
        heads = [re.split(r"[\[<{]", line[0])[0] for line in lines]
        for one in (*machine.engines, *machine.memories, *machine.resources, *machine.ops, *machine.syncs):
            assert one.name in heads, (name, one.name)
        shown = json.loads(asyncir("machines", name, "--json").out)
        assert [engine["name"] for engine in shown["engines"]] == [engine.name for engine in machine.engines]
        assert len(shown["ops"]) == len(machine.ops)


def test_a_file_of_ones_own_is_shown(asyncir: Shell) -> None:
    file = asyncir.write("own.toml", GOOD)
    done = asyncir("machines", file)
    assert done.status == 0
    rows = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "npu.load mte2 ins outs gm -> ub copy" in rows
    assert "npu.load its pipe (or s) ins 1 - -" in rows
    assert "npu.vadd {kind = float} v ins outs - a body" in rows
    assert "memref.copy mte2 known known any -> ub -" in rows
    assert "npu.set signal event[its id] from its source to v" in rows
    assert "npu.wait_group wait copies, operand 0 until read" in rows
    assert "npu.bar barrier on its pipe" in rows
    assert "npu.get[<{from}>, {to}, {instance:i64}] wait event[{instance}] from {from} to {to}" in rows
    assert "npu.at memory by its address" in rows
    assert "event flag 8 6 pairs -" in rows
    assert "dialects npu" in rows


def test_what_is_no_machine_is_refused(asyncir: Shell) -> None:
    done = asyncir("machines", "ascend-a3")
    assert (done.status, done.codes) == (2, ["C050"])
    assert "did you mean 'ascend-a2'?" in done.err


def test_the_schema_is_one(asyncir: Shell) -> None:
    schema = json.loads(asyncir("machines", "--schema").out)
    assert list(Draft202012Validator(schema).iter_errors(tomllib.loads(GOOD))) == []


def test_what_an_engine_can_flag_is_shown(asyncir: Shell) -> None:
    machine = asyncir.write("m.toml", 'name = "m"\n[[engine]]\nname = "npu"\nqueue = 2\nflags = 1\n')
    assert "2, then block; 1 flag a launch" in asyncir("machines", str(machine)).out
