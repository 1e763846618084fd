"""asyncir: a compiler toolkit for programs in which work is in flight."""

__version__ = "0.1.0"
