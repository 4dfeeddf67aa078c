"""An extension that exceeds its limits is ended, and the operator sees why; others go on."""

from __future__ import annotations

import json
import time
from pathlib import Path

from tests.support.extensions.packages import archive
from tests.support.services.servers import running_server

LIMIT = 100 * 1024**2
HUNGRY = "#!/usr/bin/env python3\nimport time\nheld = b'x' * 300_000_000\ntime.sleep(600)\n"
LIMITS = {"FACETRY_EXTENSIONS__LIMITS_OF": json.dumps({"hungry": {"memory_bytes": LIMIT, "cpu_weight": 10}})}


def test_an_extension_beyond_its_memory_is_ended_with_a_reason(tmp_path: Path) -> None:
    with running_server(tmp_path, [], extra_environment=LIMITS) as server, server.client() as client:
        for id, code in (("hungry", HUNGRY), ("modest", HUNGRY)):
            headers = {"Content-Type": "application/zip"}
            answer = client.post("/extension/install?state=enabled", content=archive(id, code), headers=headers)
            assert answer.status_code == 201, answer.text
        reason = f"Memory limit: it took more than {LIMIT} bytes."
        deadline = time.monotonic() + 30
        while (hungry := client.get("/extension/hungry/get").json())["status"].get("reason") != reason:
            assert time.monotonic() < deadline, hungry["status"]
            time.sleep(0.05)
        assert (hungry["limits"]["memoryBytes"], hungry["limits"]["niceness"]) == (LIMIT, 10)
        assert reason in server.output()
        while (modest := client.get("/extension/modest/get").json()).get("usage", {}).get("memoryBytes", 0) < LIMIT:
            assert time.monotonic() < deadline, modest
            time.sleep(0.05)
        assert modest["limits"]["memoryBytes"] > 2 * LIMIT
        assert (modest["status"]["crashes"], modest["usage"]["processes"]) == (0, 1)
