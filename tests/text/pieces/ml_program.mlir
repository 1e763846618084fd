ml_program.func @f(%a: tensor<4xf32>) -> tensor<4xf32> { ml_program.return %a : tensor<4xf32> }
// -----
ml_program.func private @g(tensor<4xf32>) -> (tensor<4xf32>, i32)
// -----
ml_program.func @g(tensor<4xf32>) -> (tensor<4xf32>, i32)
// -----
ml_program.func private @h(%a: i32 {a.b}) -> (i32 {a.c}) attributes {a.d} { ml_program.return {x} %a : i32 }
// -----
ml_program.func @f(%a: i32) -> i32 { ml_program.return }
// -----
ml_program.func @f(%a: i32) -> i32 { return %a : i32 }
// -----
ml_program.func @f(%a: i32) -> i64 { ml_program.return %a : i32 }
// -----
ml_program.func @f(%a: i32) { ml_program.output }
// -----
ml_program.func @f(%a: i32) { }
// -----
ml_program.func @f(%a: i32) { cf.br ^b ^b: ml_program.return }
// -----
ml_program.subgraph @s(%a: i32) -> i32 { ml_program.output %a : i32 }
// -----
ml_program.subgraph @s(%a: i32) -> i64 { ml_program.output %a : i32 }
// -----
ml_program.subgraph @s(%a: i32) -> i32 { ml_program.return %a : i32 }
// -----
ml_program.subgraph @s(%a: i32) -> i32 { ml_program.output {x} %a : i32 }
// -----
ml_program.subgraph private @s2(%a: i32) -> i32 { %0 = arith.addi %1, %a : i32 %1 = arith.addi %a, %a : i32 ml_program.output %0 : i32 }
// -----
ml_program.func @s2(%a: i32) -> i32 { %0 = arith.addi %1, %a : i32 %1 = arith.addi %a, %a : i32 ml_program.return %0 : i32 }
// -----
ml_program.subgraph @s3() { ml_program.output }
// -----
ml_program.subgraph private @s3()
// -----
ml_program.subgraph @s3() { ^a: ml_program.output ^b: ml_program.output }
// -----
ml_program.global private @c(dense<4> : tensor<4xi32>) : tensor<?xi32>
// -----
ml_program.global private mutable @m : tensor<?xi32>
// -----
ml_program.global private @m : tensor<?xi32>
// -----
ml_program.global private mutable @m2(dense<4> : tensor<4xi32>) : tensor<4xi32>
// -----
ml_program.global private mutable @e(#ml_program.extern : tensor<4xi32>) : tensor<4xi32>
// -----
ml_program.global private @e2(#ml_program.extern : tensor<4xi32>) : tensor<?xi32>
// -----
ml_program.global private @e2(#ml_program.extern : tensor<4xi64>) : tensor<?xi32>
// -----
ml_program.global private @e3(#ml_program.extern) : tensor<?xi32>
// -----
ml_program.global private @e4(dense<4> : tensor<4xi64>) : tensor<?xi32>
// -----
ml_program.global private @e4(dense<4> : tensor<4x4xi32>) : tensor<?xi32>
// -----
ml_program.global private @e5("a") : tensor<?xi32>
// -----
ml_program.global private @e5(unit) : i32
// -----
ml_program.global private @e6() : i32
// -----
ml_program.global public @p(5 : i32) : i32 {a.b = 1}
// -----
ml_program.global nested @p(5 : i32) : i32
// -----
ml_program.global public @p(5 : i32) : i64
// -----
ml_program.global @q(5 : i32) : i32
// -----
ml_program.global foo @q(5 : i32) : i32
// -----
ml_program.global private @c(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.func @l() -> tensor<4xi32> { %0 = ml_program.global_load_const @c : tensor<4xi32> ml_program.return %0 : tensor<4xi32> }
// -----
ml_program.global private @c(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.func @l() { %0 = ml_program.global_load @c : tensor<4xi32> ml_program.global_store @c = %0 : tensor<4xi32> ml_program.return }
// -----
ml_program.global private @c(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.func @l() { %0 = ml_program.global_load @c : tensor<5xi32> ml_program.return }
// -----
ml_program.func @l() { %0 = ml_program.global_load @c : tensor<5xi32> ml_program.return }
// -----
ml_program.func @l() { %0 = ml_program.global_load_const @c : tensor<5xi32> ml_program.return }
// -----
ml_program.global private mutable @m : tensor<?xi32>
ml_program.func @l() { %0 = ml_program.global_load_const @m : tensor<?xi32> ml_program.return }
// -----
ml_program.global private mutable @m : tensor<?xi32>
ml_program.func @l() { %0 = ml_program.global_load_const @m : tensor<4xi32> ml_program.return }
// -----
ml_program.global private mutable @m : tensor<?xi32>
ml_program.func @l() { %0 = ml_program.global_load @m : tensor<?xi32> ml_program.global_store @m = %0 : tensor<?xi32> {a} ml_program.return }
// -----
ml_program.global private mutable @m : tensor<?xi32>
func.func @l() { %0 = ml_program.global_load @m {a} : tensor<?xi32> ml_program.global_store @m = %0 : tensor<?xi32> return }
// -----
ml_program.global private mutable @m : tensor<?xi32>
func.func @l() { %0 = ml_program.global_load @m : tensor<?xi32> {a} ml_program.global_store @m = %0 : tensor<?xi32> return }
// -----
ml_program.global private mutable @m : tensor<?xi32>
func.func @l(%a: tensor<4xi32>) { ml_program.global_store @m = %a : tensor<4xi32> return }
// -----
ml_program.global private mutable @m : tensor<?xi32>
ml_program.subgraph @gg() -> (tensor<?xi32>, !ml_program.token) { %t = ml_program.token %1, %t1 = ml_program.global_load_graph @m ordering(() -> !ml_program.token) : tensor<?xi32> %2, %t2 = ml_program.global_load_graph @m ordering(%t -> !ml_program.token) : tensor<?xi32> {a} %3, %t3 = ml_program.global_load_graph @m ordering(%t, %t -> !ml_program.token) : tensor<?xi32> %t4 = ml_program.global_store_graph @m = %1 ordering(%t, %t2 -> !ml_program.token) : tensor<?xi32> {b} %t5 = ml_program.global_store_graph @m = %1 ordering(() -> !ml_program.token) : tensor<?xi32> ml_program.output %1, %t4 : tensor<?xi32>, !ml_program.token }
// -----
ml_program.global private @m(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.subgraph @gg() { %1, %t1 = ml_program.global_load_graph @m ordering(() -> !ml_program.token) : tensor<4xi32> %t5 = ml_program.global_store_graph @m = %1 ordering(() -> !ml_program.token) : tensor<4xi32> ml_program.output }
// -----
ml_program.global private @m(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.subgraph @gg() { %1, %t1 = ml_program.global_load_graph @m ordering(() -> !ml_program.token) : tensor<5xi32> ml_program.output }
// -----
ml_program.subgraph @gg() { %1, %t1 = ml_program.global_load_graph @m ordering(() -> !ml_program.token) : tensor<5xi32> ml_program.output }
// -----
func.func @gg() { %t = ml_program.token %u = ml_program.token {a} return }
// -----
func.func @gg() { ml_program.output }
// -----
func.func @gg() { ml_program.return }
// -----
func.func private @gg(!ml_program.token)
// -----
func.func private @gg(!ml_program.foo)
// -----
func.func private @gg() attributes {a.b = #ml_program.extern : i32}
// -----
func.func private @gg() attributes {a.b = #ml_program.foo}
// -----
"ml_program.global"() <{sym_name = "c", type = i32}> : () -> ()
// -----
"ml_program.global"() <{is_mutable, sym_name = "c", type = i32}> : () -> ()
