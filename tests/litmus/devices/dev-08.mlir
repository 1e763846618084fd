// A buffer is used when it is there, and gone when all uses are over.
// allowed: 1
  memref.store %c1, %A[] : memref<i64>
  %ready, %t = device.alloc (%start) in "ub" : memref<i64, "ub">
  %e = device.memcpy (%ready, %A, %t, %a) : memref<i64>, memref<i64, "ub">
  %f = device.memcpy (%e, %t, %B, %a) : memref<i64, "ub">, memref<i64>
  %gone = device.dealloc (%f, %t) : memref<i64, "ub">
  device.await %gone : !device.event
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// One that is used before it is there races with its making.
// result: race WAW
  %ready, %t = device.alloc (%start) in "ub" : memref<i64, "ub">
  %e = device.memcpy (%start, %A, %t, %a) : memref<i64>, memref<i64, "ub">
  %gone = device.dealloc (%e, %ready, %t) : memref<i64, "ub">
  device.await %gone : !device.event
// -----
// One that is gone before its last use is over races with its end.
// result: race WAR
// orders: latest
  %ready, %t = device.alloc (%start) in "ub" : memref<i64, "ub">
  %e = device.memcpy (%ready, %A, %t, %a) : memref<i64>, memref<i64, "ub">
  %f = device.memcpy (%e, %t, %B, %a) : memref<i64, "ub">, memref<i64>
  %gone = device.dealloc (%e, %t) : memref<i64, "ub">
  device.await %f : !device.event
  device.await %gone : !device.event
// -----
// There is no such memory.
// result: refused M031
  %ready, %t = device.alloc (%start) in "l1" : memref<i64, "l1">
// -----
// Another memory space is another memory.
// result: refused M031
  %ready, %t = device.alloc (%start) in "ub" : memref<i64>
// -----
// A device that does not reach a memory copies nothing there.
// result: refused M031
  %ready, %t = device.alloc (%start) in "ub" : memref<i64, "ub">
  %e = device.memcpy (%ready, %A, %t, %b) : memref<i64>, memref<i64, "ub">
