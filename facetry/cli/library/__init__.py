"""Commands on the data folder of a library, and the rules for its master key."""
