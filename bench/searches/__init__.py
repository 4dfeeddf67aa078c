"""Searches over large libraries, and what they are compared with."""
