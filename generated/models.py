# Generated from specs/ by `python -m codegen`. Do not edit.
"""The component schemas as pydantic models."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel as _BaseModel
from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType


class BaseModel(_BaseModel):
    model_config = ConfigDict(
        populate_by_name=True,
        defer_build=True,
    )


class ApiSecret(BaseModel):
    """
    An API secret with its scopes. Its value is complete in the answer that creates it and masked in all others,
    because only a hash of it is kept.
    """

    id: SecretId
    creation_date: Annotated[Timestamp, Field(alias="creationDate")]
    name: SecretName
    comment: str | None = None
    type: ApiSecretType
    expiration_date: Annotated[Timestamp | None, Field(alias="expirationDate")] = None
    scope: ScopeList
    value: str
    extension_id: Annotated[ExtensionId | None, Field(alias="extensionId")] = None
    creator_id: Annotated[SecretId | None, Field(alias="creatorId")] = None


class ApiSecretSelf(BaseModel):
    """
    Who the caller is, as the service sees the key of the request.
    """

    id: SecretId | None = None
    name: SecretName
    scopes: list[Scope]
    extension_id: Annotated[ExtensionId | None, Field(alias="extensionId")] = None
    expiration_date: Annotated[Timestamp | None, Field(alias="expirationDate")] = None


class ApiSecretSummary(BaseModel):
    """
    An API secret without its scopes and its value.
    """

    id: SecretId
    creation_date: Annotated[Timestamp, Field(alias="creationDate")]
    name: SecretName
    comment: str | None = None
    type: ApiSecretType
    expiration_date: Annotated[Timestamp | None, Field(alias="expirationDate")] = None
    extension_id: Annotated[ExtensionId | None, Field(alias="extensionId")] = None
    creator_id: Annotated[SecretId | None, Field(alias="creatorId")] = None


ApiSecretType = TypeAliasType("ApiSecretType", Literal["key", "token"])


class ApplicationConfiguration(BaseModel):
    """
    What the operator configured and clients may know.
    """

    unpacked_extensions_directory_path: Annotated[str | None, Field(alias="unpackedExtensionsDirectoryPath")] = None


class ApplicationMetadata(BaseModel):
    """
    What programs that made an image say about the making, each under the extension it belongs to. Members that
    are not described are kept.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    items: list[ApplicationMetadataItem]


class ApplicationMetadataItem(BaseModel):
    """
    What one program says about the making of an image.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    extension_id: Annotated[ExtensionId, Field(alias="extensionId")]
    value: dict[str, Any]


class ApplicationSettings(BaseModel):
    """
    General settings, which extensions and front ends read. They belong to no extension.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    comfy_ui_base_url: Annotated[HttpUrl | None, Field(alias="comfyUiBaseUrl")] = None


AttachmentUri = TypeAliasType("AttachmentUri", str)


CaptureOffset = TypeAliasType("CaptureOffset", int)


CaptureSource = TypeAliasType("CaptureSource", Literal["exif", "xmp", "iptc", "text", "movie", "file"])


class Collection(BaseModel):
    """
    A search filter with a name. A collection holds no images; whatever its filter matches at the moment is in it.
    """

    id: CollectionId
    creation_date: Annotated[Timestamp, Field(alias="creationDate")]
    name: CollectionName
    comment: str | None = None
    modification_date: Annotated[Timestamp, Field(alias="modificationDate")]
    filter: SearchFilter
    filter_fault: Annotated[str | None, Field(alias="filterFault")] = None


CollectionId = TypeAliasType("CollectionId", int)


CollectionName = TypeAliasType("CollectionName", str)


class CollectionPreview(BaseModel):
    """
    How many images a filter matches at the moment.
    """

    total_count: Annotated[int, Field(alias="totalCount")]


CommandEntity = TypeAliasType("CommandEntity", Literal["Process", "Images", "Image"])


class CommandParameters(BaseModel):
    """
    What a command is given, as the schema of its parameters in the manifest has it.
    """

    model_config = ConfigDict(
        extra="allow",
    )


class CommandResult(BaseModel):
    """
    The result of a command.
    """

    context_id: Annotated[Uuid, Field(alias="contextId")]
    value: Any | None = None


ComponentState = TypeAliasType("ComponentState", Literal["ready", "starting", "unavailable"])


class ComputedImageFormat(BaseModel):
    """
    The format that some bytes have.
    """

    value: ImageFormat


class ConfigurationCapability(BaseModel):
    """
    A capability and the enabled extensions that have it.
    """

    capability: ManifestCapability
    extension_ids: Annotated[list[ExtensionId], Field(alias="extensionIds")]


class ConfigurationExtensionCommand(BaseModel):
    """
    A command and the enabled extension that has it.
    """

    extension_id: Annotated[ExtensionId, Field(alias="extensionId")]
    command: ManifestExtensionCommand
    icon_url: Annotated[str | None, Field(alias="iconUrl")] = None


class ConfigurationInterfaceElement(BaseModel):
    """
    A page of an enabled extension, and its address.
    """

    extension_id: Annotated[ExtensionId, Field(alias="extensionId")]
    element: ManifestInterfaceElement
    url: str


CosineDistance = TypeAliasType("CosineDistance", float)


class Dates(BaseModel):
    """
    The two dates of a file, as its file system keeps them.
    """

    creation_date: Annotated[Timestamp, Field(alias="creationDate")]
    modification_date: Annotated[Timestamp, Field(alias="modificationDate")]


class DocumentCheck(BaseModel):
    """
    What the validator says about a document.
    """

    is_valid: Annotated[bool, Field(alias="isValid")]
    findings: DocumentFindings


class DocumentFinding(BaseModel):
    """
    An error in a document, or a probable mistake, with its place in the text. Lines and columns count from one,
    columns in UTF-16 code units as in editors of web pages. LF and CRLF end a line. A byte order mark counts as
    one unit.
    """

    rule: str
    severity: Literal["error", "warning"]
    message: DocumentFindingText
    pointer: str | None = None
    remedy: DocumentFindingText | None = None
    line: int
    column: int
    end_line: Annotated[int, Field(alias="endLine")]
    end_column: Annotated[int, Field(alias="endColumn")]
    documentation: str


