"""Serves painted pictures from a temporary library, with the extensions of the demonstration at work on them."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.addresses import print_addresses
from facetry.cli.opening import print_message
from facetry.system.end_signals import interrupt_on_end_signals

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient
    from facetry.settings import Settings
    from facetry.store.store import Store


def serve_painted(settings: Settings, *, is_quiet: bool) -> int:
    """Serve until a signal ends it; return the exit code. Address and key are those of the settings; the library is in
    a temporary folder, and nothing is written elsewhere.
    """
    started_at = time.monotonic()
    from pydantic import SecretStr

    from facetry.cli.hosting import folder_errors, paint_pictures, run_with_service
    from facetry.cli.library.session import print_link
    from facetry.library.api_keys import new_secret

    own_key = settings.master_secret()
    stores: list[Store] = []
    with interrupt_on_end_signals():
        home = Path(tempfile.mkdtemp(prefix="facetry-demo-"))
        temporary = settings.model_copy(
            update={
                "data_dir": home / "library",
                "repositories_dir": None,
                "api_secret": SecretStr(own_key or new_secret()),
                "api_secret_file": None,
            }
        )
        try:
            folder = paint_pictures(home)

            def show(service: ServiceClient, stop_event: threading.Event) -> int:
                _print_library(service, temporary, None if own_key else service.key, is_quiet=is_quiet)
                if not is_quiet:
                    print_link(stores[0], service.url, temporary.data_dir)
                if is_quiet:
                    stop_event.wait()
                else:
                    _show_extensions(service, stop_event, started_at)
                return 0

            with folder_errors(home):
                return run_with_service(temporary, [folder], show, on_open=stores.append)
        finally:
            shutil.rmtree(home, ignore_errors=True)


def _print_library(service: ServiceClient, settings: Settings, new_key: str | None, *, is_quiet: bool) -> None:
    from facetry.cli.library.master_key import hand_over_key, keep_key
    from facetry.demo import pictures

    if new_key is not None:
        keep_key(settings, new_key)
        hand_over_key(settings, new_key, "Master key, for this run only")
    if is_quiet:
        return
    print_addresses(service.url, f"{pictures.COUNT} painted pictures")
    print(
        f"The library is in {settings.data_dir.parent} and is removed at the end; "
        "no other library is opened or changed.\n"
        f"Commands such as `facetry extension register` need `--data-dir {settings.data_dir}` for it.\n"
        "To serve pictures of yours instead, from a library that stays: facetry serve FOLDER\n",
        flush=True,
    )


def _show_extensions(service: ServiceClient, stop_event: threading.Event, started_at: float) -> None:
    """Run the extensions and print their results. When they cannot run, the pictures are served without them."""
    from facetry.authoring.service import ServiceError
    from facetry.cli.extension.progress import show_progress
    from facetry.demo import pictures, show
    from facetry.demo.bundled import BundleError

    try:
        with show_progress() as report:
            result = show.run_demo(service, stop_event, pictures.COUNT, started_at, report)
        if result is not None:
            print(show.format_result(result), show.format_requests(result, service, key=None), sep="\n", flush=True)
    except (ServiceError, BundleError) as error:
        if not stop_event.is_set():
            print_message(f"the pictures are served without the results of extensions: {error}")
    if not stop_event.is_set():
        print_message("serving until Ctrl-C")
        stop_event.wait()
