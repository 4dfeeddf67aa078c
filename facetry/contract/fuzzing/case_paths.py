"""The path of a case: the resource that it names becomes one that exists."""

import random
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote, unquote

from schemathesis.core.parameters import EncodedPath
from schemathesis.generation.case import Case
from schemathesis.generation.meta import TestPhase

from facetry.contract.fuzzing.cases import family_of
from facetry.contract.fuzzing.existing_resources import ExistingResources

MADE_UP: Final = 0.15  # the share of identifiers in paths that stay as they are
_NEED_ENABLED: Final = frozenset({"extensionRestart", "extensionRetry", "extensionSynchronize"})
_PAGES: Final = frozenset({"uiBundle", "uiBundleFile", "uiExtensionFile"})


def adapt_path(resources: ExistingResources, rng: random.Random, operation_id: str, case: Case[Any]) -> None:
    """Replace the identifier in the path. In the stateful phase, identifiers from responses stay, deleted or not;
    in other phases a small share of generated identifiers stays.
    """
    if operation_id in _PAGES:
        _adapt_page(resources, rng, operation_id, case)
        return
    ((name, current),) = case.path_parameters.items()
    family, identifier = family_of(case), unquote(str(current))
    if case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL:
        stays = (family, identifier) in resources.ever_known
    else:
        stays = resources.has(family, identifier) or rng.random() < MADE_UP
    if (family, identifier) in resources.protected:
        stays = False
    if operation_id in _NEED_ENABLED:
        case.path_parameters[name] = resources.enabled_id  # any other may be paused
    elif not stays or identifier in (
        resources.answering_id,
        resources.enabled_id,
    ):  # lists contain them, and no case may change them
        some = _identifier(resources, rng, operation_id, family)
        case.path_parameters[name] = some if isinstance(some, int) else EncodedPath(quote(some, safe=""))


def _adapt_page(resources: ExistingResources, rng: random.Random, operation_id: str, case: Case[Any]) -> None:
    """Replace the path of a file of a page by one that exists, but for a small share."""
    if rng.random() < MADE_UP:
        return
    page = {"id": resources.answering_id, "file": "ui/index.html"}
    if operation_id != "uiExtensionFile":
        page = {"id": resources.some_bundle(), "file": "index.html"}
    for name in case.path_parameters:
        case.path_parameters[name] = EncodedPath(quote(page[name], safe=""))


def _identifier(resources: ExistingResources, rng: random.Random, operation_id: str, family: str) -> str | int:
    if operation_id == "repositoryDelete" and rng.random() < 0.3:
        return resources.disposable_repository()
    if operation_id == "extensionUnregister" and rng.random() < 0.5:
        return resources.extension_without_program()
    some: dict[str, Callable[[], str | int]] = {
        "apiSecret": resources.some_key,
        "collection": resources.some_collection,
        "extension": resources.some_installed,
        "image": resources.some_image,
        "imageAttachment": resources.some_attachment,
        "repository": resources.some_repository,
        "trash": resources.some_trashed_image,
    }
    return some[family]()
