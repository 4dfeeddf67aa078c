"""The comparison of two services finds differences, and only those. `nox -s differential` compares with a commit."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from bench.processes import ROOT
from tests.differential.answers import Answer, Comparison, Origin
from tests.differential.campaign import Result, Size, run
from tests.differential.random_values import corrupted
from tests.support.engines.databases import only_sqlite

BEGIN_MS = 1_800_000_000_000
KNOWN = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"
JSON: Mapping[str, str] = {"content-type": "application/json"}
OLD, NEW = Origin("127.0.0.1:1000", "/srv/old"), Origin("127.0.0.1:2000", "/srv/new")


@only_sqlite
def test_a_service_answers_as_another_of_the_same_code(tmp_path: Path) -> None:
    result = run(tmp_path, Size(images=300, pictures=6, requests=600), seed=3, old_source=ROOT)
    assert [(difference.what, difference.request) for difference in result.differences] == []
    assert sum(result.statuses.values()) == 600
    assert result.successes > 300
    assert not {status for _, status in result.statuses if status >= 500} - {503}
    assert len({operation for operation, status in result.statuses if status < 300}) > 30


@only_sqlite
def test_a_service_that_answers_otherwise_is_found(tmp_path: Path) -> None:
    old_source = tmp_path / "other"
    old_source.mkdir()
    for name in ("bench", "facetry", "generated", "handlers"):
        (old_source / name).symlink_to(ROOT / name)
    (old_source / "facetry").unlink()
    _copy_with_another_detail(ROOT / "facetry", old_source / "facetry")
    result: Result = run(tmp_path, Size(images=50, pictures=2, requests=300), seed=4, old_source=old_source)
    assert result.differences
    assert {difference.what for difference in result.differences} == {"bodies differ"}
    assert all(b"with that id" in difference.old.body for difference in result.differences)


def _copy_with_another_detail(source: Path, target: Path) -> None:
    """The package with another sentence about unknown ids."""
    target.mkdir()
    for file in source.iterdir():
        (target / file.name).symlink_to(file)
    errors = (source / "errors.py").read_text()
    (target / "errors.py").unlink()
    (target / "errors.py").write_text(errors.replace("with this id.", "with that id."))


@pytest.fixture
def comparison() -> Comparison:
    return Comparison(BEGIN_MS, frozenset({KNOWN}))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"a": 1}', b'{"a": 1}'),
        (b'{"date": 1800000000000}', b'{"date": 1800000000999}'),
        (b'{"id": "aaaaaaaa-0000-4000-8000-000000000000"}', b'{"id": "bbbbbbbb-0000-4000-8000-000000000000"}'),
        (
            b'"http://127.0.0.1:1000/media/1?expires=5&signature=x-y"',
            b'"http://127.0.0.1:2000/media/1?expires=6&signature=z"',
        ),
        (b'"file:///srv/old/a.jpg"', b'"file:///srv/new/a.jpg"'),
    ],
)
def test_equal_answers(comparison: Comparison, old: bytes, new: bytes) -> None:
    assert comparison.difference(Answer(200, JSON, old), OLD, Answer(200, JSON, new), NEW) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"a": 1}', b'{"a": 1.0}'),
        (b'{"a": 1, "b": 2}', b'{"b": 2, "a": 1}'),
        (b'{"date": 1799999999999}', b'{"date": 1799999999998}'),
        (b'{"date": 1799999999999}', b'{"date": 1800000000000}'),
        (f'{{"id": "{KNOWN}"}}'.encode(), b'{"id": "bbbbbbbb-0000-4000-8000-000000000000"}'),
        (b'{"size": 1.8e12}', b'{"size": 1800000000000}'),
        (b"", b"{}"),
    ],
)
def test_different_bodies(comparison: Comparison, old: bytes, new: bytes) -> None:
    what = comparison.difference(Answer(200, JSON, old), OLD, Answer(200, JSON, new), NEW)
    assert what == "bodies differ"


def test_different_statuses_and_headers(comparison: Comparison) -> None:
    empty = Answer(200, {}, b"")
    assert comparison.difference(empty, OLD, Answer(404, {}, b""), NEW) == "status 200 became 404"
    other = Answer(200, {"etag": '"a"', "date": "today", "x-request-id": "1"}, b"")
    assert comparison.difference(empty, OLD, other, NEW) == "headers differ: etag"


def test_bytes_that_are_no_text_are_compared_as_they_are(comparison: Comparison) -> None:
    old, new = (Answer(200, {"content-type": "image/png"}, b"1800000000000%d" % last) for last in (1, 2))
    assert comparison.difference(old, OLD, new, NEW) == "bodies differ"


def test_corrupted_texts_differ_from_one_another() -> None:
    rng = Random(1)
    texts = {corrupted('{"filter": {"criteria": {"tags": {"values": ["a", 12]}}}}', rng) for _ in range(100)}
    assert len(texts) > 25
