# Generated from specs/ by `python -m codegen`. Do not edit.
"""Messages on sockets and on the stream: JSON values, named as on the wire."""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

INSTRUCTIONS: Final = (
    "log",
    "notification",
    "acknowledgment",
    "intent",
)
INTENTS: Final = (
    "form",
    "dialog",
    "ui",
    "images",
    "show",
    "toast",
    "notification",
    "openBrowser",
    "processCommand",
    "action",
    "serveBundle",
    "readFile",
    "writeFile",
)


class Acknowledgment(TypedDict):
    """Whether the hook of a delivery went well. It comes beside the acknowledgement of the socket itself."""

    success: bool
    """Whether the hook came to its end without a failure."""


class ActionIntent(TypedDict):
    """Offer the user to do something."""

    intent: ActionIntentTarget
    dialogContent: IntentContent
    label: NotRequired[str]
    """What the button says."""


class ActionIntentTarget(TypedDict):
    """What is done when the user agrees; one of them."""

    show: NotRequired[ShowIntent]
    ui: NotRequired[UiIntent]
    openBrowser: NotRequired[OpenBrowserIntent]
    processCommand: NotRequired[ProcessCommandIntent]


class Answer(TypedDict):
    """What came of an intent, with at most one of the members. With `value`, or without a member, it was done.
    The value of a form satisfies the schema of the form. Instead of an answer that is not valid, the
    extension gets an `error` that names the member.
    """

    value: NotRequired[Any]
    """What the user or the service gave back."""
    cancel: NotRequired[str]
    """Why the user did not want it."""
    error: NotRequired[str]
    """Why it could not be done."""


ApiKey: TypeAlias = "str"
"""The key of the extension, or of a front end. It travels in the message, never in the address."""


class AskedModel(TypedDict):
    """A model of an extension that a user has chosen."""

    technicalId: str
    """What the extension calls it."""
    name: str
    """What people call it."""
    comment: NotRequired[str]
    """What the user noted about it."""


class CaptionQuestion(TypedDict):
    """What a model is asked for a caption."""

    aiModel: AskedModel
    question: str
    """What it is asked."""


CollectionCreatedValue: TypeAlias = "CollectionValue"

CollectionDeletedValue: TypeAlias = "CollectionValue"

CollectionId: TypeAlias = "int"
"""The number of a collection, never given twice."""

CollectionUpdatedValue: TypeAlias = "CollectionValue"


class CollectionValue(TypedDict):
    """The collection that an event is about."""

    id: CollectionId
    """The number of the collection."""


CommandImageIds: TypeAlias = "list[Uuid]"
"""The images that a command is run on, each once."""


class Connected(TypedDict):
    """The acknowledgement of a connection that was taken. One that was refused gets none."""

    maximumPayloadSizeInBytes: int
    """How large a message may be."""


class Connection(TypedDict):
    """What a client says first on a socket, and again when it goes. Members that are null count as absent, those
    that are not described are passed over.
    """

    apiKey: ApiKey
    extensionId: NotRequired[ExtensionId]
    """The extension that the key is bound to. Absent for a front end, whose key needs the scope `event:read`."""
    isOpen: bool
    """Whether the client is there; false before it goes."""
    sdkVersion: NotRequired[str]
    """The version of the SDK. Those before 0.20 and clients that name none are not told versions and are not
    asked whether they are ready.
    """
    environment: NotRequired[str]
    """What the extension runs on, such as `python` or `node`."""


class Delivery(TypedDict):
    """One event for one socket. Extensions acknowledge it with what their hook returned."""

    channel: str
    """The topic."""
    contextId: Uuid
    """Tells this delivery from every other one, also from one of the same event that is tried again. A run of a
    command keeps its context. What an extension says about a delivery, with the context of that delivery, is
    handed on to front ends with the same one.
    """
    milliseconds: Timestamp
    """When it happened."""
    value: dict[str, Any]
    """What the topic says it is."""
    isActivity: NotRequired[bool]
    """Whether it is part of a command that a user runs. Absent when it is not."""


class DialogButtons(TypedDict):
    """What the buttons of a dialog say."""

    yes: str
    """The one that agrees."""
    no: NotRequired[str]
    """The one that does not. Without it there is one button."""


class DialogFrame(TypedDict):
    """A page within a dialog."""

    content: FrameContent
    height: float
    """How much of the window it takes, in percent."""


