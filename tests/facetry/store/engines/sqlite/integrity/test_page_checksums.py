"""The checksum of one page, which needs no numpy, and those of many agree."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from facetry.store.engines.sqlite.connections import PAGE_BYTES
from facetry.store.engines.sqlite.integrity.page_checksums import (
    RESERVED_BYTES,
    are_valid,
    page_sum,
    page_sums,
    zero_pages,
)


def test_the_checksum_of_a_page_is_the_same_alone_and_among_others() -> None:
    pages = [b"\xff" * PAGE_BYTES, bytes(PAGE_BYTES), *(os.urandom(PAGE_BYTES) for _ in range(5))]
    together = page_sums(np.frombuffer(b"".join(pages), np.uint8).reshape(-1, PAGE_BYTES))
    assert [row.astype("<u4").tobytes() for row in together] == [page_sum(page) for page in pages]


def test_a_page_with_its_checksum_is_valid() -> None:
    content = os.urandom(PAGE_BYTES - RESERVED_BYTES)
    page = content + page_sum(content + bytes(RESERVED_BYTES))
    assert are_valid(np.frombuffer(page, np.uint8)[None]).all()


def test_pages_of_zeros_are_found(tmp_path: Path) -> None:
    without_checksum = b"\x01".ljust(PAGE_BYTES, b"\0")
    pages = [os.urandom(PAGE_BYTES)] * 300
    pages[3] = pages[256] = pages[299] = bytes(PAGE_BYTES)
    pages[4] = without_checksum
    file = tmp_path / "pages"
    file.write_bytes(b"".join(pages) + bytes(PAGE_BYTES - 1))
    descriptor = os.open(file, os.O_RDONLY)
    try:
        assert zero_pages(descriptor, lambda: False) == [4, 257, 300]
        assert zero_pages(descriptor, lambda: True) is None
    finally:
        os.close(descriptor)
