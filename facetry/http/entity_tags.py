"""Entity tags: which versions of a resource a client has already (RFC 9110 §13.1.2)."""

import re
from typing import Final

_ENTITY_TAG: Final = re.compile(rb'(?:W/)?("[\x21\x23-\x7e\x80-\xff]*")')


def names_version(if_none_match: bytes, etag: str) -> bool:
    """Whether a value of If-None-Match names the version `etag` (without quotes), by the weak comparison."""
    return if_none_match.strip() == b"*" or b'"%s"' % etag.encode("ascii") in _ENTITY_TAG.findall(if_none_match)