DocumentFindingText = TypeAliasType("DocumentFindingText", str)


DocumentFindings = TypeAliasType("DocumentFindings", list[DocumentFinding])


DocumentKind = TypeAliasType("DocumentKind", Literal["manifest", "view-document", "event", "settings-schema", "recipe"])


EmbeddingComponent = TypeAliasType("EmbeddingComponent", float)


EmbeddingName = TypeAliasType("EmbeddingName", str)


EmbeddingValues = TypeAliasType("EmbeddingValues", list[EmbeddingComponent])


class EmbeddingsIndex(BaseModel):
    """
    A name of embeddings in use, and how far the index over them has come. The members `id` and `extensionId` hold
    the same identifier.
    """

    id: ExtensionId
    extension_id: Annotated[ExtensionId, Field(alias="extensionId")]
    name: EmbeddingName
    length: int
    count: int
    indexed_count: Annotated[int, Field(alias="indexedCount")]
    state: EmbeddingsIndexState
    recall: float | None = None


EmbeddingsIndexState = TypeAliasType("EmbeddingsIndexState", Literal["exact", "building", "ready"])


EventTopic = TypeAliasType(
    "EventTopic",
    Literal[
        "image.created",
        "image.deleted",
        "image.embeddings.updated",
        "image.features.updated",
        "image.renamed",
        "image.tags.updated",
        "image.updated",
        "repository.created",
        "repository.deleted",
        "repository.synchronize.started",
        "repository.synchronize.stopped",
        "repository.updated",
        "repository.watch.started",
        "repository.watch.stopped",
        "collection.created",
        "collection.deleted",
        "collection.updated",
        "extension.error",
        "extension.installed",
        "extension.paused",
        "extension.process.started",
        "extension.process.stopped",
        "extension.resumed",
        "extension.uninstalled",
        "extension.updated",
    ],
)


class Extension(BaseModel):
    """
    An installed extension.
    """

    manifest: Manifest
    state: ExtensionState
    status: ExtensionStatus
    permissions: ExtensionPermissions | None = None


class ExtensionActivity(BaseModel):
    """
    The activity of an extension.
    """

    id: ExtensionId
    state: ExtensionActivityState
    process: ExtensionActivityState
    connection: ExtensionActivityState
    is_in_error: Annotated[bool, Field(alias="isInError")]
    kind: ExtensionActivityKind
    status: ExtensionStatus


ExtensionActivityKind = TypeAliasType("ExtensionActivityKind", Literal["connecting", "connected", "error"])


ExtensionActivityState = TypeAliasType("ExtensionActivityState", Literal["started", "stopped"])


class ExtensionAndManual(BaseModel):
    """
    An installed extension with its manual, if it has one.
    """

    manifest: Manifest
    state: ExtensionState
    status: ExtensionStatus
    permissions: ExtensionPermissions | None = None
    limits: ExtensionLimits | None = None
    usage: ExtensionUsage | None = None
    manual: ExtensionManual | None = None


class ExtensionAndWarnings(BaseModel):
    """
    An extension that was installed or updated, with the warnings on its manifest and its files.
    """

    manifest: Manifest
    state: ExtensionState
    status: ExtensionStatus
    permissions: ExtensionPermissions | None = None
    warnings: list[ManifestWarning]


class ExtensionCapabilityProgress(BaseModel):
    """
    How many images are in which state with one capability of an extension.
    """

    id: ImageCapabilityId
    pending: int
    running: int
    done: int
    empty: int
    failed: int
    stale: int
    cancelled: int
    unasked: int


ExtensionCategory = TypeAliasType(
    "ExtensionCategory", Literal["capture", "generation", "enrichment", "integration", "utility", "other"]
)


