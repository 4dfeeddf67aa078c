"""`python -m codegen`: lints specs/ and remakes generated/."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from codegen import lint, model
from codegen.bundle import bundle
from codegen.drift import differing, stale
from codegen.finding import Finding, SpecError
from codegen.header import COMMAND
from codegen.targets import ELSEWHERE, TARGETS

HOME = Path(__file__).resolve().parent.parent
OUTPUT = HOME / "generated"

EPILOG = """\
exit status:
  0  written, or (--check) up to date
  1  specs/ breaks a rule, or (--check) a generated file is stale
  2  wrong usage

examples:
  python -m codegen            lint specs/ and write generated/
  python -m codegen --check    lint specs/ and compare only, as CI does
  python -m codegen --rules    list the rules that specs/ is held to
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    chosen = _parser().parse_args(arguments)
    if chosen.rules:
        print("\n".join(f"{rule}\n    {sentence}" for rule, sentence in lint.rules().items()))
        return 0
    try:
        bundled = bundle(chosen.specs)
        findings = lint.findings(bundled)
        if findings:
            return _refused(findings)
        description = model.read(bundled)
        files = {name: render(description) for name, render in TARGETS.items()}
        others = ELSEWHERE if chosen.output == OUTPUT else {}
        elsewhere = {name: render(description) for name, render in others.items()}
    except SpecError as error:
        return _refused([error.finding])
    if chosen.check:
        return _compare([*stale(files, chosen.output), *differing(elsewhere, HOME)])
    _write(files, chosen.output, f"{chosen.output.name}/")
    _write(elsewhere, HOME)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        description="Reads the split OpenAPI source, holds it to our rules, and writes the bundled description, "
        "the models, the operations, the topics and the schemas that follow from it.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--check", action="store_true", help="write nothing; name each file that is stale")
    parser.add_argument("--rules", action="store_true", help="list the lint rules and stop")
    parser.add_argument("--specs", type=Path, default=HOME / "specs", metavar="DIR", help="the source (default: specs)")
    parser.add_argument(
        "--output",
        type=Path,
        default=OUTPUT,
        metavar="DIR",
        help="the generated package (default: generated, and the generated files of sdk)",
    )
    return parser


def _refused(findings: Sequence[Finding]) -> int:
    for finding in findings:
        print(finding, file=sys.stderr)
    print(f"{len(findings)} finding{'s' if len(findings) > 1 else ''}; nothing was written", file=sys.stderr)
    return 1


def _compare(messages: Sequence[str]) -> int:
    for message in messages:
        print(message, file=sys.stderr)
    if messages:
        print(f"remake with `{COMMAND}`", file=sys.stderr)
    return 1 if messages else 0


def _write(files: Mapping[str, str], output: Path, home: str = "") -> None:
    for name, text in files.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        same = path.exists() and path.read_bytes() == text.encode()
        if not same:
            path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{home}{name}{' (unchanged)' if same else ''}")


if __name__ == "__main__":
    sys.exit(main())