class DialogIntent(TypedDict):
    """Tell the user something, or ask whether. It is answered with a boolean."""

    type: Literal["error", "info", "question"]
    """What kind of dialog it is."""
    title: str
    """Its title."""
    description: str
    """What it says."""
    details: NotRequired[str]
    """What else there is to say."""
    icon: NotRequired[IntentIcon]
    size: NotRequired[Literal["auto", "xs", "s", "m", "l", "xl"]]
    """How large the dialog is."""
    frame: NotRequired[DialogFrame]
    buttons: DialogButtons


class EligibleTags(TypedDict):
    """What a model is asked, and the tags that it chooses from."""

    aiModel: AskedModel
    question: str
    """What it is asked. The text `{tags}` in it stands for the tags."""
    tags: list[str]
    """The tags."""


class ExtensionAcknowledgmentValue(TypedDict):
    id: ExtensionId
    """The extension."""
    contextId: Uuid
    """The run of the command, as in the envelope."""
    success: bool
    """Whether it came to its end without a failure."""


class ExtensionErrorValue(TypedDict):
    id: ExtensionId
    """The extension."""
    message: str
    """Why it does not run."""


ExtensionId: TypeAlias = "str"
"""The identifier of an extension, unique among the registered ones. The names `.` and `..` are excluded because
the identifier also names a folder.
"""

ExtensionInstalledValue: TypeAlias = "ExtensionValue"


class ExtensionIntentValue(TypedDict):
    id: ExtensionId
    """The extension."""
    intent: Intent


class ExtensionLogValue(TypedDict):
    id: ExtensionId
    """The extension."""
    message: Log


class ExtensionNotificationValue(TypedDict):
    id: ExtensionId
    """The extension."""
    message: dict[str, Any]
    """What it tells, as it told it."""


ExtensionPausedValue: TypeAlias = "ExtensionValue"

ExtensionProcessStartedValue: TypeAlias = "ExtensionValue"

ExtensionProcessStoppedValue: TypeAlias = "ExtensionValue"

ExtensionReadyValue: TypeAlias = "ExtensionValue"

ExtensionResumedValue: TypeAlias = "ExtensionValue"


class ExtensionSettingsValue(TypedDict):
    id: ExtensionId
    """The extension."""
    value: dict[str, Any]
    """All its settings, as the schema in its manifest has them."""


ExtensionUninstalledValue: TypeAlias = "ExtensionValue"

ExtensionUpdatedValue: TypeAlias = "ExtensionValue"


class ExtensionValue(TypedDict):
    """The extension that an event is about."""

    id: ExtensionId
    """The extension."""


class ExtensionVersionsValue(TypedDict):
    current: str
    """The version that is installed."""
    previous: NotRequired[str]
    """The version that was installed before this one. Absent for the first."""
    upgrade: bool
    """Whether this version has never acknowledged being told so, and is to put in order what the former left
    behind.
    """


class FormIntent(TypedDict):
    """Ask the user to fill in a form. It is answered with an object that satisfies the schema."""

    parameters: dict[str, Any]
    """The JSON Schema of the form, by the rules of schemas in manifests. Hints for fields stand in `ui`."""
    dialogContent: NotRequired[IntentContent]


class FrameContent(TypedDict):
    """A page that is shown in a frame, by its address or as text."""

    url: NotRequired[str]
    """Where it is."""
    html: NotRequired[str]
    """What it is."""


ImageComputeEmbeddingsValue: TypeAlias = "ImageValue"


class ImageComputeFeaturesValue(TypedDict):
    id: Uuid
    """The image."""
    captions: NotRequired[list[CaptionQuestion]]
    """What its models are asked. Present for an extension that said it can be asked so."""


class ImageComputeTagsValue(TypedDict):
    id: Uuid
    """The image."""
    eligibleTags: NotRequired[list[EligibleTags]]
    """What its models are asked, and the tags that they choose from. Present for an extension that said it can
    be asked so.
    """


ImageCreatedValue: TypeAlias = "ImageValue"

ImageDeletedValue: TypeAlias = "ImageValue"

ImageEmbeddingsUpdatedValue: TypeAlias = "ImageValue"

ImageFeaturesUpdatedValue: TypeAlias = "ImageValue"

ImageRenamedValue: TypeAlias = "ImageValue"


class ImageRunCommandValue(TypedDict):
    commandId: ManifestId
    """The command, as the manifest of the extension names it."""
    imageIds: CommandImageIds
    parameters: dict[str, Any]
    """What the user was asked before, by the schema of the command. Empty when nothing was."""


ImageTagsUpdatedValue: TypeAlias = "ImageValue"

