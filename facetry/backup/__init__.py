"""Backups of a library: made while it is served, checked, kept by a schedule, and restored."""
