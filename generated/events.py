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
    """Whether the hook of a delivery succeeded. It is sent in addition to the acknowledgement of the socket
    itself.
    """

    success: bool
    """Whether the hook ended without a failure."""


class ActionIntent(TypedDict):
    """Offer an action to the user."""

    intent: ActionIntentTarget
    dialogContent: IntentContent
    label: NotRequired[str]
    """The label of the button."""


class ActionIntentTarget(TypedDict):
    """The effect of the action, with one of the members."""

    show: NotRequired[ShowIntent]
    ui: NotRequired[UiIntent]
    openBrowser: NotRequired[OpenBrowserIntent]
    processCommand: NotRequired[ProcessCommandIntent]


class Answer(TypedDict):
    """The result of an intent, with at most one of the members. With `value`, or without a member, the intent
    was carried out. The value of a form satisfies the schema of the form; without a member, an answer to a
    form has the value of an empty form. Instead of an answer that is not valid, the extension gets an `error`
    that names the member.
    """

    value: NotRequired[Any]
    """The value that the user or the service returned."""
    cancel: NotRequired[str]
    """The reason why the user cancelled the intent."""
    error: NotRequired[str]
    """The reason why the intent failed."""


ApiKey: TypeAlias = "str"
"""The key of the extension, or of a front end. It is sent in the message, never in the address."""


class AskedModel(TypedDict):
    """A model of an extension that a user has chosen."""

    technicalId: str
    """What the extension calls it."""
    name: str
    """What people call it."""
    comment: NotRequired[str]
    """What the user noted about it."""


class CaptionQuestion(TypedDict):
    """The question that a model gets for a caption."""

    aiModel: AskedModel
    question: str
    """The question."""


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
    """The acknowledgement of an accepted connection. A refused connection gets none."""

    maximumPayloadSizeInBytes: int
    """The maximum size of a message in bytes."""


class Connection(TypedDict):
    """The first message of a client on a socket, and its last one before it disconnects. Members that are null
    count as absent, members that are not described are ignored. A message that is not valid is logged, and
    acknowledged without a value.
    """

    apiKey: ApiKey
    extensionId: NotRequired[ExtensionId]
    """The extension that the key is bound to. Absent for a front end, whose key needs the scope `event:read`."""
    isOpen: bool
    """Whether the client is connected; false before it disconnects."""
    sdkVersion: NotRequired[str]
    """The version of the SDK. SDKs before 0.20, and clients without this member, get no `extension.versions` and
    no `extension.ready`.
    """
    environment: NotRequired[str]
    """The runtime of the extension, such as `python` or `node`."""


class Delivery(TypedDict):
    """One event for one socket. Extensions acknowledge it with the result of their hook."""

    channel: str
    """The topic."""
    contextId: Uuid
    """Identifies this delivery. A repeated delivery of the same event has another context id; a run of a command
    keeps its own. Messages of an extension about a delivery name its context id, and front ends get them with
    the same one.
    """
    milliseconds: Timestamp
    """The time of the event."""
    value: dict[str, Any]
    """The value, as the topic describes it."""
    isActivity: NotRequired[bool]
    """Whether the event is part of a command that a user runs. Absent otherwise."""


class DialogButtons(TypedDict):
    """The labels of the buttons of a dialog."""

    yes: str
    """The label of the button that confirms."""
    no: NotRequired[str]
    """The label of the button that declines. Without it, the dialog has one button."""


class DialogFrame(TypedDict):
    """A page within a dialog."""

    content: FrameContent
    height: float
    """The height of the page in percent of the window."""


class DialogIntent(TypedDict):
    """Show a message or a question to the user. The value of the answer is a boolean."""

    type: Literal["error", "info", "question"]
    """The kind of the dialog."""
    title: str
    """The title of the dialog."""
    description: str
    """The text of the dialog."""
    details: NotRequired[str]
    """Further text."""
    icon: NotRequired[IntentIcon]
    size: NotRequired[Literal["auto", "xs", "s", "m", "l", "xl"]]
    """The size of the dialog."""
    frame: NotRequired[DialogFrame]
    buttons: DialogButtons


class EligibleTags(TypedDict):
    """The question that a model gets, and the tags that it chooses from."""

    aiModel: AskedModel
    question: str
    """The question. The text `{tags}` in it stands for the tags."""
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
    """The message, as the extension sent it."""


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
    """Whether this version has not acknowledged this event yet. It should then migrate what the former version
    left.
    """


