"""What extensions say over their sockets is kept, bounded, and read together with what their programs write."""

from __future__ import annotations

from pathlib import Path

from facetry.extensions.process import logs
from facetry.extensions.process.output import Log
from facetry.extensions.socket import socket_log as sayings
from facetry.extensions.socket.socket_log import Sayings


def test_what_is_said_stands_between_what_is_written(tmp_path: Path) -> None:
    Log(str(tmp_path), "install", 10_000, 2).write([b"2025-12-31T00:00:00.000Z err no such package\n"])
    written = Log(str(tmp_path), "output", 10_000, 2)
    written.write([b"2026-01-01T00:00:00.000Z out first\n"])
    said = Sayings(lambda _: tmp_path)
    said.add("tagger", {"level": "warn", "message": "no sky", "entity": {"type": "image", "id": "7"}})
    said.add("tagger", {"level": "info", "message": "two\nlines"})
    written.write([b"2999-01-01T00:00:00.000Z err last\n"])
    found = logs.latest(tmp_path, 10)
    assert [(line.stream, line.text) for line in found] == [
        ("err", "no such package"),
        ("out", "first"),
        ("log", "warn: no sky [image 7]"),
        ("log", "info: two"),
        ("log", "lines"),
        ("err", "last"),
    ]
    assert [line.text for line in logs.latest(tmp_path, 2)] == ["lines", "last"]
    assert logs.latest(tmp_path, 0) == []


def test_whatever_is_said_takes_so_much_room_and_no_more(tmp_path: Path) -> None:
    said = Sayings(lambda _: tmp_path)
    for message in ("x" * 100_000, "\n" * 100_000, 5, None, "\ud800"):
        said.add("tagger", {"message": message})
    for _ in range(700):
        said.add("tagger", {"message": "x" * 100_000})
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= sayings.FILES * sayings.FILE_BYTES
    assert len(list(tmp_path.iterdir())) == sayings.FILES
    assert {len(line.text) for line in logs.latest(tmp_path, 3)} == {sayings.LINE_CHARACTERS}


def test_what_is_forgotten_holds_no_file_open(tmp_path: Path) -> None:
    said = Sayings(lambda id: tmp_path / id)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for number in range(20):
        said.add(str(number), {"message": "here"})
        said.forget(str(number))
    said.forget("nobody")
    assert len(list(Path("/proc/self/fd").iterdir())) == before
