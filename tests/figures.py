"""Figures of the house, of this checkout and of an older commit beside it: `python -m tests.figures [COMMIT]`.

They say how much there is to read, and in how many places one thing stands.
"""

from __future__ import annotations

import argparse
import fnmatch
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.test_kit_names import private_names
from tests.test_web_architecture import arrows_up

ROOT: Final = Path(__file__).parents[1]
ROOMS: Final = ("facetry", "handlers", "codegen", "bench", "sdk", "web", "deploy", "examples")
"""Where code is that people read. Tests, documentation and `specs/` do not count."""
CODE: Final = frozenset({".py", ".ts", ".js", ".mjs", ".css", ".html", ".sh", ".json", ".yml", ".yaml", ".toml"})
_TESTS: Final = re.compile(r"/(?:tests?|npm|licences)/|package-lock\.json$")
_GENERATED: Final = re.compile(r"\A.{0,3}Generated from specs/")
_CRITERION: Final = re.compile(r"not.?evaluated.?by(?![a-z])", re.IGNORECASE)
"""A criterion whose name has no other meaning."""
_HOLDS_CRITERIA: Final = ("specs/schemas", "facetry", "tests/search_model", "tests/hostile", "web")
_ASSEMBLY: Final = re.compile(r"(?<!def )\bhttp_application\(|\bassemble\(settings")
_STAND_IN: Final = re.compile(r"\bin_coordinator\((?!part)|\bcast\(\"\w+\", _InCoordinator\(\)\)")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.figures", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("commit", nargs="?", help="an older commit, to be shown before this checkout")
    commit = parser.parse_args().commit
    columns = [figures(ROOT)]
    if commit:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "worktree", "add", "--detach", "--quiet", folder, commit], cwd=ROOT, check=True)
            try:
                columns.insert(0, figures(Path(folder)))
            finally:
                subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=ROOT, check=True)
    for name in columns[0]:
        print(f"{name:45}", *(f"{column[name]:9,}" for column in columns))


def figures(root: Path) -> Mapping[str, int]:
    """All figures of a checkout, by their names."""
    lines = {f"lines of {room}/": _lines(root, room) for room in ROOMS}
    return {
        "assemblies of a service": _count(root, "facetry", _ASSEMBLY),
        "stand-ins that raise for any name": _count(root, "facetry", _STAND_IN),
        "modules at the root of facetry/": len([each for each in _files(root, "facetry") if len(each.parts) == 2]) - 1,
        "files that name the criterion notEvaluatedBy": sum(
            1 for each in _files(root, *_HOLDS_CRITERIA) if _CRITERION.search(_text(root / each))
        ),
        "imports in web/ that lead up": sum(1 for _ in arrows_up(root / "web")),
        "words of the old language in the kits": sum(
            len(private_names(root / each)) for each in _files(root, "sdk") if each.suffix in (".py", ".ts")
        ),
        **lines,
        "lines written by hand": sum(lines.values()),
    }


def _files(root: Path, *folders: str) -> Iterator[Path]:
    """The hand-written files of folders that git knows, without tests of packages, relative to the root."""
    listed = subprocess.run(["git", "ls-files", "-z", *folders], cwd=root, capture_output=True, text=True, check=True)
    attributes = [line.split() for line in (root / ".gitattributes").read_text(encoding="utf-8").splitlines()]
    generated = [pattern for pattern, *others in filter(None, attributes) if "linguist-generated" in others]
    for name in filter(None, listed.stdout.split("\0")):
        is_test = not name.startswith("tests/") and _TESTS.search(name) is not None
        if Path(name).suffix not in CODE or is_test or any(fnmatch.fnmatch(name, each) for each in generated):
            continue
        if _GENERATED.search(_text(root / name)) is None:
            yield Path(name)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def _count(root: Path, folder: str, pattern: re.Pattern[str]) -> int:
    return sum(len(pattern.findall(_text(root / each))) for each in _files(root, folder))


def _lines(root: Path, folder: str) -> int:
    return sum(_text(root / each).count("\n") for each in _files(root, folder))


if __name__ == "__main__":
    main()
