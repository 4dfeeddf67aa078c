"""Replaces generated values by values of resources that exist."""

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, cast
from urllib.parse import parse_qs, quote, unquote, urlsplit

from schemathesis.core.parameters import EncodedPath, ParameterLocation
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.generation.case import Case
from schemathesis.generation.meta import CaseMetadata, ComponentInfo, TestPhase

from facetry.contract.description import every_scope, grantable_scopes
from facetry.contract.example_requests.examples import COMMAND_OPERATIONS
from facetry.contract.example_requests.packages import archive
from facetry.contract.example_requests.pictures import FORMATS
from facetry.contract.fuzzing import filters, payloads
from facetry.contract.fuzzing.existing_resources import ExistingResources
from facetry.contract.fuzzing.payloads import REAL, Kind, format_of, is_metadata, kind_of, metadata, same_kind

_FUTURE: Final = 4_102_444_800_000  # milliseconds since the epoch: the year 2100
_MADE_UP: Final = 0.15  # the share of identifiers in paths that stay as they are
_RENDITION: Final = ("format", "width", "height", "resizeRender")
_TASTED: Final = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif", "image/avif", "image/heif"})
_UNKNOWN_HEADER: Final = "x-schemathesis-unknown-property"
_RUNS: Final = frozenset({"imageRunCapabilities", "imageSearchRunCapabilities"})
_TAKE_ANYTHING: Final = frozenset({"imageAttachmentCreate", "validationCheck"})
_NEED_ENABLED: Final = frozenset({"extensionRestart", "extensionRetry", "extensionSynchronize"})
_PAGES: Final = frozenset({"uiBundle", "uiBundleFile", "uiExtensionFile"})
_FACETS: Final = {f"image{way}{facet}": facet for way in ("Set", "Ensure") for facet in ("Tags", "Features")}


