"""The argument of hooks: the operations, shortcuts to the frequent ones, the log, and intents."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar

from facetry_extension.api.client import Client
from facetry_extension.api.models import ImageFeature, ImageFormat, ImageMetadata, ImageResizeRender
from facetry_extension.intents import IntentKind, Refused, value_of
from facetry_extension.link import ConnectionLostError, Link
from facetry_extension.views.part import Part

P = ParamSpec("P")
T = TypeVar("T")

Level: TypeAlias = Literal["debug", "info", "warn", "error"]
IMAGE_TOPICS = "image."
LOG_CHARACTERS = 65_536
ANSWER_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Delivery:
    """One event as it was received."""

    channel: str
    context_id: str
    milliseconds: int
    value: Mapping[str, Any]
    is_activity: bool = False

    @property
    def image_id(self) -> str | None:
        """The image that it is about, if it is about one."""
        found = self.value.get("id") if self.channel.startswith(IMAGE_TOPICS) else None
        return found if isinstance(found, str) else None


@dataclass(frozen=True, slots=True)
class Common:
    """What all communicators of a process share."""

    api: Client
    link: Link
    threads: ThreadPoolExecutor
    settings: dict[str, Any] = field(default_factory=dict)
    """The settings under the key `value`, once they were received."""


class Log:
    """The log of the extension in the service. The lines of a hook name its image."""

    def __init__(self, common: Common, delivery: Delivery | None) -> None:
        self._common = common
        self._delivery = delivery

    def debug(self, message: str) -> None:
        """Write a line of the level `debug`."""
        self._write("debug", message)

    def info(self, message: str) -> None:
        """Write a line of the level `info`."""
        self._write("info", message)

    def warn(self, message: str) -> None:
        """Write a line of the level `warn`."""
        self._write("warn", message)

    def error(self, message: str) -> None:
        """Write a line of the level `error`."""
        self._write("error", message)

    def _write(self, level: Level, message: str) -> None:
        context = None if self._delivery is None else self._delivery.context_id
        self._common.link.post("log", log_line(level, message, self._delivery), context)


class Communicator:
    """The service, as seen from one event. `Extension.communicator` is one of no event."""

    def __init__(self, common: Common, delivery: Delivery | None = None) -> None:
        self._common = common
        self.delivery = delivery
        """The event as it was received; None outside of one."""
        self.log = Log(common, delivery)
        """Lines for the log of the extension; they may be written from any thread."""

    @property
    def api(self) -> Client:
        """Every operation of the service. The key and the identifier of the extension are filled in."""
        return self._common.api

    @property
    def extension_id(self) -> str:
        """The identifier of this extension."""
        return self._common.api.extension_id or ""

    # What extensions write.

    async def set_tags(self, image_id: str, tags: Iterable[str]) -> None:
        """Make these the tags of the extension on the image; with none, the extension found nothing."""
        await self.api.image_set_tags(image_id, list(dict.fromkeys(tags)))

    async def ensure_tags(self, image_id: str, tags: Iterable[str]) -> None:
        """Add these tags to those of the extension on the image; with none, nothing is done."""
        if values := list(dict.fromkeys(tags)):
            await self.api.image_ensure_tags(image_id, values)

    async def set_features(self, image_id: str, features: Iterable[ImageFeature]) -> None:
        """Make these the features of the extension on the image. A value may be a view document as it was built."""
        await self.api.image_set_features(image_id, [_feature(feature) for feature in features])

    async def set_embeddings(self, image_id: str, embeddings: Mapping[str, Iterable[float]]) -> None:
        """Set vectors of the image, by name; those of other names stay. Arrays of numbers of any kind will do."""
        body = [{"name": name, "values": to_floats(values)} for name, values in embeddings.items()]
        await self.api.image_set_embeddings(image_id, body)  # type: ignore[arg-type]  # of the shape of its type

    # What extensions read.

    async def metadata(self, image_id: str) -> ImageMetadata:
        """The metadata in the file of the image."""
        return await self.api.image_metadata(image_id)

    async def download(
        self,
        image_id: str,
        *,
        width: int | None = None,
        height: int | None = None,
        format: ImageFormat | None = None,
        resize_render: ImageResizeRender | None = None,
        quality: int | None = None,
    ) -> bytes:
        """The picture: its file, or one made of it in this format and within this size."""
        return await self.api.image_download(
            image_id, width=width, height=height, format=format, resize_render=resize_render, quality=quality
        )

    async def settings(self) -> Mapping[str, Any]:
        """The settings that the user made: as they were last received, else as they are now."""
        if "value" not in self._common.settings:
            path = f"/extension/{self.extension_id}/getSettings"
            request = await self.api._json("GET", path)
            self._common.settings.setdefault("value", request["value"])  # unless they were received meanwhile
        found: Mapping[str, Any] = self._common.settings["value"]
        return found

    # What extensions send.

    def notify(self, notification: Mapping[str, Any]) -> None:
        """Send something to front ends; they and the extension agree on what."""
        self._common.link.post("notification", dict(notification), self._context)

    async def intent(
        self,
        kind: IntentKind,
        content: Mapping[str, Any],
        *,
        image_ids: Sequence[str] = (),
        identity: str | None = None,
        seconds: float = ANSWER_SECONDS,
    ) -> Any:
        """Ask the user or the service for something, and return what was given.

        Raises `Cancelled` when the user did not want it, and `Refused` when it could not be done.
        """
        request: dict[str, Any] = {kind: dict(content)}
        if identity is not None:
            request["identity"] = {"id": identity}
        if image_ids:
            request["context"] = {"imageIds": list(image_ids)}
        try:
            answer = await self._common.link.request(request, self._context, seconds)
        except ConnectionLostError as error:
            raise Refused(str(error)) from error
        except TimeoutError:
            raise Refused(f"nobody answered within {seconds:g} seconds") from None
        return value_of(answer)

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do work that blocks, such as that of a model, in a thread, while other events go on."""
        return await asyncio.get_running_loop().run_in_executor(
            self._common.threads, partial(function, *args, **kwargs)
        )

    @property
    def _context(self) -> str | None:
        return None if self.delivery is None else self.delivery.context_id


def log_line(level: Level, message: str, delivery: Delivery | None) -> dict[str, Any]:
    """A line of the log, as it is sent."""
    entry: dict[str, Any] = {"level": level, "message": message[:LOG_CHARACTERS]}
    if delivery is not None and delivery.image_id is not None:
        entry["entity"] = {"type": "image", "id": delivery.image_id}
    return entry


def to_floats(values: Iterable[float]) -> list[float]:
    """Plain numbers, of whatever kind of array."""
    return [float(value) for value in values]


def _feature(feature: Mapping[str, Any]) -> Any:
    value = feature.get("value")
    return {**feature, "value": value.to_json()} if isinstance(value, Part) else dict(feature)
