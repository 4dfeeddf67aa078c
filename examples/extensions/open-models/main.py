"""Open models: image vectors and a score by one network, and vectors of words by another, both without a download."""

from __future__ import annotations

from collections.abc import Sequence

from facetry_extension import Communicator, Extension

from caption import caption_of
from models import Language, Vision


class OpenModels(Extension):
    async def on_ready(self) -> None:
        self.vision = await self.communicator.run(Vision)
        self.language = await self.communicator.run(Language)

    async def on_compute_image_embeddings(self, communicator: Communicator, image_id: str) -> None:
        _, vector = await self.look(communicator, image_id)
        caption = await self.caption(communicator, image_id)
        await communicator.set_embeddings(image_id, {"image": vector, "caption": caption})

    async def on_compute_image_features(self, communicator: Communicator, image_id: str) -> None:
        score, _ = await self.look(communicator, image_id)
        await communicator.set_features(
            image_id, [{"type": "other", "format": "float", "name": "unsafe", "value": round(score, 4)}]
        )

    async def on_image_tags_updated(self, communicator: Communicator, image_id: str) -> None:
        await communicator.set_embeddings(image_id, {"caption": await self.caption(communicator, image_id)})

    async def on_text_embeddings(self, communicator: Communicator, text: str) -> Sequence[float]:
        return await communicator.run(self.language.read, text)

    async def look(self, communicator: Communicator, image_id: str) -> tuple[float, Sequence[float]]:
        """The score and the vector of the picture."""
        picture = await communicator.download(image_id, width=512, height=512, format="JPEG", quality=90)
        return await communicator.run(self.vision.look, picture)

    async def caption(self, communicator: Communicator, image_id: str) -> Sequence[float]:
        """The vector of what is said about the image."""
        words = caption_of(await communicator.api.image_get(image_id))
        return await communicator.run(self.language.read, words)


if __name__ == "__main__":
    OpenModels().run()
