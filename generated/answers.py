# Generated from specs/ by `python -m codegen`. Do not edit.
"""Answers as JSON values. None stands for an absent member, and is removed before the answer is sent."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class ApplicationMetadata(TypedDict):
    """What programs that made an image say about the making, each under the extension it belongs to. Members
    that are not described are kept.
    """

    items: list[ApplicationMetadataItem]
    """One entry for each statement."""


class ApplicationMetadataItem(TypedDict):
    """What one program says about the making of an image."""

    extensionId: ExtensionId
    """The extension that the statement belongs to. It is installed or registered when the picture is stored."""
    value: dict[str, Any]
    """A GenerationRecipe when it has a `prompt` and a `schemaVersion` that is known; otherwise any object."""


CaptureOffset: TypeAlias = "int"
"""The time zone of a camera's clock, in minutes before (negative) or after UTC."""

CaptureSource: TypeAlias = 'Literal["exif", "xmp", "iptc", "text", "movie", "file"]'
"""Where the capture date comes from. `exif`, `xmp` and `iptc` are kinds of metadata. `text` is the text of a PNG
with the key `Creation Time`, and `movie` the header of a sequence of pictures. `file` means that no metadata
has a date, so that the date is that of the file.
"""

CosineDistance: TypeAlias = "float"
"""A cosine distance. 0 stands for the same direction, 1 for directions that have nothing to do with each other,
2 for opposite ones.
"""


class Dates(TypedDict):
    """The two dates of a file, as its file system keeps them."""

    creationDate: Timestamp
    """When the file was created. It is the earlier of its birth and its modification, and the latter where the
    file system does not keep the former.
    """
    modificationDate: Timestamp
    """When the content of the file last changed."""


ExtensionId: TypeAlias = "str"
"""The identifier of an extension, unique among the registered ones. The names `.` and `..` are excluded because
the identifier also names a folder.
"""


class ExtensionImageFeature(TypedDict):
    """One feature of an image, with the extension that owns it."""

    id: ExtensionId
    """The extension that owns the feature."""
    type: ImageFeatureType
    format: ImageFeatureFormat
    name: NotRequired[ImageFeatureName | None]
    """The name of the feature, absent when it has none."""
    value: ImageFeatureValue


class ExtensionImageFeaturesAttribute(TypedDict):
    """One image of a feature search, with its features. The members `features` and `attribute` hold the same
    array.
    """

    id: Uuid
    """The image."""
    features: list[ExtensionImageFeature]
    """The features of the image, ordered by extension, then as written."""
    attribute: list[ExtensionImageFeature]
    """The same array as `features`, under the name that published clients read."""


class ExtensionImageTag(TypedDict):
    """One tag of an image, with the extension that owns it."""

    id: ExtensionId
    """The extension that owns the tag."""
    value: TagValue


class ExtensionImageTagsAttribute(TypedDict):
    """One image of a tag search, with its tags. The members `tags` and `attribute` hold the same array."""

    id: Uuid
    """The image."""
    tags: list[ExtensionImageTag]
    """The tags of the image, ordered by value, then by extension."""
    attribute: list[ExtensionImageTag]
    """The same array as `tags`, under the name that published clients read."""


FileUrl: TypeAlias = "str"
"""The URL of a file or folder, percent-encoded in answers. Either an absolute path on the machine of the service
after `file://`, or a bucket of an object store after `s3://`, with a prefix or the key of an object. Its
limit is that of a path of 4096 bytes with every byte encoded.
"""


class FormatCount(TypedDict):
    """A format, and how many images are of it."""

    value: ImageFormat
    count: int
    """How many images are of the format."""


FrequentTags: TypeAlias = "list[TagCount]"
"""The tags that most of the images have, the most frequent first."""


class GenerationRecipe(TypedDict):
    """How an image was generated, so that it can be generated again."""

    schemaVersion: int
    """The version of this form."""
    id: NotRequired[str | None]
    """An identifier that the program gave the recipe."""
    url: NotRequired[str | None]
    """Where the recipe is published, an http(s) address or a path."""
    inceptionDate: NotRequired[Timestamp | None]
    """When the image was generated."""
    author: NotRequired[str | None]
    """Who wrote the recipe."""
    modelTags: list[str]
    """The models, each as `publisher/name:tag`, where publisher and tag may be left out."""
    software: NotRequired[str | None]
    """The program that generated the image, as `publisher/name:version`, where publisher and version may be left
    out.
    """
    inputAssets: NotRequired[list[str] | None]
    """Files or addresses that went into the image."""
    aspectRatio: NotRequired[float | None]
    """Width divided by height."""
    prompt: GenerationRecipePrompt


