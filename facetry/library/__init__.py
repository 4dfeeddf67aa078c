"""What is in the library, by noun: a table beside its rules."""
