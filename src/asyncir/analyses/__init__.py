"""IR in, frozen answer out."""
