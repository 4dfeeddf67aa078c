"""The searches that are measured: what a client sends, and the plain SQL that answers the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bench.million import LARGEST_COUNT
from bench.naive import HOLDS, Statements, featured
from bench.rows import words
from bench.vectors.data import DataSet
from bench.vectors.library import EXTENSION, NAME

Wire = Mapping[str, Any]

_TAKE: Final = 50
_QUERIES: Final = 100
_NEAR: Final = 0.2
_TAG: Final = "random-10"


@dataclass(frozen=True, slots=True)
class Case:
    """One of the searches: what it is called, parameters as a client sends them, which take turns when they are
    several, and its rival if there is one.
    """

    name: str
    wires: Sequence[Wire]
    sql: Statements | None = None
    has_target: bool = True


def _case(
    name: str,
    criteria: Wire,
    sql: Statements,
    *,
    sorting: Wire | None = None,
    facets: Sequence[str] = (),
    has_target: bool = True,
) -> Case:
    wanted: dict[str, Any] = {"criteria": criteria} | ({"sorting": sorting} if sorting else {})
    wire: dict[str, Any] = {"filter": wanted, "range": {"take": _TAKE, "skip": sql.skip}}
    return Case(name, [wire | ({"facets": list(facets)} if facets else {})], sql, has_target)


def _tagged(*values: str, operator: str = "and") -> Wire:
    return {"tags": {"values": list(values), "operator": operator}}


def _feature(name: str, format: str, operator: str, value: float) -> Wire:
    return {"name": name, "format": format, "operator": operator, "value": value}


def _keyword(text: str) -> tuple[Wire, Statements]:
    wire = {"keyword": {"text": text, "inName": True, "inMetadata": True, "inFeatures": True}}
    places = f"name_order LIKE ? OR details LIKE ? OR {featured('text LIKE ?')}"
    return wire, Statements(f"({places})", [f"%{text}%"] * 3)


def _number(name: str, condition: str) -> str:
    return featured(f"name = '{name}' AND number {condition}")


_LOW, _HIGH = LARGEST_COUNT // 5, LARGEST_COUNT * 3 // 10
_BETWEEN: Final = (
    {"operator": "and", "conditions": [_feature("count", "integer", operator, value)]}
    for operator, value in (("greaterThanOrEqual", _LOW), ("lessThan", _HIGH))
)
CASES: Final = (
    _case("a rare tag", _tagged("rare"), Statements(HOLDS, ["rare"])),
    _case("a common tag", _tagged("half"), Statements(HOLDS, ["half"])),
    _case(
        "three tags",
        _tagged("half", "tenth", "hundredth"),
        Statements(f"{HOLDS} AND {HOLDS} AND {HOLDS}", ["half", "tenth", "hundredth"]),
    ),
    _case("not a tag", _tagged("half", operator="not"), Statements(f"NOT {HOLDS}", ["half"])),
    _case(
        "nested: tag, or tag and not tag, or score",
        {
            "any": [
                _tagged("hundredth"),
                {"all": [_tagged("tenth"), {"none": [_tagged("half")]}]},
                {"features": {"operator": "or", "conditions": [_feature("score", "float", "greaterThan", 0.99)]}},
            ]
        },
        Statements(
            f"({HOLDS} OR ({HOLDS} AND NOT {HOLDS}) OR {_number('score', '> 0.99')})",
            ["hundredth", "tenth", "half"],
        ),
    ),
    _case(
        "a number between two others",
        {"all": [{"features": each} for each in _BETWEEN]},
        Statements(
            f"{_number('count', '>= ?')} AND {_number('count', '< ?')}",
            [_LOW, _HIGH],
        ),
    ),
    _case("a keyword", *_keyword(words()[300])),
    _case(
        "facets of all kinds, over a common tag",
        _tagged("half"),
        Statements(HOLDS, ["half"], has_facets=True),
        facets=("tags", "formats", "repositories", "months"),
    ),
    _case(
        "by date, skip 100,000",
        _tagged("half"),
        Statements(HOLDS, ["half"], order="file_modified DESC, key DESC", skip=100_000),
        sorting={"property": "modificationDate", "isAscending": False},
    ),
    _case("a common keyword", *_keyword(words()[20]), has_target=False),
)
"""Over `bench.million`."""


def similar(data: DataSet) -> Sequence[Case]:
    """Over the library of a data set."""
    return (
        Case("the nearest with a tag", [_near(query.tolist(), None) for query in data.queries[:_QUERIES]]),
        Case("all within a distance with a tag", [_near(query.tolist(), _NEAR) for query in data.queries[:_QUERIES]]),
    )


def _near(values: list[float], max_distance: float | None) -> Wire:
    similarity: dict[str, Any] = {"extensionId": EXTENSION, "name": NAME, "values": values}
    if max_distance is not None:
        similarity["maxDistance"] = max_distance
    wanted = {"criteria": {**_tagged(_TAG), "similarity": similarity}, "sorting": {"property": "distance"}}
    return {"filter": wanted, "range": {"take": _TAKE, "skip": 0}}
