// The slot that is carried is read behind a copy into it, with no wait between: no count of the wait in front helps.
func.func @main(%A: memref<?xf32>, %n: index) {
  %R_1 = memref.alloca() : memref<4x1xf32>
  %Q_2 = memref.alloca() : memref<5x1xf32>
  %c3 = arith.constant 0 : index
  %c4 = arith.constant 1 : index
  %c5 = arith.constant 1 : index
  scf.for %i6 = %c3 to %c4 step %c5 {
    queue.commit(0) {
      %c7 = arith.constant 0 : index
      %c8 = arith.constant 0 : index
      %c9 = arith.constant 0 : index
      %c10 = arith.constant 4 : index
      %v11 = arith.divui %c9, %c10 : index
      %c12 = arith.constant 4 : index
      %v13 = arith.muli %v11, %c12 : index
      %v14 = arith.subi %c8, %v13 : index
      %c15 = arith.constant 0 : index
      queue.async {
        %y16 = memref.load %A[%c7] : memref<?xf32>
        memref.store %y16, %R_1[%v14, %c15] : memref<4x1xf32>
      }
      %c17 = arith.constant 0 : index
      %c18 = arith.constant 0 : index
      %c19 = arith.constant 0 : index
      %c20 = arith.constant 5 : index
      %v21 = arith.divui %c19, %c20 : index
      %c22 = arith.constant 5 : index
      %v23 = arith.muli %v21, %c22 : index
      %v24 = arith.subi %c18, %v23 : index
      %c25 = arith.constant 0 : index
      queue.async {
        %y26 = memref.load %A[%c17] : memref<?xf32>
        memref.store %y26, %Q_2[%v24, %c25] : memref<5x1xf32>
      }
    }
    queue.commit(0) {
      %c27 = arith.constant 1 : index
      %c28 = arith.constant 1 : index
      %c29 = arith.constant 1 : index
      %c30 = arith.constant 4 : index
      %v31 = arith.divui %c29, %c30 : index
      %c32 = arith.constant 4 : index
      %v33 = arith.muli %v31, %c32 : index
      %v34 = arith.subi %c28, %v33 : index
      %c35 = arith.constant 0 : index
      queue.async {
        %y36 = memref.load %A[%c27] : memref<?xf32>
        memref.store %y36, %R_1[%v34, %c35] : memref<4x1xf32>
      }
      %c37 = arith.constant 1 : index
      %c38 = arith.constant 1 : index
      %c39 = arith.constant 1 : index
      %c40 = arith.constant 5 : index
      %v41 = arith.divui %c39, %c40 : index
      %c42 = arith.constant 5 : index
      %v43 = arith.muli %v41, %c42 : index
      %v44 = arith.subi %c38, %v43 : index
      %c45 = arith.constant 0 : index
      queue.async {
        %y46 = memref.load %A[%c37] : memref<?xf32>
        memref.store %y46, %Q_2[%v44, %c45] : memref<5x1xf32>
      }
    }
    queue.commit(0) {
      %c47 = arith.constant 2 : index
      %c48 = arith.constant 2 : index
      %c49 = arith.constant 2 : index
      %c50 = arith.constant 4 : index
      %v51 = arith.divui %c49, %c50 : index
      %c52 = arith.constant 4 : index
      %v53 = arith.muli %v51, %c52 : index
      %v54 = arith.subi %c48, %v53 : index
      %c55 = arith.constant 0 : index
      queue.async {
        %y56 = memref.load %A[%c47] : memref<?xf32>
        memref.store %y56, %R_1[%v54, %c55] : memref<4x1xf32>
      }
      %c57 = arith.constant 2 : index
      %c58 = arith.constant 2 : index
      %c59 = arith.constant 2 : index
      %c60 = arith.constant 5 : index
      %v61 = arith.divui %c59, %c60 : index
      %c62 = arith.constant 5 : index
      %v63 = arith.muli %v61, %c62 : index
      %v64 = arith.subi %c58, %v63 : index
      %c65 = arith.constant 0 : index
      queue.async {
        %y66 = memref.load %A[%c57] : memref<?xf32>
        memref.store %y66, %Q_2[%v64, %c65] : memref<5x1xf32>
      }
    }
    queue.commit(0) {
      %c67 = arith.constant 3 : index
      %c68 = arith.constant 3 : index
      %c69 = arith.constant 3 : index
      %c70 = arith.constant 4 : index
      %v71 = arith.divui %c69, %c70 : index
      %c72 = arith.constant 4 : index
      %v73 = arith.muli %v71, %c72 : index
      %v74 = arith.subi %c68, %v73 : index
      %c75 = arith.constant 0 : index
      queue.async {
        %y76 = memref.load %A[%c67] : memref<?xf32>
        memref.store %y76, %R_1[%v74, %c75] : memref<4x1xf32>
      }
      %c77 = arith.constant 3 : index
      %c78 = arith.constant 3 : index
      %c79 = arith.constant 3 : index
      %c80 = arith.constant 5 : index
      %v81 = arith.divui %c79, %c80 : index
      %c82 = arith.constant 5 : index
      %v83 = arith.muli %v81, %c82 : index
      %v84 = arith.subi %c78, %v83 : index
      %c85 = arith.constant 0 : index
      queue.async {
        %y86 = memref.load %A[%c77] : memref<?xf32>
        memref.store %y86, %Q_2[%v84, %c85] : memref<5x1xf32>
      }
    }
    %c87 = arith.constant 0 : index
    %c88 = arith.constant 1 : index
    %c89 = arith.constant 0 : index
    %r92 = scf.for %i90 = %c87 to %n step %c88 iter_args(%a91 = %c89) -> (index) {
      queue.wait(0, 3)
      %c93 = arith.constant 4 : index
      %v94 = arith.divui %i90, %c93 : index
      %c95 = arith.constant 4 : index
      %v96 = arith.muli %v94, %c95 : index
      %v97 = arith.subi %i90, %v96 : index
      %c98 = arith.constant 0 : index
      %y99 = memref.load %R_1[%v97, %c98] : memref<4x1xf32>
      %c100 = arith.constant 5 : index
      %v101 = arith.divui %i90, %c100 : index
      %c102 = arith.constant 5 : index
      %v103 = arith.muli %v101, %c102 : index
      %v104 = arith.subi %i90, %v103 : index
      %c105 = arith.constant 0 : index
      %y106 = memref.load %Q_2[%v104, %c105] : memref<5x1xf32>
      queue.commit(0) {
        %c107 = arith.constant 4 : index
        %v108 = arith.addi %i90, %c107 : index
        %b109 = arith.cmpi slt, %v108, %n : index
        scf.if %b109 {
          %c110 = arith.constant 4 : index
          %v111 = arith.addi %i90, %c110 : index
          %c112 = arith.constant 4 : index
          %v113 = arith.addi %i90, %c112 : index
          %c114 = arith.constant 4 : index
          %v115 = arith.addi %i90, %c114 : index
          %c116 = arith.constant 4 : index
          %v117 = arith.divui %v115, %c116 : index
          %c118 = arith.constant 4 : index
          %v119 = arith.muli %v117, %c118 : index
          %v120 = arith.subi %v113, %v119 : index
          %c121 = arith.constant 0 : index
          queue.async {
            %y122 = memref.load %A[%v111] : memref<?xf32>
            memref.store %y122, %R_1[%v120, %c121] : memref<4x1xf32>
          }
          %c123 = arith.constant 4 : index
          %v124 = arith.addi %i90, %c123 : index
          %c125 = arith.constant 4 : index
          %v126 = arith.addi %i90, %c125 : index
          %c127 = arith.constant 4 : index
          %v128 = arith.addi %i90, %c127 : index
          %c129 = arith.constant 5 : index
          %v130 = arith.divui %v128, %c129 : index
          %c131 = arith.constant 5 : index
          %v132 = arith.muli %v130, %c131 : index
          %v133 = arith.subi %v126, %v132 : index
          %c134 = arith.constant 0 : index
          queue.async {
            %y135 = memref.load %A[%v124] : memref<?xf32>
            memref.store %y135, %Q_2[%v133, %c134] : memref<5x1xf32>
          }
        }
      }
      %c136 = arith.constant 0 : index
      %y137 = memref.load %R_1[%a91, %c136] : memref<4x1xf32>
      %c138 = arith.constant 1 : index
      %v139 = arith.addi %a91, %c138 : index
      %c140 = arith.constant 4 : index
      %v141 = arith.remui %v139, %c140 : index
      scf.yield %v141 : index
    }
  }
  return
}
