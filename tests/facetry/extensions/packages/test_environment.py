"""The command line, the environment variables and the private files of an extension."""

import json
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from facetry.errors import FaultError
from facetry.extensions.packages.environment import (
    adopt_former_home,
    clean_environment,
    create_state_folders,
    installer_environment,
    link_cache,
    prefers_pip,
    remove_tree,
    write_parameters,
)
from facetry.extensions.process.macros import command_line

VALUES = {"extensionId": "tagger", "webServicesBaseUrl": "http://127.0.0.1:3001"}


@dataclass(frozen=True)
class Execution:
    executable: str
    arguments: Sequence[str] = ()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    interpreter = tmp_path / "tagger" / ".venv" / "bin" / "python"
    interpreter.parent.mkdir(parents=True)
    interpreter.touch(0o755)
    return tmp_path / "tagger"


def refusal(execution: Execution, runtimes: Sequence[str], folder: Path) -> tuple[str, str | None, str | None]:
    with pytest.raises(FaultError) as error:
        command_line(execution, runtimes, folder, VALUES)
    fault = error.value.fault
    return fault.rule, fault.parameter, fault.value


@pytest.mark.parametrize("name", ["python", "venvPython"])
def test_python_macros_expand_to_the_environment_of_the_extension(folder: Path, name: str) -> None:
    interpreter = str(folder / ".venv" / "bin" / "python")
    assert command_line(Execution("${" + name + "}", ["main.py"]), ["python"], folder, VALUES) == (
        interpreter,
        "main.py",
    )


def test_the_node_macro_expands_to_the_node_of_the_server(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "node").touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert command_line(Execution("${node}", ["a.js"]), ["node"], folder, VALUES) == (f"{tmp_path}/bin/node", "a.js")
    (tmp_path / "bin" / "node").unlink()
    assert refusal(Execution("${node}"), ["node"], folder)[0] == "extension.runtime"


def test_macros_are_expanded_once_at_any_position(folder: Path) -> None:
    arguments = [
        "--id=${extensionId}",
        "${webServicesBaseUrl}/x",
        "${extensionDirectoryPath}",
        "${extensionId}${extensionId}",
    ]
    values = {**VALUES, "extensionId": "${python} $(id) a b"}
    assert command_line(Execution("/bin/x", arguments), [], folder, values)[1:] == (
        "--id=${python} $(id) a b",
        "http://127.0.0.1:3001/x",
        str(folder),
        "${python} $(id) a b" * 2,
    )


@pytest.mark.parametrize(
    "argument",
    [
        "",
        " a  b ",
        "'",
        '"',
        "$HOME",
        "$(id)",
        "`id`",
        "a;b",
        "a\nb",
        "*",
        "~",
        "${",
        "$}",
        "{node}",
        "$ {node}",
        "%s",
        "\\",
    ],
)
def test_all_other_text_stays_unchanged(folder: Path, argument: str) -> None:
    assert command_line(Execution("/bin/x", [argument]), [], folder, VALUES) == ("/bin/x", argument)


def test_the_program_may_lie_in_the_folder(folder: Path) -> None:
    assert command_line(Execution("./bin/tool"), [], folder, VALUES) == (str(folder / "bin/tool"),)
    assert command_line(Execution("${extensionDirectoryPath}/tool"), [], folder, VALUES) == (str(folder / "tool"),)


@pytest.mark.parametrize(
    ("executable", "argument", "runtimes", "rule", "parameter", "value"),
    [
        ("${python}", "a", (), "extension.macro", "executable", "${python}"),
        ("${node}", "a", ("python",), "extension.macro", "executable", "${node}"),
        ("${shell}", "a", ("node",), "extension.macro", "executable", "${shell}"),
        ("/bin/x", "--key=${apiKey}", (), "extension.macro", "arguments[0]", "${apiKey}"),
        ("/bin/x", "${imageId}", (), "extension.macro", "arguments[0]", "${imageId}"),
        ("/bin/x", "${HOME}", (), "extension.macro", "arguments[0]", "${HOME}"),
        ("/bin/x", "${Python}", ("python",), "extension.macro", "arguments[0]", "${Python}"),
        ("/bin/x", "${}", (), "extension.macro", "arguments[0]", "${}"),
        ("/bin/x", "a\0b", (), "extension.argument", "arguments[0]", "a\0b"),
        ("python", "a", ("python",), "extension.executable", "executable", "python"),
        ("bash", "-c", (), "extension.executable", "executable", "bash"),
        ("", "a", (), "extension.executable", "executable", ""),
    ],
)
def test_invalid_command_lines_are_refused(
    folder: Path, executable: str, argument: str, runtimes: tuple[str, ...], rule: str, parameter: str, value: str
) -> None:
    assert refusal(Execution(executable, [argument]), runtimes, folder) == (rule, parameter, value)


