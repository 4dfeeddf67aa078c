"""Turns the log of an extension into lines for its author: one finding for each bug, with paths of their folder."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ERRORS: Final = "err"
_MAX_WAITS: Final = 20
"""How often the log is read without a new line, before a trace without its end is reported."""
_TRACEBACK: Final = "Traceback (most recent call last):"
_KIT_ERROR: Final = re.compile(r"ERROR facetry[_-]extension\S* ")
_PYTHON_FRAME: Final = re.compile(r'  File "(?P<path>[^"]+)", line (?P<line>\d+)')
_NODE_FRAME: Final = re.compile(r"\s+at (?:.*\()?(?:file://)?(?P<path>[^():]+):(?P<line>\d+):\d+\)?$")
_MARKS: Final = re.compile(r"\s*[\^~]+\s*$")
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_IMAGE: Final = re.compile(r" \[image \S+\]$")


@dataclass(frozen=True, slots=True)
class _Finding:
    """An error, the places in the author's folder that it went through, and the code there."""

    error: str
    places: tuple[tuple[str, str], ...]

    @property
    def key(self) -> tuple[str, str]:
        """Equal for one bug: its last place and the kind of the error, or the error without ids."""
        if self.places:
            return self.places[-1][0], self.error.partition(":")[0]
        return "", _UUID.sub("", self.error)

    @property
    def place(self) -> str:
        """Its last place in the author's folder; empty if it has none."""
        return self.places[-1][0] if self.places else ""

    def __str__(self) -> str:
        callers = "".join(f"\n    called from {place}: {code}" for place, code in reversed(self.places[:-1]))
        code = f"\n    {self.places[-1][1]}" if self.places and self.places[-1][1] else ""
        return f"{self.place}: error: {self.error}{code}{callers}" if self.place else f"error: {self.error}"


@dataclass
class LogFindings:
    """The log of the extension `id`, whose author works in `folder`."""

    folder: Path
    id: str = ""
    _counts: dict[tuple[str, str], int] = field(default_factory=dict)
    _findings: dict[tuple[str, str], _Finding] = field(default_factory=dict)
    _reported_counts: dict[tuple[str, str], int] = field(default_factory=dict)
    _last_counts: dict[tuple[str, str], int] = field(default_factory=dict)
    _open_block: list[Mapping[str, Any]] = field(default_factory=list)
    _waits: int = 0

    def begin(self, id: str) -> None:
        """Forget all findings: the extension was loaded again, and its bugs may be mended."""
        self.id = id
        for memory in (self._counts, self._findings, self._reported_counts, self._last_counts):
            memory.clear()
        self._open_block.clear()

    def map_paths(self, text: str) -> str:
        """The text with the author's folder in the place of the installed copy."""
        return re.sub(rf"[^\s\"'(]*/installed/{re.escape(self.id)}/[0-9a-f]{{32}}(?=[/\s\"':)]|$)", self._folder, text)

    def lines(self, new_lines: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any] | None, str]]:
        """What to report of new lines: a finding, or a line with its text. Repeated findings are only counted."""
        lines, self._open_block = [*self._open_block, *new_lines], []
        self._waits = 0 if new_lines else self._waits + 1
        start = 0
        while start < len(lines):
            end = _block_end(lines, start)
            is_trace = end - start > 1 or _KIT_ERROR.match(lines[start]["text"])
            if end == len(lines) and is_trace and (new_lines or self._is_waited_for(lines[start:])):
                self._open_block = lines[start:]  # more of it may come
                return
            block, start = lines[start:end], end
            finding = self._finding(block)
            if finding is None:
                for line in block:
                    if not self._is_known(line):
                        yield line, f"{line.get('stream')} {self.map_paths(line['text'])}"
            else:
                self._counts[finding.key] = self._counts.get(finding.key, 0) + 1
                if finding.key not in self._findings:
                    self._findings[finding.key] = finding
                    self._reported_counts[finding.key] = 1
                    yield None, str(finding)

    def _is_waited_for(self, block: Sequence[Mapping[str, Any]]) -> bool:
        """Whether the rest of a trace is waited for, although no lines have come: a busy machine may send it later."""
        last: str = block[-1]["text"]
        is_cut = last.startswith((_TRACEBACK, " ")) and any(line["text"].startswith(_TRACEBACK) for line in block)
        return is_cut and self._waits <= _MAX_WAITS

    def repeats(self) -> Iterator[str]:
        """A line for each finding that was repeated, once no more repeats come."""
        for key, count in self._counts.items():
            if count == self._last_counts.get(key) and count > self._reported_counts[key]:
                self._reported_counts[key] = count
                finding = self._findings[key]
                yield f"{finding.place or finding.error}: the same error, {count} times in all"
        self._last_counts = dict(self._counts)

    @property
    def _folder(self) -> str:
        return str(self.folder).replace("\\", r"\\")

    def _finding(self, block: Sequence[Mapping[str, Any]]) -> _Finding | None:
        texts = [self.map_paths(line["text"]) for line in block]
        if _KIT_ERROR.match(texts[0]):
            texts = texts[1:]
        if len(texts) < 2:
            return None
        is_python = texts[0].startswith(_TRACEBACK)
        error = texts[-1] if is_python else texts[0]
        frames = texts[1:-1] if is_python else list(reversed(texts[1:]))
        return _Finding(error, tuple(self._places(frames, _PYTHON_FRAME if is_python else _NODE_FRAME)))

    def _places(self, frames: Sequence[str], pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
        prefix = f"{self.folder}/"
        for number, text in enumerate(frames):
            match = pattern.match(text)
            if match and match["path"].startswith(prefix) and "/node_modules/" not in match["path"]:
                code = frames[number + 1].strip() if pattern is _PYTHON_FRAME and number + 1 < len(frames) else ""
                yield f"{match['path']}:{match['line']}", "" if code.startswith("File ") else code

    def _is_known(self, line: Mapping[str, Any]) -> bool:
        """Whether the line repeats the error of a finding: the kits also send it to the log, for each image."""
        text = _UUID.sub("", _IMAGE.sub("", line["text"]).removeprefix("error: "))
        return any(text == _UUID.sub("", finding.error) for finding in self._findings.values())


def _block_end(lines: Sequence[Mapping[str, Any]], start: int) -> int:
    """The end of the block of lines that begins at `start`: a line, or an error with its trace."""
    position = start
    if lines[start].get("stream") != ERRORS:
        return start + 1
    if _KIT_ERROR.match(lines[start]["text"]) and _is_error_line(lines, start + 1):
        position += 1
    if lines[position]["text"].startswith(_TRACEBACK):
        position += 1
        while _is_error_line(lines, position) and lines[position]["text"].startswith(" "):
            position += 1
        return min(position + 1, len(lines)) if _is_error_line(lines, position) or position == len(lines) else position
    end = position + 1
    while _is_error_line(lines, end) and _NODE_FRAME.match(lines[end]["text"]):
        end += 1
    is_cut = position > start and end == len(lines)  # the trace may follow
    return end if end > position + 1 or is_cut else start + 1


def _is_error_line(lines: Sequence[Mapping[str, Any]], position: int) -> bool:
    return position < len(lines) and lines[position].get("stream") == ERRORS