ImageUpdatedValue: TypeAlias = "ImageValue"


class ImageValue(TypedDict):
    """The image that an event is about. What is new of it is asked of the API."""

    id: Uuid
    """The image."""


class ImagesIntent(TypedDict):
    """Show images. SDKs before 0.20 send `dialogContent` in the place of `content`."""

    images: list[ImagesIntentItem]
    """Which ones."""
    content: NotRequired[ImagesIntentContent]
    dialogContent: NotRequired[IntentContent]


class ImagesIntentContent(TypedDict):
    """What is said of images as a whole."""

    title: NotRequired[str]
    """Their title."""
    subtitle: str
    """What stands below it."""
    description: str
    """What they are."""
    details: NotRequired[str]
    """What else there is to say."""
    icon: NotRequired[IntentIcon]


class ImagesIntentDetails(TypedDict):
    """What is said of an image."""

    title: str
    """In short."""
    description: str
    """At length."""
    details: NotRequired[str]
    """What else there is to say."""


class ImagesIntentItem(TypedDict):
    """An image, and what is said of it."""

    imageId: Uuid
    """The image."""
    details: NotRequired[ImagesIntentDetails]


class Instructions(TypedDict):
    """What an extension tells or asks; exactly one of `log`, `notification`, `acknowledgment` and `intent`.
    Members that are null count as absent, those that are not described are passed over.
    """

    apiKey: ApiKey
    extensionId: ExtensionId
    contextId: NotRequired[str]
    """The delivery that this is about, if it is about one."""
    log: NotRequired[Log]
    notification: NotRequired[dict[str, Any]]
    """Anything; it is handed on to front ends as it is."""
    acknowledgment: NotRequired[Acknowledgment]
    intent: NotRequired[Intent]


class Intent(TypedDict):
    """Something that an extension asks of the user or of the service. Exactly one member names the kind, beside
    `identity` and `context`. Members that are null count as absent, those that are not described are handed
    on.
    """

    identity: NotRequired[IntentIdentity]
    context: NotRequired[IntentContext]
    form: NotRequired[FormIntent]
    dialog: NotRequired[DialogIntent]
    ui: NotRequired[UiIntent]
    images: NotRequired[ImagesIntent]
    show: NotRequired[ShowIntent]
    toast: NotRequired[ToastIntent]
    notification: NotRequired[NotificationIntent]
    openBrowser: NotRequired[OpenBrowserIntent]
    processCommand: NotRequired[ProcessCommandIntent]
    action: NotRequired[ActionIntent]
    serveBundle: NotRequired[ServeBundleIntent]
    readFile: NotRequired[ReadFileIntent]
    writeFile: NotRequired[WriteFileIntent]


class IntentContent(TypedDict):
    """What a dialog says."""

    title: str
    """Its title."""
    description: str
    """What it is about."""
    details: NotRequired[str]
    """What else there is to say."""
    icon: NotRequired[IntentIcon]
    size: NotRequired[Literal["auto", "xs", "s", "m", "l", "xl"]]
    """How large the dialog is."""


class IntentContext(TypedDict):
    """What an intent is about."""

    imageIds: NotRequired[list[Uuid]]
    """Images."""


class IntentIcon(TypedDict):
    """A small picture, by its address or as bytes."""

    url: NotRequired[str]
    """Where it is."""
    content: NotRequired[str]
    """What it is. Bytes, which travel as an attachment."""


class IntentIdentity(TypedDict):
    """Tells two intents of an extension apart."""

    id: str
    """Chosen by the extension."""


class Log(TypedDict):
    """A line for the log of the extension."""

    message: str
    """What is said."""
    level: Literal["debug", "info", "warn", "error"]
    """How important it is."""
    entity: NotRequired[LogEntity]


class LogEntity(TypedDict):
    """What a line of a log is about."""

    type: Literal["image", "repository", "collection"]
    """Its kind."""
    id: str | int
    """Which one; collections have numbers."""


ManifestId: TypeAlias = "str"
"""The identifier of a command or of a page. The names `.` and `..` are excluded."""


class NotificationIntent(TypedDict):
    """Tell the user something that stays until it is read."""

    title: NotRequired[str]
    """Its title."""
    subtitle: str
    """What stands below it."""
    body: str
    """What it says."""
    silent: bool
    """Whether it makes no sound."""
    icon: NotRequired[str]
    """A small picture. Bytes, which travel as an attachment."""
    isNative: NotRequired[bool]
    """Whether the system of the user shows it."""


