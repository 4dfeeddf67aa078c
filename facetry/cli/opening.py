"""Shared by the commands: settings from flags, and messages instead of tracebacks."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from facetry.settings import Settings
    from facetry.store.store import Store


class CommandError(Exception):
    """Ends the command with this message and exit code."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of texts that have several, and wraps the others."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return super()._fill_text(text, width, indent)
        return argparse.HelpFormatter._fill_text(self, text, width, indent)


def print_message(message: str) -> None:
    """Print a message to standard error, with escapes for control characters of the names and values in it."""
    from facetry.validate.reports.escaping import visible

    print(for_log("\n".join(map(visible, f"facetry: {message}".split("\n")))), file=sys.stderr)


def is_github_workflow() -> bool:
    """Whether the output is the log of a workflow of GitHub, in which some lines are commands."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def for_log(text: str) -> str:
    """The text as it is printed: in a workflow of GitHub no line is a command, whatever names and values it has."""
    if not is_github_workflow():
        return text
    from facetry.validate.reports.escaping import without_commands

    return without_commands(text)


def add_data_dir(parser: argparse.ArgumentParser) -> None:
    """Declare `--data-dir`, which all commands on a library have."""
    parser.add_argument(
        "--data-dir",
        metavar="FOLDER",
        help="the data folder of the library (FACETRY_DATA_DIR; default: the platform's folder for application data)",
    )


def settings_of(arguments: argparse.Namespace, **overrides: Any) -> Settings:
    """The settings; flags and `overrides` come first. Raises `CommandError` for invalid settings."""
    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from facetry.settings import Settings

    names = ("host", "port", "data_dir", "poll", "root_path", "workers")
    flags = {name: getattr(arguments, name) for name in names if getattr(arguments, name, None) is not None}
    if getattr(arguments, "role", None) is not None:
        flags["cluster"] = {"role": arguments.role}  # merged with the other settings of the cluster
    try:
        return Settings(**flags, **overrides)
    except ValidationError as error:
        lines = (f"{'.'.join(map(str, e['loc'])) or 'settings'}: {e['msg']}" for e in error.errors())
        raise CommandError("invalid settings:\n  " + "\n  ".join(lines), code=2) from None
    except PermissionError as error:
        raise CommandError(
            f"the settings in {error.filename} cannot be read: {error.strerror}. The data folder belongs to another "
            "user. Run the command as that user, or give this user the folder (chown --recursive)",
            code=2,
        ) from None
    except (SettingsError, ValueError, OSError) as error:
        raise CommandError(f"the settings cannot be read: {error}", code=2) from None


@contextmanager
def data_folder_errors(settings: Settings) -> Iterator[None]:
    """Turn errors of the data folder, and of the stores and engines that the settings name, into `CommandError`s with a
    message, first those of names in the folder that are something else than expected. What the superuser creates in the
    folder of another user belongs to that user in the end.
    """
    from facetry.errors import FaultError
    from facetry.service.data_folder import AlreadyServedError, require_expected_kinds
    from facetry.service.object_stores import ObjectStoreError
    from facetry.service.vector_engines import VectorEngineError
    from facetry.store.copy_marker import UnfinishedCopyError
    from facetry.store.engine import UnsafeSQLiteError, UnusableServerError
    from facetry.store.migrations import NewerLibraryError
    from facetry.store.store import DamagedDatabaseError
    from facetry.system.files.file_kinds import UnusableFileError
    from facetry.system.ownership import keep_owner

    try:
        require_expected_kinds(settings.data_dir)
        with keep_owner(settings.data_dir):
            yield
    except (
        AlreadyServedError,
        ObjectStoreError,
        VectorEngineError,
        UnsafeSQLiteError,
        NewerLibraryError,
        UnfinishedCopyError,
        DamagedDatabaseError,
        UnusableFileError,
        UnusableServerError,
    ) as error:
        raise CommandError(str(error)) from None
    except FaultError as error:  # the disk is full, or damage was found after the check at the start
        raise CommandError(error.fault.detail) from None
    except OSError as error:
        raise CommandError(_file_message(settings, error)) from None
    except Exception as error:
        message = _database_message(settings, error)
        if message is None:
            raise
        raise CommandError(message) from None


@contextmanager
def opened_store(settings: Settings) -> Iterator[Store]:
    """The store of the library, which is created if it is missing. Errors are those of `data_folder_errors`."""
    from facetry.service.library_database import open_store

    with data_folder_errors(settings):
        store = open_store(settings)
        try:
            yield store
        finally:
            store.close()


def _file_message(settings: Settings, error: OSError) -> str:
    """What the operating system says about a file in the data folder, or about the folder itself."""
    name = error.filename if isinstance(error.filename, str) else ""
    is_inside = name != str(settings.data_dir) and Path(name).is_relative_to(settings.data_dir)
    what = name if is_inside else f"the data folder {settings.data_dir}"
    return f"{what} cannot be used: {error.strerror or error}"


def _database_message(settings: Settings, error: Exception) -> str | None:
    """What is wrong with the database, by an error of SQLAlchemy or of a driver; None for other errors."""
    from sqlalchemy.exc import DatabaseError

    from facetry.service.library_database import DATABASE
    from facetry.store.engines.postgresql.errors import message_of
    from facetry.store.engines.sqlite.connections import driver
    from facetry.store.engines.sqlite.errors import damage_of
    from facetry.store.store import DamagedDatabaseError

    if (damage := damage_of(error)) is not None:
        return str(DamagedDatabaseError(settings.data_dir / DATABASE, damage))
    if (message := message_of(error)) is not None:
        verb = "opened" if isinstance(error, DatabaseError) else "used"
        return f"the library on the database server cannot be {verb}: {message}"
    if isinstance(error, (DatabaseError, driver().DatabaseError)):
        return f"the library in {settings.data_dir} cannot be opened: {getattr(error, 'orig', error)}"
    return None


@contextmanager
def library_lock(settings: Settings) -> Iterator[None]:
    """Hold the lock of the library, so that no server can start. Raises `CommandError` when a server runs, or when
    there is no library.
    """
    require_library(settings)
    with _tried_lock(settings) as is_free:
        if not is_free:
            raise CommandError(f"a server runs on the library in {settings.data_dir}; stop it first")
        with serving_claim(settings) as is_alone:
            if not is_alone:
                raise CommandError("a server runs on the library's database; stop it first")
            yield


@contextmanager
def served(settings: Settings, code: int = 1) -> Iterator[bool]:
    """Whether a server runs on the library. If none does, none can start meanwhile. Raises `CommandError`, with `code`
    when there is no library.
    """
    require_library(settings, code)
    with _tried_lock(settings) as is_free:
        if not is_free:
            yield True
            return
        with serving_claim(settings) as is_alone:
            yield not is_alone


@contextmanager
def _tried_lock(settings: Settings) -> Iterator[bool]:
    """Whether this command has got the lock of the data folder, which a server holds while it runs."""
    import fcntl

    from facetry.service.data_folder import LOCK
    from facetry.system.files.durable_folders import make_folders

    with data_folder_errors(settings):
        make_folders(settings.data_dir, 0o700)  # a library on a server may have none here yet
        lock = os.open(settings.data_dir / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_free = True
        except OSError:
            is_free = False
        yield is_free
    finally:
        os.close(lock)


@contextmanager
def serving_claim(settings: Settings) -> Iterator[bool]:
    """Whether no server runs on the database of a server. If none does, none can start meanwhile. True for a file."""
    if settings.database_url is None:
        yield True
        return
    from facetry.service.library_database import location_of
    from facetry.store.engine import close, connect, engine_of

    with data_folder_errors(settings):
        connection = connect(location_of(settings))
    try:
        yield engine_of(connection).claim_serving(connection)
    finally:
        close(connection)


def require_library(settings: Settings, code: int = 1) -> None:
    """Raise `CommandError` when there is no library, with `code`, or when the data folder cannot be used."""
    from facetry.service.library_database import lack_of_library

    with data_folder_errors(settings):
        lack = lack_of_library(settings)
    if lack is not None:
        raise CommandError(lack, code)
    if settings.database_url is not None:
        _require_tables(settings, code)


def _require_tables(settings: Settings, code: int) -> None:
    """Raise `CommandError` for a database on a server that has no tables: a command would make those of a library."""
    from facetry.service.library_database import location_of
    from facetry.store.engine import close, connect, engine_of
    from facetry.store.library_tables import table_names

    location = location_of(settings)
    with data_folder_errors(settings):
        connection = connect(location, query_only=True)
        try:
            is_empty = not any(engine_of(connection).has_table(connection, name) for name in table_names())
        finally:
            close(connection)
    if is_empty:
        raise CommandError(f"there is no library in the database {location}", code)


def require_database_file(settings: Settings, instead: str) -> None:
    """Raise `CommandError` when the library is on a database server; `instead` says what to do there."""
    if settings.database_url is not None:
        raise CommandError(f"the library is in a database on a server, and this command works on a file. {instead}")
