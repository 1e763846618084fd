"""What is wrong with the form of a `[[sync]]` table or with an `[[address]]` table, with its line."""

from __future__ import annotations

import pytest

from asyncir.targets.dialect_memory import BufferType
from asyncir.targets.machine import read_machine
from asyncir.targets.written_forms import ListsForm
from tests.targets.test_vendor_ops import (
    GOOD,
    OP,
    SYNC,
    test_what_is_wrong_is_said_with_its_line as said_with_its_line,
)

pytestmark = pytest.mark.feature("S3-23")

OP_OF_ANOTHER = '[[allocate]]\nop = "npu.alloc"\n[[view]]\nop = "npu.alloc"\n'
NUMBER = '[[op]]\nname = "npu.id"\nengine = "s"\nreads = []\nwrites = []\n'
FAULTS = [
    (NUMBER + 'results = ["odd"]\n', 5, "'odd' is no type", 'results = ["i64"]'),
    (NUMBER + 'results = ["i8"]\nvalue = 200\n', 6, "200 is no i8", "below 128"),
    (NUMBER.replace('"s"', '"v"') + "value = 1\n", 5, "'value' is for what 's' computes", "reads = []"),
    ('[[buffer]]\ntype = "!npu.tile<{memory}, {shape}"\n', 1, "a bracket is missing", "!npu.tile"),
    (OP_OF_ANOTHER, 3, "another table says what 'npu.alloc' is", "remove one of the two"),
    (
        '[[view]]\nop = "npu.part"\nform = "at {offsets}"\n',
        2,
        "the form says no 'sizes'",
        "sizes = [{sizes}]",
    ),
    ('[[view]]\nop = "npu.part"\nform = "at [{places}]"\n', 2, "'places' is no key", "sizes = [{sizes}]"),
    ('[[address]]\nop = "npu.at"\nform = "at"\n', 2, "it says none of addresses", 'form = "({addresses})"'),
    (
        '[[allocate]]\nop = "npu.new"\nform = "x"\n',
        2,
        "nothing is called 'form' here",
        "its keys are besides, op",
    ),
    ('[[view]]\nop = "npu.part"\nof = -1\n', 2, "'of' is -1", "0"),
    ('[[buffer]]\ntype = "npu.tile<{shape}>"\nmemory = "ub"\n', 1, "with the name of a type", "!npu.tile"),
    ('[[buffer]]\ntype = "!npu.tile<{shape}>"\n', 1, "either it says {memory}", "!npu.tile"),
    ('[[buffer]]\ntype = "!npu.tile<{shape}>"\nmemory = "l7"\n', 2, "no [[memory]] called 'l7'", "there are"),
    ('[[buffer]]\ntype = "!npu.tile<{memory}>"\n', 1, "of which elements it is", "!npu.tile"),
    ('[[buffer]]\ntype = "!npu.tile<{memory}, {kind}>"\n', 1, "'kind' is no key", "!npu.tile"),
    (
        '[[buffer]]\ntype = "!npu.tile<{memory}, {size}x{shape}>"\n',
        1,
        "has sizes and element in it",
        "!npu.tile",
    ),
    (
        2 * '[[buffer]]\ntype = "!npu.tile<{memory}, {shape}>"\n',
        3,
        "another table has the same types",
        "remove",
    ),
    ('[[address]]\nop = "npu.f"\n' + OP, 1, "another table says what 'npu.f' is", "remove one of the two"),
    ('[[address]]\nop = "memref.alloc"\n', 1, "asyncir has 'memref.alloc' itself", "another dialect"),
    (
        '[[address]]\nop = "npu.f"\nspace = "ub"\n',
        2,
        "nothing is called 'space' here",
        "its keys are form, op",
    ),
    (
        SYNC + 'does = "signal"\nresource = "event"\nform = "[<{from}>, <{too}>]"\n',
        4,
        "'too' is no key that it can say",
        'write form = "[<{from}>, <{to}>, <{instance}>]"',
    ),
    (
        SYNC + 'does = "signal"\nresource = "event"\nform = "[{from}, {to}]"\nfrom = "v"\n',
        5,
        "the form says 'from' already",
        "remove it",
    ),
    (
        SYNC + 'does = "signal"\nresource = "event"\nform = "[{from}]"\n',
        0,
        "'from' and 'to' come together",
        "write both",
    ),
    (SYNC + 'does = "barrier"\nform = "[{on}, {on}]"\n', 3, "it names a key twice", "write form"),
    *(
        (SYNC + f'does = "signal"\nresource = "full"\nform = \'{form}\'\n', 4, said, "write form")
        for form, said in (
            ("[{instance:}]", "'' is no type of integers"),
            ("[<{instance:i64}>]", "'instance' is a constant there"),
            ("[{on:i64}]", "'on' is a constant there"),
            ("[{instance}{number}]", "between two keys there has to be something"),
            ("[{instance}, %0]", "'%' cannot stand in it"),
            ("[{{instance}}]", "'{' cannot stand in it"),
            ("[{instance}] // x", "'//' cannot stand in it"),
            ('["{instance}]', "'\"' cannot stand in it"),
            ('["E{instance}"]', "a key is all of a text, or none of it"),
            ('["{instance:i64}"]', "'instance' is a constant there, and has no type"),
            ("[{instance}", "']' is missing"),
            ("[{instance})", "')' closes no bracket"),
        )
    ),
    (SYNC + 'does = "barrier"\nform = "[{on:f32}]"\n', 3, "'f32' is no type of integers", "write form"),
    (
        SYNC + 'does = "barrier"\nform = "[{from}]"\n',
        3,
        "the form says 'from', which is not for barrier",
        "form",
    ),
]


@pytest.mark.parametrize(("text", "line", "message", "help"), FAULTS, ids=[f[2][:40] for f in FAULTS])
def test_what_is_wrong_is_said(text: str, line: int, message: str, help: str) -> None:
    said_with_its_line(text, line, message, help)


def test_tables_of_memory_are_what_they_say() -> None:
    own = read_machine(GOOD, "good.toml").own_memory
    assert [op.form for op in own.addresses] == [ListsForm("({addresses})", ("addresses",)), None]
    assert own.buffers == (BufferType("!npu.view<{shape}, ...>", "gm"),)
    named = [op.name for op in (*own.addresses, *own.allocations, *own.views, *own.regions)]
    assert named == ["npu.at", "npu.at", "npu.alloc", "npu.part", "npu.block"]
    assert own.views[0].of == 1
    assert own.views[0].form is not None
    assert own.views[0].form.says == ("offsets", "sizes")
