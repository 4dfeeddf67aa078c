"""One-time links: each begins one session of the master key. Another process than the server may make them."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from sqlalchemy import BigInteger, delete, insert
from sqlmodel import Field, SQLModel, col

from facetry.library.credentials.ending_time import EndingTime, kept_time
from facetry.store.work import Work
from generated.limits import SESSION_CREDENTIAL_MAX_HOURS

LIFETIME_MS: Final = SESSION_CREDENTIAL_MAX_HOURS * 3_600_000
_TOKEN_BYTES: Final = 32


class SignInLink(SQLModel, table=True):
    """A link that nobody has used yet. The row has the SHA-256 of its token."""

    __tablename__ = "sign_in_link"

    key: int | None = Field(default=None, primary_key=True)
    digest: bytes = Field(unique=True)
    expires: int = Field(sa_type=BigInteger)  # by the ending time, in milliseconds


def create(work: Work) -> str:
    """A new token, of which the library keeps only the hash. Expired links are removed."""
    now = kept_time(work.connection)
    work.connection.execute(delete(SignInLink).where(col(SignInLink.expires) <= now))
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    work.connection.execute(insert(SignInLink).values(digest=_digest(token), expires=now + LIFETIME_MS))
    return token


def use(work: Work, token: str, ending_time: EndingTime) -> bool:
    """Use up the link with this token. False when it is unknown, expired or used."""
    statement = delete(SignInLink).where(col(SignInLink.digest) == _digest(token)).returning(col(SignInLink.expires))
    expires: int | None = work.connection.execute(statement).scalar()
    return expires is not None and not ending_time.has_ended(expires)


def remove_all(work: Work) -> None:
    """Make all links void."""
    work.connection.execute(delete(SignInLink))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
