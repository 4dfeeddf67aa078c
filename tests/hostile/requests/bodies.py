"""Bodies that are not JSON, not Unicode, too deep, ambiguous, or against the contract (H1, H2, H5, H6, H8)."""

import gzip
import json
from collections.abc import Mapping
from typing import Final

from tests.hostile.requests.filters import FILTERS
from tests.hostile.requests.target import JSON, JsonOperation, Target
from tests.hostile.requests.wire import Case

REFUSED: Final = frozenset({400})
TOO_LARGE: Final = frozenset({413})
FINE: Final = frozenset({200})

# Sent to every operation with a JSON body; each must be refused as a bad parameter.
MALFORMED: Final[Mapping[str, bytes]] = {
    "nothing": b"",
    "blank": b" \r\n\t ",
    "open array": b"[",
    "closed array": b"]",
    "comma only": b"[,]",
    "leading comma": b'[,"a"]',
    "trailing comma": b'["a",]',
    "double comma": b'["a",,"b"]',
    "unclosed array": b'["a"',
    "unclosed string": b'["a]',
    "single quotes": b"['a']",
    "bare word": b"[a]",
    "open object": b"{",
    "closed object": b"}",
    "crossed brackets": b"{]",
    "array closed as object": b'["a"}',
    "closed twice": b'["a"]]',
    "word after": b'["a"] x',
    "second document": b'["a"]["b"]',
    "json lines": b'["a"]\n["b"]\n',
    "record separator": b'\x1e["a"]\n',
    "nul before": b'\x00["a"]',
    "nul after": b'["a"]\x00',
    "nul inside": b'["a\x00"]',
    "nul between": b'["a",\x00"b"]',
    "only nul": b"\x00",
    "key without value": b'{"filter"}',
    "value missing": b'{"filter":}',
    "bare key": b"{filter:1}",
    "object trailing comma": b'{"range":{"take":1,}}',
    "object comma only": b"{,}",
    "missing comma": b'["a" "b"]',
    "colon in array": b'["a":"b"]',
    "short null": b"nul",
    "python true": b"True",
    "python none": b"None",
    "undefined": b"undefined",
    "NaN": b"NaN",
    "NaN in array": b"[NaN]",
    "Infinity in array": b"[Infinity]",
    "minus Infinity": b"[-Infinity]",
    "NaN in object": b'{"range":{"take":NaN}}',
    "Infinity in object": b'{"range":{"skip":Infinity}}',
    "plus sign": b"[+1]",
    "leading zero": b"[01]",
    "dot at end": b"[1.]",
    "dot at start": b"[.5]",
    "exponent without digits": b"[1e]",
    "exponent with sign only": b"[1e+]",
    "hexadecimal": b"[0x10]",
    "underscore in number": b"[1_0]",
    "two signs": b"[--1]",
    "sign only": b"[-]",
    "huge exponent": b"[1e400]",
    "huge negative exponent sign": b"[-1e999999999]",
    "ten thousand digits": b"[" + b"9" * 10_000 + b"]",
    "block comment": b'/* c */["a"]',
    "line comment": b'["a"] // c',
    "hash comment": b'# c\n["a"]',
    "dangling escape": b'["\\"]',
    "hex escape": b'["\\x41"]',
    "short unicode escape": b'["\\u12"]',
    "bad unicode escape": b'["\\uZZZZ"]',
    "control character": b'["\x01"]',
    "raw tab": b'["\t"]',
    "raw newline": b'["a\nb"]',
    "form feed after": b'["a"]\x0c',
    "no-break space after": b'["a"]\xc2\xa0',
    "line separator after": b'["a"]\xe2\x80\xa8',
    "byte order mark": b'\xef\xbb\xbf["a"]',
    "utf-16 le": '["a"]'.encode("utf-16-le"),
    "utf-16 be": '["a"]'.encode("utf-16-be"),
    "utf-16 with mark": '["a"]'.encode("utf-16"),
    "utf-32": '["a"]'.encode("utf-32"),
    "latin-1": b'["\xe9"]',
    "lone continuation byte": b'["\x80"]',
    "byte ff": b'["\xff"]',
    "overlong slash": b'["\xc0\xaf"]',
    "encoded surrogate": b'["\xed\xa0\x80"]',
    "truncated sequence": b'["\xe2\x82"]',
    "beyond unicode": b'["\xf4\x90\x80\x80"]',
    "invalid utf-8 key": b'{"\xff":1}',
    "lone high surrogate escape": b'["\\ud800"]',
    "lone low surrogate escape": b'["\\udc00"]',
    "swapped surrogate escapes": b'["\\udc00\\ud800"]',
    "lone surrogate escape in a key": b'{"\\ud800":1}',
    "form": b"a=b&c=d",
    "xml": b"<?xml version='1.0'?><a/>",
    "yaml": b"- a\n- b\n",
    "gzip without saying so": gzip.compress(b'["a"]', mtime=0),
    "a string": b'"filter"',
    "a number": b"1",
    "a boolean": b"true",
    "null": b"null",
    "repeated key": b'{"range":{"take":1},"range":{"take":1}}',
    "repeated nested key": b'{"range":{"take":1,"take":1000}}',
    "repeated key, escaped": b'{"range":{"take":1},"\\u0072ange":{"take":2}}',
    "repeated key in an array": b'[{"a":1,"a":2}]',
    "prototype key": b'{"__proto__":{"take":1}}',
    "empty key": b'{"":1}',
    "nul escape in key": b'{"a\\u0000":1}',
}

