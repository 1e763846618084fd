"""`asyncir run --callbacks`: functions of Python from a file."""

from __future__ import annotations

import pytest

from tests.cli.command import Shell

CALLS_PYTHON = """
func.func private @host(i64) -> i64
func.func @main(%n: i64) -> i64 {
  %y = func.call @host(%n) : (i64) -> i64
  return %y : i64
}
"""


@pytest.mark.feature("S4-21")
def test_functions_of_a_file_are_called(asyncir: Shell) -> None:
    program = asyncir.write("p.mlir", CALLS_PYTHON)
    functions = asyncir.write(
        "f.py", "def host(x):\n    return unused(x) * 2\n\ndef unused(x):\n    return x + 1\n"
    )
    for _ in range(2):  # the second time from the cache
        assert asyncir("run", program, "5", "--callbacks", functions).out == "12\n"
    functions = asyncir.write("f.py", "async def host(x):\n    raise ValueError(x)\n")
    failed = asyncir("run", program, "5", "--callbacks", functions)
    assert failed.status == 1
    assert failed.err.startswith("error[R305]: the callback @host raised ValueError: 5\n")
    assert "awaited" not in failed.err
    assert "f.py" in failed.err


@pytest.mark.parametrize("text", ["def host(:", "import no_such_module", "1 / 0"])
def test_a_file_of_functions_with_a_mistake(asyncir: Shell, text: str) -> None:
    program = asyncir.write("p.mlir", CALLS_PYTHON)
    functions = asyncir.write("f.py", "\n" + text)
    failed = asyncir("run", program, "5", "--callbacks", functions)
    assert "C021" in failed.err
    assert "(line 2)" in failed.err
