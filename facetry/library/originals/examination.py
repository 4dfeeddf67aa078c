"""Examining a picture that a client sent, before anything is done with it."""

from __future__ import annotations

from pathlib import Path

from facetry.errors import Fault, FaultError, Kind, bad_parameter, unavailable
from facetry.imaging.pool.pool import NoDecoderError, Pool, PoolBusyError, PoolClosedError
from facetry.imaging.protocol import Answer
from facetry.library.images import Picture
from facetry.library.scan.importer import picture_of


async def examined(pool: Pool, path: Path) -> Picture:
    """What the picture in the file at `path` is. Raises 400 by the rule of the decoder when it is none, 413 when it
    has more bytes than pictures may have, 503 when nothing can be decoded now.
    """
    try:
        answer = await pool.examine(str(path.parent), path.name, urgent=True)
    except (NoDecoderError, PoolBusyError, PoolClosedError) as error:
        raise no_decoder(error) from error
    if answer.get("ignored"):
        raise _refused("decode.format", "The content is none of PNG, JPEG, WEBP, GIF, AVIF and HEIF.")
    if "rule" in answer:
        raise _refusal(answer)
    return picture_of(answer)


def no_decoder(error: Exception) -> FaultError:
    """503: what the pool raises, as a fault."""
    if isinstance(error, PoolBusyError):
        return unavailable("decoder.busy", "Too many pictures wait for a decoder.", retry_after=1)
    return unavailable("decoder.unavailable", "No picture can be decoded at the moment.")


def _refusal(answer: Answer) -> FaultError:
    rule, reason = answer["rule"], answer["reason"]
    if rule == "file.too-large":
        return FaultError(Fault(kind=Kind.TOO_LARGE, rule="body.too-large", detail=reason, parameter="body"))
    if rule.startswith("file."):  # our own file, so the client is not to blame
        return unavailable("decoder.unavailable", f"The picture cannot be read at the moment: {reason}")
    return _refused(rule, reason)


def _refused(rule: str, reason: str) -> FaultError:
    return bad_parameter("body", reason, rule=rule, remedy="Send a whole picture of one of the six formats.")
