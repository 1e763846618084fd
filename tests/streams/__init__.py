"""Streams and events of a simulated device: programs, the pass, what it may not do."""
