"""The diagrams of software pipelines in the page of `asyncir view`."""
