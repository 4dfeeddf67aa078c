"""What every check gets: the service, its resources, and the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx

from facetry.contract.fixtures.fixture import Fixture
from facetry.contract.judgement.conformance import PROBLEM
from facetry.contract.judgement.deviation import Deviation
from facetry.contract.reporting.report import Report
from facetry.contract.service import Service
from facetry.contract.traffic.exchange import exchange_of, json_value


@dataclass(frozen=True, slots=True)
class Context:
    """The service, the resources of the run, the report, and the ids of the operations to test."""

    service: Service
    fixture: Fixture
    report: Report
    chosen: frozenset[str]

    @property
    def client(self) -> httpx.Client:
        """Sends a key with every right."""
        return self.service.client

    def wants(self, *operation_ids: str) -> bool:
        """Whether one of these operations is to be tested."""
        return not self.chosen.isdisjoint(operation_ids)

    def expect(
        self, is_right: object, check: str, operation: str, detail: str, answer: httpx.Response | None = None
    ) -> bool:
        """Report a deviation unless `is_right`. Returns whether it is. A missing answer was reported before."""
        self.report.parts[check] += 1
        if not is_right and (answer is None or answer.status_code != 0):
            exchange = None if answer is None else exchange_of(answer, self.service.base_path)
            self.report.add(Deviation(check, operation, detail, exchange))
        return bool(is_right)

    def succeeds(self, check: str, operation: str, answer: httpx.Response) -> bool:
        """Report a deviation unless the answer is a success."""
        detail = f"a valid request is answered {answer.status_code}, not with a success: {self.excerpt(answer)}"
        return self.expect(answer.is_success, check, operation, detail, answer)

    def refuses(
        self, check: str, operation: str, what: str, answer: httpx.Response, status: int = 400, rule: str | None = None
    ) -> bool:
        """Report a deviation unless the answer is a problem document with this status and, if given, this rule."""
        right = answer.status_code == status and (rule is None or rule_of(answer) == rule)
        wanted = f"{status}" + ("" if rule is None else f" {rule}")
        got = f"{answer.status_code} {rule_of(answer)}".strip()
        return self.expect(right, check, operation, f"{what}: the answer is {got}, not {wanted}", answer)

    def excerpt(self, answer: httpx.Response) -> str:
        """The beginning of an answer, without keys."""
        return self.report.shown(answer.text[:4_000])[:200]

    def value(self, answer: httpx.Response) -> Any:
        """The JSON value of an answer, or None if it is no JSON."""
        return json_value(answer)

    def record(self, answer: httpx.Response) -> dict[str, Any]:
        """The object in an answer; empty if there is none."""
        value = json_value(answer)
        return value if isinstance(value, dict) else {}

    def listed(self, answer: httpx.Response, name: str = "items") -> list[Any]:
        """The list in an answer, or in its member with this name; empty if there is none."""
        value = json_value(answer)
        found = value.get(name) if isinstance(value, dict) else value
        return found if isinstance(found, list) else []

    def records(self, answer: httpx.Response, name: str = "items") -> list[dict[str, Any]]:
        """The objects in the list of an answer."""
        return [each for each in self.listed(answer, name) if isinstance(each, dict)]


def rule_of(answer: httpx.Response) -> str:
    """The rule in a problem document; empty if the answer is none."""
    if answer.headers.get("content-type", "").partition(";")[0] != PROBLEM:
        return ""
    problem = json_value(answer)
    return str(problem.get("rule", "")) if isinstance(problem, dict) else ""
