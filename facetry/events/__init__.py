"""Events: the log of changes, written in the transactions of the changes, and its delivery."""
