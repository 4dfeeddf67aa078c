"""Diagnoses failed installations: recognizes the messages of installers, and names a reason and a remedy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_KNOWN_ERRORS: Final = (
    (
        r"no space left on device|ENOSPC|disk quota exceeded|os error 28",
        "The disk is full.",
        "Free space on the disk of the data folder, and install again.",
    ),
    (
        r"no module named '?venv'?|ensurepip is not|no module named '?ensurepip'?",
        "The Python of the server cannot create environments: it comes without venv.",
        "Install the package with venv (python3-venv on Debian and Ubuntu), or uv, and install again.",
    ),
    (
        r"temporary failure in name resolution|name or service not known|failed to establish a new connection"
        r"|connection refused|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|error sending request|dns error"
        r"|network is unreachable|connection timed out|ProxyError|CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT",
        "The package index cannot be reached.",
        "Check the network, the proxy, and the index settings of pip, uv or npm.",
    ),
    (
        r"no matching distribution found|could not find a version|no solution found|not found in the package registry"
        r"|E404|ETARGET|no matching version found",
        "A required package does not exist, or not in this version, or not for this Python.",
        "Correct the requirements.txt or package.json of the extension, or ask its author to.",
    ),
    (
        r"requires a different python|requires-python",
        "A required package needs another version of Python.",
        "Correct the requirements.txt of the extension, or run the server with that version.",
    ),
    (
        r"invalid requirement|could not open requirements file|couldn't parse requirement|EJSONPARSE",
        "The list of required packages cannot be read.",
        "Correct the requirements.txt or package.json of the extension, or ask its author to.",
    ),
    (
        r"failed building wheel|failed to build|error: command '.*' failed",
        "A required package has to be built on this machine, and the build failed.",
        "Install a compiler, or require a version that is prebuilt for this machine.",
    ),
)
_PATTERNS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), reason, remedy) for pattern, reason, remedy in _KNOWN_ERRORS
)


def diagnose(lines: Sequence[str]) -> tuple[str, str] | None:
    """The reason and the remedy for the first known error in the lines, None when there is none."""
    for pattern, reason, remedy in _PATTERNS:
        if any(pattern.search(line) for line in lines):
            return reason, remedy
    return None
