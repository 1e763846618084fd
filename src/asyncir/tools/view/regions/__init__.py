"""What `asyncir view` shows of programs of regions: what each does and costs, a plan, its memory, what was measured."""
