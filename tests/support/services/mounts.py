"""Mounts that only this process and its children see."""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_NEW_MOUNTS = 0x0002_0000
_RECURSIVE_PRIVATE = 1 << 14 | 1 << 18


@contextmanager
def private_mounts() -> Iterator[bool]:
    """Gives this thread, and the processes that it starts, mounts of their own. Yields whether that is possible."""
    libc = ctypes.CDLL(None, use_errno=True)
    former = os.open("/proc/thread-self/ns/mnt", os.O_RDONLY | os.O_CLOEXEC)
    folder = Path.cwd()
    try:
        is_possible = libc.unshare(_NEW_MOUNTS) == 0
        if is_possible:
            assert libc.mount(b"none", b"/", None, ctypes.c_ulong(_RECURSIVE_PRIVATE), None) == 0
        yield is_possible
        if is_possible:
            assert libc.setns(former, _NEW_MOUNTS) == 0, os.strerror(ctypes.get_errno())
            os.chdir(folder)
    finally:
        os.close(former)


@contextmanager
def bound(source: Path, place: Path) -> Iterator[None]:
    """A second mount of a folder, in the place of another one."""
    done = subprocess.run(["mount", "--bind", source, place], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"this process may not mount: {done.stderr}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)
