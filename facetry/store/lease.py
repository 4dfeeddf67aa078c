"""Leases: what only one process of all hosts may do at a time. PostgreSQL alone has more than one host."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BigInteger
from sqlmodel import Field, SQLModel


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease that this process has acquired. Each acquisition has a greater token."""

    name: str
    token: int


class LeaseRow(SQLModel, table=True):
    """A lease: its holder, the address under which other hosts reach it, and when it ends, in milliseconds since the
    epoch, by the server's clock; 0 if it was released.
    """

    __tablename__ = "lease"

    name: str = Field(primary_key=True)
    holder: str
    address: str
    token: int = Field(sa_type=BigInteger)
    expires: int = Field(sa_type=BigInteger)
