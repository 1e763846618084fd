// A loop of no iterations signals nothing: the wait behind it waits for ever.
// result: deadlock
  scf.for %i = %i0 to %i0 step %i1 {
    sync.signal "event"[0] from "a" to "s"
  }
  sync.wait "event"[0] from "a" to "s"
// -----
// A loop of no iterations neither signals nor waits, and a work in it is not given.
// allowed: 0
  scf.for %i = %i0 to %i0 step %i1 {
    sync.work on "a" {
      memref.store %c1, %A[] : memref<i64>
    }
    sync.signal "event"[0] from "a" to "s"
    sync.wait "event"[0] from "a" to "s"
  }
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A loop of no iterations in a work accesses nothing.
// allowed: 1
  sync.work on "a" {
    scf.for %i = %i0 to %i0 step %i1 {
      memref.store %c2, %A[] : memref<i64>
    }
  }
  memref.store %c1, %A[] : memref<i64>
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// The signal is under a condition that does not hold, the wait is not.
// arguments: %M: memref<i64>
// result: deadlock
  %m = memref.load %M[] : memref<i64>
  %if = arith.cmpi ne, %m, %c0 : i64
  scf.if %if {
    sync.signal "event"[0] from "a" to "b"
  }
  sync.wait "event"[0] from "a" to "b"
// -----
// The wait is under a condition that does not hold, the signal is not.
// arguments: %M: memref<i64>
// result: misuse M003
  %m = memref.load %M[] : memref<i64>
  %if = arith.cmpi ne, %m, %c0 : i64
  sync.signal "event"[0] from "a" to "b"
  scf.if %if {
    sync.wait "event"[0] from "a" to "b"
  }
// -----
// A condition in a work decides what it accesses.
// arguments: %M: memref<i64>
// allowed: 1
  %m = memref.load %M[] : memref<i64>
  %if = arith.cmpi ne, %m, %c0 : i64
  sync.work on "a" {
    scf.if %if {
      memref.store %c2, %A[] : memref<i64>
    }
  }
  memref.store %c1, %A[] : memref<i64>
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Instances by a computed number: what the loops name is what is set.
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  scf.for %i = %i0 to %i2 step %i1 {
    sync.signal "event"[%i] from "a" to "s"
  }
  scf.for %i = %i0 to %i2 step %i1 {
    sync.wait "event"[%i] from "a" to "s"
  }
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A computed instance that is not there.
// result: error M011
  sync.signal "event"[%i2] from "a" to "s"
// -----
// What is known at the process is known to what it gives to a third engine.
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.work on "b" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "b" to "s"
  sync.wait "event"[0] from "b" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Three works on two engines of a name: that the third has begun tells that one of the two before has arrived, and not which.
// result: race RAW
// allowed: 0 | 1
  sync.work on "two" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "two" {
    %v = arith.addi %c1, %c1 : i64
  }
  sync.work on "two" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A signal of two engines of a name acts when the works of both have arrived.
// allowed: 12
  sync.work on "two" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "two" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.signal "event"[0] from "two" to "s"
  sync.wait "event"[0] from "two" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A wait holds up both engines of a name: they share a queue.
// allowed: 1
  sync.wait "event"[0] from "a" to "two"
  sync.work on "two" {
    %v = memref.load %A[] : memref<i64>
  }
  sync.work on "two" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "two"
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A barrier on two engines of a name is for both.
// allowed: 1
  sync.work on "two" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier on "two"
  sync.work on "two" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Two processes on two engines of a name run at once: each can wait for the other.
  sync.process on "two" {
    sync.signal "hold"[0]
    sync.wait "time"[0], 1
  }
  sync.process on "two" {
    sync.wait "hold"[0]
    sync.signal "time"[0], 1
  }
// -----
// Two processes on one engine run one after the other: the first cannot wait for the second.
// result: deadlock
  sync.process on "a" {
    sync.signal "hold"[0]
    sync.wait "time"[0], 1
  }
  sync.process on "a" {
    sync.wait "hold"[0]
    sync.signal "time"[0], 1
  }
