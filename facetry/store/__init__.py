"""The database of a library: one writer with group commit, readers with snapshots of their own, migrations."""