class FormIntent(TypedDict):
    """A form for the user. The value of the answer is an object that is valid under the schema. If the form
    requires a property, an answer without `value`, `cancel` or `error` becomes an `error`.
    """

    parameters: dict[str, Any]
    """The JSON Schema of the form, under the same rules as schemas in manifests. Hints for its fields are in
    `ui`.
    """
    dialogContent: NotRequired[IntentContent]


class FrameContent(TypedDict):
    """A page that is shown in a frame, by its address or as text."""

    url: NotRequired[str]
    """The address of the page."""
    html: NotRequired[str]
    """The HTML of the page."""


ImageComputeEmbeddingsValue: TypeAlias = "ImageValue"


class ImageComputeFeaturesValue(TypedDict):
    id: Uuid
    """The image."""
    captions: NotRequired[list[CaptionQuestion]]
    """The questions for its models. Present for an extension whose manifest has the capability for them."""


class ImageComputeTagsValue(TypedDict):
    id: Uuid
    """The image."""
    eligibleTags: NotRequired[list[EligibleTags]]
    """The question for its models, and the tags that they choose from. Present for an extension whose manifest
    has the capability for them.
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
    """The values that the user entered, valid under the schema of the command. Empty for a command without a
    schema.
    """


ImageTagsUpdatedValue: TypeAlias = "ImageValue"

ImageUpdatedValue: TypeAlias = "ImageValue"


class ImageValue(TypedDict):
    """The image that an event is about. The API has its current content."""

    id: Uuid
    """The image."""


class ImagesIntent(TypedDict):
    """Show images. SDKs before 0.20 send `dialogContent` in the place of `content`."""

    images: list[ImagesIntentItem]
    """The images."""
    content: NotRequired[ImagesIntentContent]
    dialogContent: NotRequired[IntentContent]


class ImagesIntentContent(TypedDict):
    """Texts about the images as a whole."""

    title: NotRequired[str]
    """The title."""
    subtitle: str
    """The line below the title."""
    description: str
    """The description."""
    details: NotRequired[str]
    """Further text."""
    icon: NotRequired[IntentIcon]


class ImagesIntentDetails(TypedDict):
    """Texts about an image."""

    title: str
    """The short text."""
    description: str
    """The long text."""
    details: NotRequired[str]
    """Further text."""


class ImagesIntentItem(TypedDict):
    """An image with texts about it."""

    imageId: Uuid
    """The image."""
    details: NotRequired[ImagesIntentDetails]


class Instructions(TypedDict):
    """A message of an extension, with exactly one of `log`, `notification`, `acknowledgment` and `intent`.
    Members that are null count as absent, members that are not described are ignored. Halves of characters in
    texts are read as U+FFFD. A message that is not valid is logged, and acknowledged with `error` if it asks
    for an acknowledgement.
    """

    apiKey: ApiKey
    extensionId: ExtensionId
    contextId: NotRequired[str]
    """The context id of the delivery that the message is about. Absent for a message about none."""
    log: NotRequired[Log]
    notification: NotRequired[dict[str, Any]]
    """Any object. The service forwards it to front ends unchanged."""
    acknowledgment: NotRequired[Acknowledgment]
    intent: NotRequired[Intent]


class Intent(TypedDict):
    """A request of an extension to the user or to the service. Exactly one member names the kind, beside
    `identity` and `context`. Members that are null count as absent, members that are not described are
    forwarded.
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
    """The content of a dialog."""

    title: str
    """The title of the dialog."""
    description: str
    """The description below the title."""
    details: NotRequired[str]
    """Further text."""
    icon: NotRequired[IntentIcon]
    size: NotRequired[Literal["auto", "xs", "s", "m", "l", "xl"]]
    """The size of the dialog."""


class IntentContext(TypedDict):
    """The objects that an intent is about."""

    imageIds: NotRequired[list[Uuid]]
    """The ids of the images."""


class IntentIcon(TypedDict):
    """A small picture, by its address or as bytes."""

    url: NotRequired[str]
    """The address of the picture."""
    content: NotRequired[str]
    """The content of the picture as bytes, which are sent as an attachment."""


class IntentIdentity(TypedDict):
    """Identifies an intent among those of its extension."""

    id: str
    """The id, which the extension chooses."""


class Log(TypedDict):
    """A line for the log of the extension."""

    message: str
    """The text of the line."""
    level: Literal["debug", "info", "warn", "error"]
    """The level of the line."""
    entity: NotRequired[LogEntity]


