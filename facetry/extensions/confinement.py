"""What the programs of extensions, and the installers of their dependencies, can read and write."""

from __future__ import annotations

import logging
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.extensions.packages.version_store import VersionStore
from facetry.extensions.process.program import LandlockPolicy
from facetry.library.grants.granted_folders import GrantedFolders
from facetry.system import landlock

_log = logging.getLogger(__name__)
_SOURCES: Final = str(Path(__file__).resolve().parents[2])
_ISOLATED: Final = ("-I", "-S", "-B", "-c")
_TRY: Final = (
    "import sys; sys.path.append(sys.argv[1]); from facetry.system.mount_namespace import is_available;"
    "sys.exit(not is_available())"
)


@dataclass(frozen=True, slots=True)
class Confinement:
    """The confinement of all extensions; see `RuntimeConfiguration` for `protected_paths` and `unconfined`."""

    version_store: VersionStore
    protected_paths: tuple[Path, ...]
    unconfined: frozenset[str]

    @property
    def hidden_paths(self) -> tuple[Path, ...]:
        """What no confined process can read, except its own folders."""
        return (self.version_store.folder, *self.protected_paths)

    @property
    def interpreter_folders(self) -> tuple[Path, ...]:
        """The folders of the server's Python, which may be in a hidden folder."""
        return Path(sys.prefix), Path(sys.base_prefix)

    def is_enforced(self, id: str) -> bool:
        """Whether the kernel lets the program of an extension write to its own folders and the granted ones only."""
        return id not in self.unconfined and landlock.version() > 0

    def policy_of_program(self, id: str, folder: Path, granted: GrantedFolders) -> LandlockPolicy | None:
        """The policy for the program of an extension, whose version is in a folder; None for an unconfined one.

        The program reads its version and its dependencies, and writes to its state. What is `granted` is added.
        """
        if id in self.unconfined:
            return None
        own_folders = (folder, self.version_store.environments_folder(id))
        readable_folders = (*own_folders, *self.interpreter_folders, *granted.readable)
        writable_folders = (self.version_store.state_folder(id), *granted.writable)
        return LandlockPolicy(self.hidden_paths, readable_folders, writable_folders, granted.identities)

    def report(self) -> None:
        """Say in the log what is not confined. Silent where all is as it should be. Blocks for some milliseconds."""
        if not landlock.version():
            _log.warning(
                "extensions are not confined: this system has no Landlock (Linux 5.13 or later, and not turned off). "
                "They can read and change what this user can, also the library. Install only what you trust."
            )
            return
        if self.unconfined:
            _log.warning("not confined, by the setting extensions.unconfined: %s", ", ".join(sorted(self.unconfined)))
        if not landlock.has_scopes():
            _log.warning(
                "extensions can send signals to this server and to each other: Landlock prevents it from Linux 6.12 on."
            )
        if not has_private_mounts():
            _log.warning(
                "extensions can change modes and times of files, and connect to sockets of this user: this server may "
                "not make namespaces."
            )


def has_private_mounts() -> bool:
    """Whether programs of this process can have a private view of the file system. Blocks for some milliseconds."""
    try:
        return subprocess.run([sys.executable, *_ISOLATED, _TRY, _SOURCES], timeout=10, check=False).returncode == 0  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
