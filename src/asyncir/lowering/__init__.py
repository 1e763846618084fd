"""From IR to a target's text: what LLVM's targets share in `llvm`, and beside it a folder for each target."""
