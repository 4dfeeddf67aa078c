"""Which files of an archive an installation reads."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from facetry.extensions.packages.installation_inputs import copy, digest_of, node_inputs, python_inputs

EVERYTHING = ("a.whl", "lib/setup.py", "main.py", "more/b.whl", "more/list.txt")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with the files of an archive, and with what the service and a hostile program add."""
    folder = tmp_path / "version"
    for path in (*EVERYTHING, "parameters.json", ".venv/bin/python", ".cache/model"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(path)
    (folder / "more" / "list.txt").write_text("./b.whl\n")
    (folder / "link").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe")
    return folder


@pytest.mark.parametrize(
    ("requirements", "inputs"),
    [
        ("numpy>=2  # fast\npillow[webp] ; python_version > '3.11'\n", ()),
        ("torch @ https://example.org/torch.whl\ngit+https://example.org/x.git\n", ()),
        ("--index-url https://example.org/simple\n--pre\nnumpy\n", ()),
        ("numpy==2 \\\n  --hash=sha256:00\n", ()),
        ("a.whl\n", ("a.whl",)),
        ("./a.whl ; python_version > '3'\n", ("a.whl",)),
        ("-r more/list.txt\n", ("more/b.whl", "more/list.txt")),
        ("-c more/list.txt\n--requirement=more/list.txt\n", ("more/b.whl", "more/list.txt")),
        ("./lib\n", EVERYTHING),
        ("-e .\n", EVERYTHING),
        ("lib @ file:///somewhere\n", EVERYTHING),
        ("--find-links more\nnumpy\n", EVERYTHING),
        ("-r missing.txt\n", EVERYTHING),
        ("-r ../outside.txt\n", EVERYTHING),
        ("/etc/a.whl\n", EVERYTHING),
    ],
)
def test_inputs_of_python_environments(root: Path, requirements: str, inputs: Sequence[str]) -> None:
    (root / "requirements.txt").write_text(requirements)
    assert python_inputs(root) == tuple(sorted((*inputs, "requirements.txt")))


@pytest.mark.parametrize(
    ("package", "inputs"),
    [
        ('{"dependencies": {"ms": "^2"}}', ()),
        ('{"dependencies": {"ms": "https://example.org/ms.tgz", "b": "npm:ms@2", "c": "user/repository"}}', ()),
        ('{"dependencies": {"a": "file:a.whl"}}', ("a.whl",)),
        ('{"optionalDependencies": {"a": "./a.whl"}}', ("a.whl",)),
        ('{"devDependencies": {"a": "file:lib"}}', EVERYTHING),
        ('{"dependencies": {"a": "link:lib"}}', EVERYTHING),
        ('{"workspaces": ["lib"]}', EVERYTHING),
        ("{", EVERYTHING),
    ],
)
def test_inputs_of_node_packages(root: Path, package: str, inputs: Sequence[str]) -> None:
    (root / "package.json").write_text(package)
    assert node_inputs(root) == tuple(sorted((*inputs, "package.json")))


def test_packages_in_the_archive_are_inputs(root: Path) -> None:
    (root / "package.json").write_text('{"dependencies": {"ms": "^2"}}')
    (root / "node_modules" / "ms").mkdir(parents=True)
    (root / "node_modules" / "ms" / "index.js").touch()
    assert "node_modules/ms/index.js" in node_inputs(root)


def test_copies_keep_content_and_executability(root: Path, tmp_path: Path) -> None:
    (root / "lib" / "setup.py").chmod(0o755)
    copy(root, EVERYTHING, tmp_path / "copied")
    copied = {path: tmp_path / "copied" / path for path in EVERYTHING}
    assert {path: file.read_text() for path, file in copied.items()} == {
        path: (root / path).read_text() for path in EVERYTHING
    }
    assert os.access(copied["lib/setup.py"], os.X_OK)
    assert not os.access(copied["a.whl"], os.X_OK) or copied["a.whl"].stat().st_mode & 0o111 == 0
    assert digest_of(root, EVERYTHING, "3.11") == digest_of(tmp_path / "copied", EVERYTHING, "3.11")


@pytest.mark.parametrize("change", [{"a.whl": "changed"}, {"main.py": ""}, {}])
def test_digests_differ_when_content_names_or_interpreters_do(root: Path, change: Mapping[str, str]) -> None:
    before = digest_of(root, EVERYTHING, "3.11")
    for path, text in change.items():
        (root / path).write_text(text)
    assert digest_of(root, EVERYTHING if change else EVERYTHING[1:], "3.11") != before
    assert digest_of(root, EVERYTHING, "3.12") != before
