"""`asyncir run` of parallel loops (S4-13)."""

from __future__ import annotations

from tests.cli.command import Shell

HARMONIC = """
func.func @main(%n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %sum = scf.parallel (%i) = (%c1) to (%n) step (%c1) init (%zero) -> f64 {
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f64
    %x = arith.divf %one, %f : f64
    scf.reduce(%x : f64) {
    ^bb0(%a: f64, %b: f64):
      %s = arith.addf %a, %b : f64
      scf.reduce.return %s : f64
    }
  }
  return %sum : f64
}
"""


def test_with_deterministic_reductions_the_number_of_threads_changes_nothing(asyncir: Shell) -> None:
    program = asyncir.write("p.mlir", HARMONIC)

    def sums(*options: str) -> set[str]:
        return {asyncir("run", program, "200000", "--threads", t, *options).out for t in ("1", "2", "3")}

    fixed = sums("--deterministic-reductions")
    assert len(fixed) == 1
    assert 12.7 < float(min(fixed)) < 12.9
    assert sums() != fixed, "the cache must tell them apart"


def test_an_iteration_that_fails_is_shown(asyncir: Shell) -> None:
    program = asyncir.write(
        "p.mlir",
        """
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bad = arith.constant 77777 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %good = arith.cmpi ne, %i, %bad : index
    cf.assert %good, "not this one"
    scf.reduce
  }
  return
}
""",
    )
    failed = asyncir("run", program, "1000000", "--threads", "2")
    assert failed.status == 1
    assert "error[R101]" in failed.err
    assert "R102" not in failed.err
    assert "not this one" in failed.err
    assert "p.mlir:8:5" in failed.err
