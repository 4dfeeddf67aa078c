"""Independent tools accept the bundled descriptions with no error."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import schemathesis
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.contract.description import DESCRIPTION, EVENTS, document, operations

# A linter that shares nothing with our own tools. It comes from the package registry, as JavaScript, without scripts.
LINTER: Final = "@redocly/cli"
LINTER_VERSION: Final = "2.77.0"
RULES: Final = "recommended-strict"
# The reference parser of AsyncAPI, from the same place.
PARSER: Final = "@asyncapi/parser"
PARSER_VERSION: Final = "3.6.3"
PARSE: Final = """
const { Parser } = require("@asyncapi/parser");
const text = require("fs").readFileSync(process.argv[2], "utf8");
new Parser().parse(text).then(({ document, diagnostics }) => {
  const messages = document === undefined ? 0 : document.allMessages().length;
  console.log(JSON.stringify({ messages, errors: diagnostics.filter((each) => each.severity === 0) }));
});
"""


def test_openapi_spec_validator_accepts_it() -> None:
    errors = list(OpenAPIV31SpecValidator(dict(document())).iter_errors())
    assert errors == []


def test_schemathesis_loads_it() -> None:
    """schemathesis loads every operation without a warning."""
    schema = schemathesis.openapi.from_path(str(DESCRIPTION))
    assert len(list(schema.get_all_operations())) == len(operations())
    for operation in operations():
        assert schema[operation.path][operation.method].label == operation.label


@pytest.mark.contract
def test_linter_accepts_it(tmp_path: Path) -> None:
    """The linter's strictest ruleset, in which every warning is an error, reports nothing."""
    report = lint(installed(tmp_path, LINTER, LINTER_VERSION), DESCRIPTION)
    assert report["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, json.dumps(report["problems"])[:4_000]


@pytest.mark.contract
def test_linter_refuses_a_fault(tmp_path: Path) -> None:
    """The linter refuses a description with one fault."""
    broken: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    del broken["info"]["title"]
    target = tmp_path / "openapi.json"
    target.write_text(json.dumps(broken), encoding="utf-8")
    assert lint(installed(tmp_path, LINTER, LINTER_VERSION), target)["totals"]["errors"] > 0


@pytest.mark.contract
def test_parser_accepts_the_events(tmp_path: Path) -> None:
    """The parser finds no error and a message for each topic, and refuses a description with one fault."""
    installed(tmp_path, PARSER, PARSER_VERSION)
    events: dict[str, Any] = json.loads(EVENTS.read_text(encoding="utf-8"))
    listed = sum(len(channel["messages"]) for channel in events["channels"].values())
    assert parsed(tmp_path, EVENTS) == {"messages": listed, "errors": []}
    events["operations"]["stream"]["action"] = "sing"
    broken = tmp_path / "asyncapi.json"
    broken.write_text(json.dumps(events), encoding="utf-8")
    assert parsed(tmp_path, broken)["errors"] != []


def parsed(folder: Path, description: Path) -> dict[str, Any]:
    """Number of messages that the parser finds, and its errors."""
    script = folder / "parse.js"
    script.write_text(PARSE, encoding="utf-8")
    command = ["node", str(script), str(description)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout.strip(), f"the parser said nothing: {done.stderr[:2_000]}"
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def installed(folder: Path, package: str, version: str) -> Path:
    """The linter's executable, when it is the linter that is installed into `folder`; never skipped where CI runs."""
    npm = shutil.which("npm")
    if npm is None:
        assert not os.environ.get("CI"), f"npm is needed to install {package}"
        pytest.skip(f"npm is needed to install {package}")
    command = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--no-save", "--ignore-scripts"]
    subprocess.run([*command, f"{package}@{version}"], check=True, capture_output=True, timeout=300)
    return folder / "node_modules" / ".bin" / "redocly"


def lint(linter: Path, description: Path) -> dict[str, Any]:
    """The linter's report, as JSON. The linter does not use the network."""
    quiet = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    command = [str(linter), "lint", str(description), f"--extends={RULES}", "--format=json", "--max-problems=1000"]
    done = subprocess.run(
        command, env=quiet, cwd=linter.parent, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.stdout.strip(), f"the linter said nothing: {done.stderr[:2_000]}"
    report: dict[str, Any] = json.loads(done.stdout)
    return report
