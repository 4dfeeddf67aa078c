"""A small program that runs a command and prints its wall time, processor time and peak memory.

A process inherits the peak of the one that starts it, so the bench itself must not start what it measures.
"""

import json
import resource
import subprocess
import sys
import time

begin = time.perf_counter()
done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
seconds = time.perf_counter() - begin
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w", encoding="utf-8") as file:  # noqa: PTH123  importing pathlib takes memory
    json.dump(
        {
            "seconds": seconds,
            "cpu": usage.ru_utime + usage.ru_stime,
            "megabytes": usage.ru_maxrss / 1e3,
            "status": done.returncode,
            "output": done.stdout.decode("utf-8", "replace"),
        },
        file,
    )
