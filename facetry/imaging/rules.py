"""Why a file that looks like a picture is none to us: a closed vocabulary."""

from typing import Final, Literal, get_args

Rule = Literal[
    "decode.format",  # the name says picture, the content is none of the six formats
    "decode.truncated",  # the data ends too early
    "decode.corrupt",  # the decoder refuses the data
    "decode.pixels",  # more pixels than the cap
    "decode.timeout",  # took longer than the cap, and was stopped
    "decode.memory",  # needs more memory than the cap
    "decode.crashed",  # brought the decoder's process down, twice
    "format.not-writable",  # asked for in a format that is only read
    "image.frames",  # an animation of more frames than are rendered at once
    "render.size",  # larger than the format that is asked for can be
    "render.memory",  # writing it in the format that is asked for takes more memory than the cap
    "render.failed",  # the encoder refuses the picture
    "file.name",  # the name is not valid UTF-8
    "file.permission",  # may not be opened
    "file.read",  # the disk or the network share fails while it is read
    "file.too-large",  # more bytes than the cap
    "file.vanished",  # gone since the folder was listed
    "file.changed",  # written to while it was read
]

RULES: Final[frozenset[str]] = frozenset(get_args(Rule))
