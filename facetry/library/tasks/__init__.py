"""Tasks of extensions: the ledger of what was requested, capability runs and commands."""
