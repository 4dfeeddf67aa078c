# Generated from specs/ by `python -m codegen`. Do not edit.
"""What operations take and answer with: JSON values, under the names that they have on the wire."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class ApiSecret(TypedDict):
    """An API secret with its scopes. Its value is complete in the answer that creates it and masked in all
    others, because only a hash of it is kept.
    """

    id: SecretId
    creationDate: Timestamp
    """When the secret was created."""
    name: SecretName
    comment: NotRequired[str]
    """A remark of the user, absent when there is none."""
    type: ApiSecretType
    expirationDate: NotRequired[Timestamp]
    """When the secret stops working, absent when it does not expire."""
    scope: ScopeList
    """The scopes the secret grants, in alphabetical order."""
    value: str
    """The secret itself when it has just been created; otherwise its first characters and an ellipsis (`…`)."""
    extensionId: NotRequired[ExtensionId]
    """The extension the secret is bound to, absent when it is bound to none."""
    creatorId: NotRequired[SecretId]
    """The secret with which this one is revoked, absent when it stays without its creator."""


class ApiSecretSelf(TypedDict):
    """Who the caller is, as the service sees the key of the request."""

    id: NotRequired[SecretId]
    """The secret of the request, absent for the master key."""
    name: SecretName
    scopes: list[Scope]
    """The scopes the key grants, in alphabetical order."""
    extensionId: NotRequired[ExtensionId]
    """The extension the key is bound to, absent when it is bound to none."""
    expirationDate: NotRequired[Timestamp]
    """When the key stops working, absent when it does not expire."""


class ApiSecretSummary(TypedDict):
    """An API secret without its scopes and its value."""

    id: SecretId
    creationDate: Timestamp
    """When the secret was created."""
    name: SecretName
    comment: NotRequired[str]
    """A remark of the user, absent when there is none."""
    type: ApiSecretType
    expirationDate: NotRequired[Timestamp]
    """When the secret stops working, absent when it does not expire."""
    extensionId: NotRequired[ExtensionId]
    """The extension the secret is bound to, absent when it is bound to none."""
    creatorId: NotRequired[SecretId]
    """The secret with which this one is revoked, absent when it stays without its creator."""


ApiSecretType: TypeAlias = 'Literal["key", "token"]'
"""What the user calls the secret; both kinds work alike."""


class ApplicationConfiguration(TypedDict):
    """What the operator configured and clients may know."""

    unpackedExtensionsDirectoryPath: NotRequired[str]
    """The folder of unpacked extensions, absent because this service has none."""


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


class ApplicationSettings(TypedDict):
    """General settings, which extensions and front ends read. They belong to no extension."""

    comfyUiBaseUrl: NotRequired[HttpUrl]
    """The address of the ComfyUI server that extensions use, absent when there is none."""


AttachmentUri: TypeAlias = "str"
"""The identifier of an attachment, `attachment://` and a number that is never given twice."""

CaptureOffset: TypeAlias = "int"
"""The time zone of a camera's clock, in minutes before (negative) or after UTC."""

CaptureSource: TypeAlias = 'Literal["exif", "xmp", "iptc", "text", "movie", "file"]'
"""Where the capture date comes from. `exif`, `xmp` and `iptc` are kinds of metadata. `text` is the text of a PNG
with the key `Creation Time`, and `movie` the header of a sequence of pictures. `file` means that no metadata
has a date, so that the date is that of the file.
"""


class Collection(TypedDict):
    """A search filter with a name. A collection holds no images; whatever its filter matches at the moment is in
    it.
    """

    id: CollectionId
    creationDate: Timestamp
    """When the collection was created."""
    name: CollectionName
    comment: NotRequired[str]
    """A remark of the user, absent when there is none."""
    modificationDate: Timestamp
    """When its name, comment or filter last changed."""
    filter: SearchFilter
    filterFault: NotRequired[str]
    """Why this version of the service cannot use the filter that was stored, in one sentence for people; absent
    when it can. The `filter` shown selects nothing then, and another one mends it.
    """


CollectionId: TypeAlias = "int"
"""The number of a collection, never given twice."""

CollectionName: TypeAlias = "str"
"""The display name of a collection, unique, one line."""


class CollectionPreview(TypedDict):
    """How many images a filter matches at the moment."""

    totalCount: int
    """How many images the collection would hold."""


CommandEntity: TypeAlias = 'Literal["Process", "Images", "Image"]'
"""The kind of target of a command: `Process` for the extension itself, `Images` for one or more images, `Image`
for exactly one.
"""

CommandImageIds: TypeAlias = "list[Uuid]"
"""The images that a command is run on, each once."""

CommandParameters: TypeAlias = "dict[str, Any]"
"""What a command is given, as the schema of its parameters in the manifest has it."""


class CommandResult(TypedDict):
    """The result of a command."""

    contextId: Uuid
    """What messages of the extension that belong to the command carry on the socket."""
    value: NotRequired[Any]
    """What the extension returned; absent when that is nothing. A view document has `schemaVersion`."""


ComponentState: TypeAlias = 'Literal["ready", "starting", "unavailable"]'
"""The state of a part of the service."""


class ComputedImageFormat(TypedDict):
    """The format that some bytes have."""

    value: ImageFormat


class ConfigurationCapability(TypedDict):
    """A capability and the enabled extensions that have it."""

    capability: ManifestCapability
    extensionIds: list[ExtensionId]
    """The extensions, by id."""


class ConfigurationExtensionCommand(TypedDict):
    """A command and the enabled extension that has it."""

    extensionId: ExtensionId
    command: ManifestExtensionCommand
    iconUrl: NotRequired[str]
    """The address of the icon of the command, in the form of `url` of an element; absent without an icon."""