GenerationRecipePrompt: TypeAlias = "TextualPrompt | InstructionsPrompt"
"""The prompt of the models, as text or as instructions of a program."""

HttpUrl: TypeAlias = "str"
"""The address of a web page or file."""


class Image(TypedDict):
    """The full record of an image, with what its file says about itself and with the features and tags of every
    extension.
    """

    creationDate: Timestamp
    """When the record was created, that is, when the image was first found."""
    modificationDate: Timestamp
    """When the record last changed."""
    id: Uuid
    """The image. It stays the same when the file is renamed or moved, within its repository or to another."""
    repositoryId: Uuid
    """The repository the image belongs to."""
    parentId: NotRequired[Uuid | None]
    """The image this one was made from, absent when it was made from none."""
    name: str
    """The name of the file with its extension and without its folder."""
    format: ImageFormat
    mimeType: str
    """The media type of the file, `image/` and the format in lower case."""
    uri: FileUrl
    """Where the file lies."""
    url: FileUrl
    """Where the file lies as seen by clients. Equal to `uri` as long as no paths are mapped."""
    sourceUrl: NotRequired[HttpUrl | None]
    """Where the image was taken from, absent when that is not known."""
    sizeInBytes: int
    """The size of the file in bytes."""
    dimensions: ImageDimensions
    fileDates: Dates
    captureDate: Timestamp
    """When the picture was taken, as its EXIF, XMP or IPTC says; `fileDates.creationDate` when none of them
    does. A clock time without a time zone is read as UTC.
    """
    captureOffset: NotRequired[CaptureOffset | None]
    """The time zone of the camera's clock, absent when the metadata does not have it."""
    captureSource: CaptureSource
    state: ImageState
    stateReason: NotRequired[str | None]
    """Why the image is not available, in one sentence for people; absent when it is."""
    placeholder: NotRequired[ThumbHash | None]
    """A stand-in for the image while it loads, absent until the file has been read by a version that computes
    it.
    """
    hashes: ImageHashes
    applicationMetadata: NotRequired[ApplicationMetadata | None]
    """What was said about the making of the image when it was stored, absent when nothing was."""
    metadata: ImageMetadata
    features: list[ExtensionImageFeature]
    """The features of every extension, ordered by extension, then as written."""
    tags: list[ExtensionImageTag]
    """The tags of every extension, ordered by value, then by extension."""


class ImageDimensions(TypedDict):
    """The size of an image in pixels, as it is shown, after the rotation that its file states."""

    width: int
    """The width in pixels."""
    height: int
    """The height in pixels."""


class ImageDistance(TypedDict):
    """An image and its distance from the query."""

    distance: CosineDistance
    image: ImageSummary


ImageFeatureFormat: TypeAlias = (
    'Literal["string", "integer", "float", "boolean", "json", "yaml", "xml", "markdown", "html", "binary", "ui"]'
)
"""How the value of a feature is to be read.

* `string`, `markdown`, `html`: any text.
* `integer`: a number without a fraction, exact in a double; `float`: any number. An integer may be sent as
`3` or `3.0` and is returned as `3`; a float is returned with a fraction part.
* `boolean`: true or false.
* `json`: a JSON text that would be taken as a body; in a feature of the type `recipe`, a GenerationRecipe.
* `yaml`: one YAML document of at most 64 levels, with no tag of its own and no key twice in a mapping. Those
of one request have at most 100,000 nodes, aliases counted as what they stand for.
* `xml`: a well-formed document of at most 64 levels without a document type.
* `binary`: the URI of an attachment that the same extension keeps beside the same image.
* `ui`: a view document.
"""

ImageFeatureName: TypeAlias = "str"
"""The name of a feature, 1 to 64 characters out of letters, digits and `- _ . : ; | /`."""

ImageFeatureType: TypeAlias = (
    'Literal["caption", "description", "comment", "annotation", "metadata", "recipe", "identity", "physics", "other"]'
)
"""What a feature says about its image."""

