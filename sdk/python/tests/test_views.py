"""View documents: built, and written as JSON."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from facetry_extension import views


def test_a_card_is_written_with_all_that_is_in_it() -> None:
    card = views.Card(
        "Lighthouse",
        [
            views.LabelValue("Taken", views.Timestamp("1767225600000", format="date"), with_divider=True),
            views.Table(
                [views.TableRow([views.String("sky"), views.NumberMeter(0.8, maximum=1)])],
                columns=[views.TableColumn(header="Tag"), views.TableColumn(align="right", width=20)],
            ),
            {"type": "sparkline", "values": [1, 2]},
        ],
        description="At dusk",
        actions=[views.Button("Again", "describe", parameters={"long": True}, variant="primary")],
    )
    assert card.to_dict() == {
        "schemaVersion": "1.0",
        "title": "Lighthouse",
        "description": "At dusk",
        "elements": [
            {
                "type": "label-value",
                "label": "Taken",
                "value": {"type": "timestamp", "value": "1767225600000", "format": "date"},
                "withDivider": True,
            },
            {
                "type": "table",
                "rows": [
                    {
                        "cells": [
                            {"type": "string", "value": "sky"},
                            {"type": "number-meter", "value": 0.8, "maximum": 1},
                        ]
                    }
                ],
                "columns": [{"header": "Tag"}, {"align": "right", "width": 20}],
            },
            {"type": "sparkline", "values": [1, 2]},
        ],
        "actions": [
            {
                "type": "button",
                "label": "Again",
                "commandId": "describe",
                "parameters": {"long": True},
                "variant": "primary",
            }
        ],
    }
    assert json.loads(card.to_json()) == card.to_dict()


def test_what_is_as_it_would_be_anyway_is_left_out() -> None:
    modifiers = views.PrimitiveModifiers(truncate=views.Truncate(120), weight="normal")
    assert views.String("sea", representation="plain", modifiers=modifiers).to_dict() == {
        "type": "string",
        "value": "sea",
        "modifiers": {"truncate": {"characterLimit": 120}},
    }
    assert views.Boolean(False).to_dict() == {"type": "boolean", "value": False}
    assert views.Container([]).to_dict() == {"schemaVersion": "1.0", "elements": []}


def test_parts_do_not_change_and_are_equal_with_equal_members() -> None:
    assert views.String("sea") == views.String("sea") != views.String("sky")
    part: Any = views.String("sea")
    with pytest.raises(FrozenInstanceError):
        part.value = "sky"


def test_numbers_that_json_has_none_of_are_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        views.NumberUnbounded(float("inf")).to_json()