class ConfigurationInterfaceElement(TypedDict):
    """A page of an enabled extension, and its address."""

    extensionId: ExtensionId
    element: ManifestInterfaceElement
    url: str
    """The address of the page. A page of the extension itself has a path below `/ui/extension/{id}`, which is
    relative to the address of the service; other pages have the address in the manifest.
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


class DocumentCheck(TypedDict):
    """What the validator says about a document."""

    isValid: bool
    """Whether no finding is an error."""
    findings: DocumentFindings


class DocumentFinding(TypedDict):
    """An error in a document, or a probable mistake, with its place in the text. Lines and columns count from
    one, columns in UTF-16 code units as in editors of web pages. LF and CRLF end a line. A byte order mark
    counts as one unit.
    """

    rule: str
    """The rule that is broken."""
    severity: Literal["error", "warning"]
    """Errors make a document invalid; warnings do not."""
    message: DocumentFindingText
    """What is wrong."""
    pointer: NotRequired[str]
    """The JSON Pointer to the value; empty for the whole document, and for what cannot be read as JSON. A longer
    one is left out.
    """
    remedy: NotRequired[DocumentFindingText]
    """What to do about it."""
    line: int
    """The line where the place begins."""
    column: int
    """The column where the place begins."""
    endLine: int
    """The line where the place ends."""
    endColumn: int
    """The column behind the end of the place."""
    documentation: str
    """The path of the page that explains the rule, below the root of the service."""


DocumentFindingText: TypeAlias = "str"
"""A text of a finding. A longer one is cut."""

DocumentFindings: TypeAlias = "list[DocumentFinding]"
"""Findings in the order of the text. Of more than 256, errors come first; the rest is left out."""

DocumentKind: TypeAlias = 'Literal["manifest", "view-document", "event", "settings-schema", "recipe"]'
"""The kind of a document that is checked, by its word in `facetry validate`."""

EmbeddingComponent: TypeAlias = "float"
"""A component of a vector. It has to be within what 32 bits hold."""

EmbeddingName: TypeAlias = "str"
"""The name of an embedding, 1 to 64 characters out of letters, digits, `-` and `_`. One name of one extension is
one vector of an image.
"""

EmbeddingSet: TypeAlias = "list[ImageEmbedding]"
"""Embeddings of one extension on one image, each name once."""

EmbeddingValues: TypeAlias = "list[EmbeddingComponent]"
"""The components of a vector. They are kept as 32-bit floating-point numbers, and written as the shortest
decimals that stand for these.
"""


class EmbeddingsIndex(TypedDict):
    """A name of embeddings in use, and how far the index over them has come. The members `id` and `extensionId`
    hold the same identifier.
    """

    id: ExtensionId
    """The extension that owns the embeddings."""
    extensionId: ExtensionId
    """The same as `id`, as in the names of embeddings."""
    name: EmbeddingName
    length: int
    """How many components each vector has."""
    count: int
    """How many images have one."""
    indexedCount: int
    """How many of these are in the index; the others are compared one by one."""
    state: EmbeddingsIndexState
    recall: NotRequired[float]
    """Which share of the ten nearest the index finds, as measured when it was made; absent when there is none."""


EmbeddingsIndexState: TypeAlias = 'Literal["exact", "building", "ready"]'
"""How searches by similarity find the nearest embeddings of a name. `exact` by comparing all, for there are too
few for an index; `building` in the same way as long as an index is made; `ready` with the index.
"""

EventTopic: TypeAlias = 'Literal["image.created", "image.deleted", "image.embeddings.updated", "image.features.updated", "image.renamed", "image.tags.updated", "image.updated", "repository.created", "repository.deleted", "repository.synchronize.started", "repository.synchronize.stopped", "repository.updated", "repository.watch.started", "repository.watch.stopped", "collection.created", "collection.deleted", "collection.updated", "extension.error", "extension.installed", "extension.paused", "extension.process.started", "extension.process.stopped", "extension.resumed", "extension.uninstalled", "extension.updated"]'
"""A topic of the stream of events for front ends."""


class Extension(TypedDict):
    """An installed extension."""

    manifest: Manifest
    state: ExtensionState
    status: ExtensionStatus
    permissions: NotRequired[ExtensionPermissions]


class ExtensionActivity(TypedDict):
    """The activity of an extension."""

    id: ExtensionId
    state: ExtensionActivityState
    """Whether it is enabled."""
    process: ExtensionActivityState
    """Whether its program runs."""
    connection: ExtensionActivityState
    """Whether it takes events."""
    isInError: bool
    """Whether its program failed too often, or could not be started."""
    kind: ExtensionActivityKind
    status: ExtensionStatus


ExtensionActivityKind: TypeAlias = 'Literal["connecting", "connected", "error"]'
"""An activity in one word, which published clients 0.20 and 0.21 read. `error` is that of `isInError`; every
extension that is not connected is `connecting`, a paused one too.
"""

ExtensionActivityState: TypeAlias = 'Literal["started", "stopped"]'
"""Whether something is going on."""


class ExtensionAndManual(TypedDict):
    """An installed extension with its manual, if it has one."""

    manifest: Manifest
    state: ExtensionState
    status: ExtensionStatus
    permissions: NotRequired[ExtensionPermissions]
    limits: NotRequired[ExtensionLimits]
    usage: NotRequired[ExtensionUsage]
    manual: NotRequired[ExtensionManual]


class ExtensionAndWarnings(TypedDict):
    """An extension that was installed or updated, with the warnings on its manifest and its files."""

    manifest: Manifest
    state: ExtensionState
    status: ExtensionStatus
    permissions: NotRequired[ExtensionPermissions]
    warnings: list[ManifestWarning]
    """The warnings, empty if there are none. Refusals have the errors."""


class ExtensionCapabilityProgress(TypedDict):
    """How many images are in which state with one capability of an extension."""

    id: ImageCapabilityId
    pending: int
    """Requested and not done, including those in work."""
    running: int
    """Being worked on now."""
    done: int
    """Computed."""
    empty: int
    """Looked at, and nothing was found."""
    failed: int
    """Given up after several attempts."""
    stale: int
    """Computed before the content of the image changed, while the extension was paused."""
    cancelled: int
    """Taken back before it was done."""
    unasked: int
    """Never requested."""


ExtensionCategory: TypeAlias = 'Literal["capture", "generation", "enrichment", "integration", "utility", "other"]'
"""A category of extensions."""


class ExtensionCommandRun(TypedDict):
    """How a command is run: on the images that are listed, on those that a search finds, or, without both, on
    the extension itself.
    """

    imageIds: NotRequired[CommandImageIds]
    search: NotRequired[SearchParameters]
    parameters: NotRequired[CommandParameters]


class ExtensionDeadLetter(TypedDict):
    """An event that an extension failed to acknowledge."""

    sequence: int
    """Its place in the log."""
    topic: str
    """The topic of the event."""
    imageId: NotRequired[Uuid]
    attempts: int
    """How often it was sent."""
    error: NotRequired[str]
    """What the extension said last."""
    date: int
    """When it was given up, in milliseconds since the epoch."""


class ExtensionDeadLetters(TypedDict):
    """A page of them."""

    items: list[ExtensionDeadLetter]
    """Those of the page."""
    totalCount: int
    """How many there are in all."""


class ExtensionFailure(TypedDict):
    """An image that an extension could not compute something of."""

    imageId: Uuid
    capabilityId: ImageCapabilityId
    attempts: int
    """How often it was tried."""
    error: NotRequired[str]
    """What the extension said last."""
    date: int
    """When it was given up, in milliseconds since the epoch."""


class ExtensionFailures(TypedDict):
    """A page of them."""

    items: list[ExtensionFailure]
    """Those of the page."""
    totalCount: int
    """How many there are in all."""


ExtensionId: TypeAlias = "str"
"""The identifier of an extension, unique among the registered ones. The names `.` and `..` are excluded because
the identifier also names a folder.
"""


class ExtensionImageEmbeddingName(TypedDict):
    """A name of embeddings in use, with the extension that owns them. The members `id` and `extensionId` hold
    the same identifier.
    """

    id: ExtensionId
    """The extension that owns the embeddings."""
    extensionId: ExtensionId
    """The same as `id`, under the name that published clients read."""
    name: EmbeddingName


class ExtensionImageEmbeddings(TypedDict):
    """The embeddings of an image that one extension wrote, ordered by name."""

    id: ExtensionId
    """The extension that owns the embeddings."""
    embeddings: list[ImageEmbedding]
    """The vectors, ordered by name."""


class ExtensionImageFeature(TypedDict):
    """One feature of an image, with the extension that owns it."""

    id: ExtensionId
    """The extension that owns the feature."""
    type: ImageFeatureType
    format: ImageFeatureFormat
    name: NotRequired[ImageFeatureName]
    """The name of the feature, absent when it has none."""
    value: ImageFeatureValue


class ExtensionImageFeatureName(TypedDict):
    """A name under which an extension keeps features, with their type and format."""

    id: ExtensionId
    """The extension that owns the features."""
    type: ImageFeatureType
    format: ImageFeatureFormat
    name: ImageFeatureName


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


class ExtensionLimits(TypedDict):
    """The limits of an extension, for all its processes together. An absent member is unlimited."""

    memoryBytes: NotRequired[int]
    """How much memory its processes may take together. What they share counts once."""
    processes: NotRequired[int]
    """How many processes it may have."""
    openFiles: NotRequired[int]
    """How many files each of its processes may have open."""
    diskBytes: NotRequired[int]
    """How much its folders may take on the disk."""
    niceness: int
    """How far its processes give way to others on the processor; 0 is as usual, and 19 the farthest."""


class ExtensionLog(TypedDict):
    """The last lines of the log of an extension, oldest first."""

    lines: list[ExtensionLogLine]
    """The lines."""


class ExtensionLogLine(TypedDict):
    """A line that the program of an extension, or its installer, wrote."""

    date: NotRequired[int]
    """When, in milliseconds since the epoch; absent where that is not known."""
    stream: Literal["out", "err", "log", "note"]
    """Where it was written; `log` for what it said over its socket, `note` for what the service has to say, of
    lines that were left out, say.
    """
    text: str
    """The line."""


class ExtensionManual(TypedDict):
    """What people should know about an extension."""

    instructions: ManualText
    """The text of the file `MANUAL.md`."""


class ExtensionPermissions(TypedDict):
    """What an extension may do, what it asks for, and what is granted to it."""

    scopes: list[Scope]
    """The scopes of its keys."""
    requested: list[Permission]
    """What its manifest asks for beyond the default, and so has to be granted."""
    granted: list[Permission]
    """What is granted beyond the default."""
    hosts: list[str]
    """The hosts that its manifest names. The service does not enforce them."""
    notEnforced: list[Permission]
    """What is granted and not enforced, so that the program can do it in any case. Programs can read folders
    outside of the data folder. Unconfined programs can write to them too.
    """


ExtensionProcessState: TypeAlias = 'Literal["stopped", "preparing", "starting", "running", "waiting", "failed"]'
"""How the program of an extension is. `preparing` while its runtime is being made, `starting` until it is
connected, `waiting` between a crash and the next start, `failed` when it is not started any more by itself.
"""


class ExtensionProgress(TypedDict):
    """How far an extension is with the images of the library."""

    imageCount: int
    """All images."""
    capabilities: list[ExtensionCapabilityProgress]
    """What the extension computes of images, by id."""
    deadLetterCount: int
    """Events that failed and were given up."""


class ExtensionRunCount(TypedDict):
    """How many images, or events, it was done for."""

    count: int
    """The number."""


class ExtensionSettings(TypedDict):
    """The settings of an extension, as the schema in its manifest has them."""

    value: dict[str, Any]
    """The settings."""


ExtensionState: TypeAlias = 'Literal["enabled", "paused"]'
"""Whether an extension is meant to run."""


class ExtensionStatus(TypedDict):
    """How the program of an extension is, and why."""

    state: ExtensionProcessState
    reason: NotRequired[str]
    """Why it does not run, what went wrong last, or what is being installed."""
    since: int
    """Since when, in milliseconds since the epoch."""
    starts: int
    """How often it was started since the service was."""
    crashes: int
    """How often it crashed since its last long run."""
    nextStartDate: NotRequired[int]
    """When it is started again, while it waits."""


class ExtensionUsage(TypedDict):
    """What the processes of an extension use now."""

    memoryBytes: int
    """How much memory its processes take together. What they share counts once."""
    processes: int
    """How many processes it has."""
    openFiles: int
    """How many files are open in the process that has most of them."""
    diskBytes: NotRequired[int]
    """How much its folders took on the disk when they were measured last."""


class ExtensionsConfiguration(TypedDict):
    """What the enabled extensions can do."""

    capabilities: list[ConfigurationCapability]
    """The capabilities, by id."""
    commands: list[ConfigurationExtensionCommand]
    """The commands, by id, then by extension."""
    elements: list[ConfigurationInterfaceElement]
    """The pages that the manifests list in `ui`, by extension and in the order of its manifest."""


FeatureSet: TypeAlias = "list[ImageFeature]"
"""The features of one extension on one image. Several may have the same type, format and name."""

FileRule: TypeAlias = "str"
"""The rule that a file broke, as a dotted word that programs can rely on."""

FileUrl: TypeAlias = "str"
"""The URL of a file or folder, percent-encoded in answers. Either an absolute path on the machine of the service
after `file://`, or a bucket of an object store after `s3://`, with a prefix or the key of an object. Its
limit is that of a path of 4096 bytes with every byte encoded.
"""

FolderAccess: TypeAlias = 'Literal["read", "write"]'
"""Whether the program only reads the folder, or also writes to it."""


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
    id: NotRequired[str]
    """An identifier that the program gave the recipe."""
    url: NotRequired[str]
    """Where the recipe is published, an http(s) address or a path."""
    inceptionDate: NotRequired[Timestamp]
    """When the image was generated."""
    author: NotRequired[str]
    """Who wrote the recipe."""
    modelTags: list[str]
    """The models, each as `publisher/name:tag`, where publisher and tag may be left out."""
    software: NotRequired[str]
    """The program that generated the image, as `publisher/name:version`, where publisher and version may be left
    out.
    """
    inputAssets: NotRequired[list[str]]
    """Files or addresses that went into the image."""
    aspectRatio: NotRequired[float]
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
    parentId: NotRequired[Uuid]
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
    sourceUrl: NotRequired[HttpUrl]
    """Where the image was taken from, absent when that is not known."""
    sizeInBytes: int
    """The size of the file in bytes."""
    dimensions: ImageDimensions
    fileDates: Dates
    captureDate: Timestamp
    """When the picture was taken, as its EXIF, XMP or IPTC says; `fileDates.creationDate` when none of them
    does. A clock time without a time zone is read as UTC.
    """
    captureOffset: NotRequired[CaptureOffset]
    """The time zone of the camera's clock, absent when the metadata does not have it."""
    captureSource: CaptureSource
    state: ImageState
    stateReason: NotRequired[str]
    """Why the image is not available, in one sentence for people; absent when it is."""
    placeholder: NotRequired[ThumbHash]
    """A stand-in for the image while it loads, absent until the file has been read by a version that computes
    it.
    """
    hashes: ImageHashes
    applicationMetadata: NotRequired[ApplicationMetadata]
    """What was said about the making of the image when it was stored, absent when nothing was."""
    metadata: ImageMetadata
    features: list[ExtensionImageFeature]
    """The features of every extension, ordered by extension, then as written."""
    tags: list[ExtensionImageTag]
    """The tags of every extension, ordered by value, then by extension."""


