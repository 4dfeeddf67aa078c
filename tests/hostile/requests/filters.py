"""Search filters that are refused, in a search and in a collection."""

import json
from collections.abc import Mapping
from typing import Final

_UNKNOWN: Final = b"00000000-0000-4000-8000-000000000000"


_NO_TEXTS: Final[tuple[object, ...]] = (1, True, None, [], {}, "a" * 4_097)


def _nest(depth: int, way: str = "all") -> bytes:
    """Criteria within criteria."""
    return b'{"criteria":' + b'{"%b":[' % way.encode() * (depth - 1) + b"{}" + b"]}" * (depth - 1) + b"}"


def _condition(**parts: object) -> bytes:
    """A filter with one condition on features, some of its parts changed."""
    condition = {"format": "string", "operator": "equals", "value": "a", **parts}
    return json.dumps({"criteria": {"features": {"operator": "and", "conditions": [condition]}}}).encode()


def _keyword(**parts: object) -> bytes:
    """A filter with a keyword, some of its parts changed."""
    keyword = {"text": "a", "inName": True, "inMetadata": False, "inFeatures": False, **parts}
    return json.dumps({"criteria": {"keyword": keyword}}).encode()


def _similar(**parts: object) -> bytes:
    """A filter with a similarity of a registered extension."""
    return json.dumps({"criteria": {"similarity": {"extensionId": "hostile-tests", "name": "a", **parts}}}).encode()


