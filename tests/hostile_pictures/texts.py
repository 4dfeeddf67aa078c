"""Comments, keywords and descriptions that cause faults in programs, and texts that decompress to gigabytes."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures import profiles
from tests.hostile_pictures.case import MUST_BE_READABLE, READABLE_OR_REFUSED, HostileFile
from tests.hostile_pictures.exif import exif_block, offset_bytes
from tests.hostile_pictures.parts import (
    flat_jpeg,
    flat_lzw_data,
    gif,
    gif_blocks,
    gif_image,
    insert_segments,
    png_chunk,
    repeated_zlib,
    segment,
    tiny_png,
)

KIND: Final = "texts"
HOSTILE_TEXTS: Final[dict[str, bytes]] = {
    "returns": b"heron\r\nSet-Cookie: session=stolen\r\n\r\n<html>",
    "lone-return": b"heron\rLocation: //example.org",
    "nul": b"heron\0pond",
    "only-nul": b"\0\0\0\0",
    "controls": bytes(range(1, 32)) + b"\x7f",
    "terminal": b"\x1b]0;pwned\x07\x1b[2J\x1b[31mheron",
    "bidi": "heron\u202egnp.exe\u2066\u2069\u200f".encode(),
    "invisible": "he\u200bro\u00adn\ufeff\u2060\u180e".encode(),
    "separators": "heron\u2028pond\u2029\u0085".encode(),
    "lone-surrogate": b"heron\xed\xa0\x80pond\xed\xb0\x80",
    "paired-surrogates": b"heron\xed\xa0\xbd\xed\xb8\x80",
    "overlong": b"heron\xc0\xafpond\xe0\x80\xaf\xf0\x80\x80\xaf",
    "beyond-unicode": b"heron\xf4\x90\x80\x80\xf8\x88\x80\x80\x80",
    "noncharacters": "heron\uffff\ufffe\U0010ffff".encode(),
    "cut-character": b"heron\xf0\x9f\x98",
    "latin": b"h\xe9ron \xb5 \xff",
    "marks": b"heron" + "\u0301\u0327\u0489".encode() * 3_000,
    "page": b"</script><script>alert(1)</script><img src=x onerror=alert(1)>",
    "attribute": b'" onmouseover="alert(1)" x=\'',
    "query": b"'; DROP TABLE image; --",
    "json": b'"},{"id":"__proto__","value":"\\ud800\\u0000"}',
    "template": b"{{7*7}}${7*7}<%= 7*7 %>#{7*7}${jndi:ldap://127.0.0.1/x}",
    "format": b"%s%s%s%n%x" * 100,
    "path": b"../../../../etc/passwd\0.png",
    "spreadsheet": b"=cmd|' /C calc'!A0",
    "one-line": b"a" * 60_000,
    "deep-json": b"[" * 30_000,
    "numbers": b"9" * 30_000 + b"e999999999",
    "turkish": "İıſK".encode() * 1_000,
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈".encode() * 500,
}


def cases(chance: Random) -> Iterator[HostileFile]:
    """Each text as a comment, a keyword and a description; then decompression bombs and damaged texts."""
    for name, word in HOSTILE_TEXTS.items():
        yield HostileFile(KIND, f"{name}.jpg", insert_segments(flat_jpeg(16, 8), segment(0xFE, word)), MUST_BE_READABLE)
        yield HostileFile(KIND, f"{name}.png", tiny_png(*_chunks(word)), MUST_BE_READABLE)
        yield HostileFile(
            KIND,
            f"{name}.gif",
            gif(4, 4, b"!\xfe" + gif_blocks(word), gif_image(4, 4, flat_lzw_data(16))),
            MUST_BE_READABLE,
        )
        exif = exif_block([(0x010E, 2, len(word), offset_bytes(26))], after=word)
        yield HostileFile(KIND, f"{name}-described.png", tiny_png(png_chunk(b"eXIf", exif)), MUST_BE_READABLE)
    for name, data in _zlib_bombs():
        yield HostileFile(KIND, f"{name}.png", data, READABLE_OR_REFUSED)
    for name, data in _damaged(chance):
        yield HostileFile(KIND, f"{name}.png", data, READABLE_OR_REFUSED)


def _chunks(word: bytes) -> Iterator[bytes]:
    yield png_chunk(b"tEXt", b"Comment\0" + word)
    yield png_chunk(b"tEXt", word[:79].replace(b"\0", b"") + b"\0value")
    yield png_chunk(b"iTXt", b"Title\0\0\0" + word[:20].replace(b"\0", b"") + b"\0\0" + word)
    yield png_chunk(b"zTXt", b"Description\0\0" + zlib.compress(word))


def _zlib_bombs() -> Iterator[tuple[str, bytes]]:
    gigabyte = repeated_zlib(b"a" * 1_000_000, 1_000)
    yield "unfolds-in-ztxt", tiny_png(png_chunk(b"zTXt", b"Comment\0\0" + gigabyte))
    yield "unfolds-in-itxt", tiny_png(png_chunk(b"iTXt", b"Comment\0\1\0\0\0" + gigabyte))
    yield "unfolds-in-a-profile", profiles.png_with_profile_bomb()
    after = (png_chunk(b"zTXt", b"Comment\0\0" + gigabyte), png_chunk(b"iTXt", b"Comment\0\1\0\0\0" + gigabyte))
    yield "unfolds-after-the-data", tiny_png(after=after)
    seven = png_chunk(b"zTXt", b"Comment\0\0" + repeated_zlib(b"b" * 1_000_000, 7))
    yield "unfolds-a-hundred-times", tiny_png(seven * 100)
    names = (png_chunk(b"zTXt", b"%d\0\0" % n + repeated_zlib(b"c" * 100_000, 80)) for n in range(30))
    yield "unfolds-under-thirty-names", tiny_png(*names)
    yield (
        "unfolds-in-a-raw-profile",
        tiny_png(png_chunk(b"zTXt", b"Raw profile type exif\0\0" + repeated_zlib(b"41" * 500_000, 8))),
    )
    yield "unfolds-twice", tiny_png(png_chunk(b"zTXt", b"Comment\0\0" + zlib.compress(gigabyte, 9)))
    yield "of-eight-megabytes", tiny_png(png_chunk(b"tEXt", b"Comment\0" + b"d" * 8_000_000))
    yield "of-eight-megabytes-in-escapes", tiny_png(png_chunk(b"tEXt", b"Comment\0" + b"\x01" * 8_000_000))
    yield "chunks-fifty-thousand", tiny_png(*(png_chunk(b"tEXt", b"%d\0x" % n) for n in range(50_000)))
    yield "chunks-fifty-thousand-of-one-name", tiny_png(png_chunk(b"tEXt", b"Comment\0x") * 50_000)


def _damaged(chance: Random) -> Iterator[tuple[str, bytes]]:
    for kind in (b"tEXt", b"zTXt", b"iTXt"):
        word = kind.decode().lower()
        yield f"{word}-empty", tiny_png(png_chunk(kind, b""))
        yield f"{word}-without-separator", tiny_png(png_chunk(kind, b"Comment"))
        yield f"{word}-without-keyword", tiny_png(png_chunk(kind, b"\0\0\0\0\0value"))
        yield f"{word}-keyword-endless", tiny_png(png_chunk(kind, b"k" * 50_000 + b"\0\0\0\0\0value"))
        yield f"{word}-noise", tiny_png(png_chunk(kind, chance.randbytes(5_000)))
        yield f"{word}-method-255", tiny_png(png_chunk(kind, b"Comment\0\xff\xff\0\0" + b"value"))
        yield f"{word}-packed-noise", tiny_png(png_chunk(kind, b"Comment\0\1\0\0\0\x78\xda" + chance.randbytes(500)))
        yield f"{word}-packed-cut", tiny_png(png_chunk(kind, b"Comment\0\0" + zlib.compress(b"value" * 900)[:20]))
