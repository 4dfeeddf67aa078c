"""A process survives the truncation of its vector files while it searches, and its answers stay right."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from tests.support.libraries.stores import temporary_store
from tests.support.libraries.vector_spaces import (
    VectorLibrary,
    check_exact,
    check_nearest,
    clustered_vectors,
    maintained_spaces,
    wait_for_maintenance,
)

LENGTH = 512
COUNT = 300


def search_while_files_are_truncated() -> None:
    """Run in a process of its own: the kernel ends a process that reads behind the end of a mapped file."""
    rng = np.random.default_rng(3)
    with temporary_store() as store, tempfile.TemporaryDirectory() as folder:
        library = VectorLibrary(store, LENGTH)
        library.add(clustered_vectors(rng, COUNT, LENGTH))
        for _ in range(2):  # files that were just written, and files that were opened
            with maintained_spaces(store, Path(folder)) as vectors:
                assert wait_for_maintenance(library, vectors).indexed_count == COUNT
                space = library.current_space(vectors)
                files = [path for path in Path(folder).rglob("*.*") if path.name != "manifest.json"]
                assert len(files) == 4
                contents = {path: path.read_bytes() for path in files}
                for path in files:
                    os.truncate(path, 0)
                for query in clustered_vectors(rng, 20, LENGTH):
                    true = library.true_distances(query)
                    assert check_nearest(space.nearest(query, 5), true, 5) >= 0.6
                    check_exact(space.nearest(query, len(true)), true, len(true))
                for path, content in contents.items():
                    path.write_bytes(content)


def test_truncated_files_do_not_end_the_process() -> None:
    command = (
        "from tests.facetry.library.search.vectors.test_truncated_files import *; search_while_files_are_truncated()"
    )
    ended = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2_000:]
