"""The interpreter of programs in the `sync` dialect on a described machine: `engine.play`."""
