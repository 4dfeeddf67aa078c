"""Hostile texts of manifests and view documents, each with the rules of which one refuses it."""

from collections.abc import Iterator

_ELEMENT = b'{"type":"string","value":"x"}'
_SMALL_ITEMS = {
    "numbers": b"0",
    "strings": b'""',
    "arrays": b"[]",
    "objects": b'{"a":1}',
    "escaped colons": b'{"a":"\\u003a"}',
    "deep arrays": b"[" * 10 + b"]" * 10,
    "deep objects": b'{"a":' * 10 + b"1" + b"}" * 10,
    "elements": _ELEMENT,
}


def texts(megabytes: int = 10) -> Iterator[tuple[str, bytes, str]]:
    """(name, text, prefix of a rule). The large ones have so many megabytes."""
    size = megabytes * 1_000_000
    yield "empty", b"", "json.syntax"
    yield f"{megabytes} MB of spaces", b" " * size, "json.syntax"
    yield f"{megabytes} MB of newlines", b"\n" * size, "json.syntax"
    yield f"{megabytes} MB of brackets", b"[" * size, "json.depth"
    yield f"{megabytes} MB of quotes", b'"' * size, "json.syntax"
    yield f"{megabytes} MB of commas", b"," * size, "json.syntax"
    yield f"{megabytes} MB of NUL", b"\0" * size, "json.nul"
    yield f"{megabytes} MB of digits", b"9" * size, "json.number"
    yield f"{megabytes} MB of tabs in a string", b'"' + b"\t" * size + b'"', "json.syntax"
    yield f"{megabytes} MB of escaped quotes", b'"' + b'\\"' * (size // 2), "json.syntax"
    yield f"{megabytes} MB of comments", b"/**/" * (size // 4), "json.syntax"
    yield f"{megabytes} MB of words", b"[" + b"tru," * (size // 4) + b"1]", "json.syntax"
    yield f"{megabytes} MB without commas", b"[" + b"1 " * (size // 2) + b"]", "json.syntax"
    yield "100,000 arrays", b"[" * 100_000 + b"]" * 100_000, "json.depth"
    yield "100,000 arrays without an end", b"[" * 100_000, "json.depth"
    yield "100,000 objects", b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "json.depth"
    yield "100,000 missing colons", b"{" + b'"a" 1,' * 100_000 + b"}", "json.syntax"
    yield "100,000 duplicate keys", b"{" + b'"a":1,' * 100_000 + b'"a":1}', "json.duplicate-key"
    yield "100,000 keys twice", b"{" + b",".join(b'"%d":1' % (n % 100_000) for n in range(200_000)) + b"}", "json.dupl"
    yield "100,000 long numbers", b"[" + b"99999999999999999999," * 100_000 + b"1]", "json.number"
    yield "100,000 lone surrogates", b"[" + b'"\\ud800",' * 100_000 + b"1]", "json.encoding"
    yield "100,000 bytes that are not UTF-8", b'["' + b"\xff\xfe" * 100_000 + b'"]', "json.encoding"
    yield "UTF-16", '{"a": 1}'.encode("utf-16"), "json.encoding"
    yield f"UTF-16 of {megabytes} MB", ("[" + "1," * (size // 4) + "1]").encode("utf-16"), "json.encoding"
    yield "UTF-16 without a mark", '{"a": 1}'.encode("utf-16-be"), "json.nul"
    yield "UTF-32", '{"a": 1}'.encode("utf-32"), "json.encoding"
    yield "byte order mark", b'\xef\xbb\xbf{"a": 1}', "json.encoding"
    yield "CRLF", b'{\r\n"a": 1,\r\n}\r\n', "json.syntax"
    yield "100,000 wrong elements", b'{"schemaVersion":"1.0","elements":[' + b"1," * 100_000 + b"1]}", "schema."
    yield f"a wrong element behind {megabytes} MB", _wide(size, _ELEMENT + b",", b'{"type":"string"}'), "schema."
    for name, item in _SMALL_ITEMS.items():
        yield (
            f"a duplicate key behind {megabytes} MB of {name}",
            _wide(size, item + b",", b'{"a":1,"a":2}'),
            "json.duplicate-key",
        )
    keys = b"".join(b'"k%d":1,' % number for number in range(size * 9 // 100))
    yield f"a duplicate key behind {size * 9 // 100:,} keys", b"{" + keys + b'"k0":1}', "json.duplicate-key"
    yield (
        f"{megabytes} MB of wrong elements with many values",
        _wide(size, b"[" + b"[0]," * 300 + b"0],", b"0"),
        "schema.",
    )
    yield "remote references", b'{"$schema":"http://127.0.0.1:9/a","$ref":"http://127.0.0.1:9/b"}', "schema."


def _wide(size: int, element: bytes, last: bytes) -> bytes:
    return b'{"schemaVersion":"1.0","elements":[' + element * (size // len(element)) + last + b"]}"
