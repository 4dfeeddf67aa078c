"""Errors of contract tests that are no findings."""


class SetupError(Exception):
    """Something that contract tests need could not be created, read or removed; the message says what."""


class UnreachableError(Exception):
    """The service does not answer; the message says how."""


class OutOfTimeError(Exception):
    """The time of a run is over, or the run was interrupted."""
