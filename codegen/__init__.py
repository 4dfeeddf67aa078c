"""Reads specs/, checks it, and writes generated/. Nothing imports it at run time."""
