"""The forms in which texts are compared."""

from __future__ import annotations

import unicodedata
from random import Random

from facetry.schema.text_forms import folded, name_key, natural_key, normal


def test_equivalent_texts_have_one_form_and_accents_count() -> None:
    for text in ("Café", "Žába", "각하", "ΐ", "Straße"):
        decomposed = unicodedata.normalize("NFD", text)
        assert normal(decomposed) == normal(text) == text
        assert folded(decomposed) == folded(text) == folded(folded(text))
    assert folded("CAFÉ") == folded("café") != folded("cafe")
    assert folded("ﬁsh") == "fish"  # as case folding has it
    assert folded("Ａ") != folded("a")  # compatibility forms stay themselves


def test_numbers_in_names_are_compared_by_their_value() -> None:
    long = "9" * 300
    names = [
        *("", "00", "1", "٢", "10", "a", "IMG", "IMG-1", "IMG.jpg", "IMG1", "img_2", "IMG_02", "IMG_002", "IMG_2.jpg"),
        *("IMG_10", "IMG_12345678", "IMG_123456789", f"IMG_{long}", f"IMG_1{long}", "IMG_a", "v1.9.3", "v1.10.2"),
    ]
    shuffled = Random(1).sample(names, len(names))
    assert sorted(shuffled, key=name_key) == names
    assert len({name_key(each) for each in names}) == len(names)


def test_the_key_has_the_order_of_the_numbers_and_of_leading_zeros() -> None:
    rng = Random(2)
    numbers = [rng.randrange(10 ** rng.randrange(1, 40)) for _ in range(300)]
    texts = [(number, zeros, f"a{'0' * zeros}{number}") for number in numbers for zeros in (0, 1, 12)]
    assert sorted(texts, key=lambda each: natural_key(each[2])) == sorted(texts)
