"""Examination of a picture that a client sent, before anything else is done with it."""

from __future__ import annotations

from pathlib import Path

from facetry.errors import Fault, FaultError, FaultKind, bad_parameter, unavailable
from facetry.imaging.formats import UNKNOWN_FORMAT_REASON
from facetry.imaging.pool.pool import NoDecoderError, Pool, PoolBusyError, PoolClosedError
from facetry.imaging.protocol import WorkerAnswer
from facetry.library.pictures import Picture, picture_of


async def examine(pool: Pool, path: Path) -> Picture:
    """The facts about the picture in the file at `path`.

    Raises 400 with the rule of the decoder when it is not a picture, 413 when it exceeds the size limit of pictures,
    and 503 when no decoder is available.
    """
    try:
        answer = await pool.examine(str(path.parent), path.name, urgent=True)
    except (NoDecoderError, PoolBusyError, PoolClosedError) as error:
        raise decoder_fault(error) from error
    if answer.get("ignored"):
        raise _picture_fault("decode.format", UNKNOWN_FORMAT_REASON)
    if "rule" in answer:
        raise _fault_of(answer)
    return picture_of(answer)


def decoder_fault(error: Exception) -> FaultError:
    """503: an error of the decoder pool, as a fault."""
    if isinstance(error, PoolBusyError):
        return unavailable("decoder.busy", "Too many pictures wait for a decoder.", retry_after=1)
    return unavailable("decoder.unavailable", "No picture can be decoded at the moment.")


def _fault_of(answer: WorkerAnswer) -> FaultError:
    rule, reason = answer["rule"], answer["reason"]
    if rule == "file.too-large":
        return FaultError(Fault(kind=FaultKind.TOO_LARGE, rule="body.too-large", detail=reason, parameter="body"))
    if rule.startswith("file."):  # the spooled file cannot be read: an error of the service, not of the client
        return unavailable("decoder.unavailable", f"The picture cannot be read at the moment: {reason}")
    return _picture_fault(rule, reason)


def _picture_fault(rule: str, reason: str) -> FaultError:
    return bad_parameter("body", reason, rule=rule, remedy="Send a whole picture of one of the six formats.")