# Well-formed JSON that the contract of setTags and ensureTags refuses.
TAGS: Final[Mapping[str, bytes]] = {
    "object": b"{}",
    "array of null": b"[null]",
    "array of numbers": b"[1]",
    "array of arrays": b'[["a"]]',
    "array of objects": b'[{"value":"a"}]',
    "mixed": b'["a",1]',
    "empty value": b'[""]',
    "sentinel": b'["__empty__"]',
    "sentinel, escaped": b'["\\u005f\\u005fempty__"]',
    "sentinel among others": b'["a","__empty__","b"]',
    "duplicates": b'["a","a"]',
    "duplicates, escaped": b'["a","\\u0061"]',
    "257 values": b"[" + b",".join(b'"t%d"' % n for n in range(257)) + b"]",
    "5,000 values": b"[" + b",".join(b'"t%d"' % n for n in range(5_000)) + b"]",
    "65 characters": b'["' + b"a" * 65 + b'"]',
    "10,000 characters": b'["' + b"a" * 10_000 + b'"]',
    "trailing newline": b'["abc\\n"]',
    "trailing carriage return": b'["abc\\r"]',
    "leading newline": b'["\\nabc"]',
    "space": b'["a b"]',
    "only a space": b'[" "]',
    "vertical bar": b'["a|b"]',
    "backslash": b'["a\\\\b"]',
    "slash escape and space": b'["a\\/ b"]',
    "comma": b'["a,b"]',
    "percent": b'["100%"]',
    "quote": b'["a\'b"]',
    "markup": b'["<script>"]',
    "sql": b'["a\';DROP TABLE image_tag;--"]',
    "accent": '["é"]'.encode(),
    "combining accent": '["e\u0301"]'.encode(),
    "fullwidth digits": '["１２"]'.encode(),
    "arabic digits": '["١٢"]'.encode(),
    "cyrillic look-alike": '["а"]'.encode(),
    "right-to-left override": '["a\u202eb"]'.encode(),
    "zero-width space": '["a\u200bb"]'.encode(),
    "word joiner at end": '["a\u2060"]'.encode(),
    "emoji": '["\U0001f600"]'.encode(),
    "noncharacter": '["\uffff"]'.encode(),
    "nul escape": b'["a\\u0000"]',
    "delete character": b'["a\\u007f"]',
    "next line character": '["a\u0085"]'.encode(),
}


def _value(format: str, value: bytes, type: str = "other") -> bytes:
    """A feature of one format, with the JSON of its value."""
    return b'[{"type":"%b","format":"%b","value":%b}]' % (type.encode(), format.encode(), value)


def _text(format: str, text: str, type: str = "other") -> bytes:
    return _value(format, json.dumps(text).encode(), type)


