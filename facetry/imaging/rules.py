"""The rules that a picture file or a rendering can break: a closed vocabulary."""

from typing import Final, Literal, get_args

Rule = Literal[
    "decode.format",  # the name is that of a picture, the content has none of the formats
    "decode.truncated",  # the data ends too early
    "decode.corrupt",  # the decoder refuses the data
    "decode.unsupported",  # a kind of its format that the decoder does not read
    "decode.pixels",  # more pixels than the cap
    "decode.timeout",  # took longer than the time limit, and was stopped
    "decode.memory",  # needs more memory than the limit
    "decode.crashed",  # crashed two worker processes
    "format.not-writable",  # the target format is only read
    "image.frames",  # an animation with more pixels in all frames than can be rendered
    "render.size",  # larger than the target format allows
    "render.memory",  # encoding needs more memory than the limit
    "render.failed",  # the encoder refuses the picture
    "file.name",  # the name is not valid UTF-8
    "file.permission",  # the file may not be opened
    "file.read",  # the disk or the network share fails during reading
    "file.too-large",  # more bytes than the cap
    "file.vanished",  # removed since the folder was listed
    "file.changed",  # written to during reading
]

RULES: Final[frozenset[str]] = frozenset(get_args(Rule))
