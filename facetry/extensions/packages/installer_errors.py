"""Why an installation failed, as far as the words of the installers tell, and what helps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_KNOWN: Final = (
    (
        r"no space left on device|ENOSPC|disk quota exceeded|os error 28",
        "The disk is full.",
        "Make room on the disk that holds the data folder, and install again.",
    ),
    (
        r"no module named '?venv'?|ensurepip is not|no module named '?ensurepip'?",
        "The Python of the server cannot make environments: it comes without venv.",
        "Install the package that holds it (python3-venv on Debian and Ubuntu), or uv, and install again.",
    ),
    (
        r"temporary failure in name resolution|name or service not known|failed to establish a new connection"
        r"|connection refused|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|error sending request|dns error"
        r"|network is unreachable|connection timed out|ProxyError|CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT",
        "The package index cannot be reached.",
        "Check the network, the proxy, and the settings of pip, uv or npm for an index of your own.",
    ),
    (
        r"no matching distribution found|could not find a version|no solution found|not found in the package registry"
        r"|E404|ETARGET|no matching version found",
        "A package that it needs does not exist, or not in that version, or not for this Python.",
        "Correct its requirements.txt or package.json, or ask its author to.",
    ),
    (
        r"requires a different python|requires-python",
        "A package that it needs is for another version of Python.",
        "Correct its requirements.txt, or run the server with that Python.",
    ),
    (
        r"invalid requirement|could not open requirements file|couldn't parse requirement|EJSONPARSE",
        "The list of packages that it needs cannot be read.",
        "Correct its requirements.txt or package.json, or ask its author to.",
    ),
    (
        r"failed building wheel|failed to build|error: command '.*' failed",
        "A package that it needs would have to be built here, and that failed.",
        "Install a compiler, or choose a version that comes built for this machine.",
    ),
)
_PATTERNS: Final = tuple((re.compile(pattern, re.IGNORECASE), reason, remedy) for pattern, reason, remedy in _KNOWN)


def cause(lines: Sequence[str]) -> tuple[str, str] | None:
    """The reason and the remedy, if the lines hold words that are known."""
    for pattern, reason, remedy in _PATTERNS:
        if any(pattern.search(line) for line in lines):
            return reason, remedy
    return None
