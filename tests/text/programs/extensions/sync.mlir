// Work on engines, and every op that signals, waits, or begins and ends the use of a resource.
module {
  func.func @every_part(%a: memref<16xf32>, %b: memref<16xf32, "ub">, %i: index, %n: index) {
    sync.work on "mte2" {
      memref.copy %a, %b : memref<16xf32> to memref<16xf32, "ub">
    }
    sync.work on "v" reads(%a : memref<16xf32>) writes(%b, %a : memref<16xf32, "ub">, memref<16xf32>) attributes {a.b} {
      sync.opaque "npu.relu"
      sync.opaque "npu.\22exp\22" {a.b = 1 : i32}
    }
    sync.work on "v" writes(%b : memref<16xf32, "ub">) {}
    sync.process on "core" attributes {a.b} {
      sync.init "lock"[%i], %n
      sync.signal "lock"[1], 2 on "core"
      sync.wait "lock"[%i] on "core"
      sync.free "lock" {a.b}
    }
    sync.init "full"[0], 1
    sync.arm "full"[%i]
    sync.arm "full"
    sync.signal "full"[0]
    sync.signal "event"[7] from "mte2" to "v"
    sync.signal "count", %n {a.b}
    sync.wait "event"[%i] from "mte2" to "v"
    sync.wait "full"[0], 1
    sync.wait "copies", 3 until "read"
    sync.wait "copies", %n on "v" {a.b = 1 : i32}
    sync.commit "copies"
    sync.commit "copies"[2] on "v"
    sync.fence "async-proxy"
    sync.fence "async-proxy" {a.b}
    sync.free "full"[0]
    sync.barrier
    sync.barrier on "v" {a.b}
    return
  }
  func.func @in_a_loop(%a: memref<16xf32>, %n: index, %c: i1) {
    scf.for %i = %n to %n step %n {
      sync.init "full"[%i], 1
      sync.arm "full"[%i]
      sync.work on "v" reads(%a : memref<16xf32>) {
        scf.if %c {
          memref.copy %a, %a : memref<16xf32> to memref<16xf32>
        }
      }
      sync.work on "v" {
        sync.opaque "npu.relu"
      }
      sync.signal "full"[%i]
      sync.commit "copies"
      sync.fence "async-proxy"
      sync.process on "core" {
        sync.wait "full"[%i], 0
      }
      sync.wait "full"[%i], 0
      sync.barrier on "v"
      sync.free "full"[%i]
    }
    return
  }
  func.func @in_a_task(%a: memref<16xf32>) {
    %done = async.execute {
      sync.init "full"[0], 1
      sync.arm "full"[0]
      sync.work on "v" reads(%a : memref<16xf32>) {
        sync.opaque "npu.relu"
      }
      sync.process on "core" {
        sync.signal "full"[0]
      }
      sync.signal "full"[0]
      sync.commit "copies"
      sync.fence "async-proxy"
      sync.wait "full"[0], 0
      sync.barrier
      sync.free "full"[0]
      async.yield
    }
    async.await %done : !async.token
    return
  }
  func.func @memory_of_another_dialect(%a: memref<16xf32>, %v: !llvm.ptr, %n: index, %c: i1) {
    %0 = sync.as_memory %a of %v : memref<16xf32>, !llvm.ptr to memref<16xf32, {memory = "ub"}>
    %1 = sync.as_memory %a part {a.b} : memref<16xf32> to memref<?x2xi8>
    scf.for %i = %n to %n step %n {
      %2 = sync.as_memory %a : memref<16xf32> to memref<?xf32, strided<[?], offset: ?>>
    }
    scf.if %c {
      %2 = sync.as_memory %a of %v part : memref<16xf32>, !llvm.ptr to memref<4xf32>
    }
    async.execute {
      %2 = sync.as_memory %a : memref<16xf32> to memref<16xf32>
      async.yield
    }
    return
  }
}
