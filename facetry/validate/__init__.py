"""Verdicts on documents that extensions hand over. Needs neither the library nor a server."""
