"""What both interpreters share: values, arithmetic, memory, control flow, and what can go wrong."""
