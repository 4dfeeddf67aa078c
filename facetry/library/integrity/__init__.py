"""The check of a whole library, and its repair."""
