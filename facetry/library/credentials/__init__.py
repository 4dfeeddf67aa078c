"""When credentials end: keys, sessions, one-time links and media URLs."""
