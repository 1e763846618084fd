"""From IR to LLVM text: one file per arrow."""
