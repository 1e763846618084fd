"""Graphs of regions in the text of others: each writes what `outline-regions` leaves, a function of calls."""
