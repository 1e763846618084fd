ml_program.global private @c(dense<4> : tensor<4xi32>) : tensor<?xi32>
ml_program.global private mutable @m : tensor<?xi32>
ml_program.global public mutable @e(#ml_program.extern : tensor<4xi32>) : tensor<?xi32>
ml_program.global nested @n(5 : i32) : i32 {a.b = 1}
ml_program.func @load(%a: tensor<?xi32> {a.b}) -> (tensor<?xi32>, tensor<?xi32> {a.c}) attributes {a.d} {
  %0 = ml_program.global_load_const @c : tensor<?xi32>
  %1 = ml_program.global_load @m : tensor<?xi32>
  ml_program.global_store @m = %a : tensor<?xi32> {a}
  ml_program.return %0, %1 : tensor<?xi32>, tensor<?xi32>
}
ml_program.func private @declared(tensor<?xi32>) -> i32
ml_program.func @blocks(%c: i1) -> i1 {
  cf.cond_br %c, ^one, ^two
^one:
  ml_program.return %c : i1
^two:
  ml_program.return {a} %c : i1
}
ml_program.func @none() {
  ml_program.return
}
ml_program.subgraph private @graph(%a: i32) -> i32 {
  %0 = arith.addi %1, %a : i32
  %1 = arith.addi %a, %a : i32
  ml_program.output %0 : i32
}
ml_program.subgraph @empty() {
  ml_program.output {a}
}
ml_program.subgraph @ordered() -> (tensor<?xi32>, !ml_program.token) {
  %t = ml_program.token
  %0, %u = ml_program.global_load_graph @m ordering(() -> !ml_program.token) : tensor<?xi32>
  %1, %v = ml_program.global_load_graph @m ordering(%t, %u -> !ml_program.token) : tensor<?xi32> {a}
  %w = ml_program.global_store_graph @m = %1 ordering(%v -> !ml_program.token) : tensor<?xi32>
  ml_program.output %0, %w : tensor<?xi32>, !ml_program.token
}
func.func @in_if(%c: i1) {
  scf.if %c {
    %0 = ml_program.global_load_const @c : tensor<?xi32>
    %1 = ml_program.global_load @m : tensor<?xi32>
    ml_program.global_store @m = %1 : tensor<?xi32>
    %t = ml_program.token
    %2, %u = ml_program.global_load_graph @e ordering(%t -> !ml_program.token) : tensor<?xi32>
    %v = ml_program.global_store_graph @e = %2 ordering(() -> !ml_program.token) : tensor<?xi32>
  }
  return
}
func.func @in_task() {
  %done = async.execute {
    %0 = ml_program.global_load_const @c : tensor<?xi32>
    %1 = ml_program.global_load @m : tensor<?xi32>
    ml_program.global_store @m = %1 : tensor<?xi32>
    %t = ml_program.token
    %2, %u = ml_program.global_load_graph @e ordering(%t -> !ml_program.token) : tensor<?xi32>
    %v = ml_program.global_store_graph @e = %2 ordering(() -> !ml_program.token) : tensor<?xi32>
    async.yield
  }
  async.await %done : !async.token
  return
}
module @inner {
  ml_program.global private @x(1 : i32) : i32
  ml_program.func @g() {
    ml_program.return
  }
  ml_program.subgraph @s() {
    ml_program.output
  }
}
module @other {
  module @deep {
    ml_program.global private @x(1 : i32) : i32
    ml_program.func private @g()
    ml_program.subgraph private @s()
  }
}
