"""The tokens of JSON texts, also of those with faults, as regular expressions over bytes.

All are possessive, so that no text takes more than linear time.
"""

import re
from typing import Final

_SPACE: Final = rb"[ \t\r\n]*+"
_STRING: Final = rb'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
# Short enough to be finite. Others are examined one by one.
_NUMBER: Final = rb"-?+(?:0|[1-9][0-9]{0,99}+)(?:\.[0-9]{1,99}+)?+(?:[eE][+-]?+[0-9]{1,2}+)?+(?![0-9A-Za-z.+\-])"
_SCALAR: Final = rb"(?:" + _STRING + rb"|" + _NUMBER + rb"|(?:true|false|null)(?![0-9A-Za-z]))"


def _nested(value: bytes) -> bytes:
    """A value, an array of such values or an object of such values."""
    item = _SPACE + value + _SPACE
    member = _SPACE + _STRING + _SPACE + rb":" + item
    array = rb"\[(?:" + item + rb"(?:," + item + rb")*+|" + _SPACE + rb")\]"
    object_ = rb"\{(?:" + member + rb"(?:," + member + rb")*+|" + _SPACE + rb")\}"
    return rb"(?:" + value + rb"|" + array + rb"|" + object_ + rb")"


_VALUE: Final = _nested(_SCALAR)
ITEMS: Final = re.compile(rb"(?:" + _SPACE + _VALUE + _SPACE + rb",)++")
"""A run of faultless items of an array, each with its comma. They nest at most one level."""
MEMBERS: Final = re.compile(rb"(?:" + _SPACE + _STRING + _SPACE + rb":" + _SPACE + _VALUE + _SPACE + rb",)++")
"""A run of faultless members of an object, each with its comma. Their values nest at most one level."""

_ODD_SPACE: Final = rb"""
    (?: [\x01-\x08\x0b\x0c\x0e-\x1f] | \xc2[\x85\xa0] | \xe2\x80[\x80-\x8f\xa8\xa9\xaf] | \xe3\x80\x80 | \xef\xbb\xbf )
"""
TOKEN: Final = re.compile(
    rb"""
    [ \t\r\n]*+ (?:
      (?P<string> "[^"\\\r\n]*+ (?:\\[^\r\n][^"\\\r\n]*+)*+ " )
    | (?P<open> [\[{] )
    | (?P<close> [\]}] )
    | (?P<comma> , )
    | (?P<colon> : )
    | (?P<comment> //[^\n]*+ | /\*(?:[^*]++|\*(?!/))*+(?:\*/)?+ | \#[^\n]*+ )
    | (?P<quoted> '[^'\\\r\n]*+ (?:\\[^\r\n][^'\\\r\n]*+)*+ ' )
    | (?P<unclosed> ["'][^\r\n]*+ )
    | (?P<nul> \x00++ )
    | (?P<space> """
    + _ODD_SPACE
    + rb"""++ )
    | (?P<word> (?: [!$%&(-+\-.0-9;-Z\\^-z|~\x7f] | /(?![/*]) | (?!"""
    + _ODD_SPACE
    + rb""")[\x80-\xff] )++ )
    | (?P<end> \Z ) )
    """,
    re.VERBOSE,
)
"""The next token, behind white space."""
NUMBER: Final = re.compile(rb"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
NOT_FINITE: Final = re.compile(rb"-?(?:nan|infinity)", re.IGNORECASE)
LINES_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.){0,2000}+"(?=[ \t\r\n]*+[,:\]}])', re.DOTALL)
"""A string over several lines: a comma, a colon or a bracket follows its end."""
STRING_FAULT: Final = re.compile(
    rb"""
      (?P<control> \r\n | [\x00-\x1f] )
    | \\(?: ["\\/bfnrt]
          | u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}
          | (?P<surrogate> u[dD][89a-fA-F][0-9a-fA-F]{2} )
          | u[0-9a-fA-F]{4}
          | (?P<escape> u[0-9a-fA-F]{0,3} | [^\x80-\xff] | [\x80-\xff]++ ) )
    """,
    re.VERBOSE | re.DOTALL,
)
"""An escape sequence or a control character in a string; a group for those with faults."""
