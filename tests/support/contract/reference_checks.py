"""Checks of recorded traffic, and of all examples in the description, by the reference validators."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from facetry.contract.description import document
from facetry.contract.judgement.reference_validators import faults, faults_of_errors, operation_of, rule_of
from facetry.contract.traffic.exchange import Exchange

_VARYING: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+|\?\S*")


def check_exchanges(exchanges: list[Exchange], most_of_a_kind: int | None = None) -> tuple[int, list[str]]:
    """Check exchanges. Returns their number, and one fault of each kind.

    With `most_of_a_kind`, openapi-core judges only so many with the same operation, status and rule, the first ones.
    Without openapi-core, server errors and invalid problem documents are found.
    """
    found: dict[str, str] = {}
    seen: Counter[tuple[str, int, str]] = Counter()
    for exchange in exchanges:
        operation = operation_of(exchange)
        kind = operation.operation_id if operation else "", exchange.status, rule_of(exchange)
        seen[kind] += 1
        is_judged = most_of_a_kind is None or seen[kind] <= most_of_a_kind
        for fault in faults(exchange) if is_judged else faults_of_errors(exchange):
            found.setdefault(_VARYING.sub("…", fault), fault)
    return len(exchanges), list(found.values())


def described_examples() -> Mapping[str, tuple[str, object]]:
    """Every example in the description: its pointer, mapped to the pointer of its schema and its value."""
    return dict(_examples("", document()))


def _examples(pointer: str, node: object) -> Iterator[tuple[str, tuple[str, object]]]:
    if isinstance(node, dict):
        if "schema" in node:
            named = {name: entry["value"] for name, entry in node.get("examples", {}).items() if "value" in entry}
            for name, value in named.items():
                yield f"{pointer}/examples/{name}", (f"{pointer}/schema", value)
        elif isinstance(node.get("examples"), list):
            for number, value in enumerate(node["examples"]):
                yield f"{pointer}/examples/{number}", (pointer, value)
        for key, child in node.items():
            if key not in {"examples", "example", "enum", "const", "default"}:
                yield from _examples(f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}", child)
    elif isinstance(node, list):
        for number, child in enumerate(node):
            yield from _examples(f"{pointer}/{number}", child)
