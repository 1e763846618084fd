// RUN: asyncir opt %s -p dependencies-to-awaits | filecheck %s

// A token in brackets is awaited first in the body, and an operand is unwrapped there.
// CHECK-LABEL: func.func @both
// CHECK:       async.execute {
// CHECK-NEXT:    async.await %{{.*}} : !async.token
// CHECK-NEXT:    %[[X:.*]] = async.await %v : !async.value<f32>
// CHECK-NEXT:    func.call @work(%[[X]])
func.func private @work(f32) attributes {asyncir.effects = "none"}
func.func @both(%v: !async.value<f32>) {
  %t = async.ready : !async.token
  %u = async.execute [%t] (%v as %x: !async.value<f32>) {
    func.call @work(%x) : (f32) -> ()
    async.yield
  }
  return
}

// The one completion that may fail is awaited last, because the task waits for the others all the same.
// CHECK-LABEL: func.func @last
// CHECK:       async.execute {
// CHECK-NEXT:    async.await %[[READY:.*]] : !async.token
// CHECK-NEXT:    async.await %t : !async.token
func.func @last(%t: !async.token) {
  %r = async.ready : !async.token
  %u = async.execute [%t, %r] {
    async.yield
  }
  return
}

// Where several may fail, awaits would fail before all are complete: the dependencies stay.
// CHECK-LABEL: func.func @several
// CHECK:       async.execute [%t, %u] {
// CHECK-NEXT:    async.yield
func.func @several(%t: !async.token, %u: !async.token) {
  %e = async.execute [%t, %u] {
    async.yield
  }
  return
}

// A task that cannot fail is no obstacle.
// CHECK-LABEL: func.func @safe
// CHECK:       %[[A:.*]] = async.execute {
// CHECK:       %[[B:.*]] = async.execute {
// CHECK:       async.execute {
// CHECK-NEXT:    async.await %[[A]]
// CHECK-NEXT:    async.await %[[B]]
func.func @safe() {
  %a = async.execute {
    async.yield
  }
  %b = async.execute [%a] {
    async.yield
  }
  %c = async.execute [%a, %b] {
    async.yield
  }
  return
}