# Well-formed JSON that the contract of setFeatures and ensureFeatures refuses.
FEATURES: Final[Mapping[str, bytes]] = {
    "object": b"{}",
    "array of null": b"[null]",
    "array of texts": b'["a"]',
    "array of arrays": b"[[]]",
    "empty object": b"[{}]",
    "no value": b'[{"type":"other","format":"string"}]',
    "unknown member": b'[{"type":"other","format":"string","value":"a","x":1}]',
    "an id": b'[{"id":"hostile-tests","type":"other","format":"string","value":"a"}]',
    "the mark": b'[{"type":"","format":"","value":"a"}]',
    "type null": b'[{"type":null,"format":"string","value":"a"}]',
    "type in upper case": b'[{"type":"OTHER","format":"string","value":"a"}]',
    "name null": b'[{"type":"other","format":"string","name":null,"value":"a"}]',
    "name with newline": b'[{"type":"other","format":"string","name":"a\n","value":"a"}]',
    "name of 65 characters": b'[{"type":"other","format":"string","name":"' + b"n" * 65 + b'","value":"a"}]',
    "257 features": b"[" + b",".join([b'{"type":"other","format":"boolean","value":true}'] * 257) + b"]",
    "caption of json": _text("json", "{}", "caption"),
    "recipe of yaml": _text("yaml", "a: b", "recipe"),
    "recipe of free json": _text("json", "{}", "recipe"),
    "empty text": _value("string", b'""'),
    "text of 524,289 characters": _value("string", b'"' + b"a" * 524_289 + b'"'),
    "nul": _value("string", b'"a\\u0000"'),
    "lone surrogate": _value("string", b'"\\ud800"'),
    **{f"string {value.decode()}": _value("string", value) for value in (b"1", b"true", b"null", b"[]", b"{}")},
    **{
        f"integer {value.decode()}": _value("integer", value)
        for value in (b"1.5", b'"1"', b"true", b"null", b"9007199254740992", b"1e300", b"-9007199254740992", b"1e-300")
    },
    **{f"float {value.decode()}": _value("float", value) for value in (b'"1"', b"true", b"null", b'"NaN"', b"1e400")},
    **{f"boolean {value.decode()}": _value("boolean", value) for value in (b"1", b"0", b'"true"', b"null")},
    **{f"json {text[:20]!r}": _text("json", text) for text in ("{", "NaN", "[" * 65 + "]" * 65, '{"a":1,"a":2}')},
    "yaml, an object of Python": _text("yaml", "!!python/object/apply:os.system [id]"),
    "yaml, a billion": _text(
        "yaml", "a0: &a0 [x]\n" + "".join(f"a{n + 1}: &a{n + 1} [*a{n}, *a{n}, *a{n}]\n" for n in range(30))
    ),
    "yaml, in itself": _text("yaml", "&a [*a]"),
    "yaml, deep": _text("yaml", "[" * 500_000),
    "yaml, wide": _text("yaml", "- a\n" * 130_000),
    "yaml, keys twice": _text("yaml", "a: 1\na: 2"),
    "xml, a billion": _text("xml", '<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;">]><a>&c;</a>'),
    "xml, a file": _text("xml", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    "xml, an address": _text("xml", '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>'),
    "xml, deep": _text("xml", "<a>" * 170_000),
    "xml, not closed": _text("xml", "<a"),
    "attachment of nobody": _text("binary", "attachment://999999999"),
    "attachment with zeros": _text("binary", "attachment://01"),
    "attachment beyond 64 bits": _text("binary", "attachment://" + "9" * 30),
    "attachment by path": _text("binary", "file:///etc/passwd"),
    "view, no json": _text("ui", "<card/>"),
    "view of another version": _text("ui", '{"schemaVersion":"2.0","elements":[]}'),
    "view, deep": _text("ui", '{"schemaVersion":"1.0","elements":' + "[" * 5_000 + "]" * 5_000 + "}"),
}

# Well-formed JSON that the contract of every search refuses.
SEARCH: Final[Mapping[str, bytes]] = {
    "array": b"[]",
    "unknown member": b'{"unknown":1}',
    "member in other case": b'{"Filter":{}}',
    "filter is a number": b'{"filter":1}',
    "filter is an array": b'{"filter":[]}',
    "collection unknown": b'{"collectionId":999999999}',
    "collection negative": b'{"collectionId":-1}',
    "collection a fraction": b'{"collectionId":1.5}',
    "collection text": b'{"collectionId":"1"}',
    "collection true": b'{"collectionId":true}',
    "collection null": b'{"collectionId":null}',
    "collection beyond 53 bits": b'{"collectionId":9007199254740993}',
    "collection beyond 64 bits": b'{"collectionId":18446744073709551616}',
    "collection 400 digits": b'{"collectionId":' + b"9" * 400 + b"}",
    "collection an array": b'{"collectionId":[1]}',
    "facets a text": b'{"facets":"tags"}',
    "facets of colours": b'{"facets":["colours"]}',
    "facets twice": b'{"facets":["tags","tags"]}',
    "facets of nothing": b'{"facets":[]}',
    "facets null": b'{"facets":null}',
    "range is an array": b'{"range":[1,2]}',
    "unknown range member": b'{"range":{"limit":1}}',
    "take zero": b'{"range":{"take":0}}',
    "take 1001": b'{"range":{"take":1001}}',
    "take negative": b'{"range":{"take":-1}}',
    "take a fraction": b'{"range":{"take":1.5}}',
    "take text": b'{"range":{"take":"1"}}',
    "take true": b'{"range":{"take":true}}',
    "take enormous": b'{"range":{"take":1e300}}',
    "take beyond 64 bits": b'{"range":{"take":18446744073709551616}}',
    "skip negative": b'{"range":{"skip":-1}}',
    "skip a fraction": b'{"range":{"skip":0.5}}',
    "skip beyond 64 bits": b'{"range":{"skip":9223372036854775808}}',
    "skip 400 digits": b'{"range":{"skip":' + b"9" * 400 + b"}}",
    "duplicates by number form": b'{"range":{"take":1,"take":1.0}}',
}


# Well-formed JSON that the contract of setEmbeddings refuses.
EMBEDDINGS: Final[Mapping[str, bytes]] = {
    "object": b"{}",
    "array of null": b"[null]",
    "array of numbers": b"[1]",
    "empty object": b"[{}]",
    "no values": b'[{"name":"a"}]',
    "no name": b'[{"values":[1]}]',
    "unknown member": b'[{"name":"a","values":[1],"x":1}]',
    "name empty": b'[{"name":"","values":[1]}]',
    "name of a path": b'[{"name":"../a","values":[1]}]',
    "name with newline": b'[{"name":"a\n","values":[1]}]',
    "name of 65 characters": b'[{"name":"' + b"n" * 65 + b'","values":[1]}]',
    "name twice": b'[{"name":"a","values":[1]},{"name":"a","values":[2]}]',
    "values null": b'[{"name":"a","values":null}]',
    "values empty": b'[{"name":"a","values":[]}]',
    "values a text": b'[{"name":"a","values":"1,2"}]',
    "values of texts": b'[{"name":"a","values":["1"]}]',
    "values of booleans": b'[{"name":"a","values":[true]}]',
    "values of arrays": b'[{"name":"a","values":[[1]]}]',
    "zero": b'[{"name":"a","values":[0,0]}]',
    "minus zero": b'[{"name":"a","values":[-0.0]}]',
    "zero in 32 bits": b'[{"name":"a","values":[1e-300,-1e-60]}]',
    "beyond 32 bits": b'[{"name":"a","values":[3.5e38]}]',
    "below 32 bits": b'[{"name":"a","values":[-1e308]}]',
    "4,097 values": b'[{"name":"a","values":[' + b",".join([b"1"] * 4_097) + b"]}]",
    "a million values": b'[{"name":"a","values":[' + b",".join([b"1"] * 1_000_000) + b"]}]",
    "33 embeddings": b"[" + b",".join(b'{"name":"n%d","values":[1]}' % n for n in range(33)) + b"]",
}
# The same for a single embedding.
EMBEDDING: Final[Mapping[str, bytes]] = {
    "array": b"[]",
    **{name: body[1:-1] for name, body in EMBEDDINGS.items() if body[:2] == b"[{" and body.count(b"{") == 1},
}
_ALL: Final[Mapping[str, Mapping[str, bytes]]] = {
    "tags": TAGS,
    "features": FEATURES,
    "embeddings": EMBEDDINGS,
    "embedding": EMBEDDING,
}


def nested(depth: int) -> Mapping[str, bytes]:
    """Arrays, objects, and both in turn, `depth` levels deep, closed and unclosed."""
    return {
        f"arrays {depth} deep": b"[" * depth + b"]" * depth,
        f"objects {depth} deep": b'{"a":' * depth + b"1" + b"}" * depth,
        f"arrays {depth} deep, unclosed": b"[" * depth,
        f"objects {depth} deep, unclosed": b'{"a":' * depth,
    }


def cases(target: Target) -> list[Case]:
    """Every invalid body, sent to the operations that it concerns."""
    found: list[Case] = []

    def add(name: str, operation: JsonOperation, body: bytes) -> None:
        fine = body == b"" and not operation.required
        statuses = TOO_LARGE if len(body) > operation.cap else FINE if fine else REFUSED
        found.append(Case(f"{operation.name}: {name}", target.send(operation, body, (JSON,)), statuses))

    for operation in target.json_operations():
        for name, body in MALFORMED.items():
            add(name, operation, body)
        for name, body in _ALL.get(operation.kind, SEARCH).items():
            add(name, operation, body)
        for name, body in FILTERS.items():
            if operation.kind == "search":
                add(f"filter, {name}", operation, b'{"filter":' + body + b"}")
            elif operation.kind == "filter":
                add(f"filter, {name}", operation, body)
    firsts = {operation.kind: operation for operation in reversed(target.json_operations())}
    tags, search = firsts["tags"], firsts["search"]
    for depth in (65, 1_000, 10_000, 100_000, 1_000_000):
        for name, body in nested(depth).items():
            add(name, tags, body)
            add(name, search, body)
    for name, path in (("ensureTags", target.ensure), ("ensureFeatures", target.ensure_features)):
        found.append(Case(f"{name}: no values", target.put(b"[]", target=path), REFUSED))
    twice = b"[" + b",".join([_text("string", "a")[1:-1]] * 2) + b"]"
    found.append(Case("ensureFeatures: one twice", target.put(twice, target=target.ensure_features), REFUSED))
    return found
