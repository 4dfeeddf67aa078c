"""The authorization matrix: every operation with every kind of key."""
