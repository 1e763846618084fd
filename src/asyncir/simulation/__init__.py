"""What runs were, as data: what a thread has met, what a pipeline did when, what a machine did when."""
