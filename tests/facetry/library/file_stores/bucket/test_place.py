"""Places in buckets: which are possible, which are permitted, and their URLs."""

from __future__ import annotations

import pytest

from facetry.errors import FaultError
from facetry.library.file_stores.bucket.place import BucketPlace, BucketRules, place_at, place_of, url_of


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("s3://pictures", BucketPlace("pictures", "")),
        ("s3://pictures/", BucketPlace("pictures", "")),
        ("s3://pictures/a/b/", BucketPlace("pictures", "a/b")),
        ("s3://my.pictures-1/%C3%9C%20x/100%25", BucketPlace("my.pictures-1", "Ü x/100%")),
    ],
)
def test_a_url_names_a_place(url: str, place: BucketPlace) -> None:
    assert place_at(url) == place
    assert place_of(place.root) == place
    assert place_at(url_of(place.root)) == place


@pytest.mark.parametrize(
    "url",
    [
        "s3://",
        "s3:///a",
        "s3://a",
        "s3://Pictures",
        "s3://pictures..x/a",
        "s3://-pictures/a",
        "s3://pictures//a",
        "s3://pictures/a//b",
        "s3://pictures/.a",
        "s3://pictures/a/..",
        "s3://pictures/a/%2e%2e/b",
        "s3://pictures/a%2F%2Fb",
        "s3://pictures/a%00",
        "s3://pictures/a%0A",
        "s3://pictures/%FF",
        "s3://pictures/a?x=1",
        "s3://pictures/a#x",
        "s3://key:secret@pictures/a",
        "s3://pictures:9000/a",
        "https://pictures/a",
        "file:///pictures",
    ],
)
def test_other_urls_name_none(url: str) -> None:
    with pytest.raises(FaultError) as caught:
        place_at(url)
    assert caught.value.fault.rule == "repository.bucket"


@pytest.mark.parametrize(
    ("root", "is_permitted"),
    [
        ("s3://pictures/team", True),
        ("s3://pictures/team/a", True),
        ("s3://pictures", False),
        ("s3://pictures/teamwork", False),
        ("s3://pictures/other", False),
        ("s3://pictures2/team", False),
        ("s3://whole", True),
        ("s3://whole/a/b", True),
    ],
)
def test_a_place_is_permitted_at_and_beneath_those_of_the_operator(root: str, is_permitted: bool) -> None:
    rules = BucketRules((place_of("s3://pictures/team"), place_of("s3://whole")))
    assert rules.permits(place_of(root)) is is_permitted
    assert not BucketRules().permits(place_of(root))