class ExtensionCommandRun(BaseModel):
    """
    How a command is run: on the images that are listed, on those that a search finds, or, without both, on the
    extension itself.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    image_ids: Annotated[CommandImageIds | None, Field(alias="imageIds")] = None
    search: SearchParameters | None = None
    parameters: CommandParameters | None = None


class ExtensionDeadLetter(BaseModel):
    """
    An event that an extension failed to acknowledge.
    """

    sequence: int
    topic: str
    image_id: Annotated[Uuid | None, Field(alias="imageId")] = None
    attempts: int
    error: str | None = None
    date: int


class ExtensionDeadLetters(BaseModel):
    """
    A page of them.
    """

    items: list[ExtensionDeadLetter]
    total_count: Annotated[int, Field(alias="totalCount")]


class ExtensionFailure(BaseModel):
    """
    An image that an extension could not compute something of.
    """

    image_id: Annotated[Uuid, Field(alias="imageId")]
    capability_id: Annotated[ImageCapabilityId, Field(alias="capabilityId")]
    attempts: int
    error: str | None = None
    date: int


class ExtensionFailures(BaseModel):
    """
    A page of them.
    """

    items: list[ExtensionFailure]
    total_count: Annotated[int, Field(alias="totalCount")]


ExtensionId = TypeAliasType("ExtensionId", str)


class ExtensionImageEmbeddingName(BaseModel):
    """
    A name of embeddings in use, with the extension that owns them. The members `id` and `extensionId` hold the
    same identifier.
    """

    id: ExtensionId
    extension_id: Annotated[ExtensionId, Field(alias="extensionId")]
    name: EmbeddingName


class ExtensionImageEmbeddings(BaseModel):
    """
    The embeddings of an image that one extension wrote, ordered by name.
    """

    id: ExtensionId
    embeddings: list[ImageEmbedding]


class ExtensionImageFeature(BaseModel):
    """
    One feature of an image, with the extension that owns it.
    """

    id: ExtensionId
    type: ImageFeatureType
    format: ImageFeatureFormat
    name: ImageFeatureName | None = None
    value: ImageFeatureValue


class ExtensionImageFeatureName(BaseModel):
    """
    A name under which an extension keeps features, with their type and format.
    """

    id: ExtensionId
    type: ImageFeatureType
    format: ImageFeatureFormat
    name: ImageFeatureName


class ExtensionImageFeaturesAttribute(BaseModel):
    """
    One image of a feature search, with its features. The members `features` and `attribute` hold the same array.
    """

    id: Uuid
    features: list[ExtensionImageFeature]
    attribute: list[ExtensionImageFeature]


class ExtensionImageTag(BaseModel):
    """
    One tag of an image, with the extension that owns it.
    """

    id: ExtensionId
    value: TagValue


class ExtensionImageTagsAttribute(BaseModel):
    """
    One image of a tag search, with its tags. The members `tags` and `attribute` hold the same array.
    """

    id: Uuid
    tags: list[ExtensionImageTag]
    attribute: list[ExtensionImageTag]


class ExtensionLimits(BaseModel):
    """
    The limits of an extension, for all its processes together. An absent member is unlimited.
    """

    memory_bytes: Annotated[int | None, Field(alias="memoryBytes")] = None
    processes: int | None = None
    open_files: Annotated[int | None, Field(alias="openFiles")] = None
    disk_bytes: Annotated[int | None, Field(alias="diskBytes")] = None
    niceness: int


class ExtensionLog(BaseModel):
    """
    The last lines of the log of an extension, oldest first.
    """

    lines: list[ExtensionLogLine]


class ExtensionLogLine(BaseModel):
    """
    A line that the program of an extension, or its installer, wrote.
    """

    date: int | None = None
    stream: Literal["out", "err", "log", "note"]
    text: str


class ExtensionManual(BaseModel):
    """
    What people should know about an extension.
    """

    instructions: ManualText


class ExtensionPermissions(BaseModel):
    """
    What an extension may do, what it asks for, and what is granted to it.
    """

    scopes: list[Scope]
    requested: list[Permission]
    granted: list[Permission]
    hosts: list[str]
    not_enforced: Annotated[list[Permission], Field(alias="notEnforced")]


ExtensionProcessState = TypeAliasType(
    "ExtensionProcessState", Literal["stopped", "preparing", "starting", "running", "waiting", "failed"]
)


class ExtensionProgress(BaseModel):
    """
    How far an extension is with the images of the library.
    """

    image_count: Annotated[int, Field(alias="imageCount")]
    capabilities: list[ExtensionCapabilityProgress]
    dead_letter_count: Annotated[int, Field(alias="deadLetterCount")]


class ExtensionRunCount(BaseModel):
    """
    How many images, or events, it was done for.
    """

    count: int


class ExtensionSettings(BaseModel):
    """
    The settings of an extension, as the schema in its manifest has them.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    value: dict[str, Any]


ExtensionState = TypeAliasType("ExtensionState", Literal["enabled", "paused"])


class ExtensionStatus(BaseModel):
    """
    How the program of an extension is, and why.
    """

    state: ExtensionProcessState
    reason: str | None = None
    since: int
    starts: int
    crashes: int
    next_start_date: Annotated[int | None, Field(alias="nextStartDate")] = None


class ExtensionUsage(BaseModel):
    """
    What the processes of an extension use now.
    """

    memory_bytes: Annotated[int, Field(alias="memoryBytes")]
    processes: int
    open_files: Annotated[int, Field(alias="openFiles")]
    disk_bytes: Annotated[int | None, Field(alias="diskBytes")] = None


class ExtensionsConfiguration(BaseModel):
    """
    What the enabled extensions can do.
    """

    capabilities: list[ConfigurationCapability]
    commands: list[ConfigurationExtensionCommand]
    elements: list[ConfigurationInterfaceElement]


FileRule = TypeAliasType("FileRule", str)


FileUrl = TypeAliasType("FileUrl", str)


FolderAccess = TypeAliasType("FolderAccess", Literal["read", "write"])


class FormatCount(BaseModel):
    """
    A format, and how many images are of it.
    """

    value: ImageFormat
    count: int


class GenerationRecipe(BaseModel):
    """
    How an image was generated, so that it can be generated again.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    schema_version: Annotated[int, Field(alias="schemaVersion")]
    id: str | None = None
    url: str | None = None
    inception_date: Annotated[Timestamp | None, Field(alias="inceptionDate")] = None
    author: str | None = None
    model_tags: Annotated[list[str], Field(alias="modelTags")]
    software: str | None = None
    input_assets: Annotated[list[str] | None, Field(alias="inputAssets")] = None
    aspect_ratio: Annotated[float | None, Field(alias="aspectRatio")] = None
    prompt: GenerationRecipePrompt


HttpUrl = TypeAliasType("HttpUrl", str)


class Image(BaseModel):
    """
    The full record of an image, with what its file says about itself and with the features and tags of every
    extension.
    """

    creation_date: Annotated[Timestamp, Field(alias="creationDate")]
    modification_date: Annotated[Timestamp, Field(alias="modificationDate")]
    id: Uuid
    repository_id: Annotated[Uuid, Field(alias="repositoryId")]
    parent_id: Annotated[Uuid | None, Field(alias="parentId")] = None
    name: str
    format: ImageFormat
    mime_type: Annotated[str, Field(alias="mimeType")]
    uri: FileUrl
    url: FileUrl
    source_url: Annotated[HttpUrl | None, Field(alias="sourceUrl")] = None
    size_in_bytes: Annotated[int, Field(alias="sizeInBytes")]
    dimensions: ImageDimensions
    file_dates: Annotated[Dates, Field(alias="fileDates")]
    capture_date: Annotated[Timestamp, Field(alias="captureDate")]
    capture_offset: Annotated[CaptureOffset | None, Field(alias="captureOffset")] = None
    capture_source: Annotated[CaptureSource, Field(alias="captureSource")]
    state: ImageState
    state_reason: Annotated[str | None, Field(alias="stateReason")] = None
    placeholder: ThumbHash | None = None
    hashes: ImageHashes
    application_metadata: Annotated[ApplicationMetadata | None, Field(alias="applicationMetadata")] = None
    metadata: ImageMetadata
    features: list[ExtensionImageFeature]
    tags: list[ExtensionImageTag]


ImageCapabilityId = TypeAliasType("ImageCapabilityId", Literal["image.features", "image.embeddings", "image.tags"])


class ImageCommandRun(BaseModel):
    """
    How a command is run on an image.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    parameters: CommandParameters | None = None


