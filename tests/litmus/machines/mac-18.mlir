// A wait without a signal waits for ever.
// result: deadlock
  sync.wait "event"[0] from "a" to "s"
// -----
// Two engines wait for each other first.
// result: deadlock
  sync.wait "event"[0] from "a" to "b"
  sync.wait "event"[0] from "b" to "a"
  sync.signal "event"[0] from "a" to "b"
  sync.signal "event"[0] from "b" to "a"
  sync.barrier
// -----
// A signal is given, if late: nobody waits for ever.
  sync.wait "event"[0] from "a" to "b"
  sync.signal "event"[0] from "a" to "b"
// -----
// A wait for a flag that nobody has given a signal for freezes the machine.
// result: misuse M008
  sync.wait "cold"[0] on "b"
  sync.signal "cold"[0] on "a"
// -----
// A signal that was given is enough.
  sync.signal "cold"[0] on "a"
  sync.wait "cold"[0] on "b"

// -----
// A wait for a flag that is given no signal at all freezes the machine, and is no deadlock.
// result: misuse M008
  sync.wait "cold"[0] on "b"
