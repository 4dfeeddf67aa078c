"""Places in buckets: which are possible, which are permitted, and their URLs."""

from __future__ import annotations

import pytest

from facetry.errors import FaultError
from facetry.library.file_stores.bucket.location import BucketLocation, BucketRules, bucket_at, bucket_of, url_of


@pytest.mark.parametrize(
    ("url", "location"),
    [
        ("s3://pictures", BucketLocation("pictures", "")),
        ("s3://pictures/", BucketLocation("pictures", "")),
        ("s3://pictures/a/b/", BucketLocation("pictures", "a/b")),
        ("s3://my.pictures-1/%C3%9C%20x/100%25", BucketLocation("my.pictures-1", "Ü x/100%")),
    ],
)
def test_a_url_names_a_place(url: str, location: BucketLocation) -> None:
    assert bucket_at(url) == location
    assert bucket_of(location.root) == location
    assert bucket_at(url_of(location.root)) == location


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
        bucket_at(url)
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
    rules = BucketRules((bucket_of("s3://pictures/team"), bucket_of("s3://whole")))
    assert rules.permits(bucket_of(root)) is is_permitted
    assert not BucketRules().permits(bucket_of(root))
