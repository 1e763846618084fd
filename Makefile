# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The native part alone; see `make help`.
CMAKE ?= cmake

.PHONY: runtime
runtime:
	$(CMAKE) -S runtime -B build/runtime -G Ninja -DCMAKE_BUILD_TYPE=Release
	$(CMAKE) --build build/runtime
