"""The tables `[[op]]` and `[[sync]]`: what they say of ops, and what is wrong with them, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT
from asyncir.ir import Operation
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine, read_machine
from asyncir.targets.matching import NotGiven, as_sync, as_work, engine_of, memory_of, number_of
from asyncir.targets.resources import ResourceKind
from asyncir.targets.vendor_ops import Computes, Does, FromAttribute, FromOperand, Side
from tests.text.test_irdl import IRDL

pytestmark = pytest.mark.feature("S3-23")

HEAD = """issued-by = "s"

[[engine]]
name = "s"

[[engine]]
name = "v"

[[engine]]
name = "mte2"

[[memory]]
name = "gm"

[[memory]]
name = "ub"
space = '"ub"'

[[resource]]
name = "event"
kind = "flag"
pairs = "all"
count = 8

[[resource]]
name = "full"
kind = "phases"
arm = true
free = true

[[resource]]
name = "copies"
kind = "groups"
engines = ["mte2"]

[[resource]]
name = "counter"
kind = "groups"
engines = ["mte2"]
commit = "each"

[names]
PIPE_V = "v"
EVENT_ID3 = 3

"""
FIRST = HEAD.count("\n") + 1
"""The line on which a table stands that follows."""

GOOD = (
    HEAD
    + """[[op]]
name = "npu.load"
engine = "mte2"
reads = ["ins"]
writes = ["outs"]
where = { from = "gm", to = "ub" }
startup = 7
per-byte = 0.5
computes = "copy"

[[op]]
name = "npu.load"
engine = { attribute = "pipe", default = "s" }
reads = ["ins"]
writes = [1]

[[op]]
name = "npu.vadd"
engine = "v"
when = { kind = "float" }
reads = "ins"
writes = "outs"
body = '''func.func @add(%a: memref<?xf32>) {
  return
}'''

[[op]]
name = "memref.copy"
engine = "mte2"
where = { to = "ub" }

[[sync]]
op = "npu.set"
does = "signal"
resource = "event"
instance = { attribute = "id" }
from = { attribute = "source" }
to = "v"

[[sync]]
op = "npu.wait_group"
does = "wait"
resource = "copies"
number = { operand = 0 }
until = "read"

[[sync]]
op = "npu.lock"
does = "wait"
resource = "full"
number = { attribute = "value", default = 0 }
when = { action = 1 }

[[sync]]
op = "npu.bar"
does = "barrier"
on = { attribute = "pipe" }

[[sync]]
op = "npu.get"
does = "wait"
resource = "event"
form = "[<{from}>, {to}, {instance:i64}]"

[[address]]
op = "npu.at"
form = "({addresses})"

[[address]]
op = "npu.at"

[[buffer]]
type = "!npu.view<{shape}, ...>"
memory = "gm"

[[allocate]]
op = "npu.alloc"

[[view]]
op = "npu.part"
of = 1
form = "offsets = [{offsets}], sizes = [{sizes}]"

[[region]]
op = "npu.block"

