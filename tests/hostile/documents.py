"""Hostile texts of manifests and view documents, each with the rules of which one refuses it."""

from collections.abc import Iterator

MEGABYTES = 10_000_000
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


def texts() -> Iterator[tuple[str, bytes, str]]:
    """(name, text, prefix of a rule)."""
    yield "empty", b"", "json.syntax"
    yield "10 MB of spaces", b" " * MEGABYTES, "json.syntax"
    yield "10 MB of newlines", b"\n" * MEGABYTES, "json.syntax"
    yield "10 MB of brackets", b"[" * MEGABYTES, "json.depth"
    yield "10 MB of quotes", b'"' * MEGABYTES, "json.syntax"
    yield "10 MB of commas", b"," * MEGABYTES, "json.syntax"
    yield "10 MB of NUL", b"\0" * MEGABYTES, "json.nul"
    yield "10 MB of digits", b"9" * MEGABYTES, "json.number"
    yield "10 MB of tabs in a string", b'"' + b"\t" * MEGABYTES + b'"', "json.syntax"
    yield "10 MB of escaped quotes", b'"' + b'\\"' * (MEGABYTES // 2), "json.syntax"
    yield "10 MB of comments", b"/**/" * (MEGABYTES // 4), "json.syntax"
    yield "10 MB of words", b"[" + b"tru," * (MEGABYTES // 4) + b"1]", "json.syntax"
    yield "10 MB without commas", b"[" + b"1 " * (MEGABYTES // 2) + b"]", "json.syntax"
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
    yield "UTF-16 of 10 MB", ("[" + "1," * (MEGABYTES // 4) + "1]").encode("utf-16"), "json.encoding"
    yield "UTF-16 without a mark", '{"a": 1}'.encode("utf-16-be"), "json.nul"
    yield "UTF-32", '{"a": 1}'.encode("utf-32"), "json.encoding"
    yield "byte order mark", b'\xef\xbb\xbf{"a": 1}', "json.encoding"
    yield "CRLF", b'{\r\n"a": 1,\r\n}\r\n', "json.syntax"
    yield "100,000 wrong elements", b'{"schemaVersion":"1.0","elements":[' + b"1," * 100_000 + b"1]}", "schema."
    yield "a wrong element behind 10 MB", _wide(_ELEMENT + b",", b'{"type":"string"}'), "schema."
    for name, item in _SMALL_ITEMS.items():
        yield f"a duplicate key behind 10 MB of {name}", _wide(item + b",", b'{"a":1,"a":2}'), "json.duplicate-key"
    keys = b"".join(b'"k%d":1,' % number for number in range(900_000))
    yield "a duplicate key behind 900,000 keys", b"{" + keys + b'"k0":1}', "json.duplicate-key"
    yield "10 MB of wrong elements with many values", _wide(b"[" + b"[0]," * 300 + b"0],", b"0"), "schema."
    yield "remote references", b'{"$schema":"http://127.0.0.1:9/a","$ref":"http://127.0.0.1:9/b"}', "schema."


def _wide(element: bytes, last: bytes) -> bytes:
    return b'{"schemaVersion":"1.0","elements":[' + element * (MEGABYTES // len(element)) + last + b"]}"
