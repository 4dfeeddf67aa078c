"""Names that clients may choose: the rules beyond patterns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetry.errors import FaultError
from facetry.library.file_stores.file_names import suffix_of
from facetry.library.file_stores.listing import is_hidden
from facetry.library.originals import naming


@pytest.mark.parametrize(
    "stem",
    ["a", "a b", "a.b", "v1.5", "été", "写真", "👨‍👩‍👧", "con1", "console", "a" * 251, "é" * 125, "～"],
)
def test_a_valid_name_is_accepted_unchanged(stem: str) -> None:
    assert naming.file_name(stem, ".png") == f"{stem}.png"


@pytest.mark.parametrize(
    ("stem", "rule"),
    [
        ("", "path.name"),
        (".hidden", "path.name"),
        (".", "path.name"),
        ("..", "path.name"),
        ("a/b", "path.name"),
        ("../a", "path.name"),
        ("a.", "path.name"),
        ("a ", "path.name"),
        ("a\0", "path.name"),
        ("a\n", "path.name"),
        ("a\x7f", "path.name"),
        ("a\x85b", "path.name"),
        ("a\u2028b", "path.name"),
        ("gpj.\u202eexe", "path.name"),
        ("CON", "path.name"),
        ("nul.2024", "path.name"),
        ("Com1", "path.name"),
        ("lpt²", "path.name"),
        ("aux .x", "path.name"),
        ("photo.png", "path.name"),
        ("photo.JPEG", "path.name"),
        ("a" * 252, "path.too-long"),
        ("é" * 126, "path.too-long"),
    ],
)
def test_an_invalid_name_is_refused(stem: str, rule: str) -> None:
    with pytest.raises(FaultError) as caught:
        naming.file_name(stem, ".png")
    assert (caught.value.fault.rule, caught.value.fault.parameter) == (rule, "nameWithoutExtension")


@pytest.mark.parametrize(
    ("path", "parts"), [("", ()), ("a", ("a",)), ("2025/été/x y", ("2025", "été", "x y")), ("a.png", ("a.png",))]
)
def test_a_folder_is_split_into_parts(path: str, parts: tuple[str, ...]) -> None:
    assert naming.folder_parts(path) == parts


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("/", "path.name"),
        ("/a", "path.name"),
        ("a/", "path.name"),
        ("a//b", "path.name"),
        ("a/../b", "path.name"),
        ("a/./b", "path.name"),
        ("a/.git", "path.name"),
        ("a/nul/b", "path.name"),
        ("/".join("a" * 33), "path.too-long"),
        ("a/" + "é" * 128, "path.too-long"),
    ],
)
def test_an_invalid_folder_is_refused(path: str, rule: str) -> None:
    with pytest.raises(FaultError) as caught:
        naming.folder_parts(path)
    assert (caught.value.fault.rule, caught.value.fault.parameter) == (rule, "relativeDirectoryPath")


@given(st.text(max_size=40), st.sampled_from(["", ".png", ".JPG"]))
def test_every_accepted_name_stays_in_its_folder_and_visible_to_scans(stem: str, suffix: str) -> None:
    try:
        name = naming.file_name(stem, suffix)
    except FaultError:
        return
    assert name == stem + suffix
    assert Path(name).name == name
    assert not is_hidden(name)
    assert not set(name) & set("/\0")
    assert naming.folder_parts(stem) == (stem,)


def test_a_path_that_is_too_long_to_open_is_refused() -> None:
    root = Path("/" + "/".join(["r" * 250] * 15))
    assert naming.relative_path(root, ("a", "b"), "c.png") == "a/b/c.png"
    with pytest.raises(FaultError) as caught:
        naming.relative_path(root, ("d" * 200, "e" * 200), "c.png")
    assert caught.value.fault.rule == "path.too-long"


@pytest.mark.parametrize(
    ("date_ms", "expected"),
    [
        (0, "19700101-000000"),
        (951_827_696_999, "20000229-123456"),
        (253_402_300_799_999, "99991231-235959"),
        (-62_135_596_800_000, "00010101-000000"),
    ],
)
def test_a_generated_name_contains_the_time(date_ms: int, expected: str) -> None:
    names = {naming.generate_name(".webp", date_ms) for _ in range(50)}
    assert len(names) == 50
    assert all(re.fullmatch(expected + r"-[0-9a-f]{8}\.webp", name) for name in names)
    assert naming.file_name(names.pop().removesuffix(".webp"), ".webp")


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        ("a.png", ".png"),
        ("a.b.JPEG", ".JPEG"),
        ("noext", ""),
        ("Shot 2024.05.06 at 10", ""),
        (".png", ""),
        ("a.", ""),
        ("a.backup", ".backup"),
        ("a.\n", ""),
    ],
)
def test_the_suffix_of_a_name(name: str, suffix: str) -> None:
    assert suffix_of(name) == suffix
