"""Which memory each iteration of a loop can have a copy of."""

from __future__ import annotations

import pytest

from asyncir.analyses.private_memory import private_memory, why_shared
from tests.analyses.loops import formed, touched
from tests.analyses.reading import value

WRITE = "memref.store %v, %t[%c0] : memref<4xf32>\n"
READ = "%z = memref.load %t[%c0] : memref<4xf32>\nmemref.store %z, %a[%i] : memref<64xf32>\n"
EARLIER = "this may read what an earlier iteration has written"


@pytest.mark.parametrize(
    ("body", "behind", "reason"),
    [
        (WRITE + READ, "", ""),
        (WRITE + READ, "memref.dealloc %t : memref<4xf32>", ""),
        (READ + WRITE, "", EARLIER),
        (WRITE + READ.replace("%t[%c0]", "%t[%c1]"), "", EARLIER),
        (f"scf.if %p {{\n{WRITE}}}\n{READ}", "", EARLIER),
        (
            WRITE + READ,
            "%y = memref.load %t[%c0] : memref<4xf32>\nmemref.store %y, %a[%c0] : memref<64xf32>",
            "this uses it outside of the loop",
        ),
        (
            WRITE + "func.call @outside(%t) : (memref<4xf32>) -> ()",
            "",
            "it is not known what func.call does with it",
        ),
    ],
    ids=["written", "freed", "read first", "another element", "perhaps written", "read behind", "handed on"],
)
def test_an_allocation(body: str, behind: str, reason: str) -> None:
    module, loop, statements = formed(body, 2, behind=behind)
    memory, touches = value(module, "t"), touched(statements)
    shared = why_shared(memory, loop, touches)
    assert (shared.reason if shared else "") == reason
    assert (memory in private_memory(loop, touches)) is (not reason)
