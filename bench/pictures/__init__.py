"""Scans, renditions and transfers of pictures."""
