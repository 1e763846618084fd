func.func @plain(%a: index, %b: index) {
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.floordivs %a, %b
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  %10 = index.maxs %a, %b
  %11 = index.maxu %a, %b
  %12 = index.mins %a, %b
  %13 = index.minu %a, %b
  %14 = index.shl %a, %b
  %15 = index.shrs %a, %b
  %16 = index.shru %a, %b
  %17 = index.and %a, %b
  %18 = index.or %a, %b
  %19 = index.xor %a, %b
  %20 = index.casts %a : index to i32
  %21 = index.castu %a : index to i64
  %22 = index.cmp slt(%a, %b)
  %23 = index.sizeof
  %24 = index.constant 7
  %25 = index.bool.constant true
  return
}
func.func @in_loop(%a: index, %b: index) {
  scf.for %i = %a to %b step %a {
    %0 = index.add %a, %b
    %1 = index.sub %a, %b
    %2 = index.mul %a, %b
    %3 = index.divs %a, %b
    %4 = index.divu %a, %b
    %5 = index.ceildivs %a, %b
    %6 = index.ceildivu %a, %b
    %7 = index.floordivs %a, %b
    %8 = index.rems %a, %b
    %9 = index.remu %a, %b
    %10 = index.maxs %a, %b
    %11 = index.maxu %a, %b
    %12 = index.mins %a, %b
    %13 = index.minu %a, %b
    %14 = index.shl %a, %b
    %15 = index.shrs %a, %b
    %16 = index.shru %a, %b
    %17 = index.and %a, %b
    %18 = index.or %a, %b
    %19 = index.xor %a, %b
    %20 = index.casts %a : index to i32
    %21 = index.castu %a : index to i64
    %22 = index.cmp slt(%a, %b)
    %23 = index.sizeof
    %24 = index.constant 7
    %25 = index.bool.constant true
  }
  return
}
func.func @in_task(%a: index, %b: index) {
  %t = async.execute {
    %0 = index.add %a, %b
    %1 = index.sub %a, %b
    %2 = index.mul %a, %b
    %3 = index.divs %a, %b
    %4 = index.divu %a, %b
    %5 = index.ceildivs %a, %b
    %6 = index.ceildivu %a, %b
    %7 = index.floordivs %a, %b
    %8 = index.rems %a, %b
    %9 = index.remu %a, %b
    %10 = index.maxs %a, %b
    %11 = index.maxu %a, %b
    %12 = index.mins %a, %b
    %13 = index.minu %a, %b
    %14 = index.shl %a, %b
    %15 = index.shrs %a, %b
    %16 = index.shru %a, %b
    %17 = index.and %a, %b
    %18 = index.or %a, %b
    %19 = index.xor %a, %b
    %20 = index.casts %a : index to i32
    %21 = index.castu %a : index to i64
    %22 = index.cmp slt(%a, %b)
    %23 = index.sizeof
    %24 = index.constant 7
    %25 = index.bool.constant true
    async.yield
  }
  async.await %t : !async.token
  return
}
