"""Random programs of tasks on memory, to try plans of their buffers on."""
