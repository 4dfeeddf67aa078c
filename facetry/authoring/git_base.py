"""Compares manifests with those of a git ref: whoever changes an extension raises its version."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson

from facetry.validate.finding import Finding

_SECONDS: Final = 60
_ENVIRONMENT: Final = {
    "GIT_NO_LAZY_FETCH": "1",  # nothing is fetched
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_SAFE: Final = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false")
_NO_PROGRAMS: Final = ("--no-ext-diff", "--no-textconv")


class BaseError(Exception):
    """The manifests cannot be compared. The message says why."""


def base_findings(manifest: Path, text: bytes, ref: str) -> list[Finding]:
    """The findings on a manifest compared with that of a git ref. There is none when the ref has no such manifest, or
    when nothing in its folder has changed since. Raises `BaseError`.
    """
    from facetry.validate.manifest.versions import findings_against_base

    folder = manifest.parent.resolve()
    commit = commit_of(folder, ref)
    former = _git(folder, "cat-file", "blob", f"{commit}:./{manifest.name}")
    if former is None:
        return []
    return findings_against_base(_parsed(text), _parsed(former), have_files_changed=_has_changed(folder, commit))


def _parsed(text: bytes) -> Any:
    """The JSON value of a text; None for a text that is not JSON, which has a finding already."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


@cache
def commit_of(folder: Path, ref: str) -> str:
    """The id of the commit of a ref in the repository of a folder. An id cannot be mistaken for an option. Raises
    `BaseError`.
    """
    if _git(folder, "rev-parse", "--is-inside-work-tree") is None:
        raise BaseError(f"--base needs a git repository, and {folder} is in none")
    if not ref or ref.startswith("-") or "\0" in ref:
        raise BaseError(f"--base: {ref!r} is no git ref")
    found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    if found is None:
        remedy = "A shallow clone may lack it: fetch it first."
        raise BaseError(f"--base: the repository of {folder} has no commit {ref!r}. {remedy}")
    return found.decode().strip()


@cache
def _has_changed(folder: Path, commit: str) -> bool:
    """Whether a file in a folder differs from a commit, is new, or is gone."""
    differing = _git(folder, "diff", "--name-only", *_NO_PROGRAMS, commit, "--", ".")
    untracked = _git(folder, "ls-files", "--others", "--exclude-standard", "--", ".")
    if differing is None or untracked is None:
        raise BaseError(f"--base: git cannot compare {folder} with {commit}")
    return bool(differing or untracked)


def _git(folder: Path, *arguments: str) -> bytes | None:
    """The output of git in a folder; None when git refuses. Raises `BaseError` when git cannot run."""
    command = ["git", *_SAFE, "-C", str(folder), *arguments]
    try:
        done = subprocess.run(  # noqa: S603 -- the arguments are a list, and none of them can be an option
            command,
            capture_output=True,
            check=False,
            env={**os.environ, **_ENVIRONMENT},
            stdin=subprocess.DEVNULL,
            timeout=_SECONDS,
        )
    except FileNotFoundError:
        raise BaseError("--base needs the program git, which is not installed") from None
    except subprocess.TimeoutExpired:
        raise BaseError(f"--base: git gave no answer in {_SECONDS} seconds") from None
    return done.stdout if done.returncode == 0 else None
