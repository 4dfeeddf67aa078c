"""The log: every record of the service and its libraries becomes one line on standard error, as text or as JSON.

Modules log with the standard library; members of `extra` become fields of the line. structlog makes the lines. Names
and values in a line cannot forge another one: line ends, control characters and bidirectional marks become escapes.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from facetry.system.late_modules import late_modules

with late_modules("rich", "rich.console", "rich.pretty", "rich.traceback"):  # for renderers that are not used here
    import structlog

from facetry.observability import SLOW_QUERIES
from facetry.observability.redaction import hide_secrets
from facetry.observability.requests import current_request
from facetry.observability.traces import current_trace_id

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]

MAX_CHARACTERS: Final = 4_000
"""Maximum length of the message, of one field, and of one line of a traceback."""
MAX_TRACEBACK_LINES: Final = 100
_LONGEST_KEY: Final = 512

# Clients must not be able to fill the log, and the values in statements of SQLAlchemy are not for the log.
_LIBRARY_LEVELS: Final[Mapping[str, int]] = MappingProxyType(
    {"uvicorn.error": logging.ERROR, "connexion": logging.ERROR, "sqlalchemy": logging.WARNING}
)
_OWN_FIELDS: Final = frozenset({"_record", "_from_structlog", "event", "exc_info", "stack_info", "exception", "stack"})


class LogHandler(logging.Handler):
    """Writes to the current `sys.stderr`, which a progress bar replaces while it is shown."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record. A broken standard error is reported by `handleError`, and never raised."""
        try:
            sys.stderr.write(f"{self.format(record)}\n")
        except (OSError, ValueError):
            self.handleError(record)


def set_up_logging(level: LogLevel = "info", format: LogFormat = "text") -> None:
    """Log to standard error from now on: records of the service from `level` on, of its libraries from warnings on."""
    handler = LogHandler()
    handler.setFormatter(formatter(format))
    root = logging.getLogger()
    for previous in [each for each in root.handlers if isinstance(each, LogHandler)]:
        root.removeHandler(previous)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("facetry").setLevel(level.upper())
    logging.getLogger(SLOW_QUERIES).setLevel(logging.NOTSET)  # commands without a log turn it off
    logging.getLogger("facetry.access").setLevel(logging.INFO)  # who asks for it wants it at any level
    for name, library_level in _LIBRARY_LEVELS.items():
        logging.getLogger(name).setLevel(library_level)
    logging.captureWarnings(True)
    threading.excepthook = _log_thread_failure


def formatter(format: LogFormat) -> logging.Formatter:
    """What turns records into lines of one format."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.ExtraAdder(), structlog.processors.format_exc_info],
        processors=[_line_of_json if format == "json" else _line_of_text],
    )


def visible(text: str, characters: int = MAX_CHARACTERS) -> str:
    """The text on one line, without secrets, at most `characters` long before it is escaped. Characters that end a
    line, control a terminal or print nothing become escapes such as `\\x1b` or `\\u202e`.
    """
    if len(text) > characters:  # a key must not be cut in two before it is found
        hidden = hide_secrets(text[: characters + _LONGEST_KEY])
        text = hidden if len(hidden) <= characters else hidden[: characters - 1] + "…"
    else:
        text = hide_secrets(text)
    return text if text.isprintable() else "".join(map(_visible_character, text))


def _visible_character(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _line_of_text(_logger: object, _method: str, event: MutableMapping[str, Any]) -> str:
    record: logging.LogRecord = event["_record"]
    parts = [_time_of(record), record.levelname, visible(str(event["event"]))]
    parts += [f"{name}={_text_value(value)}" for name, value in _fields_of(event).items()]
    # Lines of a traceback begin with white space and a bar: no text in them looks like the beginning of a record.
    return "\n".join([" ".join(parts), *(f"    | {line}" for line in _traceback_of(event))])


def _line_of_json(_logger: object, _method: str, event: MutableMapping[str, Any]) -> str:
    record: logging.LogRecord = event["_record"]
    line = {
        "time": _time_of(record),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": visible(str(event["event"])),
        **_fields_of(event),
    }
    if traceback := _traceback_of(event):
        line["traceback"] = traceback
    return json.dumps(line, ensure_ascii=True, default=str)


def _time_of(record: logging.LogRecord) -> str:
    """The time of a record in UTC, to the millisecond."""
    return f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%S}.{int(record.msecs):03d}Z"


def _fields_of(event: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record, and the id of the request that is being answered."""
    fields = {
        visible(name): value if isinstance(value, bool | int | float) or value is None else visible(str(value))
        for name, value in event.items()
        if name not in _OWN_FIELDS
    }
    request = current_request()
    if request is not None:
        fields["request_id"] = request.id
    if (trace_id := current_trace_id()) is not None:
        fields["trace_id"] = trace_id
    return fields


def _text_value(value: Any) -> str:
    text = str(value)
    return json.dumps(text, ensure_ascii=False) if not text or set(' "=\\') & set(text) else text


def _traceback_of(event: Mapping[str, Any]) -> list[str]:
    text = "\n".join(str(event[name]) for name in ("exception", "stack_info") if event.get(name))
    lines = [visible(line) for line in text.split("\n")] if text else []
    if len(lines) > MAX_TRACEBACK_LINES:  # the innermost calls say most
        lines = [f"({len(lines) - MAX_TRACEBACK_LINES} lines were left out)", *lines[-MAX_TRACEBACK_LINES:]]
    return lines


def _log_thread_failure(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None and failure.exc_type is not SystemExit:
        name = failure.thread.name if failure.thread is not None else "unknown"
        details = (failure.exc_type, failure.exc_value, failure.exc_traceback)
        logging.getLogger("facetry").critical("a thread failed", exc_info=details, extra={"thread_name": name})
