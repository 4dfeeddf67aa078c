"""Scans: bring the library in line with the folders of its repositories."""