@dataclass(slots=True)
class CaseAdapter:
    """Replaces generated values by existing ones, in the parts of a case that are meant to be valid.

    The schema cannot say which folders, extensions and repositories exist, what time it is, which bytes are a picture,
    or what a signature is. Without replacement, rules of `x-beyond-schema` would refuse valid data. Parts that are
    invalid on purpose stay as they are. Values that are invalid although no schema says so are marked as invalid;
    `wrongly_accepted` lists those that the service accepted.
    """

    resources: ExistingResources
    key: str
    rng: random.Random
    wrongly_accepted: list[str] = field(default_factory=list)
    _invalid_cases: set[str] = field(default_factory=set)

    def adapt(self, case: Case[Any]) -> None:
        """Change a case in place, right before it is sent."""
        operation_id = _id_of(case)
        if case.headers.pop(_UNKNOWN_HEADER, None) is not None:  # HTTP servers ignore unknown headers
            _set(case, ParameterLocation.HEADER, GenerationMode.POSITIVE)
        negative = case.meta.is_negative_at if case.meta is not None else (lambda _: False)
        if case.path_parameters and not negative(ParameterLocation.PATH):
            self._adapt_path(operation_id, case)
        if not negative(ParameterLocation.HEADER):
            payloads.fit_headers(case.headers, self.key)
        image = str(case.path_parameters.get("id"))
        if isinstance(case.body, bytes) and operation_id in ("extensionInstall", "extensionUpdate"):
            self._adapt_archive(operation_id, image, case, case.body)
        elif isinstance(case.body, bytes):
            self._adapt_bytes(operation_id, image, case, case.body)
        elif not negative(ParameterLocation.BODY):
            self._adapt_body(operation_id, case.body)
        if operation_id == "eventStream" and case.query.get("wait") in (None, True, "true"):
            case.query["wait"] = "false"  # an endless response cannot be validated
        if not negative(ParameterLocation.QUERY):
            self._adapt_query(operation_id, image, case.query)
            if "applicationMetadata" in case.query:
                can_be_wrong = case._meta is not None and ParameterLocation.QUERY in case._meta.components
                case.query["applicationMetadata"] = metadata(
                    self.rng, self.resources.extensions, sound=not can_be_wrong
                )
            if operation_id == "repositoryRenameImage" and not negative(ParameterLocation.PATH):
                self._adapt_renaming(case)
            elif operation_id == "imageAttachmentCreate" and isinstance(case.body, bytes):
                self._adapt_media_type(case.body, case.query)
        if operation_id in _FACETS and isinstance(case.body, list):
            body = self._adapted_facets(operation_id, image, case, is_sound=not negative(ParameterLocation.BODY))
            if body != case.body:
                case.body = body
        if operation_id == "imageSetEmbeddings" and not negative(ParameterLocation.BODY):
            self._adapt_embeddings(str(case.query.get("extensionId")), case.body)
        elif operation_id == "imageClosestEmbeddingsImages" and not negative(ParameterLocation.BODY):
            self._adapt_embeddings(str(case.query.get("extensionId")), [case.body])
        elif (
            operation_id == "imageClosestImages"
            and not negative(ParameterLocation.QUERY)
            and self.resources.image(image)
        ):
            self.resources.ensure_embedding(image, str(case.query["extensionId"]), str(case.query["name"]))
        if operation_id in COMMAND_OPERATIONS and self.resources.answering is not None:
            self._adapt_command(operation_id, case, negative)
        if _mark(case):
            self._invalid_cases.add(case.id)

    def _adapt_path(self, operation_id: str, case: Case[Any]) -> None:
        """Replace the identifier in the path. In the stateful phase, identifiers from responses stay, deleted or not;
        in other phases a small share of generated identifiers stays.
        """
        if operation_id in _PAGES:
            self._adapt_page(operation_id, case)
            return
        ((name, current),) = case.path_parameters.items()
        family, identifier = _family(case), unquote(str(current))
        if case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL:
            stays = (family, identifier) in self.resources.ever_known
        else:
            stays = self.resources.has(family, identifier) or self.rng.random() < _MADE_UP
        if (family, identifier) in self.resources.protected:
            stays = False
        if operation_id in _NEED_ENABLED:
            case.path_parameters[name] = self.resources.enabled_id  # any other may be paused
        elif not stays or identifier in (
            self.resources.answering_id,
            self.resources.enabled_id,
        ):  # lists contain them, and no case may change them
            some = self._identifier(operation_id, family)
            case.path_parameters[name] = some if isinstance(some, int) else EncodedPath(quote(some, safe=""))

    def _adapt_page(self, operation_id: str, case: Case[Any]) -> None:
        """Replace the path of a file of a page by one that exists, but for a small share."""
        if self.rng.random() < _MADE_UP:
            return
        page = {"id": self.resources.answering_id, "file": "ui/index.html"}
        if operation_id != "uiExtensionFile":
            page = {"id": self.resources.some_bundle(), "file": "index.html"}
        for name in case.path_parameters:
            case.path_parameters[name] = EncodedPath(quote(page[name], safe=""))

    def _identifier(self, operation_id: str, family: str) -> str | int:
        if operation_id == "repositoryDelete" and self.rng.random() < 0.3:
            return self.resources.disposable_repository()
        if operation_id == "extensionUnregister" and self.rng.random() < 0.5:
            return self.resources.extension_without_program()
        some: dict[str, Callable[[], str | int]] = {
            "apiSecret": self.resources.some_key,
            "collection": self.resources.some_collection,
            "extension": self.resources.some_installed,
            "image": self.resources.some_image,
            "imageAttachment": self.resources.some_attachment,
            "repository": self.resources.some_repository,
            "trash": self.resources.some_trashed_image,
        }
        return some[family]()

    def _adapt_query(self, operation_id: str, image: str, query: dict[str, Any]) -> None:
        extension = query.get("extensionId")
        if isinstance(extension, str) and extension not in self.resources.extensions:
            query["extensionId"] = self.resources.some_extension(len(extension))
        if "collectionId" in query:
            query["collectionId"] = self.resources.some_collection()
        several = query.get("extensionIds")
        if isinstance(several, list) and operation_id in _RUNS:
            query["extensionIds"] = self.rng.sample(self.resources.extensions, min(len(several), 3))
        elif isinstance(several, list):
            query["extensionIds"] = [self.resources.some_extension(len(str(each))) for each in several]
        if operation_id == "imageSearchRunCapabilities" and self.resources.protected:
            query["extensionIds"] = self.rng.sample(self.resources.extensions, 1)  # no run on images of others
        if operation_id == "imageRunCommand" and self.resources.answering is not None:
            query["extensionId"], query["commandId"] = self.resources.answering_id, "name-clouds"
        for name in ("parentId", "imageId"):
            if name in query:
                query[name] = self.resources.confirmed_image(str(query[name]))
        if "nameWithoutExtension" in query:
            query["nameWithoutExtension"] = payloads.usable_name(str(query["nameWithoutExtension"]))
        if "relativeDirectoryPath" in query:
            query["relativeDirectoryPath"] = payloads.usable_path(str(query["relativeDirectoryPath"]))
        if query.get("format") == "HEIF" and operation_id != "imageConvert":
            self._adapt_format(operation_id, image, query)
        grants = [name for name in ("grant", "grantAgain") if isinstance(query.get(name), list)]
        query |= {name: self.rng.choices(grantable_scopes(), k=len(query[name])) for name in grants}  # no folders
        match operation_id:
            case "apiSecretCreate":
                self._adapt_secret(query)
            case "extensionInstall" if "asUnpacked" in query:
                query["asUnpacked"] = "false"
            case "extensionChangeState":
                query["state"] = self.resources.other_state(image)
            case "repositoryCreate" | "repositoryUpdate" | "repositoryGetImageByUrl" if "url" in query:
                query["url"] = self._url(operation_id, image)
                query |= {"type": "file"} if "type" in query else {}  # a service need not permit any bucket
            case "media" if self.resources.image(image) is not None and self.rng.random() >= _MADE_UP:
                wanted: dict[str, Any] = {name: query[name] for name in _RENDITION if name in query}
                query.update(self.resources.media_query(image, wanted))

    def _adapt_secret(self, query: dict[str, Any]) -> None:
        expiry = query.get("expirationDate")
        if expiry is not None and str(expiry).isdecimal():
            query["expirationDate"] = max(int(expiry), _FUTURE)
        if isinstance(query.get("scope"), str):
            scopes = sorted(every_scope())
            query["scope"] = ",".join(self.rng.sample(scopes, self.rng.randint(1, len(scopes))))
        if "endsWithCreator" in query:
            query["endsWithCreator"] = "false"  # the key of the run may be the master key, with which no key ends

    def _url(self, operation_id: str, repository: str) -> str:
        """The URL of a new folder or of an image file. The main repository keeps its URL."""
        if operation_id == "repositoryGetImageByUrl":
            return self.resources.file_url(self.resources.confirmed_image())
        if operation_id == "repositoryUpdate" and self.resources.is_main(repository):
            return self.resources.folder_of(repository)
        if self.resources.folder is None:
            is_known = self.resources.has("repository", repository)
            return self.resources.folder_of(repository if is_known else self.resources.some_repository())
        return self.resources.new_folder(self.resources.folder)["url"]

    def _adapt_format(self, operation_id: str, image: str, query: dict[str, Any]) -> None:
        """Replace HEIF, which the service does not write, unless the original is requested."""
        known = self.resources.image(image)
        is_original = known is not None and known.format == "HEIF" and query.keys() <= {"format", "resizeRender"}
        if operation_id != "imageDownload" or not is_original:
            query["format"] = self.rng.choice(["PNG", "JPEG", "WEBP", "GIF", "AVIF"])

    def _adapt_renaming(self, case: Case[Any]) -> None:
        """Replace the image by one of the repository."""
        known = self.resources.image(str(case.query.get("imageId")))
        if known is not None:
            case.path_parameters["id"] = known.repository

    def _adapt_media_type(self, data: bytes, query: dict[str, Any]) -> None:
        """Set the media type of the bytes: the service compares the two for pictures."""
        format = format_of(data)
        if format is not None and self.rng.random() < 0.5:
            query["mimeType"] = f"image/{format.lower()}"
        elif query.get("mimeType") in _TASTED:
            query["mimeType"] = "application/octet-stream"

    def _adapt_bytes(self, operation_id: str, image: str, case: Case[Any], made: bytes) -> None:
        """Replace the bytes. Cases of the coverage phase share one body and get a picture; new content of an image gets
        the format of the image.
        """
        data = made
        covering = case.meta is not None and case.meta.phase.name == TestPhase.COVERAGE
        if covering and data and kind_of(data) is not Kind.REAL:
            data = self.rng.choice(REAL[self.rng.choice(FORMATS)])
        known = self.resources.image(image) if operation_id == "imageModify" else None
        if known is not None and format_of(data) != known.format:
            data = same_kind(data, known.format, self.rng)
        if data != made:
            case.body = data

    def _adapt_archive(self, operation_id: str, extension: str, case: Case[Any], made: bytes) -> None:
        """Replace the archive by an extension that is not installed, or by another version of the named extension."""
        covering = case.meta is not None and case.meta.phase.name == TestPhase.COVERAGE
        if made and (covering or kind_of(made) is Kind.REAL):
            case.body = archive(self.resources.new_extension() if operation_id == "extensionInstall" else extension)

    def _adapt_body(self, operation_id: str, body: Any) -> None:
        if not isinstance(body, dict):
            return
        if operation_id == "extensionSetSettings":
            body["value"] = {"threshold": self.rng.random()}
        elif operation_id == "sessionCreate":  # made-up keys would be answered ever more slowly
            body.clear()
            body["key"] = self.resources.sign_in_key()
        elif operation_id == "repositoryNotify":
            payloads.keep_places(body)
        if "collectionId" in body:
            body["collectionId"] = self.resources.some_collection()
        wanted = body if operation_id.startswith("collection") else body.get("filter")
        if isinstance(wanted, dict):
            filters.fit(wanted, self.resources)

    def _adapted_facets(self, operation_id: str, image: str, case: Case[Any], *, is_sound: bool) -> list[Any]:
        """The body of a request that writes tags or features, with consistent features. Makes room for those that are
        ensured.
        """
        facet, body = _FACETS[operation_id], copy.deepcopy(cast("list[Any]", case.body))
        extension = str(case.query.get("extensionId"))
        is_known = extension in self.resources.extensions and self.resources.image(image) is not None
        if is_sound and facet == "Features":
            for made in body:
                payloads.fit(made, self.rng)
                if made["format"] == "binary" and is_known:
                    made["value"] = self.resources.new_attachment(image, extension)
        if operation_id.startswith("imageEnsure"):
            if is_sound and facet == "Features":
                body = list({(made["type"], made["format"], made.get("name")): made for made in body}.values())
            if is_known:
                self.resources.make_room(facet, image, extension, len(body))
        return body

    def _adapt_embeddings(self, extension: str, body: Any) -> None:
        """Make names unique, and vectors as long as others of the name, within 32 bits and not zero."""
        if not isinstance(body, list):
            return
        for place, embedding in enumerate(body):
            if embedding["name"] in {other["name"] for other in body[:place]}:
                embedding["name"] = f"other-{place}"
            embedding["values"] = filters.fit_vector(extension, embedding["name"], embedding["values"], self.resources)

    def _adapt_command(self, operation_id: str, case: Case[Any], negative: Callable[[ParameterLocation], bool]) -> None:
        """Replace the command by one of the answering extension, with valid parameters and existing images."""
        if operation_id != "imageRunCommand" and not negative(ParameterLocation.PATH):
            case.path_parameters["id"] = self.resources.answering_id
        body = None
        if not negative(ParameterLocation.BODY) and isinstance(case.body, dict):
            body = case.body
            if operation_id == "extensionRunProcessCommand":
                body.clear()
                body["hue"] = self.rng.random()
            for name in ("parameters", "command"):
                if name in body:
                    body[name] = {"hue": self.rng.random()}
            if "imageIds" in body:
                body.pop("search", None)
                count = min(len(cast("list[Any]", body["imageIds"])), 4)
                body["imageIds"] = list({self.resources.confirmed_image(): None for _ in range(count)})
            elif "search" in body:
                self.resources.confirmed_image()
                body["search"] = {"range": {"take": self.rng.randint(1, 5), "skip": 0}}
        if operation_id != "imageRunCommand" and not negative(ParameterLocation.QUERY):
            on_images = operation_id != "extensionRunProcessCommand" and {"imageIds", "search"} & (body or {}).keys()
            case.query["commandId"] = "name-clouds" if on_images else "warm-up"

    def learn(self, case: Case[Any], response: Response) -> None:
        """Record the resources that a request created or deleted."""
        if response.status_code == 400 and isinstance(case.body, bytes) and kind_of(case.body) is Kind.DAMAGED:
            rule = str(response.json().get("rule"))
            if (
                rule.startswith(("decode.", "archive.", "manifest.", "json.", "schema."))
                or rule == "image.format-differs"
            ):  # damaged bytes may break these rules and no others
                _set(case, ParameterLocation.BODY, GenerationMode.NEGATIVE)
        if not 200 <= response.status_code < 300:
            return
        if case.id in self._invalid_cases and response.request.method == case.operation.method.upper():
            self.wrongly_accepted.append(
                f"{case.operation.label} accepted an invalid value: {str(case.query)[:500]} {case.body!r:.200}"
            )
        method, path = response.request.method, str(case.path_parameters.get("id"))
        url = urlsplit(response.request.url or "")
        match method, _id_of(case):
            case "POST", "apiSecretCreate":
                self.resources.learn_key(response.json()["id"])
            case ("POST", "repositoryCreate") | ("PUT", "repositoryEnsure"):
                self.resources.learn_repository(response.json()["id"])
            case ("POST", "repositoryStoreImage") | ("PUT", "trashRestore"):
                self.resources.learn_image(response.json())
            case "POST", "extensionInstall":
                self.resources.learn_extension(response.json()["manifest"]["id"])
            case "POST", "collectionCreate":
                self.resources.learn_collection(response.json()["id"])
            case "POST", "imageAttachmentCreate":
                self.resources.learn_attachment(response.json(), parse_qs(url.query)["imageId"][0])
            case "PUT", "repositoryStartOrStop" if parse_qs(url.query).get("isStart") == ["false"]:
                self.resources.restart_scans()
            case "DELETE", _:
                self.resources.forget(_family(case), path)
            case "PUT", "imageSetEmbeddings" if isinstance(case.body, list):
                sent: list[Any] = case.body
                extension = str(case.query.get("extensionId"))
                self.resources.vector_lengths |= {(extension, each["name"]): len(each["values"]) for each in sent}
            case "PUT", operation_id if operation_id in _FACETS and isinstance(case.body, list):
                at = _FACETS[operation_id], path, str(case.query.get("extensionId"))
                before = self.resources.facet_counts.get(at, 0) if operation_id.startswith("imageEnsure") else 0
                self.resources.facet_counts[at] = before + len(case.body)


