"""How tensors become memory: which op may write into the memory of its destination, and what each op becomes."""
