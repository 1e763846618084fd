// Tasks, tokens, values, groups, async functions.
func.func @tasks(%dep: !async.token, %v: !async.value<f32>, %w: !async.value<memref<?xf32>>, %n: index) -> f32 {
  %token = async.execute {
    async.yield
  }
  %t1 = async.execute [%dep] {
    async.yield {a.b}
  }
  %t2, %r = async.execute [%token, %t1] (%v as %x: !async.value<f32>) -> !async.value<f32> {
    %0 = arith.addf %x, %x : f32
    async.yield %0 : f32
  }
  %t3, %rs:2 = async.execute (%v as %x: !async.value<f32>, %w as %m: !async.value<memref<?xf32>>) -> (!async.value<f32>, !async.value<index>) attributes {a.b = 1 : i32} {
    %0 = memref.load %m[%n] : memref<?xf32>
    async.yield %0, %n : f32, index
  }
  async.await %t3 : !async.token
  %a = async.await %r : !async.value<f32>
  %b = async.await %rs#0 : !async.value<f32> {a.b}
  return %b : f32
}
func.func @nested(%x: f32) -> !async.token {
  %outer, %inner_result = async.execute -> !async.value<f32> {
    %inner, %value = async.execute -> !async.value<f32> {
      async.yield %x : f32
    }
    async.await %inner : !async.token
    %0 = async.await %value : !async.value<f32>
    async.yield %0 : f32
  }
  return %outer : !async.token
}
func.func @groups(%n: index, %t: !async.token, %v: !async.value<vector<16xf32>>) -> index {
  %g = async.create_group %n : !async.group
  %0 = async.add_to_group %t, %g : !async.token
  %1 = async.add_to_group %v, %g : !async.value<vector<16xf32>> {a.b}
  async.await_all %g
  %h = async.create_group %n : !async.group {a.b}
  async.await_all %h {a.b}
  return %1 : index
}
func.func @loops(%n: index, %c: i1, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      memref.store %x, %m[%i] : memref<?xf32>
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
    async.await %t : !async.token
  }
  async.await_all %g
  %first = async.execute {
    async.yield
  }
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %first) -> (!async.token) {
    %next = async.execute [%t] {
      memref.store %x, %m[%i] : memref<?xf32>
      async.yield
    }
    scf.yield %next : !async.token
  }
  async.await %last : !async.token
  scf.if %c {
    %k = async.create_group %n : !async.group
    async.await_all %k
    %q, %v = async.call @both(%x) : (f32) -> (!async.token, !async.value<f32>)
    %rank = async.add_to_group %v, %k : !async.value<f32>
  }
  return
}
async.func @token_only() -> !async.token {
  return
}
async.func @value_only(%x: f32) -> !async.value<f32> {
  return {a.b} %x : f32
}
async.func @both(%x: f32 {a.b}) -> (!async.token, !async.value<f32> {a.r}) attributes {a.c = 1 : i32} {
  async.return %x : f32
}
async.func @several(%x: f32, %n: index) -> (!async.value<f32>, !async.value<index>, !async.value<memref<?xf32>>) {
  %m = memref.alloc(%n) : memref<?xf32>
  return %x, %n, %m : f32, index, memref<?xf32>
}
async.func private @declared(i32, f32) -> (!async.token, !async.value<i32>)
async.func @calls(%x: f32, %n: index) -> (!async.token, !async.value<f32>) {
  %t = async.call @token_only() : () -> !async.token
  async.await %t : !async.token
  %v = call @value_only(%x) : (f32) -> !async.value<f32>
  %0 = await %v : !async.value<f32>
  %u, %w = call @both(%0) {a.b} : (f32) -> (!async.token, !async.value<f32>)
  await %u : !async.token
  %1 = await %w : !async.value<f32>
  %g = create_group %n : !async.group
  %rank = add_to_group %t, %g : !async.token
  await_all %g
  %task, %value = execute [%t] (%w as %p: !async.value<f32>) -> !async.value<f32> {
    async.yield %p : f32
  }
  %2 = await %value : !async.value<f32>
  return %2 : f32
}
func.func @in_task(%x: f32, %n: index) {
  %t = async.execute {
    %u, %v = async.call @both(%x) : (f32) -> (!async.token, !async.value<f32>)
    %0 = async.await %v : !async.value<f32>
    %g = async.create_group %n : !async.group
    %1 = async.add_to_group %u, %g : !async.token
    async.await_all %g
    %inner = async.execute [%u] {
      async.yield
    }
    async.yield
  }
  return
}
