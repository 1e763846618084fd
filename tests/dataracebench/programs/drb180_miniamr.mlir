// Tasks compute a stencil on a block each, by way of one buffer that they share.
// drb: DRB180-miniAMR-yes
// race: yes
// at: %work
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %f1 = arith.constant 1.0 : f64
  %f7 = arith.constant 7.0 : f64
  %blocks = memref.alloc() : memref<3x4x4x4xf64>
  %work = memref.alloc() : memref<4x4x4xf64>
  scf.for %n = %c0 to %c3 step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        scf.for %k = %c0 to %c4 step %c1 {
          memref.store %f1, %blocks[%n, %i, %j, %k] : memref<3x4x4x4xf64>
        }
      }
    }
  }
  %group = async.create_group %c3 : !async.group
  scf.for %n = %c0 to %c3 step %c1 {
    %task = async.execute {
      scf.for %i = %c1 to %c3 step %c1 {
        scf.for %j = %c1 to %c3 step %c1 {
          scf.for %k = %c1 to %c3 step %c1 {
            %i0 = arith.subi %i, %c1 : index
            %i2 = arith.addi %i, %c1 : index
            %j0 = arith.subi %j, %c1 : index
            %j2 = arith.addi %j, %c1 : index
            %k0x = arith.subi %k, %c1 : index
            %k2x = arith.addi %k, %c1 : index
            %a = memref.load %blocks[%n, %i0, %j, %k] : memref<3x4x4x4xf64>
            %b = memref.load %blocks[%n, %i, %j0, %k] : memref<3x4x4x4xf64>
            %c = memref.load %blocks[%n, %i, %j, %k0x] : memref<3x4x4x4xf64>
            %d = memref.load %blocks[%n, %i, %j, %k] : memref<3x4x4x4xf64>
            %e = memref.load %blocks[%n, %i, %j, %k2x] : memref<3x4x4x4xf64>
            %f = memref.load %blocks[%n, %i, %j2, %k] : memref<3x4x4x4xf64>
            %g = memref.load %blocks[%n, %i2, %j, %k] : memref<3x4x4x4xf64>
            %ab = arith.addf %a, %b : f64
            %cd = arith.addf %c, %d : f64
            %ef = arith.addf %e, %f : f64
            %abcd = arith.addf %ab, %cd : f64
            %efg = arith.addf %ef, %g : f64
            %all = arith.addf %abcd, %efg : f64
            %mean = arith.divf %all, %f7 : f64
            memref.store %mean, %work[%i, %j, %k] : memref<4x4x4xf64>
          }
        }
      }
      scf.for %i = %c1 to %c3 step %c1 {
        scf.for %j = %c1 to %c3 step %c1 {
          scf.for %k = %c1 to %c3 step %c1 {
            %x = memref.load %work[%i, %j, %k] : memref<4x4x4xf64>
            memref.store %x, %blocks[%n, %i, %j, %k] : memref<3x4x4x4xf64>
          }
        }
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %blocks : memref<3x4x4x4xf64>
  memref.dealloc %work : memref<4x4x4xf64>
  return
}
