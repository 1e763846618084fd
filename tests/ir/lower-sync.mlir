// RUN: asyncir opt %s -p 'lower-sync{machine=ascend-a2}' | filecheck %s

// A work whose op the machine's file puts on the same engine is that op; another one stays a work.
// CHECK-LABEL: func.func @works
func.func @works(%a: memref<16xf32>, %u: memref<16xf32, "ub">) {
  // CHECK-NEXT: hivm.hir.load ins(%a : memref<16xf32>) outs(%u : memref<16xf32, "ub">)
  sync.work on "mte2" reads(%a : memref<16xf32>) writes(%u : memref<16xf32, "ub">) {
    hivm.hir.load ins(%a : memref<16xf32>) outs(%u : memref<16xf32, "ub">)
  }
  // CHECK-NEXT: memref.copy %a, %u
  sync.work on "mte2" {
    memref.copy %a, %u : memref<16xf32> to memref<16xf32, "ub">
  }
  // CHECK-NEXT: sync.work on "v" {
  sync.work on "v" {
    memref.copy %a, %u : memref<16xf32> to memref<16xf32, "ub">
  }
  // CHECK: sync.work on "mte2" reads
  sync.work on "mte2" reads(%a : memref<16xf32>) {
    memref.copy %a, %u : memref<16xf32> to memref<16xf32, "ub">
  }
  return
}

// A sync op that was a vendor's op has its form again, also where a pass has changed what it says.
// CHECK-LABEL: func.func @forms
func.func @forms() {
  // CHECK-NEXT: "hivm.hir.set_flag"() <{set_pipe = #hivm.pipe<PIPE_MTE2>, static_event_id = #hivm.event<EVENT_ID5>, wait_pipe = #hivm.pipe<PIPE_V>}> {x} : () -> ()
  sync.signal "event"[5] from "mte2" to "v" {sync.form = {attributes = {x}, generic, op = "hivm.hir.set_flag", properties = {set_pipe = #hivm.pipe<PIPE_MTE2>, static_event_id = #hivm.event<EVENT_ID3>, wait_pipe = #hivm.pipe<PIPE_V>}}}
  // CHECK-NEXT: hivm.hir.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID5>] {x}
  sync.signal "event"[5] from "mte2" to "v" {sync.form = {attributes = {x}, op = "hivm.hir.set_flag", properties = {written = "[#hivm.pipe<PIPE_MTE2>, #hivm.pipe<PIPE_V>, #hivm.event<EVENT_ID3>]%{}"}}}
  // CHECK-NEXT: hivm.hir.set_flag[#hivm.pipe<PIPE_MTE2>, #hivm.pipe<PIPE_V>, #hivm.event<EVENT_ID3>] {x}
  sync.signal "event"[3] from "mte2" to "v" {sync.form = {attributes = {x}, op = "hivm.hir.set_flag", properties = {written = "[#hivm.pipe<PIPE_MTE2>, #hivm.pipe<PIPE_V>, #hivm.event<EVENT_ID3>]%{}"}}}
  // CHECK-NEXT: return
  return
}

// A sync op that no vendor wrote gets the form of the first table that can say it, and stays where none can.
// CHECK-LABEL: func.func @made
func.func @made(%i: index, %n: i64) {
  // CHECK-NEXT: hivm.hir.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  sync.signal "event" from "mte2" to "v"
  // CHECK-NEXT: %[[I:.*]] = arith.index_cast %i : index to i64
  // CHECK-NEXT: hivm.hir.wait_flag[<PIPE_MTE2>, <PIPE_V>, %[[I]]]
  sync.wait "event"[%i] from "mte2" to "v"
  // CHECK-NEXT: hivm.hir.wait_flag[<PIPE_MTE2>, <PIPE_V>, %n]
  %c = arith.index_cast %n : i64 to index
  sync.wait "event"[%c] from "mte2" to "v"
  // CHECK-NEXT: hivm.hir.pipe_barrier[<PIPE_ALL>]
  sync.barrier
  // CHECK-NEXT: hivm.hir.pipe_barrier[<PIPE_M>]
  sync.barrier on "m"
  // CHECK-NEXT: sync.commit "copies"
  sync.commit "copies"
  // CHECK-NEXT: return
  return
}
