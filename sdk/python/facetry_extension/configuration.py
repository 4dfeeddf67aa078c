"""The files that the service writes into the folder of an extension: its parameters and its manifest."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class ConfigurationError(Exception):
    """The extension cannot begin: a file of its folder is missing or wrong, or a hook is."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the service writes into `parameters.json` before each start."""

    extension_id: str
    url: str
    key: str = field(repr=False)


def parameters_of(folder: Path) -> Parameters:
    """The parameters in a folder."""
    found = _object(folder / "parameters.json")
    members = [found.get(name) for name in ("extensionId", "webServicesBaseUrl", "apiKey")]
    texts = [member for member in members if isinstance(member, str) and member]
    if len(texts) < 3:
        raise ConfigurationError("parameters.json lacks extensionId, webServicesBaseUrl or apiKey, or one is no text")
    return Parameters(*texts)


def manifest_of(folder: Path) -> Mapping[str, Any]:
    """The manifest in a folder. The service has judged it; here only its form as JSON matters."""
    return _object(folder / "manifest.json")


def events_of(manifest: Mapping[str, Any]) -> frozenset[str]:
    """The topics whose events the programs of the manifest get."""
    instructions = manifest.get("instructions")
    lists = [each.get("events") for each in instructions if isinstance(each, dict)] if instructions else []
    return frozenset(
        event for events in lists if isinstance(events, list) for event in events if isinstance(event, str)
    )


def _object(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except OSError as error:
        raise ConfigurationError(f"{path.name} cannot be read in {path.parent}: {error.strerror}") from error
    except ValueError as error:
        raise ConfigurationError(f"{path.name} is no JSON: {error}") from error
    if not isinstance(found, dict):
        raise ConfigurationError(f"{path.name} holds no JSON object")
    return found
