"""What a library needs: bytes, memory, processors and money, from its size and its load.

The constants are measured figures of `bench/README.md` and `docs/performance.md`, of files of SQLite with 10,000 to a
million images. Everything above a million images is extrapolated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

MEASURED_IMAGES: Final = 1_000_000
"""The largest library that was measured."""
FEW: Final = 10_000
"""The smallest one whose requests were measured."""


@dataclass(frozen=True, slots=True)
class RowBytes:
    """Bytes of the database for each row, with its indexes."""

    fixed: float
    """An empty library."""
    image: float
    """A row of an image, and the full text of its name."""
    metadata: float
    """The full text of the metadata of an image that has some."""
    tag: float
    """A tag of an image."""
    feature: float
    """A feature; a third of them are texts of six words."""
    event: float
    """The event of a write in the log."""


FILE: Final = RowBytes(
    fixed=770_048,
    image=(54_804_480 + 6_275_072) / 100_000,
    metadata=11_485_184 / 30_000,
    tag=35_373_056 / 1_000_000,
    feature=49_102_848 / 300_000,
    event=2_228_224 / 20_000,
)
"""Of SQLite, by a library of 100,000 images."""
SERVER: Final = RowBytes(
    fixed=9_665_895,
    image=(8_323_252_224 + 1_090_256_896) / 10_000_000,
    metadata=1_003_667_456 / 3_000_000,
    tag=12_531_253_248 / 100_000_000,
    feature=8_308_056_064 / 30_000_000,
    event=4_358_144 / 20_000,
)
"""Of PostgreSQL, by a library of ten million images that was copied there."""
VECTOR_KEY_BYTES: Final = (1_425_408 + 1_310_720) / 100_000
PAGE_BYTES: Final = 16_384
PAGE_HEAD_BYTES: Final = 32
VECTOR_ROW_BYTES: Final = 9

SLOT_BYTES: Final = 20
LINK_BYTES: Final = 117_250_680 / 100_000 - 2 * 512
"""The links of a vector in the index, beside two bytes for each of its numbers."""

SERVICE_MIB: Final = 105.0
"""An idle service with an empty library."""
SERVICE_VECTORS_MIB: Final = 177e6 / 2**20
"""Memory of the service itself, with a million vectors in use."""
PROCESS_BASE_MIB: Final = 15.5
PROCESS_MIB: Final = 46.6
"""What an API process has for itself, idle: with few images, and with a million."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of request: processor time in ms, with `FEW` images and with a million."""

    few_ms: float
    million_ms: float

    def milliseconds(self, images: int) -> tuple[float, float]:
        """The least and the most for so many images: if it grows with their logarithm, and with their number."""
        growth = self.million_ms - self.few_ms
        decades = math.log10(max(images, FEW) / FEW) / math.log10(MEASURED_IMAGES / FEW)
        share = (max(images, FEW) - FEW) / (MEASURED_IMAGES - FEW)
        found = self.few_ms + growth * decades, self.few_ms + growth * share
        return min(found), max(found)


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "tags": Kind(0.12, 0.12),
        "search": Kind(0.36, 0.80),
        "page": Kind(1.29, 1.29),
        "nearest": Kind(0.74, 0.74),
        "thumbnail": Kind(2_000 / 5_680, 2_000 / 5_680),
        "write-tags": Kind(0.34, 0.34),
        "write-vector": Kind(2_000 / 3_457, 2_000 / 3_459),
        "first-thumbnail": Kind(42.3, 42.3),
        "scan": Kind(71.7, 71.7),
    }
)
"""Reading tags, searching ids by a tag, a page of 50 records, the nearest images, a cached thumbnail, ten tags that are
written, a vector of 512 numbers that is written, a new thumbnail and a scan of a photograph of 12 megapixels. Of cached
thumbnails and of vectors the rate on two processors is known, so the time is an upper bound."""
WRITES: Final = ("write-tags", "write-vector")
WRITES_A_SECOND: Final = 3_058.0
"""Durable writes of ten tags to a million images; there is one writer at a time, however many hosts there are."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices for a month, in any currency. Zero, the default, leaves the money out: prices differ and change."""

    core: float = 0.0
    memory_gib: float = 0.0
    disk_gib: float = 0.0
    objects_gib: float = 0.0


