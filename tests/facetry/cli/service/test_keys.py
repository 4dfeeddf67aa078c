"""`facetry key` against a real service."""

from pathlib import Path

import pytest

from tests.support.services.servers import Server
from tests.support.services.service_commands import Run


def test_a_key_is_created_used_listed_and_revoked(facetry: Run, server: Server, tmp_path: Path) -> None:
    made = facetry(
        "key", "create", "backup script", "--scope", "image:read", "--scope", "repository:read,apisecret:list"
    )
    secret = made.out.strip()
    assert secret.startswith("fct_")
    assert secret not in made.err
    file = tmp_path / "key"
    file.write_text(f"{secret}\n")

    own = facetry("key", "self", "--key-file", str(file), "--json").json
    assert own["scopes"] == ["apisecret:list", "image:read", "repository:read"]
    listed = facetry("key", "list", "--key-file", str(file), "--json").json
    with server.client() as client:
        assert listed == client.get("/apiSecret/list").json()
    assert secret not in str(listed)
    (row,) = [line for line in facetry("key", "list").out.splitlines() if "backup script" in line]
    assert row.split()[0] == str(own["id"])
    assert secret not in row
    shown = facetry("key", "show", str(own["id"])).out
    assert "scopes   apisecret:list,image:read,repository:read\n" in shown

    revoked = facetry("key", "revoke", str(own["id"]), "--yes")
    assert (revoked.out, revoked.err) == ("", f"facetry: key {own['id']} is revoked\n")
    refused = facetry("key", "self", "--key-file", str(file), code=1)
    assert refused.err.startswith("facetry: auth.")


def test_a_key_lacks_other_scopes_and_the_problem_has_rule_detail_and_remedy(
    facetry: Run, server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "key"
    file.write_text(facetry("key", "create", "reader", "--scope", "image:read").out)
    with server.client(file.read_text().strip()) as client:
        problem = client.get("/apiSecret/list").json()
    refused = facetry("key", "list", "--key-file", str(file), code=1)
    assert refused.err == f"facetry: {problem['rule']}: {problem['detail']} {problem['remedy']}\n"
    assert refused.out == ""


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("2099-12-31", 4102358400000),
        ("2099-12-31T18:00", 4102423200000),
        ("2099-12-31T18:00+01:00", 4102419600000),
    ],
)
def test_an_expiration_is_a_date_in_utc_or_with_an_offset(facetry: Run, text: str, milliseconds: int) -> None:
    made = facetry(
        "key", "create", "late", "--expires", text, "--comment", "for tests", "--type", "token", "--json"
    ).json
    assert (made["expirationDate"], made["comment"], made["type"], made["scope"]) == (
        milliseconds,
        "for tests",
        "token",
        "all",
    )
    shown = facetry("key", "show", str(made["id"])).out
    assert f"expires  {text[:10]}T" in shown


def test_wrong_usage_is_exit_code_2_and_refusals_are_1(facetry: Run) -> None:
    assert "is not a date" in facetry("key", "create", "late", "--expires", "tomorrow", code=2).err
    assert facetry("key", "create", "greedy", "--scope", "everything", code=1).err.startswith("facetry: ")
    assert facetry("key", "revoke", "999999", code=1).err.startswith("facetry: apiSecret.")
    assert facetry("key", "show", "../list", code=1).err.startswith("facetry: parameter.type: id: ")