ImageCapabilityId: TypeAlias = 'Literal["image.features", "image.embeddings", "image.tags"]'
"""Something that an extension computes of images."""


class ImageCommandRun(TypedDict):
    """How a command is run on an image."""

    parameters: NotRequired[CommandParameters]


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


class ImageEmbedding(TypedDict):
    """One named vector of an image. All vectors of one name and extension have the same length, which the first
    of them decides.
    """

    name: EmbeddingName
    values: EmbeddingValues


ImageFacet: TypeAlias = 'Literal["tags", "features", "embeddings"]'
"""What extensions write of images."""


class ImageFeature(TypedDict):
    """One feature that an extension gives an image. The type decides which formats are possible, the format what
    the value is.
    """

    type: ImageFeatureType
    format: ImageFeatureFormat
    name: NotRequired[ImageFeatureName]
    """The name of the feature, absent when it has none."""
    value: ImageFeatureValue


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
    pixels: NotRequired[str]
    """The XXH3 hash, of 128 bits, of the pixels of the first frame as they are shown. It is equal for files that
    differ only in metadata, in lossless compression, or in how they are turned upright. Absent until the file
    has been read by a version that computes it.
    """
    perceptual: NotRequired[str]
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

    all: NotRequired[str]
    """Every block in one JSON object."""
    exif: NotRequired[str]
    """The EXIF block as a JSON object."""
    icc: NotRequired[str]
    """The ICC colour profile, its description and header, as a JSON object."""
    iptc: NotRequired[str]
    """The IPTC block as a JSON object."""
    xmp: NotRequired[str]
    """The XMP block as a JSON object."""
    tiffTagPhotoshop: NotRequired[str]
    """The Photoshop block of a TIFF directory, as plain text."""
    others: NotRequired[str]
    """Whatever the file says outside of the other blocks, such as text chunks of a PNG, as a JSON object."""