// -----
// A process that is given to the engine of its giver begins when that one is over.
// allowed: 1
  sync.process on "a" {
    sync.process on "a" {
      memref.copy %A, %B : memref<i64> to memref<i64>
      sync.signal "time"[0], 1
    }
    memref.store %c1, %A[] : memref<i64>
  }
  sync.wait "time"[0], 1
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A process that waits for one that it gave to its own engine waits for ever.
// result: deadlock
  sync.process on "a" {
    sync.process on "a" {
      sync.signal "time"[0], 1
    }
    sync.wait "time"[0], 1
  }
// -----
// A process on an engine that works out of order begins beside works before it.
// result: race RAW
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.process on "x" {
    %v = memref.load %A[] : memref<i64>
  }
// -----
// A process on an engine in order begins when works before it have arrived, and works behind it when it is over.
// allowed: 2
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.process on "a" {
    %v = memref.load %A[] : memref<i64>
    %w = arith.addi %v, %c1 : i64
    memref.store %w, %A[] : memref<i64>
  }
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A signal that is given to an engine behind a process acts when the process is over.
// result: deadlock
  sync.process on "a" {
    sync.wait "hold"[0]
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.signal "hold"[0]
// -----
// A barrier of all waits for processes that were given, as for all entries.
// allowed: 1
  sync.process on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A barrier of all waits for works that other processes gave, if it is known that they did.
// allowed: 1
  sync.process on "a" {
    sync.work on "b" {
      memref.store %c1, %A[] : memref<i64>
    }
    sync.signal "event"[0] from "a" to "s"
  }
  sync.wait "event"[0] from "a" to "s"
  sync.barrier
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A barrier of all does not wait for works that other processes may give later.
// result: race WAR
// orders: latest
  sync.process on "a" {
    sync.work on "b" {
      memref.store %c1, %A[] : memref<i64>
    }
  }
  sync.barrier
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A barrier on an engine that another process gives is for works that are known to have been given before.
// allowed: 1
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.process on "a" {
    sync.barrier on "x"
    sync.work on "x" {
      memref.copy %A, %B : memref<i64> to memref<i64>
    }
    sync.signal "event"[0] from "x" to "s"
  }
  sync.wait "event"[0] from "x" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A barrier of all waits for a work behind a wait whose signal comes behind the barrier.
// result: deadlock
  sync.wait "event"[0] from "a" to "b"
  sync.work on "b" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier
  sync.signal "event"[0] from "a" to "b"
// -----
// A barrier of all waits for a wait whose signal comes behind the barrier.
// result: deadlock
  sync.wait "event"[0] from "a" to "b"
  sync.barrier
  sync.signal "event"[0] from "a" to "b"
// -----
// A barrier on an engine stands behind a wait, as all that is given to the engine does.
// allowed: 1
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.wait "event"[0] from "a" to "x"
  sync.barrier on "x"
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "a" to "x"
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A signal that blocks holds up the work behind it, and with it the signal that would have made room.
// result: deadlock
  sync.signal "hold"[0] on "a"
  sync.signal "hold"[0] on "a"
  sync.signal "event"[0] from "a" to "b"
  sync.wait "event"[0] from "a" to "b"
  sync.wait "hold"[0] on "b"
  sync.wait "hold"[0] on "b"
// -----
// Works and signals before a signal that blocks are not held up.
// allowed: 1
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "x" to "s"
  sync.signal "hold"[0] on "x"
  sync.signal "hold"[0] on "x"
  sync.wait "event"[0] from "x" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
  sync.wait "hold"[0] on "b"
  sync.wait "hold"[0] on "b"
// -----
// Two engines have one flag in common: whoever signals first blocks the other, and nobody waits.
// result: deadlock
  sync.signal "hold"[0] on "a"
  sync.signal "hold"[0] on "b"
  sync.barrier on "a"
  sync.barrier on "b"
// -----
// A signal of two is too much where there is room for one.
// result: misuse M002
  sync.signal "credits"[0], 2 on "a"
// -----
// A wait for more than a semaphore can hold is never over.
// result: deadlock
  sync.signal "credits"[0] on "a"
  sync.wait "credits"[0], 3
// -----
// A wait takes all that it waits for at once: two units do for one of two.
// result: deadlock
  sync.signal "credits"[0] on "a"
  sync.wait "credits"[0], 2 on "b"
  sync.wait "credits"[0], 2 on "x"
// -----
// A lock that is free is given back: it holds one.
// result: misuse M002
  sync.signal "lock"[0]
// -----
// A flag may be dropped, but is not where the wait is known to be over.
// allowed: 12
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "lossy"[0] on "a"
  sync.wait "lossy"[0]
  func.call @show(%A) : (memref<i64>) -> ()
  sync.work on "a" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.signal "lossy"[0] on "a"
  sync.wait "lossy"[0]
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// One signal is not enough for two waits on a machine that freezes.
// result: misuse M008
  sync.signal "cold"[0] on "a"
  sync.wait "cold"[0] on "b"
  sync.wait "cold"[0] on "b"
// -----
// A timeline that is set to what it is does not grow.
// result: misuse M012
  sync.signal "time"[0], 1 on "a"
  sync.signal "time"[0], 1 on "a"
// -----
// A wait for 0 is over at once, and tells nothing.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "time"[0], 1 on "a"
  sync.wait "time"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// Timelines may skip numbers, and one signal ends the waits of several.
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "time"[0], 7 on "a"
  sync.wait "time"[0], 3 on "b"
  sync.wait "time"[0], 7 on "x"
  sync.work on "b" {
    %v = memref.load %A[] : memref<i64>
  }
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A phase is armed twice.
// result: misuse M007
  sync.init "full"[0], 1
  sync.arm "full"[0]
  sync.arm "full"[0]
  sync.signal "full"[0] on "a"
  sync.wait "full"[0], 0
  sync.free "full"[0]
// -----
// The second signal of a phase needs no arming of its own.
// allowed: 1
  sync.init "full"[0], 2
  sync.arm "full"[0]
  sync.signal "full"[0] on "a"
  sync.work on "b" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "full"[0] on "b"
  sync.wait "full"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
  sync.free "full"[0]
// -----
// One that signals three counts for a phase of two, and begins the next.
// allowed: 12
  sync.init "gate"[0], 2
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "gate"[0], 3 on "a"
  sync.wait "gate"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
  sync.work on "a" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.signal "gate"[0], 1 on "a"
  sync.wait "gate"[0], 1
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Two phases have ended: who comes late and asks for the first waits for the third.
// result: deadlock
  sync.signal "gate"[0] on "a"
  sync.signal "gate"[0] on "a"
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.wait "gate"[0], 0
// -----
// A wait for groups where there are none is over.
  sync.wait "copies"[0], 0
// -----
// A group may be empty, and counts.
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "copies"
  sync.commit "copies"
  sync.wait "copies"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Fewer groups than may be in flight: nothing is waited for.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 2
  func.call @show(%A) : (memref<i64>) -> ()
  sync.wait "copies"[0], 0
// -----
// Groups of several engines: the first is of one, the second of the other.
// allowed: 12
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "copies"
  sync.work on "a" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
  sync.wait "copies"[0], 0
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A work on an engine that a resource of groups does not have is in none.
// result: race RAW
  sync.work on "o" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// Groups are of the process that gave the works: another does not wait for them.
// result: race WAR
  sync.process on "b" {
    sync.work on "a" {
      memref.store %c1, %A[] : memref<i64>
    }
    sync.signal "event"[0] from "b" to "s"
  }
  sync.wait "event"[0] from "b" to "s"
  sync.commit "copies"
  sync.wait "copies"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// Groups without order: with at least as many as there are, nothing is waited for, and that all but one have arrived tells nothing of any.
// result: race RAW RAW
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "loose"
  sync.work on "a" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.commit "loose"
  sync.wait "loose"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
  %v = memref.load %B[] : memref<i64>
  sync.wait "loose"[0], 0
// -----
// Until "read" counts what a work lists, too.
  sync.work on "a" reads(%A : memref<i64>) writes(%B : memref<i64>) {
    sync.opaque "f"
  }
  sync.commit "copies"
  sync.wait "copies"[0], 0 until "read"
  memref.store %c1, %A[] : memref<i64>
  sync.wait "copies"[0], 0
// -----
// Signals and waits take no place in a queue, however many there are.
// allowed: 1
  sync.work on "faults" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "faults" to "s"
  sync.signal "event"[1] from "faults" to "s"
  sync.signal "time"[0], 1 on "faults"
  sync.wait "time"[0], 1 on "faults"
  sync.wait "event"[0] from "faults" to "s"
  sync.wait "event"[1] from "faults" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Behind a wait that is not over there is room for one work besides the one that the engine is at; the third is lost.
// result: misuse M009
  sync.wait "event"[0] from "a" to "drops"
  sync.work on "drops" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "drops" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "drops" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "drops"
  sync.barrier
// -----
// The third work behind a wait holds up the process, which never comes to the signal.
// result: deadlock
  sync.wait "event"[0] from "a" to "blocks"
  sync.work on "blocks" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "blocks" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "blocks" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "blocks"
// -----
// Views that overlap in one element race.
// result: race WAW
  %C = memref.alloc() : memref<8xi64>
  %low = memref.subview %C[0] [4] [1] : memref<8xi64> to memref<4xi64, strided<[1]>>
  %high = memref.subview %C[3] [4] [1] : memref<8xi64> to memref<4xi64, strided<[1], offset: 3>>
  sync.work on "a" writes(%low : memref<4xi64, strided<[1]>>) {
  }
  sync.work on "b" writes(%high : memref<4xi64, strided<[1], offset: 3>>) {
  }
  sync.barrier
// -----
// Views that lie beside each other do not race, nor do those that take turns.
  %C = memref.alloc() : memref<8xi64>
  %even = memref.subview %C[0] [4] [2] : memref<8xi64> to memref<4xi64, strided<[2]>>
  %odd = memref.subview %C[1] [2] [2] : memref<8xi64> to memref<2xi64, strided<[2], offset: 1>>
  %last = memref.subview %C[5] [1] [1] : memref<8xi64> to memref<1xi64, strided<[1], offset: 5>>
  sync.work on "a" writes(%even : memref<4xi64, strided<[2]>>) {
  }
  sync.work on "b" writes(%odd : memref<2xi64, strided<[2], offset: 1>>) {
  }
  sync.work on "x" writes(%last : memref<1xi64, strided<[1], offset: 5>>) {
  }
  sync.barrier
// -----
// What a work lists is all of the view and nothing beside it.
// allowed: 1
  %C = memref.alloc() : memref<2xi64>
  %first = memref.subview %C[0] [1] [1] : memref<2xi64> to memref<1xi64, strided<[1]>>
  sync.work on "a" writes(%first : memref<1xi64, strided<[1]>>) {
  }
  memref.store %c1, %C[%i1] : memref<2xi64>
  %v = memref.load %C[%i1] : memref<2xi64>
  func.call @printI64(%v) : (i64) -> ()
// -----
// Freeing memory of which a view is in use is a race.
// result: race WAR
  %C = memref.alloc() : memref<8xi64>
  %high = memref.subview %C[7] [1] [1] : memref<8xi64> to memref<1xi64, strided<[1], offset: 7>>
  sync.work on "a" reads(%high : memref<1xi64, strided<[1], offset: 7>>) {
  }
  memref.dealloc %C : memref<8xi64>
  sync.barrier
// -----
// What an opaque op writes does not depend on what was there before.
// allowed: 1
  %C = memref.alloc() : memref<i64>
  memref.store %c2, %C[] : memref<i64>
  sync.work on "a" reads(%A : memref<i64>) writes(%B : memref<i64>) {
    sync.opaque "f"
  }
  sync.work on "a" reads(%A : memref<i64>) writes(%C : memref<i64>) {
    sync.opaque "f"
  }
  sync.barrier
  %x = memref.load %B[] : memref<i64>
  %y = memref.load %C[] : memref<i64>
  %e = arith.cmpi eq, %x, %y : i64
  %n = arith.extui %e : i1 to i64
  func.call @printI64(%n) : (i64) -> ()
// -----
// What an opaque op writes depends on the place.
// allowed: 0
  %C = memref.alloc() : memref<2xi64>
  sync.work on "a" reads(%A : memref<i64>) writes(%C : memref<2xi64>) {
    sync.opaque "f"
  }
  sync.barrier
  %x = memref.load %C[%i0] : memref<2xi64>
  %y = memref.load %C[%i1] : memref<2xi64>
  %e = arith.cmpi eq, %x, %y : i64
  %n = arith.extui %e : i1 to i64
  func.call @printI64(%n) : (i64) -> ()
// -----
// What an opaque op writes depends on the order of what it reads, as its contents have it.
// allowed: 01
  memref.store %c1, %A[] : memref<i64>
  memref.store %c2, %B[] : memref<i64>
  %C = memref.alloc() : memref<i64>
  %D = memref.alloc() : memref<i64>
  %E = memref.alloc() : memref<i64>
  sync.work on "a" reads(%A, %B : memref<i64>, memref<i64>) writes(%C : memref<i64>) {
    sync.opaque "f"
  }
  sync.work on "a" reads(%B, %A : memref<i64>, memref<i64>) writes(%D : memref<i64>) {
    sync.opaque "f"
  }
  sync.work on "b" reads(%A, %B : memref<i64>, memref<i64>) writes(%E : memref<i64>) {
    sync.opaque "f"
  }
  sync.barrier
  %x = memref.load %C[] : memref<i64>
  %y = memref.load %D[] : memref<i64>
  %z = memref.load %E[] : memref<i64>
  %e = arith.cmpi eq, %x, %y : i64
  %n = arith.extui %e : i1 to i64
  func.call @printI64(%n) : (i64) -> ()
  %g = arith.cmpi eq, %x, %z : i64
  %k = arith.extui %g : i1 to i64
  func.call @printI64(%k) : (i64) -> ()
// -----
// An opaque work in flight reads at some moment: the value that it writes is one of two.
// result: race WAR
  sync.work on "a" reads(%A : memref<i64>) writes(%B : memref<i64>) {
    sync.opaque "f"
  }
  memref.store %c1, %A[] : memref<i64>
  sync.barrier
// -----
// What a wait of a block tells is told to the works that it gives only by the next barrier.
// machine: threads
// result: race RAW
  sync.barrier on "threads"
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "threads"
  sync.wait "event"[0] from "a" to "threads"
  sync.work on "b" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier
// -----
// Behind the barrier of the block the works that it gives know, too.
// machine: threads
// allowed: 1
  sync.barrier on "threads"
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "threads"
  sync.wait "event"[0] from "a" to "threads"
  sync.barrier on "threads"
  sync.work on "b" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "b" to "threads"
  sync.wait "event"[0] from "b" to "threads"
  sync.barrier on "threads"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A block frees what it has written without a barrier between.
// machine: threads
// result: race WAW
  sync.barrier on "threads"
  memref.store %c1, %A[] : memref<i64>
  memref.dealloc %A : memref<i64>
// -----
// A work that a block gives to itself races with its own ops.
// machine: threads
// result: race WAR
  sync.barrier on "threads"
  sync.work on "threads" {
    memref.store %c1, %A[] : memref<i64>
  }
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A barrier of a block is not one for its engines.
// machine: threads
// result: race RAW
  sync.barrier on "threads"
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier on "threads"
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// What the program returns races with works in flight, as arguments do.
// result: race RAW
func.func @main() -> memref<i64> {
  %c1 = arith.constant 1 : i64
  %A = memref.alloc() : memref<i64>
  memref.store %c1, %A[] : memref<i64>
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  return %A : memref<i64>
}
// -----
// The end of memory on the stack is a write of it.
// result: race WAR
  memref.alloca_scope {
    %C = memref.alloca() : memref<i64>
    memref.store %c1, %C[] : memref<i64>
    sync.work on "a" {
      memref.copy %C, %A : memref<i64> to memref<i64>
    }
  }
  sync.barrier
// -----
// The first to take a lock keeps it: which of two is left waiting is open.
// result: deadlock
// allowed: 1 | 2
  sync.process on "a" {
    sync.wait "lock"[0]
    func.call @printI64(%c1) : (i64) -> ()
  }
  sync.process on "b" {
    sync.wait "lock"[0]
    func.call @printI64(%c2) : (i64) -> ()
  }
// -----
// A flag has room for one signal, of two that nobody waits for: which of two is left waiting is open.
// result: deadlock
// allowed: 1 | 2
  sync.process on "a" {
    sync.signal "hold"[0]
    func.call @printI64(%c1) : (i64) -> ()
  }
  sync.process on "b" {
    sync.signal "hold"[0]
    func.call @printI64(%c2) : (i64) -> ()
  }
// -----
// Who asks for the parity of the phase before the first, and comes when that has ended, waits for ever.
// result: deadlock
  sync.signal "gate"[0] on "a"
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.wait "gate"[0], 1