class ImageDimensions(BaseModel):
    """
    The size of an image in pixels, as it is shown, after the rotation that its file states.
    """

    width: int
    height: int


class ImageDistance(BaseModel):
    """
    An image and its distance from the query.
    """

    distance: CosineDistance
    image: ImageSummary


class ImageEmbedding(BaseModel):
    """
    One named vector of an image. All vectors of one name and extension have the same length, which the first of
    them decides.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    name: EmbeddingName
    values: EmbeddingValues


EmbeddingSet = TypeAliasType("EmbeddingSet", list[ImageEmbedding])


ImageFacet = TypeAliasType("ImageFacet", Literal["tags", "features", "embeddings"])


class ImageFeature(BaseModel):
    """
    One feature that an extension gives an image. The type decides which formats are possible, the format what the
    value is.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    type: ImageFeatureType
    format: ImageFeatureFormat
    name: ImageFeatureName | None = None
    value: ImageFeatureValue


FeatureSet = TypeAliasType("FeatureSet", list[ImageFeature])


ImageFeatureFormat = TypeAliasType(
    "ImageFeatureFormat",
    Literal["string", "integer", "float", "boolean", "json", "yaml", "xml", "markdown", "html", "binary", "ui"],
)


ImageFeatureName = TypeAliasType("ImageFeatureName", str)


ImageFeatureType = TypeAliasType(
    "ImageFeatureType",
    Literal["caption", "description", "comment", "annotation", "metadata", "recipe", "identity", "physics", "other"],
)


ImageFeatureValue = TypeAliasType("ImageFeatureValue", str | int | float | bool)


ImageFormat = TypeAliasType("ImageFormat", Literal["PNG", "JPEG", "WEBP", "GIF", "AVIF", "HEIF"])


class ImageHashes(BaseModel):
    """
    What an image is recognised by, as lower-case hexadecimal digits. Images with equal hashes are found by the
    criterion `duplicates`.
    """

    content: str
    pixels: str | None = None
    perceptual: str | None = None


class ImageMediaUrl(BaseModel):
    """
    An image and a URL of it, which needs no key and works until it expires.
    """

    id: Uuid
    url: HttpUrl


class ImageMetadata(BaseModel):
    """
    What the image file says about itself, by block. Each member is text, a JSON text where nothing else is said,
    and left out when the file has no such block or the text is over its limit.
    """

    all: str | None = None
    exif: str | None = None
    icc: str | None = None
    iptc: str | None = None
    xmp: str | None = None
    tiff_tag_photoshop: Annotated[str | None, Field(alias="tiffTagPhotoshop")] = None
    others: str | None = None


ImageResizeRender = TypeAliasType("ImageResizeRender", Literal["inbox", "outbox"])


ImageState = TypeAliasType("ImageState", Literal["AVAILABLE", "MISSING", "UNREADABLE"])


class ImageSummary(BaseModel):
    """
    The record of an image without its metadata, features and tags.
    """

    creation_date: Annotated[Timestamp, Field(alias="creationDate")]
    modification_date: Annotated[Timestamp, Field(alias="modificationDate")]
    id: Uuid
    repository_id: Annotated[Uuid, Field(alias="repositoryId")]
    parent_id: Annotated[Uuid | None, Field(alias="parentId")] = None
    name: str
    format: ImageFormat
    mime_type: Annotated[str, Field(alias="mimeType")]
    uri: FileUrl
    url: FileUrl
    source_url: Annotated[HttpUrl | None, Field(alias="sourceUrl")] = None
    size_in_bytes: Annotated[int, Field(alias="sizeInBytes")]
    dimensions: ImageDimensions
    file_dates: Annotated[Dates, Field(alias="fileDates")]
    capture_date: Annotated[Timestamp, Field(alias="captureDate")]
    capture_offset: Annotated[CaptureOffset | None, Field(alias="captureOffset")] = None
    capture_source: Annotated[CaptureSource, Field(alias="captureSource")]
    state: ImageState
    placeholder: ThumbHash | None = None


class InstructionsPrompt(BaseModel):
    """
    A prompt in a form of the generating program, such as its graph of nodes.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Literal["instructions"] = "instructions"
    value: dict[str, Any]


class Manifest(BaseModel):
    """
    The manifest of an extension, version 3. It is the file `manifest.json` in the root of the extension's folder.
    Unknown members are refused in `instructions` and `permissions`, and below. Elsewhere they are stored without
    effect, and installing answers with a warning. Beyond the schema, the parts have to be consistent, and paths
    have to lead to files of the extension.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    field_schema: Annotated[str | None, Field(alias="$schema")] = None
    id: ExtensionId
    version: str
    name: str
    description: str
    categories: list[ExtensionCategory]
    runtimes: list[ManifestRuntime]
    instructions: list[ManifestInstructions]
    settings: dict[str, Any]
    ui: ManifestUserInterface | None = None
    permissions: ManifestPermissions | None = None


class ManifestCapability(BaseModel):
    """
    A kind of result that a program of an extension computes on request.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    id: ManifestCapabilityId
    details: ManifestCapabilityDetails | None = None
    vector_space: Annotated[str | None, Field(alias="vectorSpace")] = None


class ManifestCapabilityDetails(BaseModel):
    """
    Additional kinds of requests that a capability supports.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    caption: bool | None = None
    eligible_tags: Annotated[bool | None, Field(alias="eligibleTags")] = None


ManifestCapabilityId = TypeAliasType(
    "ManifestCapabilityId", Literal["image.features", "image.embeddings", "image.tags", "text.embeddings"]
)


ManifestEvent = TypeAliasType(
    "ManifestEvent",
    Literal[
        "process.started",
        "process.runCommand",
        "extension.settings",
        "image.created",
        "image.updated",
        "image.deleted",
        "image.tags.updated",
        "image.features.updated",
        "image.embeddings.updated",
        "image.computeTags",
        "image.computeFeatures",
        "image.computeEmbeddings",
        "image.runCommand",
        "text.computeEmbeddings",
    ],
)


