"""SQLite: what a library in a file needs, from its connections to its pages."""
