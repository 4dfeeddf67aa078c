"""Turns made-up values into ones that fit what exists."""

import copy
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, cast
from urllib.parse import parse_qs, quote, unquote, urlsplit

from schemathesis.core.parameters import EncodedPath, ParameterLocation
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.generation.case import Case
from schemathesis.generation.meta import CaseMetadata, ComponentInfo, TestPhase

from tests.contract import filters, payloads
from tests.contract.description import every_scope
from tests.contract.examples import COMMANDED
from tests.contract.existing_resources import ANSWERING, Stock
from tests.contract.payloads import REAL, Kind, format_of, is_metadata, kind_of, like, metadata
from tests.support.extensions import archive
from tests.support.pictures import FORMATS

_FUTURE: Final = 4_102_444_800_000  # milliseconds since the epoch: the year 2100
_MADE_UP: Final = 0.15  # the share of identifiers in paths that stay as they are
_RENDITION: Final = ("format", "width", "height", "resizeRender")
_TASTED: Final = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif", "image/avif", "image/heif"})
# Names that no file may have, though no pattern can say so.
_DEVICE: Final = re.compile(r"(con|prn|aux|nul|(com|lpt).)(\.|$)", re.IGNORECASE)
_CLAIM: Final = re.compile(r"\.(png|jpe?g|jpe|jfif|webp|gif|avif|hei[cf]|hif)$", re.IGNORECASE)
_NAME_BYTES: Final = 240
_PATH_BYTES: Final = 1_000
_DEPTH: Final = 16
_ARCHIVED: Final = frozenset({"extensionInstall", "extensionUpdate"})
_UNKNOWN_HEADER: Final = "x-schemathesis-unknown-property"
_RUNS: Final = frozenset({"imageRunCapabilities", "imageSearchRunCapabilities"})
_FACETS: Final = {f"image{way}{facet}": facet for way in ("Set", "Ensure") for facet in ("Tags", "Features")}