[[op]]
name = "npu.id"
engine = "s"
reads = []
writes = []
results = ["i64"]
value = 3
"""
)


def test_tables_are_what_they_say() -> None:
    machine = read_machine(GOOD, "good.toml")
    load, other, add, copy, number = machine.ops
    assert (number.results, number.value) == (("i64",), 3)
    assert (load.engine, load.reads, load.writes, load.moves) == (
        "mte2",
        (Side.INS,),
        (Side.OUTS,),
        ("gm", "ub"),
    )
    assert (load.cost.startup, load.cost.per_byte, load.cost.per_element) == (7, 0.5, None)
    assert load.computes is Computes.COPY
    assert (other.engine, other.writes) == (FromAttribute("pipe", "s"), (1,))
    assert (add.when, add.computes) == ((("kind", "float"),), None)
    assert (copy.reads, copy.writes, copy.moves) == (None, None, (None, "ub"))
    signal, wait, lock, barrier, get = machine.syncs
    assert get.form is not None
    assert (get.form.says, get.form.type_of("instance")) == (("from", "to", "instance"), "i64")
    assert [get.form.may_be_value(key) for key in get.form.says] == [False, True, True]
    assert (signal.does, signal.resource, signal.instance) == (Does.SIGNAL, "event", FromAttribute("id"))
    assert (signal.source, signal.target, signal.engine) == (FromAttribute("source"), "v", None)
    assert (wait.number, wait.until) == (FromOperand(0), "read")
    assert (lock.number, lock.when) == (FromAttribute("value", 0), (("action", 1),))
    assert (barrier.does, barrier.engine, barrier.resource) == (Does.BARRIER, FromAttribute("pipe"), None)
    assert machine.names == {"PIPE_V": "v", "EVENT_ID3": 3}
    assert machine.foreign.dialects == {"npu"}
    assert machine.resources[1].kind is ResourceKind.PHASES


SYNC = '[[sync]]\nop = "npu.f"\n'
OP = '[[op]]\nname = "npu.f"\nengine = "v"\nreads = []\n'

FAULTS = [
    (
        OP.replace("npu.f", "nvgpu.device_async_copy"),
        1,
        "no work can start or await other work, as 'nvgpu.device_async_copy' does",
        "leave it to the process",
    ),
    (
        OP.replace("npu.f", "gpu.barrier"),
        1,
        "no work can wait, as 'gpu.barrier' does",
        "leave it to the process",
    ),
    (
        OP.replace("npu.f", "sync.wait"),
        1,
        "no work can start or meet other threads",
        "leave it to the process",
    ),
    ('[[op]]\nname = "npu.f"\nreads = []\n', 0, "'engine' is missing", 'write engine = "s"'),
    ('[[op]]\nengine = "v"\nreads = []\n', 0, "'name' is missing", 'write name = "dma"'),
    (OP.replace('"v"', '"vv"'), 2, "there is no engine 'vv'", "did you mean 'v'?"),
    (OP.replace('"v"', "3"), 2, "'engine' is 3, where an engine is needed", 'engine = { attribute = "id" }'),
    (OP.replace('"v"', "{ operand = 1 }"), 2, "'engine' does not say where the op has it", "attribute"),
    (OP.replace('"v"', "{ attribut = 'x' }"), 2, "'engine' does not say where the op has it", "attribute"),
    (OP.replace("npu.f", "f"), 1, "'f' has no dialect", 'write name = "npu.f"'),
    (
        OP.replace("npu.f", "memref.coppy"),
        1,
        "there is no operation 'memref.coppy'",
        "did you mean 'memref.copy'?",
    ),
    (
        '[[op]]\nname = "npu.f"\nengine = "v"\n',
        1,
        "it is not known what 'npu.f' touches",
        'write reads = ["ins"]',
    ),
    (OP.replace("[]", '["in"]'), 3, "'reads' has 'in' in it", 'write reads = ["ins", 2]'),
    (OP.replace("[]", "[-1]"), 3, "'reads' has -1 in it", 'write reads = ["ins", 2]'),
    (OP + 'where = "ub"\n', 4, "'where' says from and to which memory", 'from = "gm"'),
    (OP + 'where = { form = "ub" }\n', 4, "'where' says from and to which memory", 'from = "gm"'),
    (OP + 'where = { from = "gn" }\n', 4, "there is no [[memory]] called 'gn'", "there are gm, ub"),
    (OP + "when = 3\n", 4, "'when' gives attributes and their texts", "write when = "),
    (OP + "when = { x = [1] }\n", 4, "'when' gives attributes and their texts", "write when = "),
    (OP + "startup = -1\n", 4, "'startup' is -1", "give a number from 0"),
    (OP + "per-byte = 'x'\n", 4, "'per-byte' is 'x', where a number is needed", "write per-byte"),
    (OP + 'computes = "relo"\n', 4, "'relo' is no value of 'computes'", "did you mean 'relu'?"),
    (
        OP + 'computes = "relu"\nbody = "func.func @f() { return }"\n',
        5,
        "'computes' and 'body' both",
        "remove one",
    ),
    (
        OP + 'body = "func.func @f() { retrun }"\n',
        4,
        "operation retrun is not registered in line 1",
        "write body",
    ),
    (OP + 'body = "module {}"\n', 4, "it has functions with bodies, and nothing else", "write body"),
    (
        OP + 'body = "func.func private @f()"\n',
        4,
        "it has functions with bodies, and nothing else",
        "write body",
    ),
    (
        OP + "body = '''func.func @f(%i: index) -> index {\nreturn %i : index\n}'''\n",
        4,
        "@f has a result, and what an op computes is in memory",
        "write body",
    ),
    (OP + "body = '''func.func @f(%i: index) {\n}'''\n", 4, "a block of func.func is empty", "write body"),
    (
        OP
        + "body = '''func.func @f() {\nfunc.call @g() : () -> ()\nreturn\n}\nfunc.func @g() {\nreturn\n}'''\n",
        4,
        "func.call cannot be there: each function does all by itself",
        "write body",
    ),
    (
        OP + "body = '''func.func @f() {\nsync.barrier\nreturn\n}'''\n",
        4,
        "a body only computes, and cannot start or meet other threads, as sync.barrier does",
        "write body",
    ),
    (
        OP + f"body = '''func.func @f(%c: i1) {{\n{'scf.if %c {' * 2000}{'}' * 2000}\nreturn\n}}'''\n",
        4,
        "it is nested too deeply",
        "write body",
    ),
    (
        OP + f"body = '''func.func @f() {{\n\"{'ab cd' * 30}\nreturn\n}}'''\n",
        4,
        "end of file reached before closing string literal",
        "write body",
    ),
    (OP + "cost = 3\n", 4, "nothing is called 'cost' here", "its keys are name, engine, reads"),
    (OP + OP, 5, "no 'npu.f' is left for this [[op]]", "move it up"),
    (SYNC, 0, "'does' is missing", 'write does = "dma"'),
    (SYNC + 'does = "comit"\n', 2, "'comit' is no value of 'does'", "did you mean 'commit'?"),
    (SYNC + 'does = "commit"\n', 0, "'resource' is missing", "write resource ="),
    (
        SYNC + 'does = "commit"\nresource = "copy"\n',
        3,
        "there is no [[resource]] called 'copy'",
        "did you mean",
    ),
    (
        SYNC + 'does = "commit"\nresource = "event"\n',
        2,
        "'event' is flag, and groups are committed",
        "signal",
    ),
    (
        SYNC + 'does = "commit"\nresource = "counter"\n',
        2,
        "each work is a group of 'counter' by itself",
        "remove",
    ),
    (SYNC + 'does = "signal"\nresource = "copies"\n', 2, "'copies' is groups, which are committed", "commit"),
    (
        SYNC + 'does = "arm"\nresource = "event"\n',
        2,
        "the phases of 'event' are not armed",
        "write arm = true",
    ),
    (SYNC + 'does = "free"\nresource = "event"\n', 2, "'event' is not freed", "write free = true"),
    (
        SYNC + 'does = "init"\nresource = "event"\n',
        2,
        "'event' is not initialised",
        "write initialise = true",
    ),
    (
        SYNC + 'does = "signal"\nresource = "event"\n',
        1,
        "'event' has instances for pairs of engines",
        "write from",
    ),
    (
        SYNC + 'does = "signal"\nresource = "event"\nfrom = "v"\n',
        4,
        "'from' and 'to' come together",
        "write both",
    ),
    (
        SYNC + 'does = "wait"\nresource = "full"\nfrom = "v"\nto = "s"\n',
        4,
        "'full' has no pairs of engines",
        "write on = ...",
    ),
    (
        SYNC + 'does = "wait"\nresource = "event"\nfrom = "v"\nto = "s"\non = "s"\n',
        6,
        "'on' says who executes the op where 'from' and 'to' do not",
        "remove it",
    ),
    (SYNC + 'does = "barrier"\nresource = "event"\n', 3, "'resource' is for signal, wait", "remove it"),
    (SYNC + 'does = "barrier"\non = "w"\n', 3, "there is no engine 'w'", "name one of s, v, mte2"),
    (
        SYNC + 'does = "commit"\nresource = "copies"\nnumber = 1\n',
        4,
        "'number' is for signal, wait and init",
        "remove",
    ),
    (
        SYNC + 'does = "arm"\nresource = "full"\nuntil = "read"\n',
        4,
        "'until' is for wait, not for arm",
        "remove it",
    ),
    (
        SYNC + 'does = "wait"\nresource = "copies"\nuntil = "written"\n',
        4,
        "'written' is no value of 'until'",
        "read",
    ),
    (
        SYNC + 'does = "wait"\nresource = "copies"\nnumber = "x"\n',
        4,
        "'number' is 'x', where a number",
        "number = 0",
    ),
    (
        SYNC + 'does = "wait"\nresource = "copies"\nnumber = -1\n',
        4,
        "'number' is -1, where a number",
        "number = 0",
    ),
    (
        SYNC + 'does = "wait"\nresource = "copies"\nnumber = { attribute = "x", default = "y" }\n',
        4,
        "there is no engine 'y'",
        "number = 0",
    ),
    ((SYNC + 'does = "barrier"\n') * 2, 4, "no 'npu.f' is left for this [[sync]]", "move it up"),
]


@pytest.mark.parametrize(("text", "line", "message", "help"), FAULTS, ids=[f[2][:40] for f in FAULTS])
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, message: str, help: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_machine(HEAD + text, "bad.toml")
    assert {d.code for d in caught.value.diagnostics} == {"C050"}
    found = [d for d in caught.value.diagnostics if message in d.message]
    assert found, [d.message for d in caught.value.diagnostics]
    assert help in found[0].help
    assert found[0].span is not None
    assert (found[0].span.file, found[0].span.line) == ("bad.toml", FIRST + line)


def test_names_stand_for_engines_or_numbers() -> None:
    for value, said in (('"w"', "there is no engine 'w'"), ("true", "where an engine or a number is needed")):
        with pytest.raises(DiagnosticError, match=said):
            read_machine(HEAD.replace('PIPE_V = "v"', f"PIPE_V = {value}"), "bad.toml")


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_lines() -> None:
    text = HEAD + "".join(case[0] for case in FAULTS[:8])
    with pytest.raises(DiagnosticError) as caught:
        read_machine(text, "bad.toml")
    lines = [d.span.line for d in caught.value.diagnostics if d.span is not None]
    assert len(lines) >= 8
    assert lines == sorted(lines)


def test_a_file_of_irdl_says_which_ops_there_are(tmp_path: Path) -> None:
    (tmp_path / "npu.irdl.mlir").write_text(IRDL)
    file = tmp_path / "own.toml"
    table = '[[op]]\nname = "npu.relu"\nengine = "v"\nreads = ["ins"]\n'
    file.write_text('irdl = "npu.irdl.mlir"\n' + HEAD + table)
    machine = load_machine(str(file))
    assert machine.foreign.dialects == set()
    assert "npu.relu" in machine.foreign.definitions["npu"]
    file.write_text('irdl = "npu.irdl.mlir"\n' + HEAD + table.replace("relu", "rellu"))
    with pytest.raises(DiagnosticError, match=r"the dialect 'npu' has no operation 'npu\.rellu'"):
        load_machine(str(file))
    for name, said in (("none", "cannot read the dialects"), ("own.toml", "this is no IRDL")):
        file.write_text(f'irdl = "{name}"\n' + HEAD)
        with pytest.raises(DiagnosticError, match=said) as caught:
            load_machine(str(file))
        (diagnostic,) = caught.value.diagnostics
        assert (diagnostic.code, diagnostic.span and diagnostic.span.line) == ("C050", 1)


# Ops and tables


def ops(*lines: str) -> tuple[MachineModel, list[Operation]]:
    machine = read_machine(GOOD, "good.toml")
    arguments = '%g: memref<4xf32>, %u: memref<4xf32, "ub">, %l: memref<4xf32, 3>, %i: index, %x: f32'
    text = "\n".join((f"func.func @f({arguments}) {{", *lines, "return", "}"))
    module = parse_module(text, ctx=context(machine.foreign))
    return machine, list(next(iter(module.ops)).regions[0].block.ops)[:-1]


def test_the_first_table_that_fits_counts() -> None:
    machine, found = ops(
        'npu.load ins(%g : memref<4xf32>) outs(%u : memref<4xf32, "ub">)',
        'npu.load ins(%u : memref<4xf32, "ub">) outs(%g : memref<4xf32>) {pipe = "v"}',
        'npu.load ins(%u, %g : memref<4xf32, "ub">, memref<4xf32>) {pipe = #npu.pipe<PIPE_V>}',
        'npu.load ins(%u, %g : memref<4xf32, "ub">, memref<4xf32>)',
        'npu.vadd ins(%g, %x : memref<4xf32>, f32) {kind = "float"}',
        'npu.vadd ins(%g : memref<4xf32>) {kind = "int"}',
        'memref.copy %g, %u : memref<4xf32> to memref<4xf32, "ub">',
        'memref.copy %u, %g : memref<4xf32, "ub"> to memref<4xf32>',
    )
    works = [as_work(machine, op) for op in found]
    assert [None if w is None else w.engine for w in works] == [
        "mte2",
        "v",
        "v",
        "s",
        "v",
        None,
        "mte2",
        None,
    ]
    names = [w and ([v.name_hint for v in w.reads], [v.name_hint for v in w.writes]) for w in works]
    assert names == [
        (["g"], ["u"]), (["u"], ["g"]), (["u", "g"], ["g"]), (["u", "g"], ["g"]), (["g"], []), None, ([], []), None
    ]  # fmt: skip


def test_what_an_op_lacks_is_said() -> None:
    machine, found = ops(
        'npu.load ins(%g : memref<4xf32>) {pipe = "w"}',
        'npu.load ins(%g, %g : memref<4xf32>, memref<4xf32>) {pipe = "w"}',
        'npu.set {source = "v"}',
        'npu.set {id = "three", source = "v"}',
        "npu.wait_group",
        "npu.lock {action = 2 : i32}",
    )
    with pytest.raises(NotGiven, match="it has no operand 1"):
        as_work(machine, found[0])
    with pytest.raises(NotGiven, match=r"'w' is no engine of 'good\.toml', which has s, v, mte2"):
        as_work(machine, found[1])
    signal = machine.syncs[0]
    assert signal.instance is not None
    with pytest.raises(NotGiven, match="the attribute 'id' is missing"):
        number_of(machine, found[2], signal.instance)
    with pytest.raises(NotGiven, match="'three' is no number"):
        number_of(machine, found[3], signal.instance)
    with pytest.raises(NotGiven, match="it has no operand 0"):
        number_of(machine, found[4], FromOperand(0))
    assert as_sync(machine, found[5]) is None


def test_attributes_are_read_by_their_texts() -> None:
    machine, found = ops(
        'npu.set {id = 2 : i64, source = "PIPE_V"}',
        "npu.set {id = #npu.event<EVENT_ID3>, source = #npu.pipe<PIPE_V>}",
        '"npu.set"() <{id = "EVENT_ID3", source = "v"}> : () -> ()',
        "npu.lock {action = 1 : i32}",
        "npu.wait_group ins(%i : index)",
    )
    signal = machine.syncs[0]
    assert signal.instance is not None
    assert signal.source is not None
    assert [number_of(machine, op, signal.instance) for op in found[:3]] == [2, 3, 3]
    assert [engine_of(machine, op, signal.source) for op in found[:3]] == ["v", "v", "v"]
    assert as_sync(machine, found[3]) is machine.syncs[2]
    assert number_of(machine, found[3], FromAttribute("value", 0)) == 0
    assert number_of(machine, found[4], FromOperand(0)) is found[4].operands[0]


def test_memories_are_found_by_their_spaces() -> None:
    machine, (op,) = ops(
        'npu.load ins(%g, %u, %l, %x : memref<4xf32>, memref<4xf32, "ub">, memref<4xf32, 3>, f32)'
    )
    found = [memory_of(machine, operand.type) for operand in op.operands]
    assert [None if memory is None else memory.name for memory in found] == ["gm", "ub", None, None]


def test_a_table_may_be_for_ops_with_or_without_an_attribute() -> None:
    tables = (
        OP.replace("[]", "[]\nwhen = { fast = true }").replace('"v"', '"mte2"'),
        OP.replace("[]", "[]\nwhen = { fast = false, slow = true }"),
    )
    machine = read_machine(HEAD + "".join(tables), "good.toml")
    texts = {"npu.f {fast}": "mte2", "npu.f {fast = true}": "mte2", "npu.f {fast = 1 : i32}": "mte2"}
    texts |= {
        "npu.f {slow}": "v",
        "npu.f {fast = false, slow}": "v",
        "npu.f": None,
        "npu.f {fast = false}": None,
    }
    text = "\n".join(("func.func @f() {", *texts, "return", "}"))
    module = parse_module(text, ctx=context(machine.foreign))
    works = [as_work(machine, op) for op in module.walk() if op.name == "npu.f"]
    assert [None if work is None else work.engine for work in works] == list(texts.values())


def test_a_memory_may_have_several_spaces() -> None:
    spaces = """space = ['"ub"', "#npu.space<ub>", "3"]"""
    machine = read_machine(HEAD.replace("""space = '"ub"'""", spaces), "good.toml")
    types = (
        'memref<4xf32, "ub">',
        "memref<4xf32, #npu.space<ub>>",
        "memref<4xf32, 3>",
        "memref<*xf32, 3 : i32>",
    )
    arguments = ", ".join(f"%{n}: {type_}" for n, type_ in enumerate(types))
    module = parse_module(f"func.func @f({arguments}) {{\nreturn\n}}", ctx=context(ANY_DIALECT))
    block = next(iter(module.ops)).regions[0].block
    assert [m and m.name for m in (memory_of(machine, argument.type) for argument in block.args)] == [
        "ub"
    ] * 4


def test_what_may_be_memory_is_not_passed_over() -> None:
    machine = read_machine(HEAD + OP.replace("[]", '["ins"]'), "good.toml")
    text = "func.func @f(%p: !npu.ptr, %i: i32) {\nnpu.f ins(%i : i32)\nnpu.f ins(%p : !npu.ptr)\nreturn\n}"
    module = parse_module(text, ctx=context(machine.foreign))
    scalar, pointer = (op for op in module.walk() if op.name == "npu.f")
    assert as_work(machine, scalar) is not None
    with pytest.raises(NotGiven, match=r"what memory a value of type !npu\.ptr stands for is not known"):
        as_work(machine, pointer)


def test_operands_behind_inputs_and_outputs_are_neither() -> None:
    machine = read_machine(HEAD + OP.replace("[]", '["ins"]\nwrites = ["outs"]'), "good.toml")
    text = """func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  "npu.f"(%a, %b, %c) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
  return
}"""
    module = parse_module(text, ctx=context(machine.foreign))
    work = as_work(machine, next(op for op in module.walk() if op.name == "npu.f"))
    assert work is not None
    assert [[v.name_hint for v in values] for values in (work.reads, work.writes)] == [["a"], ["b"]]