ImageResizeRender: TypeAlias = 'Literal["inbox", "outbox"]'
"""How a picture meets the requested width and height, with its proportions. `inbox` fits it inside them,
`outbox` lets it cover them; nothing is cropped, and nothing is enlarged.
"""

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
    parentId: NotRequired[Uuid]
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
    sourceUrl: NotRequired[HttpUrl]
    """Where the image was taken from, absent when that is not known."""
    sizeInBytes: int
    """The size of the file in bytes."""
    dimensions: ImageDimensions
    fileDates: Dates
    captureDate: Timestamp
    """When the picture was taken, as its EXIF, XMP or IPTC says; `fileDates.creationDate` when none of them
    does. A clock time without a time zone is read as UTC.
    """
    captureOffset: NotRequired[CaptureOffset]
    """The time zone of the camera's clock, absent when the metadata does not have it."""
    captureSource: CaptureSource
    state: ImageState
    placeholder: NotRequired[ThumbHash]
    """A stand-in for the image while it loads, absent until the file has been read by a version that computes
    it.
    """


class InstructionsPrompt(TypedDict):
    """A prompt in a form of the generating program, such as its graph of nodes."""

    kind: Literal["instructions"]
    """That the prompt is an object."""
    value: dict[str, Any]
    """The instructions, as the program wrote them."""


Manifest = TypedDict(
    "Manifest",
    {
        "$schema": "NotRequired[str]",
        "id": "ExtensionId",
        "version": "str",
        "name": "str",
        "description": "str",
        "categories": "list[ExtensionCategory]",
        "runtimes": "list[ManifestRuntime]",
        "instructions": "list[ManifestInstructions]",
        "settings": "dict[str, Any]",
        "ui": "NotRequired[ManifestUserInterface]",
        "permissions": "NotRequired[ManifestPermissions]",
    },
)
"""The manifest of an extension, version 3. It is the file `manifest.json` in the root of the extension's folder.
Unknown members are refused in `instructions` and `permissions`, and below. Elsewhere they are stored without
effect, and installing answers with a warning. Beyond the schema, the parts have to be consistent, and paths
have to lead to files of the extension.
"""


class ManifestCapability(TypedDict):
    """A kind of result that a program of an extension computes on request."""

    id: ManifestCapabilityId
    details: NotRequired[ManifestCapabilityDetails]
    vectorSpace: NotRequired[str]
    """The vector space of `image.embeddings` or `text.embeddings`, such as the name of the model; no other
    capability has one. Vectors of one space can be compared, whichever extension makes them. The declaration
    holds for all names of embeddings that the extension writes. This member is an addition of Facetry.
    """


class ManifestCapabilityDetails(TypedDict):
    """Additional kinds of requests that a capability supports."""

    caption: NotRequired[bool]
    """Whether the program answers questions about images. For `image.features`."""
    eligibleTags: NotRequired[bool]
    """Whether the program chooses among tags that the request lists. For `image.tags`."""


ManifestCapabilityId: TypeAlias = 'Literal["image.features", "image.embeddings", "image.tags", "text.embeddings"]'
"""The kind of result: features, embeddings or tags of images, or embeddings of texts."""

ManifestEvent: TypeAlias = 'Literal["process.started", "process.runCommand", "extension.settings", "image.created", "image.updated", "image.deleted", "image.tags.updated", "image.features.updated", "image.embeddings.updated", "image.computeTags", "image.computeFeatures", "image.computeEmbeddings", "image.runCommand", "text.computeEmbeddings"]'
"""A topic that an extension can subscribe to."""


class ManifestExecution(TypedDict):
    """How a program is started. Its working directory is the folder of the extension; no shell is involved."""

    executable: str
    """The program: the macro `${node}` or `${python}` of a declared runtime, or a path such as `./bin/tool`.
    `${venvPython}` is another name of `${python}`.
    """
    arguments: list[str]
    """The arguments of the program. Macros in them are replaced: those of `executable`, `${extensionId}`,
    `${extensionDirectoryPath}` and `${webServicesBaseUrl}`.
    """


class ManifestExtensionCommand(TypedDict):
    """A command that users can run on an extension."""

    id: ManifestId
    """The identifier that the program receives; unique in the extension."""
    on: ManifestExtensionCommandOn
    parameters: NotRequired[dict[str, Any]]
    """The JSON Schema of the command's parameters, from which clients make a form."""
    specifications: list[ManifestExtensionCommandSpecification]
    """The texts of the command in one or more languages."""
    ui: NotRequired[ManifestExtensionCommandUi]


class ManifestExtensionCommandOn(TypedDict):
    """The target of a command."""

    entity: CommandEntity
    withTags: NotRequired[list[TagValue]]
    """Every image that the command is run on needs at least one of these tags; otherwise the request is refused."""


class ManifestExtensionCommandSpecification(TypedDict):
    """The texts of a command in one language."""

    locale: str
    """The language, as a BCP 47 tag such as `en` or `pt-BR`."""
    label: str
    """The text of the command's button."""
    name: NotRequired[str]
    """The title of the command's form."""
    description: NotRequired[str]
    """A summary of what the command does."""


class ManifestExtensionCommandUi(TypedDict):
    """The appearance of a command."""

    iconUri: ManifestUri
    """The icon on the command's button."""


class ManifestFolder(TypedDict):
    """A folder outside of the extension that its program needs, on the machine of the service."""

    path: str
    """An absolute path without `..`. A path that begins with `~/` is one in the home folder of the user that
    runs the service.
    """
    access: FolderAccess


ManifestId: TypeAlias = "str"
"""The identifier of a command or of a page. The names `.` and `..` are excluded."""


class ManifestInstructions(TypedDict):
    """One program of an extension, the events that it receives, and its capabilities and commands."""

    execution: ManifestExecution
    events: list[ManifestEvent]
    """The topics of the events that the program receives. `process.started` has no event: programs are started
    with or without it.
    """
    capabilities: NotRequired[list[ManifestCapability]]
    """The capabilities of the program. Each needs the topic of its requests in `events`."""
    throttlingPolicies: NotRequired[list[ManifestThrottlingPolicy]]
    """Limits on the rate of events that the program receives."""
    commands: NotRequired[list[ManifestExtensionCommand]]
    """The commands of the program. Each needs the topic of its entity in `events`."""


class ManifestInterfaceElement(TypedDict):
    """A page of an extension, and its place in clients."""

    id: ManifestId
    """The identifier of the page; unique in the extension."""
    integration: ManifestInterfaceElementIntegration
    url: ManifestUri
    """The address of the page."""


class ManifestInterfaceElementIntegration(TypedDict):
    """The place of a page. In the sidebar, `isExternal` is required."""

    anchor: UserInterfaceAnchor
    isExternal: NotRequired[bool]
    """Whether the page opens outside the client."""


