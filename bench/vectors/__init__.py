"""Similarity beside other engines: one data set, exact ground truth, each engine in a process of its own."""
