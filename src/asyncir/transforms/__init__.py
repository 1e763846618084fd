"""Passes over IR: one per file, file name = pass name = test name."""
