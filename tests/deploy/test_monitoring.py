"""The dashboard, the alerts and the example for Prometheus: their queries are valid and name metrics that exist."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import promql_parser
import pytest
import yaml

from facetry.cluster.roles import ROLES
from facetry.server.connection_limits import REFUSAL_RULES
from generated.operations import OPERATIONS
from tests.support.services.metric_names import families_of_a_new_service, sample_names

MONITORING: Final = Path(__file__).parents[2] / "deploy" / "monitoring"
DASHBOARD: Final[dict[str, Any]] = json.loads((MONITORING / "grafana-dashboard.json").read_text())
ALERTS: Final[list[dict[str, Any]]] = yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"][0]["rules"]
PANELS: Final = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
VALUES: Final[dict[str, set[str]]] = {
    "state": {"stopped", "preparing", "starting", "running", "waiting", "failed"},
    "outcome": {"answered", "given-up"},
    "status": {"5.."},
    "operation": set(OPERATIONS),
    "role": set(ROLES),
    "rule": set(REFUSAL_RULES),
}
"""The values that queries may compare a label with."""
SCRAPE_LABELS: Final = {"job", "le"}


def dashboard_queries() -> list[str]:
    """The queries of the panels, with values for the variables of Grafana."""
    queries = [target["expr"] for panel in PANELS for target in panel["targets"]]
    return [query.replace("$__rate_interval", "5m").replace("$job", "facetry") for query in queries]


QUERIES: Final = [*dashboard_queries(), *(alert["expr"] for alert in ALERTS)]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    return sample_names(families_of_a_new_service(tmp_path_factory.mktemp("library"))) | {"up"}


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_is_valid_and_names_metrics_and_labels_that_exist(query: str, names: set[str]) -> None:
    promql_parser.parse(query)
    assert set(re.findall(r"\b(?:facetry_[a-z_]+|process_[a-z_]+|up)\b", query)) - {"facetry"} <= names
    for label, value in re.findall(r'(\w+)(?:=~|!=|=)"([^"]*)"', query):
        assert label in VALUES or (label, value) == ("job", "facetry"), label
        assert value in VALUES.get(label, {"facetry"}), value
    for labels in re.findall(r"by \(([^)]*)\)", query):
        assert set(labels.split(", ")) <= {*VALUES, *SCRAPE_LABELS, "extension", "result"}


def test_every_metric_of_the_service_is_on_the_dashboard(names: set[str]) -> None:
    """But for those that are parts of a histogram which is there, the version, and a few that say little."""
    shown = set(re.findall(r"\bfacetry_[a-z_]+\b", " ".join(dashboard_queries())))
    missing = {name for name in names if name.startswith("facetry_") and not name.endswith(("_sum", "_count"))} - shown
    assert missing == {
        "facetry_build",
        "facetry_decoder_processes",
        "facetry_event_streams",
        "facetry_extension_recent_crashes",
        "facetry_front_ends",
        "facetry_http_requests_running",
        "facetry_reads_total",
        "facetry_scans_running",
        "facetry_scans_total",
        "facetry_vector_spaces",
        "facetry_vector_spaces_building",
    }


def test_the_panels_fit_and_have_titles() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids))
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken, panel["title"]
        assert place["x"] + place["w"] <= 24
        taken |= cells
    assert all(panel["title"] and panel["description"].endswith(".") for panel in PANELS)


def test_each_alert_says_what_happened_and_what_to_do() -> None:
    assert len({alert["alert"] for alert in ALERTS}) == len(ALERTS)
    for alert in ALERTS:
        assert re.fullmatch(r"Facetry[A-Z][A-Za-z]+", alert["alert"])
        assert alert["labels"]["severity"] in ("critical", "warning")
        assert set(alert["annotations"]) == {"summary", "remedy"}


def test_prometheus_reads_the_metrics_with_a_key_from_a_file() -> None:
    text = (MONITORING / "prometheus.yml").read_text()
    configuration = yaml.safe_load(text)
    (job,) = configuration["scrape_configs"]
    assert job["job_name"] == "facetry"
    assert set(job["authorization"]) == {"credentials_file"}
    assert job["static_configs"][0]["targets"] == ["127.0.0.1:3001"]
    assert configuration["rule_files"] == ["alerts.yml"]
    assert (MONITORING / "alerts.yml").is_file()
    (on_the_page,) = re.findall(
        r"```yaml\n(scrape_configs:.*?)```", (MONITORING.parents[1] / "docs/operate.md").read_text(), re.S
    )
    assert yaml.safe_load(on_the_page)["scrape_configs"] == configuration["scrape_configs"]


def test_the_page_lists_the_alerts() -> None:
    page = (MONITORING.parents[1] / "docs/operate.md").read_text()
    assert re.findall(r"^\| `(Facetry\w+)` \|", page, re.MULTILINE) == [alert["alert"] for alert in ALERTS]
