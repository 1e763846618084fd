"""Load the runtime, run what was compiled."""
