module {
  func.func @main(%a: memref<16xf16>, %b: memref<16xf16, #npu.space<ub>>, %i: i64, %x: f32) {
    %c0 = arith.constant 0 : i64
    %0 = npu.at(%c0) : memref<16xf16, #npu.space<ub>>
    %1 = npu.at(%c0, %i) {slots = 2 : i32} : memref<16xf16, #npu.space<ub>>
    %2:2 = npu.two %i, %c0 {a = 1 : i32, s = "// no }"} : i32
    %3:2 = npu.pair %i : (i64) -> (f32, memref<?xf32>)
    %4 = npu.cast %0 : memref<16xf16, #npu.space<ub>> to memref<?xf16, #npu.space<ub>>
    npu.mark %0 {npu.slots = 2 : i32} : memref<16xf16, #npu.space<ub>>
    npu.load ins(%a : memref<16xf16>) outs(%0 : memref<16xf16, #npu.space<ub>>) left = %i : i64 init = false
    npu.set[<DMA>, <CORE>, <ID0>]
    npu.set[#npu.pipe<DMA>, #npu.pipe<CORE>, %i]
    npu.set [<DMA>, <CORE>, %2#1] loud
    npu.wait<"100%", 5.000000e-01> @f, ^no
    npu.add ins(%0 : memref<16xf16, #npu.space<ub>>) outs(%b : memref<16xf16, #npu.space<ub>>) dims = [0, 1]
    %5 = npu.mul {fast} %x, %x : f32
    npu.store {x} ins(%b : memref<16xf16, #npu.space<ub>>) outs(%a : memref<16xf16>) atomic = <add>
    npu.block {
      %6 = npu.mul {fast} %x, %x : f32
      npu.nest %i {
        npu.start[%i]
      } fast {a = 1 : i32}
    }
    npu.both {
      "npu.start"() : () -> ()
      npu.set[<DMA>, <CORE>, %i]
    } else {
      %6 = arith.addi %i, %c0 : i64
    }
    npu.empty {
    ^bb0:
    }
    return
  }
}
