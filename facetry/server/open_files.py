"""The number of files and connections that the process may have open."""

from __future__ import annotations

import resource

from facetry.server.connection_limits import MAX_CONNECTIONS

_CONNECTION_SHARE = 5, 8
"""The share of connections. The rest is for databases, pictures, workers and extensions."""


def raise_limit() -> int:
    """Raise the limit of open files to the largest one that the process may set; the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = max(soft, 8 * MAX_CONNECTIONS)
    if soft != resource.RLIM_INFINITY and soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    return hard


def connections_within(open_files: int) -> int:
    """The number of connections that leaves enough of so many open files for everything else."""
    share, whole = _CONNECTION_SHARE
    return max(16, min(MAX_CONNECTIONS, open_files * share // whole))
