"""Independent tools accept the bundled description with no error."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import schemathesis
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.contract.description import DESCRIPTION, document, operations

# A linter that shares nothing with our own tools. It comes from the package registry, as JavaScript, without scripts.
LINTER: Final = "@redocly/cli"
LINTER_VERSION: Final = "2.77.0"
RULES: Final = "recommended-strict"


def test_openapi_spec_validator_accepts_it() -> None:
    errors = list(OpenAPIV31SpecValidator(dict(document())).iter_errors())
    assert errors == []


def test_schemathesis_loads_it() -> None:
    """Every operation is understood, and none of the loader's own doubts remain."""
    schema = schemathesis.openapi.from_path(str(DESCRIPTION))
    assert len(list(schema.get_all_operations())) == len(operations())
    for operation in operations():
        assert schema[operation.path][operation.method].label == operation.label


@pytest.mark.contract
def test_linter_accepts_it(tmp_path: Path) -> None:
    """The linter's strictest ruleset, in which every warning is an error, has nothing to say."""
    report = lint(installed(tmp_path), DESCRIPTION)
    assert report["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, json.dumps(report["problems"])[:4_000]


@pytest.mark.contract
def test_linter_is_awake(tmp_path: Path) -> None:
    """It refuses the description when one thing is wrong with it."""
    broken: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    del broken["info"]["title"]
    target = tmp_path / "openapi.json"
    target.write_text(json.dumps(broken), encoding="utf-8")
    assert lint(installed(tmp_path), target)["totals"]["errors"] > 0


def installed(folder: Path) -> Path:
    """The linter's executable, installed into `folder`; it is never skipped where CI runs."""
    npm = shutil.which("npm")
    if npm is None:
        assert not os.environ.get("CI"), "npm is needed to install the linter"
        pytest.skip("npm is needed to install the linter")
    command = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--no-save", "--ignore-scripts"]
    subprocess.run([*command, f"{LINTER}@{LINTER_VERSION}"], check=True, capture_output=True, timeout=300)
    return folder / "node_modules" / ".bin" / "redocly"


def lint(linter: Path, description: Path) -> dict[str, Any]:
    """The linter's report, as JSON. It asks nobody on the network."""
    quiet = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    command = [str(linter), "lint", str(description), f"--extends={RULES}", "--format=json", "--max-problems=1000"]
    done = subprocess.run(
        command, env=quiet, cwd=linter.parent, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.stdout.strip(), f"the linter said nothing: {done.stderr[:2_000]}"
    report: dict[str, Any] = json.loads(done.stdout)
    return report