class LogEntity(TypedDict):
    """The object that a line of a log is about."""

    type: Literal["image", "repository", "collection"]
    """The kind of the object."""
    id: str | int
    """The id of the object; that of a collection is an integer."""


ManifestId: TypeAlias = "str"
"""The identifier of a command or of a page. The names `.` and `..` are excluded."""


class NotificationIntent(TypedDict):
    """Show a message to the user, which stays until it is read."""

    title: NotRequired[str]
    """The title."""
    subtitle: str
    """The line below the title."""
    body: str
    """The text."""
    silent: bool
    """Whether the message makes no sound."""
    icon: NotRequired[str]
    """A small picture as bytes, which are sent as an attachment."""
    isNative: NotRequired[bool]
    """Whether the operating system of the user shows the message."""


class OpenBrowserIntent(TypedDict):
    """Open a page in the browser of the user."""

    url: str
    """The address of the page."""


class ProcessCommandIntent(TypedDict):
    """Run a command of an extension that is not about images."""

    extensionId: ExtensionId
    """The extension."""
    commandId: ManifestId
    """The id of the command in the manifest."""


class ProcessRunCommandValue(TypedDict):
    commandId: ManifestId
    """The command, as the manifest of the extension names it."""
    parameters: dict[str, Any]
    """The values that the user entered, valid under the schema of the command. Empty for a command without a
    schema.
    """


class ReadFileIntent(TypedDict):
    """A question for a file to read. This service does not carry it out."""

    extensions: NotRequired[list[str]]
    """The permitted files, by the extensions of their names."""
    message: str
    """The text that the user sees."""


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
    the address of the bundle, and its pages are below it, as in `{value}/index.html`. `/ui/bundle/{id}` says
    what the page gets. The bundle ends with the program of the extension, after a day, or when newer bundles
    take its place.
    """

    content: str
    """The zip archive as bytes, which are sent as an attachment."""
    settings: NotRequired[dict[str, Any]]
    """The settings that the page gets beside its key, as JSON. Absent for none."""


class ShowIntent(TypedDict):
    """Show a part of the front end."""

    type: Literal["sidebar", "extensionSettings", "image", "repository"]
    """The kind of the part."""
    id: str
    """The id of the part."""


class StreamReset(TypedDict):
    """The data of the event `reset`, which is sent in place of events that were removed from the log. A client
    that keeps a copy of the data reads all of it again through the API.
    """

    channel: Literal["reset"]
    """The name of the event, which is not a topic."""
    milliseconds: Timestamp
    """The time when the service noticed the gap."""
    value: dict[str, Any]
    """An empty object. The removed events are not known."""


class StreamedEvent(TypedDict):
    """The data of one event of the stream. The field `event` has the topic too, and the field `id` the position
    in the log.
    """

    channel: str
    """The topic."""
    milliseconds: Timestamp
    """The time of the event."""
    value: dict[str, Any]
    """The value, as the topic describes it."""


class TextComputeEmbeddingsValue(TypedDict):
    text: str
    """The text whose vector is wanted. The extension acknowledges with the vector, a list of numbers."""


Timestamp: TypeAlias = "int"
"""A point in time, in milliseconds since 1970-01-01T00:00:00Z, between the years 1 and 9999. Earlier points, as
file dates can be, are negative.
"""


class ToastIntent(TypedDict):
    """Show a short message to the user, which disappears by itself. SDKs before 0.20 may leave out `subtitle`
    beside a title.
    """

    type: Literal["info", "cancel", "error"]
    """The kind of the message."""
    title: NotRequired[str]
    """The title."""
    subtitle: NotRequired[str]
    """The text below the title."""


class UiIntegration(TypedDict):
    """The place where a page of an extension is shown."""

    anchor: Literal["sidebar", "window", "modal", "tab", "imageDetail"]
    """The place."""
    isExternal: NotRequired[bool]
    """Whether the page opens outside of the sidebar."""


class UiIntent(TypedDict):
    """Show a page of the extension."""

    id: str
    """The id of the page."""
    integration: UiIntegration
    frameContent: FrameContent
    dialogContent: NotRequired[IntentContent]


Uuid: TypeAlias = "str"
"""A UUID of 36 characters, hexadecimal digits with hyphens. Requests may write its letters in either case;
answers write them in lower case.
"""


class WriteFileIntent(TypedDict):
    """A question for a place to save a file. This service does not carry it out."""

    name: str
    """The name of the file without its extension."""
    extension: str
    """The extension of the file name."""
    content: str
    """The content of the file as bytes, which are sent as an attachment."""
    message: str
    """The text that the user sees."""
