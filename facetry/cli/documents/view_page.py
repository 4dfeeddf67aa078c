"""The page of `facetry view render --html`: made of documents and the renderer of this package, and written."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import orjson

from facetry.cli.opening import CommandError, print_message
from facetry.schema import generated_files
from facetry.validate.reports.escaping import unicode_name, visible
from facetry.views.page.assets import Assets
from facetry.views.page.standalone import NamedDocument, html_page

USAGE, UNWRITABLE = 2, 3
_RENDERER: Final = "facetry-view.js"


def write_page(arguments: argparse.Namespace, names: Sequence[str], texts: Sequence[bytes]) -> None:
    """Write the page of valid documents to `--output`, or print it. Raises `CommandError`."""
    values = [orjson.loads(text) for text in texts]
    if arguments.assets is not None:
        values = _with_assets(Path(arguments.assets), values)
    named = [NamedDocument(visible(unicode_name(name)), value) for name, value in zip(names, values, strict=True)]
    page = html_page(named, _renderer()).encode()
    if arguments.output is None or arguments.output == "-":
        sys.stdout.buffer.write(page)
        return
    try:
        _write(Path(arguments.output), page, is_forced=arguments.force)
    except FileExistsError:
        raise CommandError(f"{arguments.output} exists; --force replaces it", code=USAGE) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise CommandError(f"{arguments.output} cannot be written: {reason}", code=UNWRITABLE) from None


def _renderer() -> str:
    asset = json.loads(generated_files.read("web/assets.json"))[_RENDERER]["file"]
    return generated_files.read(f"web/{asset}").decode()


def _with_assets(folder: Path, values: Sequence[Any]) -> list[Any]:
    if not folder.is_dir():
        raise CommandError(f"{folder} is not a folder", code=UNWRITABLE)
    assets = Assets(folder)
    embedded = [assets.embedded(value) for value in values]
    for path, reason in assets.problems.items():
        print_message(f"the asset {path} is not shown: {reason}")
    return embedded


def _write(path: Path, page: bytes, *, is_forced: bool) -> None:
    """Write a new file, or replace one as a whole."""
    if not is_forced:
        with path.open("xb") as file:
            file.write(page)
        return
    target = path.resolve()
    temporary = target.with_name(f".{target.name[:200]}.{secrets.token_hex(4)}")
    try:
        with temporary.open("xb") as file:
            file.write(page)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
