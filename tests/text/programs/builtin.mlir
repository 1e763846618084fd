// Modules in modules, conversions, types.
module @outer attributes {a.version = 2 : i32} {
  module {
  }
  memref.global @counter : memref<i64>
  module @middle {
    memref.global "nested" @table : memref<4xi8> = uninitialized {alignment = 64 : i64}
    builtin.module @deep attributes {a.b} {
      func.func @leaf(%x: i32) -> f32 {
        %0 = builtin.unrealized_conversion_cast %x : i32 to f32
        %1:2 = builtin.unrealized_conversion_cast %0 : f32 to i32, i64 {a.b}
        %2 = builtin.unrealized_conversion_cast to index
        return %0 : f32
      }
    }
    func.func private @types(i1, i8, i128, si8, ui64, index, f16, bf16, f32, f64, f80, f128, tf32, none)
    func.func private @floats(f8E5M2, f8E4M3FN, f8E4M3, f8E5M2FNUZ, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E3M4, f8E8M0FNU, f6E2M3FN, f6E3M2FN, f4E2M1FN)
    func.func private @shaped(tensor<4x?xf32>, tensor<*xf32>, tensor<f32>, vector<4xf32>, vector<[4]xf32>, vector<2x[4]xi1>, vector<f32>, tensor<2xf32, "encoding">)
    func.func private @memrefs(memref<4x?xf32>, memref<*xf32>, memref<f32>, memref<?xf32, strided<[1]>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<4x4xf32, strided<[8, 2], offset: 3>>, memref<4xf32, 3>, memref<4xf32, "space">, memref<4xf32, strided<[2]>, 1 : i32>, memref<*xf32, 2>)
    func.func private @mapped(memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<?xf32, affine_map<(d0)[s0] -> (d0 * 2 + s0)>>)
    func.func private @others(complex<f32>, complex<i8>, tuple<>, tuple<i32, tuple<f32>>, () -> (), (i32) -> (), (i32, f32) -> (i32, f32), (() -> i32) -> (() -> i32), memref<2xvector<4xf32>>, memref<2xmemref<3xf32>>, memref<2xindex>)
    func.func private @async_types(!async.token, !async.value<f32>, !async.value<!async.value<vector<4xf32>>>, !async.group, !async.coro.id, !async.coro.handle, !async.coro.state)
  }
}
module @casts {
  memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
  func.func @in_task(%x: i32, %c: i1) {
    %t = async.execute {
      %0 = builtin.unrealized_conversion_cast %x : i32 to f32
      async.yield
    }
    scf.if %c {
      %1 = builtin.unrealized_conversion_cast %x : i32 to i64
    }
    return
  }
}