class ManifestExecution(BaseModel):
    """
    How a program is started. Its working directory is the folder of the extension; no shell is involved.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    executable: str
    arguments: list[str]


class ManifestExtensionCommand(BaseModel):
    """
    A command that users can run on an extension.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    id: ManifestId
    on: ManifestExtensionCommandOn
    parameters: dict[str, Any] | None = None
    specifications: list[ManifestExtensionCommandSpecification]
    ui: ManifestExtensionCommandUi | None = None


class ManifestExtensionCommandOn(BaseModel):
    """
    The target of a command.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    entity: CommandEntity
    with_tags: Annotated[list[TagValue] | None, Field(alias="withTags")] = None


class ManifestExtensionCommandSpecification(BaseModel):
    """
    The texts of a command in one language.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    locale: str
    label: str
    name: str | None = None
    description: str | None = None


class ManifestExtensionCommandUi(BaseModel):
    """
    The appearance of a command.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    icon_uri: Annotated[ManifestUri, Field(alias="iconUri")]


class ManifestFolder(BaseModel):
    """
    A folder outside of the extension that its program needs, on the machine of the service.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    path: str
    access: FolderAccess


ManifestId = TypeAliasType("ManifestId", str)


class ManifestInstructions(BaseModel):
    """
    One program of an extension, the events that it receives, and its capabilities and commands.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    execution: ManifestExecution
    events: list[ManifestEvent]
    capabilities: list[ManifestCapability] | None = None
    throttling_policies: Annotated[list[ManifestThrottlingPolicy] | None, Field(alias="throttlingPolicies")] = None
    commands: list[ManifestExtensionCommand] | None = None


class ManifestInterfaceElement(BaseModel):
    """
    A page of an extension, and its place in clients.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    id: ManifestId
    integration: ManifestInterfaceElementIntegration
    url: ManifestUri


class ManifestInterfaceElementIntegration(BaseModel):
    """
    The place of a page. In the sidebar, `isExternal` is required.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    anchor: UserInterfaceAnchor
    is_external: Annotated[bool | None, Field(alias="isExternal")] = None


class ManifestPermissions(BaseModel):
    """
    What the program needs beyond its own folders. The operator grants it at the installation. A manifest without
    this member asks for nothing, and its keys have the default scopes. This member is an addition of Facetry.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    scopes: list[ManifestScope] | None = None
    folders: list[ManifestFolder] | None = None
    hosts: list[str] | None = None


ManifestPointer = TypeAliasType("ManifestPointer", str)


class ManifestRuntime(BaseModel):
    """
    A runtime that programs of the extension need.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    environment: ManifestRuntimeEnvironment


ManifestRuntimeEnvironment = TypeAliasType("ManifestRuntimeEnvironment", Literal["node", "python"])


ManifestScope = TypeAliasType(
    "ManifestScope",
    Literal[
        "collection:read",
        "collection:write",
        "event:read",
        "extension:manage",
        "extension:read",
        "extension:run",
        "extension:settings:read",
        "extension:settings:write",
        "image:attachment:write",
        "image:delete",
        "image:embedding:write",
        "image:feature:write",
        "image:read",
        "image:tag:write",
        "image:write",
        "repository:ensure",
        "repository:image:store",
        "repository:manage",
        "repository:read",
        "repository:write",
        "settings:read",
        "settings:write",
    ],
)


class ManifestThrottlingPolicy(BaseModel):
    """
    A limit on events: at most `maximumCount` events of these topics in any period of `durationInMilliseconds`.
    Events above the limit wait.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    events: list[ManifestEvent]
    duration_in_milliseconds: Annotated[int, Field(alias="durationInMilliseconds")]
    maximum_count: Annotated[int, Field(alias="maximumCount")]


ManifestUri = TypeAliasType("ManifestUri", str)


class ManifestUserInterface(BaseModel):
    """
    The pages of an extension that clients can show.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    elements: list[ManifestInterfaceElement]


class ManifestWarning(BaseModel):
    """
    A probable mistake in the package of an extension, which is valid nevertheless.
    """

    rule: str
    pointer: ManifestPointer
    detail: str
    value: str | None = None
    remedy: str | None = None


ManualText = TypeAliasType("ManualText", str)


MediaType = TypeAliasType("MediaType", str)


class MonthCount(BaseModel):
    """
    A month on the clock of the place where images were taken, and how many were taken in it.
    """

    value: str
    count: int


NameWithoutExtension = TypeAliasType("NameWithoutExtension", str)


class ObjectBucket(BaseModel):
    """
    The bucket of an object.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    name: str


class ObjectKey(BaseModel):
    """
    The key of an object. No object has a key of more than `x-max-bytes` bytes of UTF-8, so a longer one is
    ignored.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    key: str


class ObjectPlace(BaseModel):
    """
    Where an object is.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    bucket: ObjectBucket
    object: ObjectKey


class ObjectStoreMessage(BaseModel):
    """
    A message of an object store about its objects, in the format of S3. Members that are not described are
    ignored. A message without records says nothing about objects.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    records: Annotated[list[ObjectStoreRecord] | None, Field(alias="Records")] = None


class ObjectStoreRecord(BaseModel):
    """
    What happened to one object. Only its place matters.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    s3: ObjectPlace


class PageConfiguration(BaseModel):
    """
    What a page of a bundle works with, in the form that published pages read.
    """

    parameters: PageParameters
    settings: dict[str, Any] | None = None


class PageParameters(BaseModel):
    """
    The way of a page to the API.
    """

    extension_id: Annotated[ExtensionId, Field(alias="extensionId")]
    web_services_base_url: Annotated[str, Field(alias="webServicesBaseUrl")]
    api_key: Annotated[str, Field(alias="apiKey")]


Permission = TypeAliasType("Permission", str)


Precondition = TypeAliasType("Precondition", str)


