"""Which words are taken for a candidate without asking, and which are only suggested."""

import pytest

from facetry.schema.similarity import certain_match, most_similar, suggest


@pytest.mark.parametrize(
    ("word", "is_certain"),
    [
        ("abcde", True),
        ("abcdx", True),  # the similarity is 0.8
        ("abcxy", False),
        ("abcd", True),
        ("A-b_c D e", True),
    ],
)
def test_a_very_similar_word_is_certain(word: str, *, is_certain: bool) -> None:
    assert certain_match(word, ["abcde"]) == ("abcde" if is_certain else None)


def test_a_word_differs_by_at_most_two_characters_in_length() -> None:
    candidate = "durationInMilliseconds"
    for length in (-2, -1, 1, 2):
        assert certain_match(candidate[:length] if length < 0 else candidate + "s" * length, [candidate]) == candidate
    for word in (candidate[:-3], candidate + "sss"):
        assert certain_match(word, [candidate]) is None
        assert most_similar(word, [candidate]) == candidate


def test_a_word_between_two_candidates_is_uncertain() -> None:
    assert certain_match("withTab", ["withTag", "withTap"]) is None
    assert suggest("withTab", ["withTag", "withTap"]) in ("Did you mean withTag?", "Did you mean withTap?")
    assert certain_match("withTag", ["withTags", "entity"]) == "withTags"
    assert certain_match("events", ["event", "events"]) == "events"


def test_nothing_is_suggested_for_a_strange_word() -> None:
    assert suggest("zebra", ["withTags", "entity"]) is None
    assert most_similar("zebra", []) is None
    assert certain_match("zebra", []) is None


def test_a_word_of_separators_is_compared_as_it_is() -> None:
    assert certain_match("-", ["_"]) is None
    assert certain_match("--_", ["--_"]) == "--_"


def test_up_to_100_candidates_are_compared() -> None:
    others = [f"{number:03}" for number in range(100)]
    assert most_similar("elements", [*others[:99], "element"]) == "element"
    assert most_similar("elements", [*others, "element"]) is None
