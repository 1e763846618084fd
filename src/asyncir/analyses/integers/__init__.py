"""What is known of integers: each has a width, and arithmetic wraps.

`widths` reads numbers with a sign; `ranges` has bounds that hold in every run; `forms` and `expressions` write values as
quasi-affine expressions for isl, exact also where they wrap; `carried` says what a loop hands on in its k-th iteration.
"""