def test_a_missing_environment_is_refused(folder: Path) -> None:
    (folder / ".venv" / "bin" / "python").unlink()
    assert refusal(Execution("${python}"), ["python"], folder)[0] == "extension.environment"


def test_only_listed_variables_are_passed_on(folder: Path) -> None:
    server_environment = {
        **dict.fromkeys(
            ("FACETRY_API_SECRET", "AWS_SECRET_ACCESS_KEY", "PYTHONPATH", "LD_PRELOAD", "NODE_OPTIONS"), "x"
        ),
        **dict.fromkeys(("PIP_INDEX_URL", "VIRTUAL_ENV", "PYTHONHOME", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK"), "x"),
        "HOME": "/root",
        "PATH": "/opt/bin:/bin",
        "LANG": "de_DE.UTF-8",
        "TZ": "Europe/Berlin",
        "TMPDIR": "/somewhere",
    }
    assert clean_environment(folder, server_environment) == {
        "PATH": "/opt/bin:/bin",
        "LANG": "de_DE.UTF-8",
        "TZ": "Europe/Berlin",
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
    }
    assert clean_environment(folder, {})["PATH"] == "/usr/local/bin:/usr/bin:/bin"


def test_proxies_are_passed_on_and_the_server_is_reached_directly(folder: Path) -> None:
    server_environment = {"https_proxy": "http://proxy:3128", "NO_PROXY": "intranet,localhost"}
    environment = clean_environment(folder, server_environment)
    assert environment["https_proxy"] == "http://proxy:3128"
    assert environment["NO_PROXY"] == environment["no_proxy"] == "intranet,localhost,127.0.0.1,::1"
    assert "NO_PROXY" not in clean_environment(folder, {"NO_PROXY": "intranet"})


def test_installers_find_the_settings_of_the_operator(folder: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / ".config" / "pip").mkdir(parents=True)
    (home / ".npmrc").touch()
    installer_settings = {"PIP_INDEX_URL": "http://pip", "UV_INDEX": "http://uv", "npm_config_registry": "http://npm"}
    server_environment = {
        "HOME": str(home),
        "FACETRY_API_SECRET": "x",
        "npm_config_cache": "/mine",
        **installer_settings,
    }
    environment = installer_environment(folder, server_environment)
    assert environment["HOME"] == str(folder / "home")
    assert {name: environment[name] for name in installer_settings} == installer_settings
    assert environment["XDG_CONFIG_HOME"] == str(home / ".config")
    assert environment["NPM_CONFIG_USERCONFIG"] == str(home / ".npmrc")
    assert environment["PIP_CACHE_DIR"] == str(folder / "cache" / "pip")
    assert environment["NPM_CONFIG_CACHE"] == str(folder / "cache" / "npm")
    assert not {"FACETRY_API_SECRET", "npm_config_cache", "PIP_CONFIG_FILE", "NETRC"} & set(environment)
    (home / ".pip").mkdir()
    (home / ".pip" / "pip.conf").touch()
    assert installer_environment(folder, server_environment)["PIP_CONFIG_FILE"] == str(home / ".pip" / "pip.conf")
    (home / ".config" / "pip" / "pip.conf").touch()
    assert "PIP_CONFIG_FILE" not in installer_environment(folder, server_environment)


def test_pip_is_preferred_where_it_alone_knows_the_index(tmp_path: Path) -> None:
    system = tmp_path / "etc"
    assert not prefers_pip({}, system)
    assert prefers_pip({"PIP_INDEX_URL": "http://pip"}, system)
    assert not prefers_pip({"PIP_INDEX_URL": "http://pip", "UV_INDEX": "http://uv"}, system)
    for name in ("pip/pip.conf", "uv/uv.toml"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
        assert prefers_pip({"XDG_CONFIG_HOME": str(tmp_path)}, system) == (name == "pip/pip.conf")
    system.mkdir()
    (system / "pip.conf").touch()
    assert prefers_pip({}, system)


def test_parameters_are_private_and_rewritten_only_when_changed(folder: Path) -> None:
    path = folder / "parameters.json"
    assert write_parameters(folder, "tagger", "http://127.0.0.1:3001", "key-1")
    assert json.loads(path.read_text()) == {
        "extensionId": "tagger",
        "webServicesBaseUrl": "http://127.0.0.1:3001",
        "apiKey": "key-1",
    }
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.stat()
    assert not write_parameters(folder, "tagger", "http://127.0.0.1:3001", "key-1")
    assert path.stat() == before
    assert write_parameters(folder, "tagger", "http://127.0.0.1:3001", "key-2")
    path.chmod(0o644)
    assert write_parameters(folder, "tagger", "http://127.0.0.1:3001", "key-2")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sorted(file.name for file in folder.iterdir()) == [".venv", "parameters.json"]


def test_parameters_replace_a_link_or_a_folder(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    path = folder / "parameters.json"
    for obstacle in (path, folder / "parameters.json.new"):
        obstacle.symlink_to(elsewhere)
        assert write_parameters(folder, "tagger", "http://host", "key")
        assert not path.is_symlink()
        path.unlink()
    path.mkdir()
    (path / "something").touch()
    assert write_parameters(folder, "tagger", "http://host", "key")
    assert elsewhere.read_text() == "mine"


def test_a_hostile_tree_is_removed(tmp_path: Path) -> None:
    """It is deeper than any recursion, without rights, and has links that lead out."""
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o711)
    (outside / "file").touch()
    tree = tmp_path / "tree"
    tree.mkdir()
    descriptor = os.open(tree, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("nested", dir_fd=descriptor)
        os.symlink(outside, "link", dir_fd=descriptor)
        child = os.open("nested", os.O_RDONLY, dir_fd=descriptor)
        os.fchmod(descriptor, 0)
        os.close(descriptor)
        descriptor = child
    os.close(descriptor)
    remove_tree(tree)
    assert not tree.exists()
    assert (outside / "file").exists()
    assert stat.S_IMODE(outside.stat().st_mode) == 0o711
    remove_tree(tree)


def test_folders_of_state_are_private_and_the_cache_is_linked(folder: Path, tmp_path: Path) -> None:
    state = tmp_path / "state" / "tagger"
    for _ in range(2):
        create_state_folders(state)
        link_cache(folder, state)
        for name in ("home", "cache", "tmp"):
            assert stat.S_IMODE((state / name).stat().st_mode) == 0o700
            (state / name / "file").touch()
        assert (folder / ".cache").readlink() == state / "cache"
    create_state_folders(state)
    assert sorted(path.relative_to(state).as_posix() for path in state.rglob("*") if path.is_file()) == [
        "cache/file",
        "home/file",
    ]  # temporary files end with the run
    link_cache(folder, tmp_path / "other")
    assert (folder / ".cache").readlink() == tmp_path / "other" / "cache"
    (folder / ".cache").unlink()
    (folder / ".cache").mkdir()
    link_cache(folder, state)
    assert not (folder / ".cache").is_symlink()


def test_the_home_of_an_older_service_becomes_state(folder: Path, tmp_path: Path) -> None:
    state = tmp_path / "state" / "tagger"
    (folder / ".home").mkdir()
    (folder / ".home" / "model").write_text("weights")
    adopt_former_home(folder, state)
    adopt_former_home(folder, state)
    assert (state / "home" / "model").read_text() == "weights"
    assert not (folder / ".home").exists()
