"""What the passes for launches refuse, and what they keep."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.source.text import parse_module, print_module
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms.bound_flags import BoundFlags
from asyncir.transforms.launches_to_tasks import LaunchesToTasks
from asyncir.transforms.launches_to_works import LaunchesToWorks

pytestmark = pytest.mark.feature("S1-18", "S1-35")

MACHINE = "tests/machines/launches.toml"

HEAD = """
func.func @f(%a: memref<4xf32>, %i: index, %e: !device.event, %some: !device.device) {
  %one = device.get "one"
  %dma = device.get "dma"
"""

LOOP = """
  %d, %p:2 = device.launch (%n = %i : index) in (%one) flags 2 {
    scf.for %k = %n to %n step %n {
      device.flag 0
    }
    device.flag 1
  }
  %all = device.and %p#0, %p#1
"""

COMPUTED = """
  %d, %p:2 = device.launch (%n = %i : index) in (%one) flags 2 {
    device.flag %n
    device.flag 1
  }
  %all = device.and %p#0, %p#1
"""

WAITS = """
  %d, %p:2 = device.launch (%g = %e : !device.event) in (%one) flags 2 {
    device.flag 0
    device.await %g : !device.event
    device.flag 1
  }
  %all = device.and %p#0, %p#1
"""

SIGNALS = """
  %d = device.launch in (%dma) {
    sync.signal "event"
  }
"""

VALUES = """
  %d, %v = device.launch (%n = %i : index) in (%dma) -> index {
    device.return %n : index
  }
"""

EXCLUDES = """
  %d = device.launch in (%dma) excluding (%one) {
  }
"""

TORN = """
  %d = device.launch (%m = %a : memref<4xf32>, %n = %i : index, %on = %dma : !device.device) in (%one) {
    %x = memref.load %m[%n] : memref<4xf32>
    %g = device.launch (%y = %x : f32) in (%on) {
    }
  }
"""

BLOCKS = """
  %d = device.launch in (%dma) {
    cf.br ^next
  ^next:
    device.return
  }
"""

REFUSED: list[tuple[str, ScopedPass, str, str, str]] = [
    ("a-flag-in-a-loop", LaunchesToTasks(), LOOP, "P171", "loop or a branch"),
    ("a-computed-flag", LaunchesToTasks(), COMPUTED, "P171", "not known which part"),
    ("a-signal", LaunchesToTasks(), SIGNALS, "P171", "tasks do not know `sync.signal`"),
    ("too-many-in-a-loop", BoundFlags(machine=MACHINE), LOOP, "P172", "in which order"),
    ("too-many-computed", BoundFlags(machine=MACHINE), COMPUTED, "P172", "in which order"),
    ("a-wait-between-flags", BoundFlags(machine=MACHINE), WAITS, "P172", "waits behind a flag"),
    ("a-signal-in-works", LaunchesToWorks(), SIGNALS, "P173", "beside events"),
    ("values", LaunchesToWorks(), VALUES, "P173", "no values"),
    ("what-it-excludes", LaunchesToWorks(), EXCLUDES, "P173", "only its own engine"),
    ("what-it-launches-with", LaunchesToWorks(), TORN, "P173", "needed where it launches"),
    ("several-blocks", LaunchesToWorks(), BLOCKS, "P173", "no branches between blocks"),
    ("a-copy-on-some-device", LaunchesToWorks(),
     "  %d = device.memcpy (%a, %a, %some) : memref<4xf32>, memref<4xf32>\n", "P173", "is computed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("run", "body", "code", "message"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_what_is_refused(run: ScopedPass, body: str, code: str, message: str) -> None:
    module = parse_module(f"{HEAD}{body}  return\n}}\n")
    before = print_module(module)
    with pytest.raises(DiagnosticError) as raised:
        run.run_on(module)
    (said,) = raised.value.diagnostics
    assert said.code == code
    assert message in said.message
    assert said.help
    assert said.span is not None
    assert print_module(module) == before


def test_flags_that_fit_stay() -> None:
    module = parse_module(f"{HEAD}{WAITS.replace('%one', '%dma')}  return\n}}\n")
    before = print_module(module)
    BoundFlags(machine=MACHINE).run_on(module)
    assert print_module(module) == before