@dataclass(frozen=True, slots=True)
class Library:
    """A library and its load. `rates` has requests a second by kind (`KINDS`)."""

    images: int
    tags_each: float = 10.0
    features_each: float = 3.0
    metadata_share: float = 0.3
    vector_length: int = 512
    vector_share: float = 1.0
    picture_bytes: float = 4e6
    on_server: bool = False
    hosts: int = 1
    processes_each: int = 2
    rates: Mapping[str, float] = field(default_factory=dict)
    log_days: float = 7.0
    use: float = 0.6
    """The share of a processor that is used at this load; the rest is for peaks."""

    @property
    def vectors(self) -> float:
        """The number of vectors."""
        return self.images * self.vector_share


@dataclass(frozen=True, slots=True)
class Needs:
    """What a library needs. Bytes and cores are those of the whole service, or of each host where it says so."""

    database_bytes: float
    database_vector_bytes: float
    """The part of the database that is vectors."""
    log_bytes: float
    """The part of the database that is the log of events."""
    host_vector_bytes: float
    """Vector files and index on the disk of each host."""
    host_index_bytes: float
    """The index of vectors: memory of each host, or a mapped file."""
    process_bytes: float
    """Memory that each API process has for itself."""
    host_memory_bytes: float
    """Memory of each host, with the index and without mapped vectors, which can be reclaimed."""
    host_mapped_bytes: float
    picture_bytes: float
    cores: tuple[float, float]
    """The least and the most."""
    write_share: float
    """The share of the writes that one library can have."""
    is_measured: bool


def needs_of(library: Library) -> Needs:
    """What the library needs."""
    length, vectors = library.vector_length, library.vectors
    of = SERVER if library.on_server else FILE
    plain = of.fixed + library.images * (
        of.image
        + of.metadata * library.metadata_share
        + of.tag * library.tags_each
        + of.feature * library.features_each
    )
    writes = sum(library.rates.get(kind, 0) for kind in WRITES)
    log = writes * 86_400 * library.log_days * of.event
    in_database = vectors * (_vector_row_bytes(length) + VECTOR_KEY_BYTES)
    index = vectors * (2 * length + LINK_BYTES)
    mapped = vectors * (4 * length + SLOT_BYTES)
    process = (PROCESS_BASE_MIB + (PROCESS_MIB - PROCESS_BASE_MIB) * library.images / MEASURED_IMAGES) * 2**20
    service = (SERVICE_MIB + (SERVICE_VECTORS_MIB - SERVICE_MIB) * library.images / MEASURED_IMAGES) * 2**20
    return Needs(
        database_bytes=plain + log + in_database,
        database_vector_bytes=in_database,
        log_bytes=log,
        host_vector_bytes=index + mapped,
        host_index_bytes=index,
        process_bytes=process,
        host_memory_bytes=service + index + library.processes_each * process,
        host_mapped_bytes=mapped,
        picture_bytes=library.images * library.picture_bytes,
        cores=_cores(library),
        write_share=writes / WRITES_A_SECOND,
        is_measured=library.images <= MEASURED_IMAGES and not library.on_server,
    )


def money(library: Library, needs: Needs, prices: Prices) -> tuple[float, float]:
    """The price of a month, the least and the most: processors, memory and disks of all hosts, the database once, and
    the pictures. Copies, backups, traffic and work of people are not in it.
    """
    gib = 2.0**30
    fixed = (
        library.hosts * needs.host_memory_bytes / gib * prices.memory_gib
        + (library.hosts * needs.host_vector_bytes + needs.database_bytes) / gib * prices.disk_gib
        + needs.picture_bytes / gib * prices.objects_gib
    )
    least, most = needs.cores
    return fixed + least * prices.core, fixed + most * prices.core


def _vector_row_bytes(length: int) -> float:
    """The share of a page, which holds whole rows; a longer row takes whole pages."""
    row = 4 * length + VECTOR_ROW_BYTES
    fitting = (PAGE_BYTES - PAGE_HEAD_BYTES) // row
    return PAGE_BYTES / fitting if fitting else PAGE_BYTES * math.ceil(row / (PAGE_BYTES - PAGE_HEAD_BYTES))


def _cores(library: Library) -> tuple[float, float]:
    least = most = 0.0
    for kind, rate in library.rates.items():
        low, high = KINDS[kind].milliseconds(library.images)
        least += rate * low / 1000
        most += rate * high / 1000
    return least / library.use, most / library.use
