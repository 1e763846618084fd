"""What the Python API and the command line share: compile, check, schedule, signatures, and the stages of compilation."""
