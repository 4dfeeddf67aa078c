"""The environment of an extension: its variables, its private folders, and parameters.json with its key."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final
from uuid import uuid4

from facetry.system.files.safe_open import FILE_FLAGS, FOLDER_FLAGS

HOME: Final = "home"
CACHE: Final = "cache"
TEMPORARY: Final = "tmp"
CACHE_LINK: Final = ".cache"
"""The link to the cache in the folder of a version, where published extensions look for it."""
PARAMETERS: Final = "parameters.json"

_FORMER_HOME: Final = ".home"
_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_INHERITED_VARIABLES: Final = (
    *("LANG", "LC_ALL", "LC_CTYPE", "TZ"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),  # some interpreters do not start without them
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"),
    *("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES", "HIP_VISIBLE_DEVICES"),
)
_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
_INSTALLERS: Final = ("PIP_", "UV_", "NPM_CONFIG_")
_INSTALLER_CACHES: Final = {"PIP_CACHE_DIR": "pip", "UV_CACHE_DIR": "uv", "NPM_CONFIG_CACHE": "npm"}
_PIP_INDEXES: Final = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX", "PIP_CONFIG_FILE")
_UV_INDEXES: Final = (
    *("UV_INDEX", "UV_DEFAULT_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL"),
    *("UV_FIND_LINKS", "UV_NO_INDEX", "UV_CONFIG_FILE"),
)


def clean_environment(state: Path, server_environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment variables of a program with a folder of state; see `create_state_folders`.

    Of the server's variables, only those listed here are passed on, and no secret of Facetry. The home and the folder
    for temporary files are private ones within the state.
    """
    return {
        **{name: server_environment[name] for name in _INHERITED_VARIABLES if name in server_environment},
        **_proxy_settings(server_environment),
        "PATH": server_environment.get("PATH") or _PATH,
        "HOME": str(state / HOME),
        "TMPDIR": str(state / TEMPORARY),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
    }


