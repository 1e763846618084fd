"""What `asyncir view` shows of programs with tasks: the graph of tasks, and a small execution with its instances."""