ImageFeatureValue: TypeAlias = "str | int | float | bool"
"""The value of a feature. Text for every format but `integer`, `float` and `boolean`. An integer is returned
without a fraction part (`3`), a float with one (`3.0`).
"""

ImageFormat: TypeAlias = 'Literal["PNG", "JPEG", "WEBP", "GIF", "AVIF", "HEIF"]'
"""The format of an image file. Its content decides, never its name."""


class ImageHashes(TypedDict):
    """What an image is recognised by, as lower-case hexadecimal digits. Images with equal hashes are found by
    the criterion `duplicates`.
    """

    content: str
    """The SHA-256 of the bytes of the file."""
    pixels: NotRequired[str | None]
    """The XXH3 hash, of 128 bits, of the pixels of the first frame as they are shown. It is equal for files that
    differ only in metadata, in lossless compression, or in how they are turned upright. Absent until the file
    has been read by a version that computes it.
    """
    perceptual: NotRequired[str | None]
    """The difference hash, of 64 bits, of what the image looks like. Absent for a picture without structure,
    such as one of a single colour.
    """


class ImageMediaUrl(TypedDict):
    """An image and a URL of it, which needs no key and works until it expires."""

    id: Uuid
    """The image."""
    url: HttpUrl
    """The URL, ready to be put into a page. It is used as it is; any change to it is refused."""


class ImageMetadata(TypedDict):
    """What the image file says about itself, by block. Each member is text, a JSON text where nothing else is
    said, and left out when the file has no such block or the text is over its limit.
    """

    all: NotRequired[str | None]
    """Every block in one JSON object."""
    exif: NotRequired[str | None]
    """The EXIF block as a JSON object."""
    icc: NotRequired[str | None]
    """The ICC colour profile, its description and header, as a JSON object."""
    iptc: NotRequired[str | None]
    """The IPTC block as a JSON object."""
    xmp: NotRequired[str | None]
    """The XMP block as a JSON object."""
    tiffTagPhotoshop: NotRequired[str | None]
    """The Photoshop block of a TIFF directory, as plain text."""
    others: NotRequired[str | None]
    """Whatever the file says outside of the other blocks, such as text chunks of a PNG, as a JSON object."""


ImageState: TypeAlias = 'Literal["AVAILABLE", "MISSING", "UNREADABLE"]'
"""The state of the file of an image. `MISSING`: the last scan did not find it, and kept the image because too
many were missing at once. `UNREADABLE`: the file changed and cannot be read, and the record describes its
last readable content.
"""


class ImageSummary(TypedDict):
    """The record of an image without its metadata, features and tags."""

    creationDate: Timestamp
    """When the record was created, that is, when the image was first found."""
    modificationDate: Timestamp
    """When the record last changed."""
    id: Uuid
    """The image. It stays the same when the file is renamed or moved, within its repository or to another."""
    repositoryId: Uuid
    """The repository the image belongs to."""
    parentId: NotRequired[Uuid | None]
    """The image this one was made from, absent when it was made from none."""
    name: str
    """The name of the file with its extension and without its folder."""
    format: ImageFormat
    mimeType: str
    """The media type of the file, `image/` and the format in lower case."""
    uri: FileUrl
    """Where the file lies."""
    url: FileUrl
    """Where the file lies as seen by clients. Equal to `uri` as long as no paths are mapped."""
    sourceUrl: NotRequired[HttpUrl | None]
    """Where the image was taken from, absent when that is not known."""
    sizeInBytes: int
    """The size of the file in bytes."""
    dimensions: ImageDimensions
    fileDates: Dates
    captureDate: Timestamp
    """When the picture was taken, as its EXIF, XMP or IPTC says; `fileDates.creationDate` when none of them
    does. A clock time without a time zone is read as UTC.
    """
    captureOffset: NotRequired[CaptureOffset | None]
    """The time zone of the camera's clock, absent when the metadata does not have it."""
    captureSource: CaptureSource
    state: ImageState
    placeholder: NotRequired[ThumbHash | None]
    """A stand-in for the image while it loads, absent until the file has been read by a version that computes
    it.
    """


class InstructionsPrompt(TypedDict):
    """A prompt in a form of the generating program, such as its graph of nodes."""

    kind: Literal["instructions"]
    """That the prompt is an object."""
    value: dict[str, Any]
    """The instructions, as the program wrote them."""


