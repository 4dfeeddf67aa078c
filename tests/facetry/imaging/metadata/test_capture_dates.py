"""Capture dates: the date of each kind of metadata, their order, and what is no date."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ExifTags, Image

from facetry.imaging.metadata.blocks import blocks_of
from facetry.imaging.metadata.capture_date import CaptureDate, capture_date_of
from facetry.imaging.metadata.texts import metadata_of
from generated.limits import CAPTURE_OFFSET_MAXIMUM, TIMESTAMP_MAXIMUM, TIMESTAMP_MINIMUM


def milliseconds(*numbers: int) -> int:
    moment = datetime(*numbers, tzinfo=UTC)  # type: ignore[arg-type, misc]  # year, month, day, hour, minute, second
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def exif(**tags: object) -> dict[str, str]:
    return {"exif": json.dumps({"DateTime": "2020:01:01 00:00:00", "Exif": tags})}


def xmp(**properties: object) -> dict[str, str]:
    return {"xmp": json.dumps({name.replace("_", ":"): value for name, value in properties.items()})}


def iptc(**fields: str) -> dict[str, str]:
    return {"iptc": json.dumps(fields)}


TAKEN = milliseconds(2009, 5, 17, 10, 15, 30)


@pytest.mark.parametrize(
    ("metadata", "date"),
    [
        (exif(DateTimeOriginal="2009:05:17 10:15:30"), (TAKEN, None)),
        (exif(DateTimeOriginal="2009:05:17 10:15:30", SubsecTimeOriginal="25"), (TAKEN + 250, None)),
        (exif(DateTimeOriginal="2009:05:17 10:15:30", SubsecTimeOriginal="123456"), (TAKEN + 123, None)),
        (exif(DateTimeOriginal="2009:05:17 10:15:30", SubsecTimeOriginal=" 5\0"), (TAKEN + 500, None)),
        (exif(DateTimeOriginal="2009:05:17 10:15:30", SubsecTimeOriginal="?"), (TAKEN, None)),
        (exif(DateTimeOriginal="2009:05:17 10:15:30", OffsetTimeOriginal="+02:00"), (TAKEN - 7_200_000, 120)),
        (exif(DateTimeOriginal="2009:05:17 10:15:30", OffsetTimeOriginal="-05:45"), (TAKEN + 20_700_000, -345)),
        (exif(DateTimeOriginal="2009:05:17 10:15:30", OffsetTimeOriginal="Z"), (TAKEN, 0)),
        (exif(DateTimeOriginal="2009:05:17 10:15:30", OffsetTimeOriginal="+99:00"), (TAKEN, None)),
        (exif(DateTimeOriginal="2009:05:17 10:15:30", OffsetTimeOriginal="   :  "), (TAKEN, None)),
        (exif(DateTimeOriginal="2009-05-17 10:15:30"), (TAKEN, None)),
        (exif(DateTimeOriginal="2009:05:17"), (milliseconds(2009, 5, 17), None)),
        (exif(DateTimeDigitized="2009:05:17 10:15:30", OffsetTimeDigitized="+01:00"), (TAKEN - 3_600_000, 60)),
        (xmp(exif_DateTimeOriginal="2009-05-17T10:15:30.25+02:00"), (TAKEN - 7_200_000 + 250, 120)),
        (xmp(photoshop_DateCreated="2009-05-17T10:15"), (TAKEN - 30_000, None)),
        (xmp(photoshop_DateCreated="2009"), (milliseconds(2009, 1, 1), None)),
        (xmp(photoshop_DateCreated="2009-05"), (milliseconds(2009, 5, 1), None)),
        (xmp(xmp_CreateDate="2009-05-17T10:15:30Z"), (TAKEN, 0)),
        (xmp(exif_DateTimeDigitized="2009-05-17T10:15:30"), (TAKEN, None)),
        (iptc(DateCreated="20090517", TimeCreated="101530+0200"), (TAKEN - 7_200_000, 120)),
        (iptc(DateCreated="20090517", TimeCreated="101530"), (TAKEN, None)),
        (iptc(DateCreated="2009-05-17", TimeCreated="10:15:30-01:00"), (TAKEN + 3_600_000, -60)),
        (iptc(DateCreated="20090517", TimeCreated="soon"), (milliseconds(2009, 5, 17), None)),
        (iptc(DateCreated="20090500"), (milliseconds(2009, 5, 1), None)),
        (iptc(DateCreated="20090000"), (milliseconds(2009, 1, 1), None)),
        (iptc(DigitalCreationDate="20090517", DigitalCreationTime="101530Z"), (TAKEN, 0)),
    ],
)
def test_the_date_of_each_kind_of_metadata(metadata: dict[str, str], date: tuple[int, int | None]) -> None:
    (source,) = metadata
    assert capture_date_of(metadata) == CaptureDate(*date, source)  # type: ignore[arg-type]  # one of the kinds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0000:00:00 00:00:00",
        "    :  :     :  :  ",
        "2009:13:01 00:00:00",
        "2009:02:29 00:00:00",
        "2009:05:17 24:15:30",
        "2009:05:17 10:15:30 or so",
        "yesterday",
        "٢٠٠٩:05:17 10:15:30",
        "-2009:05:17 10:15:30",
        17,
        None,
        ["2009:05:17 10:15:30"],
    ],
)
def test_what_is_no_date_is_left_out_and_the_next_one_counts(text: object) -> None:
    broken = exif(DateTimeOriginal=text) | xmp(exif_DateTimeOriginal=text)
    assert capture_date_of(broken) is None
    assert capture_date_of(broken | iptc(DateCreated="20090517")) == CaptureDate(
        milliseconds(2009, 5, 17), None, "iptc"
    )


def test_exif_counts_before_xmp_and_iptc_and_the_original_before_the_digitised_date() -> None:
    all_kinds = (
        exif(DateTimeOriginal="2001:01:01 00:00:00", DateTimeDigitized="2002:01:01 00:00:00")
        | xmp(exif_DateTimeOriginal="2003-01-01", photoshop_DateCreated="2004", xmp_CreateDate="2005")
        | iptc(DateCreated="20060101", DigitalCreationDate="20070101")
    )
    date = capture_date_of(all_kinds)
    assert date is not None
    assert date == CaptureDate(milliseconds(2001, 1, 1), None, "exif")
    without_exif = {name: text for name, text in all_kinds.items() if name != "exif"}
    assert capture_date_of(without_exif) == CaptureDate(milliseconds(2003, 1, 1), None, "xmp")


def test_the_date_of_the_last_change_is_no_capture_date() -> None:
    assert capture_date_of(exif() | xmp(xmp_ModifyDate="2020-01-01T00:00:00Z")) is None


@pytest.mark.parametrize(
    "text", ["[]", "3", "null", "no JSON", '{"Exif":[]}', '{"Exif":{"DateTimeOriginal":{}}}', "{}"]
)
def test_metadata_of_another_form_has_no_date(text: str) -> None:
    assert capture_date_of({"exif": text, "xmp": text, "iptc": text, "all": text}) is None


def test_the_first_and_the_last_moment_of_the_wire_format() -> None:
    first = capture_date_of(exif(DateTimeOriginal="0001:01:01 00:00:00"))
    last = capture_date_of(exif(DateTimeOriginal="9999:12:31 23:59:59", SubsecTimeOriginal="999"))
    assert first is not None
    assert last is not None
    assert (first.time, last.time) == (TIMESTAMP_MINIMUM, TIMESTAMP_MAXIMUM)
    assert capture_date_of(exif(DateTimeOriginal="0001:01:01 00:00:00", OffsetTimeOriginal="+01:00")) is None
    assert capture_date_of(exif(DateTimeOriginal="9999:12:31 23:59:59", OffsetTimeOriginal="-01:00")) is None


@given(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)), st.integers(-840, 840))
def test_every_moment_in_every_time_zone_is_read_back(clock: datetime, offset: int) -> None:
    assert CAPTURE_OFFSET_MAXIMUM == 840
    moment = clock.replace(microsecond=clock.microsecond // 1000 * 1000, tzinfo=timezone(timedelta(minutes=offset)))
    expected = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    assert capture_date_of(xmp(exif_DateTimeOriginal=moment.isoformat())) == CaptureDate(expected, offset, "xmp")


def test_the_date_of_a_real_jpeg(tmp_path: Path) -> None:
    file = tmp_path / "photograph.jpg"
    block = Image.Exif()
    block[ExifTags.Base.DateTime] = "2021:01:01 00:00:00"
    block.get_ifd(ExifTags.IFD.Exif).update(
        {
            ExifTags.Base.DateTimeOriginal: "2009:05:17 10:15:30",
            ExifTags.Base.SubsecTimeOriginal: "07",
            ExifTags.Base.OffsetTimeOriginal: "+02:00",
        }
    )
    Image.new("RGB", (8, 8)).save(file, exif=block)
    with Image.open(io.BytesIO(file.read_bytes())) as image:
        image.load()
        metadata = metadata_of(image, blocks_of(image, file.read_bytes(), "JPEG"))
    assert capture_date_of(metadata) == CaptureDate(TAKEN - 7_200_000 + 70, 120, "exif")
