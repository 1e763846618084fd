// A buffer that finds no room waits until another one is gone: here each is all of the memory.
// machine: tight
// allowed: 1
  memref.store %c1, %A[] : memref<i64>
  %r, %t = device.alloc (%start) in "ub" : memref<i64, "ub">
  %s, %u = device.alloc (%start) in "ub" : memref<i64, "ub">
  %e = device.memcpy (%r, %A, %t, %a) : memref<i64>, memref<i64, "ub">
  %f = device.memcpy (%e, %t, %B, %a) : memref<i64, "ub">, memref<i64>
  %gone = device.dealloc (%f, %t) : memref<i64, "ub">
  %last = device.dealloc (%s, %u) : memref<i64, "ub">
  %both = device.and %gone, %last
  device.await %both : !device.event
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// With room for both nobody waits: each is there while the other one is.
// allowed: 1
  memref.store %c1, %A[] : memref<i64>
  %r, %t = device.alloc (%start) in "ub" : memref<i64, "ub">
  %s, %u = device.alloc (%start) in "ub" : memref<i64, "ub">
  %e = device.memcpy (%r, %s, %A, %u, %a) : memref<i64>, memref<i64, "ub">
  %f = device.memcpy (%e, %u, %t, %a) : memref<i64, "ub">, memref<i64, "ub">
  %g = device.memcpy (%f, %t, %B, %a) : memref<i64, "ub">, memref<i64>
  %gone = device.dealloc (%g, %t) : memref<i64, "ub">
  %last = device.dealloc (%g, %u) : memref<i64, "ub">
  %both = device.and %gone, %last
  device.await %both : !device.event
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Who needs two buffers at once, where there is room for one, waits for ever.
// machine: tight
// result: deadlock
  %r, %t = device.alloc (%start) in "ub" : memref<i64, "ub">
  %s, %u = device.alloc (%start) in "ub" : memref<i64, "ub">
  %both = device.and %r, %s
  %gone = device.dealloc (%both, %t) : memref<i64, "ub">
  %last = device.dealloc (%both, %u) : memref<i64, "ub">
  device.await %gone : !device.event
// -----
// Which of two that wait is the next is open; what uses the one is over before the other is there.
// machine: tight
// allowed: 1122 | 2211
  %r, %t = device.alloc (%start) in "ub" : memref<i64, "ub">
  %s, %u = device.alloc (%start) in "ub" : memref<i64, "ub">
  %e = device.launch in (%r, %a) {
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
    func.call @printI64(%x) : (i64) -> ()
  }
  %f = device.launch in (%s, %b) {
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
    func.call @printI64(%x) : (i64) -> ()
  }
  %gone = device.dealloc (%e, %t) : memref<i64, "ub">
  %last = device.dealloc (%f, %u) : memref<i64, "ub">
  %both = device.and %gone, %last
  device.await %both : !device.event
// -----
// That another buffer had to be gone first is no order: either may be first.
// machine: tight
// result: race WAW
  %r, %t = device.alloc (%start) in "ub" : memref<i64, "ub">
  %s, %u = device.alloc (%start) in "ub" : memref<i64, "ub">
  %e = device.memcpy (%r, %B, %A, %a) : memref<i64>, memref<i64>
  %f = device.memcpy (%s, %B, %A, %b) : memref<i64>, memref<i64>
  %gone = device.dealloc (%e, %t) : memref<i64, "ub">
  %last = device.dealloc (%f, %u) : memref<i64, "ub">
  %both = device.and %gone, %last
  device.await %both : !device.event
// -----
// A buffer takes its room when it is made: who waits for its events has none yet.
// machine: tight
// allowed: 1
  memref.store %c1, %A[] : memref<i64>
  %r, %t = device.alloc (%start) in "ub" : memref<i64, "ub">
  %gone = device.dealloc (%r, %t) : memref<i64, "ub">
  %s, %u = device.alloc (%gone) in "ub" : memref<i64, "ub">
  %last = device.dealloc (%s, %u) : memref<i64, "ub">
  device.await %last : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A buffer that is larger than its memory is refused.
// machine: tight
// result: refused M034
  %r, %t = device.alloc (%start) in "ub" : memref<2xi64, "ub">
