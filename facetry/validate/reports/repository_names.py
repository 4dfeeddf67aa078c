"""Names of files from the root of their repository, as services that show findings at lines expect them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from facetry.validate.reports.results import Problem, Results, ValidatedFile

_ROOT_VARIABLES: Final = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
"""Where GitHub and GitLab have the checkout of a job."""
_GIT: Final = ".git"
_GIT_LINK: Final = b"gitdir:"


def from_root(results: Results, kept: str) -> Results:
    """The results with names from the root of the repository, but for `kept`, the name of standard input."""

    def name_of(name: str) -> str:
        return name if name == kept else repository_name(name)

    def problems_of(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        return tuple(replace(problem, name=name_of(problem.name)) for problem in problems)

    def file_of(file: ValidatedFile) -> ValidatedFile:
        findings = tuple(replace(located, file=name_of(located.file)) for located in file.findings)
        return replace(file, name=name_of(file.name), findings=findings)

    return replace(
        results,
        files=tuple(map(file_of, results.files)),
        unreadable=problems_of(results.unreadable),
        unrecognised=problems_of(results.unrecognised),
    )


def repository_name(name: str) -> str:
    """The name of a file from the root of the checkout that a service for CI names, else of the git work tree that
    holds the file, else from the current folder. A file outside keeps its name.
    """
    try:
        for place in _places(name):
            root = _root(os.path.dirname(place))  # noqa: PTH120 -- a name may end in a slash, or be no path at all
            for known in dict.fromkeys((root, os.path.realpath(root))):
                prefix = known.rstrip(os.sep) + os.sep
                if place.startswith(prefix) and place != prefix:
                    return place.removeprefix(prefix).replace(os.sep, "/")
    except (OSError, ValueError):  # no name of a file, or the current folder is gone
        pass
    return name


def _places(name: str) -> Iterator[str]:
    """The absolute path of a file as it is named, and that in its real folder. A link is itself, not its target."""
    if not name:
        return
    if ".." not in Path(name).parts:  # a folder above depends on links
        yield os.path.abspath(name)  # noqa: PTH100 -- without following links
    folder, last = os.path.split(name.rstrip(os.sep))
    yield os.path.realpath(name) if last in {"", ".", ".."} else str(Path(os.path.realpath(folder), last))


def _root(folder: str) -> str:
    for variable in _ROOT_VARIABLES:
        given = Path(os.environ.get(variable, ""))
        if given.is_absolute() and given.is_dir():
            return os.path.normpath(given)
    return _work_tree(folder) or str(Path.cwd())


@lru_cache(1_000)
def _work_tree(folder: str) -> str:
    """The root of the git work tree that holds a folder; empty if none does. It is found without git, which need not be
    installed.
    """
    return next((str(each) for each in (Path(folder), *Path(folder).parents) if _is_work_tree(each / _GIT)), "")


def _is_work_tree(git: Path) -> bool:
    """Whether this is the folder of a repository, or the file that leads a worktree or a submodule to its own."""
    try:
        if git.is_file():
            with git.open("rb") as file:
                return file.read(len(_GIT_LINK)) == _GIT_LINK
        return (git / "HEAD").is_symlink() or (git / "HEAD").is_file()
    except OSError:
        return False
