"""What notebooks show: programs in colour, verdicts as tables, views, and the `%%asyncir` cell magic."""
