"""Python functions become MLIR text, with their lines kept; nothing here imports the IR."""
