"""What is known to have arrived at each point of a program on a described machine: the engine of its check and its passes."""
