"""Benches of the web page in a browser."""
