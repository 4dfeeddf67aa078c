"""Checks of recorded traffic, and of all examples in the description, by the reference validators."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from facetry.contract.description import document
from facetry.contract.judgement.reference_validators import faults
from facetry.contract.traffic.exchange import Exchange

_VARYING: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+|\?\S*")


def check_exchanges(exchanges: list[Exchange]) -> tuple[int, list[str]]:
    """Check exchanges. Returns their number, and one fault of each kind."""
    found: dict[str, str] = {}
    for exchange in exchanges:
        for fault in faults(exchange):
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
