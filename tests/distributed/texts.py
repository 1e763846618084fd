"""Small programs of regions."""

from __future__ import annotations

DIAMOND = """
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %t0, %x = async.region -> tensor<4xf32> {
    %s = arith.addf %a, %b : tensor<4xf32>
    async.yield %s : tensor<4xf32>
  }
  %t1, %y = async.region -> tensor<4xf32> {
    %s = arith.mulf %a, %b : tensor<4xf32>
    async.yield %s : tensor<4xf32>
  }
  %t2, %z = async.region [%t0, %t1] -> tensor<4xf32> {
    %s = arith.subf %y, %x : tensor<4xf32>
    async.yield %s : tensor<4xf32>
  }
  async.await %t2 : !async.token
  return %z : tensor<4xf32>
}
"""

FAILS = """func.func @main(%n: i64) -> i64 {
  %t0, %x = async.region -> i64 {
    %c = arith.constant 3 : i64
    %s = arith.cmpi slt, %n, %c : i64
    cf.assert %s, "n is too large"
    async.yield %n : i64
  }
  %t1, %y = async.region [%t0] -> i64 {
    %s = arith.addi %x, %x : i64
    async.yield %s : i64
  }
  async.await %t1 : !async.token
  return %y : i64
}
"""

LARGE = """
func.func @main(%x: f32) -> (tensor<1048576xf32>, f32) {
  %t0, %a = async.region -> tensor<1048576xf32> {
    %s = tensor.splat %x : tensor<1048576xf32>
    async.yield %s : tensor<1048576xf32>
  }
  %t1, %y = async.region -> f32 {
    %s = arith.addf %x, %x : f32
    async.yield %s : f32
  }
  async.await %t0 : !async.token
  async.await %t1 : !async.token
  return %a, %y : tensor<1048576xf32>, f32
}
"""

SEVERAL = """
func.func @main(%a: tensor<8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, index) {
  %t, %low, %u, %high = async.region -> (tensor<4xf32>, !async.token, tensor<4xf32>) {
    %l = tensor.extract_slice %a[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %h = tensor.extract_slice %a[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
    async.yield %l, %h : tensor<4xf32>, tensor<4xf32> {token_counts = array<i64: 0, 0>}
  }
  %t1, %sum = async.region [%t, %u] -> tensor<4xf32> {
    %s = arith.addf %low, %high : tensor<4xf32>
    async.yield %s : tensor<4xf32>
  }
  async.await %u : !async.token
  async.await %t1 : !async.token
  %c = arith.constant 7 : index
  return %sum, %high, %a, %c : tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, index
}
"""

TRAPS = """
func.func @main(%n: i64) -> i64 {
  %t, %x = async.region -> i64 {
    %c = arith.constant 3 : i64
    %s = arith.divsi %c, %n : i64
    async.yield %s : i64
  }
  async.await %t : !async.token
  return %x : i64
}
"""

WORKS = """
func.func @main(%n: index, %x: f64) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %t, %y = async.region -> f64 {
    %s = scf.for %i = %zero to %n step %one iter_args(%v = %x) -> f64 {
      %w = math.sin %v : f64
      scf.yield %w : f64
    }
    async.yield %s : f64
  }
  async.await %t : !async.token
  return %y : f64
}
"""
"""It computes as long as it is told."""
