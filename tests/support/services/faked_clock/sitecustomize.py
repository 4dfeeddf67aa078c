"""Python imports this module at its start. It makes `time.sleep` work under libfaketime.

That library leaves monotonic time alone when it is told to, but version 0.9.10 refuses each wait until a moment of it.
"""

import select
import time
from typing import SupportsIndex


def _sleep(seconds: SupportsIndex | float, /) -> None:
    select.select([], [], [], float(seconds))


time.sleep = _sleep
