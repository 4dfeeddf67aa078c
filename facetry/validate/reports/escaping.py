"""Makes texts of hostile files harmless for terminals, and for the workflow commands of GitHub in logs."""

from __future__ import annotations

import re
from typing import Final

_COMMAND: Final = re.compile(r"^(\s*)::", re.MULTILINE)
_LEGACY_COMMAND: Final = "##["


def visible(text: str) -> str:
    """The text with escapes such as `\\x1b` in place of line ends and of characters that print nothing or that control
    a terminal.
    """
    return text if text.isprintable() else "".join(map(visible_character, text))


def unicode_name(name: str) -> str:
    """The name of a file as Unicode, also in a locale without UTF-8. Bytes that are no UTF-8, for which Python has lone
    surrogates, become escapes such as `\\xff`: programs refuse JSON with lone surrogates.
    """
    if name.isascii():
        return name
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # surrogates that stand for no byte
        return visible(name)


def visible_character(character: str) -> str:
    """A character as it is printed: as it is, or as an escape."""
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def without_commands(text: str) -> str:
    """The lines of a log, none of which GitHub can take for a workflow command."""
    return _COMMAND.sub(r"\1%3A%3A", text).replace(_LEGACY_COMMAND, "##%5B")


def without_legacy_commands_in_json(text: str) -> str:
    """A JSON text in which no string has the start of a legacy workflow command, with the same meaning."""
    return text.replace(_LEGACY_COMMAND, "##\\u005b")


def command_data(text: str) -> str:
    """The message of a workflow command."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A").replace("##[", "##%5B")


def command_property(text: str) -> str:
    """The value of a property of a workflow command."""
    return command_data(text).replace(":", "%3A").replace(",", "%2C")