# Well-formed JSON that the contract of every filter refuses, in a search and in a collection.
FILTERS: Final[Mapping[str, bytes]] = {
    **{f"nine levels of {way}": _nest(9, way) for way in ("all", "any", "none")},
    "30 levels": _nest(30),
    "31 levels": _nest(31),
    "40 levels": _nest(40),
    "16 times 16 criteria": b'{"criteria":{"all":['
    + b",".join([b'{"any":[' + b",".join([b"{}"] * 16) + b"]}"] * 16)
    + b"]}}",
    "60,000 criteria": b'{"criteria":{"all":[' + b",".join([b"{}"] * 60_000) + b"]}}",
    "all of nothing": b'{"criteria":{"all":[]}}',
    "any of null": b'{"criteria":{"any":[null]}}',
    "none of arrays": b'{"criteria":{"none":[[]]}}',
    "all an object": b'{"criteria":{"all":{}}}',
    "a misspelt criterion within": b'{"criteria":{"any":[{"tag":{}}]}}',
    "no format": b'{"criteria":{"formats":[]}}',
    "unknown format": b'{"criteria":{"formats":["BMP"]}}',
    "format in lower case": b'{"criteria":{"formats":["png"]}}',
    "format twice": b'{"criteria":{"formats":["PNG","PNG"]}}',
    "formats of null": b'{"criteria":{"formats":[null]}}',
    "keyword a string": b'{"criteria":{"keyword":"a"}}',
    "keyword without a place": b'{"criteria":{"keyword":{"text":"a"}}}',
    "keyword in no place": _keyword(inName=False),
    "keyword in a place of text": _keyword(inFeatures="true"),
    "keyword in a place of number": _keyword(inMetadata=1),
    "keyword of null": _keyword(text=None),
    "keyword of 257 characters": _keyword(text="a" * 257),
    "keyword with nul": _keyword(text="a\0"),
    "keyword with half a surrogate pair": b'{"criteria":{"keyword":'
    b'{"text":"\\ud800","inName":true,"inMetadata":true,"inFeatures":true}}}',
    "features empty": b'{"criteria":{"features":{}}}',
    "features an array": b'{"criteria":{"features":[]}}',
    "features of no condition": b'{"criteria":{"features":{"operator":"and","conditions":[]}}}',
    "nine levels of features": b'{"criteria":{"features":'
    + b'{"operator":"not","conditions":[],"features":' * 8
    + b'{"operator":"or","conditions":[{"format":"boolean","operator":"equals","value":true}]}'
    + b"}" * 8
    + b"}}",
    **{f"feature value {str(value)[:20]}": _condition(value=value) for value in _NO_TEXTS},
    **{
        f"integer feature {value!r}": _condition(format="integer", value=value)
        for value in ("1", 1.5, True, 2**53, 1e300, -(2**63))
    },
    **{f"float feature {value!r}": _condition(format="float", value=value) for value in ("1", True, None, "NaN")},
    "text greater than": _condition(operator="greaterThan"),
    "boolean less than": _condition(format="boolean", operator="lessThan", value=True),
    "attachment contains": _condition(format="binary", operator="contains"),
    "number contains": _condition(format="float", operator="contains", value=1),
    "feature of an unknown type": _condition(type="nothing"),
    "feature of nobody": _condition(extensionId="nobody"),
    "feature of a folder": _condition(extensionId=".."),
    "feature name with quotes": _condition(name="a' OR '1'='1"),
    "feature operator of SQL": _condition(operator="= '' OR 1=1 --"),
    "range empty": b'{"criteria":{"properties":{"width":{}}}}',
    "range a number": b'{"criteria":{"properties":{"width":1}}}',
    "range of another property": b'{"criteria":{"properties":{"key":{"minimum":1}}}}',
    **{
        f"range from {value.decode()}": b'{"criteria":{"properties":{"height":{"minimum":' + value + b"}}}}"
        for value in (b"-1", b"0.5", b'"1"', b"null", b"1e300", b"9007199254740992", b"18446744073709551616")
    },
    **{
        f"range of {name} to a fraction": b'{"criteria":{"properties":{"%b":{"maximum":0.5}}}}' % name.encode()
        for name in (
            *("width", "weightInBytes", "creationDate", "modificationDate", "captureDate"),
            *("fileCreationDate", "fileModificationDate", "importDate", "updateDate"),
        )
    },
    "date from a text": b'{"criteria":{"properties":{"captureDate":{"minimum":"2009-05-17"}}}}',
    "date after the year 9999": b'{"criteria":{"properties":{"captureDate":{"minimum":253402300800000}}}}',
    "untagged by nobody": b'{"criteria":{"untaggedBy":[]}}',
    "untagged by the unknown": b'{"criteria":{"untaggedBy":["nobody"]}}',
    "untagged by 257": b'{"criteria":{"untaggedBy":[' + b",".join([b'"hostile-tests"'] * 257) + b"]}}",
    "not evaluated by the unknown": b'{"criteria":{"notEvaluatedBy":{"extensionIds":["nobody"]}}}',
    "not evaluated of another facet": b'{"criteria":{"notEvaluatedBy":{"extensionIds":["hostile-tests"],"facet":"x"}}}',
    "in no collection null": b'{"criteria":{"inNoCollection":null}}',
    "similar to nothing": _similar(),
    "similar to two things": _similar(text="a", values=[1]),
    "similar to an unknown image": _similar(image=_UNKNOWN.decode()),
    "similar by an unknown extension": _similar(extensionId="nobody", values=[1]),
    "similar to no values": _similar(values=[]),
    "similar to 4,097 values": _similar(values=[1] * 4_097),
    "similar to zero": _similar(values=[0, -0.0, 1e-300]),
    "similar beyond 32 bits": _similar(values=[1e300]),
    "similar to texts": _similar(values=["1"]),
    "similar to a long text": _similar(text="a" * 4_097),
    "similar to nul": _similar(text="a\0"),
    "similar further than 2": _similar(values=[1], maxDistance=2.5),
    "similar nearer than 0": _similar(values=[1], maxDistance=-1e-300),
    "nine similarities": b'{"criteria":{"any":['
    + b",".join([_similar(values=[1])[len(b'{"criteria":') : -1]] * 9)
    + b"]}}",
    "sorting by no distance": b'{"sorting":{"property":"distance"}}',
    "sorting by an unwanted distance": b'{"criteria":{"none":['
    + _similar(values=[1])[len(b'{"criteria":') : -1]
    + b']},"sorting":{"property":"distance"}}',
    "null": b"null",
    "unknown member of the filter": b'{"nope":1}',
    "unknown criterion": b'{"criteria":{"nope":{}}}',
    "tag values a string": b'{"criteria":{"tags":{"values":"a"}}}',
    "tag values of numbers": b'{"criteria":{"tags":{"values":[1]}}}',
    "tags of an unknown extension": b'{"criteria":{"tags":{"values":["a"],"extensionIds":["nobody"]}}}',
    "tags of no extension": b'{"criteria":{"tags":{"values":["a"],"extensionIds":[]}}}',
    "tags of an unknown operator": b'{"criteria":{"tags":{"values":["a"],"operator":"xor"}}}',
    "the sentinel as criterion": b'{"criteria":{"tags":{"values":["__empty__"]}}}',
    "a bad character as criterion": b'{"criteria":{"tags":{"values":["a b"]}}}',
    "a trailing newline as criterion": b'{"criteria":{"tags":{"values":["a\\n"]}}}',
    "an empty value as criterion": b'{"criteria":{"tags":{"values":[""]}}}',
    "10,000 criteria": b'{"criteria":{"tags":{"values":[' + b",".join(b'"t%d"' % n for n in range(10_000)) + b"]}}}",
    "no state": b'{"criteria":{"states":[]}}',
    "unknown state": b'{"criteria":{"states":["LOST"]}}',
    "state in lower case": b'{"criteria":{"states":["missing"]}}',
    "state twice": b'{"criteria":{"states":["MISSING","MISSING"]}}',
    "state no array": b'{"criteria":{"states":"MISSING"}}',
    "duplicates empty": b'{"criteria":{"duplicates":{}}}',
    "duplicates a string": b'{"criteria":{"duplicates":"samePixels"}}',
    "duplicates of unknown kind": b'{"criteria":{"duplicates":{"kind":"similar"}}}',
    "duplicates with unknown member": b'{"criteria":{"duplicates":{"kind":"samePixels","x":1}}}',
    "duplicates near nothing": b'{"criteria":{"duplicates":{"kind":"nearDuplicates"}}}',
    "duplicates near null": b'{"criteria":{"duplicates":{"kind":"nearDuplicates","of":null}}}',
    "duplicates of an unknown image": b'{"criteria":{"duplicates":{"kind":"samePixels","of":"' + _UNKNOWN + b'"}}}',
    "duplicates of upper case": b'{"criteria":{"duplicates":{"kind":"samePixels","of":"'
    + b"ABCDEF00-0000-4000-8000-000000000000"
    + b'"}}}',
    "duplicates of a number": b'{"criteria":{"duplicates":{"kind":"samePixels","of":1}}}',
    "distance without near": b'{"criteria":{"duplicates":{"kind":"samePixels","maximumDistance":1}}}',
    **{
        f"distance {distance.decode()}": b'{"criteria":{"duplicates":{"kind":"nearDuplicates","of":"'
        + _UNKNOWN
        + b'","maximumDistance":'
        + distance
        + b"}}}"
        for distance in (b"-1", b"17", b"1.5", b'"4"', b"true", b"1e300", b"18446744073709551616")
    },
    "origin of 1,001 images": b'{"origin":{"kind":"images","ids":['
    + b",".join(b'"00000000-0000-4000-8000-%012d"' % n for n in range(1_001))
    + b"]}}",
    "origin of an unknown repository": b'{"origin":{"kind":"repositories","ids":["' + _UNKNOWN + b'"]}}',
    "origin of an unknown kind": b'{"origin":{"kind":"collections","ids":[]}}',
    "sorting by nothing": b'{"sorting":{"property":"nothing","isAscending":true}}',
}
