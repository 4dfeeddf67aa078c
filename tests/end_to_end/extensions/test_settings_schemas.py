"""Settings by schemas that combine others or have keywords of another draft, over HTTP."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any, Final

from tests.contract.documents.schema_documents import EXAMPLES
from tests.support.services.servers import in_process_application

MANIFEST: Final = EXAMPLES / "manifests" / "warned" / "manifest.schema.no-effect" / "unevaluated.json"
ZIP: Final = {"Content-Type": "application/zip"}


def test_what_a_schema_does_not_describe_is_neither_stored_nor_silent(tmp_path: Path) -> None:
    manifest: dict[str, Any] = json.loads(MANIFEST.read_bytes())
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        for name in ("MANUAL.md", "icon.svg", "main.py"):
            written.writestr(name, "")
        written.writestr("manifest.json", json.dumps(manifest))
    with in_process_application(tmp_path) as (session, _, _):
        answer = session.post("/extension/install", params={"state": "paused"}, data=archive.getvalue(), headers=ZIP)
        assert answer.status_code == 201, answer.text
        (warning,) = answer.json()["warnings"]
        assert (warning["rule"], warning["pointer"]) == (
            "manifest.schema.no-effect",
            "/settings/unevaluatedProperties",
        )
        assert "$schema" in warning["remedy"]

        url = f"/extension/{manifest['id']}/setSettings"
        refused = session.put(url, json={"value": {"z": 1, "aa": "typo"}})
        assert (refused.status_code, refused.json()["pointer"]) == (400, "/value/z")
        assert refused.json()["rule"] == "settings.schema"
        assert session.put(url, json={"value": {"threshold": 0.5}}).status_code == 204
        assert session.put(url, json={"value": {"threshold": "x"}}).json()["pointer"] == "/value/threshold"
