"""Random programs that launch on devices, and what the check says of them."""
