"""What the vocabulary means: the interpreter, its schedules, the race detector. Knows only dialects and targets."""