class ManifestPermissions(TypedDict):
    """What the program needs beyond its own folders. The operator grants it at the installation. A manifest
    without this member asks for nothing, and its keys have the default scopes. This member is an addition of
    Facetry.
    """

    scopes: NotRequired[list[ManifestScope]]
    """Exactly the scopes that the keys of the extension shall have. Without this member they have the default
    scopes: `collection:read`, `extension:run`, `extension:settings:read`, `extension:settings:write`,
    `image:attachment:write`, `image:embedding:write`, `image:feature:write`, `image:read`, `image:tag:write`,
    `repository:ensure` and `repository:read`. Only the others have to be granted.
    """
    folders: NotRequired[list[ManifestFolder]]
    """Folders outside of the extension. Each has to be granted. Without a grant the confinement refuses to write
    to them.
    """
    hosts: NotRequired[list[str]]
    """The hosts on the network that the program talks to, for the eyes of the operator. They are not granted,
    because the service cannot enforce them.
    """


ManifestPointer: TypeAlias = "str"
"""A JSON Pointer into a manifest; empty for the package as a whole. Long ones are shortened."""


class ManifestRuntime(TypedDict):
    """A runtime that programs of the extension need."""

    environment: ManifestRuntimeEnvironment


ManifestRuntimeEnvironment: TypeAlias = 'Literal["node", "python"]'
"""The kind of runtime."""

ManifestScope: TypeAlias = 'Literal["collection:read", "collection:write", "event:read", "extension:manage", "extension:read", "extension:run", "extension:settings:read", "extension:settings:write", "image:attachment:write", "image:delete", "image:embedding:write", "image:feature:write", "image:read", "image:tag:write", "image:write", "repository:ensure", "repository:image:store", "repository:manage", "repository:read", "repository:write", "settings:read", "settings:write"]'
"""A scope that an extension may ask for. Scopes for keys and for installing extensions are missing, because an
extension could give itself any other one with them.
"""


class ManifestThrottlingPolicy(TypedDict):
    """A limit on events: at most `maximumCount` events of these topics in any period of
    `durationInMilliseconds`. Events above the limit wait.
    """

    events: list[ManifestEvent]
    """The topics that are counted together. Each has to be in the `events` of the same program."""
    durationInMilliseconds: int
    """The length of the period in milliseconds."""
    maximumCount: int
    """The largest number of events in the period."""


ManifestUri: TypeAlias = "str"
"""An http(s) address, or the path of a file of the extension from the root of its folder. A path is percent-
encoded, so `icons/my%20lens.svg` is the file `icons/my lens.svg`.
"""


class ManifestUserInterface(TypedDict):
    """The pages of an extension that clients can show."""

    elements: list[ManifestInterfaceElement]
    """The pages."""


class ManifestWarning(TypedDict):
    """A probable mistake in the package of an extension, which is valid nevertheless."""

    rule: str
    """The rule, for programs. Its meaning never changes."""
    pointer: ManifestPointer
    detail: str
    """The mistake in one sentence."""
    value: NotRequired[str]
    """The value in question, shortened."""
    remedy: NotRequired[str]
    """How to correct the mistake."""


ManualText: TypeAlias = "str"
"""A text in Markdown."""

MediaType: TypeAlias = "str"
"""A media type in lower case, without parameters."""


class MonthCount(TypedDict):
    """A month on the clock of the place where images were taken, and how many were taken in it."""

    value: str
    """The year and the month."""
    count: int
    """How many images are of the month."""


NameWithoutExtension: TypeAlias = "str"
"""The name of an image file without the extension, which follows from the format. It has no control characters
and none of `< > : , ? " * | \\ /`, begins with no dot and ends with neither a dot nor a space.
"""


class ObjectBucket(TypedDict):
    """The bucket of an object."""

    name: str
    """The name of the bucket."""


class ObjectKey(TypedDict):
    """The key of an object. No object has a key of more than `x-max-bytes` bytes of UTF-8, so a longer one is
    ignored.
    """

    key: str
    """The key, encoded as in the query of a URL. Some stores do not encode it."""


class ObjectPlace(TypedDict):
    """Where an object is."""

    bucket: ObjectBucket
    object: ObjectKey


class ObjectStoreMessage(TypedDict):
    """A message of an object store about its objects, in the format of S3. Members that are not described are
    ignored. A message without records says nothing about objects.
    """

    Records: NotRequired[list[ObjectStoreRecord]]


class ObjectStoreRecord(TypedDict):
    """What happened to one object. Only its place matters."""

    s3: ObjectPlace


class PageConfiguration(TypedDict):
    """What a page of a bundle works with, in the form that published pages read."""

    parameters: PageParameters
    settings: NotRequired[dict[str, Any]]
    """What the extension gave the page in the intent; absent when it gave nothing."""


class PageParameters(TypedDict):
    """The way of a page to the API."""

    extensionId: ExtensionId
    """The extension whose page it is."""
    webServicesBaseUrl: str
    """The address of the API for this page; paths are appended to it."""
    apiKey: str
    """The key of this page. It ends with the bundle."""


Permission: TypeAlias = "str"
"""One permission of an extension, as a text: the name of a scope, or `read:` or `write:` with the path of a
folder.
"""

Precondition: TypeAlias = "str"
"""The value of a header with a precondition, as RFC 9110 lays it out. It has at most the 8,192 bytes that common
proxies take in one field.
"""


class Problem(TypedDict):
    """Why a request was refused, as RFC 9457 lays it out, in at most 2048 bytes. Programs go by `status` and
    `rule`; `detail` is for people.
    """

    type: str
    """The page of the rule as a URI reference, `/docs/rules/<rule>` of the service. It says why the rule exists
    and what to do, with an example.
    """
    title: str
    """The meaning of the status in a few words."""
    status: int
    """The HTTP status once more."""
    detail: str
    """What is wrong with this request, in a sentence for people."""
    message: str
    """The same text as `detail`, under the name that published clients read."""
    code: Literal[1, 2, 3, 4, -1]
    """The number that published clients read. 1 for 401, 2 for 403, 4 for 404 and 405, 3 for every other refusal
    and -1 for trouble of the service itself.
    """
    rule: str
    """The rule that was broken, as a dotted word that programs can rely on."""
    parameter: NotRequired[str]
    """The name of the offending path, query or header parameter."""
    pointer: NotRequired[str]
    """The JSON Pointer of the offending place in the body, empty for the body as a whole."""
    value: NotRequired[str]
    """The offending value, cut at 64 characters and with control characters escaped."""
    remedy: NotRequired[str]
    """What to do about it."""
    scope: NotRequired[str]
    """The scopes the key lacks, with a space between them."""
    requestId: NotRequired[str]
    """The request in the log of the service."""


class ReadyComponents(TypedDict):
    """The parts of the service, each with its state."""

    store: ComponentState
    """The database."""
    imaging: ComponentState
    """The workers that read image files. Requests are served without them, scans are not."""


class ReadyState(TypedDict):
    """The service answers requests; the states of its parts."""

    state: Literal["ready"]
    """Always `ready`; a service that is not answers 503."""
    components: ReadyComponents


class RegisteredExtension(TypedDict):
    """An id in whose name facets are written."""

    id: ExtensionId
    isNew: bool
    """Whether the request has registered it."""


RelativeDirectoryPath: TypeAlias = "str"
"""A folder inside a repository, as names with `/` between them, each of the same characters as the name of a
file. Empty, it is the folder of the repository itself. Names that begin with a dot are refused, because scans
pass over them.
"""


