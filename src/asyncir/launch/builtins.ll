; Rounding to bfloat16, ties to even. From double by way of a float that is rounded to odd: to round twice to
; nearest would be wrong where the first rounding makes a tie.

define weak hidden bfloat @__truncsfbf2(float %x) {
  %bits = bitcast float %x to i32
  %upper = lshr i32 %bits, 16
  %odd = and i32 %upper, 1
  %half = add i32 %odd, 32767
  %sum = add i32 %bits, %half
  %rounded = lshr i32 %sum, 16
  %quiet = or i32 %upper, 64
  %nan = fcmp uno float %x, %x
  %chosen = select i1 %nan, i32 %quiet, i32 %rounded
  %low = trunc i32 %chosen to i16
  %result = bitcast i16 %low to bfloat
  ret bfloat %result
}

define weak hidden bfloat @__truncdfbf2(double %x) {
  %near = fptrunc double %x to float
  %back = fpext float %near to double
  %inexact = fcmp une double %back, %x
  %given = bitcast double %x to i64
  %got = bitcast double %back to i64
  ; Both have one sign, so the larger bits are the larger size.
  %over = icmp ugt i64 %got, %given
  %bits = bitcast float %near to i32
  %step = zext i1 %over to i32
  %below = sub i32 %bits, %step
  %sticky = zext i1 %inexact to i32
  %odd = or i32 %below, %sticky
  %float = bitcast i32 %odd to float
  %nan = fcmp uno double %x, %x
  %chosen = select i1 %nan, float %near, float %float
  %result = call bfloat @__truncsfbf2(float %chosen)
  ret bfloat %result
}

@llvm.compiler.used = appending global [2 x ptr] [ptr @__truncsfbf2, ptr @__truncdfbf2],
  section "llvm.metadata"
