"""Limits of a worker process: what one file can use up is kept small."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_NO_NEW_PRIVS: Final = 38
_OPEN_FILES: Final = 64
_NICENESS: Final = 10
"""Requests go before pictures: both want all processors during a scan."""


def confine(memory_bytes: int, parent: int) -> None:
    """Limit the calling process: address space, open files, no file writes, no core dump, no new privileges, a back
    seat at the processors; and let it die with its parent, whose process id is given.
    """
    os.nice(_NICENESS)
    _limit(resource.RLIMIT_AS, memory_bytes)
    _limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        for option, value in ((_PR_SET_PDEATHSIG, int(signal.SIGKILL)), (_PR_SET_NO_NEW_PRIVS, 1)):
            if libc.prctl(option, value, 0, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), f"prctl({option}) failed")
    if os.getppid() != parent:  # it died before the kernel was told to pass its death on
        raise SystemExit(0)


def allow_processor_seconds(seconds: float) -> None:
    """Let the process use that much more processor time; past it the kernel ends it. For each file anew."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime + seconds) + 2
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (until, hard))


def allow_address_space(size: int) -> None:
    """Let the process map that many bytes, its own libraries included, as far as `confine` allows."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def _limit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    capped = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (capped, capped))