class Repository(TypedDict):
    """A folder or bucket whose images the library serves. The place and its files belong to the user; the
    service reads them, and writes only for requests that store, rename or delete pictures.
    """

    creationDate: Timestamp
    """When the repository was created here."""
    modificationDate: Timestamp
    """When its name, comment, folder or watching last changed."""
    id: Uuid
    """The repository."""
    type: RepositoryLocationType
    url: FileUrl
    """The folder, links resolved; or the bucket with its prefix."""
    technicalId: NotRequired[TechnicalId]
    name: RepositoryName
    comment: NotRequired[str]
    """A remark of the user, absent when there is none."""
    watch: bool
    """Whether changes of the folder are followed as they happen."""
    state: RepositoryState
    status: RepositoryState
    """The same as `state`, under the name that published clients up to 0.19 read."""


class RepositoryActivity(TypedDict):
    """The activity of a repository, and the progress of its last or current scan. The members beside `id`,
    `kind`, `missing` and `error` are absent until the first scan has begun.
    """

    id: Uuid
    """The repository."""
    kind: RepositoryActivityKind
    missing: int
    """Images of the repository whose file the last scan did not find and that it kept, for too many would have
    gone. `synchronize` with `maximumRemovals` forgets them.
    """
    progress: NotRequired[RepositoryProgress]
    startDate: NotRequired[Timestamp]
    """When the last or current scan began."""
    endDate: NotRequired[Timestamp]
    """When the last scan ended, absent while one runs."""
    error: NotRequired[str]
    """Why the folder was not usable at the last attempt or is not now, why the last scan ended early, or its
    question to the operator; absent when there is none of these.
    """


RepositoryActivityKind: TypeAlias = 'Literal["none", "synchronizing", "watching"]'
"""The activity of a repository. `synchronizing`: a scan runs. `watching`: changes are recorded as they happen."""


class RepositoryCount(TypedDict):
    """A repository, and how many images are in it."""

    id: Uuid
    """The repository."""
    count: int
    """How many images are in the repository."""


RepositoryLocationType: TypeAlias = 'Literal["file", "s3"]'
"""What kind of place a repository is, `file` for a folder and `s3` for a bucket of an object store."""

RepositoryName: TypeAlias = "str"
"""The display name of a repository, unique and on one line. Characters that cannot be seen are refused, such as
control characters and marks of direction, and so is white space at either end.
"""


class RepositoryProgress(TypedDict):
    """How far a scan has come, in files. `found` grows until the whole folder is listed."""

    found: int
    """Files met in the folder so far, images or not."""
    done: int
    """Files dealt with, unchanged ones included."""
    added: int
    """New images."""
    updated: int
    """Images whose file has new content."""
    moved: int
    """Images whose file was renamed or moved."""
    removed: int
    """Images whose file is gone."""
    missing: int
    """Images whose file was not found and that were kept, for too many would have gone."""
    unreadable: int
    """Files that could not be read."""
    skipped: int
    """Files that are no pictures of the formats that are read, such as RAW files and videos."""


RepositoryState: TypeAlias = 'Literal["UNAVAILABLE", "READY", "INDEXING", "UNAVAILABLE_INDEXING"]'
"""Whether the folder can be read and whether a scan is running. `UNAVAILABLE_INDEXING` says the folder went away
under a running scan.
"""


class RunCommandParameters(TypedDict):
    """On which images a command is run, and what it is given."""

    command: NotRequired[CommandParameters]
    search: SearchParameters


Scope: TypeAlias = 'Literal["all", "administration", "apisecret:list", "apisecret:read", "apisecret:write", "collection:read", "collection:write", "event:read", "extension:chrome:install", "extension:manage", "extension:read", "extension:run", "extension:settings:read", "extension:settings:write", "extension:write", "image:attachment:write", "image:delete", "image:embedding:write", "image:embeddings:write", "image:feature:write", "image:read", "image:tag:write", "image:write", "metrics:read", "repository:ensure", "repository:image:store", "repository:manage", "repository:read", "repository:write", "settings:read", "settings:write"]'
"""A right that an API secret grants. `all` grants every other one, and `image:embeddings:write` is another name
of `image:embedding:write`.
"""

ScopeList: TypeAlias = "str"
"""Scopes with a comma between them, each one of `Scope`."""


class SearchBucket(TypedDict):
    """Images that follow one another in the order of a search."""

    value: str
    """The month as `2026-01`, the character in lower case, `0-9` for all digits, or the position of the first
    image as a number.
    """
    skip: int
    """The position of the first image, which `range` of a search takes as `skip`."""
    count: int
    """How many images the bucket has."""
    firstImageId: Uuid
    """The first image."""
    aspectRatios: NotRequired[str]
    """The aspect ratio of each image in the order of the search, if requested. Each is a byte b, for a width of
    2^((b - 128) / 40) times the height; all bytes together are in base64.
    """


SearchBucketKind: TypeAlias = 'Literal["month", "letter", "position"]'
"""What the images of a bucket have in common. `month` is a month, when images are sorted by a date: of UTC, and
for `captureDate` on the clock of the place. `letter` is the first character of the name, when they are sorted
by name and there are at most `x-max-letters` of them. Otherwise it is `position`, and a bucket has `x-max-
images` images.
"""


class SearchBucketParameters(TypedDict):
    """Which images are counted, and in which order. An empty object means every image by name. As searches, it
    ends after 20 seconds.
    """

    filter: NotRequired[SearchFilter]
    collectionId: NotRequired[CollectionId]
    """The collection whose filter is meant. It has to exist; a `filter` beside it wins."""
    withAspectRatios: NotRequired[bool]
    """Whether the buckets have the aspect ratios of their images."""


class SearchBucketsResult(TypedDict):
    """The matching images in buckets, in the order of the search. A grid of all images knows its height from
    them, without any other request.
    """

    kind: SearchBucketKind
    items: list[SearchBucket]
    """The buckets; none of them is empty."""
    totalCount: int
    """How many images match."""


class SearchCriteria(TypedDict):
    """Conditions on the images. An image matches when it satisfies every criterion that is present. In one
    filter they nest at most 8 deep, and so do groups of features; there are at most 64 of both in all, of
    which at most 8 have a condition of similarity.
    """

    formats: NotRequired[list[ImageFormat]]
    """The image is of one of these formats."""
    states: NotRequired[list[ImageState]]
    """The file of the image is in one of these states."""
    keyword: NotRequired[SearchKeyword]
    tags: NotRequired[SearchTags]
    features: NotRequired[SearchFeatures]
    properties: NotRequired[SearchProperties]
    duplicates: NotRequired[SearchDuplicates]
    similarity: NotRequired[SearchSimilarity]
    untaggedBy: NotRequired[list[ExtensionId]]
    """None of these extensions has given the image a tag, whether it has looked at it or not. Each has to be
    registered.
    """
    notEvaluatedBy: NotRequired[SearchNotEvaluated]
    inNoCollection: NotRequired[bool]
    """Whether the image is in no collection. Collections whose own filter has this criterion, or a similarity to
    a text, do not count.
    """
    all: NotRequired[list[SearchCriteria]]
    """The image satisfies each of these."""
    any: NotRequired[list[SearchCriteria]]
    """The image satisfies at least one of these."""
    none: NotRequired[list[SearchCriteria]]
    """The image satisfies not one of these."""


class SearchDateRange(TypedDict):
    """Both ends belong to the range, and one of them has to be given. A minimum above the maximum matches no
    image.
    """

    minimum: NotRequired[Timestamp]
    """The earliest date, absent for none."""
    maximum: NotRequired[Timestamp]
    """The latest date, absent for none."""


SearchDistance: TypeAlias = "float | None"
"""A cosine distance, or null for none."""


