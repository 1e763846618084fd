"""What is known of programs that launch on devices, beside what is known of them as tasks.

Which engines a device may be, and whether two are one (`identity`); who holds what while it waits for whom (`holding`).
"""
