"""The steps of a Dockerfile, executed in clean roots without a container engine.

A root has the programs and libraries of this machine, read-only, and nothing else of it: no home, no checkout, no
environment. Steps run as root in a mount namespace of their own.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

PROGRAMS: Final = ("/usr", *([] if sys.base_prefix.startswith("/usr") else [sys.base_prefix]))
ACCOUNTS: Final = ("passwd", "group", "shadow", "gshadow", "login.defs", "ld.so.cache", "ssl", "resolv.conf", "hosts")
TEMPORARY: Final = "/tmp"  # noqa: S108  # that of the root
INSTALLER: Final = ("pip.conf", "pip")
BASE: Final = "python:3.11-slim-bookworm"


@dataclass
class Stage:
    """One stage of an image: its root, and what its instructions set."""

    root: Path
    variables: dict[str, str] = field(default_factory=dict)
    user: str = "0:0"
    folder: str = "/"
    volumes: list[str] = field(default_factory=list)
    ports: list[str] = field(default_factory=list)
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def argv(self, arguments: list[str], *, data: Path | None = None, user: str | None = None) -> list[str]:
        """The command that runs `arguments` in the root. With `data`, the root is read-only as in the compose file:
        only the volume, which is that folder, and `/tmp` can be written.
        """
        root = shlex.quote(str(self.root))
        lines = [f"mount --bind {root} {root}"]
        lines += [f"mount --rbind {source} {root}{source}" for source in (*PROGRAMS, "/dev", "/proc")]
        lines += [f"mount -o remount,bind,ro {root}{source}" for source in PROGRAMS]
        if data is not None:
            lines += [f"mount --bind {shlex.quote(str(data))} {root}{volume}" for volume in self.volumes]
            lines += [f"mount -t tmpfs tmpfs {root}{TEMPORARY}", f"mount -o remount,bind,ro {root}"]
        uid, _, gid = (user or self.user).partition(":")
        variables = {"PATH": "/usr/local/bin:/usr/bin:/bin", **self.variables}
        variables["PATH"] = f"{sys.base_prefix}/bin:{variables['PATH']}:/usr/sbin"  # where the base image has them
        inside = ["setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups", "--no-new-privs", "env", "-i"]
        inside += [f"--chdir={self.folder}", *(f"{name}={value}" for name, value in variables.items()), *arguments]
        lines.append(f"exec chroot {root} {shlex.join(inside)}")
        return ["unshare", "--mount", "--propagation=private", "sh", "-ec", "\n".join(lines)]


def build(dockerfile: Path, context: Path, directory: Path) -> Stage:
    """Execute all instructions; the last stage."""
    stages: dict[str, Stage] = {}
    stage = Stage(directory)
    for line in dockerfile.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        match word:
            case "FROM":
                base, _, name = rest.partition(" AS ")
                assert base == BASE, base
                stage = stages[name or "last"] = Stage(_clean_root(directory / (name or "last")))
            case "COPY" if rest.startswith("--from="):
                origin, source, target = rest.removeprefix("--from=").split()
                _copy(stages[origin].root / source[1:], stage.root / target[1:])
            case "COPY":
                source, target = rest.split()
                assert source == "."
                _copy_context(context, Path(f"{dockerfile}.dockerignore"), stage.root / target[1:])
            case "RUN":
                _run(stage, ["sh", "-c", rest])
            case "ENV":
                name, _, value = rest.partition("=")
                stage.variables[name] = value
            case "USER":
                stage.user = rest
            case "WORKDIR":
                stage.folder = rest
            case "VOLUME":
                stage.volumes.append(rest)
            case "EXPOSE":
                stage.ports.append(rest)
            case "HEALTHCHECK":
                stage.health = json.loads(rest.partition(" CMD ")[2])
            case "ENTRYPOINT":
                stage.entrypoint = json.loads(rest)
            case "CMD":
                stage.command = json.loads(rest)
            case _:
                assert word == "STOPSIGNAL", line
    return stage


def _clean_root(root: Path) -> Path:
    for folder in ("etc", "dev", "proc", "tmp", "root", "opt", "var/lib", *(path[1:] for path in PROGRAMS)):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for link in ("bin", "sbin", "lib", "lib64"):
        (root / link).symlink_to(f"usr/{link}")
    for name in (*ACCOUNTS, *INSTALLER):
        if Path("/etc", name).exists():
            _copy(Path("/etc", name), root / "etc" / name)
    (root / "tmp").chmod(0o1777)
    return root


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    else:
        shutil.copy2(source, target)


def _copy_context(context: Path, rules: Path, target: Path) -> None:
    """The files of the context that the ignore file lets through: everything is left out, but for names after `!`."""
    lines = [line for line in rules.read_text().splitlines() if line and not line.startswith("#")]
    assert lines[0] == "*"
    kept = [line[1:] for line in lines if line.startswith("!")]
    left_out = [line.removeprefix("**/") for line in lines if line.startswith("**/")]
    assert len(lines) == 1 + len(kept) + len(left_out)
    target.mkdir(parents=True)
    for name in kept:
        source = context / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns(*left_out))
        else:
            assert not any(fnmatch(name, pattern) for pattern in left_out)
            shutil.copy2(source, target / name)


def _run(stage: Stage, arguments: list[str]) -> None:
    installer = {
        name: value for name, value in os.environ.items() if name.upper().startswith(("PIP_", "SSL_CERT", "HTTP"))
    }
    building = Stage(stage.root, {**stage.variables, **installer})
    done = subprocess.run(
        building.argv(arguments, user="0:0"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, f"RUN {arguments}\n{done.stdout}"
