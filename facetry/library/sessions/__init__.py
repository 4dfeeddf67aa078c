"""Sessions of browsers, and the links by which they begin."""
