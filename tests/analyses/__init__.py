"""Tests of analyses that have no pass of their own."""
