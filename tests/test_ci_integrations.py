"""The pre-commit hook and the GitHub action: their commands run as those tools run them."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

HOME: Final = Path(__file__).parent.parent
ACTION: Final[dict[str, Any]] = yaml.safe_load((HOME / "action.yml").read_text())
HOOKS: Final[list[dict[str, Any]]] = yaml.safe_load((HOME / ".pre-commit-hooks.yaml").read_text())
CARD: Final = {"schemaVersion": "1.0", "title": "Sky", "elements": [{"type": "string", "value": "blue"}]}


@pytest.fixture
def facetry(tmp_path: Path) -> Path:
    """The command, as if it were installed."""
    command = tmp_path / "facetry-validate" / "bin" / "facetry"
    command.parent.mkdir(parents=True)
    program = f"PYTHONPATH={shlex.quote(str(HOME))} exec {shlex.quote(sys.executable)} -m facetry"
    command.write_text(f'#!/bin/sh\n{program} "$@"\n')
    command.chmod(0o755)
    return command


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A checkout with a valid card, a wrong one, and a file of another tool."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "card.json").write_text(json.dumps(CARD))
    (folder / "wrong card.json").write_text(json.dumps(CARD | {"title": 1}))
    (folder / "package.json").write_text('{"name": "x"}')
    return folder


def environment(facetry: Path, **variables: str) -> dict[str, str]:
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "RUNNER_"))},
        "PATH": f"{facetry.parent}{os.pathsep}{os.environ['PATH']}",
        "RUNNER_TEMP": str(facetry.parents[2]),
        **variables,
    }


def run_hook(facetry: Path, work: Path, *files: str) -> subprocess.CompletedProcess[str]:
    (hook,) = HOOKS
    command = [*shlex.split(hook["entry"]), *hook.get("args", []), *files]
    return subprocess.run(
        command, cwd=work, env=environment(facetry), capture_output=True, text=True, check=False, timeout=60
    )


def test_the_hook_passes_clean_files_and_those_of_other_tools(facetry: Path, work: Path) -> None:
    done = run_hook(facetry, work, "card.json", "package.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert run_hook(facetry, work, "package.json").returncode == 0


def test_the_hook_refuses_wrong_files(facetry: Path, work: Path) -> None:
    done = run_hook(facetry, work, "card.json", "wrong card.json", "package.json")
    assert done.returncode == 1
    assert done.stdout.startswith("wrong card.json:1:")
    assert len(done.stdout.splitlines()) == 1


def test_the_hook_has_what_pre_commit_needs() -> None:
    (hook,) = HOOKS
    assert {"id", "name", "entry", "language"} <= hook.keys()
    assert (hook["id"], hook["language"], hook["types"]) == ("facetry-validate", "python", ["json"])
    assert hook["pass_filenames"]


def run_action(facetry: Path, work: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Runs the shell step with inputs, as a runner does."""
    (step,) = [step for step in ACTION["runs"]["steps"] if step.get("name") == "Validate"]
    values = {name: definition["default"] for name, definition in ACTION["inputs"].items()}
    values |= {name.replace("_", "-"): value for name, value in inputs.items()}
    variables = {
        name: values[expression.removeprefix("${{ inputs.").removesuffix(" }}")]
        for name, expression in step["env"].items()
    }
    script = work.parent / "step.sh"
    script.write_text(step["run"])
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
        cwd=work,
        env=environment(facetry, GITHUB_ACTIONS="true", **variables),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_action_annotates_and_fails(facetry: Path, work: Path) -> None:
    done = run_action(facetry, work)
    assert done.returncode == 1, done
    annotations = [line for line in done.stdout.splitlines() if line.startswith("::")]
    assert len(annotations) == 1
    assert annotations[0].startswith("::error file=wrong card.json,title=")
    assert "2 files, 1 error, 0 warnings" in done.stdout
    assert run_action(facetry, work, paths="card.json\n").returncode == 0


def test_the_action_writes_sarif_and_still_annotates(facetry: Path, work: Path) -> None:
    done = run_action(facetry, work, sarif_file="found/report.sarif")
    assert done.returncode == 2  # the folder is missing
    done = run_action(facetry, work, sarif_file="report.sarif")
    assert done.returncode == 1
    assert "\n::error file=wrong card.json," in done.stdout
    (result,) = json.loads((work / "report.sarif").read_text())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "wrong%20card.json"


def test_the_action_passes_its_inputs(facetry: Path, work: Path) -> None:
    done = run_action(facetry, work, format="json")
    assert json.loads(done.stdout)["summary"]["errors"] == 1
    assert run_action(facetry, work, paths="card.json\nwrong card.json", strict="true").returncode == 1
    (work / "sky").mkdir()
    (work / "sky" / "manifest.json").write_text('{"instructions": [], "runtimes": []}')
    assert "--base needs a git repository" in run_action(facetry, work, base="--help").stderr


@pytest.mark.parametrize("path", ["$(touch pwned)", "`touch pwned`", "a'; touch pwned; '", "--fix", "-- --fix"])
def test_no_input_of_the_action_is_run_or_taken_for_a_flag(facetry: Path, work: Path, path: str) -> None:
    text = (work / "wrong card.json").read_text()
    done = run_action(facetry, work, paths=path)
    assert done.returncode == 3, done
    assert not (work / "pwned").exists()
    assert (work / "wrong card.json").read_text() == text


def test_the_action_has_what_github_needs() -> None:
    assert {"name", "description", "inputs", "runs"} <= ACTION.keys()
    assert ACTION["runs"]["using"] == "composite"
    assert {"paths", "strict", "format", "sarif-file"} <= ACTION["inputs"].keys()
    assert all("${{" not in step.get("run", "") for step in ACTION["runs"]["steps"])
    assert all(step.get("shell") == "bash" for step in ACTION["runs"]["steps"] if "run" in step)
    assert all(isinstance(definition["default"], str) for definition in ACTION["inputs"].values())
