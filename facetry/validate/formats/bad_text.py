"""The error of a text that is not valid in its format."""


class BadTextError(Exception):
    """A text is refused; the message is a sentence that says why."""
