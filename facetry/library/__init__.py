"""The contents of the library, one module per noun: each holds the table and its rules."""
