"""Random programs for the engines of a machine, without synchronisation, and what is asked of `insert-sync` with them."""
