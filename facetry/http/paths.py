"""Finds the described path of a request, in a trie of segments. A concrete segment wins over a parameter."""

import re
from collections.abc import Mapping
from typing import Final, Generic, TypeVar

T = TypeVar("T")

_BAD_ESCAPE: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ESCAPE: Final = re.compile(rb"%([0-9A-Fa-f]{2})")


class PathItem(Generic[T]):
    """One described path: a value for each of its methods, and its `Allow` header."""

    __slots__ = ("allow", "methods", "parameter_names", "template")

    def __init__(self, template: str, methods: Mapping[str, T]) -> None:
        self.template = template
        self.parameter_names = tuple(s[1:-1] for s in template.split("/") if s.startswith("{"))
        self.methods = dict(methods)
        allowed_methods = {*methods, "OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
        self.allow = ", ".join(sorted(allowed_methods))


class _Node(Generic[T]):
    __slots__ = ("concrete", "parameter", "path", "remainder")

    def __init__(self) -> None:
        self.concrete: dict[str, _Node[T]] = {}
        self.parameter: _Node[T] | None = None
        self.path: PathItem[T] | None = None
        self.remainder: PathItem[T] | None = None
        """The path whose last parameter spans all segments that remain."""


class PathTrie(Generic[T]):
    """All described paths. A trailing slash makes another path, which is unknown."""

    def __init__(self) -> None:
        self._root: _Node[T] = _Node()

    def add(self, template: str, methods: Mapping[str, T], *, spans: bool = False) -> None:
        """Adds `template`, for example `/image/{id}/getTags`; `methods` are keyed by upper-case name. When it `spans`,
        its last segment is a parameter whose value is one segment or several.
        """
        node, segments = self._root, template.split("/")[1:]
        if spans and not segments.pop().startswith("{"):
            raise ValueError(f"{template}: only a parameter at the end can span segments")
        for segment in segments:
            if segment.startswith("{") and segment.endswith("}"):
                node.parameter = node.parameter or _Node()
                node = node.parameter
            elif "{" in segment or "}" in segment:
                raise ValueError(f"{template}: a parameter must be a whole segment")
            else:
                node = node.concrete.setdefault(segment, _Node())
        existing = node.remainder if spans else node.path
        if existing is not None:
            raise ValueError(f"{template} and {existing.template} name the same path")
        if spans:
            node.remainder = PathItem(template, methods)
        else:
            node.path = PathItem(template, methods)

    def find(self, raw_path: bytes) -> tuple[PathItem[T], list[str]] | None:
        """The path that matches `raw_path` (percent-encoded, without query), and the values of its parameters, still
        percent-encoded. The path is split before it is decoded, so that `%2F` never separates segments. None when no
        path matches.
        """
        segments = raw_path.decode("latin-1").split("/")
        values: list[str] = []
        if segments[0]:
            return None
        node = self._root
        for segment in segments[1:]:
            child = node.concrete.get(segment)
            if child is None:
                if "%" in segment:
                    return self._find_by_backtracking(segments)
                child = node.parameter
                if child is None or not segment:
                    return self._find_by_backtracking(segments)
                values.append(segment)
            node = child
        return (node.path, values) if node.path is not None else self._find_by_backtracking(segments)

    def _find_by_backtracking(self, segments: list[str]) -> tuple[PathItem[T], list[str]] | None:
        """Depth-first search, concrete segments first; needed when the first choice at each segment found no path.

        A parameter that spans segments comes last, and the one furthest down wins.
        """
        decoded_segments = [decode_segment(s) if "%" in s else s for s in segments]
        pending: list[tuple[_Node[T], int, tuple[str, ...]]] = [(self._root, 1, ())]
        spanning: tuple[int, PathItem[T], list[str]] | None = None
        while pending:
            node, index, values = pending.pop()
            if node.remainder is not None and any(segments[index:]) and (spanning is None or index > spanning[0]):
                spanning = index, node.remainder, [*values, "/".join(segments[index:])]
            if index == len(segments):
                if node.path is not None:
                    return node.path, list(values)
                continue
            if node.parameter is not None and segments[index]:
                pending.append((node.parameter, index + 1, (*values, segments[index])))
            segment = decoded_segments[index]
            concrete = None if segment is None else node.concrete.get(segment)
            if concrete is not None:
                pending.append((concrete, index + 1, values))
        return None if spanning is None else spanning[1:]


def decode_segment(segment: str) -> str | None:
    """Decodes a percent-encoded path segment or query component. None unless it is ASCII, every `%` starts an escape,
    and the decoded bytes are UTF-8 without NUL.
    """
    if not segment.isascii() or _BAD_ESCAPE.search(segment):
        return None
    raw = _ESCAPE.sub(lambda escape: bytes((int(escape[1], 16),)), segment.encode("ascii"))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
