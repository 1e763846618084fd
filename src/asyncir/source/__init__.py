"""Text (MLIR) and Python become IR, with locations kept."""
