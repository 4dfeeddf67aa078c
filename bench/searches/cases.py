"""The searches of the bench `search`: request bodies, and SQL with the same results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bench.million import LARGEST_COUNT
from bench.rows import words
from bench.searches.naive import HAS_TAG, SqlQuery, has_feature
from bench.vectors.data import DataSet
from bench.vectors.library import EXTENSION, NAME

Json = Mapping[str, Any]

_TAKE: Final = 50
_QUERY_COUNT: Final = 100
_MAX_DISTANCE: Final = 0.2
_SIMILARITY_TAG: Final = "random-10"


@dataclass(frozen=True, slots=True)
class Case:
    """One search: its name, its request bodies (used in turn when there are several), and its SQL rival if any."""

    name: str
    bodies: Sequence[Json]
    sql: SqlQuery | None = None
    has_target: bool = True


def _case(
    name: str,
    criteria: Json,
    sql: SqlQuery,
    *,
    sorting: Json | None = None,
    facets: Sequence[str] = (),
    has_target: bool = True,
) -> Case:
    search_filter: dict[str, Any] = {"criteria": criteria} | ({"sorting": sorting} if sorting else {})
    body: dict[str, Any] = {"filter": search_filter, "range": {"take": _TAKE, "skip": sql.skip}}
    return Case(name, [body | ({"facets": list(facets)} if facets else {})], sql, has_target)


def _tag_criteria(*values: str, operator: str = "and") -> Json:
    return {"tags": {"values": list(values), "operator": operator}}


def _feature(name: str, format: str, operator: str, value: float) -> Json:
    return {"name": name, "format": format, "operator": operator, "value": value}


def _keyword(text: str) -> tuple[Json, SqlQuery]:
    body = {"keyword": {"text": text, "inName": True, "inMetadata": True, "inFeatures": True}}
    places = f"name_order LIKE ? OR details LIKE ? OR {has_feature('text LIKE ?')}"
    return body, SqlQuery(f"({places})", [f"%{text}%"] * 3)


def _number(name: str, condition: str) -> str:
    return has_feature(f"name = '{name}' AND number {condition}")


_LOW, _HIGH = LARGEST_COUNT // 5, LARGEST_COUNT * 3 // 10
_BETWEEN: Final = (
    {"operator": "and", "conditions": [_feature("count", "integer", operator, value)]}
    for operator, value in (("greaterThanOrEqual", _LOW), ("lessThan", _HIGH))
)
CASES: Final = (
    _case("a rare tag", _tag_criteria("rare"), SqlQuery(HAS_TAG, ["rare"])),
    _case("a common tag", _tag_criteria("half"), SqlQuery(HAS_TAG, ["half"])),
    _case(
        "three tags",
        _tag_criteria("half", "tenth", "hundredth"),
        SqlQuery(f"{HAS_TAG} AND {HAS_TAG} AND {HAS_TAG}", ["half", "tenth", "hundredth"]),
    ),
    _case("not a tag", _tag_criteria("half", operator="not"), SqlQuery(f"NOT {HAS_TAG}", ["half"])),
    _case(
        "nested: tag, or tag and not tag, or score",
        {
            "any": [
                _tag_criteria("hundredth"),
                {"all": [_tag_criteria("tenth"), {"none": [_tag_criteria("half")]}]},
                {"features": {"operator": "or", "conditions": [_feature("score", "float", "greaterThan", 0.99)]}},
            ]
        },
        SqlQuery(
            f"({HAS_TAG} OR ({HAS_TAG} AND NOT {HAS_TAG}) OR {_number('score', '> 0.99')})",
            ["hundredth", "tenth", "half"],
        ),
    ),
    _case(
        "a number between two others",
        {"all": [{"features": each} for each in _BETWEEN]},
        SqlQuery(
            f"{_number('count', '>= ?')} AND {_number('count', '< ?')}",
            [_LOW, _HIGH],
        ),
    ),
    _case("a keyword", *_keyword(words()[300])),
    _case(
        "facets of all kinds, over a common tag",
        _tag_criteria("half"),
        SqlQuery(HAS_TAG, ["half"], has_facets=True),
        facets=("tags", "formats", "repositories", "months"),
    ),
    _case(
        "by date, skip 100,000",
        _tag_criteria("half"),
        SqlQuery(HAS_TAG, ["half"], order="file_modified DESC, key DESC", skip=100_000),
        sorting={"property": "modificationDate", "isAscending": False},
    ),
    _case("a common keyword", *_keyword(words()[20]), has_target=False),
)
"""The searches over the library of `bench.million`."""


def similarity_cases(data: DataSet) -> Sequence[Case]:
    """The searches by similarity over the library of a data set."""
    return (
        Case(
            "the nearest with a tag",
            [_similarity_search(query.tolist(), None) for query in data.queries[:_QUERY_COUNT]],
        ),
        Case(
            "all within a distance with a tag",
            [_similarity_search(query.tolist(), _MAX_DISTANCE) for query in data.queries[:_QUERY_COUNT]],
        ),
    )


def _similarity_search(values: list[float], max_distance: float | None) -> Json:
    similarity: dict[str, Any] = {"extensionId": EXTENSION, "name": NAME, "values": values}
    if max_distance is not None:
        similarity["maxDistance"] = max_distance
    search_filter = {
        "criteria": {**_tag_criteria(_SIMILARITY_TAG), "similarity": similarity},
        "sorting": {"property": "distance"},
    }
    return {"filter": search_filter, "range": {"take": _TAKE, "skip": 0}}