@dataclass(slots=True)
class Feeder:
    """Puts what exists in the place of what was made up, in those parts of a case that are meant to be valid.

    The schema cannot say which folders, extensions and repositories exist, what time it is, what bytes are a picture
    or what a signature is: without this, valid data would be refused by the rules that the description lists under
    `x-beyond-schema`. Parts that are wrong on purpose stay as they are. What cannot be valid, though no schema says so,
    is marked as wrong; `taken` tells which of it was taken all the same.
    """

    stock: Stock
    key: str
    chance: random.Random
    taken: list[str] = field(default_factory=list)
    _doomed: set[str] = field(default_factory=set)

    def feed(self, case: Case[Any]) -> None:
        """Change a case in place, right before it is sent."""
        operation_id = _id_of(case)
        if case.headers.pop(_UNKNOWN_HEADER, None) is not None:  # which HTTP has everybody pass over
            _set(case, ParameterLocation.HEADER, GenerationMode.POSITIVE)
        negative = case.meta.is_negative_at if case.meta is not None else (lambda _: False)
        if case.path_parameters and not negative(ParameterLocation.PATH):
            self._feed_path(operation_id, case)
        if "X-API-KEY" in case.headers and not negative(ParameterLocation.HEADER):
            case.headers["X-API-KEY"] = self.key  # it goes beside the configured header: two keys have to be one
        image = str(case.path_parameters.get("id"))
        if isinstance(case.body, bytes) and operation_id in _ARCHIVED:
            self._feed_archive(operation_id, image, case, case.body)
        elif isinstance(case.body, bytes):
            self._feed_bytes(operation_id, image, case, case.body)
        elif not negative(ParameterLocation.BODY):
            self._feed_body(operation_id, case.body)
        if operation_id == "eventStream" and case.query.get("wait") in (None, True, "true"):
            case.query["wait"] = "false"  # an answer without an end is none that can be judged
        if not negative(ParameterLocation.QUERY):
            self._feed_query(operation_id, image, case.query)
            if "applicationMetadata" in case.query:
                can_be_wrong = case._meta is not None and ParameterLocation.QUERY in case._meta.components
                case.query["applicationMetadata"] = metadata(self.chance, sound=not can_be_wrong)
            if operation_id == "repositoryRenameImage" and not negative(ParameterLocation.PATH):
                self._feed_renaming(case)
            elif operation_id == "imageAttachmentCreate" and isinstance(case.body, bytes):
                self._feed_media_type(case.body, case.query)
        if operation_id in _FACETS and isinstance(case.body, list):
            body = self._fed_facets(operation_id, image, case, is_sound=not negative(ParameterLocation.BODY))
            if body != case.body:
                case.body = body
        if operation_id == "imageSetEmbeddings" and not negative(ParameterLocation.BODY):
            self._feed_embeddings(str(case.query.get("extensionId")), case.body)
        elif operation_id == "imageClosestEmbeddingsImages" and not negative(ParameterLocation.BODY):
            self._feed_embeddings(str(case.query.get("extensionId")), [case.body])
        elif operation_id == "imageClosestImages" and not negative(ParameterLocation.QUERY) and self.stock.image(image):
            self.stock.embed(image, str(case.query["extensionId"]), str(case.query["name"]))
        if operation_id in COMMANDED:
            self._feed_command(operation_id, case, negative)
        if _mark(case):
            self._doomed.add(case.id)

    def _feed_path(self, operation_id: str, case: Case[Any]) -> None:
        """In the stateful phase what came out of an answer stays, deleted or not; otherwise a few stay made up."""
        ((name, current),) = case.path_parameters.items()
        family, identifier = _family(case), unquote(str(current))
        if case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL:
            stays = (family, identifier) in self.stock.seen
        else:
            stays = self.stock.has(family, identifier) or self.chance.random() < _MADE_UP
        if not stays or identifier == ANSWERING:  # lists tell of it, and nothing may happen to it
            some = self._identifier(operation_id, family)
            case.path_parameters[name] = some if isinstance(some, int) else EncodedPath(quote(some, safe=""))

    def _identifier(self, operation_id: str, family: str) -> str | int:
        if operation_id == "repositoryDelete" and self.chance.random() < 0.3:
            return self.stock.spare_repository()
        some: dict[str, Callable[[], str | int]] = {
            "apiSecret": self.stock.some_secret,
            "collection": self.stock.some_collection,
            "extension": self.stock.some_installed,
            "image": self.stock.some_image,
            "imageAttachment": self.stock.some_attachment,
            "repository": self.stock.some_repository,
        }
        return some[family]()

    def _feed_query(self, operation_id: str, image: str, query: dict[str, Any]) -> None:
        extension = query.get("extensionId")
        if isinstance(extension, str) and extension not in self.stock.extensions:
            query["extensionId"] = self.stock.some_extension(len(extension))
        if "collectionId" in query:
            query["collectionId"] = self.stock.some_collection()
        several = query.get("extensionIds")
        if isinstance(several, list) and operation_id in _RUNS:
            query["extensionIds"] = self.chance.sample(self.stock.extensions, min(len(several), 3))
        elif isinstance(several, list):
            query["extensionIds"] = [self.stock.some_extension(len(str(each))) for each in several]
        if operation_id == "imageRunCommand":
            query["extensionId"], query["commandId"] = ANSWERING, "name-clouds"
        for name in ("parentId", "imageId"):
            if name in query:
                query[name] = self.stock.sure_image(str(query[name]))
        if "nameWithoutExtension" in query:
            query["nameWithoutExtension"] = _usable(str(query["nameWithoutExtension"]))
        if "relativeDirectoryPath" in query:
            query["relativeDirectoryPath"] = _usable_path(str(query["relativeDirectoryPath"]))
        if query.get("format") == "HEIF" and operation_id != "imageConvert":
            self._feed_format(operation_id, image, query)
        match operation_id:
            case "apiSecretCreate":
                self._feed_secret(query)
            case "extensionInstall" if "asUnpacked" in query:
                query["asUnpacked"] = "false"
            case "extensionChangeState":
                query["state"] = self.stock.other_state(image)
            case "repositoryCreate" | "repositoryUpdate" | "repositoryGetImageByUrl" if "url" in query:
                query["url"] = self._url(operation_id, image)
            case "media" if self.stock.image(image) is not None and self.chance.random() >= _MADE_UP:
                wanted: dict[str, Any] = {name: query[name] for name in _RENDITION if name in query}
                query.update(self.stock.media_query(image, wanted))

    def _feed_secret(self, query: dict[str, Any]) -> None:
        expiry = query.get("expirationDate")
        if expiry is not None and str(expiry).isdecimal():
            query["expirationDate"] = max(int(expiry), _FUTURE)
        if isinstance(query.get("scope"), str):
            scopes = sorted(every_scope())
            query["scope"] = ",".join(self.chance.sample(scopes, self.chance.randint(1, len(scopes))))

    def _url(self, operation_id: str, repository: str) -> str:
        """Of a new folder, of an image's file; the repository that most images are in stays where it is."""
        if operation_id == "repositoryGetImageByUrl":
            return self.stock.file_url(self.stock.sure_image())
        if operation_id == "repositoryUpdate" and self.stock.is_main(repository):
            return self.stock.folder_of(repository)
        return self.stock.new_folder()["url"]

    def _feed_format(self, operation_id: str, image: str, query: dict[str, Any]) -> None:
        """HEIF is not written; it can be had as it is."""
        known = self.stock.image(image)
        is_original = known is not None and known.format == "HEIF" and query.keys() <= {"format", "resizeRender"}
        if operation_id != "imageDownload" or not is_original:
            query["format"] = self.chance.choice(["PNG", "JPEG", "WEBP", "GIF", "AVIF"])

    def _feed_renaming(self, case: Case[Any]) -> None:
        """The image is one of the repository."""
        known = self.stock.image(str(case.query.get("imageId")))
        if known is not None:
            case.path_parameters["id"] = known.repository

    def _feed_media_type(self, data: bytes, query: dict[str, Any]) -> None:
        """Media types of pictures are compared with the bytes."""
        format = format_of(data)
        if format is not None and self.chance.random() < 0.5:
            query["mimeType"] = f"image/{format.lower()}"
        elif query.get("mimeType") in _TASTED:
            query["mimeType"] = "application/octet-stream"

    def _feed_bytes(self, operation_id: str, image: str, case: Case[Any], made: bytes) -> None:
        """The many cases of the coverage phase, all with one body, have a picture; new content is of the format of
        the image.
        """
        data = made
        covering = case.meta is not None and case.meta.phase.name == TestPhase.COVERAGE
        if covering and data and kind_of(data) is not Kind.REAL:
            data = self.chance.choice(REAL[self.chance.choice(FORMATS)])
        known = self.stock.image(image) if operation_id == "imageModify" else None
        if known is not None and format_of(data) != known.format:
            data = like(data, known.format, self.chance)
        if data != made:
            case.body = data

    def _feed_archive(self, operation_id: str, extension: str, case: Case[Any], made: bytes) -> None:
        """An extension that is not installed yet, or another version of the one that is meant."""
        covering = case.meta is not None and case.meta.phase.name == TestPhase.COVERAGE
        if made and (covering or kind_of(made) is Kind.REAL):
            id = self.stock.new_extension() if operation_id == "extensionInstall" else extension
            case.body = archive(id)

    def _feed_body(self, operation_id: str, body: Any) -> None:
        if not isinstance(body, dict):
            return
        if operation_id == "extensionSetSettings":
            body["value"] = {"threshold": self.chance.random()}
        if "collectionId" in body:
            body["collectionId"] = self.stock.some_collection()
        wanted = body if operation_id.startswith("collection") else body.get("filter")
        if not isinstance(wanted, dict):
            return
        filters.fit(wanted, self.stock)

    def _fed_facets(self, operation_id: str, image: str, case: Case[Any], *, is_sound: bool) -> list[Any]:
        """The body of a write of tags or features: features that fit together, and room for what is ensured."""
        facet, body = _FACETS[operation_id], copy.deepcopy(cast("list[Any]", case.body))
        extension = str(case.query.get("extensionId"))
        is_known = extension in self.stock.extensions and self.stock.image(image) is not None
        if is_sound and facet == "Features":
            for made in body:
                payloads.fit(made, self.chance)
                if made["format"] == "binary" and is_known:
                    made["value"] = self.stock.new_attachment(image, extension)
        if operation_id.startswith("imageEnsure"):
            if is_sound and facet == "Features":
                body = list({(made["type"], made["format"], made.get("name")): made for made in body}.values())
            if is_known:
                self.stock.make_room(facet, image, extension, len(body))
        return body

    def _feed_embeddings(self, extension: str, body: Any) -> None:
        """Each name once, each vector as long as the others of its name, within 32 bits, and none that is zero."""
        if not isinstance(body, list):
            return
        for place, embedding in enumerate(body):
            if embedding["name"] in {other["name"] for other in body[:place]}:
                embedding["name"] = f"other-{place}"
            embedding["values"] = filters.fit_vector(extension, embedding["name"], embedding["values"], self.stock)

    def _feed_command(self, operation_id: str, case: Case[Any], negative: Callable[[ParameterLocation], bool]) -> None:
        """A command of the extension that answers, with what it takes, on images that are there."""
        if operation_id != "imageRunCommand" and not negative(ParameterLocation.PATH):
            case.path_parameters["id"] = ANSWERING
        body = None
        if not negative(ParameterLocation.BODY) and isinstance(case.body, dict):
            body = case.body
            if operation_id == "extensionRunProcessCommand":
                body.clear()
                body["hue"] = self.chance.random()
            for name in ("parameters", "command"):
                if name in body:
                    body[name] = {"hue": self.chance.random()}
            if "imageIds" in body:
                body.pop("search", None)
                count = min(len(cast("list[Any]", body["imageIds"])), 4)
                body["imageIds"] = list({self.stock.sure_image(): None for _ in range(count)})
            elif "search" in body:
                self.stock.sure_image()
                body["search"] = {"range": {"take": self.chance.randint(1, 5), "skip": 0}}
        if operation_id != "imageRunCommand" and not negative(ParameterLocation.QUERY):
            on_images = operation_id != "extensionRunProcessCommand" and {"imageIds", "search"} & (body or {}).keys()
            case.query["commandId"] = "name-clouds" if on_images else "warm-up"

    def learn(self, case: Case[Any], response: Response) -> None:
        """Take note of what a request changed."""
        if response.status_code == 400 and isinstance(case.body, bytes) and kind_of(case.body) is Kind.DAMAGED:
            rule = str(response.json().get("rule"))
            if (
                rule.startswith(("decode.", "archive.", "manifest.", "json.", "schema."))
                or rule == "image.format-differs"
            ):  # that can be, and nothing else can
                _set(case, ParameterLocation.BODY, GenerationMode.NEGATIVE)
        if not 200 <= response.status_code < 300:
            return
        if case.id in self._doomed and response.request.method == case.operation.method.upper():
            self.taken.append(f"{case.operation.label} took what cannot be: {str(case.query)[:500]} {case.body!r:.200}")
        method, path = response.request.method, str(case.path_parameters.get("id"))
        url = urlsplit(response.request.url or "")
        match method, _id_of(case):
            case "POST", "apiSecretCreate":
                self.stock.learn_secret(response.json()["id"])
            case ("POST", "repositoryCreate") | ("PUT", "repositoryEnsure"):
                self.stock.learn_repository(response.json()["id"])
            case "POST", "repositoryStoreImage":
                self.stock.learn_image(response.json())
            case "POST", "extensionInstall":
                self.stock.learn_extension(response.json()["manifest"]["id"])
            case "POST", "collectionCreate":
                self.stock.learn_collection(response.json()["id"])
            case "POST", "imageAttachmentCreate":
                self.stock.learn_attachment(response.json(), parse_qs(url.query)["imageId"][0])
            case "PUT", "repositoryStartOrStop" if parse_qs(url.query).get("isStart") == ["false"]:
                self.stock.go_on()
            case "DELETE", _:
                self.stock.forget(_family(case), path)
            case "PUT", "imageSetEmbeddings" if isinstance(case.body, list):
                sent: list[Any] = case.body
                extension = str(case.query.get("extensionId"))
                self.stock.lengths |= {(extension, each["name"]): len(each["values"]) for each in sent}
            case "PUT", operation_id if operation_id in _FACETS and isinstance(case.body, list):
                at = _FACETS[operation_id], path, str(case.query.get("extensionId"))
                before = self.stock.held.get(at, 0) if operation_id.startswith("imageEnsure") else 0
                self.stock.held[at] = before + len(case.body)


def _mark(case: Case[Any]) -> bool:
    """Say of what no schema judges whether it can be taken; whether something cannot."""
    if case.meta is None:  # asking for it judges what was changed, by the schema
        return False
    wrong = False
    if any(isinstance(value, EncodedPath) for value in case.path_parameters.values()):
        _set(case, ParameterLocation.PATH, GenerationMode.POSITIVE)  # judged as it is written, not as it is meant
    if isinstance(case.body, bytes):
        anything = _id_of(case) == "imageAttachmentCreate" or case.body.startswith(b"PK")
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
    """The kind of what the path of a case names."""
    first = case.path.split("/")[1]
    return "image" if first == "media" else first


def _usable(name: str) -> str:
    """The name itself, or a plain one that is as long."""
    fine = name.isprintable() and len(name.encode()) <= _NAME_BYTES
    return name if fine and not _DEVICE.match(name) and not _CLAIM.search(name) else "n" * len(name)


def _usable_path(path: str) -> str:
    parts = path.split("/") if path else []
    if len(parts) <= _DEPTH and len(path.encode()) <= _PATH_BYTES and all(_usable(part) == part for part in parts):
        return path
    return "/".join("f" * len(path[at : at + 200]) for at in range(0, len(path), 201))
