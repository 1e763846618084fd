"""Programs at which a version of asyncir went wrong; each is as it should be now."""
