"""Faults of texts that are not strict JSON, and the places of the parts of a large text."""
