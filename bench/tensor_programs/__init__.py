"""Random programs on tensors, and what runs them in every way that there is."""
