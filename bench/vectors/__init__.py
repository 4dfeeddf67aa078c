"""Comparison with other vector engines: one data set, exact ground truth, each engine in its own process."""
