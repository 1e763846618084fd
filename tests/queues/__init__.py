"""Random programs over queues, what their source says of them, and what an exhaustive interpreter says of waits."""
