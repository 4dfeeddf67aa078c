"""One module for each generated file, with `render(description)`, which returns the content of the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from codegen.model import Description
from codegen.targets import (
    answers,
    dashboard,
    events,
    json_files,
    limits,
    models,
    operations,
    package,
    pages,
    request_examples,
    rules,
    topics,
    web_criteria,
    web_limits,
    web_scopes,
)
from codegen.targets.clients import (
    python_client,
    python_models,
    python_views,
    typescript_models,
    typescript_operations,
    typescript_shapes,
    typescript_views,
)

TARGETS: Mapping[str, Callable[[Description], str]] = {
    "__init__.py": package.render,
    "answers.py": answers.render,
    "events.py": events.render,
    "limits.py": limits.render,
    "models.py": models.render,
    "operations.py": operations.render,
    "topics.py": topics.render,
    rules.NAME: rules.render,
    **json_files.TARGETS,
    request_examples.NAME: request_examples.render,
}

SDK_TARGETS: Mapping[str, Callable[[Description], str]] = {
    "deploy/monitoring/grafana-dashboard.json": dashboard.render,
    "sdk/node/src/api/models.ts": typescript_models.render,
    "sdk/node/src/api/operations.ts": typescript_operations.render,
    "sdk/node/src/views/parts.ts": typescript_views.render,
    "sdk/node/src/views/shapes.ts": typescript_shapes.render,
    "sdk/python/facetry_extension/api/client.py": python_client.render,
    "sdk/python/facetry_extension/api/models.py": python_models.render,
    "sdk/python/facetry_extension/views/parts.py": python_views.render,
    "web/api/limits.ts": web_limits.render,
    "web/api/scopes.ts": web_scopes.render,
    "web/page/search/criteria/registry.ts": web_criteria.render,
    **pages.TARGETS,
}
"""Generated files in folders with hand-written ones, by path in the repository."""
