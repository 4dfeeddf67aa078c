"""Which YAML texts are accepted, and at which bounds they are refused."""

import pytest

from facetry.schema.strict_json import MAX_DEPTH
from facetry.validate.formats import yaml_text
from facetry.validate.formats.bad_text import BadTextError

TOO_DEEP = f"The text nests deeper than {MAX_DEPTH} levels."


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("a", 1),
        ("", 0),
        ("[a, [b, c]]", 5),
        ("{a: 1, b: {c: 2}}", 7),
        ("- &x [a, b]\n- *x\n- *x", 10),
        ("- &x a\n- *x", 3),
        ("- &x [a]\n- &x b\n- *x", 5),
        ("? a\n? b\n", 5),
    ],
)
def test_nodes_are_counted_with_the_copies_of_aliases(text: str, nodes: int) -> None:
    assert yaml_text.check(text) == nodes
    assert yaml_text.check(text, 7) == nodes + 7


def test_texts_share_the_maximum_of_nodes() -> None:
    assert yaml_text.check("[a, b]", yaml_text.MAX_NODES - 3) == yaml_text.MAX_NODES
    with pytest.raises(BadTextError, match=f"more than {yaml_text.MAX_NODES} nodes"):
        yaml_text.check("[a, b]", yaml_text.MAX_NODES - 2)


def test_depth_counts_what_an_alias_stands_for() -> None:
    def aliased(levels: int, around: int) -> str:
        return f"- &x {'[' * levels}{']' * levels}\n- {'[' * around}*x{']' * around}"

    yaml_text.check("[" * MAX_DEPTH + "a" + "]" * MAX_DEPTH)
    yaml_text.check(aliased(MAX_DEPTH - 11, 10))
    for text in ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), aliased(MAX_DEPTH - 10, 10)):
        with pytest.raises(BadTextError) as refused:
            yaml_text.check(text)
        assert str(refused.value) == TOO_DEEP


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: 1\na: 2", "A mapping has the key a twice."),
        ("{a: {b: 1, b: 2}}", "A mapping has the key b twice."),
        ("? [a]\n: 1", "A key of a mapping is not a scalar."),
        ("a: *x", "An alias refers to an anchor that no earlier node defines."),
        ("- &x 1\n- &x [*x]", "An alias refers to an anchor that no earlier node defines."),
        ("&x [*x]", "An alias refers to an anchor that no earlier node defines."),
        ("--- a\n--- b", "The text holds more than one YAML document."),
        ("!own a", "The tag !own is not supported here."),
        ("!own [a]", "The tag !own is not supported here."),
        ("!own {a: b}", "The tag !own is not supported here."),
        ("!!seq a", "The tag tag:yaml.org,2002:seq is not supported here."),
        ("\x07", "The text holds a character that YAML does not permit."),
    ],
)
def test_a_refusal_says_why(text: str, sentence: str) -> None:
    with pytest.raises(BadTextError) as refused:
        yaml_text.check(text)
    assert str(refused.value) == sentence


def test_a_syntax_fault_has_line_and_column() -> None:
    with pytest.raises(BadTextError, match=r"^The text is not YAML: .+, at line 2, column 4\.$"):
        yaml_text.check("a: 1\nb: @")
    with pytest.raises(BadTextError, match=r"^The text is not YAML: .+, at line 1, column 5\.$"):
        yaml_text.check("a: b: c")


def test_equal_keys_of_several_mappings_are_permitted() -> None:
    assert yaml_text.check("- {a: a, b: a}\n- {a: b}\n- {b: {a: 1}}") == 14
