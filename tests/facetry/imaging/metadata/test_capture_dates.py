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
    return {"exif": json.dumps({"Exif": tags})}


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
        (exif(DateTimeOriginal="20090517T101530"), (TAKEN, None)),
        (xmp(exif_DateTimeOriginal="20090517T101530.250+0200"), (TAKEN - 7_200_000 + 250, 120)),
        (xmp(exif_DateTimeOriginal=["soon", "2009-05-17T10:15:30Z", "2010-01-01"]), (TAKEN, 0)),
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
        ["soon"],
        {"date": "2009:05:17 10:15:30"},
    ],
)
def test_what_is_no_date_is_left_out_and_the_next_one_counts(text: object) -> None:
    broken = exif(DateTimeOriginal=text) | xmp(exif_DateTimeOriginal=text)
    assert capture_date_of(broken) is None
    assert capture_date_of(broken | iptc(DateCreated="20090517")) == CaptureDate(
        milliseconds(2009, 5, 17), None, "iptc"
    )


def test_a_list_is_no_date_in_exif() -> None:
    assert capture_date_of(exif(DateTimeOriginal=["2009:05:17 10:15:30"])) is None


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


def test_the_date_of_the_last_change_counts_in_exif_only_and_after_all_others() -> None:
    assert capture_date_of(exif() | xmp(xmp_ModifyDate="2020-01-01T00:00:00Z")) is None
    changed = {"DateTime": "2009:05:17 10:15:30", "Exif": {"SubsecTime": "25", "OffsetTime": "+02:00"}}
    metadata = {"exif": json.dumps(changed)}
    assert capture_date_of(metadata) == CaptureDate(TAKEN - 7_200_000 + 250, 120, "exif")
    found = capture_date_of(metadata | iptc(DateCreated="20010101"))
    assert found == CaptureDate(milliseconds(2001, 1, 1), None, "iptc")
    found = capture_date_of(metadata | iptc(DateCreated="20090517"))
    assert found == CaptureDate(milliseconds(2009, 5, 17), None, "iptc"), "a change completes no date"


def test_dates_of_exif_count_in_the_main_directory_as_well() -> None:
    tags = {"DateTimeOriginal": "2009:05:17 10:15:30", "OffsetTimeOriginal": "+02:00"}
    assert capture_date_of({"exif": json.dumps(tags)}) == CaptureDate(TAKEN - 7_200_000, 120, "exif")
    both = {"DateTimeOriginal": "2001:01:01 00:00:00", "Exif": {"DateTimeOriginal": "2009:05:17 10:15:30"}}
    assert capture_date_of({"exif": json.dumps(both)}) == CaptureDate(TAKEN, None, "exif")
    digitised = {"DateTimeOriginal": "2009:05:17 10:15:30", "Exif": {"DateTimeDigitized": "2010:01:01 00:00:00"}}
    assert capture_date_of({"exif": json.dumps(digitised)}) == CaptureDate(TAKEN, None, "exif")


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2009:05:17 10:15:30", (TAKEN, None)),
        ("2009-05-17T10:15:30+02:00", (TAKEN - 7_200_000, 120)),
        ("Sun, 17 May 2009 10:15:30 +0200", (TAKEN - 7_200_000, 120)),
        ("17 May 2009 10:15:30 GMT", (TAKEN, 0)),
        ("Sun, 17 May 2009 10:15:30", (TAKEN, None)),
    ],
)
def test_a_text_of_a_png_has_the_date(text: str, date: tuple[int, int | None]) -> None:
    for key, value in (("Creation Time", text), ("creation time", text), ("Creation Time", ["soon", text])):
        assert capture_date_of({"others": json.dumps({key: value})}) == CaptureDate(*date, "text")
    assert capture_date_of({"others": json.dumps({"Comment": text, "Creation Time": "17 May"})}) is None


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2009:05:17 24:00:00", milliseconds(2009, 5, 17, 23, 59, 59)),
        ("2009:05:17 24:00", milliseconds(2009, 5, 17, 23, 59, 59)),
        ("2016:12:31 23:59:60", milliseconds(2016, 12, 31, 23, 59, 59)),
        ("2009:05:17 10:15:60", milliseconds(2009, 5, 17, 10, 15, 59)),
    ],
)
def test_a_time_just_beyond_the_clock_is_the_last_second_before(text: str, time: int) -> None:
    assert capture_date_of(exif(DateTimeOriginal=text)) == CaptureDate(time, None, "exif")


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2009-05-17T10:15:30.526GMT+02:00", (TAKEN - 7_200_000 + 526, 120)),
        ("2009-05-17T10:15:30.526UTC-03:30", (TAKEN + 12_600_000 + 526, -210)),
        ("2009-05-17T10:15:30GMT", (TAKEN, 0)),
        ("2009-05-17t10:15:30z", (TAKEN, 0)),
        ("2009-05-17T10:15:30,25", (TAKEN + 250, None)),
        ("2009.05.17 10:15:30", (TAKEN, None)),
        ("2009: 5:17 10:15:30", (TAKEN, None)),  # with blanks for zeros
    ],
)
def test_what_devices_make_of_the_forms_is_read(text: str, date: tuple[int, int | None]) -> None:
    assert capture_date_of(exif(DateTimeOriginal=text)) == CaptureDate(*date, "exif")
    assert capture_date_of(xmp(xmp_CreateDate=text)) == CaptureDate(*date, "xmp")


def test_a_day_without_a_time_gets_that_of_another_kind() -> None:
    time = iptc(DateCreated="20090517", TimeCreated="101530+0200")
    assert capture_date_of(xmp(photoshop_DateCreated="2009-05-17") | time) == CaptureDate(
        TAKEN - 7_200_000, 120, "iptc"
    )
    assert capture_date_of(exif(DateTimeOriginal="2009:05:17") | time) == CaptureDate(TAKEN - 7_200_000, 120, "iptc")
    found = capture_date_of(xmp(photoshop_DateCreated="2009-05-18") | time)
    assert found == CaptureDate(milliseconds(2009, 5, 18), None, "xmp")
    found = capture_date_of(xmp(photoshop_DateCreated="2009-05") | time)
    assert found == CaptureDate(milliseconds(2009, 5, 1), None, "xmp")
    found = capture_date_of(xmp(photoshop_DateCreated="2009-05-17T00:00") | time)
    assert found == CaptureDate(milliseconds(2009, 5, 17), None, "xmp")


def test_the_header_of_a_sequence_has_the_last_date() -> None:
    others = {"others": json.dumps({"movieHeader": {"creationDate": "2009-05-17T10:15:30Z"}})}
    assert capture_date_of(others) == CaptureDate(TAKEN, 0, "movie")
    changed = {"exif": json.dumps({"DateTime": "2001:01:01 00:00:00"})}
    assert capture_date_of(others | changed) == CaptureDate(milliseconds(2001, 1, 1), None, "exif")


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
