"""Who watches a service: the service manager, and the receiver of its traces."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from facetry.cli.opening import CommandError, print_message


@contextlib.contextmanager
def traces() -> Iterator[None]:
    """Make traces within the context, if the variables of OpenTelemetry name a place for them."""
    from importlib.metadata import version  # no help needs it, and it takes long

    from facetry.observability import traces as tracing

    if not tracing.are_requested(os.environ):
        yield
        return
    try:
        end = tracing.start(os.environ, version("facetry"))
    except tracing.TracesError as error:
        raise CommandError(str(error), code=2) from None
    try:
        yield
    finally:
        end()


def notify(state: str) -> None:
    from facetry.system.service_manager import notify

    try:
        notify(state)
    except OSError as error:
        print_message(f"WARNING: the service manager was not told {state} (NOTIFY_SOCKET): {error.strerror or error}.")
