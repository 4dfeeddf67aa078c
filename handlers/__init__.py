"""One function per operation, one module per family. The type checker compares each module with its generated
Protocol.
"""

from __future__ import annotations

from typing import Final

from facetry.handling.call import Call
from generated.operations import Handlers
from handlers import (
    api_secret,
    capability_runs,
    collection,
    commands,
    event,
    extension,
    extension_settings,
    image,
    image_attachment,
    image_embeddings,
    image_features,
    image_search,
    image_similarity,
    image_tags,
    media,
    repository,
    repository_files,
    service,
    session,
    settings,
    trash,
    ui,
    validation,
)

HANDLERS: Final[Handlers[Call]] = Handlers(
    api_secret=api_secret,
    capability_runs=capability_runs,
    collection=collection,
    event=event,
    commands=commands,
    extension=extension,
    extension_settings=extension_settings,
    image=image,
    image_attachment=image_attachment,
    image_embeddings=image_embeddings,
    image_features=image_features,
    image_search=image_search,
    image_similarity=image_similarity,
    image_tags=image_tags,
    media=media,
    repository=repository,
    repository_files=repository_files,
    service=service,
    session=session,
    settings=settings,
    trash=trash,
    ui=ui,
    validation=validation,
)
