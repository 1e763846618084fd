"""`python -m asyncir` is the `asyncir` command."""

from asyncir.tools.cli import main

main()
