"""What surrounds an extension: its environment variables, its private folders, and the file that lets it in."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from facetry.system.safe_open import FILE

HOME: Final = ".home"
CACHE: Final = ".cache"
PARAMETERS: Final = "parameters.json"

_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_KEPT: Final = (
    *("LANG", "LC_ALL", "LC_CTYPE", "TZ"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),  # some interpreters do not start without
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"),
    *("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES", "HIP_VISIBLE_DEVICES"),
)
_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
_INSTALLERS: Final = ("PIP_", "UV_", "NPM_CONFIG_")
_PIP_INDEXES: Final = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX", "PIP_CONFIG_FILE")
_UV_INDEXES: Final = (
    *("UV_INDEX", "UV_DEFAULT_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL"),
    *("UV_FIND_LINKS", "UV_NO_INDEX", "UV_CONFIG_FILE"),
)


def clean_environment(folder: Path, outside: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables of a program in that folder: of the server's, only what is named here, and no secret of Facetry.

    Its home and its folder for temporary files are its own, within the folder.
    """
    home = folder / HOME
    return {
        **{name: outside[name] for name in _KEPT if name in outside},
        **_proxies(outside),
        "PATH": outside.get("PATH") or _PATH,
        "HOME": str(home),
        "TMPDIR": str(home / "tmp"),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
    }


def installer_environment(folder: Path, cache: Path, outside: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables of an installer: those of a program, and where the operator has packages come from.

    Behind a mirror nothing can be installed without these settings, so they stay reachable although they may hold
    the password of that mirror, and although a package that is built runs its own code: who installs an extension
    trusts it with that. The home of the operator is not among them; their settings files are named one by one.
    """
    home = Path(outside["HOME"]) if outside.get("HOME") else None
    named = {name: value for name, value in outside.items() if name.upper().startswith(_INSTALLERS)}
    files = {} if home is None else _settings_files(home, outside)
    caches = {"PIP_CACHE_DIR": "pip", "UV_CACHE_DIR": "uv", "NPM_CONFIG_CACHE": "npm"}
    own = {name: str(cache / inside) for name, inside in caches.items()}
    taken = {name.upper() for name in named}
    usual = {name: value for name, value in {**own, **files}.items() if name not in taken}
    return {**clean_environment(folder, outside), **usual, **named}


def prefers_pip(environment: Mapping[str, str], system: Path = Path("/etc")) -> bool:
    """Whether the operator has said to pip where packages come from, and not to uv, which does not ask pip. `system`
    is where the settings of the machine are.
    """
    settings = Path(environment.get("XDG_CONFIG_HOME", "/nonexistent"))
    uv = (system / "uv" / "uv.toml", settings / "uv" / "uv.toml")
    pip = (system / "pip.conf", system / "xdg" / "pip" / "pip.conf", settings / "pip" / "pip.conf")
    if any(name in environment for name in _UV_INDEXES) or any(file.is_file() for file in uv):
        return False
    return any(name in environment for name in _PIP_INDEXES) or any(file.is_file() for file in pip)


def furnish(folder: Path, cache: Path) -> None:
    """Make the private folders of an extension, and its link to the cache that all share. Raises `OSError`."""
    for private in (folder / HOME, folder / HOME / "tmp"):
        private.mkdir(mode=0o700, exist_ok=True)
    cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    link = folder / CACHE
    if link.is_symlink() and link.readlink() == cache:
        return
    if link.is_dir() and not link.is_symlink():
        return  # one that it has brought along
    beside = folder / f"{CACHE}.new"
    beside.unlink(missing_ok=True)
    beside.symlink_to(cache, target_is_directory=True)
    beside.replace(link)


def write_parameters(folder: Path, extension_id: str, base_url: str, key: str) -> bool:
    """Write parameters.json, for its owner alone and all at once; False when it is so already. Raises `OSError`."""
    path = folder / PARAMETERS
    values = {"extensionId": extension_id, "webServicesBaseUrl": base_url, "apiKey": key}
    content = json.dumps(values, indent=2).encode() + b"\n"
    if _holds(path, content):
        return False
    beside = folder / f"{PARAMETERS}.new"
    beside.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb") as file:
            file.write(content)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    return True


def _holds(path: Path, content: bytes) -> bool:
    try:
        with os.fdopen(os.open(path, FILE), "rb") as file:
            is_private = os.fstat(file.fileno()).st_mode & 0o777 == 0o600
            return is_private and file.read(len(content) + 1) == content
    except OSError:  # none, a link, a folder, or a pipe
        return False


def _proxies(outside: Mapping[str, str]) -> dict[str, str]:
    """The operator's proxies, as they stand; the server itself is on this machine and never behind one."""
    names = [name for one in _PROXIES for name in (one, one.lower()) if outside.get(name)]
    if not names:
        return {}
    direct = outside.get("NO_PROXY") or outside.get("no_proxy") or ""
    direct = ",".join(dict.fromkeys([*filter(None, direct.split(",")), "localhost", "127.0.0.1", "::1"]))
    return {**{name: outside[name] for name in names}, "NO_PROXY": direct, "no_proxy": direct}


def _settings_files(home: Path, outside: Mapping[str, str]) -> Mapping[str, str]:
    """Where installers look for the operator's settings, which they would not find from another home."""
    settings = Path(outside.get("XDG_CONFIG_HOME") or home / ".config")
    found = {
        "XDG_CONFIG_HOME": settings,
        "PIP_CONFIG_FILE": home / ".pip" / "pip.conf",
        "NPM_CONFIG_USERCONFIG": home / ".npmrc",
        "NETRC": Path(outside.get("NETRC") or home / ".netrc"),
    }
    if (settings / "pip" / "pip.conf").exists():
        del found["PIP_CONFIG_FILE"]  # this is the older place
    return MappingProxyType({name: str(path) for name, path in found.items() if path.exists()})
