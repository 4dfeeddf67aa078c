"""Keys in request headers, and the scopes of a principal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetry.auth import ANONYMOUS, Principal, secret_of
from facetry.errors import FaultError, FaultKind
from facetry.http.operation import request_headers


def principal_with(*scopes: str) -> Principal:
    """A principal with these scopes."""
    return Principal(frozenset(scopes), 1, None, None, "test")


def secret_in(headers: list[tuple[bytes, bytes]]) -> str | None:
    """The key in the headers of a request."""
    values = request_headers({"headers": headers})
    return secret_of(values.get(b"authorization"), values.get(b"x-api-key"))


@pytest.mark.parametrize(
    ("held", "needed", "lacking"),
    [
        (["image:read"], ["image:read"], []),
        (["image:read"], ["image:tag:write"], ["image:tag:write"]),
        (["image:read"], [], []),
        ([], ["image:read"], ["image:read"]),
        (["all"], ["image:read", "anything"], []),
        (["image:embedding:write"], ["image:embeddings:write"], []),
        (["image:embeddings:write"], ["image:embedding:write"], []),
        (["image:embeddings:write"], ["image:embedding:write", "image:read"], ["image:read"]),
        (["image:read "], ["image:read"], ["image:read"]),
        (["ALL"], ["image:read"], ["image:read"]),
    ],
)
def test_all_scopes_are_needed(held: list[str], needed: list[str], lacking: list[str]) -> None:
    assert principal_with(*held).missing_scopes(frozenset(needed)) == frozenset(lacking)


def test_anonymous_holds_nothing() -> None:
    assert ANONYMOUS.missing_scopes(frozenset({"image:read"})) == {"image:read"}


@given(st.from_regex(r"[A-Za-z0-9._~+/-]{1,64}={0,2}", fullmatch=True))
def test_both_headers_carry_a_key(key: str) -> None:
    bearer = (b"authorization", b"Bearer " + key.encode())
    alias = (b"x-api-key", key.encode())
    for headers in ([bearer], [alias], [bearer, (b"accept", b"*/*"), alias]):
        assert secret_in(headers) == key


def test_no_key() -> None:
    assert secret_in([(b"accept", b"*/*")]) is None


@pytest.mark.parametrize(
    ("headers", "rule", "kind"),
    [
        ([(b"authorization", b"Basic YTpi")], "auth.missing", FaultKind.UNAUTHENTICATED),
        ([(b"authorization", b"Bearer")], "auth.invalid", FaultKind.UNAUTHENTICATED),
        ([(b"authorization", b"Bearer a b")], "auth.invalid", FaultKind.UNAUTHENTICATED),
        ([(b"authorization", b"Bearer \xff")], "auth.invalid", FaultKind.UNAUTHENTICATED),
        ([(b"x-api-key", b"a\x00")], "auth.invalid", FaultKind.UNAUTHENTICATED),
        ([(b"authorization", b"Bearer a"), (b"x-api-key", b"b")], "auth.ambiguous", FaultKind.BAD_PARAMETER),
        ([(b"authorization", b"Bearer a")] * 2, "auth.ambiguous", FaultKind.BAD_PARAMETER),
        ([(b"x-api-key", b"a")] * 2, "auth.ambiguous", FaultKind.BAD_PARAMETER),
    ],
)
def test_invalid_input_is_refused(headers: list[tuple[bytes, bytes]], rule: str, kind: FaultKind) -> None:
    with pytest.raises(FaultError) as caught:
        secret_in(headers)
    assert (caught.value.fault.rule, caught.value.fault.kind) == (rule, kind)
    assert caught.value.fault.headers[0][0] == "WWW-Authenticate"
