"""The scripts of bench/runtime import each other by name, as scripts do."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "bench" / "runtime"))
