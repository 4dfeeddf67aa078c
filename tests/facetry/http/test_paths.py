"""The path trie agrees with a naive matcher; percent-decoding is strict."""

import re
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetry.http.paths import PathTrie, decode_segment

TEMPLATES = [
    "/",
    "/ping",
    "/image/{id}/get",
    "/image/{id}/getTags",
    "/image/search/tags",
    "/image/search/{kind}/x",
    "/{anything}/search",
    "/repository/tags",
    "/repository/{id}",
]


def trie() -> PathTrie[str]:
    """A trie over `TEMPLATES`."""
    paths: PathTrie[str] = PathTrie()
    for template in TEMPLATES:
        paths.add(template, {"GET": template, "PUT": template})
    return paths


PATHS = trie()


def matching_templates(path: str) -> list[str]:
    """All templates that match, by regular expression, concrete first."""
    matching = [t for t in TEMPLATES if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", t), path)]
    return sorted(matching, key=lambda t: [s.startswith("{") for s in t.split("/")])


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(["image", "search", "repository", "tags", "get", "getTags", "x", "", "a"]), max_size=5))
def test_agrees_with_a_naive_matcher(segments: list[str]) -> None:
    path = "/" + "/".join(segments)
    expected = matching_templates(path)
    found = PATHS.find(path.encode())
    assert (found[0].template if found else None) == (expected[0] if expected else None)
    if found:
        template = found[0].template.split("/")
        assert found[1] == [s for s, t in zip(path.split("/"), template, strict=True) if t.startswith("{")]


@pytest.mark.parametrize(
    ("path", "template", "values"),
    [
        (b"/image/search/tags", "/image/search/tags", []),
        (b"/image/search/get", "/image/{id}/get", ["search"]),
        (b"/%69mage/a%2Fb/get", "/image/{id}/get", ["a%2Fb"]),
        (b"/image/%zz/get", "/image/{id}/get", ["%zz"]),
        (b"/image/\xff/get", "/image/{id}/get", ["\xff"]),
    ],
)
def test_paths_that_match(path: bytes, template: str, values: list[str]) -> None:
    found = PATHS.find(path)
    assert found is not None
    assert (found[0].template, found[1]) == (template, values)


@pytest.mark.parametrize(
    "path",
    [
        b"/ping/",
        b"//ping",
        b"ping",
        b"",
        b"*",
        b"/image//get",
        b"/image/a/b/get",
        b"/image%2Fsearch%2Ftags",
        b"/image/a%2Fget",
        b"/image/../ping",
        b"/PING",
        b"/ping%00",
        b"/" * 60_000,
    ],
)
def test_paths_that_match_nothing(path: bytes) -> None:
    assert PATHS.find(path) is None


def test_allow_is_complete() -> None:
    paths: PathTrie[str] = PathTrie()
    paths.add("/a", {"PUT": "", "GET": ""})
    paths.add("/b", {"DELETE": ""})
    found = [paths.find(path) for path in (b"/a", b"/b")]
    assert [path.allow for path, _ in filter(None, found)] == ["GET, HEAD, OPTIONS, PUT", "DELETE, OPTIONS"]


def test_a_parameter_at_the_end_may_span_segments_and_comes_last() -> None:
    paths: PathTrie[str] = PathTrie()
    paths.add("/ui/{id}", {"GET": ""})
    paths.add("/ui/{id}/{file}", {"GET": ""}, spans=True)
    paths.add("/ui/{id}/about", {"GET": ""})
    found = {path: paths.find(path.encode()) for path in ("/ui/a", "/ui/a/about", "/ui/a/b", "/ui/a/about/c%2Fd/..")}
    assert {path: (match[0].template, match[1]) for path, match in found.items() if match is not None} == {
        "/ui/a": ("/ui/{id}", ["a"]),
        "/ui/a/about": ("/ui/{id}/about", ["a"]),
        "/ui/a/b": ("/ui/{id}/{file}", ["a", "b"]),
        "/ui/a/about/c%2Fd/..": ("/ui/{id}/{file}", ["a", "about/c%2Fd/.."]),
    }
    assert [paths.find(path) for path in (b"/ui/a/", b"/ui", b"/ui//b", b"/x/a/b")] == [None] * 4
    with pytest.raises(ValueError, match="same path"):
        paths.add("/ui/{id}/{other}", {}, spans=True)
    with pytest.raises(ValueError, match="at the end"):
        paths.add("/ui/{id}/end", {}, spans=True)


@pytest.mark.parametrize("template", ["/a/x{id}", "/a/{id}.png", "/a/{other}"])
def test_refused_templates(template: str) -> None:
    paths: PathTrie[str] = PathTrie()
    paths.add("/a/{id}", {})
    with pytest.raises(ValueError, match="/a/"):
        paths.add(template, {})


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_decodes_what_was_encoded(text: str) -> None:
    assert decode_segment(quote(text, safe="")) == text


@pytest.mark.parametrize("segment", ["%", "%4", "%zz", "%00", "a%00b", "%ff", "%c0%80", "%ed%a0%80", "\xe9", "%u0041"])
def test_refuses_to_decode(segment: str) -> None:
    assert decode_segment(segment) is None
