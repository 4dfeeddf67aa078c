"""Log messages of extensions over their sockets: bounded, and merged with the output of their programs."""

from __future__ import annotations

from pathlib import Path

from facetry.extensions.process import logs
from facetry.extensions.process.output import RotatingLog
from facetry.extensions.socket import socket_log
from facetry.extensions.socket.socket_log import SocketLog


def test_socket_logs_and_program_output_are_merged_by_time(tmp_path: Path) -> None:
    RotatingLog(str(tmp_path), "install", 10_000, 2).write([b"2025-12-31T00:00:00.000Z err no such package\n"])
    program_output = RotatingLog(str(tmp_path), "output", 10_000, 2)
    program_output.write([b"2026-01-01T00:00:00.000Z out first\n"])
    log = SocketLog(lambda _: tmp_path)
    log.add("tagger", {"level": "warn", "message": "no sky", "entity": {"type": "image", "id": "7"}})
    log.add("tagger", {"level": "info", "message": "two\nlines"})
    program_output.write([b"2999-01-01T00:00:00.000Z err last\n"])
    lines = logs.latest(tmp_path, 10)
    assert [(line.stream, line.text) for line in lines] == [
        ("err", "no such package"),
        ("out", "first"),
        ("log", "warn: no sky [image 7]"),
        ("log", "info: two"),
        ("log", "lines"),
        ("err", "last"),
    ]
    assert [line.text for line in logs.latest(tmp_path, 2)] == ["lines", "last"]
    assert logs.latest(tmp_path, 0) == []


def test_socket_logs_are_bounded_on_the_disk(tmp_path: Path) -> None:
    log = SocketLog(lambda _: tmp_path)
    for message in ("x" * 100_000, "\n" * 100_000, 5, None, "\ud800"):
        log.add("tagger", {"message": message})
    for _ in range(700):
        log.add("tagger", {"message": "x" * 100_000})
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= socket_log.MAX_FILES * socket_log.FILE_BYTES
    assert len(list(tmp_path.iterdir())) == socket_log.MAX_FILES
    assert {len(line.text) for line in logs.latest(tmp_path, 3)} == {socket_log.MAX_LINE_CHARACTERS}


def test_closed_logs_hold_no_file_open(tmp_path: Path) -> None:
    log = SocketLog(lambda id: tmp_path / id)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for number in range(20):
        log.add(str(number), {"message": "here"})
        log.close(str(number))
    log.close("nobody")
    assert len(list(Path("/proc/self/fd").iterdir())) == before
