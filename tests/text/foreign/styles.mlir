module {
  func.func @f(%a: memref<4xf32>, %b: memref<4xf32, "ub">, %t: !npu.tile<4 x f32>, %i: index) {
    npu.relu ins(%a : memref<4xf32>) outs(%b : memref<4xf32, "ub">) {mode = #npu.pipe<V>}
    npu.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32, "ub">) {x = 1 : i32}
    npu.set_flag {id = 3 : i64}
    npu.set_flag
    npu.hir.load ins(%a : memref<4xf32>)
    %r = npu.make outs(%b : memref<4xf32, "ub">) -> !npu.tile
    %s:2 = npu.two ins(%r : !npu.tile) {a, b} -> (f32, index)
    "npu.gen"(%a, %s#0) <{p = 1 : i32}> ({
      "npu.inner"() : () -> ()
      %q = arith.addi %i, %i : index
      cf.br ^bb1(%s#0 : f32)
    ^bb1(%x: f32):  // 2 preds: ^bb0, ^bb1
      npu.relu ins(%x : f32)
      cf.br ^bb1(%x : f32)
    }, {
    ^bb0(%x: f32):
      npu.relu ins(%x : f32)
    }) {b = "x"} : (memref<4xf32>, f32) -> ()
    %v = "npu.gen2"(%t) : (!npu.tile<4 x f32>) -> f32
    scf.for %j = %i to %i step %i {
      npu.relu ins(%a : memref<4xf32>)
    }
    return
  }
}
