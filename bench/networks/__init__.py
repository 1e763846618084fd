"""Networks as programs: models with weights, inputs, and what onnxruntime answers."""
