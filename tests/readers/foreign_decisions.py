"""In which test files of other projects the readers differ, and why ours is right: docs/formats.md has the kinds."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatch
from typing import Final

_IPTC_IS_UTF8 = "undeclared texts of IPTC that are valid UTF-8 are UTF-8"
_OTHER_RESOURCES = "IPTC counts in resources of Photoshop with another mark as well, as exiv2 reads it"
_OF_OTHER_PICTURES = "XMP of a further picture in the file is no property of the picture"
_DAMAGED = "a damaged block is left out, and named"
METADATA: Final[Mapping[str, str]] = {
    "exiv2/test/data/exiv2-bug1026.jpg": "the packet is no XML; it is kept as text",
    "exiv2/test/data/exiv2-bug495.jpg": "binary data in place of a comment",
    "exiv2/test/data/exiv2-bug501.jpg": _IPTC_IS_UTF8,
    "exiv2/test/data/exiv2-bug800-*.jpg": _OTHER_RESOURCES,
    "exiv2/test/data/exiv2-bug922.jpg": "XMP of more than 1 MiB has pictures, and no texts",
    "exiv2/test/data/exiv2-bug937.jpg": "two namespaces that differ in their last character are two",
    "exiv2/test/data/iptc-psAPP13-wIPTCempty-psAPP13-wIPTC.jpg": "of several blocks, the first one with fields counts",
    "exiv2/test/data/issue_1918_poc3.jpg": "a date with a letter behind it is invalid",
    "exiv2/test/data/issue_400_poc1": _DAMAGED,
    "exiv2/test/data/issue_828_poc.png": _DAMAGED,
    "libimage-exiftool-perl/t/images/ExifTool.jpg": "one of several comments is UTF-16, which no other reader knows",
    "pillow/Tests/images/exif_gps.jpg": "a latitude of more than 90 degrees is none",
    "pillow/Tests/images/hopper_bad_exif.jpg": "the sound tags of a damaged directory are read",
    "pillow/Tests/images/pil_sample_cmyk.jpg": "exiftool corrects a number that is out of bounds",
    "pillow_heif/tests/images/heif_other/L_xmp_latin1.heic": "a packet in Latin-1 is read",
    "pillow_heif/tests/images/heif_other/invalid_id.heic": "the main picture that the file names does not exist",
    "pillow_heif/tests/images/heif_other/pug.heic": _OF_OTHER_PICTURES,
    "pillow_heif/tests/images/heif_special/aux_YCbCr.heic": _OF_OTHER_PICTURES,
    "pillow_heif/tests/images/heif_truncated/truncated.heic": "exiftool shows the part of another picture in the file",
}
"""Against exiftool: date, size, orientation, position and texts."""
_DEFAULT_PICTURE = "libvips shows the picture that is no frame, and does not compose frames"
_COLOURS = "libvips applies no numbers of colours, and has another profile for CMYK; browsers are followed"
_SCALING = "lines and patterns of single pixels, which scaling in two ways tells apart"
_SAMPLING = "libvips of this age scales colours of HEIF up without smoothing"
LOOKS: Final[Mapping[str, str]] = {
    "exiv2/test/data/IMG_3578.heic": _SAMPLING,
    "exiv2/test/data/exiv2-bug1040.jpg": _SCALING,
    "exiv2/test/data/exiv2.dc.dwc.i18n.jpg": _SCALING,
    "pillow/Tests/fonts/*.pbm": _SCALING,
    "pillow/Tests/images/apng/*": _DEFAULT_PICTURE,
    "pillow/Tests/images/exif_imagemagick_orientation.png": "the orientation in a text of ImageMagick counts",
    "pillow/Tests/images/hopper_bad_exif.jpg": _SCALING,
    "pillow/Tests/images/pil123*.png": _COLOURS,
    "pillow/Tests/images/pil_sample_cmyk.jpg": _COLOURS,
}
"""Against libvips: more than 5 of 255 in the mean."""
_LACKS_PIXELS = "a picture that lacks pixels is refused; other readers show the part that is there"
_LIMIT = "more pixels than the limit"
_NEWER = "libheif of this age does not read it; that of the service does"
READ: Final[Mapping[str, str]] = {
    "exiv2/test/data/Sony.HIF": _NEWER,
    "exiv2/test/data/pocIssue306": _LACKS_PIXELS,
    "libheif/fuzzing/corpus/*": "damaged on purpose; newer versions of libheif refuse it, or it exceeds a limit",
    "libimage-exiftool-perl/t/images/QuickTime.heic": _LACKS_PIXELS,
    "pillow/Tests/images/broken_data_stream.png": _LACKS_PIXELS,
    "pillow/Tests/images/decompression_bomb.gif": _LIMIT,
    "pillow/Tests/images/truncated_image.png": _LACKS_PIXELS,
    "pillow/Tests/images/ultrahdr.jpg": _LACKS_PIXELS,
    "pillow_heif/tests/images/heif_other/cat.hif": _NEWER,
    "pillow_heif/tests/images/heif_special/200MP.heic": _LIMIT,
    "pillow_heif/tests/images/heif_special/guitar_cw90.hif": _NEWER,
    "pillow_heif/tests/images/heif_truncated/truncated.heic": _NEWER,
}
"""Against libvips and the browser: files that only others read, or only the service."""


def reason_of(name: str, decisions: Mapping[str, str]) -> str | None:
    """The reason that a table has for a file, by its name or a pattern of names."""
    return next((reason for pattern, reason in decisions.items() if fnmatch(name, pattern)), None)
