"""Values that no schema describes: bodies of bytes, JSON texts in parameters, and the values of features."""

import json
import random
import re
from collections.abc import MutableMapping, Sequence
from enum import Enum, auto
from typing import Any, Final

import schemathesis
from hypothesis import strategies as st

from facetry.contract.description import operations
from facetry.contract.example_requests.examples import TEXT
from facetry.contract.example_requests.packages import archive
from facetry.contract.example_requests.pictures import FORMATS, HEIF_SIZE, picture
from facetry.contract.judgement.reference_validators import schema_faults

_SHAPES: Final = ((HEIF_SIZE, False), (HEIF_SIZE, True), ((1, 1), False), ((200, 3), True))
REAL: Final = {
    format: tuple(
        picture(format, seed=900_000 + number, size=size, with_exif=described)
        for number, (size, described) in enumerate(_SHAPES)
    )
    for format in FORMATS
}
_EVERY: Final = tuple(data for several in REAL.values() for data in several)
_KNOWN: Final = frozenset(_EVERY)
_OTHERS: Final = (
    b"<!doctype html><script>alert(1)</script>",
    b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    b"{}",
    b"BM",
)
_SIGNATURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
PACKED: Final = archive("packed")  # replaced by an archive with a suitable id
_ZIP: Final = b"PK"  # the first bytes of an archive, also of a damaged one
# Names that no file may have, though no pattern can say so.
_DEVICE: Final = re.compile(r"(con|prn|aux|nul|(com|lpt).)(\.|$)", re.IGNORECASE)
_CLAIM: Final = re.compile(r"\.(png|jpe?g|jpe|jfif|webp|gif|avif|hei[cf]|hif)$", re.IGNORECASE)
_NAME_BYTES: Final = 240
_PATH_BYTES: Final = 1_000
_DEPTH: Final = 16

_MET: Final = {
    "If-Match": "*",
    "If-Unmodified-Since": "Fri, 31 Dec 9999 23:59:59 GMT",
    "If-None-Match": '"another"',
    "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT",
}
_WORDS: Final = ("string", "markdown", "html")
_FORMATS: Final = {
    **dict.fromkeys(("caption", "description", "comment"), _WORDS),
    "recipe": ("json", "ui"),
}
_SOUND: Final = {
    "json": ("{}", "[1, 2.5, null]", '"灯台"', "3"),
    "yaml": ("a: [b, c]", "- {a: 1}\n- &x b\n- *x\n", "# nothing"),
    "xml": ("<a/>", "<?xml version='1.0'?><a b='c'>d<e/></a>"),
    "ui": ('{"schemaVersion":"1.0","elements":[]}', '{"schemaVersion":"1.0","elements":[{"type":"divider"}]}'),
    "binary": ("attachment://0",),
}
_NO_METADATA: Final = (
    "00",
    "[]",
    "{}",
    '{"items":7}',
    '{"items":[{"value":{}}]}',
    '{"items":[{"extensionId":"..","value":{}}]}',
    '{"items":[{"extensionId":"a","value":{"schemaVersion":1,"prompt":null}}]}',
    '{"items":[]}}',
)


class Kind(Enum):
    """The kind of some bytes: a picture or archive, a damaged one that may be readable or not, or certainly neither."""

    REAL = auto()
    DAMAGED = auto()
    NOISE = auto()


def kind_of(data: bytes) -> Kind:
    """The kind of the bytes, without decoding them."""
    if data in _KNOWN or data == PACKED:
        return Kind.REAL
    if data.startswith(_ZIP):
        return Kind.DAMAGED
    return Kind.DAMAGED if data.startswith(_SIGNATURES) or data[4:8] == b"ftyp" else Kind.NOISE


def damage(data: bytes, seed: int) -> bytes:
    """The bytes cut, changed or with bytes inserted, at places that depend on the seed."""
    rng = random.Random(seed)
    match rng.randrange(3):
        case 0:
            return data[: rng.randrange(4, len(data))]
        case 1:
            changed = bytearray(data)
            for _ in range(rng.randint(1, 8)):
                changed[rng.randrange(len(changed))] = rng.randrange(256)
            return bytes(changed)
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(rng.randint(1, 64)) + data[at:]


def same_kind(data: bytes, format: str, rng: random.Random) -> bytes:
    """Bytes of the same kind, in `format` if they are a picture."""
    match kind_of(data):
        case Kind.REAL:
            return rng.choice(REAL[format])
        case Kind.DAMAGED:
            return damage(rng.choice(REAL[format]), rng.randrange(2**32))
    return data


def format_of(data: bytes) -> str | None:
    """The format of a real picture."""
    return next((format for format, several in REAL.items() if data in several), None)


