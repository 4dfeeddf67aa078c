"""Texts of vectors: the reader accepts only what the strict parser and the schema accept, with the same value."""

from __future__ import annotations

import json
import os
import random
from typing import Any, Final

import pytest

from facetry.errors import FaultError
from facetry.schema.document import ContractError, Document
from facetry.schema.strict_json import parse
from facetry.schema.vectors import VectorReader, compile_vector_reader
from tests.contract.description import document

DOCUMENT: Final = Document(document())
SET: Final = "#/components/schemas/EmbeddingSet"
ONE: Final = "#/components/schemas/ImageEmbedding"
TEXTS: Final = int(os.environ.get("VECTOR_TEXTS", "6000"))
NUMBERS: Final = (
    *("0", "-0", "1", "-1", "0.1", "-0.0", "1e-50", "0.000000000000000000012345", "123456789.12345678901234567890"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615", "9.3e18", "-9e18"),
    *("3.4028234663852886e+38", "3.5e38", "1e308", "-1E+300", "16777217", "0.30000001192092896"),
)
NOT_NUMBERS: Final = (
    *("18446744073709551616", "-9223372036854775809", "1" * 40, "1e400", "-1e999", "NaN", "Infinity", "-Infinity"),
    *("01", "+1", ".5", "1.", "0x1", "1e", "true", "null", '"1"', '"a"', "[]", "[1]", "{}", '{"a":1}', "", "1 2"),
)
NAMES: Final = ('"a"', '"semantic"', '"B-_9"', '"a:b"', '""', '"\\u0061"', '"a\\u0000"', '"é"', '"x\n"', "1", "null")
KEYS: Final = ('"Name"', '"x"', '"nam\\u0065"', '"values"', '"name"')
DEEP: Final = "[" * 70 + "]" * 70
BREAKS: Final = (
    b"",
    b"{",
    b"}",
    b"]",
    b",",
    b":",
    b'"',
    b"\xff",
    b"\xed\xa0\x80",
    b"\x00",
    b"\\ud800",
    b"\xef\xbb\xbf",
)


def compiled(pointer: str) -> VectorReader:
    reader = compile_vector_reader(DOCUMENT, pointer)
    assert reader is not None
    return reader


def vector(chosen: random.Random) -> str:
    numbers = [chosen.choice(NUMBERS) if chosen.random() < 0.3 else repr(chosen.gauss(0, 1)) for _ in range(4)]
    if chosen.random() < 0.15:
        numbers[chosen.randrange(4)] = chosen.choice(NOT_NUMBERS)
    return f"[{chosen.choice((',', ', ')).join(numbers)}]"


def embedding(chosen: random.Random) -> str:
    name = chosen.choice(NAMES if chosen.random() < 0.2 else NAMES[:3])
    members = [f'"name":{name}', f'"values":{vector(chosen)}']
    if chosen.random() < 0.1:
        members.append(f"{chosen.choice(KEYS)}:{chosen.choice((name, vector(chosen), DEEP, '1e400'))}")
    if chosen.random() < 0.05:
        members.pop(chosen.randrange(len(members)))
    chosen.shuffle(members)
    return f"{{{','.join(members)}}}"


def text_of(chosen: random.Random, *, is_array: bool) -> bytes:
    embeddings = [embedding(chosen) for _ in range(chosen.randint(0, 3) if is_array else 1)]
    text = (f"[{','.join(embeddings)}]" if is_array != (chosen.random() < 0.02) else ",".join(embeddings)).encode()
    if text and chosen.random() < 0.1:
        place = chosen.randrange(len(text))
        text = text[:place] + chosen.choice(BREAKS) + text[place + chosen.randint(0, 2) :]
    return text


def value_of(text: bytes, pointer: str) -> Any:
    """What the strict parser and the schema make of a text; None for a text that they refuse."""
    try:
        value = parse(text)
    except FaultError:
        return None
    return value if DOCUMENT.validator(pointer).is_valid(value) else None


@pytest.mark.parametrize(("pointer", "is_array"), [(SET, True), (ONE, False)])
def test_what_is_read_is_strict_and_satisfies_the_schema(pointer: str, *, is_array: bool) -> None:
    chosen, reader = random.Random(16), compiled(pointer)
    counts = {"refused": 0, "read": 0, "left": 0}
    for _ in range(TEXTS):
        text = text_of(chosen, is_array=is_array)
        plain, read = value_of(text, pointer), reader.read(text)
        assert read is None or repr(read) == repr(plain), text  # repr tells 1 from 1.0, and 0.0 from -0.0
        counts["refused" if plain is None else "left" if read is None else "read"] += 1
    assert counts["refused"] > TEXTS // 20
    assert counts["read"] > TEXTS // 20
    assert 0 < counts["left"] < counts["read"]


@pytest.mark.parametrize(
    "text",
    [
        b'{"name":"a","values":[1e400]}',
        b'{"name":"a","values":[18446744073709551616]}',
        b'{"name":"a","values":[1,true]}',
        b'{"name":"a","values":[1,false]}',
        b'{"name":"a","values":[null]}',
        b'{"name":"a","values":["1"]}',
        b'{"name":"a","values":[1],"values":[2]}',
        b'{"name":"a","values":' + DEEP.encode() + b',"values":[2]}',
        b'{"name":"a","name":"b","values":[2]}',
        b'{"name":"a\\u0000","values":[2]}',
        b'{"name":"\\u0000","name":"b","values":[2]}',
        b'{"name":"a","values":[2],"other":1}',
        b"[]",
        b"null",
        b"",
    ],
)
def test_refused_texts_are_not_read(text: bytes) -> None:
    assert value_of(text, ONE) is None
    assert compiled(ONE).read(text) is None


@pytest.mark.parametrize("length", [1, 512, 4096])
def test_ordinary_vectors_are_read(length: int) -> None:
    embeddings = [{"name": f"n-{n}", "values": [random.gauss(0, 1) for _ in range(length)]} for n in range(3)]
    assert compiled(SET).read(json.dumps(embeddings).encode()) == embeddings
    assert compiled(ONE).read(json.dumps(embeddings[0], indent=1).encode()) == embeddings[0]


def test_other_schemas_have_no_reader() -> None:
    for name in ("TagSet", "SearchParameters", "SearchSimilarity", "FeatureSet", "EmbeddingValues"):
        assert compile_vector_reader(DOCUMENT, f"#/components/schemas/{name}") is None


def test_escaped_texts_are_left_to_the_strict_parser() -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "text": {"type": "string"},
            "values": {"type": "array", "x-vector": True, "items": {"type": "number"}},
        },
    }
    reader = compile_vector_reader(Document({"schema": schema}), "#/schema")
    assert reader is not None
    assert reader.read(b'{"text":"a","values":[1]}') == {"text": "a", "values": [1]}
    assert reader.read(b'{"text":"\\u0000","values":[1]}') is None