class SearchDuplicates(TypedDict):
    """The image is a duplicate. With `of` it is one of that image, which is not found itself; without, it is one
    of any other image of the library, wherever that lies.
    """

    kind: SearchDuplicatesKind
    of: NotRequired[Uuid]
    """The image whose duplicates are meant. It has to exist, and `nearDuplicates` need it."""
    maximumDistance: NotRequired[int]
    """By how many of 64 bits the perceptual hashes may differ; 4 when absent. For `nearDuplicates` only."""


SearchDuplicatesKind: TypeAlias = 'Literal["exactDuplicates", "samePixels", "nearDuplicates"]'
"""When two images count as duplicates. `exactDuplicates` have the same bytes, `samePixels` show the same pixels,
`nearDuplicates` look alike.
"""

SearchFacetKind: TypeAlias = 'Literal["tags", "formats", "repositories", "months"]'
"""What matching images can be counted by."""


class SearchFacets(TypedDict):
    """The number of matching images for each requested kind, whatever the range. The largest counts come first,
    equal ones in the order of their values; months start with the latest.
    """

    tags: NotRequired[FrequentTags]
    formats: NotRequired[list[FormatCount]]
    """The formats of the images."""
    repositories: NotRequired[list[RepositoryCount]]
    """The repositories that the images are in."""
    months: NotRequired[list[MonthCount]]
    """The months in which the images were taken, on the clocks of their places."""


SearchFeatureComparisonOperator: TypeAlias = (
    'Literal["equals", "different", "contains", "greaterThan", "greaterThanOrEqual", "lessThan", "lessThanOrEqual"]'
)
"""How the value of a feature is compared. `contains` takes no notice of case, `equals` and `different` do, and
none of them of the normal form of Unicode; the four orders are for `integer` and `float`.
"""


class SearchFeatureCondition(TypedDict):
    """What one feature has to be, all of it. The format decides which operators are possible and what the value
    is.
    """

    extensionId: NotRequired[ExtensionId]
    """The registered extension that wrote the feature; absent, any may have."""
    type: NotRequired[ImageFeatureType]
    """What the feature says of its image; absent, anything."""
    format: ImageFeatureFormat
    name: NotRequired[ImageFeatureName]
    """The name of the feature; absent, it has any or none."""
    operator: SearchFeatureComparisonOperator
    value: SearchFeatureConditionValue


SearchFeatureConditionValue: TypeAlias = "str | float | bool"
"""What the value of a feature is compared with. Text for every format but `integer`, `float` and `boolean`;
`different` from the empty text means any text.
"""

SearchFeatureLogicalOperator: TypeAlias = 'Literal["or", "and", "not"]'
"""How the conditions of a group combine, and the group within it."""


class SearchFeatures(TypedDict):
    """What the features of the image have to be. A condition is met when one feature of the image meets all of
    its parts; `and` requires all conditions and the nested group, `or` any of them, `not` none. There has to
    be a condition or a nested group.
    """

    operator: SearchFeatureLogicalOperator
    conditions: list[SearchFeatureCondition]
    """The conditions, each on a feature of its own."""
    features: NotRequired[SearchFeatures]
    """A nested group, which counts as one more condition."""


class SearchFeaturesResult(TypedDict):
    """One page of a feature search."""

    items: list[ExtensionImageFeaturesAttribute]
    """The images of the page with their features, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance]]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class SearchFilter(TypedDict):
    """Which images, and in which order. Origin and criteria both narrow; absent members do not."""

    criteria: NotRequired[SearchCriteria]
    origin: NotRequired[SearchFilterOrigin]
    sorting: NotRequired[SearchSorting]


class SearchFilterOrigin(TypedDict):
    """Where the images come from, given by repositories or image by image. An empty list selects nothing."""

    kind: SearchOriginKind
    ids: list[Uuid]
    """The repositories, which all have to exist, or the images, of which unknown ones match nothing."""


class SearchImageIdResult(TypedDict):
    """One page of image identifiers."""

    items: list[Uuid]
    """The identifiers of the page, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance]]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class SearchImageResult(TypedDict):
    """One page of full image records."""

    items: list[Image]
    """The records of the page, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance]]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class SearchImageSummaryResult(TypedDict):
    """One page of image summaries."""

    items: list[ImageSummary]
    """The summaries of the page, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance]]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class SearchKeyword(TypedDict):
    """The image contains a text in at least one of the chosen places, compared without regard to case and to the
    normal form of Unicode, so that a name from a Mac is found as it is typed. At least one place has to be
    chosen; an empty text matches every image.
    """

    text: str
    """The text to find, taken literally."""
    inName: bool
    """Whether to look into the file name."""
    inMetadata: bool
    """Whether to look into the metadata of the file, the values and the names of its members."""
    inFeatures: bool
    """Whether to look into the text features of every extension."""


