"""The body of a case: bytes, archives, facets and commands become those that a service can accept."""

import copy
import random
from collections.abc import Callable
from typing import Any, Final, cast

from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.case import Case
from schemathesis.generation.meta import TestPhase

from facetry.contract.example_requests.packages import archive
from facetry.contract.example_requests.pictures import FORMATS
from facetry.contract.fuzzing import filters, payloads
from facetry.contract.fuzzing.existing_resources import ExistingResources
from facetry.contract.fuzzing.payloads import REAL, Kind, format_of, kind_of, same_kind

FACETS: Final = {f"image{way}{facet}": facet for way in ("Set", "Ensure") for facet in ("Tags", "Features")}


def adapt_bytes(
    resources: ExistingResources, rng: random.Random, operation_id: str, image: str, case: Case[Any], made: bytes
) -> None:
    """Replace the bytes. Cases of the coverage phase share one body and get a picture; new content of an image gets
    the format of the image.
    """
    data = made
    covering = case.meta is not None and case.meta.phase.name == TestPhase.COVERAGE
    if covering and data and kind_of(data) is not Kind.REAL:
        data = rng.choice(REAL[rng.choice(FORMATS)])
    known = resources.image(image) if operation_id == "imageModify" else None
    if known is not None and format_of(data) != known.format:
        data = same_kind(data, known.format, rng)
    if data != made:
        case.body = data


def adapt_archive(
    resources: ExistingResources, operation_id: str, extension: str, case: Case[Any], made: bytes
) -> None:
    """Replace the archive by an extension that is not installed, or by another version of the named extension."""
    covering = case.meta is not None and case.meta.phase.name == TestPhase.COVERAGE
    if made and (covering or kind_of(made) is Kind.REAL):
        case.body = archive(resources.new_extension() if operation_id == "extensionInstall" else extension)


def adapt_body(resources: ExistingResources, rng: random.Random, operation_id: str, body: Any) -> None:
    """Replace values of a JSON body in place."""
    if not isinstance(body, dict):
        return
    if operation_id == "extensionSetSettings":
        body["value"] = {"threshold": rng.random()}
    elif operation_id == "sessionCreate":  # made-up keys would be answered ever more slowly
        body.clear()
        body["key"] = resources.sign_in_key()
    elif operation_id == "repositoryNotify":
        payloads.keep_places(body)
    if "collectionId" in body:
        body["collectionId"] = resources.some_collection()
    wanted = body if operation_id.startswith("collection") else body.get("filter")
    if isinstance(wanted, dict):
        filters.fit(wanted, resources)


def adapted_facets(
    resources: ExistingResources, rng: random.Random, operation_id: str, image: str, case: Case[Any], *, is_sound: bool
) -> list[Any]:
    """The body of a request that writes tags or features, with consistent features. Makes room for those that are
    ensured.
    """
    facet, body = FACETS[operation_id], copy.deepcopy(cast("list[Any]", case.body))
    extension = str(case.query.get("extensionId"))
    is_known = extension in resources.extensions and resources.image(image) is not None
    if is_sound and facet == "Features":
        for made in body:
            payloads.fit(made, rng)
            if made["format"] == "binary" and is_known:
                made["value"] = resources.new_attachment(image, extension)
    if operation_id.startswith("imageEnsure"):
        if is_sound and facet == "Features":
            body = list({(made["type"], made["format"], made.get("name")): made for made in body}.values())
        if is_known:
            resources.make_room(facet, image, extension, len(body))
    return body


def adapt_embeddings(resources: ExistingResources, extension: str, body: Any) -> None:
    """Make names unique, and vectors as long as others of the name, within 32 bits and not zero."""
    if not isinstance(body, list):
        return
    for place, embedding in enumerate(body):
        if embedding["name"] in {other["name"] for other in body[:place]}:
            embedding["name"] = f"other-{place}"
        embedding["values"] = filters.fit_vector(extension, embedding["name"], embedding["values"], resources)


def adapt_command(
    resources: ExistingResources,
    rng: random.Random,
    operation_id: str,
    case: Case[Any],
    negative: Callable[[ParameterLocation], bool],
) -> None:
    """Replace the command by one of the answering extension, with valid parameters and existing images."""
    if operation_id != "imageRunCommand" and not negative(ParameterLocation.PATH):
        case.path_parameters["id"] = resources.answering_id
    body = None
    if not negative(ParameterLocation.BODY) and isinstance(case.body, dict):
        body = case.body
        if operation_id == "extensionRunProcessCommand":
            body.clear()
            body["hue"] = rng.random()
        for name in ("parameters", "command"):
            if name in body:
                body[name] = {"hue": rng.random()}
        if "imageIds" in body:
            body.pop("search", None)
            count = min(len(cast("list[Any]", body["imageIds"])), 4)
            body["imageIds"] = list({resources.confirmed_image(): None for _ in range(count)})
        elif "search" in body:
            resources.confirmed_image()
            body["search"] = {"range": {"take": rng.randint(1, 5), "skip": 0}}
    if operation_id != "imageRunCommand" and not negative(ParameterLocation.QUERY):
        on_images = operation_id != "extensionRunProcessCommand" and {"imageIds", "search"} & (body or {}).keys()
        case.query["commandId"] = "name-clouds" if on_images else "warm-up"
