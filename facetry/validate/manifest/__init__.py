"""Rules on manifests beyond their schema."""
