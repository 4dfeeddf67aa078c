"""`python -m codegen`: lints specs/ and writes generated/."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from codegen import lint, model
from codegen.bundle import bundle
from codegen.compatibility import released
from codegen.compatibility import rules as compatibility_rules
from codegen.compatibility.change import Change
from codegen.drift import differences, stale_files
from codegen.finding import Finding, SpecError
from codegen.header import COMMAND
from codegen.targets import SDK_TARGETS, TARGETS, rule_pages

REPOSITORY = Path(__file__).resolve().parent.parent
OUTPUT = REPOSITORY / "generated"

EPILOG = """\
exit status:
  0  written, or (--check) up to date
  1  specs/ breaks a rule, or (--check) a generated file is out of date, or a change breaks clients of the last
     version and CHANGELOG.md does not name it
  2  wrong usage

examples:
  python -m codegen            lint specs/ and write generated/
  python -m codegen --check    lint specs/ and compare only, as CI does
  python -m codegen --rules    list the lint rules for specs/, and those of breaking changes
  python -m codegen --release  write specs/released/, once the version is raised
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    options = _parser().parse_args(arguments)
    if options.rules:
        listed = {**lint.rules(), **compatibility_rules.sentences(options.specs)}
        print("\n".join(f"{rule}\n    {sentence}" for rule, sentence in listed.items()))
        return 0
    try:
        source = bundle(options.specs)
        findings = lint.findings(source)
        if findings:
            return _report(findings)
        description = model.read(source)
        files = {name: render(description) for name, render in TARGETS.items()}
        is_ours = options.output == OUTPUT
        sdk_files = {name: render(description) for name, render in SDK_TARGETS.items()} if is_ours else {}
        pages = rule_pages.pages(description) if is_ours else {}
    except SpecError as error:
        return _report([error.finding])
    folder = options.specs / released.FOLDER
    changelog = options.specs.parent / "CHANGELOG.md"
    breaking = released.unnamed(folder, files, changelog.read_text("utf-8") if changelog.exists() else "")
    if options.release:
        return _release(folder, files, breaking)
    if options.check:
        stale_pages = stale_files(pages, REPOSITORY / rule_pages.FOLDER, f"{rule_pages.FOLDER}/") if is_ours else ()
        stale = [*stale_files(files, options.output), *differences(sdk_files, REPOSITORY), *stale_pages]
        return max(_compare(stale), _refuse(breaking))
    _write(files, options.output, f"{options.output.name}/")
    _write(sdk_files, REPOSITORY)
    _write(pages, REPOSITORY / rule_pages.FOLDER, f"{rule_pages.FOLDER}/")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        description="Lints the split OpenAPI source and generates from it the bundled description, "
        "the models, the operations, the topics, the schemas and the pages of the rules.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--check", action="store_true", help="write nothing; list each file that is out of date")
    parser.add_argument(
        "--rules", action="store_true", help="list the lint rules and those of breaking changes, and stop"
    )
    parser.add_argument(
        "--release", action="store_true", help="keep the descriptions of a new version as those of the last one"
    )
    parser.add_argument(
        "--specs", type=Path, default=REPOSITORY / "specs", metavar="DIR", help="the source folder (default: specs)"
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=OUTPUT,
        metavar="DIR",
        help="the generated package (default: generated, and the generated files of sdk and docs)",
    )
    return parser


def _report(findings: Sequence[Finding]) -> int:
    for finding in findings:
        print(finding, file=sys.stderr)
    print(f"{len(findings)} finding{'s' if len(findings) > 1 else ''}; nothing was written", file=sys.stderr)
    return 1


def _compare(messages: Sequence[str]) -> int:
    for message in messages:
        print(message, file=sys.stderr)
    if messages:
        print(f"regenerate with `{COMMAND}`", file=sys.stderr)
    return 1 if messages else 0


def _refuse(breaking: Sequence[Change]) -> int:
    for change in breaking:
        print(change, file=sys.stderr)
    if breaking:
        count = f"{len(breaking)} change{'s break' if len(breaking) > 1 else ' breaks'}"
        print(f"{count} clients of the last version, and CHANGELOG.md does not say so", file=sys.stderr)
    return 1 if breaking else 0


def _release(folder: Path, files: Mapping[str, str], breaking: Sequence[Change]) -> int:
    if _refuse(breaking):
        return 1
    try:
        texts = released.release(folder, files)
    except released.ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    for name in released.read(folder).keys() - texts.keys():
        (folder / name).unlink()
    _write(texts, folder, f"{folder.name}/")
    return 0


def _write(files: Mapping[str, str], output: Path, prefix: str = "") -> None:
    for name, text in files.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        is_unchanged = path.exists() and path.read_bytes() == text.encode()
        if not is_unchanged:
            path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{prefix}{name}{' (unchanged)' if is_unchanged else ''}")


if __name__ == "__main__":
    sys.exit(main())
