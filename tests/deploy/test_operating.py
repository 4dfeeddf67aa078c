"""`docs/operate.md` and `deploy/` fit together: commands, files, names and addresses."""

from __future__ import annotations

import re
from typing import Final

from tests.support.services.proxies import DEPLOY

PAGE: Final = (DEPLOY.parent / "docs" / "operate.md").read_text()
COMMANDS: Final = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL))
IMAGE: Final = (DEPLOY / "Dockerfile").read_text()


def unit(name: str) -> dict[str, list[str]]:
    """All values of a unit, by option."""
    values: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            option, _, value = line.partition("=")
            values.setdefault(option, []).append(value)
    return values


def test_the_page_and_the_list_name_every_file() -> None:
    files = {path.name for path in DEPLOY.iterdir()} - {"README.md", "api-secret"}
    listed = set(re.findall(r"`([\w.]+)`", (DEPLOY / "README.md").read_text()))
    assert files <= listed
    assert set(re.findall(r"deploy/([\w.-]+)", PAGE)) <= files | {"README.md", "api-secret"}


def test_the_image_is_installed_as_the_page_says() -> None:
    for step in ("python3 -m venv /opt/facetry", "/opt/facetry/bin/pip install"):
        assert step in COMMANDS
        assert step in IMAGE
    account = re.search(r"useradd (.+) facetry\n", COMMANDS)
    assert account is not None
    assert set(account[1].split()) <= set(IMAGE.split())


def test_the_units_use_what_the_page_creates() -> None:
    service, socket = unit("facetry.service"), unit("facetry.socket")
    assert service["ExecStart"] == ["/opt/facetry/bin/facetry serve --quiet $PICTURES"]
    assert service["EnvironmentFile"] == ["-/etc/facetry/facetry.env"]
    assert "install --mode=0644 deploy/facetry.env /etc/facetry/" in COMMANDS
    credential, _, source = service["LoadCredential"][0].partition(":")
    assert f"> {source})" in COMMANDS
    assert f"FACETRY_API_SECRET_FILE=%d/{credential}" in service["Environment"]
    assert service["User"] == ["facetry"]
    assert f"cp --archive /var/lib/{service['StateDirectory'][0]} /var/lib/" in COMMANDS
    (address,) = socket["ListenStream"]
    for text in (COMMANDS, (DEPLOY / "nginx.conf").read_text(), (DEPLOY / "Caddyfile").read_text()):
        assert address in text


def test_figures_are_those_of_the_benches() -> None:
    benches = "".join((DEPLOY.parent / page).read_text() for page in ("bench/README.md", "docs/performance.md"))
    for row in (
        "| memory, idle; with 10,000 images and vectors after searches | 161, 231 MiB | 105, 167 MiB |",
        "| from the start to `/readyz`: empty library; 10,000 images | 1.22, 1.30 s | 0.65, 0.74 s |",
        "| Facetry, `nearest` (target 0.8) | 0.990 | 0.61 | 0.64 | 0.79 | 2,995 | 177 |",
        "a million vectors (target 3 s) | 2.0 s |",
        "| 12 megapixels | 27.4 |",
        "| 1 megapixel | 362 |",
        "| a common tag | 0.35 | 3.0 | 103 | 0.9 | 5.5 |",
        "| a keyword, 3,798 images | 47 | 77 | 381 | 45 | 86 |",
        "| the same, a second | 1,723, 1,494, 1,201 | 2,645, 3,548, 3,058 |",
        "| Facetry, over HTTP | 46.3 |",
        "| cached thumbnails with a key; by media URL | 2,716/s, 2,506/s | 5,680/s, 5,079/s |",
    ):
        assert row in benches, f"docs/operate.md has another figure than {row}"
