"""Tests of software pipelines on loops that are made, with what is expected computed from how they were made."""
