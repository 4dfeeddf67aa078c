"""One verdict for values of settings and parameters: the forms of the page and the service agree, on each pair of the
corpus and on random ones. `nox -s validators` compares 50,000 random pairs.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from facetry.validate import schemas
from tests.support.extensions import npm
from tests.support.extensions.npm import NEEDS_NPM
from tests.web.random_schemas import DIALECTS, FORMATS, PATTERNS, TEXTS, SchemaMaker

pytestmark = NEEDS_NPM
WEB: Final = Path(__file__).parents[2] / "web"
CORPUS: Final[list[dict[str, Any]]] = json.loads(Path(__file__).with_name("schema_judgements.json").read_bytes())
PAIRS: Final = int(os.environ.get("VALIDATOR_DOCUMENTS", "300"))
SEED: Final = int(os.environ.get("VALIDATOR_SEED", "20261129"))


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """What the page says about a value."""

    pointers: list[str]
    is_unsure: bool
    """Whether it leaves a part to the service."""
    defaults: dict[str, Any]
    sent: Any
    """The value as a browser sends it."""


def page_verdicts(pairs: list[tuple[Any, Any]]) -> list[PageVerdict]:
    npm.install(WEB)
    done = subprocess.run(
        ["node", "test/judge-lines.mjs"],
        cwd=WEB,
        input="".join(json.dumps({"schema": schema, "value": value}) + "\n" for schema, value in pairs),
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    return [PageVerdict(a["pointers"], a["isUnsure"], a["defaults"], a["sent"]) for a in answers]


def assert_agreement(schema: dict[str, Any], verdict: PageVerdict) -> bool:
    """Whether the value is valid, about which both judges have to agree."""
    fault = schemas.CheckedSchema(schema).fault(verdict.sent, "")
    shown = json.dumps(schema), json.dumps(verdict.sent), fault, verdict
    if verdict.is_unsure and not verdict.pointers:
        return fault is None  # the service has the last word
    assert bool(verdict.pointers) == (fault is not None), shown
    assert verdict.defaults == schemas.defaults(schema), shown
    return fault is None


def test_the_corpus() -> None:
    verdicts = page_verdicts([(entry["schema"], entry["value"]) for entry in CORPUS])
    for entry, verdict in zip(CORPUS, verdicts, strict=True):
        name = entry["name"]
        fault = schemas.check_schema(entry["schema"]).fault(entry["value"], "")
        assert (fault is None) == entry["isValid"], (name, fault)
        assert entry.get("pointer") == (None if fault is None else fault.pointer), (name, fault)
        assert verdict.is_unsure == entry.get("isLeft", False), name
        assert entry.get("defaults", verdict.defaults) == verdict.defaults, name
        assert_agreement(entry["schema"], verdict)
        if fault is not None and not verdict.is_unsure:  # one of them may name the part that is missing or repeated
            place = fault.pointer or ""
            assert any(each.startswith(place) or place.startswith(each) for each in verdict.pointers), (name, verdict)


def test_patterns_and_formats() -> None:
    parts: list[tuple[dict[str, Any], list[str]]] = [({"pattern": pattern}, [*TEXTS]) for pattern in PATTERNS]
    parts += [({"format": name}, [*texts, *TEXTS]) for name, texts in FORMATS.items()]
    pairs = []
    for part, texts in parts:
        for dialect in DIALECTS if "format" in part else DIALECTS[:1]:
            named = {} if dialect is None else {"$schema": dialect}
            schema = {**named, "properties": dict.fromkeys(map(str, range(len(texts))), part)}
            pairs += [(schema, {str(index): text}) for index, text in enumerate(texts)]
    verdicts = page_verdicts(pairs)
    valid = sum(assert_agreement(schema, verdict) for (schema, _), verdict in zip(pairs, verdicts, strict=True))
    assert len(pairs) // 5 < valid < len(pairs) * 4 // 5


def test_random_pairs() -> None:
    maker = SchemaMaker(SEED)
    pairs: list[tuple[dict[str, Any], Any]] = []
    while len(pairs) < PAIRS:
        schema, value = maker.pair()
        if not any(finding.level == "error" for finding in schemas.findings(schema)):
            pairs.append((schema, value))
    counts: Counter[str] = Counter()
    for (schema, _), verdict in zip(pairs, page_verdicts(pairs), strict=True):
        counts["valid" if assert_agreement(schema, verdict) else "refused"] += 1
        counts["unsure"] += verdict.is_unsure
    print(f"\n{PAIRS} random pairs (seed {SEED}): {dict(counts)}")
    assert min(counts["valid"], counts["refused"]) > PAIRS // 4
    assert counts["unsure"] < PAIRS // 20
