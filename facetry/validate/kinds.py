"""The kinds of documents that extensions are made of, and that can be validated."""

from enum import StrEnum


class Kind(StrEnum):
    """What a file or a folder is. The value is the word for it on the command line."""

    MANIFEST = "manifest"
    VIEW_DOCUMENT = "view-document"
    EVENT = "event"
    SETTINGS_SCHEMA = "settings-schema"
    """The JSON Schema of settings or of the parameters of a command, in a file of its own."""
    RECIPE = "recipe"
    EXTENSION_FOLDER = "extension-folder"
    EXTENSION_ARCHIVE = "extension-archive"
