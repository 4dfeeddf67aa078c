"""The key of an extension, which no operation returns: a small program of the run hands it over.

The program writes its key as a feature of an image, encrypted with a pad that only its archive and this process know.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from facetry.contract.context import Context
from facetry.contract.errors import SetupError
from facetry.contract.example_requests.packages import archive
from facetry.contract.setup_requests import made, scopes_in
from facetry.contract.traffic.exchange import json_value

START_SECONDS: Final = 30.0
OPERATIONS: Final = ("extensionInstall", "imageGetFeatures", "imageSetFeatures")
"""What handing a key over takes."""
_PAD_BYTES: Final = 512
_PROGRAM: Final = """#!/usr/bin/env python3
import json, time, urllib.request

IMAGE, PAD = {image!r}, bytes.fromhex({pad!r})
with open("parameters.json") as file:
    given = json.load(file)
key = given["apiKey"].encode()
value = bytes(a ^ b for a, b in zip(key, PAD)).hex()
feature = {{"type": "other", "format": "string", "name": "contract", "value": value}}
request = urllib.request.Request(
    "%s/image/%s/setFeatures?extensionId=%s" % (given["webServicesBaseUrl"], IMAGE, given["extensionId"]),
    data=json.dumps([feature]).encode(),
    headers={{"Authorization": "Bearer " + given["apiKey"], "Content-Type": "application/json"}},
    method="PUT",
)
urllib.request.urlopen(request)
time.sleep(600)
"""


@contextmanager
def key_of_extension(context: Context, given: str | None) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yields the id, a key and the scopes of an extension: of the `given` key, or of a program that is removed at the
    end. Raises `SetupError`.
    """
    if given is not None:
        yield _identified(context, given)
        return
    extension = f"{context.fixture.prefix}-k"
    pad = secrets.token_bytes(_PAD_BYTES)
    code = _PROGRAM.format(image=context.fixture.image, pad=pad.hex())
    options: dict[str, Any] = {"content": archive(extension, code), "headers": {"Content-Type": "application/zip"}}
    made(context.client, "POST", "/extension/install?state=enabled", **options)
    try:
        yield _identified(context, _handed_over(context, extension, pad))
    finally:
        context.service.cleaner.delete(f"/extension/{extension}/uninstall")


def _handed_over(context: Context, extension: str, pad: bytes) -> str:
    deadline = time.monotonic() + START_SECONDS
    target = f"/image/{context.fixture.image}/getFeatures?extensionId={extension}"
    while time.monotonic() < deadline:
        found = made(context.client, "GET", target)
        features = found.get("features", []) if isinstance(found, dict) else found
        if features:
            return _decrypted(features, pad)
        time.sleep(0.1)
    raise SetupError(
        f"the service did not start a program of an extension within {START_SECONDS:.0f} s; give --extension-key-file"
    )


def _decrypted(features: Any, pad: bytes) -> str:
    try:
        return bytes(a ^ b for a, b in zip(bytes.fromhex(features[0]["value"]), pad, strict=False)).decode()
    except (KeyError, TypeError, ValueError):
        raise SetupError(f"getFeatures shows something else than the extension wrote: {features!r:.200}") from None


def _identified(context: Context, key: str) -> tuple[str, str, frozenset[str]]:
    answer = context.service.anonymous.get("/apiSecret/self", headers={"Authorization": f"Bearer {key}"})
    record = json_value(answer) if answer.status_code == 200 else {}
    if not isinstance(record, dict) or not record.get("extensionId"):
        raise SetupError("the key of the extension is refused, or is the key of no extension")
    return str(record["extensionId"]), key, scopes_in(record)
