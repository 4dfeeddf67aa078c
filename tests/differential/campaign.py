"""A campaign: the same random requests to an old and a new service, one after the other, and their differences."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from bench.processes import ROOT
from tests.differential.answers import Answer, Comparison
from tests.differential.random_requests import Request, random_requests
from tests.differential.services import Service, make_library, service_of
from tests.differential.vocabulary import Vocabulary
from tests.support.imaging.pictures import FORMATS, picture

MAX_DIFFERENCES: Final = 10
"""A campaign ends after so many differences."""
_IMAGES_IN_REQUESTS: Final = 50
"""Requests name so few images of each repository that many of them write to the same one."""
PrepareService = Callable[[Path], Mapping[str, str]]
_FIRST_MS: Final = 1_577_836_800_000  # the dates of synthetic libraries begin in 2020
_LAST_MS: Final = _FIRST_MS + 5 * 365 * 86_400_000


@dataclass(frozen=True, slots=True)
class Size:
    """The number of images without files in the library, of pictures, and of requests."""

    images: int
    pictures: int
    requests: int


@dataclass(frozen=True, slots=True)
class Difference:
    """A request with different answers."""

    number: int
    what: str
    request: Request
    old: Answer
    new: Answer


@dataclass(slots=True)
class Result:
    """How often each operation was answered with each status, and the differences."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    @property
    def successes(self) -> int:
        """The number of answers with a status 2xx."""
        return sum(count for (_, status), count in self.statuses.items() if status < 300)


@contextmanager
def services(
    old_source: Path,
    new_source: Path,
    folder: Path,
    size: Size,
    prepare_new: PrepareService | None = None,
    *,
    new_in_cluster: bool = False,
) -> Iterator[tuple[Service, Service]]:
    """An old and a new service over copies of one library, which the old one made. With `new_in_cluster`, the new one
    is a host of a cluster.
    """
    library = make_library(old_source, folder, size.images, size.pictures)
    shutil.copytree(library, folder / "old")
    shutil.copytree(library, folder / "new")
    environment = {} if prepare_new is None else prepare_new(folder / "new" / "data")
    with (
        service_of(old_source, folder / "old") as old,
        service_of(new_source, folder / "new", environment=environment, in_cluster=new_in_cluster) as new,
    ):
        yield old, new


def run(
    folder: Path,
    size: Size,
    *,
    seed: int,
    old_source: Path,
    new_source: Path = ROOT,
    prepare_new: PrepareService | None = None,
    new_in_cluster: bool = False,
) -> Result:
    """Send random requests to the code in two folders, and compare their answers. `prepare_new` gets the data folder of
    the new service before it starts, and returns its environment.

    It ends before `size.requests` when there are `MAX_DIFFERENCES`.
    """
    result = Result()
    both = services(old_source, new_source, folder, size, prepare_new, new_in_cluster=new_in_cluster)
    with both as (old, new), ThreadPoolExecutor(1) as pool:
        repositories = old.repositories()
        images = {repository: old.images(repository) for repository in repositories}
        known_ids = {*repositories, *(image for ids in images.values() for image in ids)}
        comparison = Comparison(int(time.time() * 1_000), frozenset(known_ids))
        rng = Random(seed)
        sample = [image for ids in images.values() for image in ids[:_IMAGES_IN_REQUESTS]]
        vocabulary = Vocabulary(tuple(sample), tuple(repositories), _FIRST_MS, _LAST_MS)
        bodies = [picture(format, seed=1) for format in FORMATS]
        for number, request in enumerate(islice(random_requests(rng, vocabulary, bodies), size.requests)):
            old_answer = pool.submit(old.answer, request)
            new_answer = new.answer(request)
            what = comparison.difference(old_answer.result(), old.origin, new_answer, new.origin)
            result.statuses[request.operation, new_answer.status] += 1
            if what is not None:
                result.differences.append(Difference(number, what, request, old_answer.result(), new_answer))
                if len(result.differences) == MAX_DIFFERENCES:
                    break
    return result