class Problem(BaseModel):
    """
    Why a request was refused, as RFC 9457 lays it out, in at most 2048 bytes. Programs go by `status` and `rule`;
    `detail` is for people.
    """

    type: str
    title: str
    status: int
    detail: str
    message: str
    code: Literal[1, 2, 3, 4, -1]
    rule: str
    parameter: str | None = None
    pointer: str | None = None
    value: str | None = None
    remedy: str | None = None
    scope: str | None = None
    request_id: Annotated[str | None, Field(alias="requestId")] = None


class ReadyComponents(BaseModel):
    """
    The parts of the service, each with its state.
    """

    store: ComponentState
    imaging: ComponentState


class ReadyState(BaseModel):
    """
    The service answers requests; the states of its parts.
    """

    state: Literal["ready"] = "ready"
    components: ReadyComponents


class RegisteredExtension(BaseModel):
    """
    An id in whose name facets are written.
    """

    id: ExtensionId
    is_new: Annotated[bool, Field(alias="isNew")]


RelativeDirectoryPath = TypeAliasType("RelativeDirectoryPath", str)


class Repository(BaseModel):
    """
    A folder or bucket whose images the library serves. The place and its files belong to the user; the service
    reads them, and writes only for requests that store, rename or delete pictures.
    """

    creation_date: Annotated[Timestamp, Field(alias="creationDate")]
    modification_date: Annotated[Timestamp, Field(alias="modificationDate")]
    id: Uuid
    type: RepositoryLocationType
    url: FileUrl
    technical_id: Annotated[TechnicalId | None, Field(alias="technicalId")] = None
    name: RepositoryName
    comment: str | None = None
    watch: bool
    state: RepositoryState
    status: RepositoryState


class RepositoryActivity(BaseModel):
    """
    The activity of a repository, and the progress of its last or current scan. The members beside `id`, `kind`,
    `missing` and `error` are absent until the first scan has begun.
    """

    id: Uuid
    kind: RepositoryActivityKind
    missing: int
    progress: RepositoryProgress | None = None
    start_date: Annotated[Timestamp | None, Field(alias="startDate")] = None
    end_date: Annotated[Timestamp | None, Field(alias="endDate")] = None
    error: str | None = None


RepositoryActivityKind = TypeAliasType("RepositoryActivityKind", Literal["none", "synchronizing", "watching"])


class RepositoryCount(BaseModel):
    """
    A repository, and how many images are in it.
    """

    id: Uuid
    count: int


RepositoryLocationType = TypeAliasType("RepositoryLocationType", Literal["file", "s3"])


RepositoryName = TypeAliasType("RepositoryName", str)


class RepositoryProgress(BaseModel):
    """
    How far a scan has come, in files. `found` grows until the whole folder is listed.
    """

    found: int
    done: int
    added: int
    updated: int
    moved: int
    removed: int
    missing: int
    unreadable: int
    skipped: int


RepositoryState = TypeAliasType("RepositoryState", Literal["UNAVAILABLE", "READY", "INDEXING", "UNAVAILABLE_INDEXING"])


class RunCommandParameters(BaseModel):
    """
    On which images a command is run, and what it is given.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    command: CommandParameters | None = None
    search: SearchParameters


Scope = TypeAliasType(
    "Scope",
    Literal[
        "all",
        "administration",
        "apisecret:list",
        "apisecret:read",
        "apisecret:write",
        "collection:read",
        "collection:write",
        "event:read",
        "extension:chrome:install",
        "extension:manage",
        "extension:read",
        "extension:run",
        "extension:settings:read",
        "extension:settings:write",
        "extension:write",
        "image:attachment:write",
        "image:delete",
        "image:embedding:write",
        "image:embeddings:write",
        "image:feature:write",
        "image:read",
        "image:tag:write",
        "image:write",
        "metrics:read",
        "repository:ensure",
        "repository:image:store",
        "repository:manage",
        "repository:read",
        "repository:write",
        "settings:read",
        "settings:write",
    ],
)


ScopeList = TypeAliasType("ScopeList", str)


class SearchBucket(BaseModel):
    """
    Images that follow one another in the order of a search.
    """

    value: str
    skip: int
    count: int
    first_image_id: Annotated[Uuid, Field(alias="firstImageId")]
    aspect_ratios: Annotated[str | None, Field(alias="aspectRatios")] = None


SearchBucketKind = TypeAliasType("SearchBucketKind", Literal["month", "letter", "position"])


class SearchBucketParameters(BaseModel):
    """
    Which images are counted, and in which order. An empty object means every image by name. As searches, it ends
    after 20 seconds.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    filter: SearchFilter | None = None
    collection_id: Annotated[CollectionId | None, Field(alias="collectionId")] = None
    with_aspect_ratios: Annotated[bool, Field(alias="withAspectRatios")] = False


class SearchBucketsResult(BaseModel):
    """
    The matching images in buckets, in the order of the search. A grid of all images knows its height from them,
    without any other request.
    """

    kind: SearchBucketKind
    items: list[SearchBucket]
    total_count: Annotated[int, Field(alias="totalCount")]


class SearchCriteria(BaseModel):
    """
    Conditions on the images. An image matches when it satisfies every criterion that is present. In one filter
    they nest at most 8 deep, and so do groups of features; there are at most 64 of both in all, of which at most
    8 have a condition of similarity.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    formats: list[ImageFormat] | None = None
    states: list[ImageState] | None = None
    keyword: SearchKeyword | None = None
    tags: SearchTags | None = None
    features: SearchFeatures | None = None
    properties: SearchProperties | None = None
    duplicates: SearchDuplicates | None = None
    similarity: SearchSimilarity | None = None
    untagged_by: Annotated[list[ExtensionId] | None, Field(alias="untaggedBy")] = None
    not_evaluated_by: Annotated[SearchNotEvaluated | None, Field(alias="notEvaluatedBy")] = None
    in_no_collection: Annotated[bool | None, Field(alias="inNoCollection")] = None
    all: list[SearchCriteria] | None = None
    any: list[SearchCriteria] | None = None
    none: list[SearchCriteria] | None = None


class SearchDateRange(BaseModel):
    """
    Both ends belong to the range, and one of them has to be given. A minimum above the maximum matches no image.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    minimum: Timestamp | None = None
    maximum: Timestamp | None = None


