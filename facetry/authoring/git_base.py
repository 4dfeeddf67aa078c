"""Compares manifests with those of a git ref: whoever changes an extension raises its version."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePath
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
_RENAMES: Final = 5_000
"""As many new files git compares with those that are gone. Of more, it finds those that were moved without a change."""


class BaseError(Exception):
    """The manifests cannot be compared. The message says why."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a manifest and its folder are, compared with a git ref: `unchanged`, `changed` or `new`."""

    state: str
    is_moved: bool = False
    """Whether they were somewhere else."""
    findings: tuple[Finding, ...] = ()


def compare(manifest: Path, text: bytes, ref: str) -> Comparison:
    """Compare a manifest with that of a git ref, also if it was in another folder or had another name there. It is new
    when the ref has no such manifest. Raises `BaseError`.
    """
    from facetry.validate.manifest.versions import findings_against_base

    folder = manifest.parent.resolve()
    commit, value = commit_of(folder, ref), _parsed(text)
    former = _git(folder, "cat-file", "blob", f"{commit}:./{manifest.name}")
    is_moved = False
    if former is not None and _may_be_same(_id(_parsed(former)), _id(value)):
        has_changed = _has_changed(folder, commit)
    else:
        place = _former_place(folder / manifest.name, _id(value), commit)
        if place is None:
            return Comparison("new")
        former, is_moved = _blob(folder, commit, place), True
        has_changed = _has_changed_while_moved(folder / manifest.name, place, commit)
    found = findings_against_base(value, _parsed(former or b""), have_files_changed=has_changed)
    return Comparison("changed" if has_changed else "unchanged", is_moved, tuple(found))


def _may_be_same(identifier: Any, other: Any) -> bool:
    """Whether two manifests may be of the same extension. One without a readable id has a finding already."""
    return identifier == other or not (isinstance(identifier, str) and isinstance(other, str))


def _id(manifest: Any) -> Any:
    return manifest.get("id") if isinstance(manifest, dict) else None


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
    differing = _required(folder, commit, "diff", "--name-only", *_NO_PROGRAMS, commit, "--", ".")
    untracked = _required(folder, commit, "ls-files", "--others", "--exclude-standard", "--", ".")
    return bool(differing or untracked)


def _former_place(manifest: Path, identifier: Any, commit: str) -> str | None:
    """Where a manifest was in a commit, from the root of the work tree: the file that git takes it for, or else one of
    the same name that is gone. It has to be of the same extension: any manifest resembles others.
    """
    if not isinstance(identifier, str):
        return None
    root, (renamed, gone) = _root(manifest.parent), _moves(manifest.parent, commit)
    name = os.path.relpath(manifest, root)
    candidates = [renamed[name]] if name in renamed else []
    candidates += [place for place in gone if PurePath(place).name == manifest.name]
    for place in candidates:
        former = _blob(manifest.parent, commit, place)
        if former is not None and _id(_parsed(former)) == identifier:
            return place
    return None


@cache
def _moves(folder: Path, commit: str) -> tuple[dict[str, str], list[str]]:
    """The former name of each renamed file, and the files that are gone, from the root of the work tree."""
    options = ("--name-status", "-z", "--no-relative", "--diff-filter=DR", f"-l{_RENAMES}", *_NO_PROGRAMS)
    listed = iter(_split(_required(folder, commit, "diff", "--find-renames", *options, commit, "--")))
    named: dict[str, str] = {}
    gone: list[str] = []
    for status in listed:
        former = next(listed)
        gone.append(former)
        if status.startswith("R"):
            named[next(listed)] = former
    return named, gone


@cache
def _root(folder: Path) -> Path:
    found = _git(folder, "rev-parse", "--show-toplevel")
    return Path(os.fsdecode((found or b"").removesuffix(b"\n"))).resolve()


def _blob(folder: Path, commit: str, place: str) -> bytes | None:
    return _git(folder, "cat-file", "blob", f"{commit}:{place}")


def _has_changed_while_moved(manifest: Path, place: str, commit: str) -> bool:
    """Whether the folder of a manifest differs from its former one, but for the name of the manifest."""
    folder, former_folder = manifest.parent, PurePath(place).parent
    if _required(folder, commit, "diff", "--name-only", *_NO_PROGRAMS, "--", "."):
        return True  # changes that are not staged
    tree = f"{commit}:{'' if former_folder == PurePath() else former_folder.as_posix()}"
    former = dict(
        _entry(each) for each in _split(_required(folder, commit, "ls-tree", "-r", "-z", "--full-tree", tree))
    )
    present = dict(_entry(each) for each in _split(_required(folder, commit, "ls-files", "--stage", "-z", "--", ".")))
    untracked = ("ls-files", "--others", "--exclude-standard", "-z", "--", ".")
    for name in _split(_required(folder, commit, *untracked)):
        present[name] = os.fsdecode(_required(folder, commit, "hash-object", "--no-filters", "--", name).strip())
    former[manifest.name] = former.pop(PurePath(place).name, "")
    return present != former


def _entry(line: str) -> tuple[str, str]:
    """The name and the object of a line such as `100644 blob <id>\t<name>` or `100644 <id> 0\t<name>`."""
    traits, _, name = line.partition("\t")
    return name, max(traits.split(" "), key=len)


def _split(output: bytes) -> list[str]:
    return [os.fsdecode(each) for each in output.split(b"\0") if each]


def _required(folder: Path, commit: str, *arguments: str) -> bytes:
    found = _git(folder, *arguments)
    if found is None:
        raise BaseError(f"--base: git cannot compare {folder} with {commit}")
    return found


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
