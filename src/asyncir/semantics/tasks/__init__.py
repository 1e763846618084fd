"""The interpreter of tasks: the machine that switches between them, schedules, and the detector of races."""