SearchDistance = TypeAliasType("SearchDistance", float | None)


class SearchDuplicates(BaseModel):
    """
    The image is a duplicate. With `of` it is one of that image, which is not found itself; without, it is one of
    any other image of the library, wherever that lies.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    kind: SearchDuplicatesKind
    of: Uuid | None = None
    maximum_distance: Annotated[int | None, Field(alias="maximumDistance")] = None


SearchDuplicatesKind = TypeAliasType("SearchDuplicatesKind", Literal["exactDuplicates", "samePixels", "nearDuplicates"])


SearchFacetKind = TypeAliasType("SearchFacetKind", Literal["tags", "formats", "repositories", "months"])


class SearchFacets(BaseModel):
    """
    The number of matching images for each requested kind, whatever the range. The largest counts come first,
    equal ones in the order of their values; months start with the latest.
    """

    tags: FrequentTags | None = None
    formats: list[FormatCount] | None = None
    repositories: list[RepositoryCount] | None = None
    months: list[MonthCount] | None = None


SearchFeatureComparisonOperator = TypeAliasType(
    "SearchFeatureComparisonOperator",
    Literal["equals", "different", "contains", "greaterThan", "greaterThanOrEqual", "lessThan", "lessThanOrEqual"],
)


class SearchFeatureCondition(BaseModel):
    """
    What one feature has to be, all of it. The format decides which operators are possible and what the value is.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    extension_id: Annotated[ExtensionId | None, Field(alias="extensionId")] = None
    type: ImageFeatureType | None = None
    format: ImageFeatureFormat
    name: ImageFeatureName | None = None
    operator: SearchFeatureComparisonOperator
    value: SearchFeatureConditionValue


SearchFeatureConditionValue = TypeAliasType("SearchFeatureConditionValue", str | float | bool)


SearchFeatureLogicalOperator = TypeAliasType("SearchFeatureLogicalOperator", Literal["or", "and", "not"])


class SearchFeatures(BaseModel):
    """
    What the features of the image have to be. A condition is met when one feature of the image meets all of its
    parts; `and` requires all conditions and the nested group, `or` any of them, `not` none. There has to be a
    condition or a nested group.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    operator: SearchFeatureLogicalOperator
    conditions: list[SearchFeatureCondition]
    features: SearchFeatures | None = None


class SearchFeaturesResult(BaseModel):
    """
    One page of a feature search.
    """

    items: list[ExtensionImageFeaturesAttribute]
    total_count: Annotated[int, Field(alias="totalCount")]
    facets: SearchFacets | None = None
    distances: list[SearchDistance] | None = None


class SearchFilter(BaseModel):
    """
    Which images, and in which order. Origin and criteria both narrow; absent members do not.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    criteria: SearchCriteria | None = None
    origin: SearchFilterOrigin | None = None
    sorting: SearchSorting | None = None


class SearchFilterOrigin(BaseModel):
    """
    Where the images come from, given by repositories or image by image. An empty list selects nothing.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    kind: SearchOriginKind
    ids: list[Uuid]


class SearchImageIdResult(BaseModel):
    """
    One page of image identifiers.
    """

    items: list[Uuid]
    total_count: Annotated[int, Field(alias="totalCount")]
    facets: SearchFacets | None = None
    distances: list[SearchDistance] | None = None


class SearchImageResult(BaseModel):
    """
    One page of full image records.
    """

    items: list[Image]
    total_count: Annotated[int, Field(alias="totalCount")]
    facets: SearchFacets | None = None
    distances: list[SearchDistance] | None = None


class SearchImageSummaryResult(BaseModel):
    """
    One page of image summaries.
    """

    items: list[ImageSummary]
    total_count: Annotated[int, Field(alias="totalCount")]
    facets: SearchFacets | None = None
    distances: list[SearchDistance] | None = None


class SearchKeyword(BaseModel):
    """
    The image contains a text in at least one of the chosen places, compared without regard to case. At least one
    place has to be chosen; an empty text matches every image.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    text: str
    in_name: Annotated[bool, Field(alias="inName")]
    in_metadata: Annotated[bool, Field(alias="inMetadata")]
    in_features: Annotated[bool, Field(alias="inFeatures")]


class SearchMediaUrlResult(BaseModel):
    """
    One page of media URLs.
    """

    items: list[ImageMediaUrl]
    total_count: Annotated[int, Field(alias="totalCount")]
    facets: SearchFacets | None = None
    distances: list[SearchDistance] | None = None


class SearchNotEvaluated(BaseModel):
    """
    None of the extensions has written the facet of the image, not even that it found nothing to write.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    extension_ids: Annotated[list[ExtensionId], Field(alias="extensionIds")]
    facet: ImageFacet | None = None


SearchOriginKind = TypeAliasType("SearchOriginKind", Literal["repositories", "images"])


class SearchParameters(BaseModel):
    """
    Which images a search answers with, and which page of them. An empty object means every image, first page. A
    search ends after 20 seconds, and at most 32 costly ones wait for their turn.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    filter: SearchFilter | None = None
    collection_id: Annotated[CollectionId | None, Field(alias="collectionId")] = None
    range: SearchRange | None = None
    facets: list[SearchFacetKind] | None = None


class SearchProperties(BaseModel):
    """
    In which ranges the properties of the image and its file lie, those given.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    width: SearchPropertyRange | None = None
    height: SearchPropertyRange | None = None
    weight_in_bytes: Annotated[SearchPropertyRange | None, Field(alias="weightInBytes")] = None
    capture_date: Annotated[SearchDateRange | None, Field(alias="captureDate")] = None
    file_creation_date: Annotated[SearchDateRange | None, Field(alias="fileCreationDate")] = None
    file_modification_date: Annotated[SearchDateRange | None, Field(alias="fileModificationDate")] = None
    import_date: Annotated[SearchDateRange | None, Field(alias="importDate")] = None
    update_date: Annotated[SearchDateRange | None, Field(alias="updateDate")] = None
    creation_date: Annotated[SearchPropertyRange | None, Field(alias="creationDate")] = None
    modification_date: Annotated[SearchPropertyRange | None, Field(alias="modificationDate")] = None


class SearchPropertyRange(BaseModel):
    """
    Both ends belong to the range, and one of them has to be given. A minimum above the maximum matches no image.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    minimum: int | None = None
    maximum: int | None = None


