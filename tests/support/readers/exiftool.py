"""What exiftool reads in pictures: tags by the place where they are and their number or name in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.support.readers.programs import run

_OPTIONS: Final = ("-j", "-G1", "-H", "-n", "-struct", "-q", "-q", "-charset", "filename=utf8", "-@", "-")
"""JSON with groups, numbers of tags, and values that are not made readable."""
_OTHER_ENCODINGS: Final = ("-charset", "exif=latin", "-charset", "iptc=utf8")


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a file: values by group and number, such as `0x010e`, and by group and name."""

    by_number: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    by_name: Mapping[str, Any] = field(default_factory=dict)

    def group(self, name: str) -> dict[str, Any]:
        """The tags of a group by number."""
        return {number: value for (group, number), value in self.by_number.items() if group == name}


def read_files(files: Sequence[Path], *, has_other_encodings: bool = False) -> list[Tags]:
    """The tags of each file. Texts of EXIF are UTF-8 and those of IPTC Latin-1, or the other way round."""
    options = [*(_OTHER_ENCODINGS if has_other_encodings else ()), *_OPTIONS]
    printed = run("exiftool", options, text="".join(f"{file}\n" for file in files))
    found = {
        Path(tags["SourceFile"]): _tags(tags) for tags in json.loads(printed or "[]", parse_int=str, parse_float=str)
    }
    return [found.get(file, Tags()) for file in files]


def _tags(members: Mapping[str, Any]) -> Tags:
    by_number, by_name = {}, {}
    for name, tag in members.items():
        if isinstance(tag, dict):
            by_number[name.partition(":")[0], str(tag["id"])] = tag["val"]
            by_name[name] = tag["val"]
    return Tags(by_number, by_name)
