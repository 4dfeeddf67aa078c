"""Texts, dates and XMP: exiftool reads the same in files that this project, Pillow and exiftool have written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.support.imaging import pictures
from tests.support.readers import corpora
from tests.support.readers.programs import run
from tests.support.readers.records import differences_from_exiftool, records

LEAST = 10
CORPORA: dict[str, Callable[[], Iterator[tuple[str, bytes]]]] = {
    "texts": corpora.texts,
    "dates": corpora.dates,
    "xmp": corpora.xmp,
}
DECISIONS = {
    "exif-5-*": "exiftool 12 reads a letter beyond the first 65,536 in tags of Windows as six question marks",
    "qualifier.*": "a property of XMP becomes its value here; exiftool shows what qualifies it as a property too",
    "text-2.png": "exiftool shows a date of mails in the form of EXIF; it is kept as it is here",
}
"""Files in which the readers differ, and why ours is right."""
WRITTEN = (
    *("-EXIF:ImageDescription=Café in Tromsø", "-EXIF:Artist=Zoë Brandão", "-EXIF:Copyright=© 2024 Zoë"),
    *("-EXIF:XPTitle=日本の空", "-EXIF:XPKeywords=Köln;Zürich", "-EXIF:UserComment=Закат над морем"),
    *("-EXIF:DateTimeOriginal=2019:03:04 05:06:07", "-EXIF:OffsetTimeOriginal=+12:00", "-EXIF:Orientation#=6"),
    *("-EXIF:GPSLatitude=33.5", "-EXIF:GPSLatitudeRef=S", "-EXIF:GPSLongitude=18.25", "-EXIF:GPSLongitudeRef=E"),
    *("-EXIF:GPSAltitude=12.5", "-EXIF:GPSAltitudeRef#=1", "-EXIF:LensModel=Objectif éclair", "-EXIF:Make=Großbild"),
    *("-XMP-dc:Title=Brücke bei Nacht", "-XMP-dc:Title-ja=夜の橋", "-XMP-dc:Subject=bird", "-XMP-dc:Subject=lake"),
    *(
        "-XMP-dc:Creator=Zoë",
        "-XMP-photoshop:City=Tromsø",
        "-XMP-iptcCore:Location=Hafen",
        "-XMP-lr:HierarchicalSubject=a|b",
    ),
    *("-XMP-xmp:CreateDate=2018:01:01 00:00:00+01:00", "-XMP-iptcExt:PersonInImage=José", "-XMP-xmp:Rating=4"),
    *("-XMP-mwg-rs:RegionInfo={RegionList=[{Name=Zoë,Type=Face}]}", "-XMP-xmpMM:HistoryAction=saved"),
)
WRITTEN_IN_JPEG = (
    *("-IPTC:CodedCharacterSet=UTF8", "-IPTC:ObjectName=Brücke", "-IPTC:Keywords=Köln", "-IPTC:Keywords=lake"),
    *("-IPTC:Caption-Abstract=日本の空", "-IPTC:DateCreated=2019:03:04", "-IPTC:TimeCreated=05:06:07+02:00"),
    "-Comment=für 5 €",
)
WRITTEN_IN_PNG = ("-PNG:Title=Brücke", "-PNG:Description=日本の空", "-PNG:CreationTime=2017:01:01 01:01:01")


@pytest.mark.parametrize("name", CORPORA)
def test_a_corpus(tmp_path: Path, name: str) -> None:
    files = [(tmp_path / file, data) for file, data in CORPORA[name]()]
    assert len(files) >= LEAST
    for place, data in files:
        place.write_bytes(data)
    assert_alike(tmp_path, [place for place, _ in files])


@pytest.mark.parametrize("order", ["II", "MM"])
@pytest.mark.parametrize("is_latin", [True, False])
def test_what_exiftool_writes(tmp_path: Path, order: str, is_latin: bool) -> None:
    files = []
    for format, more in {"JPEG": WRITTEN_IN_JPEG, "PNG": WRITTEN_IN_PNG, "WEBP": (), "AVIF": ()}.items():
        files.append(tmp_path / f"{format}.{pictures.SUFFIXES[format]}")
        files[-1].write_bytes(pictures.picture(format))
        encodings = ("-charset", "exif=latin") if is_latin else ()
        arguments = [*encodings, f"-ExifByteOrder={order}", *WRITTEN, *more, "-m", "-overwrite_original"]
        run("exiftool", [*arguments, str(files[-1])])
    assert_alike(tmp_path, files)
    found = records(tmp_path, files, tmp_path)
    for answer in found.values():
        assert "Brücke bei Nacht" in answer["metadata"]["xmp"]
        assert "Zo" in answer["metadata"]["exif"]


def is_decided(name: str) -> bool:
    return any(fnmatch(name, pattern) for pattern in DECISIONS)


def assert_alike(root: Path, files: list[Path]) -> None:
    found = records(root, files, root)
    assert [answer for answer in found.values() if "rule" in answer] == []
    different = differences_from_exiftool(found)
    assert {file.name: each for file, each in different.items() if not is_decided(file.name)} == {}
