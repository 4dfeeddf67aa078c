"""Errors of requests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

DETAIL_CHARACTERS = 500


class ApiError(Exception):
    """The service refused a request. Programs go by `status` and `rule`; `detail` is for people."""

    def __init__(
        self,
        status: int,
        rule: str,
        detail: str,
        *,
        pointer: str | None = None,
        parameter: str | None = None,
        remedy: str | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(f"{status} {rule}: {detail}")
        self.status = status
        """The HTTP status."""
        self.rule = rule
        """The rule that was broken, as a dotted word."""
        self.detail = detail
        """What is wrong, in a sentence."""
        self.pointer = pointer
        """The JSON Pointer of the offending place in the body."""
        self.parameter = parameter
        """The name of the offending parameter."""
        self.remedy = remedy
        """What to do about it."""
        self.request_id = request_id
        """The request in the log of the service."""


class UnreachableError(ApiError):
    """There was no answer: the service is not there, or went away meanwhile."""

    def __init__(self, reason: str) -> None:
        super().__init__(0, "service.unreachable", reason)


def api_error(status: int, body: bytes) -> ApiError:
    """The error that an answer stands for; one that is no problem document has the rule `http`."""
    try:
        problem = json.loads(body)
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or not isinstance(problem.get("rule"), str):
        return ApiError(status, "http", body.decode("utf-8", "replace")[:DETAIL_CHARACTERS])
    return ApiError(
        status,
        problem["rule"],
        _text(problem, "detail") or "",
        pointer=_text(problem, "pointer"),
        parameter=_text(problem, "parameter"),
        remedy=_text(problem, "remedy"),
        request_id=_text(problem, "requestId"),
    )


def _text(problem: Mapping[str, Any], member: str) -> str | None:
    value = problem.get(member)
    return value if isinstance(value, str) else None
