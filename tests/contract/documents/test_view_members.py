"""Every member of every element, action and record is compared with an independent table of the interface."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

from facetry.validate import views
from tests.contract.description import ROOT
from tests.contract.documents.views import example_name, examples

# An element by its type, a record after a dot, a card or action by its place and type; then its members with their
# kinds, required ones with an asterisk. A kind in brackets lists the words.
INTERFACE: Final = """
string: value*=text representation=[plain,chip,multiline] modifiers=primitive
strings: values*=texts representation=[plain,chip,multiline] separator=[bar,comma,dot,slash,dash,space] \
modifiers=primitive
string-code: value*=text language=[xml,json,yaml] modifiers=base
xml: value*=text modifiers=base
json: value*=json modifiers=base
string-url: value*=destination label=text modifiers=primitive
identifier: value*=text modifiers=primitive
ratio: value*=ratio modifiers=primitive
dimensions: width*=pixels height*=pixels modifiers=base
color: value*=color label=text showText=flag shape=[circle,square] size=[small,medium,large] modifiers=primitive
number-unbounded: value*=number unit=text modifiers=primitive
number-stars: value*=number maximum=number modifiers=primitive
number-meter: value*=number minimum=number maximum=number label=text unit=text modifiers=primitive
boolean: value*=flag representation=[plain,badge] trueLabel=text falseLabel=text \
variant=[neutral,success,warning,danger] modifiers=primitive
timestamp: value*=timestamp format=[datetime,date,time,relative] modifiers=primitive
image-ref: src*=source alt=text aspectRatio=text placeholder=source
markdown: content*=text modifiers=base
html: content*=text modifiers=base
multi-slot: slots*=slot...
flowing: elements*=element... separator=[bar,comma,dot,slash,dash,space]
label-value: label*=text value*=element withDivider=flag
table: rows*=row... columns=column... isStriped=flag withColumnSeparators=flag withRowSeparators=flag
repeating-group: entries*=entry... title=text
collapsible-group: title*=text elements*=element... summary=text defaultExpanded=flag
divider: style=[hairline,solid,dashed]
/card: title*=text description=text actions=action...
/actions/0/button: label*=text commandId*=text extensionId=text target=text parameters=object disabled=flag \
variant=[primary,secondary,subtle,danger]
/actions/1/external-link: label*=text url*=destination
.slot: content*=element label=text width=percent
.column: header=text align=[left,center,right] width=percent widthMode=[fixed,maximum]
.row: cells*=element...
.entry: label*=text value=element elements=element...
.base: copyable=flag
.primitive: copyable=flag truncate=truncate weight=[thin,normal,heavy] intensity=[low,medium,high] monospace=flag
.truncate: characterLimit*=int32 showMore=flag
"""
SEA: Final = {"type": "string", "value": "sea"}
# kind: values that are fine, and values that are not.
KINDS: Final[dict[str, tuple[list[Any], list[Any]]]] = {
    "text": (["", "sea", "🌊"], [3, None, True, [], {}]),
    "texts": ([[], ["sea", ""]], ["sea", [3], [None], {}]),
    "json": (["{}", " 3 "], ["", "{", 3, {}]),
    "ratio": (["1", "0.75"], [1, "", "3:4", "one", "1.", ".5", "-1", "NaN"]),
    "color": (["#fff", "#FFF8", "#00ff7f", "00FF7F80"], ["", "#", "red", "#ff", "#ggg", "#fffff", "rgb(0,0,0)", 255]),
    "timestamp": (["0", "-1", "1767225600000"], [0, "", "-0", "1e3", "1.5", "+1", "01", "now", "1" * 16]),
    "source": (["https://example.org/a", "data:image/png;base64,AAAA", "a/b.png"], ["http://a/b", "", "../a", 3]),
    "destination": (["", "https://example.org/a b", "mailto:a@example.org", "a"], [" a", "a\nb", "JAVASCRIPT:a", 3]),
    "object": ([{}, {"a": [1]}], [[], "a", 3, None]),
    "action": ([{"type": "never-seen", "label": 3}], ["a", None, [], {}, {"type": 3}, {"type": "button"}]),
    "number": ([0, -1.5, 3.0, 1e300], ["3", None, True, []]),
    "pixels": ([1, 3.0, 2**63], [0, -1, 1.5, "1", True]),
    "percent": ([1, 100, 50.0], [0, 101, 1.5, "50", None]),
    "int32": ([-(2**31), 0, 2**31 - 1], [-(2**31) - 1, 2**31, 0.5, "3"]),
    "flag": ([True, False], [0, 1, "true", None]),
    "element": ([SEA, {"type": "never-seen", "value": 3}], ["sea", None, [], {}, {"type": 3}, {"type": "string"}]),
}


def _read() -> Iterator[tuple[str, dict[str, str]]]:
    for line in INTERFACE.strip().splitlines():
        name, _, members = line.partition(":")
        yield name, dict(member.split("=") for member in members.split())


TABLE: Final = dict(_read())
CASES: Final = [
    (name, member, kind)
    for name, members in TABLE.items()
    if not name.startswith(".")
    for member, kind in members.items()
]


def values(kind: str) -> tuple[list[Any], list[Any]]:
    """Valid and invalid values of a kind."""
    if kind in KINDS:
        return KINDS[kind]
    if kind.startswith("["):
        words = kind.strip("[]").split(",")
        return [*words], [words[0].upper(), "", "other", 3, None]
    if kind.endswith("..."):
        good, bad = values(kind.removesuffix("..."))
        return [[], good], [*([each] for each in bad), [*good, bad[0]], {}, None]
    members = TABLE[f".{kind}"]
    least = {name.rstrip("*"): values(inner)[0][0] for name, inner in members.items() if name.endswith("*")}
    fine = [least, {**least, "never-seen": 3}]
    wrong: list[Any] = [[], "x", 3, None, *({k: v for k, v in least.items() if k != name} for name in least)]
    for member, inner in members.items():
        good, bad = values(inner)
        fine += [{**least, member.rstrip("*"): each} for each in good]
        wrong += [{**least, member.rstrip("*"): each} for each in bad]
    return fine, wrong


def example(name: str) -> dict[str, Any]:
    """The valid example document of this name."""
    (path,) = (path for path in examples("valid") if example_name(path) == name)
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def home(name: str) -> tuple[dict[str, Any], str, dict[str, Any]]:
    """A document with one object of the type that has every member, the pointer of the object, and the object."""
    if not name.startswith("/"):
        document = example(name)
        return document, "/elements/1", document["elements"][1]
    document, place = example("card"), name.rpartition("/")[0]
    return document, place, document["actions"][int(place[-1])] if place else document


def fault_of(document: object) -> str | None:
    """The pointer of the fault of a document; None when it is valid."""
    fault = views.fault(json.dumps(document))
    return None if fault is None else fault.pointer


@pytest.mark.parametrize(("type_", "member", "kind"), CASES, ids=lambda part: part if len(part) < 30 else "")
def test_a_member_is_of_its_kind(type_: str, member: str, kind: str) -> None:
    name = member.rstrip("*")
    document, place, thing = home(type_)
    fine, wrong = values(kind)
    for value in fine:
        thing[name] = value
        assert fault_of(document) is None, value
    for value in wrong:
        thing[name] = value
        found = fault_of(document)
        assert found is not None, value
        assert f"{found}/".startswith(f"{place}/{name}/"), value
    del thing[name]
    assert fault_of(document) == (place if member.endswith("*") else None)


def test_the_table_knows_every_type_and_member() -> None:
    things = {name: members for name, members in TABLE.items() if not name.startswith(".")}
    elements = {path.stem for path in (ROOT / "specs" / "views" / "elements").glob("*.yaml")}
    assert {name for name in things if not name.startswith("/")} == elements, "extend INTERFACE in this file"
    for name, members in things.items():
        _, _, thing = home(name)
        envelope = {"schemaVersion", "elements"} if name == "/card" else {"type"}
        assert thing.keys() - envelope == {member.rstrip("*") for member in members}
