"""Which described path a request names: a trie of segments, where a concrete segment wins over a parameter."""

import re
from collections.abc import Mapping
from typing import Final, Generic, TypeVar

T = TypeVar("T")

_BAD_ESCAPE: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ESCAPE: Final = re.compile(rb"%([0-9A-Fa-f]{2})")


class Path(Generic[T]):
    """One described path: what each of its methods does, and the value of its `Allow` header."""

    __slots__ = ("allow", "methods", "names", "template")

    def __init__(self, template: str, methods: Mapping[str, T]) -> None:
        self.template = template
        self.names = tuple(s[1:-1] for s in template.split("/") if s.startswith("{"))
        self.methods = dict(methods)
        offered = {*methods, "OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
        self.allow = ", ".join(sorted(offered))


class _Node(Generic[T]):
    __slots__ = ("concrete", "parameter", "path")

    def __init__(self) -> None:
        self.concrete: dict[str, _Node[T]] = {}
        self.parameter: _Node[T] | None = None
        self.path: Path[T] | None = None


class Paths(Generic[T]):
    """All described paths. A trailing slash names another path, which is unknown."""

    def __init__(self) -> None:
        self._root: _Node[T] = _Node()

    def add(self, template: str, methods: Mapping[str, T]) -> None:
        """Adds `template`, for example `/image/{id}/getTags`; `methods` are keyed by upper-case name."""
        node = self._root
        for segment in template.split("/")[1:]:
            if segment.startswith("{") and segment.endswith("}"):
                node.parameter = node.parameter or _Node()
                node = node.parameter
            elif "{" in segment or "}" in segment:
                raise ValueError(f"{template}: a parameter must be a whole segment")
            else:
                node = node.concrete.setdefault(segment, _Node())
        if node.path is not None:
            raise ValueError(f"{template} and {node.path.template} name the same path")
        node.path = Path(template, methods)

    def find(self, raw_path: bytes) -> tuple[Path[T], list[str]] | None:
        """The path that `raw_path` (percent-encoded, without query) names and the values of its parameters, still
        percent-encoded: it is split before decoding, so that `%2F` never makes a segment. None when unknown.
        """
        segments = raw_path.decode("latin-1").split("/")
        values: list[str] = []
        if segments[0]:
            return None
        node = self._root
        for segment in segments[1:]:
            following = node.concrete.get(segment)
            if following is None:
                if "%" in segment:
                    return self._search(segments)
                following = node.parameter
                if following is None or not segment:
                    return self._search(segments)
                values.append(segment)
            node = following
        return (node.path, values) if node.path is not None else self._search(segments)

    def _search(self, segments: list[str]) -> tuple[Path[T], list[str]] | None:
        """The thorough way, taken when the first choice at each segment led nowhere: depth first, concrete first."""
        names = [decoded_segment(s) if "%" in s else s for s in segments]
        pending: list[tuple[_Node[T], int, tuple[str, ...]]] = [(self._root, 1, ())]
        while pending:
            node, index, values = pending.pop()
            if index == len(segments):
                if node.path is not None:
                    return node.path, list(values)
                continue
            if node.parameter is not None and segments[index]:
                pending.append((node.parameter, index + 1, (*values, segments[index])))
            name = names[index]
            concrete = None if name is None else node.concrete.get(name)
            if concrete is not None:
                pending.append((concrete, index + 1, values))
        return None


def decoded_segment(segment: str) -> str | None:
    """A percent-encoded path segment or query component as text; None unless it is ASCII, every `%` starts an escape
    and the bytes are UTF-8 without NUL.
    """
    if not segment.isascii() or _BAD_ESCAPE.search(segment):
        return None
    raw = _ESCAPE.sub(lambda escape: bytes((int(escape[1], 16),)), segment.encode("ascii"))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
