"""Checks of what a description alone cannot state."""
