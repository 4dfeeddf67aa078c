"""Requests of every operation: the examples of the description, what follows from them, and what their bodies hold."""