class SearchRange(BaseModel):
    """
    Which page of the matching images to answer with. Absent, it is the first page of 20.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    take: int = 20
    skip: int = 0


class SearchSimilarity(BaseModel):
    """
    The image has an embedding of this extension and name, no further away than `maxDistance` from what is given
    as an image, as values or as a text. An image is at distance 0 from itself.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    extension_id: Annotated[ExtensionId, Field(alias="extensionId")]
    name: EmbeddingName
    image: Uuid | None = None
    values: EmbeddingValues | None = None
    text: str | None = None
    max_distance: Annotated[float | None, Field(alias="maxDistance")] = None


class SearchSorting(BaseModel):
    """
    The order of the images. Images that are equal in the property follow in the order they were found, reversed
    as well when the largest comes first.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    property: SearchSortingProperty
    is_ascending: Annotated[bool, Field(alias="isAscending")] = True


SearchSortingProperty = TypeAliasType(
    "SearchSortingProperty",
    Literal[
        "name",
        "captureDate",
        "fileCreationDate",
        "fileModificationDate",
        "importDate",
        "updateDate",
        "creationDate",
        "modificationDate",
        "binarySize",
        "width",
        "height",
        "distance",
    ],
)


class SearchTags(BaseModel):
    """
    The image carries at least one of the values, each of them when `operator` is `and`, or not one when it is
    `not`.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    values: list[TagValue]
    operator: SearchTagsOperator = "or"
    extension_ids: Annotated[list[ExtensionId] | None, Field(alias="extensionIds")] = None


SearchTagsOperator = TypeAliasType("SearchTagsOperator", Literal["or", "and", "not"])


class SearchTagsResult(BaseModel):
    """
    One page of a tag search.
    """

    items: list[ExtensionImageTagsAttribute]
    total_count: Annotated[int, Field(alias="totalCount")]
    facets: SearchFacets | None = None
    distances: list[SearchDistance] | None = None


SecretId = TypeAliasType("SecretId", int)


SecretName = TypeAliasType("SecretName", str)


class Session(BaseModel):
    """
    The session of a browser, with the rights of the key that began it.
    """

    name: SecretName
    scopes: list[Scope]
    expiration_date: Annotated[Timestamp, Field(alias="expirationDate")]


class SessionCredential(BaseModel):
    """
    A key, or the token of a one-time link; one of them.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    key: str | None = None
    token: str | None = None


class SkippedFile(BaseModel):
    """
    A file of a repository that is no picture of the formats that are read. It is opened again when it changes.
    """

    path: str
    kind: SkippedFileKind
    size_in_bytes: Annotated[int, Field(alias="sizeInBytes")]


class SkippedFileCount(BaseModel):
    """
    How many files of a kind are skipped.
    """

    value: SkippedFileKind
    count: int


SkippedFileKind = TypeAliasType("SkippedFileKind", Literal["tiff", "raw", "video", "image", "other"])


class SkippedFilesResult(BaseModel):
    """
    One page of the files of a repository that are skipped.
    """

    items: list[SkippedFile]
    total_count: Annotated[int, Field(alias="totalCount")]
    kinds: list[SkippedFileCount]


class TagCount(BaseModel):
    """
    A tag of an extension, and how many images have it.
    """

    id: ExtensionId
    value: TagValue
    count: int


FrequentTags = TypeAliasType("FrequentTags", list[TagCount])


TagValue = TypeAliasType("TagValue", str)


TagSet = TypeAliasType("TagSet", list[TagValue])


TechnicalId = TypeAliasType("TechnicalId", str)


class TextualPrompt(BaseModel):
    """
    A prompt in words.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Literal["textual"] = "textual"
    text: str


GenerationRecipePrompt = TypeAliasType(
    "GenerationRecipePrompt", Annotated[TextualPrompt | InstructionsPrompt, Field(discriminator="kind")]
)


ThumbHash = TypeAliasType("ThumbHash", str)


Timestamp = TypeAliasType("Timestamp", int)


class TrashedImage(BaseModel):
    """
    An image in the trash. It is in no search, and in no other answer.
    """

    id: Uuid
    repository_id: Annotated[Uuid, Field(alias="repositoryId")]
    name: str
    path: str
    format: ImageFormat
    size_in_bytes: Annotated[int, Field(alias="sizeInBytes")]
    dimensions: ImageDimensions
    placeholder: ThumbHash | None = None
    deletion_date: Annotated[Timestamp, Field(alias="deletionDate")]
    expiry_date: Annotated[Timestamp, Field(alias="expiryDate")]


class TrashedImagesResult(BaseModel):
    """
    One page of the trash.
    """

    items: list[TrashedImage]
    total_count: Annotated[int, Field(alias="totalCount")]


class UnreadableFile(BaseModel):
    """
    A file of a repository that looks like an image but could not be read. It is tried again when it changes, and
    on request. A file that the service could not open is tried again at every scan.
    """

    path: str
    rule: FileRule
    reason: str
    size_in_bytes: Annotated[int, Field(alias="sizeInBytes")]
    date: Timestamp


class UnreadableFilesResult(BaseModel):
    """
    One page of the files of a repository that could not be read.
    """

    items: list[UnreadableFile]
    total_count: Annotated[int, Field(alias="totalCount")]


UserInterfaceAnchor = TypeAliasType("UserInterfaceAnchor", Literal["sidebar", "window", "imageDetail"])


Uuid = TypeAliasType("Uuid", UUID)


CommandImageIds = TypeAliasType("CommandImageIds", list[Uuid])


SearchCriteria.model_rebuild()
SearchFeatures.model_rebuild()
