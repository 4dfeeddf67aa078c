"""Columns of JSON texts: the database writes a list of rows as one text.

Each step of a statement releases the interpreter's lock, and each row becomes a tuple of objects. One text for each
list halves the time of a page of lists. Members are texts and integers: the database rounds other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, func, literal_column


def json_list(members: Mapping[str, SQLColumnExpression[Any]], *order: SQLColumnExpression[Any]) -> ColumnElement[str]:
    """The aggregate of all rows of a group as a JSON array of objects with these members, in this order; `[]` without
    rows. The names of the members are written into the statement.
    """
    pairs = [part for name, column in members.items() for part in (literal_column(f"'{name}'"), column)]
    return func.json_group_array(func.json_object(*pairs)).aggregate_order_by(*order)


def json_values(value: SQLColumnExpression[Any]) -> ColumnElement[str]:
    """The aggregate of all rows of a group as a JSON array of these values, in their order; `[]` without rows."""
    return func.json_group_array(value).aggregate_order_by(value)
