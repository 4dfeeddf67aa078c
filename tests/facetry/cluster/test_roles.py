"""Which leader answers what, and where."""

from __future__ import annotations

import pytest

from facetry.cluster.roles import address_of, role_of


@pytest.mark.parametrize(
    ("operation", "role"),
    [
        ("repositoryStoreImage", "scan"),
        ("repositorySynchronize", "scan"),
        ("imageDelete", "scan"),
        ("trashRestore", "scan"),
        ("extensionInstall", "extensions"),
        ("imageRunCommand", "extensions"),
        ("imageTextToImages", "extensions"),
        ("imageSearchRunCapabilities", "extensions"),
        (None, "extensions"),
    ],
)
def test_the_role_of_an_operation(operation: str | None, role: str) -> None:
    assert role_of(operation) == role


def test_each_role_has_a_port_of_its_own() -> None:
    assert [address_of("[fd00::5]:3011", role) for role in ("scan", "extensions")] == [
        "[fd00::5]:3011",
        "[fd00::5]:3012",
    ]
