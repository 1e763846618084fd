"""Descriptions of machines."""
