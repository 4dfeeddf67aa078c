"""What a run found, and how it is shown to people and programs."""
