"""The master key of a library: `facetry key rotate`, how a new one is handed over, and its least length."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facetry.cli.addresses import is_loopback
from facetry.cli.opening import CommandError, add_data_dir, library_lock, opened_store, print_message, settings_of

if TYPE_CHECKING:
    from facetry.settings import Settings
    from facetry.store.work import Work

MIN_REACHABLE_KEY_LENGTH: Final = 32
"""Least number of characters of a master key while other machines can reach the server."""


def add_rotate(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare `facetry key rotate`."""
    rotate = verbs.add_parser(
        "rotate",
        help="replace the master key by a new one",
        description="Replace the master key of the library by a new one. The old key, its sessions and all media URLs "
        "end; other API keys stay. A terminal shows the new key once. Without a terminal, it is written to the file "
        "master.key in the data folder. The server of the library must be stopped.",
    )
    add_data_dir(rotate)
    rotate.set_defaults(run=_rotate)


def _rotate(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    if settings.master_secret() is not None:
        raise CommandError(
            "the master key is the one of your settings (api_secret or api_secret_file). "
            "Change it there, then start the server again.",
            code=2,
        )
    from facetry.library import api_keys
    from facetry.library.renditions import media_urls
    from facetry.library.sessions import links

    def unit(work: Work) -> str:
        secret = api_keys.replace_master(work)
        media_urls.replace_secret(work)
        links.remove_all(work)
        keep_key(settings, secret)
        return secret

    with library_lock(settings), opened_store(settings) as store:
        new_key = store.write_now(unit)
    hand_over_key(settings, new_key, "Master key, shown this once")
    print_message("The old master key, its sessions and all media URLs are void. Other API keys are unchanged.")
    return 0


def keep_key(settings: Settings, key: str) -> None:
    """Write a new master key to its file, unless a terminal is going to show it.

    This comes before the commit that makes the key valid, so that no valid key is lost. Raises `OSError`.
    """
    if not sys.stdout.isatty():
        from facetry.system.files.private_files import write_private_file

        write_private_file(key_file(settings.data_dir), f"{key}\n")


def hand_over_key(settings: Settings, key: str, heading: str) -> None:
    """Show a new master key on a terminal. Without a terminal, show the path of its file: outputs end up in logs."""
    if sys.stdout.isatty():
        print(f"{heading}:\n\n  {key}\n", flush=True)
    else:
        print(f"Master key, in a file that only you may read:\n\n  {key_file(settings.data_dir)}\n", flush=True)


def shell_word(settings: Settings, key: str) -> str:
    """A master key as a word of a shell: itself on a terminal, and otherwise a command that reads its file."""
    return key if sys.stdout.isatty() else f'"$(cat {shlex.quote(str(key_file(settings.data_dir)))})"'


def key_file(data_dir: Path) -> Path:
    """The path of the file with a new master key."""
    from facetry.service.data_folder import MASTER_KEY

    return data_dir / MASTER_KEY


def require_long_key(settings: Settings, host: str) -> None:
    """Raise `CommandError` when other machines can reach the address `host` and the master key is short."""
    key = settings.master_secret()
    if key is None or len(key) >= MIN_REACHABLE_KEY_LENGTH or is_loopback(host):
        return
    raise CommandError(
        f"the master key of your settings has {len(key)} characters, and other machines can reach {settings.host}. "
        f"It needs at least {MIN_REACHABLE_KEY_LENGTH} characters there.\n"
        "To make one:  python3 -c 'import secrets; print(secrets.token_urlsafe(32))'\n"
        "Or remove it from the settings: the library then makes a key of its own.",
        code=2,
    )
