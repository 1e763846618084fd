"""Certificates of programs on described machines, and the verifier that judges them."""

from __future__ import annotations