class SearchMediaUrlResult(TypedDict):
    """One page of media URLs."""

    items: list[ImageMediaUrl]
    """The images of the page with their URLs, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance]]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


class SearchNotEvaluated(TypedDict):
    """None of the extensions has written the facet of the image, not even that it found nothing to write."""

    extensionIds: list[ExtensionId]
    """The extensions. Each has to be registered."""
    facet: NotRequired[ImageFacet]
    """The facet that is meant; absent, all three are."""


SearchOriginKind: TypeAlias = 'Literal["repositories", "images"]'
"""What the identifiers of an origin name."""


class SearchParameters(TypedDict):
    """Which images a search answers with, and which page of them. An empty object means every image, first page.
    A search ends after 20 seconds, and at most 32 costly ones wait for their turn.
    """

    filter: NotRequired[SearchFilter]
    collectionId: NotRequired[CollectionId]
    """The collection whose filter is meant. It has to exist; a `filter` beside it wins."""
    range: NotRequired[SearchRange]
    facets: NotRequired[list[SearchFacetKind]]
    """What to count over all matching images, besides the page."""


class SearchProperties(TypedDict):
    """In which ranges the properties of the image and its file lie, those given."""

    width: NotRequired[SearchPropertyRange]
    """The width in pixels, as shown."""
    height: NotRequired[SearchPropertyRange]
    """The height in pixels, as shown."""
    weightInBytes: NotRequired[SearchPropertyRange]
    """The size of the file in bytes."""
    captureDate: NotRequired[SearchDateRange]
    """When the picture was taken, on the clock of the place, as if that clock was one of UTC. It is
    `captureDate` of the record plus its `captureOffset`, so a range from midnight to midnight is a day where
    the pictures were taken.
    """
    fileCreationDate: NotRequired[SearchDateRange]
    """When the file was created, `fileDates.creationDate` of the record."""
    fileModificationDate: NotRequired[SearchDateRange]
    """When the content of the file last changed, `fileDates.modificationDate` of the record."""
    importDate: NotRequired[SearchDateRange]
    """When the record was created, `creationDate` of the record."""
    updateDate: NotRequired[SearchDateRange]
    """When the record last changed, `modificationDate` of the record."""
    creationDate: NotRequired[SearchPropertyRange]
    """Another name for `importDate`, which published clients use."""
    modificationDate: NotRequired[SearchPropertyRange]
    """Another name for `updateDate`, which published clients use."""


class SearchPropertyRange(TypedDict):
    """Both ends belong to the range, and one of them has to be given. A minimum above the maximum matches no
    image.
    """

    minimum: NotRequired[int]
    """The least value, absent for none."""
    maximum: NotRequired[int]
    """The greatest value, absent for none."""


class SearchRange(TypedDict):
    """Which page of the matching images to answer with. Absent, it is the first page of 20."""

    take: NotRequired[int]
    """How many images at most."""
    skip: NotRequired[int]
    """How many images to leave out before the first."""


class SearchSimilarity(TypedDict):
    """The image has an embedding of this extension and name, no further away than `maxDistance` from what is
    given as an image, as values or as a text. An image is at distance 0 from itself.
    """

    extensionId: ExtensionId
    """The registered extension that owns the embeddings."""
    name: EmbeddingName
    image: NotRequired[Uuid]
    """The image whose embedding of this extension and name is meant. It has to exist and to have one."""
    values: NotRequired[EmbeddingValues]
    """The vector that is meant, as long as the others of this extension and name, and not zero."""
    text: NotRequired[str]
    """The text whose embedding is meant. The extension makes it, or another one that declares the same
    `vectorSpace`, and has to be running.
    """
    maxDistance: NotRequired[float]
    """The greatest cosine distance; absent, any image that has the embedding will do."""


class SearchSorting(TypedDict):
    """The order of the images. Images that are equal in the property follow in the order they were found,
    reversed as well when the largest comes first.
    """

    property: SearchSortingProperty
    isAscending: NotRequired[bool]
    """Whether the smallest comes first."""


SearchSortingProperty: TypeAlias = 'Literal["name", "captureDate", "fileCreationDate", "fileModificationDate", "importDate", "updateDate", "creationDate", "modificationDate", "binarySize", "width", "height", "distance"]'
"""What to sort by. The dates are those that `properties` of a filter has as well; `creationDate` and
`modificationDate` are other names for `fileCreationDate` and `fileModificationDate`, which published clients
use. `captureDate` sorts by the clock of the place where a picture was taken. `name` is compared without
regard to case, and numbers in it by their value, so that `IMG_2` comes before `IMG_10`. `distance` is the
least distance from a `similarity` of the filter outside of `none`; the filter needs one. Images without a
distance come last in both directions.
"""


class SearchTags(TypedDict):
    """The image carries at least one of the values, each of them when `operator` is `and`, or not one when it is
    `not`.
    """

    values: list[TagValue]
    """The tag values. A value given twice counts once."""
    operator: NotRequired[SearchTagsOperator]
    """How the values combine."""
    extensionIds: NotRequired[list[ExtensionId]]
    """Only tags of these extensions count; absent, those of every extension do. Each has to be registered."""


SearchTagsOperator: TypeAlias = 'Literal["or", "and", "not"]'
"""Whether an image needs one of the tag values (`or`), each of them (`and`) or not one of them (`not`)."""


class SearchTagsResult(TypedDict):
    """One page of a tag search."""

    items: list[ExtensionImageTagsAttribute]
    """The images of the page with their tags, in the requested order."""
    totalCount: int
    """How many images match in all, whatever the range."""
    facets: NotRequired[SearchFacets]
    """The requested counts, absent when none were requested."""
    distances: NotRequired[list[SearchDistance]]
    """The distance of each image of the page from the `similarity` of the filter, the least of several; null
    where there is no distance. Absent when the filter has no `similarity`.
    """


SecretId: TypeAlias = "int"
"""The number of an API secret, never given twice."""

SecretName: TypeAlias = "str"
"""The display name of an API secret, one line. It need not be unique."""


class Session(TypedDict):
    """The session of a browser, with the rights of the key that began it."""

    name: SecretName
    scopes: list[Scope]
    """The scopes of the key, in alphabetical order."""
    expirationDate: Timestamp
    """When the session ends at the latest."""


class SessionCredential(TypedDict):
    """A key, or the token of a one-time link; one of them."""

    key: NotRequired[str]
    """An API key, or the master key."""
    token: NotRequired[str]
    """The part of a one-time link after `#sign-in=`."""


class SkippedFile(TypedDict):
    """A file of a repository that is no picture of the formats that are read. It is opened again when it
    changes.
    """

    path: str
    """The file, relative to the folder of the repository, with `/` between the parts."""
    kind: SkippedFileKind
    sizeInBytes: int
    """The size of the file in bytes."""


class SkippedFileCount(TypedDict):
    """How many files of a kind are skipped."""

    value: SkippedFileKind
    count: int
    """How many there are."""


SkippedFileKind: TypeAlias = 'Literal["tiff", "raw", "video", "image", "other"]'
"""The kind of a file that is not read, by the suffix of its name. `image` is another format of images, and
`other` whatever is no image and no video.
"""


class SkippedFilesResult(TypedDict):
    """One page of the files of a repository that are skipped."""

    items: list[SkippedFile]
    """The files of the page, ordered by path."""
    totalCount: int
    """How many files are skipped in all, of the requested kind if there is one."""
    kinds: list[SkippedFileCount]
    """How many files are skipped of each kind, the most frequent kind first."""


class TagCount(TypedDict):
    """A tag of an extension, and how many images have it."""

    id: ExtensionId
    """The extension that owns the tag."""
    value: TagValue
    count: int
    """How many images have the tag."""


TagSet: TypeAlias = "list[TagValue]"
"""The tags of one extension on one image, each value once."""

TagValue: TypeAlias = "str"
"""A tag, 1 to 64 characters out of letters, digits and `- _ . : ; /`. The value `__empty__` is a mark of the
service itself and refused.
"""

TechnicalId: TypeAlias = "str"
"""An identifier of a repository chosen by the program that creates it, unique among the repositories that have
one. The names `.` and `..` are excluded because the identifier also names a folder.
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


class TrashedImage(TypedDict):
    """An image in the trash. It is in no search, and in no other answer."""

    id: Uuid
    """The image. It has the same id when it is restored."""
    repositoryId: Uuid
    """The repository that the image was in."""
    name: str
    """The name of its file."""
    path: str
    """Where its file was, relative to the folder of the repository, with `/` between the parts."""
    format: ImageFormat
    sizeInBytes: int
    """The size of the file in bytes."""
    dimensions: ImageDimensions
    placeholder: NotRequired[ThumbHash]
    """A stand-in for the image, absent until the file has been read by a version that computes it."""
    deletionDate: Timestamp
    """When the image was deleted."""
    expiryDate: Timestamp
    """From when on the image and its file are removed for good. A stop of the service of more than a day moves
    it on.
    """


class TrashedImagesResult(TypedDict):
    """One page of the trash."""

    items: list[TrashedImage]
    """The images of the page, those deleted last first."""
    totalCount: int
    """How many images the trash has in all."""


class UnreadableFile(TypedDict):
    """A file of a repository that looks like an image but could not be read. It is tried again when it changes,
    and on request. A file that the service could not open is tried again at every scan.
    """

    path: str
    """The file, relative to the folder of the repository, with `/` between the parts. Bytes of a name that are
    not UTF-8 are written as `\\xNN`.
    """
    rule: FileRule
    reason: str
    """What is wrong with the file, in one sentence for people."""
    sizeInBytes: int
    """The size of the file in bytes when it was tried."""
    date: Timestamp
    """When the file was last tried."""


class UnreadableFilesResult(TypedDict):
    """One page of the files of a repository that could not be read."""

    items: list[UnreadableFile]
    """The files of the page, ordered by path."""
    totalCount: int
    """How many files of the repository could not be read in all."""


UserInterfaceAnchor: TypeAlias = 'Literal["sidebar", "window", "imageDetail"]'
"""A place in a client."""

Uuid: TypeAlias = "str"
"""A UUID of 36 characters, hexadecimal digits with hyphens. Requests may write its letters in either case;
answers write them in lower case.
"""
