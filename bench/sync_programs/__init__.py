"""Random programs for the engines of a machine, and what is asked of the passes that synchronise them."""