def test_names_with_the_words_of_booleans_are_left_to_the_strict_parser() -> None:
    assert compiled(ONE).read(b'{"name":"tree-of-life","values":[1]}') == {"name": "tree-of-life", "values": [1]}
    for name in ("true", "is-false-", "ttrue"):
        assert compiled(ONE).read(f'{{"name":"{name}","values":[1]}}'.encode()) is None


@pytest.mark.parametrize(
    ("place", "keyword"),
    [("", {"minProperties": 1}), ("values", {"contains": {"const": 1}}), ("component", {"multipleOf": 2})],
)
def test_schemas_with_other_keywords_have_no_reader(place: str, keyword: dict[str, Any]) -> None:
    component: dict[str, Any] = {"type": "number"}
    values: dict[str, Any] = {"type": "array", "x-vector": True, "items": component}
    schema = {"type": "object", "additionalProperties": False, "properties": {"values": values}}
    assert compile_vector_reader(Document({"schema": schema}), "#/schema") is not None
    {"": schema, "values": values, "component": component}[place].update(keyword)
    assert compile_vector_reader(Document({"schema": schema}), "#/schema") is None


def test_a_vector_of_anything_but_numbers_is_refused_at_the_start() -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"values": {"type": "array", "x-vector": True, "items": {"type": "string"}}},
    }
    with pytest.raises(ContractError, match="x-vector"):
        compile_vector_reader(Document({"schema": schema}), "#/schema")
