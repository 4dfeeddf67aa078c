"""Where rows live: one writer with group commit, readers with their own snapshots, migrations."""
