; T is an integer type. By squaring; a negative power of x is 0 unless x is 1 or -1.
define internal T @POWER(T %x, T %n) {
entry:
  %negative = icmp slt T %n, 0
  br i1 %negative, label %inverse, label %loop
inverse:
  %one = icmp eq T %x, 1
  %minus = icmp eq T %x, -1
  %odd = trunc T %n to i1
  %sign = select i1 %odd, T -1, T 1
  %unit = select i1 %minus, T %sign, T 0
  %value = select i1 %one, T 1, T %unit
  ret T %value
loop:
  %power = phi T [ %x, %entry ], [ %square, %loop ]
  %left = phi T [ %n, %entry ], [ %half, %loop ]
  %product = phi T [ 1, %entry ], [ %new, %loop ]
  %bit = trunc T %left to i1
  %times = mul T %product, %power
  %new = select i1 %bit, T %times, T %product
  %square = mul T %power, %power
  %half = lshr T %left, 1
  %more = icmp ne T %half, 0
  br i1 %more, label %loop, label %done
done:
  ret T %new
}
