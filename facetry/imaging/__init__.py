"""Decoding and rendering pictures in confined worker processes: the worker, and the pool that feeds the workers."""
