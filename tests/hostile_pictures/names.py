"""Valid pictures with names that cause faults in shells, terminals, headers, URLs and file systems."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.case import MUST_BE_READABLE, NAME_REFUSED, HostileFile
from tests.support.imaging import pictures

KIND: Final = "names"
TEXT_NAMES: Final = (
    "new\nline.png",
    "\n.png",
    "return\r\nSet-Cookie: a=b.png",
    "tab\there.png",
    "-rf.png",
    "--help.png",
    " leading space.png",
    "trailing space.png ",
    "trailing dot.png.",
    "dots...png",
    "two..png",
    "~root.png",
    "back\\slash.png",
    "C:\\con.png",
    "con.png",
    "aux",
    "semi;colon.png",
    "pipe|touch pwned.png",
    "`touch pwned`.png",
    "$(touch pwned).png",
    "${HOME}.png",
    "%2e%2e%2fescaped.png",
    "%00.png",
    "%s%n.png",
    "question?width=1.png",
    "hash#fragment.png",
    "amp&ersand.png",
    "plus+sign.png",
    'quote".png',
    "quote'.png",
    "<script>alert(1)<.png",
    "star*.png",
    "[bracket].png",
    "{brace}.png",
    "colon:.png",
    "\x01control\x1f.png",
    "\x7fdelete.png",
    "\x1b[31mred.png",
    "gpj.\u202egnp.png",
    "\u200fright-to-left.png",
    "\u2066isolated\u2069.png",
    "zero\u200bwidth.png",
    "\ufeffmark.png",
    "line\u2028separator.png",
    "composed-\u00e9.png",
    "composed-e\u0301.png",
    "\u1e9e\u0130\u0131.png",
    "CASE.png",
    "case.PNG",
    "\U0001f469\u200d\U0001f467.png",
    "nonc\uffffharacter.png",
    "\U0010ffff.png",
    "\u0301" * 60 + ".png",
    "a" * 251 + ".png",
    "\u00e9" * 125 + ".png",
    "\U0001f600" * 62 + ".png",
    "%" * 250 + ".png",
    "\n" * 250 + ".png",
    "double.png.jpg.gif.webp",
    "no-suffix",
    "page.php.png",
    "null",
    "undefined.png",
    "__proto__.png",
    "0",
    "1e309.png",
    "=cmd|'.png",
    "space inside folder /a b.png",
    "-folder/--/-.png",
    "folder\nof lines/a.png",
    "\u202efolder/a.png",
    "deep/" * 200 + "a.png",
    ("d" * 200 + "/") * 16 + "a.png",
)
LONG_PATH: Final = ("\u00e9" * 100 + "/") * 15 + "a.png"
"""A path that a file system accepts, and whose URL is longer than common clients read."""
BYTE_NAMES: Final = (
    b"\xff\xfe.png",
    b"latin-\xe9.png",
    b"overlong-\xc0\xaf.png",
    b"surrogate-\xed\xa0\x80.png",
    b"cut-\xe2\x82.png",
    b"beyond-\xf4\x90\x80\x80.png",
    b"\x80" * 200 + b".png",
    b"folder-\xff/a.png",
    b"\xff\n\x1b[31m.png",
)


def cases(chance: Random) -> Iterator[HostileFile]:
    """Each name with a valid picture of its own. Names that are not UTF-8 are refused, and their files are not read."""
    for number, name in enumerate(TEXT_NAMES):
        yield HostileFile(KIND, name, pictures.picture("PNG", seed=5_000 + number, size=(8, 6)), MUST_BE_READABLE)
    data = pictures.picture("PNG", seed=5_999, size=(8, 6))
    yield HostileFile(KIND, LONG_PATH, data, MUST_BE_READABLE | NAME_REFUSED)
    for number, raw in enumerate(BYTE_NAMES):
        yield HostileFile(KIND, raw, pictures.picture("PNG", seed=6_000 + number, size=(8, 6)), NAME_REFUSED)