class MonthCount(TypedDict):
    """A month on the clock of the place where images were taken, and how many were taken in it."""

    value: str
    """The year and the month."""
    count: int
    """How many images are of the month."""


class RepositoryCount(TypedDict):
    """A repository, and how many images are in it."""

    id: Uuid
    """The repository."""
    count: int
    """How many images are in the repository."""


class SearchBucket(TypedDict):
    """Images that follow one another in the order of a search."""

    value: str
    """The month as `2026-01`, the character in lower case, or the position of the first image as a number."""
    skip: int
    """The position of the first image, which `range` of a search takes as `skip`."""
    count: int
    """How many images the bucket has."""
    firstImageId: Uuid
    """The first image."""
    aspectRatios: NotRequired[str | None]
    """The aspect ratio of each image in the order of the search, if requested. Each is a byte b, for a width of
    2^((b - 128) / 40) times the height; all bytes together are in base64.
    """


SearchBucketKind: TypeAlias = 'Literal["month", "letter", "position"]'
"""What the images of a bucket have in common. `month` is a month, when images are sorted by a date: of UTC, and
for `captureDate` on the clock of the place. `letter` is the first character of the name, when they are sorted
by name and there are at most `x-max-letters` of them. Otherwise it is `position`, and a bucket has `x-max-
images` images.
"""


class SearchBucketsResult(TypedDict):
    """The matching images in buckets, in the order of the search. A grid of all images knows its height from
    them, without any other request.
    """

    kind: SearchBucketKind
    items: list[SearchBucket]
    """The buckets; none of them is empty."""
    totalCount: int
    """How many images match."""


SearchDistance: TypeAlias = "float | None"
"""A cosine distance, or null for none."""


class SearchFacets(TypedDict):
    """The number of matching images for each requested kind, whatever the range. The largest counts come first,
    equal ones in the order of their values; months start with the latest.
    """

    tags: NotRequired[FrequentTags | None]
    formats: NotRequired[list[FormatCount] | None]
    """The formats of the images."""
    repositories: NotRequired[list[RepositoryCount] | None]
    """The repositories that the images are in."""
    months: NotRequired[list[MonthCount] | None]
    """The months in which the images were taken, on the clocks of their places."""


class SearchFeaturesResult(TypedDict):
    """One page of a feature search."""

    items: list[ExtensionImageFeaturesAttribute]
    """The images of the page with their features, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets | None]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance] | None]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class SearchImageIdResult(TypedDict):
    """One page of image identifiers."""

    items: list[Uuid]
    """The identifiers of the page, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets | None]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance] | None]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class SearchImageResult(TypedDict):
    """One page of full image records."""

    items: list[Image]
    """The records of the page, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets | None]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance] | None]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class SearchImageSummaryResult(TypedDict):
    """One page of image summaries."""

    items: list[ImageSummary]
    """The summaries of the page, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets | None]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance] | None]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class SearchMediaUrlResult(TypedDict):
    """One page of media URLs."""

    items: list[ImageMediaUrl]
    """The images of the page with their URLs, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets | None]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance] | None]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class SearchTagsResult(TypedDict):
    """One page of a tag search."""

    items: list[ExtensionImageTagsAttribute]
    """The images of the page with their tags, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets | None]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance] | None]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class TagCount(TypedDict):
    """A tag of an extension, and how many images have it."""

    id: ExtensionId
    """The extension that owns the tag."""
    value: TagValue
    count: int
    """How many images have the tag."""


TagValue: TypeAlias = "str"
"""A tag, 1 to 64 characters out of letters, digits and `- _ . : ; /`. The value `__empty__` is a mark of the
service itself and refused.
"""


class TextualPrompt(TypedDict):
    """A prompt in words."""

    kind: Literal["textual"]
    """That the prompt is text."""
    text: str
    """The words."""


ThumbHash: TypeAlias = "str"
"""A ThumbHash of the image in base64, which a client turns into a blurred stand-in of a few pixels until the
image itself is there.
"""

Timestamp: TypeAlias = "int"
"""A point in time, in milliseconds since 1970-01-01T00:00:00Z, between the years 1 and 9999. Earlier points, as
file dates can be, are negative.
"""

Uuid: TypeAlias = "str"
"""A UUID of 36 characters, hexadecimal digits with hyphens. Requests may write its letters in either case;
answers write them in lower case.
"""