def installer_environment(state: Path, server_environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment variables of an installer: those of a program, and the operator's package index settings.

    Behind a mirror nothing can be installed without these settings, so they are passed on. They may contain the
    password of the mirror, and a package that is built runs its own code: installing an extension means to trust it
    with them. The operator's home is not passed on; the settings files in it are named one by one. The operator's
    caches are not used: a package that is built could change what others install from there.
    """
    home = Path(server_environment["HOME"]) if server_environment.get("HOME") else None
    caches = {name: str(state / CACHE / folder) for name, folder in _INSTALLER_CACHES.items()}
    installer_settings = {
        name: value
        for name, value in server_environment.items()
        if name.upper().startswith(_INSTALLERS) and name.upper() not in caches
    }
    settings_files = {} if home is None else _settings_files(home, server_environment)
    overridden_names = {name.upper() for name in installer_settings}
    defaults = {name: value for name, value in settings_files.items() if name not in overridden_names}
    return {**clean_environment(state, server_environment), **defaults, **installer_settings, **caches}


def prefers_pip(environment: Mapping[str, str], system: Path = Path("/etc")) -> bool:
    """Whether a package index is configured for pip and not for uv, which does not read pip's settings.

    `system`: the folder of the machine's settings.
    """
    user_settings = Path(environment.get("XDG_CONFIG_HOME", "/nonexistent"))
    uv_files = (system / "uv" / "uv.toml", user_settings / "uv" / "uv.toml")
    pip_files = (system / "pip.conf", system / "xdg" / "pip" / "pip.conf", user_settings / "pip" / "pip.conf")
    if any(name in environment for name in _UV_INDEXES) or any(file.is_file() for file in uv_files):
        return False
    return any(name in environment for name in _PIP_INDEXES) or any(file.is_file() for file in pip_files)


def create_state_folders(state: Path) -> None:
    """Create a folder of state with its home, its cache and an empty folder for temporary files. Raises `OSError`."""
    remove_tree(state / TEMPORARY)
    for folder in (state, state / HOME, state / CACHE, state / TEMPORARY):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def link_cache(folder: Path, state: Path) -> None:
    """Let the link `.cache` in the folder of a version lead to the cache of the extension. Raises `OSError`."""
    link = folder / CACHE_LINK
    if link.is_dir() and not link.is_symlink():
        return  # the extension brings its own
    replace_link(link, state / CACHE)


def replace_link(link: Path, target: Path) -> None:
    """Make a symbolic link, atomically in the place of another file or link. Raises `OSError`."""
    if link.is_symlink() and link.readlink() == target:
        return
    new_link = link.with_name(f"{link.name}.new")
    remove_tree(new_link)
    new_link.symlink_to(target)
    new_link.replace(link)


def adopt_former_home(folder: Path, state: Path) -> None:
    """Move the home of a program to its state. Older services had it in the folder of the version."""
    former_home = folder / _FORMER_HOME
    if former_home.is_dir() and not former_home.is_symlink() and not (state / HOME).exists():
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        former_home.rename(state / HOME)


def remove_tree(path: Path) -> None:
    """Remove a file, a link, or a folder with its content. Raises `OSError`, but not if there is nothing.

    Hostile programs nest folders too deep for a recursion, and take their own rights away. So each folder gets the
    rights back, and is moved to the top before it is emptied. What is below `path` is named by open folders: a link
    that takes the place of a folder meanwhile leads nowhere.
    """
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    top = _open_with_rights(str(path), None)
    try:
        pending = _emptied_but_for_folders(top, top)
        while pending:
            name = pending.pop()
            folder = _open_with_rights(name, top)
            try:
                pending += _emptied_but_for_folders(folder, top)
            finally:
                os.close(folder)
            os.rmdir(name, dir_fd=top)
    finally:
        os.close(top)
    path.rmdir()


def _emptied_but_for_folders(folder: int, top: int) -> list[str]:
    """Remove what is no folder from an open folder, and move its folders to `top`. Returns their names there."""
    with os.scandir(folder) as found:
        entries = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
    moved: list[str] = []
    for name, is_folder in entries:
        if not is_folder:
            os.unlink(name, dir_fd=folder)
            continue
        if folder != top:
            os.close(_open_with_rights(name, folder))  # a folder without rights cannot be moved
            new_name = uuid4().hex
            os.rename(name, new_name, src_dir_fd=folder, dst_dir_fd=top)
            name = new_name
        moved.append(name)
    return moved


def _open_with_rights(name: str, parent: int | None) -> int:
    """Open a folder, which is no link, after its user got all rights on it. Raises `OSError`."""
    try:
        folder = os.open(name, FOLDER_FLAGS, dir_fd=parent)
    except PermissionError:  # a folder that cannot be read is named by a descriptor that needs no right
        folder = os.open(name, os.O_PATH | FOLDER_FLAGS, dir_fd=parent)
        try:
            Path(f"/proc/self/fd/{folder}").chmod(0o700)
        finally:
            os.close(folder)
        return os.open(name, FOLDER_FLAGS, dir_fd=parent)
    os.fchmod(folder, 0o700)
    return folder


def write_new_file(path: Path, content: bytes) -> None:
    """Write a private file in the place of whatever is there, following no link. Raises `OSError`."""
    remove_tree(path)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb") as file:
        file.write(content)


def write_parameters(folder: Path, extension_id: str, base_url: str, key: str) -> bool:
    """Write parameters.json atomically, with mode 0600. Returns False when it is up to date. Raises `OSError`."""
    path = folder / PARAMETERS
    values = {"extensionId": extension_id, "webServicesBaseUrl": base_url, "apiKey": key}
    content = json.dumps(values, indent=2).encode() + b"\n"
    if _has_content(path, content):
        return False
    new_file = folder / f"{PARAMETERS}.new"
    try:
        write_new_file(new_file, content)
        if path.is_dir() and not path.is_symlink():
            remove_tree(path)
        new_file.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new_file.unlink()
        raise
    return True


def _has_content(path: Path, content: bytes) -> bool:
    try:
        with os.fdopen(os.open(path, FILE_FLAGS), "rb") as file:
            is_private = os.fstat(file.fileno()).st_mode & 0o777 == 0o600
            return is_private and file.read(len(content) + 1) == content
    except OSError:  # missing, a link, a folder, or a pipe
        return False


def _proxy_settings(server_environment: Mapping[str, str]) -> dict[str, str]:
    """The operator's proxy variables, unchanged; the server on this machine is added to those reached directly."""
    names = [name for variable in _PROXIES for name in (variable, variable.lower()) if server_environment.get(name)]
    if not names:
        return {}
    no_proxy = server_environment.get("NO_PROXY") or server_environment.get("no_proxy") or ""
    no_proxy = ",".join(dict.fromkeys([*filter(None, no_proxy.split(",")), "localhost", "127.0.0.1", "::1"]))
    return {**{name: server_environment[name] for name in names}, "NO_PROXY": no_proxy, "no_proxy": no_proxy}


def _settings_files(home: Path, server_environment: Mapping[str, str]) -> Mapping[str, str]:
    """Variables with the paths of the operator's settings files, which installers do not find from another home."""
    settings = Path(server_environment.get("XDG_CONFIG_HOME") or home / ".config")
    paths = {
        "XDG_CONFIG_HOME": settings,
        "PIP_CONFIG_FILE": home / ".pip" / "pip.conf",
        "NPM_CONFIG_USERCONFIG": home / ".npmrc",
        "NETRC": Path(server_environment.get("NETRC") or home / ".netrc"),
    }
    if (settings / "pip" / "pip.conf").exists():
        del paths["PIP_CONFIG_FILE"]  # pip prefers this one to the legacy file
    return MappingProxyType({name: str(path) for name, path in paths.items() if path.exists()})
