"""What happened: the event log, written with the facts."""
