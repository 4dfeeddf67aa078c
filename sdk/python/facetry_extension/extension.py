"""What an extension is: a class whose hooks the service calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from facetry_extension.communicator import Communicator, to_floats


class Extension:
    """Override the hooks that the manifest of the extension has events for, and `run()` it.

    What a hook raises is reported to the service as its failure. What a command returns, such as a view document, is
    shown to the user.
    """

    concurrency: int = 4
    """How many hooks of images run at the same time, and how many of texts and commands beside them."""
    patience: float = 60.0
    """Seconds after which the process gives up when it has never reached the service."""

    _communicator: Communicator | None = None

    @property
    def communicator(self) -> Communicator:
        """The service, outside of an event; from `on_upgrade` and `on_ready` on."""
        if self._communicator is None:
            raise RuntimeError("the extension does not run")
        return self._communicator

    def run(self, folder: Path | None = None) -> NoReturn:
        """Be the program of the extension in this folder, the current one by default, until it is stopped.

        The process ends with 0 after SIGTERM, 1 when it cannot begin, 2 when the service is not reached for long, and
        3 when `on_ready` fails.
        """
        from facetry_extension.process import main

        main(self, folder or Path())

    # The life of the process.

    async def on_upgrade(self, current: str, previous: str | None) -> None:
        """The first run of this version; before that there was the other one, or none."""

    async def on_ready(self) -> None:
        """The service is there, and events follow once this returns. Called once, also when connections are lost."""

    async def on_terminate(self) -> None:
        """The process is about to end."""

    async def on_settings(self, communicator: Communicator, value: Mapping[str, Any]) -> None:
        """The settings, first as they are, and again whenever they change."""

    # What happened.

    async def on_image_created(self, communicator: Communicator, image_id: str) -> Any:
        """An image was found for the first time."""

    async def on_image_updated(self, communicator: Communicator, image_id: str) -> Any:
        """The file of an image has new content."""

    async def on_image_deleted(self, communicator: Communicator, image_id: str) -> Any:
        """An image was deleted."""

    async def on_image_tags_updated(self, communicator: Communicator, image_id: str) -> Any:
        """An extension set tags of an image."""

    async def on_image_features_updated(self, communicator: Communicator, image_id: str) -> Any:
        """An extension set features of an image."""

    async def on_image_embeddings_updated(self, communicator: Communicator, image_id: str) -> Any:
        """An extension set embeddings of an image."""

    # What the extension is asked for.

    async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> Any:
        """Look at the image, and set its tags."""

    async def on_compute_image_features(self, communicator: Communicator, image_id: str) -> Any:
        """Look at the image, and set its features."""

    async def on_compute_image_embeddings(self, communicator: Communicator, image_id: str) -> Any:
        """Look at the image, and set its embeddings."""

    async def on_text_embeddings(self, communicator: Communicator, text: str) -> Sequence[float]:  # noqa: ARG002
        """Return the embedding of the text, of the same length as those of images."""
        return []

    async def on_image_command(
        self,
        communicator: Communicator,
        command_id: str,
        image_ids: Sequence[str],
        parameters: Mapping[str, Any] | None,
    ) -> Any:
        """Run a command on images, and return what the user is to see."""

    async def on_process_command(
        self, communicator: Communicator, command_id: str, parameters: Mapping[str, Any] | None
    ) -> Any:
        """Run a command that is about no image, and return what the user is to see."""


Hook = Callable[[Extension, Communicator, Mapping[str, Any]], Awaitable[Any]]


async def _embed_text(extension: Extension, communicator: Communicator, value: Mapping[str, Any]) -> list[float]:
    return to_floats(await extension.on_text_embeddings(communicator, value["text"]))


def _image_hook(name: str) -> tuple[str, Hook]:
    return name, lambda extension, communicator, value: getattr(extension, name)(communicator, value["id"])


HOOKS: Final[Mapping[str, tuple[str, Hook]]] = {
    "extension.settings": ("on_settings", lambda e, c, v: e.on_settings(c, v["value"])),
    "image.created": _image_hook("on_image_created"),
    "image.updated": _image_hook("on_image_updated"),
    "image.deleted": _image_hook("on_image_deleted"),
    "image.tags.updated": _image_hook("on_image_tags_updated"),
    "image.features.updated": _image_hook("on_image_features_updated"),
    "image.embeddings.updated": _image_hook("on_image_embeddings_updated"),
    "image.computeTags": _image_hook("on_compute_image_tags"),
    "image.computeFeatures": _image_hook("on_compute_image_features"),
    "image.computeEmbeddings": _image_hook("on_compute_image_embeddings"),
    "text.computeEmbeddings": ("on_text_embeddings", _embed_text),
    "image.runCommand": (
        "on_image_command",
        lambda e, c, v: e.on_image_command(c, v["commandId"], v["imageIds"], v.get("parameters")),
    ),
    "process.runCommand": (
        "on_process_command",
        lambda e, c, v: e.on_process_command(c, v["commandId"], v.get("parameters")),
    ),
}
"""What each channel is for: the name of the hook, and how it is called."""
