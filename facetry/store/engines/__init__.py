"""The database engines: SQLite, which is the default, and PostgreSQL. Each has a place for what it alone knows."""
