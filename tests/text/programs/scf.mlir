// Structured control flow.
func.func @loops(%n: index, %i: i32, %x: f32, %c: i1, %m: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    memref.store %x, %m[%k] : memref<?xf32>
  }
  scf.for unsigned %k = %c0 to %n step %c1 {
  } {a.b}
  scf.for %k = %i to %i step %i : i32 {
  }
  scf.for unsigned %k = %i to %i step %i : i32 {
  }
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %x) -> f32 {
    %inner = scf.for %l = %k to %n step %c1 iter_args(%a = %acc) -> (f32) {
      %0 = memref.load %m[%l] : memref<?xf32>
      %1 = arith.addf %a, %0 : f32
      scf.yield {a.y} %1 : f32
    }
    scf.yield %inner : f32
  } {a.unroll = 4 : i64}
  %two:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %x, %q = %n) -> (f32, index) {
    scf.yield %p, %q : f32, index
  }
  return %two#0 : f32
}
func.func @conditions(%c: i1, %x: f32, %n: index) -> f32 {
  scf.if %c {
  }
  scf.if %c {
  } else {
    scf.if %c {
    } {a.b}
  }
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %x : f32
  }
  %1:2 = scf.if %c -> (f32, index) {
    scf.yield %x, %n : f32, index
  } else {
    scf.yield %0, %n : f32, index
  } {a.b = 1 : i32}
  return %1#0 : f32
}
func.func @whiles(%c: i1, %n: index, %x: f32) -> index {
  %0:2 = scf.while (%a = %n, %b = %x) : (index, f32) -> (index, f32) {
    scf.condition(%c) %a, %b : index, f32
  } do {
  ^bb0(%a: index, %b: f32):
    scf.yield %a, %b : index, f32
  } attributes {a.b}
  scf.while : () -> () {
    scf.condition(%c) {a.c}
  } do {
    scf.yield
  }
  %1 = scf.while (%a = %n) : (index) -> f32 {
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%z: f32):
    scf.yield %n : index
  }
  return %0#0 : index
}
func.func @switches(%n: index, %x: f32, %m: memref<f32>) -> f32 {
  %0 = scf.index_switch %n {a.b} -> f32
  case 2 {
    scf.yield %x : f32
  }
  case -5 {
    scf.yield %x : f32
  }
  default {
    scf.yield %x : f32
  }
  scf.index_switch %n
  case 0 {
    memref.store %x, %m[] : memref<f32>
    scf.yield
  }
  default {
  }
  %1:2 = scf.index_switch %n -> f32, index
  default {
    scf.yield %x, %n : f32, index
  }
  return %1#0 : f32
}
func.func @regions(%c: i1, %x: f32) -> f32 {
  %0 = scf.execute_region -> f32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %x : f32
  ^b:
    scf.yield %x : f32
  }
  %1:2 = scf.execute_region -> (f32, i1) no_inline {
    scf.yield %0, %c : f32, i1
  }
  scf.execute_region {
    scf.yield
  } {a.b}
  return %1#0 : f32
}
func.func @parallels(%n: index, %x: f32, %m: memref<?x?xf32>) -> f32 {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
  }
  scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  } {a.b}
  %0 = scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) init (%x) -> f32 {
    %v = memref.load %m[%i, %j] : memref<?x?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  %1:2 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x, %n) -> (f32, index) {
    scf.reduce(%x, %i : f32, index) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }, {
    ^bb0(%a: index, %b: index):
      %s = arith.maxsi %a, %b : index
      scf.reduce.return %s {a.b} : index
    }
  }
  scf.for %k = %n to %n step %n {
    %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
      scf.reduce(%x : f32) {
      ^bb0(%a: f32, %b: f32):
        scf.reduce.return %b : f32
      }
    }
  }
  return %0 : f32
}
func.func @in_task(%n: index, %c: i1, %x: f32) {
  %t, %v = async.execute -> !async.value<f32> {
    %0 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
      %1 = scf.if %c -> (f32) {
        scf.yield %a : f32
      } else {
        scf.yield %x : f32
      }
      scf.yield %1 : f32
    }
    %2 = scf.while (%a = %0) : (f32) -> f32 {
      scf.condition(%c) %a : f32
    } do {
    ^bb0(%b: f32):
      scf.yield %b : f32
    }
    %3 = scf.index_switch %n -> f32
    case 1 {
      scf.yield %2 : f32
    }
    default {
      scf.yield %x : f32
    }
    %4 = scf.execute_region -> f32 {
      scf.yield %3 : f32
    }
    %5 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%4) -> f32 {
      scf.reduce(%x : f32) {
      ^bb0(%a: f32, %b: f32):
        scf.reduce.return %a : f32
      }
    }
    async.yield %5 : f32
  }
  return
}
async.func @in_async_function(%n: index, %c: i1) -> !async.token {
  scf.for %i = %n to %n step %n {
    scf.if %c {
      scf.execute_region {
        scf.yield
      }
    }
    scf.while : () -> () {
      scf.condition(%c)
    } do {
      scf.index_switch %i
      case 1 {
        scf.yield
      }
      default {
      }
      scf.yield
    }
  }
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%n) -> index {
    scf.reduce(%i : index) {
    ^bb0(%a: index, %b: index):
      scf.reduce.return %a : index
    }
  }
  return
}
