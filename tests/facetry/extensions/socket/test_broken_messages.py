"""Every message is answered or logged: texts with halves of characters are taken, and other faults have a consequence
for whoever waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
import socketio

from facetry.extensions.socket import messages, packet_server
from facetry.extensions.socket.peer import Peer, RefusedAnswerError, SocketClosedError, UnansweredError
from facetry.http.websocket import MAX_MESSAGE_BYTES
from facetry.system.log_rate_limit import ClientLogLimit
from tests.support.extensions.raw_socket import RawSocket, raw_socket
from tests.support.extensions.sockets import (
    MASTER,
    SDK,
    TAGGER,
    GatewayServer,
    connect_client,
    connection_message,
    serve_gateway,
    until,
)

BASE = {"apiKey": TAGGER, "extensionId": "tagger"}
HALF = "\ud83d"
TEXT = "not UTF-8: \udcff, cut: \ud83d"
REPAIRED = "not UTF-8: �, cut: �"


@pytest.fixture(autouse=True)
def fresh_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test may log one line of each kind."""
    for log in (packet_server.log, messages.log):
        monkeypatch.setattr(log, "filters", [ClientLogLimit()])


@asynccontextmanager
async def tagger_socket() -> AsyncIterator[tuple[GatewayServer, RawSocket]]:
    """A gateway, and a socket of the extension `tagger`, which is ready."""
    async with serve_gateway() as server, raw_socket(server, connection_message(TAGGER, "tagger")) as raw:
        await until(lambda: server.gateway.is_ready("tagger"))
        yield server, raw


def run(test: Callable[[GatewayServer, RawSocket], Awaitable[None]]) -> None:
    async def main() -> None:
        async with tagger_socket() as (server, raw):
            await test(server, raw)
            assert raw.is_open

    asyncio.run(main())


def sent(event: str, value: object, number: object = "") -> str:
    return f"2{number}{json.dumps([event, value])}"


def test_log_lines_intents_and_acknowledgements_with_half_a_character_arrive() -> None:
    async def hook(message: Mapping[str, Any]) -> Any:
        return {"found": TEXT} if message["channel"] == "image.created" else True

    async def main() -> None:
        async with serve_gateway() as server, connect_client(server, hook) as (peer, _):
            await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
            await until(lambda: server.gateway.is_ready("tagger"))
            await peer.emit("instructions", {**BASE, "log": {"message": TEXT, "level": "info"}})
            assert await peer.call("instructions", {**BASE, "intent": {HALF: {TEXT: [TEXT]}}}) == {"value": 7}
            log, intent = server.session_handler.instructions
            assert log.content == {"message": REPAIRED, "level": "info"}
            assert intent.content == {"�": {REPAIRED: [REPAIRED]}}
            answer = await server.gateway.deliver("tagger", "image.created", {"id": "7"}, event_time=1, seconds=5)
            assert answer == {"found": REPAIRED}

    asyncio.run(main())


def test_attachments_go_with_half_a_character() -> None:
    async def test(server: GatewayServer, raw: RawSocket) -> None:
        bundle = {"serveBundle": {"content": {"_placeholder": True, "num": 0}, "settings": {"a": TEXT}}}
        await raw.send("51-2" + json.dumps(["instructions", {**BASE, "intent": bundle}]), b"PK")
        assert await raw.next() == '32[{"value":7}]'
        (intent,) = server.session_handler.instructions
        assert intent.content == {"serveBundle": {"content": b"PK", "settings": {"a": REPAIRED}}}

    run(test)


def test_identifiers_with_half_a_character_are_those_of_nobody() -> None:
    async def test(server: GatewayServer, raw: RawSocket) -> None:
        for broken in ({"extensionId": f"tagger{HALF}"}, {"apiKey": f"{TAGGER}{HALF}"}):
            message = {**BASE, **broken, "intent": {"toast": {}}}
            assert "error" in (await raw.answer_to(sent("instructions", message, 5), 5))[0]
        await raw.send(sent("instructions", {**BASE, "contextId": HALF, "log": {"message": "x", "level": "info"}}))
        await until(lambda: len(server.session_handler.instructions) == 1)
        assert server.session_handler.instructions[0].context_id == "�"
        assert (await raw.answer_to(sent(f"instructions{HALF}", {}, 6), 6)) == [
            {"error": "There is no event instructions�."}
        ]

    run(test)


