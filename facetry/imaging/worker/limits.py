"""Resource limits of a worker process, so that one file cannot exhaust the machine."""

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
"""Lower priority than the server: requests go before decoding, which uses all processors during a scan."""


def confine(memory_bytes: int, parent: int) -> None:
    """Limit the calling process: address space, open files; no file writes, core dump, new privileges; low priority.

    On Linux the kernel kills the process when its parent ends. Raises SystemExit when the parent, whose process id is
    `parent`, has already ended, and OSError when `prctl` fails.
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
    if os.getppid() != parent:  # the parent ended before PR_SET_PDEATHSIG was set
        raise SystemExit(0)


def allow_processor_seconds(seconds: float) -> None:
    """Allow that many more seconds of processor time; the kernel kills the process after them. Call for each file."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(usage.ru_utime + usage.ru_stime + seconds) + 2
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


def allow_address_space(size: int) -> None:
    """Limit the address space of the process, libraries included, to `size` bytes, at most the limit of `confine`."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def _limit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    capped = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (capped, capped))
