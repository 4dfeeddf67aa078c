"""Messages of object stores name the objects that have changed, whatever they encode."""

from __future__ import annotations

from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetry.library.file_stores.bucket.location import BucketLocation
from facetry.library.file_stores.bucket.messages import paths_beneath

HOLIDAYS = BucketLocation("pictures", "2026/my holidays")
WHOLE = BucketLocation("pictures", "")


def beneath(location: BucketLocation, *keys: str) -> set[str]:
    return set(paths_beneath(location, [(location.bucket, key) for key in keys]))


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("2026/my+holidays/sea/red+flower.jpg", "sea/red flower.jpg"),
        ("2026%2Fmy+holidays%2Fsea%2Fred+flower.jpg", "sea/red flower.jpg"),
        ("2026/my holidays/sea/red flower.jpg", "sea/red flower.jpg"),
        ("2026/my%20holidays/gr%C3%BCn.jpg", "grün.jpg"),
        ("2026/my holidays/100%.jpg", "100%.jpg"),
    ],
)
def test_a_key_is_a_path_encoded_or_not(key: str, path: str) -> None:
    assert beneath(HOLIDAYS, key) == {path}


def test_a_key_that_may_be_encoded_or_not_has_two_paths() -> None:
    assert beneath(WHOLE, "one+two.jpg") == {"one+two.jpg", "one two.jpg"}


@pytest.mark.parametrize(
    "key",
    [
        "2026/my+holidays",
        "2026/my+holidays/",
        "2026/my+holidays//twice.jpg",
        "2026/my+holidays/sea/",
        "2026/my+holidays2/other.jpg",
        "2026/my+holidays/.facetry-trash/deleted.jpg",
        "2026/my+holidays/%2Ehidden.jpg",
        "2026/my+holidays/line%0Abreak.jpg",
        "2026/my+holidays/../up.jpg",
        "elsewhere.jpg",
        "",
    ],
)
def test_what_scans_do_not_read_is_ignored(key: str) -> None:
    assert beneath(HOLIDAYS, key) == set()


def test_an_encoding_that_is_longer_than_any_key_is_no_path() -> None:
    path = "sea/" + "ü" * 490 + ".jpg"
    assert beneath(HOLIDAYS, quote(f"2026/my holidays/{path}")) == {path}
    for prefix, location in ((b"2026/my holidays/", HOLIDAYS), (b"", WHOLE)):
        longest = "ü" * ((1_024 - len(prefix)) // 2) + "x" * (len(prefix) % 2)
        assert beneath(location, f"{prefix.decode()}{longest}") == {longest}
        assert beneath(location, f"{prefix.decode()}{longest}x") == set()


def test_an_encoding_of_no_text_is_taken_as_it_is() -> None:
    assert beneath(WHOLE, "cover%FF.jpg") == {"cover%FF.jpg"}


def test_objects_of_other_buckets_are_ignored() -> None:
    assert paths_beneath(WHOLE, [("backups", "a.jpg"), ("pictures", "b.jpg"), ("picture", "c.jpg")]) == {"b.jpg"}


PARTS = st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="/"), min_size=1).filter(
    lambda part: not part.startswith(".")
)


@given(st.lists(PARTS, min_size=1, max_size=4), st.sampled_from([str, quote, quote_plus, lambda key: quote(key, "")]))
def test_every_path_is_found_whichever_way_a_store_encodes_it(parts: list[str], encode: object) -> None:
    assert callable(encode)
    path = "/".join(parts)
    for location in (WHOLE, HOLIDAYS):
        key = f"{location.prefix}/{path}" if location.prefix else path
        assert path in beneath(location, encode(key))
