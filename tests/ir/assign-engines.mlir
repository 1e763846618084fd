// RUN: asyncir opt %s -p 'assign-engines{machine=ascend-a2}' | filecheck %s

// An op that the machine's file names is a work on its engine, with the memory that it lists; a copy goes to the engine that moves between its two memories.
// CHECK-LABEL: func.func @works
func.func @works(%a: memref<16xf32>, %o: memref<16xf32>) {
  // CHECK: %[[U:.*]] = memref.alloc
  %u = memref.alloc() : memref<16xf32, #hivm.address_space<ub>>
  // CHECK-NEXT: sync.work on "mte2" reads(%a : memref<16xf32>) writes(%[[U]] : memref<16xf32, #hivm.address_space<ub>>) {
  // CHECK-NEXT: hivm.hir.load ins(%a : memref<16xf32>) outs(%[[U]] : memref<16xf32, #hivm.address_space<ub>>) {pad}
  // CHECK-NEXT: }
  hivm.hir.load ins(%a : memref<16xf32>) outs(%u : memref<16xf32, #hivm.address_space<ub>>) {pad}
  // CHECK-NEXT: sync.work on "v" reads(%[[U]] : {{.*}}) writes(%[[U]] : {{.*}}) {
  // CHECK-NEXT: hivm.hir.vadd
  // CHECK-NEXT: }
  hivm.hir.vadd ins(%u, %u : memref<16xf32, #hivm.address_space<ub>>, memref<16xf32, #hivm.address_space<ub>>) outs(%u : memref<16xf32, #hivm.address_space<ub>>)
  // CHECK-NEXT: sync.work on "mte3" {
  // CHECK-NEXT: memref.copy %[[U]], %o
  // CHECK-NEXT: }
  memref.copy %u, %o : memref<16xf32, #hivm.address_space<ub>> to memref<16xf32>
  // CHECK-NEXT: return
  return
}

// Signals, waits and barriers are read from the text, from attributes and operands; what the sync op does not say is kept.
// CHECK-LABEL: func.func @syncs
func.func @syncs(%n: i64, %i: index) {
  // CHECK: sync.signal "event"[3] from "mte2" to "v"
  // CHECK-NOT: sync.form
  // CHECK-SAME: {{$}}
  hivm.hir.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID3>]
  // CHECK-NEXT: sync.wait "event"[3] from "mte2" to "v" {sync.form = {attributes = {x}, generic, op = "hivm.hir.wait_flag", properties = {{.*}}
  "hivm.hir.wait_flag"() <{set_pipe = #hivm.pipe<PIPE_MTE2>, wait_pipe = #hivm.pipe<PIPE_V>, static_event_id = #hivm.event<EVENT_ID3>}> {x} : () -> ()
  // CHECK-NEXT: sync.wait "event"[3] from "mte2" to "v" {sync.form = {attributes = {x}, op = "hivm.hir.wait_flag", properties = {written = "[#hivm.pipe<PIPE_MTE2>, #hivm.pipe<PIPE_V>, #hivm.event<EVENT_ID3>]%{}"}}}
  hivm.hir.wait_flag[#hivm.pipe<PIPE_MTE2>, #hivm.pipe<PIPE_V>, #hivm.event<EVENT_ID3>] {x}
  // CHECK-NEXT: %[[N:.*]] = arith.index_cast %n : i64 to index
  // CHECK-NEXT: sync.signal "event"[%[[N]]] from "v" to "mte3"{{$}}
  hivm.hir.set_flag[<PIPE_V>, <PIPE_MTE3>, %n]
  // CHECK-NEXT: sync.wait "event"[%i] from "v" to "mte3" {sync.form = {attributes = {set_pipe = "PIPE_V", wait_pipe = "PIPE_MTE3"}, op = "hivm.hir.wait_flag"}}
  hivm.hir.wait_flag ins(%i : index) {set_pipe = "PIPE_V", wait_pipe = "PIPE_MTE3"}
  // CHECK-NEXT: sync.barrier{{$}}
  hivm.hir.pipe_barrier[<PIPE_ALL>]
  // CHECK-NEXT: sync.barrier on "v"{{$}}
  hivm.hir.pipe_barrier[<PIPE_V>]
  // CHECK-NEXT: sync.barrier on "v" {sync.form = {attributes = {pipe = "PIPE_V"}, op = "hivm.hir.pipe_barrier"}}
  hivm.hir.pipe_barrier {pipe = "PIPE_V"}
  // CHECK-NEXT: return
  return
}

// What is in a work stays, also where the op is another engine's.
// CHECK-LABEL: func.func @in_works
func.func @in_works(%a: memref<16xf32>, %b: memref<16xf32>) {
  // CHECK: sync.work on "s" {
  // CHECK-NEXT: memref.copy
  // CHECK-NEXT: }
  sync.work on "s" {
    memref.copy %a, %b : memref<16xf32> to memref<16xf32>
  }
  // CHECK-NEXT: return
  return
}
