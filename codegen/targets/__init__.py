"""One module for each generated file, with `render(description)`, which returns the content of the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from codegen.model import Description
from codegen.targets import (
    answers,
    asyncapi,
    description,
    documents,
    events,
    limits,
    manifest,
    models,
    operations,
    package,
    pages,
    request_examples,
    rules,
    sdk_client,
    sdk_models,
    sdk_node_client,
    sdk_node_models,
    sdk_node_shapes,
    sdk_node_views,
    sdk_views,
    topics,
    views,
    web_scopes,
)

TARGETS: Mapping[str, Callable[[Description], str]] = {
    "__init__.py": package.render,
    "openapi.json": description.render,
    "asyncapi.json": asyncapi.render,
    "answers.py": answers.render,
    "events.py": events.render,
    "limits.py": limits.render,
    "models.py": models.render,
    "operations.py": operations.render,
    "topics.py": topics.render,
    rules.NAME: rules.render,
    manifest.NAME: manifest.render,
    views.NAME: views.render,
    **documents.TARGETS,
    request_examples.NAME: request_examples.render,
}

SDK_TARGETS: Mapping[str, Callable[[Description], str]] = {
    "sdk/node/src/api/client.ts": sdk_node_client.render,
    "sdk/node/src/api/models.ts": sdk_node_models.render,
    "sdk/node/src/views/parts.ts": sdk_node_views.render,
    "sdk/node/src/views/shapes.ts": sdk_node_shapes.render,
    "sdk/python/facetry_extension/api/client.py": sdk_client.render,
    "sdk/python/facetry_extension/api/models.py": sdk_models.render,
    "sdk/python/facetry_extension/views/parts.py": sdk_views.render,
    "web/api/client.ts": sdk_node_client.render,
    "web/api/models.ts": sdk_node_models.render,
    "web/api/scopes.ts": web_scopes.render,
    **pages.TARGETS,
}
"""Generated files in folders with hand-written ones, by path in the repository."""
