"""Independent tools accept the bundled descriptions with no error."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import schemathesis
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.contract.description import DESCRIPTION, EVENTS, document, operations
from tests.support.extensions.npm import NEEDS_NPM, install

# Linters and the reference parser of AsyncAPI, which share nothing with our own tools. The lock file pins them.
TOOLS: Final = Path(__file__).with_name("npm")
BINARIES: Final = TOOLS / "node_modules" / ".bin"
REDOCLY_RULES: Final = Path(__file__).with_name("redocly.yaml")
SPECTRAL_RULES: Final = Path(__file__).with_name("spectral.yaml")
PARSE: Final = """
const { Parser } = require("@asyncapi/parser");
const text = require("fs").readFileSync(process.argv[1], "utf8");
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


@pytest.fixture(scope="module")
def tools() -> None:
    """The programs of the lock file, installed."""
    install(TOOLS, "--ignore-scripts")


@NEEDS_NPM
@pytest.mark.contract
@pytest.mark.usefixtures("tools")
@pytest.mark.parametrize("description", [DESCRIPTION, EVENTS], ids=["openapi", "asyncapi"])
def test_redocly_accepts_it(description: Path) -> None:
    """Redocly's strictest ruleset, in which every warning is an error, reports nothing."""
    report = redocly(description)
    assert report["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, json.dumps(report["problems"])[:4_000]


@NEEDS_NPM
@pytest.mark.contract
@pytest.mark.usefixtures("tools")
@pytest.mark.parametrize("description", [DESCRIPTION, EVENTS], ids=["openapi", "asyncapi"])
def test_spectral_accepts_it(description: Path) -> None:
    """All rules of Spectral, except those that the rule file names with a reason, report nothing."""
    assert spectral(description) == []


@NEEDS_NPM
@pytest.mark.contract
@pytest.mark.usefixtures("tools")
@pytest.mark.parametrize("description", [DESCRIPTION, EVENTS], ids=["openapi", "asyncapi"])
def test_linters_refuse_a_fault(tmp_path: Path, description: Path) -> None:
    """The linters refuse a description with one fault, and accept it without. It has no operations, so that it is read
    fast.
    """
    small: dict[str, Any] = json.loads(description.read_text(encoding="utf-8"))
    small |= {name: {} for name in ("components", "paths", "channels", "operations") if name in small}
    target = tmp_path / description.name
    for errors in (0, 1):
        target.write_text(json.dumps(small), encoding="utf-8")
        assert [severity for severity, _, _ in spectral(target)].count("error") == errors
        assert redocly(target)["totals"]["errors"] == errors
        small["info"].pop("title", None)


@NEEDS_NPM
@pytest.mark.contract
@pytest.mark.usefixtures("tools")
def test_parser_accepts_the_events(tmp_path: Path) -> None:
    """The parser finds no error and a message for each topic, and refuses a description with one fault."""
    events: dict[str, Any] = json.loads(EVENTS.read_text(encoding="utf-8"))
    listed = sum(len(channel["messages"]) for channel in events["channels"].values())
    assert parsed(EVENTS) == {"messages": listed, "errors": []}
    events["operations"]["stream"]["action"] = "sing"
    broken = tmp_path / "asyncapi.json"
    broken.write_text(json.dumps(events), encoding="utf-8")
    assert parsed(broken)["errors"] != []


def parsed(description: Path) -> dict[str, Any]:
    """Number of messages that the parser finds, and its errors."""
    report: dict[str, Any] = json.loads(output("node", "--eval", PARSE, description))
    return report


def redocly(description: Path) -> dict[str, Any]:
    """The report of Redocly. It does not use the network."""
    options = [f"--config={REDOCLY_RULES}", "--format=json", "--max-problems=1000"]
    report: dict[str, Any] = json.loads(output(BINARIES / "redocly", "lint", description, *options))
    return report


def spectral(description: Path) -> list[tuple[str, str, str]]:
    """The severity, rule and message of each report of Spectral."""
    options = ["--ruleset", str(SPECTRAL_RULES), "--format", "json", "--quiet"]
    found = json.loads(output(BINARIES / "spectral", "lint", *options, description))
    severities = ("error", "warning", "information", "hint")
    return [(severities[one["severity"]], one["code"], one["message"]) for one in found]


def output(*command: str | Path) -> str:
    """What a tool prints; it fails when it finds faults."""
    quiet = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    done = subprocess.run(
        [str(part) for part in command],
        env=quiet,
        cwd=TOOLS,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout.strip(), f"{command[0]} said nothing: {done.stderr[:2_000]}"
    return done.stdout
