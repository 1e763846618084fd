"""Graphs in pages: a data model without opinions, folding of what is large, and the component that draws it."""
