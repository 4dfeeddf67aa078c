"""What a change of the descriptions breaks for clients of the last version, and whether the changelog names it."""