def _mark(case: Case[Any]) -> bool:
    """Mark the parts that no schema describes as valid or invalid. Returns whether a part is invalid."""
    if case.meta is None:  # reading the mode would validate the changed parts by the schema
        return False
    wrong = False
    if any(isinstance(value, EncodedPath) for value in case.path_parameters.values()):
        _set(case, ParameterLocation.PATH, GenerationMode.POSITIVE)  # it is validated as encoded text
    if isinstance(case.body, bytes):
        anything = _id_of(case) in _TAKE_ANYTHING or case.body.startswith(b"PK")
        wrong = not case.body or (kind_of(case.body) is Kind.NOISE and not anything)
        _set(case, ParameterLocation.BODY, GenerationMode.NEGATIVE if wrong else GenerationMode.POSITIVE)
    text = case.query.get("applicationMetadata")
    unwritable = _id_of(case) == "imageConvert" and case.query.get("format") == "HEIF"
    if unwritable or (isinstance(text, str) and not is_metadata(text)):
        wrong = True
        _set(case, ParameterLocation.QUERY, GenerationMode.NEGATIVE)
    return wrong


def _set(case: Case[Any], location: ParameterLocation, mode: GenerationMode) -> None:
    meta: CaseMetadata | None = case._meta
    if meta is None or location not in meta.components or meta.components[location].mode is mode:
        return
    meta.components[location] = ComponentInfo(mode=mode)
    wrong = any(component.mode.is_negative for component in meta.components.values())
    meta.generation.mode = GenerationMode.NEGATIVE if wrong else GenerationMode.POSITIVE


def _id_of(case: Case[Any]) -> str:
    return str(case.operation.definition.raw["operationId"])


def _family(case: Case[Any]) -> str:
    """The kind of resource that the path of a case names."""
    first = case.path.split("/")[1]
    return "image" if first == "media" else first
