"""What a library of a given size needs."""
