"""Reading packets of clients: what is not valid has a fault, whatever it is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetry.extensions.socket.received_packet import MAX_DEPTH, PacketType, ReceivedPacket, read_packet


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    ("text", "type_", "namespace", "number", "data"),
    [
        ('2["x",{"a":1}]', PacketType.EVENT, "/", None, ["x", {"a": 1}]),
        ('217["x"]', PacketType.EVENT, "/", 17, ["x"]),
        ('2/other,17["x"]', PacketType.EVENT, "/other", 17, ["x"]),
        ('2/other?token=1,["x"]', PacketType.EVENT, "/other", None, ["x"]),
        ("0", PacketType.CONNECT, "/", None, None),
        ('0{"token":"x"}', PacketType.CONNECT, "/", None, {"token": "x"}),
        ("0/other", PacketType.CONNECT, "/other", None, None),
        ("1", PacketType.DISCONNECT, "/", None, None),
        ("31[]", PacketType.ACKNOWLEDGEMENT, "/", 1, []),
        (
            '50-7["x",{"_placeholder":false,"num":0}]',
            PacketType.BINARY_EVENT,
            "/",
            7,
            ["x", {"_placeholder": False, "num": 0}],
        ),
        (r'23["x\ud83d",{"\udcff":"\ud83d"}]', PacketType.EVENT, "/", 3, ["x�", {"�": "�"}]),
        (f'2["x",{nested(MAX_DEPTH - 1)}]', PacketType.EVENT, "/", None, None),
    ],
)
def test_valid_packets(text: str, type_: PacketType, namespace: str, number: int | None, data: object) -> None:
    packet = read_packet(text)
    assert (packet.fault, packet.type, packet.namespace, packet.number) == (None, type_, namespace, number)
    assert packet.is_complete
    assert data is None or packet.data == data


@pytest.mark.parametrize(
    ("text", "number", "fault"),
    [
        ("", None, "begin"),
        ("9", None, "begin"),
        ("²", None, "begin"),
        (["x"], None, "begin"),
        (None, None, "begin"),
        ('5["x"]', None, "begin"),
        ('2["x"', None, "not JSON"),
        ('27["x",NaN]', 7, "not JSON"),
        ('27["x",1e999]', 7, "not JSON"),
        ('217-["x",{"_placeholder":true,"num":0}]', 17, "not JSON"),
        ("27" + nested(2_000), 7, "depth limit"),
        (f'27["x",{nested(MAX_DEPTH)}]', 7, "deeper than"),
        ("2" + "9" * 300 + "[]", None, "number is too long"),
        ("27", 7, "without a name"),
        ('27{"x":1}', 7, "without a name"),
        ("27[]", 7, "without a name"),
        ("27[7]", 7, "without a name"),
        ('27["connect"]', 7, "without a name"),
        ('27["disconnect"]', 7, "without a name"),
        ("37", 7, "without an array"),
        ("37{}", 7, "without an array"),
        ('37"text"', 7, "without an array"),
        ("3[1]", None, "without a number"),
        ("4{}", None, "Only a service"),
        ('517-3["x"]', 3, "more than 16 attachments"),
        ('59999999999-["x"]', None, "more than 16 attachments"),
        ('50-3["x",{"_placeholder":true,"num":0}]', 3, "no attachment"),
    ],
)
def test_faults(text: object, number: int | None, fault: str) -> None:
    packet = read_packet(text)
    assert packet.fault is not None
    assert fault in packet.fault
    assert (packet.number, packet.data, packet.is_complete) == (number, None, True)


def binary(data: str) -> ReceivedPacket:
    return read_packet(f'52-["x",{data}]')


def test_attachments_take_their_places() -> None:
    packet = binary('[{"_placeholder":true,"num":1},{"a":{"_placeholder":true,"num":0}}]')
    packet.attach(b"zero")
    assert not packet.is_complete
    packet.attach(b"one")
    assert packet.data == ["x", [b"one", {"a": b"zero"}]]


@pytest.mark.parametrize("number", ["2", "-1", '"0"', "true", "0.0", "null", "[0]"])
def test_a_placeholder_without_an_attachment_is_a_fault(number: str) -> None:
    packet = binary(f'{{"_placeholder":true,"num":{number}}}')
    packet.attach(b"zero")
    packet.attach(b"one")
    assert packet.fault == "A placeholder names no attachment."


TEXTS = st.text(alphabet='0123456789-/,[]{}":x\\ud83\ndefalse', max_size=30)


@given(TEXTS | TEXTS.map('27["x",'.__add__) | st.none() | st.lists(st.integers()))
@settings(max_examples=2_000, deadline=None)
def test_reading_never_fails(text: object) -> None:
    packet = read_packet(text)
    assert packet.type is not None or packet.fault is not None
    assert packet.data is None or packet.fault is None
