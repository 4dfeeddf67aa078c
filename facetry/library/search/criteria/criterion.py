"""What a criterion of search filters is to the code that treats all criteria alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Generic, TypeVar

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.search.criteria.costs import Sizes
from facetry.library.search.index.index import Index
from facetry.library.search.similarity_criterion import SimilarityCriterion
from facetry.library.search.text_scans import TextScans
from facetry.library.search.vectors.interface import Space, SpaceName
from generated import models

Value = TypeVar("Value")

ImageSetFilter = Callable[[BitMap], BitMap]
"""Returns the images of a set that match; the set that is passed in stays unchanged."""


@dataclass(frozen=True, slots=True)
class FilterContext:
    """What the compilation of a filter reads: a snapshot of the database, and the index and the spaces at its revision.

    The compiling thread holds the lock of the index. `compile_criteria` compiles criteria inside others.
    `in_collections` are the images for which `inNoCollection` is false; it has to be known when a filter has this
    criterion.
    """

    connection: Connection
    index: Index
    spaces: Mapping[SpaceName, Space]
    compile_criteria: Callable[[FilterContext, models.SearchCriteria], ImageSetFilter]
    in_collections: BitMap = field(default_factory=BitMap)
    similarity_cache: dict[int, SimilarityCriterion | None] = field(default_factory=dict)
    """Resolved similarity criteria by `id()` of their models, so that each is resolved once."""
    scans: TextScans = field(default_factory=TextScans)
    """The passes over texts, which all filters of the context share."""

    def all_images(self) -> BitMap:
        """All images of the library. The set belongs to the index and must not be changed."""
        return self.index.images.all_images(self.connection)


class Aspect(Enum):
    """What can change about an image, and so about its collections."""

    IMAGE = auto()
    """The image itself: its file, its record, its existence."""
    TAGS = auto()
    FEATURES = auto()
    VECTORS = auto()
    STATES = auto()
    OTHERS = auto()
    """Anything about any image, or about any collection."""


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The aspects that decide whether an image meets a criterion: `local` ones of the image, besides `Aspect.IMAGE`,
    and `foreign` ones of any image.
    """

    local: frozenset[Aspect] = frozenset()
    foreign: frozenset[Aspect] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion(Generic[Value]):
    """A criterion of filters. Its functions get the value that it has in a filter.

    `member`: its attribute in `models.SearchCriteria`. `index_sets`: the sets of images by which the index answers it;
    an image has to be in all of them, and they are new, so that later changes of the index do not affect them.
    `set_filters`: the functions that evaluate it without the lock of the index, on the images that are left.
    `dependencies`: what can change its answer for an image. `is_short`: it only intersects a few sets of the index.
    `looks_at_all_rows`: it looks at many rows, features or vectors, so that its price depends on their number. `price`:
    its estimated microseconds. `texts`: what it looks for in texts. `count_groups`: the groups of conditions inside it;
    400 when they are too deep. `require`: raises 400 for a name of something that does not exist. The last two get the
    JSON Pointer of the value, for faults.
    """

    member: str
    index_sets: Callable[[FilterContext, Value], Iterator[BitMap]] = lambda _context, _value: iter(())
    set_filters: Callable[[FilterContext, Value], Iterator[ImageSetFilter]] = lambda _context, _value: iter(())
    dependencies: Callable[[Value], Dependencies]
    is_short: Callable[[Value], bool] = lambda _value: False
    looks_at_all_rows: bool = False
    price: Callable[[Value, Sizes], float] = lambda _value, _sizes: 0.0
    texts: Callable[[Value], Iterable[str]] = lambda _value: ()
    count_groups: Callable[[Value, str], int] = lambda _value, _pointer: 0
    require: Callable[[Connection, Value, str], None] = lambda _connection, _value, _pointer: None

    def pointer_in(self, criteria_pointer: str) -> str:
        """The JSON Pointer of the criterion in criteria, in the words of the wire."""
        alias = models.SearchCriteria.model_fields[self.member].alias
        return f"{criteria_pointer}/{alias or self.member}"


def depends_on_image(_: object) -> Dependencies:
    """Of a criterion that only the image itself decides on."""
    return Dependencies()


def depends_on_tags(_: object) -> Dependencies:
    """Of a criterion that the tags of the image decide on."""
    return Dependencies(local=frozenset({Aspect.TAGS}))
