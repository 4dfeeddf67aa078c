"""Threads in which file stores are asked and changed: a disk or an object store that does not answer keeps no request
waiting that needs another thread.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

T = TypeVar("T")

_MAX_THREADS: Final = 32
_threads: Final = ThreadPoolExecutor(_MAX_THREADS, "files")


async def in_file_thread(function: Callable[..., T], *arguments: Any) -> T:
    """The result of `function`, which runs in one of these threads, as with `asyncio.to_thread`."""
    context = contextvars.copy_context()
    call = partial(context.run, function, *arguments)
    return await asyncio.get_running_loop().run_in_executor(_threads, call)
