"""deploy/monitoring/grafana-dashboard.json: the dashboard over the metrics, from specs/dashboard.yaml."""

from __future__ import annotations

import json
import string
from collections.abc import Iterator, Mapping
from typing import Any

from codegen.lint.files import DASHBOARD
from codegen.model import Description
from codegen.source import read_yaml

COLUMNS = 24
ROW_HEIGHT = 1
HEIGHTS = {"stat": 4, "timeseries": 8}
DATASOURCE = {"type": "prometheus", "uid": "${datasource}"}
OPTIONS = {
    "stat": {"reduceOptions": {"calcs": ["lastNotNull"]}, "colorMode": "value"},
    "timeseries": {
        "legend": {"displayMode": "list", "placement": "bottom", "showLegend": True},
        "tooltip": {"mode": "multi", "sort": "desc"},
    },
}
VARIABLES = [
    {"name": "datasource", "type": "datasource", "query": "prometheus", "label": "Data source", "hide": 0},
    {
        "name": "job",
        "type": "query",
        "label": "Job",
        "datasource": DATASOURCE,
        "query": {"query": "label_values(facetry_build, job)", "refId": "job"},
        "refresh": 1,
        "hide": 0,
    },
]


def render(description: Description) -> str:
    """The dashboard as Grafana imports it; without panels in a source without the file."""
    root = description.bundle.root
    rows = read_yaml(root / DASHBOARD, f"{root.name}/{DASHBOARD}")["rows"] if (root / DASHBOARD).exists() else []
    dashboard = {
        "title": "Facetry",
        "uid": "facetry",
        "tags": ["facetry"],
        "timezone": "utc",
        "schemaVersion": 39,
        "version": 1,
        "editable": True,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {"list": VARIABLES},
        "annotations": {"list": []},
        "panels": list(_panels(rows)),
    }
    return json.dumps(dashboard, indent=2, ensure_ascii=False) + "\n"


def _panels(rows: list[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each row as a heading, and its panels below: lists of those that stand side by side."""
    y = 0
    for row in rows:
        place = {"x": 0, "y": y, "w": COLUMNS, "h": ROW_HEIGHT}
        heading = {"id": row["id"], "type": "row", "title": row["title"], "collapsed": False}
        yield {**heading, "gridPos": place, "panels": []}
        y += ROW_HEIGHT
        for line in row["panels"]:
            height = HEIGHTS[row["kind"]]
            for number, panel in enumerate(line):
                width = panel.get("width", COLUMNS // len(line))
                yield _panel(row["kind"], panel, {"x": number * width, "y": y, "w": width, "h": height})
            y += height


def _panel(kind: str, panel: Mapping[str, Any], place: Mapping[str, int]) -> dict[str, Any]:
    targets = [
        {"refId": letter, "datasource": DATASOURCE, "expr": query, "legendFormat": legend}
        for letter, (legend, query) in zip(string.ascii_uppercase, panel["queries"].items(), strict=False)
    ]
    return {
        "id": panel["id"],
        "type": kind,
        "title": panel["title"],
        "description": panel["description"],
        "datasource": DATASOURCE,
        "gridPos": place,
        "fieldConfig": {"defaults": {"unit": panel.get("unit", "none"), "min": 0}, "overrides": []},
        "targets": targets,
        "options": OPTIONS[kind],
    }
