// A resource that has to be initialised is not.
// result: misuse M004
  sync.arm "full"[0]
  sync.signal "full"[0] on "a"
  sync.wait "full"[0], 0
// -----
// It is initialised while it is in use.
// result: misuse M005
  sync.init "full"[0], 1
  sync.init "full"[0], 1
  sync.free "full"[0]
// -----
// It is freed and used again.
  sync.init "full"[0], 1
  sync.free "full"[0]
  sync.init "full"[0], 1
  sync.free "full"[0]
// -----
// It is freed, and then used.
// result: misuse M004
  sync.init "full"[0], 1
  sync.arm "full"[0]
  sync.free "full"[0]
  sync.signal "full"[0] on "a"
// -----
// It is not freed.
// result: misuse M006
  sync.init "full"[0], 1
// -----
// A flag is left set.
// result: misuse M003
  sync.signal "event"[0] from "a" to "b"
// -----
// A lock is left taken.
// result: misuse M003
  sync.wait "lock"[0]