def register() -> None:
    """Register generators of bodies of bytes with schemathesis: mostly real pictures, besides damaged ones and
    noise.
    """
    real = st.sampled_from(_EVERY)
    broken = st.builds(damage, real, st.integers(0, 2**32 - 1))
    noise = st.sampled_from(_OTHERS) | st.binary(max_size=200).filter(lambda data: kind_of(data) is Kind.NOISE)
    content = st.integers(0, 9).flatmap(lambda share: real if share < 6 else broken if share < 8 else noise)
    packed = st.just(PACKED)
    archives = st.integers(0, 9).flatmap(
        lambda share: (
            packed if share < 6 else st.builds(damage, packed, st.integers(0, 2**32 - 1)) if share < 8 else noise
        )
    )
    # Pictures and archives share a media type. Its bodies are pictures; the adapter sends archives where they are due.
    binary = [operation for operation in operations() if operation.takes_bytes]
    plain = [operation for operation in binary if not operation.takes_text]
    pictured = {each for operation in plain if not operation.takes_archive for each in operation.media_types}
    texts = {each for operation in binary if operation.takes_text for each in operation.media_types} - pictured
    for media_type in {each for operation in binary for each in operation.media_types} - pictured - texts:
        schemathesis.openapi.media_type(media_type, archives)
    for media_type in pictured:
        schemathesis.openapi.media_type(media_type, content)
    for media_type in texts:
        schemathesis.openapi.media_type(media_type, st.just(TEXT) | noise)


def metadata(rng: random.Random, extensions: Sequence[str], *, sound: bool) -> str:
    """The JSON text of an ApplicationMetadata of these extensions; sometimes an invalid text, unless it has to be
    `sound`.
    """
    if rng.random() < 0.2 and not sound:
        return rng.choice(_NO_METADATA)
    return json.dumps({"items": [_statement(rng, extensions) for _ in range(rng.randint(0, 3))]})


def is_metadata(text: str) -> bool:
    """Whether a text is a valid ApplicationMetadata."""
    try:
        value = json.loads(text)
    except ValueError:
        return False
    return not schema_faults("/components/schemas/ApplicationMetadata", value)


def _statement(rng: random.Random, extensions: Sequence[str]) -> dict[str, object]:
    free = [
        {},
        {"note": "Painted over by hand – 灯台"},
        {"prompt": 7},
        {"schemaVersion": 3, "prompt": None},
        {"a": [{}]},
    ]
    value = rng.choice([*free, *(_recipe(rng) for _ in free)])
    return {"extensionId": rng.choice(extensions), "value": value}


def _recipe(rng: random.Random) -> dict[str, object]:
    """A generation recipe with some of its optional members."""
    optional: dict[str, object] = {
        "id": "r" * rng.randint(1, 64),
        "url": "https://example.org/recipe",
        "inceptionDate": rng.randrange(10**12),
        "author": "Ada L.",
        "software": "example/studio:3.2",
        "inputAssets": ["a.png"],
        "aspectRatio": rng.choice([1, 1.5, 1e300]),
        "unknown": True,
    }
    members = {name: value for name, value in optional.items() if rng.random() < 0.4}
    version = rng.choice([1, 2])
    prompt = {"kind": "textual", "text": "A lighthouse at dusk"}
    return {"schemaVersion": version, "modelTags": ["example/painter:1.0"], "prompt": prompt, **members}


def fit(feature: dict[str, Any], rng: random.Random) -> None:
    """Change a feature with valid members so that they fit together: the format to the type, the value to the
    format.
    """
    formats = _FORMATS.get(feature["type"])
    if formats is not None and feature["format"] not in formats:
        feature["format"] = rng.choice(formats)
    value = feature["value"]
    match feature["format"]:
        case "integer":
            is_fine = type(value) in (int, float) and value == round(value) and abs(value) < 2**53
            feature["value"] = value if is_fine else rng.choice([0, -3, 7.0, 2**53 - 1])
        case "float":
            feature["value"] = value if type(value) in (int, float) else rng.choice([0.5, -1e300, 3])
        case "boolean":
            feature["value"] = value if isinstance(value, bool) else rng.random() < 0.5
        case "json" if feature["type"] == "recipe":
            feature["value"] = json.dumps(_recipe(rng))
        case format if format in _SOUND:
            feature["value"] = rng.choice(_SOUND[format])
        case _:
            feature["value"] = value if isinstance(value, str) else "A lighthouse – 灯台"


def usable_name(name: str) -> str:
    """The name itself if files can have it, otherwise a plain name of the same length."""
    fine = name.isprintable() and len(name.encode()) <= _NAME_BYTES
    return name if fine and not _DEVICE.match(name) and not _CLAIM.search(name) else "n" * len(name)


def usable_path(path: str) -> str:
    """The path itself if folders can have it, otherwise a plain path of the same length."""
    parts = path.split("/") if path else []
    if len(parts) <= _DEPTH and len(path.encode()) <= _PATH_BYTES and all(usable_name(part) == part for part in parts):
        return path
    return "/".join("f" * len(path[at : at + 200]) for at in range(0, len(path), 201))


def keep_places(message: dict[str, Any]) -> None:
    """Remove what no schema describes from a message of an object store: it may hold what no body may."""
    places = [record["s3"] for record in message.pop("Records", ())]
    message.clear()
    message["Event"] = "s3:ObjectCreated:Put"
    message["Records"] = [
        {"s3": {"bucket": {"name": place["bucket"]["name"]}, "object": {"key": place["object"]["key"]}}}
        for place in places
    ]


def fit_headers(headers: MutableMapping[str, Any], key: str) -> None:
    """Replace the key, and preconditions by ones that are met: no schema says which version a file has."""
    headers.update({name: value for name, value in _MET.items() if name in headers})
    if "X-API-KEY" in headers:
        headers["X-API-KEY"] = key  # the configured header is sent too, and both keys have to be the same