@pytest.mark.parametrize(
    ("packet", "error"),
    [
        ('28["instructions",NaN]', "not JSON"),
        ('28["instructions",{"intent":{"toast":{"a":-Infinity}}}]', "not JSON"),
        ('28["instructions",{"intent":', "not JSON"),
        ('28["instructions",' + "[" * 5_000 + "]" * 5_000 + "]", "depth limit"),
        ('28["instructions",' + "[" * 500 + "]" * 500 + "]", "deeper than 128 levels"),
        ("28", "without a name"),
        ('28{"instructions":{}}', "without a name"),
        ('28["connect"]', "without a name"),
        ('28["sing",{}]', "no event sing"),
        ('28["events",{}]', "no event events"),
        ('28["instructions"]', "exactly one of"),
        ('28["instructions",7]', "exactly one of"),
        ('28["instructions",{"apiKey":"key-of-tagger","extensionId":"tagger"}]', "exactly one of"),
        (sent("instructions", {**BASE, "log": "text"}, 8), "exactly one of"),
        (sent("instructions", {**BASE, "log": {"message": 7, "level": "info"}}, 8), "/log/message"),
        (sent("instructions", {**BASE, "contextId": 7, "intent": {"toast": {}}}, 8), "/contextId"),
        (sent("instructions", {**BASE, "extensionId": [], "intent": {}}, 8), "/extensionId"),
        (sent("instructions", {**BASE, "apiKey": MASTER, "intent": {"toast": {}}}, 8), "not that of the socket"),
        ('517-8["instructions",{}]', "more than 16 attachments"),
        ('50-8["instructions",{"intent":{"_placeholder":true,"num":0}}]', "no attachment"),
    ],
)
def test_whoever_waits_for_an_answer_gets_an_error_and_the_log_has_it(
    packet: str, error: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(server: GatewayServer, raw: RawSocket) -> None:
        (answer,) = await raw.answer_to(packet, 8)
        assert list(answer) == ["error"]
        assert error in answer["error"]
        assert await raw.answer_to(sent("instructions", {**BASE, "intent": {"toast": {}}}, 9), 9) == [{"value": 7}]
        assert len(server.session_handler.instructions) == 1
        ((extension, fault),) = server.session_handler.refusals
        assert (extension, fault) == ("tagger", answer["error"])

    run(test)
    (line,) = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert TAGGER not in line
    assert error.removeprefix("/") in line or "sing" in line or "events" in line


@pytest.mark.parametrize(
    ("packet", "line"),
    [
        ('2["instructions",NaN]', "a packet of the extension tagger was refused: It is not JSON"),
        ("9", "a packet of the extension tagger was refused: It does not begin"),
        ("", "a packet of the extension tagger was refused: It does not begin"),
        ("4{}", "Only a service sends"),
        ('[["x"]]', "It does not begin"),
        ('2["sing"]', "an event of the extension tagger was ignored: There is no event sing."),
        ('2/other,["instructions",{}]', "It came before its socket was open."),
        ('38["x"]', "an acknowledgement of the extension tagger was ignored"),
        ("30[]", "an acknowledgement of the extension tagger was ignored"),
        ("3[]", "without an array, or without a number"),
        ('2["instructions",{"log":{}}]', "ignored an invalid message `instructions` of the extension tagger"),
        ('2["connection",{}]', "ignored an invalid message `connection`"),
    ],
)
def test_other_faults_are_logged_once_in_a_period_and_the_socket_stays_of_use(
    packet: str, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(server: GatewayServer, raw: RawSocket) -> None:
        for _ in range(30):
            await raw.send(packet)
        assert await raw.answer_to(sent("instructions", {**BASE, "intent": {"toast": {}}}, 9), 9) == [{"value": 7}]
        delivery = asyncio.create_task(
            server.gateway.deliver("tagger", "image.created", {"id": "7"}, event_time=1, seconds=5)
        )
        assert (await raw.next()).startswith("21[")
        await raw.send("31[5]")
        assert await delivery == 5

    run(test)
    (logged,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert line in logged


@pytest.mark.parametrize(
    ("packet", "fault"),
    [
        ("31[NaN]", "not JSON"),
        ("31[", "not JSON"),
        ("31", "without an array"),
        ('31{"success":true}', "without an array"),
        ('31"text"', "without an array"),
        ("31[" + "[" * 300 + "]" * 301, "deeper than"),
        ('60-1[{"_placeholder":true,"num":0}]', "no attachment"),
        ('617-1["x"]', "more than 16 attachments"),
    ],
)
def test_an_acknowledgement_that_is_not_valid_ends_the_wait(
    packet: str, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(server: GatewayServer, raw: RawSocket) -> None:
        delivery = asyncio.create_task(server.gateway.deliver("tagger", "x", {}, event_time=1, seconds=60))
        assert (await raw.next()).startswith("21[")
        await raw.send(packet)
        with pytest.raises(RefusedAnswerError, match=fault):
            async with asyncio.timeout(5):
                await delivery

    run(test)
    assert any(fault in record.getMessage() for record in caplog.records)


def test_a_second_acknowledgement_and_numbers_of_no_delivery_change_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def test(server: GatewayServer, raw: RawSocket) -> None:
        for number in (1, 2):
            delivery = asyncio.create_task(server.gateway.deliver("tagger", "x", {}, event_time=1, seconds=5))
            assert (await raw.next()).startswith(f"2{number}[")
            for packet in ("30[]", "37[]", f"3{number + 1}[]", f"3{number}[{number}]", f"3{number}[7]"):
                await raw.send(packet)
            assert await delivery == number

    run(test)
    (line,) = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert "Nothing waits for it." in line


def test_a_packet_between_the_attachments_of_another_is_taken(caplog: pytest.LogCaptureFixture) -> None:
    async def test(server: GatewayServer, raw: RawSocket) -> None:
        await raw.attach(b"of nothing")
        await raw.send('51-4["instructions",{"_placeholder":true,"num":0}]')
        await raw.send(sent("instructions", {**BASE, "intent": {"toast": {}}}, 5))
        assert await raw.next() == '34[{"error":"Another packet came before its attachments."}]'
        assert await raw.next() == '35[{"value":7}]'
        await raw.attach(b"too late")
        await raw.send('51-6["instructions",{"_placeholder":true,"num":1}]', b"x")
        assert await raw.next() == '36[{"error":"A placeholder names no attachment."}]'

    run(test)
    lines = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert lines[0] == "an attachment of the extension tagger was ignored: It belongs to no packet."
    assert len(lines) == 2


@pytest.mark.parametrize(
    "member",
    [
        {"log": {"message": b"x", "level": "info"}},
        {"log": {"message": "x", "level": b"info"}},
        {"contextId": b"x", "log": {"message": "x", "level": "info"}},
        {"contextId": b"x", "notification": {}},
        {"acknowledgment": {"success": b"x"}},
        {"acknowledgment": b"x"},
    ],
)
def test_bytes_are_no_text(member: dict[str, Any]) -> None:
    async def main() -> None:
        async with serve_gateway() as server, connect_client(server) as (peer, _):
            await peer.call("connection", connection_message(TAGGER, "tagger"))
            answer = await peer.call("instructions", {**BASE, **member})
            assert list(answer) == ["error"]
            assert peer.connected
            assert server.session_handler.instructions == []

    asyncio.run(main())


@pytest.mark.parametrize("extras", ["7", '{"a":1},"x"', "null,null,null"])
def test_further_values_of_an_event_are_ignored(extras: str) -> None:
    async def test(_: GatewayServer, raw: RawSocket) -> None:
        message = json.dumps({**BASE, "intent": {"toast": {}}})
        assert await raw.answer_to(f'28["instructions",{message},{extras}]', 8) == [{"value": 7}]

    run(test)


def test_long_integers_and_repeated_members_are_taken_as_javascript_takes_them() -> None:
    async def test(server: GatewayServer, raw: RawSocket) -> None:
        start = '"apiKey":"key-of-tagger","extensionId":"tagger"'
        notification = '{"n":123456789012345678901234567890,"m":-9007199254740993,"m":18446744073709551615}'
        await raw.send(f'2["instructions",{{{start},"notification":{notification}}}]')
        await until(lambda: len(server.session_handler.instructions) == 1)
        content = server.session_handler.instructions[0].content
        assert content == {"n": 123456789012345678901234567890.0, "m": 2**64 - 1}

    run(test)


def test_sockets_without_a_key_get_no_object_which_would_say_that_they_are_known(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packet_server.log, "filters", [])

    async def main() -> None:
        async with serve_gateway() as server, raw_socket(server) as raw:
            for packet in ('28["connection",NaN]', '28["connection",', '28["sing"]', '28["connection",{"apiKey":7}]'):
                assert await raw.answer_to(packet, 8) == []
            await raw.send("31[]")
            await raw.send(sent("connection", connection_message(MASTER, more="x" * 70_000), 8))
            assert await raw.is_silent()
            assert server.gateway.front_end_count == 0
            await raw.send('51-8["connection",{"_placeholder":true,"num":0}]')
            assert await raw.next() == "38[]"
            await raw.attach(b"x")
            assert await raw.answer_to(sent("instructions", {**BASE, "intent": {"toast": {}}}, 9), 9) == [
                {"error": "The socket has not shown the key of an extension."}
            ]
            assert await raw.answer_to(sent("connection", connection_message(MASTER), 10), 10) == [
                {"maximumPayloadSizeInBytes": MAX_MESSAGE_BYTES}
            ]

    asyncio.run(main())
    lines = "\n".join(record.getMessage() for record in caplog.records)
    for fault in ("too large for a socket", "may not send attachments", "belongs to no packet", "There is no event"):
        assert fault in lines, fault


def test_packets_that_wait_for_attachments_go_with_their_socket() -> None:
    async def main() -> None:
        async with serve_gateway() as server:
            async with raw_socket(server, connection_message(TAGGER, "tagger")) as raw:
                await until(lambda: server.gateway.is_ready("tagger"))
                await raw.send('52-4["instructions",{"_placeholder":true,"num":0}]', b"x")
                await until(lambda: len(server.gateway._server._incomplete) == 1)
            await until(lambda: len(server.gateway._server._incomplete) == 0)

    asyncio.run(main())


def test_an_acknowledgement_that_comes_too_late_changes_nothing() -> None:
    late: list[Callable[..., None]] = []

    async def emit(on_acknowledged: Callable[..., None]) -> None:
        late.append(on_acknowledged)

    async def main() -> None:
        with pytest.raises(UnansweredError):
            await Peer("sid", TAGGER, "tagger").answer_to(emit, 0.01)
        late[0](7)

    asyncio.run(main())


def test_packets_before_the_socket_is_open_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with serve_gateway() as server, raw_socket(server) as raw:
            await raw.send("1")
            await raw.send(sent("connection", connection_message(MASTER), 1))
            await raw.send("31[]")
            assert await raw.is_silent()
            assert server.gateway.front_end_count == 0

    asyncio.run(main())
    (line,) = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert line == "a packet of a socket without a key was ignored: It came before its socket was open."


def test_an_oversized_packet_ends_its_socket_and_all_waits_for_it() -> None:
    async def main() -> None:
        async with tagger_socket() as (server, raw):
            delivery = asyncio.create_task(server.gateway.deliver("tagger", "x", {}, event_time=1, seconds=60))
            assert (await raw.next()).startswith("21[")
            with contextlib.suppress(ConnectionError):
                await raw.send('31["' + "x" * MAX_MESSAGE_BYTES + '"]')
            with pytest.raises(SocketClosedError):
                async with asyncio.timeout(5):
                    await delivery

    asyncio.run(main())


def test_an_intent_of_a_client_of_the_library_is_answered_also_when_it_has_no_number_of_json() -> None:
    async def main() -> None:
        async with serve_gateway() as server, connect_client(server) as (peer, _):
            await peer.call("connection", connection_message(TAGGER, "tagger"))
            try:
                answer = await peer.call("instructions", {**BASE, "intent": {"toast": {"x": float("nan")}}}, timeout=5)
            except socketio.exceptions.TimeoutError:
                pytest.fail("the intent waits for ever")
            assert "not JSON" in answer["error"]

    asyncio.run(main())
