"""What programs print is what MLIR's runner utilities print: recorded from mlir-runner 22."""

from __future__ import annotations

import re

from tests.semantics.programs import error, run

PROGRAM = """
func.func private @printMemrefF32(memref<*xf32>) attributes { llvm.emit_c_interface }
func.func private @printMemrefI64(memref<*xi64>) attributes { llvm.emit_c_interface }
func.func private @printMemrefI8(memref<*xi8>) attributes { llvm.emit_c_interface }
func.func private @printF64(f64)
memref.global "private" constant @c : memref<2x2x3xf32> = dense<
  [[[1.0,2.5,3.0],[4.0,5.0,1.0e10]],[[7.0,8.0,9.0],[0.1,1.1,1.2]]]>
memref.global "private" constant @d : memref<3xi64> = dense<[1,-2,3]>
memref.global "private" constant @e : memref<1xi64> = dense<[1]>
memref.global "private" constant @g : memref<1x2xi8> = dense<[[65,66]]>
func.func @main() {
  %m = memref.get_global @c : memref<2x2x3xf32>
  %u = memref.cast %m : memref<2x2x3xf32> to memref<*xf32>
  func.call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %m2 = memref.get_global @d : memref<3xi64>
  %u2 = memref.cast %m2 : memref<3xi64> to memref<*xi64>
  func.call @printMemrefI64(%u2) : (memref<*xi64>) -> ()
  %m3 = memref.get_global @e : memref<1xi64>
  %u3 = memref.cast %m3 : memref<1xi64> to memref<*xi64>
  func.call @printMemrefI64(%u3) : (memref<*xi64>) -> ()
  %m4 = memref.get_global @g : memref<1x2xi8>
  %u4 = memref.cast %m4 : memref<1x2xi8> to memref<*xi8>
  func.call @printMemrefI8(%u4) : (memref<*xi8>) -> ()
  %k = arith.constant 7 : i64
  %s = memref.alloc() : memref<i64>
  memref.store %k, %s[] : memref<i64>
  %us = memref.cast %s : memref<i64> to memref<*xi64>
  func.call @printMemrefI64(%us) : (memref<*xi64>) -> ()
  %f = arith.constant 0.1 : f32
  %f2 = arith.constant 1.0e+20 : f64
  func.call @printF64(%f2) : (f64) -> ()
  %f3 = arith.constant 0x7FF0000000000000 : f64
  func.call @printF64(%f3) : (f64) -> ()
  %n1 = arith.constant -1 : i64
  %v = arith.constant dense<[[1, -2, 3],[4,5,6]]> : vector<2x3xi32>
  vector.print %v : vector<2x3xi32>
  %w = arith.constant dense<[1.5, 2.0]> : vector<2xf32>
  vector.print %w : vector<2xf32>
  %b = arith.constant dense<[true, false]> : vector<2xi1>
  vector.print %b : vector<2xi1>
  %ix = arith.constant 5 : index
  vector.print %ix : index
  vector.print str "hey\\n"
  vector.print punctuation <comma>
  vector.print %f : f32
  return
}
"""

EXPECTED = """
Unranked Memref base@ = X rank = 3 offset = 0 sizes = [2, 2, 3] strides = [6, 3, 1] data = \n\
[[[1,    2.5,    3], \n\
  [4,    5,    1e+10]], \n\
 [[7,    8,    9], \n\
  [0.1,    1.1,    1.2]]]
Unranked Memref base@ = X rank = 1 offset = 0 sizes = [3] strides = [1] data = \n\
[1,  -2,  3]
Unranked Memref base@ = X rank = 1 offset = 0 sizes = [1] strides = [1] data = \n\
[1]
Unranked Memref base@ = X rank = 2 offset = 0 sizes = [1, 2] strides = [2, 1] data = \n\
[[A,   B]]
Unranked Memref base@ = X rank = 0 offset = 0 sizes = [] strides = [] data = \n\
[7]
1e+20inf( ( 1, -2, 3 ), ( 4, 5, 6 ) )
( 1.5, 2 )
( 1, 0 )
5
hey
, 0.1
""".lstrip("\n")


def test_printing() -> None:
    output = run(PROGRAM).output
    assert re.sub("base@ = 0x[0-9a-f]+", "base@ = X", output) == EXPECTED


def test_printing_what_was_never_written() -> None:
    text = """
func.func private @printMemrefI64(memref<*xi64>)
func.func @main() {
  %m = memref.alloc() : memref<2xi64>
  %u = memref.cast %m : memref<2xi64> to memref<*xi64>
  func.call @printMemrefI64(%u) : (memref<*xi64>) -> ()
  return
}
"""
    assert error(run(text)).code == "S006"
