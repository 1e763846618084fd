// Pi as a sum: each chunk adds up its terms by itself, and the sums of the chunks are added behind the wait.
// drb: DRB065-pireduction-orig-no
// race: no
// run: @main() = 3.1419181743085596 : f64
func.func @main() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f0 = arith.constant 0.0 : f64
  %f0_0625 = arith.constant 0.0625 : f64
  %f0_25 = arith.constant 0.25 : f64
  %f0_5 = arith.constant 0.5 : f64
  %f1 = arith.constant 1.0 : f64
  %parts = memref.alloc() : memref<4xf64>
  %group = async.create_group %c4 : !async.group
  scf.for %chunk = %c0 to %c4 step %c1 {
    %task = async.execute {
      %low = arith.muli %chunk, %c4 : index
      %high = arith.addi %low, %c4 : index
      %part = scf.for %i = %low to %high step %c1 iter_args(%s = %f0) -> (f64) {
        %n = arith.index_cast %i : index to i64
        %nf = arith.sitofp %n : i64 to f64
        %middle = arith.addf %nf, %f0_5 : f64
        %x = arith.mulf %middle, %f0_0625 : f64
        %xx = arith.mulf %x, %x : f64
        %d = arith.addf %xx, %f1 : f64
        %q = arith.divf %f1, %d : f64
        %t = arith.addf %s, %q : f64
        scf.yield %t : f64
      }
      memref.store %part, %parts[%chunk] : memref<4xf64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %f0) -> (f64) {
    %x = memref.load %parts[%i] : memref<4xf64>
    %y = arith.addf %s, %x : f64
    scf.yield %y : f64
  }
  %pi = arith.mulf %sum, %f0_25 : f64
  memref.dealloc %parts : memref<4xf64>
  return %pi : f64
}
