"""Programs of the kinds that the INNCABS suite has, written from the algorithms' definitions, in Python and in C++ with
oneTBB.
"""
