"""Random search filters."""

from __future__ import annotations

from random import Random
from typing import Any, Final, get_args

from generated import models
from generated.limits import SEARCH_CRITERIA_MAX_SIMILARITIES
from tests.search_model.criteria.registry import CRITERIA
from tests.search_model.model import Model, similarities

_SORTINGS: Final = tuple(name for name in get_args(models.SearchSortingProperty.__value__) if name != "distance")


def search_filter(rng: Random, model: Model) -> dict[str, Any]:
    """A random filter that the service accepts."""
    drawn: dict[str, Any] = {"criteria": criteria(rng, model, depth=3)}
    while str(drawn).count("'similarity'") > SEARCH_CRITERIA_MAX_SIMILARITIES:
        drawn = {"criteria": criteria(rng, model, depth=3)}
    if rng.random() < 0.2:
        kind = rng.choice(("images", "repositories"))
        ids = sorted({each.id if kind == "images" else each.repository for each in model.pictures.values()})
        drawn["origin"] = {"kind": kind, "ids": rng.sample(ids, min(len(ids), rng.randrange(4)))}
    if rng.random() < 0.6:
        properties = (*_SORTINGS, *(("distance",) * 4 if similarities(drawn["criteria"]) else ()))
        drawn["sorting"] = {"property": rng.choice(properties)}
        if rng.random() < 0.6:
            drawn["sorting"]["isAscending"] = rng.random() < 0.5
    return drawn


def criteria(rng: Random, model: Model, depth: int) -> dict[str, Any]:
    """One to three criteria; nested ones down to `depth`."""
    members = list(CRITERIA)
    if depth:
        members += ["all", "any", "any", "none"]
    drawn: dict[str, Any] = {}
    for member in rng.sample(members, rng.choice((1, 1, 2, 3))):
        if member in CRITERIA:
            criterion = CRITERIA[member].draw(rng, model)
            if criterion is not None:
                drawn[member] = criterion
        else:
            drawn[member] = [criteria(rng, model, depth - 1) for _ in range(rng.choice((1, 2, 2, 3)))]
    return drawn
