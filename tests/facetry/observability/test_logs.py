"""The lines of the log, as text and as JSON: nothing in a record can forge a line, and no line has a key."""

import asyncio
import contextvars
import json
import logging
import re
import threading
import warnings

import pytest

from facetry.observability import redaction
from facetry.observability.logs import MAX_CHARACTERS, LogFormat, set_up_logging
from facetry.observability.requests import begin_request, current_request
from tests.facetry.observability.log_lines import log_lines

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
FORGERY = "2026-01-01T00:00:00.000Z ERROR the disk failed"
HOSTILE = [
    f"a\n{FORGERY}",
    f"a\r{FORGERY}",
    f"a\r\n{FORGERY}",
    f"a\u2028{FORGERY}",
    f"a\u0085{FORGERY}",
    f"a\x0b{FORGERY}",
    "\x1b[2J\x1b]0;title\x07",
    "\x9b2J",
    "safe\u202egnp.exe",
    "\u2066hidden\u2069",
    "\x7f\x00",
    "\ud800 lone",
    'quote" back\\slash = equal',
    "x" * 1_000_000,
]


@pytest.fixture(autouse=True)
def restored_logging(monkeypatch: pytest.MonkeyPatch) -> object:
    """The logging of the process is as before at the end of a test."""
    root, facetry = logging.getLogger(), logging.getLogger("facetry")
    handlers, levels = root.handlers[:], (root.level, facetry.level)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    yield
    logging.captureWarnings(False)
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    facetry.setLevel(levels[1])


def test_a_line_of_text_has_time_level_message_and_fields() -> None:
    with log_lines("text") as lines:
        lines.logger.warning("%s is gone", "a folder", extra={"kind": "x.y", "reason": "no disk", "count": 3})
    (line,) = lines.read()
    assert re.fullmatch(rf'{TIME} WARNING a folder is gone kind=x\.y reason="no disk" count=3', line), line


def test_a_line_of_json_has_the_same() -> None:
    with log_lines("json") as lines:
        lines.logger.warning("%s is gone", "a folder", extra={"kind": "x.y", "reason": "no disk", "count": 3})
    (line,) = lines.read()
    entry = json.loads(line)
    assert re.fullmatch(TIME, entry.pop("time"))
    assert entry == {
        "level": "warning",
        "logger": "facetry.test",
        "message": "a folder is gone",
        "kind": "x.y",
        "reason": "no disk",
        "count": 3,
    }


@pytest.mark.parametrize("format", ["text", "json"])
@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_no_record_forges_a_line_or_controls_a_terminal(format: LogFormat, hostile: str) -> None:
    with log_lines(format) as lines:
        lines.logger.info("the file %s", hostile)
        lines.logger.info("a field", extra={"name_of_file": hostile, "path": [hostile]})
        try:
            raise ValueError(hostile)
        except ValueError:
            lines.logger.exception("failed")
    written = lines.stream.getvalue()
    assert all(character.isprintable() for character in written.replace("\n", ""))
    assert max(map(len, lines.read())) <= 12 * MAX_CHARACTERS
    if format == "json":
        assert len([json.loads(line) for line in lines.read()]) == 3
        assert written.isascii()
    else:
        starts = [line for line in lines.read() if not line.startswith("    | ")]
        assert [re.match(rf"{TIME} (INFO|ERROR) (the file|a field|failed)", line) is not None for line in starts] == (
            [True] * 3
        )


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_traceback_is_there_and_bounded(format: LogFormat) -> None:
    with log_lines(format) as lines:
        try:
            raise ValueError("\n".join(map(str, range(5_000))))
        except ValueError:
            lines.logger.exception("failed")
    text = lines.stream.getvalue()
    assert "4999" in text
    assert "lines were left out" in text
    assert len(text) < 20_000


@pytest.mark.parametrize("format", ["text", "json"])
def test_no_line_has_a_key(format: LogFormat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "_secrets", set())
    own = 'the "master\\key" of-somebody'
    redaction.never_log(own)
    redaction.never_log("short")  # would hide parts of words
    made = "fct_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_abcde"
    with log_lines(format) as lines:
        for secret in (own, made, "Bearer s3cret-of-a-client", "https://ada:passw0rd@host/x"):
            lines.logger.error("a key %s", secret, extra={"field": secret, secret: 1})
            lines.logger.error("a long text %s", "x" * (MAX_CHARACTERS - 20) + secret)
            try:
                raise RuntimeError(secret)
            except RuntimeError:
                lines.logger.exception("failed in short")
    text = lines.stream.getvalue()
    for part in ("master", "of-somebody", "AbCd", "s3cret", "passw0rd"):
        assert part not in text
    assert "[hidden]" in text
    assert "in short" in text


def test_lines_of_a_request_have_its_id_and_no_others_do() -> None:
    async def late(ending: asyncio.Event) -> None:
        lines.logger.info("during")
        await ending.wait()
        lines.logger.info("after")

    async def serve(name: str) -> str:
        request, ending = begin_request(), asyncio.Event()
        task = asyncio.create_task(late(ending))
        await asyncio.sleep(0)
        await asyncio.to_thread(lines.logger.info, "in a thread of %s", name)
        lines.logger.info("of %s", name)
        request.is_over = True
        ending.set()
        await task
        return request.id

    async def main() -> list[str]:
        return list(await asyncio.gather(asyncio.create_task(serve("a")), asyncio.create_task(serve("b"))))

    with log_lines("json") as lines:
        lines.logger.info("before")
        ids = asyncio.run(main())
    entries = [json.loads(line) for line in lines.read()]
    by_message: dict[str, list[str | None]] = {}
    for entry in entries:
        by_message.setdefault(entry["message"], []).append(entry.get("request_id"))
    assert by_message == {
        "before": [None],
        "during": ids,
        "in a thread of a": [ids[0]],
        "in a thread of b": [ids[1]],
        "of a": [ids[0]],
        "of b": [ids[1]],
        "after": [None, None],
    }
    assert len(set(ids)) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", id) for id in ids)


def test_the_current_request_ends_with_its_context() -> None:
    contextvars.copy_context().run(begin_request)
    assert current_request() is None


def test_one_set_up_takes_over_the_whole_process(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "json")
    set_up_logging("info", "json")  # replaces the first one
    logging.getLogger("facetry.x").info("ours")
    logging.getLogger("facetry.x").debug("too fine")
    logging.getLogger("some.library").warning("of a library")
    logging.getLogger("some.library").info("too fine")
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("sqlalchemy.engine.Engine").info("[('a value',)]")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("an old name", DeprecationWarning, stacklevel=1)
    thread = threading.Thread(target=lambda: 1 / 0, name="worker")
    thread.start()
    thread.join()
    entries = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [entry["logger"] for entry in entries] == ["facetry.x", "some.library", "py.warnings", "facetry"]
    assert entries[3]["thread_name"] == "worker"
    assert "ZeroDivisionError" in entries[3]["traceback"][-1]


@pytest.mark.parametrize(("level", "written"), [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)])
def test_levels(level: str, written: int, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(level)  # type: ignore[arg-type]  # all of them are levels
    for name in ("debug", "info", "warning", "error"):
        getattr(logging.getLogger("facetry.x"), name)("a line")
    logging.getLogger("facetry.access").info("answered")  # at any level, because it has a setting of its own
    assert len(capsys.readouterr().err.splitlines()) == written + 1
