"""One function per operation, one module per family. The type checker holds each module to its generated Protocol."""

from __future__ import annotations

from typing import Final

from facetry.call import Call
from generated.operations import Handlers
from handlers import api_secret, image, image_search, image_tags, repository, service

HANDLERS: Final[Handlers[Call]] = Handlers(
    api_secret=api_secret,
    image=image,
    image_search=image_search,
    image_tags=image_tags,
    repository=repository,
    service=service,
)
