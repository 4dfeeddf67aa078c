"""Permissions of extensions: what is asked for, what is granted, and the scopes and folders that follow."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text

from facetry.auth import Principal
from facetry.errors import FaultError
from facetry.library import permissions
from facetry.library.grants.granted_folders import is_folder
from facetry.store import migrations
from facetry.store.engine import connect, engine_of
from facetry.store.store import Store
from facetry.validate.manifest.permissions import DEFAULT_SCOPES
from generated.models import ManifestPermissions, ManifestScope, Scope
from tests.contract.documents.manifests import schema
from tests.support.engines.databases import database_at, only_sqlite

BEFORE_GRANTS = "0008"
"""The migration before the one that adds grants."""
MASTER = Principal(frozenset({"all"}), None, None, None, "master")
FORBIDDEN = {"all", "administration", "extension:chrome:install", "extension:write", "metrics:read"}
FORBIDDEN |= {"apisecret:list", "apisecret:read", "apisecret:write", "image:embeddings:write"}


def declared(**members: Any) -> ManifestPermissions:
    return ManifestPermissions.model_validate(members)


def rule_of(principal: Principal, grant: str, *protected: Path) -> str | None:
    try:
        permissions.require_grantable(principal, [grant], protected)
    except FaultError as error:
        return error.fault.rule
    return None


def test_the_description_lists_the_default_scopes() -> None:
    described = schema()["$defs"]["ManifestPermissions"]["properties"]["scopes"]["description"]
    assert set(re.findall(r"`([a-z:]+)`", described)) == DEFAULT_SCOPES


def test_a_manifest_can_ask_for_all_scopes_but_those_that_lead_to_others() -> None:
    assert set(get_args(ManifestScope.__value__)) == set(get_args(Scope.__value__)) - FORBIDDEN
    assert set(get_args(ManifestScope.__value__)) >= DEFAULT_SCOPES


def test_only_what_exceeds_the_default_is_asked_for() -> None:
    assert permissions.requested_permissions(None) == ()
    assert permissions.requested_permissions(declared(scopes=sorted(DEFAULT_SCOPES))) == ()
    folders = [{"path": "~/models", "access": "read"}, {"path": "/srv/out", "access": "write"}]
    everything = declared(scopes=["image:read", "image:delete"], folders=folders, hosts=["example.org"])
    assert permissions.requested_permissions(everything) == ("image:delete", "read:~/models", "write:/srv/out")


def test_keys_have_what_is_asked_for_and_granted() -> None:
    grants = ("image:delete", "repository:image:store", "write:/srv/out")
    assert permissions.scopes(None, ()) == DEFAULT_SCOPES
    assert permissions.scopes(None, grants) == DEFAULT_SCOPES | {"image:delete", "repository:image:store"}
    asking = declared(scopes=["image:read", "image:delete", "event:read"])
    assert permissions.scopes(asking, grants) == {"image:read", "image:delete"}
    assert permissions.scopes(declared(scopes=[]), grants) == set()
    assert permissions.scopes(declared(hosts=["example.org"]), ()) == DEFAULT_SCOPES


def test_what_the_manifest_does_not_ask_for_is_neither_granted_nor_kept() -> None:
    asking = declared(scopes=["image:delete"], folders=[{"path": "/srv/out", "access": "write"}])
    with pytest.raises(FaultError, match=r"permission\.missing") as caught:
        permissions.require_granted(asking, ("image:delete",))
    assert caught.value.fault.detail == "The extension asks for write:/srv/out, which is not granted."
    permissions.require_granted(asking, ("image:delete", "write:/srv/out"))
    for grant in ("event:read", "read:/srv/out", "write:/srv/out/deeper"):
        with pytest.raises(FaultError, match=r"permission\.unrequested"):
            permissions.require_requested(asking, (grant,))
    assert permissions.requested_grants(asking, ("event:read", "image:delete", "read:/srv/out")) == ("image:delete",)
    assert permissions.requested_grants(None, ("event:read", "image:read")) == ("event:read",)
    permissions.require_requested(declared(scopes=[]), ("write:/srv/out",))


def test_of_many_missing_permissions_the_first_are_named() -> None:
    folders = [{"path": f"/srv/{number}", "access": "read"} for number in range(8)]
    for count, listed in ((6, "read:/srv/5,"), (8, "read:/srv/5 and 2 more,")):
        with pytest.raises(FaultError, match=r"permission\.missing") as caught:
            permissions.require_granted(declared(folders=folders[:count]), ())
        assert f", {listed}" in caught.value.fault.detail


def test_a_permission_is_a_folder_or_a_scope() -> None:
    folders = ("read:/srv", "write:~/out", "read:a/b")
    assert [each for each in (*folders, "image:read", "image:a/b", "read:x") if is_folder(each)] == [*folders]


def test_a_key_grants_only_what_it_has() -> None:
    weak = Principal(frozenset({"extension:write", "image:delete"}), 1, None, None, "weak")
    assert rule_of(weak, "image:delete") is None
    assert rule_of(weak, "image:write") == "scope.missing"
    assert rule_of(weak, "write:/srv/out") == "scope.missing"
    assert {rule_of(MASTER, scope) for scope in FORBIDDEN} == {"permission.unknown"}
    assert rule_of(MASTER, "image:store") == "permission.unknown"


def test_folders_of_the_system_and_of_the_library_cannot_be_granted(tmp_path: Path) -> None:
    data, link, loop = tmp_path / "data", tmp_path / "link", tmp_path / "loop"
    (data / "vectors").mkdir(parents=True)
    link.symlink_to(data)
    loop.symlink_to(loop)
    for path in ("/", "//", "/proc/self", "/etc", data, data / "vectors", data / "new", tmp_path, link, loop):
        assert rule_of(MASTER, f"read:{path}", data) == "permission.folder", path
    assert rule_of(MASTER, f"write:{tmp_path}/elsewhere", data) is None


def test_grants_without_an_effect_are_named() -> None:
    grants = ("image:delete", "read:/srv/a", "write:/srv/b")
    assert permissions.not_enforced(grants, is_confined=True) == ("read:/srv/a",)
    assert permissions.not_enforced(grants, is_confined=False) == ("read:/srv/a", "write:/srv/b")


@only_sqlite
def test_extensions_of_earlier_versions_keep_storing_pictures(tmp_path: Path) -> None:
    """The migration grants it to installed extensions, and to no other record."""
    asking = '{"permissions": {"scopes": ["image:read", "repository:image:store"]}}'
    rows = [("old", "{}"), ("by-hand", None), ("odd", '{"permissions": ["x"]}'), ("asking", asking)]
    connection = connect(tmp_path / "library.db")
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    with connection.begin():
        engine_of(connection).begin_write(connection)
        command.upgrade(config, BEFORE_GRANTS)
        insert = text("INSERT INTO extension (id, folded, created, manifest) VALUES (:id, :id, 1, :manifest)")
        connection.execute(insert, [{"id": id, "manifest": manifest} for id, manifest in rows])
    connection.close()
    store = Store(database_at(tmp_path / "library.db"))
    found = store.read_now(lambda connection: {id: permissions.scopes_of(connection, id) for id, _ in rows})
    store.close()
    stored = DEFAULT_SCOPES | {"repository:image:store"}
    assert found == {
        "old": stored,
        "by-hand": DEFAULT_SCOPES,
        "odd": stored,
        "asking": {"image:read", "repository:image:store"},
    }
    assert "collection:write" not in stored
