"""Columns of JSON texts: the database writes a list of rows as one text.

Each step of a statement releases the interpreter's lock, and each row becomes a tuple of objects. One text for each
list halves the time of a page of lists. Members are texts and integers: the database rounds other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, SQLColumnExpression, Text, cast, func, literal_column

from facetry.store.engines.values import ByEngine

_SEPARATORS: Final = ("{", ",")
"""What stands before the first member of an object, and before each other one."""


def json_list(members: Mapping[str, SQLColumnExpression[Any]], *order: SQLColumnExpression[Any]) -> ColumnElement[str]:
    """The aggregate of all rows of a group as a JSON array of objects with these members, in this order; `[]` without
    rows. The names of the members are written into the statement.
    """
    pairs = [part for name, column in members.items() for part in (literal_column(f"'{name}'"), column)]
    object_texts = [
        text
        for index, (name, column) in enumerate(members.items())
        for text in (_text(f'{_SEPARATORS[index > 0]}"{name}":'), _json_text(column))
    ]
    return ByEngine(
        func.json_group_array(func.json_object(*pairs)).aggregate_order_by(*order),
        _json_array(func.concat(*object_texts, _text("}")), order),
    )


def json_values(value: SQLColumnExpression[Any]) -> ColumnElement[str]:
    """The aggregate of all rows of a group as a JSON array of these values, in their order; `[]` without rows."""
    return ByEngine(func.json_group_array(value).aggregate_order_by(value), _json_array(_json_text(value), (value,)))


def _json_array(value: ColumnElement[str], order: tuple[SQLColumnExpression[Any], ...]) -> ColumnElement[str]:
    """PostgreSQL's own aggregates write spaces and line breaks between values; SQLite's do not."""
    values = func.string_agg(value, _text(",")).aggregate_order_by(*order)
    return func.concat(_text("["), values, _text("]"))  # which takes NULL, the aggregate of no rows, as an empty text


def _json_text(value: SQLColumnExpression[Any]) -> ColumnElement[str]:
    return func.coalesce(cast(func.to_json(value), Text), _text("null"))


def _text(text: str) -> ColumnElement[str]:
    """A constant text as a literal."""
    return literal_column(f"'{text}'", Text)
