"""The process of an extension: its folder, its signals, and how it ends."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from facetry_extension.configuration import ConfigurationError, events_of, manifest_of, parameters_of
from facetry_extension.runtime import NOT_STARTED, Runtime, hooks_without_event

if TYPE_CHECKING:
    from facetry_extension.extension import Extension

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
FORMAT: Final = "%(levelname)s %(name)s: %(message)s"

log = logging.getLogger(__name__)


def main(extension: Extension, folder: Path) -> NoReturn:
    """Run the extension, and end the process."""
    if not logging.getLogger().handlers:
        logging.basicConfig(level=logging.INFO, format=FORMAT, stream=sys.stderr)
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it has a line for each request
    try:
        status = asyncio.run(_run(extension, folder))
    except ConfigurationError as error:
        log.error("the extension cannot begin: %s", error)
        status = NOT_STARTED
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    if any(thread is not threading.main_thread() and not thread.daemon for thread in threading.enumerate()):
        os._exit(status)  # a thread of `Communicator.run` still works, and the interpreter would wait for it
    sys.exit(status)


async def _run(extension: Extension, folder: Path) -> int:
    parameters, manifest = parameters_of(folder), manifest_of(folder)
    if manifest.get("id", parameters.extension_id) != parameters.extension_id:
        raise ConfigurationError(f"manifest.json is of {manifest['id']}, parameters.json of {parameters.extension_id}")
    for hook, event in hooks_without_event(extension, events_of(manifest)):
        log.warning("%s is never called: manifest.json lists no event %s", hook, event)
    runtime = Runtime(extension, lambda: parameters_of(folder))
    loop = asyncio.get_running_loop()

    def stop(number: signal.Signals) -> None:
        loop.remove_signal_handler(number)  # the second time, it ends at once
        runtime.stop()

    for number in SIGNALS:
        loop.add_signal_handler(number, stop, number)
    return await runtime.run()