class OpenBrowserIntent(TypedDict):
    """Open a page in the browser of the user."""

    url: str
    """Which page."""


class ProcessCommandIntent(TypedDict):
    """Run a command of an extension that is not about images."""

    extensionId: ExtensionId
    """The extension."""
    commandId: ManifestId
    """The command, as its manifest names it."""


class ProcessRunCommandValue(TypedDict):
    commandId: ManifestId
    """The command, as the manifest of the extension names it."""
    parameters: dict[str, Any]
    """What the user was asked before, by the schema of the command. Empty when nothing was."""


class ReadFileIntent(TypedDict):
    """Have the user pick a file. This service does not."""

    extensions: NotRequired[list[str]]
    """Which files, by the ends of their names."""
    message: str
    """What the user is asked."""


RepositoryCreatedValue: TypeAlias = "RepositoryValue"

RepositoryDeletedValue: TypeAlias = "RepositoryValue"

RepositorySynchronizeStartedValue: TypeAlias = "RepositoryValue"

RepositorySynchronizeStoppedValue: TypeAlias = "RepositoryValue"

RepositoryUpdatedValue: TypeAlias = "RepositoryValue"


class RepositoryValue(TypedDict):
    """The repository that an event is about."""

    id: Uuid
    """The repository."""


RepositoryWatchStartedValue: TypeAlias = "RepositoryValue"

RepositoryWatchStoppedValue: TypeAlias = "RepositoryValue"


class ServeBundleIntent(TypedDict):
    """Have the service serve the files of an archive as a page with a key of its own. The value of the answer is
    the address of the bundle, and its pages lie below, as in `{value}/index.html`. `/ui/bundle/{id}` says
    what the page gets. The bundle ends with the program of the extension, after a day, or when newer bundles
    take its place.
    """

    content: str
    """The archive, a zip. Bytes, which travel as an attachment."""
    settings: NotRequired[dict[str, Any]]
    """What the page gets beside its key, as JSON. Absent for nothing."""


class ShowIntent(TypedDict):
    """Show a part of the front end."""

    type: Literal["sidebar", "extensionSettings", "image", "repository"]
    """Which kind of part."""
    id: str
    """Which one."""


class StreamReset(TypedDict):
    """The data of the event `reset`, which stands where the log has forgotten events. Whoever follows something
    asks the API for all of it again.
    """

    channel: Literal["reset"]
    """The name of the event; no topic."""
    milliseconds: Timestamp
    """When it was found out."""
    value: dict[str, Any]
    """Nothing is known of what was forgotten."""


class StreamedEvent(TypedDict):
    """The data of one event of the stream. The field `event` is the topic as well, the field `id` the place in
    the log.
    """

    channel: str
    """The topic."""
    milliseconds: Timestamp
    """When it happened."""
    value: dict[str, Any]
    """What the topic says it is."""


class TextComputeEmbeddingsValue(TypedDict):
    text: str
    """The text whose vector is wanted. The extension acknowledges with the vector, a list of numbers."""


Timestamp: TypeAlias = "int"
"""A point in time, in milliseconds since 1970-01-01T00:00:00Z, between the years 1 and 9999. Earlier points, as
file dates can be, are negative.
"""


class ToastIntent(TypedDict):
    """Tell the user something in passing. SDKs before 0.20 may leave out `subtitle` beside a title."""

    type: Literal["info", "cancel", "error"]
    """What kind of thing it is."""
    title: NotRequired[str]
    """Its title."""
    subtitle: NotRequired[str]
    """What it says."""


class UiIntegration(TypedDict):
    """Where a page of an extension is shown."""

    anchor: Literal["sidebar", "window", "modal", "tab", "imageDetail"]
    """The place."""
    isExternal: NotRequired[bool]
    """Whether it opens outside of the sidebar."""


class UiIntent(TypedDict):
    """Show a page of the extension."""

    id: str
    """Which page it is."""
    integration: UiIntegration
    frameContent: FrameContent
    dialogContent: NotRequired[IntentContent]


Uuid: TypeAlias = "str"
"""A UUID of 36 characters, hexadecimal digits with hyphens. Requests may write its letters in either case;
answers write them in lower case.
"""


class WriteFileIntent(TypedDict):
    """Have the user save a file. This service does not."""

    name: str
    """How it is called, without its end."""
    extension: str
    """The end of its name."""
    content: str
    """What is in it. Bytes, which travel as an attachment."""
    message: str
    """What the user is asked."""
