"""`asyncir lsp`: what an editor asks of a program while it is written."""
