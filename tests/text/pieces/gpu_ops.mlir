func.func @f() {
  %m = gpu.alloc () : memref<13xf32, 1>
  return
}
// -----
func.func @f() {
  %m = gpu.alloc host_shared () : memref<13xf32, 1>
  return
}
// -----
func.func @f(%n: index) {
  %m = gpu.alloc (%n) : memref<?xf32, 1>
  return
}
// -----
func.func @f(%n: index) {
  %m = gpu.alloc (%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}
// -----
func.func @f(%n: index) {
  %m = gpu.alloc (%n)[] : memref<?xf32>
  return
}
// -----
func.func @f(%n: index) {
  %m = gpu.alloc (%n, %n) : memref<?xf32, 1>
  return
}
// -----
func.func @f(%n: index) {
  %m = gpu.alloc () : memref<?xf32, 1>
  return
}
// -----
func.func @f(%n: index) {
  %m = gpu.alloc (%n) : memref<4xf32, 1>
  return
}
// -----
func.func @f(%n: index) {
  %m = gpu.alloc ()[%n] : memref<4xf32, 1>
  return
}
// -----
func.func @f(%n: i32) {
  %m = gpu.alloc (%n) : memref<?xf32, 1>
  return
}
// -----
func.func @f() {
  %m = gpu.alloc () : memref<*xf32>
  return
}
// -----
func.func @f() {
  %m = gpu.alloc () : tensor<4xf32>
  return
}
// -----
func.func @f() {
  %m = gpu.alloc () {a.b = 1} : memref<13xf32, 1>
  return
}
// -----
func.func @f() {
  %m, %t = gpu.alloc async () : memref<13xf32, 1>
  gpu.wait [%t]
  return
}
// -----
func.func @f(%t: !gpu.async.token, %n: index) {
  %m, %u = gpu.alloc async [%t] host_shared (%n) : memref<?xf32, 1>
  gpu.wait [%u]
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  %m = gpu.alloc [%t] () : memref<13xf32, 1>
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  %m = gpu.alloc async [%t] () : memref<13xf32, 1>
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  %m, %u = gpu.alloc [%t] () : memref<13xf32, 1>
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  %m:2 = gpu.alloc async [%t, %t] () : memref<13xf32, 1>
  return
}
// -----
func.func @f(%t: i32) {
  %m:2 = gpu.alloc async [%t] () : memref<13xf32, 1>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>) {
  gpu.dealloc %m : memref<8xf32, 1>
  return
}
// -----
func.func @f(%m: memref<*xf32>) {
  gpu.dealloc %m : memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>) {
  gpu.dealloc %m {a.b} : memref<8xf32, 1>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %t: !gpu.async.token) {
  gpu.dealloc [%t] %m : memref<8xf32, 1>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %t: !gpu.async.token) {
  %u = gpu.dealloc async [%t] %m : memref<8xf32, 1>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %t: !gpu.async.token) {
  %u = gpu.dealloc async %m : memref<8xf32, 1>
  return
}
// -----
func.func @f(%m: tensor<8xf32>) {
  gpu.dealloc %m : tensor<8xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<8xf32>) {
  gpu.memcpy %m, %h : memref<8xf32, 1>, memref<8xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<8xf32>) {
  gpu.memcpy %m, %h : memref<8xf32, 1>, memref<8xf32> {a.b = 1 : i32}
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<8xf32>) {
  gpu.memcpy %m, %h {a.b} : memref<8xf32, 1>, memref<8xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<8xf32>) {
  %t = gpu.memcpy async %m, %h : memref<8xf32, 1>, memref<8xf32>
  %u = gpu.memcpy async [%t] %h, %m : memref<8xf32>, memref<8xf32, 1>
  gpu.wait [%u, %t]
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<8xf32>, %t: !gpu.async.token) {
  gpu.memcpy [%t] %m, %h : memref<8xf32, 1>, memref<8xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<?xf32>) {
  gpu.memcpy %m, %h : memref<8xf32, 1>, memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<7xf32>) {
  gpu.memcpy %m, %h : memref<8xf32, 1>, memref<7xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<8x1xf32>) {
  gpu.memcpy %m, %h : memref<8xf32, 1>, memref<8x1xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<8xi32>) {
  gpu.memcpy %m, %h : memref<8xf32, 1>, memref<8xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<*xf32>) {
  gpu.memcpy %m, %h : memref<8xf32, 1>, memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: memref<*xi32>) {
  gpu.memcpy %m, %h : memref<8xf32, 1>, memref<*xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: f32) {
  gpu.memcpy %m, %h : memref<8xf32, 1>, f32
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: f32) {
  gpu.memset %m, %h : memref<8xf32, 1>, f32
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: f32) {
  gpu.memset %m, %h : memref<8xf32, 1>, f32 {a.b}
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: f32, %t: !gpu.async.token) {
  %u = gpu.memset async [%t] %m, %h : memref<8xf32, 1>, f32
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: i32) {
  gpu.memset %m, %h : memref<8xf32, 1>, i32
  return
}
// -----
func.func @f(%m: memref<8xf32, 1>, %h: vector<4xf32>) {
  gpu.memset %m, %h : memref<8xf32, 1>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<*xf32, 1>, %h: f32) {
  gpu.memset %m, %h : memref<*xf32, 1>, f32
  return
}
// -----
func.func @f(%m: tensor<8xf32>, %h: f32) {
  gpu.memset %m, %h : tensor<8xf32>, f32
  return
}
// -----
func.func @f(%m: memref<*xf32>) {
  gpu.host_register %m : memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<*xf32>) {
  gpu.host_register %m {a.b} : memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32>) {
  gpu.host_register %m : memref<8xf32>
  return
}
// -----
func.func @f(%m: memref<*xf32>) {
  gpu.host_unregister %m : memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32>) {
  gpu.host_unregister %m : memref<8xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32>) {
  %c = memref.cast %m : memref<8xf32> to memref<*xf32>
  gpu.host_register %c : memref<*xf32>
  return
}
// -----
func.func @f(%n: i32) {
  gpu.set_default_device %n
  return
}
// -----
func.func @f(%n: i32) {
  gpu.set_default_device {a.b} %n
  return
}
// -----
func.func @f(%n: index) {
  gpu.set_default_device %n
  return
}
// -----
func.func @f() {
  gpu.printf "hello\n"
  return
}
// -----
func.func @f(%i: i32, %x: f32, %n: index) {
  gpu.printf "%d %f\n", %i, %x : i32, f32
  return
}
// -----
func.func @f(%i: i32, %x: f32, %n: index) {
  gpu.printf "%d %f\n" {a.b}, %i, %n : i32, index
  return
}
// -----
func.func @f(%i: i32, %x: f32, %n: index) {
  gpu.printf "%d %f\n" %i : i32
  return
}
// -----
func.func @f(%i: i32, %x: f32, %n: index) {
  gpu.printf "%d %f\n", %i
  return
}
// -----
func.func @f(%i: vector<4xi32>, %x: f32, %n: index) {
  gpu.printf "%d %f\n", %i : vector<4xi32>
  return
}
// -----
func.func @f(%i: si32, %x: f32, %n: index) {
  gpu.printf "%d %f\n", %i : si32
  return
}
// -----
func.func @f() {
  gpu.printf "tab\t quote\" \\ \01"
  return
}
// -----
func.func @f() {
  gpu.printf 3
  return
}
// -----
func.func @f() {
  gpu.wait
  return
}
// -----
func.func @f() {
  %t = gpu.wait async
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  gpu.wait [%t]
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  gpu.wait [%t, %t]
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  gpu.wait []
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  %u = gpu.wait async [%t]
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  %u = gpu.wait async [%t] {a.b}
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  %u = gpu.wait [%t]
  return
}
// -----
func.func @f(%t: !gpu.async.token) {
  gpu.wait async [%t]
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce add %x {} : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce add %x uniform {} : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce add %x : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x {} : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x {
  ^bb(%l: f32, %r: f32):
  %q = arith.addf %l, %r : f32
  "gpu.yield"(%q) : (f32) -> ()
  } : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x uniform {
  ^bb(%l: f32, %r: f32):
  %q = arith.addf %l, %r : f32
  gpu.yield %q : f32
  } {a.b} : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce add %x {
  ^bb(%l: f32, %r: f32):
  %q = arith.addf %l, %r : f32
  gpu.yield %q : f32
  } : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x {
  ^bb(%l: f32):
  gpu.yield %l : f32
  } : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x {
  ^bb(%l: f32, %r: i32):
  gpu.yield %l : f32
  } : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x {
  ^bb(%l: f32, %r: f32):
  gpu.yield %l, %l : f32, f32
  } : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x {
  ^bb(%l: f32, %r: f32):
  gpu.yield
  } : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x {
  ^bb(%l: f32, %r: f32):
  %q = arith.constant 1 : i32
  gpu.yield %q : i32
  } : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x {
  ^bb(%l: f32, %r: f32):
  "test.finish"() : () -> ()
  } : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x {
  ^bb(%l: f32, %r: f32):
  cf.br ^bb1
  ^bb1:
  gpu.yield %l : f32
  } : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce %x {
  ^bb(%l: f32, %r: f32):
  gpu.yield %x : f32
  } : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce and %x {} : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce minui %x {} : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce minnumf %x {} : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.all_reduce maximumf %x {} : (f32) -> (f32)
  return
}
// -----
func.func @f(%x: i32) {
  %s = gpu.all_reduce maximumf %x {} : (i32) -> (i32)
  return
}
// -----
func.func @f(%x: i32) {
  %s = gpu.all_reduce maxsi %x {} : (i32) -> i32
  return
}
// -----
func.func @f(%x: i32) {
  %s = gpu.all_reduce xor %x {} : (i32) -> i32
  return
}
// -----
func.func @f(%x: i32) {
  %s = gpu.all_reduce or %x {} : (i32) -> i32
  return
}
// -----
func.func @f(%x: i32) {
  %s = gpu.all_reduce mul %x {} : (i32) -> i32
  return
}
// -----
func.func @f(%x: i32) {
  %s = gpu.all_reduce sub %x {} : (i32) -> i32
  return
}
// -----
func.func @f(%x: i32) {
  %s = gpu.all_reduce add %x {} : (i32) -> f32
  return
}
// -----
func.func @f(%x: index) {
  %s = gpu.all_reduce add %x {} : (index) -> index
  return
}
// -----
func.func @f(%x: si32) {
  %s = gpu.all_reduce add %x {} : (si32) -> si32
  return
}
// -----
func.func @f(%x: vector<4xf32>) {
  %s = gpu.all_reduce add %x {} : (vector<4xf32>) -> vector<4xf32>
  return
}
// -----
func.func @f(%x: f32) {
  %s = "gpu.all_reduce"(%x) <{op = #gpu<all_reduce_op add>}> ({}) : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = "gpu.all_reduce"(%x) ({}) {op = #gpu<all_reduce_op mul>, uniform} : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = "gpu.all_reduce"(%x) ({}) {op = #gpu.all_reduce_op<mul>, uniform} : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x uniform : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x cluster(size = 4) : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x cluster(size = 4, stride = 2) : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x cluster(size = 4, stride = 1) : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x uniform cluster(size = 4, stride = 2) {a.b} : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x cluster(size = 3) : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x cluster(size = 0) : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x cluster(size = 4, stride = 3) : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x cluster(size = 4, stride = 0) : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce add %x cluster(stride = 4) : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = "gpu.subgroup_reduce"(%x) <{cluster_stride = 2 : i32, op = #gpu<all_reduce_op add>}> : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = "gpu.subgroup_reduce"(%x) <{op = #gpu<all_reduce_op add>}> : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce %x : (f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  %s = gpu.subgroup_reduce and %x : (f32) -> f32
  return
}
// -----
func.func @f(%x: vector<4xf16>) {
  %s = gpu.subgroup_reduce add %x : (vector<4xf16>) -> vector<4xf16>
  return
}
// -----
func.func @f(%x: vector<4xf16>) {
  %s = gpu.subgroup_reduce xor %x : (vector<4xf16>) -> vector<4xf16>
  return
}
// -----
func.func @f(%x: vector<[4]xf16>) {
  %s = gpu.subgroup_reduce add %x : (vector<[4]xf16>) -> vector<[4]xf16>
  return
}
// -----
func.func @f(%x: vector<4x2xf16>) {
  %s = gpu.subgroup_reduce add %x : (vector<4x2xf16>) -> vector<4x2xf16>
  return
}
// -----
func.func @f(%x: vector<f16>) {
  %s = gpu.subgroup_reduce add %x : (vector<f16>) -> vector<f16>
  return
}
// -----
func.func @f(%x: i32) {
  %s = gpu.subgroup_reduce minsi %x : (i32) -> i32
  return
}
// -----
func.func @f(%x: i32) {
  %s = gpu.subgroup_reduce minimumf %x : (i32) -> i32
  return
}
// -----
func.func @f(%x: i32) {
  %s = gpu.subgroup_reduce add %x : (i32) -> i64
  return
}
// -----
func.func @f(%x: f32, %o: i32, %w: i32) {
  %a, %b = gpu.shuffle xor %x, %o, %w : f32
  return
}
// -----
func.func @f(%x: f32, %o: i32, %w: i32) {
  %a, %b = gpu.shuffle up %x, %o, %w : f32
  return
}
// -----
func.func @f(%x: f32, %o: i32, %w: i32) {
  %a, %b = gpu.shuffle down %x, %o, %w : f32
  return
}
// -----
func.func @f(%x: f32, %o: i32, %w: i32) {
  %a, %b = gpu.shuffle idx %x, %o, %w {a.b} : f32
  return
}
// -----
func.func @f(%x: f32, %o: i32, %w: i32) {
  %a, %b = gpu.shuffle foo %x, %o, %w : f32
  return
}
// -----
func.func @f(%x: f32, %o: i32, %w: i32) {
  %a = gpu.shuffle xor %x, %o, %w : f32
  return
}
// -----
func.func @f(%x: index, %o: i32, %w: i32) {
  %a, %b = gpu.shuffle xor %x, %o, %w : index
  return
}
// -----
func.func @f(%x: i8, %o: i32, %w: i32) {
  %a, %b = gpu.shuffle xor %x, %o, %w : i8
  return
}
// -----
func.func @f(%x: vector<4xi8>, %o: i32, %w: i32) {
  %a, %b = gpu.shuffle xor %x, %o, %w : vector<4xi8>
  return
}
// -----
func.func @f(%x: vector<4x4xi8>, %o: i32, %w: i32) {
  %a, %b = gpu.shuffle xor %x, %o, %w : vector<4x4xi8>
  return
}
// -----
func.func @f(%x: f32, %o: i64, %w: i32) {
  %a, %b = gpu.shuffle xor %x, %o, %w : f32
  return
}
// -----
func.func @f(%x: f32, %o: i32, %w: i32) {
  %a, %b = "gpu.shuffle"(%x, %o, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
  return
}
// -----
func.func @f(%x: f32, %o: i32, %w: i32) {
  %a, %b = "gpu.shuffle"(%x, %o, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f64, i1)
  return
}
// -----
func.func @f(%x: f32, %o: i32, %w: i32) {
  %a, %b = "gpu.shuffle"(%x, %o, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i32)
  return
}
// -----
func.func @f(%x: f32) {
  %a, %b = gpu.rotate %x, 1, 16 : f32
  return
}
// -----
func.func @f(%x: f32) {
  %a, %b = gpu.rotate %x, 15, 16 : f32
  return
}
// -----
func.func @f(%x: f32) {
  %a, %b = gpu.rotate %x, 16, 16 : f32
  return
}
// -----
func.func @f(%x: f32) {
  %a, %b = gpu.rotate %x, -1, 16 : f32
  return
}
// -----
func.func @f(%x: f32) {
  %a, %b = gpu.rotate %x, 1, 15 : f32
  return
}
// -----
func.func @f(%x: f32) {
  %a, %b = gpu.rotate %x, 1, 0 : f32
  return
}
// -----
func.func @f(%x: f32) {
  %a, %b = gpu.rotate %x, 1, 16 {a.b} : f32
  return
}
// -----
func.func @f(%x: vector<4xf32>) {
  %a, %b = gpu.rotate %x, 1, 16 : vector<4xf32>
  return
}
// -----
func.func @f(%x: index) {
  %a, %b = gpu.rotate %x, 1, 16 : index
  return
}
// -----
func.func @f(%x: f32, %l: i32) {
  %a = gpu.subgroup_broadcast %x, first_active_lane : f32
  return
}
// -----
func.func @f(%x: f32, %l: i32) {
  %a = gpu.subgroup_broadcast %x, specific_lane %l : f32
  return
}
// -----
func.func @f(%x: f32, %l: i32) {
  %a = gpu.subgroup_broadcast %x, specific_lane : f32
  return
}
// -----
func.func @f(%x: f32, %l: i32) {
  %a = gpu.subgroup_broadcast %x, first_active_lane %l : f32
  return
}
// -----
func.func @f(%x: f32, %l: i64) {
  %a = gpu.subgroup_broadcast %x, specific_lane %l : f32
  return
}
// -----
func.func @f(%x: tensor<4xf32>, %l: i32) {
  %a = gpu.subgroup_broadcast %x, specific_lane %l {a.b} : tensor<4xf32>
  return
}
// -----
func.func @f(%x: f32, %l: i32) {
  %a = gpu.subgroup_broadcast %x, any_lane : f32
  return
}
// -----
func.func @f(%l: index) {
  gpu.warp_execute_on_lane_0(%l)[32] { }
  return
}
// -----
func.func @f(%l: index) {
  gpu.warp_execute_on_lane_0(%l)[32] {
  gpu.yield
  }
  return
}
// -----
func.func @f(%l: index) {
  gpu.warp_execute_on_lane_0(%l)[32] {
  } {a.b}
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  %r = gpu.warp_execute_on_lane_0(%l)[32] args(%v : vector<4xi32>) -> (vector<1xf32>) {
  ^bb0(%a: vector<128xi32>):
  %c = arith.constant dense<1.0> : vector<32xf32>
  gpu.yield %c : vector<32xf32>
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  %r = gpu.warp_execute_on_lane_0(%l)[32] -> (vector<1xf32>) {
  %c = arith.constant dense<1.0> : vector<32xf32>
  gpu.yield %c : vector<32xf32>
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  %r = gpu.warp_execute_on_lane_0(%l)[32] -> (f32) {
  %c = arith.constant 1.0 : f32
  gpu.yield %c : f32
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  %r = gpu.warp_execute_on_lane_0(%l)[32] -> f32 {
  %c = arith.constant 1.0 : f32
  gpu.yield %c : f32
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  %r:2 = gpu.warp_execute_on_lane_0(%l)[32] -> (f32, f32) {
  %c = arith.constant 1.0 : f32
  gpu.yield %c, %c : f32, f32
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  %r = gpu.warp_execute_on_lane_0(%l)[32] -> (vector<1xf32>) {
  %c = arith.constant dense<1.0> : vector<33xf32>
  gpu.yield %c : vector<33xf32>
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  %r = gpu.warp_execute_on_lane_0(%l)[32] -> (vector<2xf32>) {
  %c = arith.constant dense<1.0> : vector<33xf32>
  gpu.yield %c : vector<33xf32>
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  %r = gpu.warp_execute_on_lane_0(%l)[32] -> (vector<2xf32>) {
  %c = arith.constant dense<1.0> : vector<32xf64>
  gpu.yield %c : vector<32xf64>
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  %r = gpu.warp_execute_on_lane_0(%l)[32] -> (f32) {
  %c = arith.constant dense<1.0> : vector<32xf32>
  gpu.yield %c : vector<32xf32>
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  %r = gpu.warp_execute_on_lane_0(%l)[32] -> (f32) {
  gpu.yield
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  gpu.warp_execute_on_lane_0(%l)[32] args(%v : vector<4xi32>) {
  gpu.yield
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  gpu.warp_execute_on_lane_0(%l)[32] args(%v : vector<4xi32>) {
  ^bb0(%a: vector<4xi32>):
  gpu.yield
  }
  return
}
// -----
func.func @f(%l: index, %v: vector<4xi32>) {
  gpu.warp_execute_on_lane_0(%l)[32] args(%v : vector<4xi32>) {
  ^bb0(%a: vector<64xi32>):
  gpu.yield
  }
  return
}
// -----
func.func @f(%l: i32) {
  gpu.warp_execute_on_lane_0(%l)[32] { }
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : i32} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "EOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16x16xf16, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<?x16xf16, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xi16, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16>
  return
}
// -----
func.func @f(%m: memref<32x32xi8, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xi8, 3> -> !gpu.mma_matrix<16x16xsi8, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x32xbf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xbf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, strided<[64, 2]>>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, strided<[64, 2]>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, affine_map<(d0, d1) -> (d1, d0)>>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, affine_map<(d0, d1) -> (d1, d0)>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x4xvector<4xf32>>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x4xvector<4xf32>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index, %c: !gpu.mma_matrix<16x16xf16, "COp">) {
  gpu.subgroup_mma_store_matrix %c, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index, %c: !gpu.mma_matrix<16x16xf16, "COp">) {
  gpu.subgroup_mma_store_matrix %c, %m[%i, %i] {a.b, leadDimension = 32 : index, transpose} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  return
}
// -----
func.func @f(%m: memref<32x32xf16, 3>, %i: index, %c: !gpu.mma_matrix<16x16xf16, "AOp">) {
  gpu.subgroup_mma_store_matrix %c, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "AOp">, memref<32x32xf16, 3>
  return
}
// -----
func.func @f(%m: memref<32x32xf16, strided<[1, 32]>>, %i: index, %c: !gpu.mma_matrix<16x16xf16, "COp">) {
  gpu.subgroup_mma_store_matrix %c, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, strided<[1, 32]>>
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">) {
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">) {
  %d = gpu.subgroup_mma_compute %a, %b, %c {a_transpose, b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">) {
  %d = gpu.subgroup_mma_compute %b, %a, %c : !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "AOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">) {
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xsi8, "AOp">, %b: !gpu.mma_matrix<16x16xui8, "BOp">, %c: !gpu.mma_matrix<16x16xi32, "COp">) {
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xui8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xi32, "AOp">, %b: !gpu.mma_matrix<16x16xui8, "BOp">, %c: !gpu.mma_matrix<16x16xi32, "COp">) {
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xi32, "AOp">, !gpu.mma_matrix<16x16xui8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
  return
}
// -----
func.func @f(%x: f16) {
  %c = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "COp">
  return
}
// -----
func.func @f(%x: f32) {
  %c = gpu.subgroup_mma_constant_matrix %x {a.b} : !gpu.mma_matrix<16x16xf32, "AOp">
  return
}
// -----
func.func @f(%x: f32) {
  %c = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
func.func @f(%x: f64) {
  %c = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf64, "AOp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">) {
  %d = gpu.subgroup_mma_elementwise addf %a, %a : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">) {
  %d = gpu.subgroup_mma_elementwise negatef %a {a.b} : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">) {
  %d = gpu.subgroup_mma_elementwise extf %a : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">, %b: !gpu.mma_matrix<16x16xf16, "AOp">) {
  %d = gpu.subgroup_mma_elementwise addf %a, %b : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "AOp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">) {
  %d = gpu.subgroup_mma_elementwise foo %a : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf32, "AOp">, %i: index) {
  %x = gpu.subgroup_mma_extract_thread_local %a[%i] : !gpu.mma_matrix<16x16xf32, "AOp"> -> f32
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf32, "AOp">, %i: index) {
  %x = gpu.subgroup_mma_extract_thread_local %a[%i, %i] {a.b} : !gpu.mma_matrix<16x16xf32, "AOp"> -> f32
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf32, "AOp">, %i: index) {
  %x = gpu.subgroup_mma_extract_thread_local %a[%i] : !gpu.mma_matrix<16x16xf32, "AOp"> -> f16
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf32, "AOp">, %i: index, %x: f32) {
  %b = gpu.subgroup_mma_insert_thread_local %x, %a[%i] : f32, !gpu.mma_matrix<16x16xf32, "AOp"> -> !gpu.mma_matrix<16x16xf32, "AOp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf32, "AOp">, %i: index, %x: f16) {
  %b = gpu.subgroup_mma_insert_thread_local %x, %a[%i] : f16, !gpu.mma_matrix<16x16xf32, "AOp"> -> !gpu.mma_matrix<16x16xf32, "AOp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf32, "AOp">, %i: index, %x: f32) {
  %b = gpu.subgroup_mma_insert_thread_local %x, %a[%i] : f32, !gpu.mma_matrix<16x16xf32, "AOp"> -> !gpu.mma_matrix<8x16xf32, "BOp">
  return
}
// -----
gpu.module @m { gpu.func @k(%a: f32) workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) private(%v : memref<4xf32, #gpu.address_space<private>>) { gpu.return } }
// -----
gpu.module @m { gpu.func @k(%a: f32) private(%v : memref<4xf32, #gpu.address_space<workgroup>>) { gpu.return } }
// -----
gpu.module @m { gpu.func @k(%a: f32) -> f32 { gpu.return %a : f32 } }
// -----
gpu.module @m { gpu.func @k(%a: f32) -> f32 kernel { gpu.return %a : f32 } }
// -----
gpu.module @m { gpu.func @k(%a: f32) -> (f32, f32) { gpu.return %a : f32 } }
// -----
gpu.module @m { gpu.func @k(%a: f32) -> (f32, f32) { gpu.return %a, %a : f32, f32 } }
// -----
gpu.module @m { gpu.func @k(%a: f32) -> (f32 {a.b}) { gpu.return %a : f32 } }
// -----
gpu.module @m { gpu.func @k(%a: f32) kernel attributes {known_block_size = array<i32: 1, 2, 3>, known_grid_size = array<i32: 1, 2, 3>} { gpu.return } }
// -----
gpu.module @m { gpu.func @k(%a: f32) kernel attributes {known_block_size = array<i32: 1, 2>} { gpu.return } }
// -----
gpu.module @m { gpu.func @k(%a: f32) kernel attributes {gpu.known_block_size = array<i32: 1, 2, 3>} { gpu.return } }
// -----
gpu.module @m { gpu.func @k(f32) kernel { gpu.return } }
// -----
gpu.module @m { gpu.func @k(%a: f32) }
// -----
gpu.module @m { gpu.func private @k(%a: f32) { gpu.return } }
// -----
gpu.module @m { func.func @k() { return } }
// -----
gpu.module @m { }
// -----
gpu.module @m attributes {a.b = 1 : i32} { }
// -----
gpu.module @m [#nvvm.target] { }
// -----
gpu.module @m [#nvvm.target<chip = "sm_90">, #rocdl.target] { }
// -----
gpu.module @m [] { }
// -----
gpu.module @m [1] { }
// -----
gpu.module { }
// -----
gpu.module @m <#gpu.select_object> { }
// -----
gpu.module @m <#gpu.select_object<1>> [#nvvm.target] { }
// -----
gpu.func @k(%a: f32) { gpu.return }
// -----
gpu.binary @b [#gpu.object<#nvvm.target, "x">]
// -----
gpu.binary @b <#gpu.select_object<0>> [#gpu.object<#nvvm.target, "x">, #gpu.object<#nvvm.target<chip = "sm_90">, offload = "y">]
// -----
gpu.binary @b []
// -----
gpu.binary @b {a.b} [#gpu.object<#nvvm.target, assembly = "x">]
// -----
gpu.binary @b [#gpu.object<#nvvm.target, properties = {O = 2 : i32}, "x">]
// -----
gpu.binary @b [#gpu.object<#nvvm.target, bin = "x">]
// -----
gpu.binary @b [1]
// -----
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k(%a: f32) kernel { gpu.return } }
func.func @f(%n: index, %x: f32) { gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
return
} }
// -----
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k(%a: f32) kernel { gpu.return } }
func.func @f(%n: index, %x: f32, %t: !gpu.async.token) { %u = gpu.launch_func async [%t] @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
return
} }
// -----
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k(%a: f32) kernel { gpu.return } }
func.func @f(%n: index, %x: f32, %t: !gpu.async.token) { gpu.launch_func @m::@j blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
return
} }
// -----
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k(%a: f32) kernel { gpu.return } }
func.func @f(%n: index, %x: f32, %t: !gpu.async.token) { gpu.launch_func @l::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
return
} }
// -----
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k(%a: f32) { gpu.return } }
func.func @f(%n: index, %x: f32, %t: !gpu.async.token) { gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
return
} }
// -----
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k(%a: f32) kernel { gpu.return } }
func.func @f(%n: index, %x: i32, %t: !gpu.async.token) { gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : i32)
return
} }
// -----
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k(%a: f32) kernel { gpu.return } }
func.func @f(%n: index, %x: i32, %t: !gpu.async.token) { gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
return
} }
// -----
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%n: i64, %x: i32, %t: !gpu.async.token) { gpu.launch_func @m::@k clusters in (%n, %n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64 dynamic_shared_memory_size %x
return
} }
// -----
module { gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%n: i64, %x: i32, %t: !gpu.async.token) { gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
return
} }
// -----
module attributes {gpu.container_module = 1} { }
// -----
module attributes {gpu.container_module} { func.func @f(%n: i64, %s: !llvm.ptr) { gpu.launch_func <%s : !llvm.ptr> @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
return
}
gpu.binary @m [#gpu.object<#nvvm.target, "x">] }
// -----
func.func @f(%n: index) {
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %g = %n) threads(%h, %i, %j) in (%k = %n, %l = %n, %m = %n) { "foo"() : () -> () }
  return
}
// -----
func.func @f(%n: index) {
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %g = %n) threads(%h, %i, %j) in (%k = %n, %l = %n, %m = %n) { return }
  return
}
// -----
func.func @f(%n: index) {
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n) threads(%h, %i, %j) in (%k = %n, %l = %n, %m = %n) { gpu.terminator }
  return
}
// -----
func.func @f(%n: index) {
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %g = %n) threads(%h, %i, %j) in (%k = %n, %l = %n, %m = %n) { gpu.terminator } {a.b}
  return
}
// -----
func.func @f(%n: index) {
  %t = gpu.launch async blocks(%a, %b, %c) in (%d = %n, %e = %n, %g = %n) threads(%h, %i, %j) in (%k = %n, %l = %n, %m = %n) { gpu.terminator }
  return
}
// -----
func.func @f(%n: index) {
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %g = %n) threads(%h, %i, %j) in (%k = %n, %l = %n, %m = %n) module(@m) function(@f) { gpu.terminator }
  return
}
// -----
func.func @f(%n: index) {
  gpu.terminator
  return
}
// -----
func.func @f(%n: index) {
  gpu.yield
  return
}
// -----
func.func @f(%n: index) {
  gpu.barrier
  return
}
// -----
func.func @f(%n: index) {
  %a = gpu.thread_id x
  %b = gpu.thread_id w
  return
}
// -----
func.func @f(%n: index) {
  %a = gpu.thread_id
  return
}
// -----
func.func @f(%n: index) {
  %a = gpu.lane_id upper_bound 32
  %b = gpu.subgroup_id : index
  %c = gpu.num_subgroups upper_bound 4 : index
  return
}
// -----
func.func @f(%n: index) {
  %a = gpu.subgroup_size : i32
  return
}
// -----
func.func @f(%n: index) {
  %a = gpu.subgroup_size upper_bound -1 : index
  return
}
// -----
func.func @f(%n: index) {
  %a = gpu.thread_id x upper_bound 0
  return
}
// -----
func.func @f() {
  %m = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  return
}
// -----
func.func @f() {
  %m = gpu.dynamic_shared_memory : memref<1xi8, #gpu.address_space<workgroup>>
  return
}
// -----
func.func @f() {
  %m = gpu.dynamic_shared_memory : memref<?xf32, #gpu.address_space<workgroup>>
  return
}
// -----
func.func @f() {
  %m = gpu.dynamic_shared_memory : memref<?xi8, 3>
  return
}
// -----
func.func @f() {
  %m = gpu.dynamic_shared_memory : memref<?x?xi8, #gpu.address_space<workgroup>>
  return
}
