"""The roles of hosts: what only one host of a cluster does at a time, each under a lease of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from generated.operations import OPERATIONS

Role = Literal["scan", "extensions"]

SCAN: Final = "scan"
EXTENSIONS: Final = "extensions"
ROLES: Final[tuple[Role, ...]] = (SCAN, EXTENSIONS)
ROLES_OF_SETTING: Final[Mapping[str, tuple[Role, ...]]] = {
    "all": ROLES,
    "api": (),
    "scan": (SCAN,),
    "extensions": (EXTENSIONS,),
}
"""The roles that a host may lead, by `FACETRY_CLUSTER__ROLE`."""

_SCAN_FAMILIES: Final = frozenset({"image", "repository", "repository-files", "trash"})
"""The families of operations that need scans, the trash or changes of files. All others need extensions, if they need a
leader at all.
"""


def role_of(operation: str | None) -> Role:
    """The role whose leader answers an operation; None stands for what is no operation, such as pages of extensions."""
    signature = None if operation is None else OPERATIONS.get(operation)
    return SCAN if signature is not None and signature.family in _SCAN_FAMILIES else EXTENSIONS


def address_of(address: str, role: Role) -> str:
    """Where a host listens for other hosts while it leads a role: at its address, or at the next port."""
    host, _, port = address.rpartition(":")
    return f"{host}:{int(port) + ROLES.index(role)}"
