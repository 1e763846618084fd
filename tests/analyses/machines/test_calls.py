"""Works in functions that are called: a walk follows them, and the passes know of them."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import MachineAnswer, checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.sync import BarrierOp, SignalOp, WaitOp
from asyncir.ir import ModuleOp
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import walk
from asyncir.semantics.machines.engine import play
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms import run_pipeline

pytestmark = pytest.mark.feature("S3-3", "N5")

LOAD = 'sync.work on "mte2" writes(%x : memref<4xf32>) { sync.opaque "load" }\n'
USE = 'sync.work on "v" reads(%x : memref<4xf32>) { sync.opaque "use" }\n'
THERE = 'sync.signal "event"[0] from "mte2" to "v"\nsync.wait "event"[0] from "mte2" to "v"\n'
GONE = 'sync.signal "event"[0] from "v" to "mte2"\nsync.wait "event"[0] from "v" to "mte2"\n'


def parsed(main: str, **functions: str) -> ModuleOp:
    text = "".join(
        f"func.func private @{name}(%x: memref<4xf32>) {{\n{body}return\n}}\n"
        for name, body in functions.items()
    )
    return parse_module(f"""{text}
func.func @f(%n: index, %c: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : memref<4xf32>
  %y = memref.alloc() : memref<4xf32>
  {main}
  return
}}
""")


def asked(module: ModuleOp, machine: str = "ascend-a2") -> MachineAnswer:
    function = next(op for op in module.ops if symbol_name(op) == "f")
    return checked(MachineProgram(function, load_machine(machine)))


def is_right(module: ModuleOp, machine: str = "ascend-a2") -> bool:
    for n in range(4):
        for order in ("earliest", "latest", "seed:1", "seed:2"):
            played = play(module, "f", [n, bool(n % 2)], load_machine(machine), order)
            if played.races or played.misuses or played.deadlock or played.faults:
                return False
    return True


CALL_LOAD = "func.call @load(%x) : (memref<4xf32>) -> ()\n"
CALL_USE = "func.call @use(%x) : (memref<4xf32>) -> ()\n"
OTHER = CALL_USE.replace("%x", "%y")
LOOP = "scf.for %i = %c0 to %n step %c1 {\n"

RIGHT = {
    "the function signals, and its caller waits": (
        CALL_LOAD + THERE.split("\n")[1] + "\n" + USE,
        LOAD + THERE.split("\n")[0] + "\n",
        USE,
    ),
    "an order between two calls": (CALL_LOAD + THERE + CALL_USE, LOAD, USE),
    "other memory": (CALL_LOAD + OTHER, LOAD, USE),
    "calls in a loop": (LOOP + CALL_LOAD + CALL_USE + "}\n", LOAD + THERE, USE + GONE),
    "calls on one way": ("scf.if %c {\n" + CALL_LOAD + THERE + CALL_USE + "}\n", LOAD, USE),
}
WRONG = {
    "what is given is not waited for": (CALL_LOAD + USE, LOAD, ""),
    "two calls": (CALL_LOAD + CALL_USE, LOAD, USE),
    "a call waits for what nobody signals": (CALL_USE, "", THERE.split("\n")[1] + "\n" + USE),
    "the next iteration's call": (LOOP + CALL_LOAD + CALL_USE + "}\n", LOAD + THERE, USE),
    "a signal of a call is left": (CALL_LOAD, LOAD + THERE.split("\n")[0] + "\n", ""),
}


@pytest.mark.parametrize("name", RIGHT)
def test_calls_that_are_in_order_are_proved(name: str) -> None:
    main, load, use = RIGHT[name]
    module = parsed(main, load=load, use=use)
    assert asked(module).proved
    assert is_right(module)


@pytest.mark.parametrize("name", WRONG)
def test_calls_that_are_not_are_not_proved(name: str) -> None:
    main, load, use = WRONG[name]
    module = parsed(main, load=load, use=use)
    assert not asked(module).proved
    assert not is_right(module)


def test_a_function_that_calls_itself_is_not_followed() -> None:
    found = asked(parsed(CALL_LOAD, load=LOAD + "func.call @load(%x) : (memref<4xf32>) -> ()\n"))
    assert found.unknown == "@load calls itself"


CONSTANTS = "".join(f"%{name} = arith.constant {n} : index\n" for name, n in (("a", 0), ("b", 3), ("d", 1)))
PROGRAMS = {
    "two calls": (CALL_LOAD + CALL_USE, LOAD, USE),
    "calls in a loop": (LOOP + CALL_LOAD + CALL_USE + "}\n", LOAD, USE),
    "works beside a call": (LOOP + LOAD + CALL_USE + "}\n", LOAD, USE),
    "one function for two": (
        LOOP + CALL_LOAD + CALL_LOAD.replace("%x", "%y") + CALL_USE + OTHER + "}\n",
        LOAD,
        USE,
    ),
    "works in both": (LOOP + CALL_LOAD + USE + LOAD + CALL_USE + "}\n", LOAD + USE, USE + LOAD),
    "a loop that is called": (
        CALL_LOAD + CALL_USE,
        CONSTANTS + "scf.for %i = %a to %b step %d {\n" + LOAD + USE + "}\n",
        USE,
    ),
}


@pytest.mark.parametrize("machine", ["ascend-a2", "vulkan", "cuda-sm90", "bismo"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_inserted_is_right_and_proved(name: str, machine: str) -> None:
    engines = {
        "ascend-a2": ("mte2", "v"),
        "vulkan": ("transfer", "compute"),
        "cuda-sm90": ("tma-load", "block"),
        "bismo": ("fetch", "execute"),
    }[machine]
    main, load, use = (
        part.replace('"mte2"', f'"{engines[0]}"').replace('"v"', f'"{engines[1]}"') for part in PROGRAMS[name]
    )
    module = parsed(main, load=load, use=use)
    run_pipeline(module, f"insert-sync{{machine={machine}}}")
    assert any(isinstance(op, SignalOp | WaitOp | BarrierOp) for op in walk(module))
    found = asked(module, machine)
    assert found.proved, (found.unknown, list(found.races), list(found.misuses), str(module))
    assert is_right(module, machine)


def test_what_a_function_does_for_its_callers_is_not_removed() -> None:
    module = parsed(CALL_LOAD + USE, load=LOAD + THERE)
    assert asked(module).proved
    run_pipeline(module, "eliminate-sync{machine=ascend-a2}")
    assert asked(module).proved
    assert is_right(module)


def test_many_functions_that_call_each_other_are_followed() -> None:
    chain = "".join(
        f"func.func private @g{n}(%x: memref<4xf32>) {{\nfunc.call @g{n + 1}(%x) : (memref<4xf32>) -> ()\nreturn\n}}\n"
        for n in range(40)
    )
    last = f"func.func private @g40(%x: memref<4xf32>) {{\n{LOAD}return\n}}\n"
    module = parse_module(
        chain
        + last
        + "func.func @f(%n: index, %c: i1) {\n%x = memref.alloc() : memref<4xf32>\n"
        + CALL_LOAD.replace("@load", "@g0")
        + USE
        + "return\n}\n"
    )
    assert asked(module).races
    run_pipeline(module, "insert-sync{machine=ascend-a2}")
    assert asked(module).proved


def test_a_function_that_calls_itself_and_gives_no_work_does_not_matter() -> None:
    text = str(parsed(CALL_LOAD + THERE + USE, load=LOAD))
    text = text.replace("func.return\n", "func.call @again() : () -> ()\nfunc.return\n", 1)
    assert "@again" in text
    again = "func.func private @again() {\nfunc.call @again() : () -> ()\nreturn\n}\n}\n"
    module = parse_module(text.rstrip().removesuffix("}") + again)
    assert "calls itself" not in asked(module).unknown


def test_a_pass_names_the_function_that_calls_itself() -> None:
    module = parsed(CALL_LOAD, load=LOAD + CALL_LOAD)
    with pytest.raises(DiagnosticError, match="calls itself"):
        run_pipeline(module, "insert-sync{machine=ascend-a2}")
