"""What targets whose text is LLVM's have in common: types, functions, and the ops that compute."""
