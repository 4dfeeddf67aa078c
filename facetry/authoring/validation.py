"""Validates files, folders of extensions and archives, for `facetry validate`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facetry.validate import documents
from facetry.validate.detection import detect
from facetry.validate.files.inputs import ENDING, MANIFEST, STDIN, Input, NoSuchPathError, resolve
from facetry.validate.files.reading import UnreadableError, is_archive, read_file, read_stdin
from facetry.validate.finding import Finding
from facetry.validate.fixes.fix import FixedText, fix
from facetry.validate.kinds import Kind
from facetry.validate.located import LocatedFinding, locate
from facetry.validate.reports.results import Problem, Results, ValidatedFile, merge

if TYPE_CHECKING:
    from facetry.authoring.extension_check import CheckedExtension
    from facetry.authoring.git_base import Comparison

PARALLEL_FROM: Final = 200
"""The number of inputs from which they are validated by several processes."""
_SCHEMA_NAMES: Final = ("settings.schema.json", "parameters.schema.json")
_ARCHIVE_ENDINGS: Final = (".zip", ".tgz", ".tar.gz")
_UNRECOGNISED: Final = "its kind is not recognised; name it with --as, or add $schema"

Validator = Callable[[bytes], list[Finding]]


class Fixing(Enum):
    """What is done about findings that can be mended."""

    NONE = "none"
    SHOW = "show"
    """Propose the fixed text, and report the findings on the text as it is."""
    APPLY = "apply"
    """Report the findings on the fixed text, which the caller writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How inputs are validated. `kind` is that of all inputs; None to detect it."""

    kind: Kind | None = None
    fixing: Fixing = Fixing.NONE
    ignores_unknown: bool = False
    base: str | None = None
    """The git ref whose versions the manifests must exceed."""
    stdin_name: str = "<stdin>"
    jobs: int | None = None
    """The number of processes; None for as many as there are cores when there are many inputs."""


def validate(paths: Sequence[str], options: Options) -> Results:
    """The results for all paths, in their order. Raises `BaseError` when `options.base` is no git ref."""
    inputs: list[Input | Results] = []
    for path in paths:
        try:
            inputs += [_stdin(options)] if path == STDIN else _resolve(path, options)
        except NoSuchPathError as error:
            inputs.append(_unreadable(path, str(error)))
        except OSError as error:
            inputs.append(_unreadable(path, error.strerror or type(error).__name__))
    results = merge(list(_validate_all(inputs, options)))
    if options.base is not None and not any(file.kind is Kind.MANIFEST and file.path for file in results.files):
        _require_base(paths, options.base)
    return _distinct(results) if len(paths) > 1 else results


def _require_base(paths: Sequence[str], ref: str) -> None:
    """Require the git ref where no manifest was compared with it: a misspelt one must not pass. Raises `BaseError`."""
    from facetry.authoring.git_base import commit_of

    named = next((Path(path) for path in paths if path and Path(path).exists()), Path())
    commit_of((named if named.is_dir() else named.parent).resolve(), ref)


def _distinct(results: Results) -> Results:
    """The results without files and problems that several paths lead to; each stays where it comes first."""
    files: dict[tuple[str | Path, Kind], ValidatedFile] = {}
    for file in results.files:
        files.setdefault((file.name if file.path is None else file.path.absolute(), file.kind), file)
    return replace(
        results,
        files=tuple(files.values()),
        unreadable=tuple(dict.fromkeys(results.unreadable)),
        unrecognised=tuple(dict.fromkeys(results.unrecognised)),
    )


def _resolve(path: str, options: Options) -> list[Input]:
    is_extension = options.kind is Kind.EXTENSION_FOLDER or (options.kind is None and Path(path, MANIFEST).is_file())
    if path and is_extension and Path(path).is_dir():
        return [Input(Path(path), is_folder=True)]
    return list(resolve(path, _is_extension if options.kind is None else lambda _: False))


def _validate_all(inputs: list[Input | Results], options: Options) -> Iterator[Results]:
    jobs = options.jobs or (os.cpu_count() or 1 if len(inputs) > PARALLEL_FROM else 1)
    validate_one = partial(_validate_input, options=options)
    if jobs == 1 or len(inputs) < 2:
        yield from map(validate_one, inputs)
        return
    from concurrent.futures import ProcessPoolExecutor

    jobs = min(jobs, len(inputs))
    try:
        pool = ProcessPoolExecutor(jobs)
    except (OSError, ImportError, NotImplementedError):  # no semaphores, as in containers without /dev/shm
        yield from map(validate_one, inputs)
        return
    with pool:
        yield from pool.map(validate_one, inputs, chunksize=max(1, len(inputs) // (jobs * 8)))


def _validate_input(source: Input | Results, options: Options) -> Results:
    if isinstance(source, Results):
        return source
    if source.reason is not None:
        return _unreadable(str(source.path), source.reason)
    try:
        if source.is_folder:
            return Results(files=tuple(_validate_folder(source.path, options)))
        return _validate_file(source, read_file(source.path), options)
    except UnreadableError as error:
        return _unreadable(str(source.path), str(error))


def _stdin(options: Options) -> Results:
    try:
        text = read_stdin()
    except UnreadableError as error:
        return _unreadable(options.stdin_name, str(error))
    return _validate_text(options.stdin_name, text, options, Input(Path(options.stdin_name)))


def _validate_file(source: Input, text: bytes, options: Options) -> Results:
    name, root = str(source.path), source.root or source.path.parent
    found = _validate_text(name, text, options, source)
    files = (replace(file, path=source.path, root=root) if file.name == name else file for file in found.files)
    return replace(found, files=tuple(files))


def _validate_text(name: str, text: bytes, options: Options, source: Input) -> Results:
    may_be_archive = options.kind is None and (source.is_named or source.path.suffix.lower() != ENDING)
    has_archive_name = name.lower().endswith(_ARCHIVE_ENDINGS)
    if options.kind is Kind.EXTENSION_ARCHIVE or (may_be_archive and (has_archive_name or is_archive(text))):
        return Results(files=tuple(_validate_archive(name, text)))
    if options.kind is Kind.EXTENSION_FOLDER:
        return Results(unrecognised=(Problem(name, "it is a file, and no folder of an extension"),))
    kind = options.kind or _kind(name, text, is_named=source.is_named)
    if kind is None and source.is_named and not options.ignores_unknown:
        return Results(unrecognised=(Problem(name, _UNRECOGNISED),))
    if kind is None:
        return Results(skipped=1)
    validator: Validator = partial(documents.findings, kind=kind)
    if kind is Kind.MANIFEST and options.kind is None and source.path.name == MANIFEST and name != options.stdin_name:
        from facetry.authoring.folder import names
        from facetry.validate import manifests

        validator = partial(manifests.findings, file_names=names(source.path.parent, text))
    comparison = _comparison(source.path, text, options) if kind is Kind.MANIFEST else None
    return Results(files=(_validated(name, kind, text, validator, options, comparison),))


def _kind(name: str, text: bytes, *, is_named: bool) -> Kind | None:
    """The kind of a text. A JSON Schema in a folder is one of settings or parameters only if its name says so."""
    kind = detect(text, name, is_named=is_named)
    is_other_schema = kind is Kind.SETTINGS_SCHEMA and not is_named and not name.lower().endswith(_SCHEMA_NAMES)
    return None if is_other_schema else kind


def _is_extension(folder: Path) -> bool:
    try:
        return _kind(MANIFEST, read_file(folder / MANIFEST), is_named=False) is Kind.MANIFEST
    except UnreadableError:
        return True


def _validated(
    name: str, kind: Kind, text: bytes, validator: Validator, options: Options, base: Comparison | None = None
) -> ValidatedFile:
    """The results of one text, fixed if the options say so. No fix mends the findings of the comparison with `base`."""
    found = validator(text)
    fixed = fix(text, validator, found)
    is_applied = options.fixing is Fixing.APPLY
    shown = fixed if is_applied else FixedText(text, tuple(found), 0)
    located = tuple(locate(name, shown.text, [*shown.findings, *(base.findings if base is not None else ())]))
    is_changed = fixed.text != text
    is_kept = located or (is_changed and is_applied) or name == options.stdin_name
    return ValidatedFile(
        name=name,
        kind=kind,
        findings=located,
        text=shown.text if is_kept else None,
        former=text if is_changed and is_applied else None,
        proposed=fixed.text if is_changed and options.fixing is Fixing.SHOW else None,
        fixable=0 if is_applied else fixed.fixed,
        fixed=shown.fixed,
        base_state="" if base is None else base.state,
        is_moved=base is not None and base.is_moved,
    )


def _validate_folder(folder: Path, options: Options) -> Iterator[ValidatedFile]:
    from facetry.authoring.extension_check import check_folder
    from facetry.validate import manifests

    checked = check_folder(folder)
    manifest: ValidatedFile | None = None
    if MANIFEST in checked.files:
        validator = partial(manifests.findings, file_names=checked.file_names)
        text = checked.files[MANIFEST].data
        comparison = _comparison(folder / MANIFEST, text, options)
        manifest = _validated(str(folder / MANIFEST), Kind.MANIFEST, text, validator, options, comparison)
        manifest = replace(manifest, path=folder / MANIFEST, root=folder)
        if manifest.former is not None:
            checked = check_folder(folder, fixed_manifest=manifest.text)
    yield from _extension_files(checked, str(folder), lambda file: str(folder / file), manifest)
    for name, kind, text in _documents(checked):
        file = _validated(str(folder / name), kind, text, partial(documents.findings, kind=kind), options)
        yield replace(file, path=folder / name, root=folder)


def _validate_archive(name: str, data: bytes) -> Iterator[ValidatedFile]:
    from facetry.authoring.extension_check import check_archive

    checked = check_archive(data)
    manifest: ValidatedFile | None = None
    if MANIFEST in checked.files:
        text = checked.files[MANIFEST].data
        found = tuple(located for located in checked.findings if located.file == MANIFEST)
        named = tuple(replace(located, file=f"{name}!{MANIFEST}") for located in found)
        manifest = ValidatedFile(name=f"{name}!{MANIFEST}", kind=Kind.MANIFEST, findings=named, text=text)
    yield from _extension_files(checked, name, lambda file: f"{name}!{file}", manifest, Kind.EXTENSION_ARCHIVE)
    for file, kind, text in _documents(checked):
        validator = partial(documents.findings, kind=kind)
        yield replace(_validated(f"{name}!{file}", kind, text, validator, Options()), fixable=0)


def _extension_files(
    checked: CheckedExtension,
    whole: str,
    name_of: Callable[[str], str],
    manifest: ValidatedFile | None,
    kind: Kind = Kind.EXTENSION_FOLDER,
) -> Iterator[ValidatedFile]:
    """The files of an extension with findings, and its manifest, which is there even without findings."""
    from facetry.authoring.extension_check import WHOLE

    by_file: dict[str, list[LocatedFinding]] = {}
    for located in checked.findings:
        if located.file != MANIFEST or manifest is None:
            by_file.setdefault(located.file, []).append(located)
    for file, found in by_file.items():
        name = whole if file == WHOLE else name_of(file)
        named = tuple(replace(located, file=name) for located in found)
        yield ValidatedFile(name=name, kind=kind, findings=named, text=checked.texts.get(file))
    if manifest is not None:
        yield manifest


def _documents(checked: CheckedExtension) -> Iterator[tuple[str, Kind, bytes]]:
    """The documents beside the manifest of an extension: (path, kind, text)."""
    for name, file in sorted(checked.files.items()):
        if name != MANIFEST and name.lower().endswith(".json"):
            kind = _kind(name, file.data, is_named=False)
            if kind is not None and kind is not Kind.MANIFEST:
                yield name, kind, file.data


def _comparison(path: Path, text: bytes, options: Options) -> Comparison | None:
    if options.base is None:
        return None
    from facetry.authoring.git_base import compare

    return compare(path, text, options.base)


def _unreadable(name: str, reason: str) -> Results:
    return Results(unreadable=(Problem(name, reason),))
