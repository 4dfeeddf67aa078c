"""A small application for bodies that are not JSON, with handlers that describe the uploaded file."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from facetry.http.connexion31 import Application, build_application
from facetry.http.request import Request
from generated import operations
from tests.facetry.http.small_application import FakeAuthenticator, Row

CAP = 1_000_000
LARGE_CAP = 48 * 1024 * 1024
TABLE = {
    "store": Row("/store", "PUT", ("body",)),
    "large": Row("/large", "PUT", ("body",)),
    "maybe": Row("/maybe", "PUT", ("body",)),
    "slow": Row("/slow", "PUT", ("body",)),
    "ping": Row("/ping", "GET", ()),
}


def description() -> dict[str, Any]:
    """One path for each handler; `/store` needs a key, the others do not."""
    media: dict[str, Any] = {"image/png": {}, "application/octet-stream": {}}

    def taking(name: str, cap: int, *, required: bool = True) -> dict[str, Any]:
        body = {"required": required, "x-max-bytes": cap, "content": media}
        answers = {"200": {"description": "ok", "content": {"application/json": {"schema": {}}}}}
        return {"operationId": name, "security": [], "x-public": "test", "requestBody": body, "responses": answers}

    secured = {"security": [{"bearer": ["image:tag:write"]}, {"apiKey": ["image:tag:write"]}]}
    ping = {key: value for key, value in taking("ping", CAP).items() if key != "requestBody"}
    return {
        "openapi": "3.1.1",
        "info": {"title": "uploads", "version": "1"},
        "paths": {
            "/store": {"put": taking("store", CAP) | secured},
            "/large": {"put": taking("large", LARGE_CAP)},
            "/maybe": {"put": taking("maybe", CAP, required=False)},
            "/slow": {"put": taking("slow", CAP)},
            "/ping": {"get": ping},
        },
    }


@dataclass
class UploadApplication:
    """The handlers. `store` and `large` return the result of `action`; `slow` works until the client disconnects."""

    spool: Path
    action: Callable[[operations.Upload], object] = lambda body: hashlib.sha256(body.path.read_bytes()).hexdigest()
    endings: list[str] = field(default_factory=list)

    def spooled_files(self) -> list[Path]:
        """The files in the spool folder."""
        return sorted(self.spool.iterdir()) if self.spool.exists() else []

    def handlers(self) -> dict[str, Callable[..., Awaitable[object]]]:
        """One coroutine function for each operation."""

        async def store(call: Request, /, *, body: operations.Upload) -> object:
            assert self.spooled_files() == [body.path]
            return {"size": body.size, "deed": self.action(body)}

        async def maybe(call: Request, /, *, body: operations.Upload | None = None) -> object:
            return None if body is None else body.size

        async def work() -> str:
            try:
                await asyncio.sleep(5)
            except asyncio.CancelledError:
                await asyncio.sleep(0.01)  # clean-up, during which the spooled file still exists
                self.endings.append(f"cancelled with {len(self.spooled_files())}")
                raise
            return "done"

        async def slow(call: Request, /, *, body: operations.Upload) -> object:
            try:
                return await call.cancel_on_disconnect(work())
            finally:
                self.endings.append("handler")

        async def ping(call: Request, /) -> object:
            return {"host": call.host}

        return {"store": store, "large": store, "maybe": maybe, "slow": slow, "ping": ping}

    def application(self) -> Application:
        """The application over these handlers."""
        return build_application(
            description(),
            self.handlers(),
            TABLE,
            {},
            authenticator=FakeAuthenticator(),
            make_call=lambda _, connection: connection,
            spool=self.spool,
            events={},
        )
