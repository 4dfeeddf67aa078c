"""The query of a case: its values become those of resources that exist, and keep what no schema says."""

import random
from typing import Any, Final

from schemathesis.generation.case import Case

from facetry.contract.description import every_scope, grantable_scopes
from facetry.contract.fuzzing import payloads
from facetry.contract.fuzzing.case_paths import MADE_UP
from facetry.contract.fuzzing.existing_resources import ExistingResources
from facetry.contract.fuzzing.payloads import format_of

_FUTURE: Final = 4_102_444_800_000  # milliseconds since the epoch: the year 2100
_RENDITION: Final = ("format", "width", "height", "resizeRender")
_TASTED: Final = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif", "image/avif", "image/heif"})
_RUNS: Final = frozenset({"imageRunCapabilities", "imageSearchRunCapabilities"})


def adapt_query(
    resources: ExistingResources, rng: random.Random, operation_id: str, image: str, query: dict[str, Any]
) -> None:
    """Replace values in place by those of existing resources."""
    extension = query.get("extensionId")
    if isinstance(extension, str) and extension not in resources.extensions:
        query["extensionId"] = resources.some_extension(len(extension))
    if "collectionId" in query:
        query["collectionId"] = resources.some_collection()
    several = query.get("extensionIds")
    if isinstance(several, list) and operation_id in _RUNS:
        query["extensionIds"] = rng.sample(resources.extensions, min(len(several), 3))
    elif isinstance(several, list):
        query["extensionIds"] = [resources.some_extension(len(str(each))) for each in several]
    if operation_id == "imageSearchRunCapabilities" and resources.protected:
        query["extensionIds"] = rng.sample(resources.extensions, 1)  # no run on images of others
    if operation_id == "imageRunCommand" and resources.answering is not None:
        query["extensionId"], query["commandId"] = resources.answering_id, "name-clouds"
    for name in ("parentId", "imageId"):
        if name in query:
            query[name] = resources.confirmed_image(str(query[name]))
    if "nameWithoutExtension" in query:
        query["nameWithoutExtension"] = payloads.usable_name(str(query["nameWithoutExtension"]))
    if "relativeDirectoryPath" in query:
        query["relativeDirectoryPath"] = payloads.usable_path(str(query["relativeDirectoryPath"]))
    if query.get("format") == "HEIF" and operation_id != "imageConvert":
        _adapt_format(resources, rng, operation_id, image, query)
    grants = [name for name in ("grant", "grantAgain") if isinstance(query.get(name), list)]
    query |= {name: rng.choices(grantable_scopes(), k=len(query[name])) for name in grants}  # no folders
    match operation_id:
        case "apiSecretCreate":
            _adapt_secret(rng, query)
        case "extensionInstall" if "asUnpacked" in query:
            query["asUnpacked"] = "false"
        case "extensionChangeState":
            query["state"] = resources.other_state(image)
        case "repositoryCreate" | "repositoryUpdate" | "repositoryGetImageByUrl" if "url" in query:
            query["url"] = _url(resources, operation_id, image)
            query |= {"type": "file"} if "type" in query else {}  # a service need not permit any bucket
        case "media" if resources.image(image) is not None and rng.random() >= MADE_UP:
            wanted: dict[str, Any] = {name: query[name] for name in _RENDITION if name in query}
            query.update(resources.media_query(image, wanted))


def _adapt_secret(rng: random.Random, query: dict[str, Any]) -> None:
    expiry = query.get("expirationDate")
    if expiry is not None and str(expiry).isdecimal():
        query["expirationDate"] = max(int(expiry), _FUTURE)
    if isinstance(query.get("scope"), str):
        scopes = sorted(every_scope())
        query["scope"] = ",".join(rng.sample(scopes, rng.randint(1, len(scopes))))
    if "endsWithCreator" in query:
        query["endsWithCreator"] = "false"  # the key of the run may be the master key, with which no key ends


def _url(resources: ExistingResources, operation_id: str, repository: str) -> str:
    """The URL of a new folder or of an image file. The main repository keeps its URL."""
    if operation_id == "repositoryGetImageByUrl":
        return resources.file_url(resources.confirmed_image())
    if operation_id == "repositoryUpdate" and resources.is_main(repository):
        return resources.folder_of(repository)
    if resources.folder is None:
        is_known = resources.has("repository", repository)
        return resources.folder_of(repository if is_known else resources.some_repository())
    return resources.new_folder(resources.folder)["url"]


def _adapt_format(
    resources: ExistingResources, rng: random.Random, operation_id: str, image: str, query: dict[str, Any]
) -> None:
    """Replace HEIF, which the service does not write, unless the original is requested."""
    known = resources.image(image)
    is_original = known is not None and known.format == "HEIF" and query.keys() <= {"format", "resizeRender"}
    if operation_id != "imageDownload" or not is_original:
        query["format"] = rng.choice(["PNG", "JPEG", "WEBP", "GIF", "AVIF"])


def adapt_renaming(resources: ExistingResources, case: Case[Any]) -> None:
    """Replace the image by one of the repository."""
    known = resources.image(str(case.query.get("imageId")))
    if known is not None:
        case.path_parameters["id"] = known.repository


def adapt_media_type(rng: random.Random, data: bytes, query: dict[str, Any]) -> None:
    """Set the media type of the bytes: the service compares the two for pictures."""
    format = format_of(data)
    if format is not None and rng.random() < 0.5:
        query["mimeType"] = f"image/{format.lower()}"
    elif query.get("mimeType") in _TASTED:
        query["mimeType"] = "application/octet-stream"
