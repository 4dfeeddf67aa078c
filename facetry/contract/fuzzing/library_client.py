"""Requests that a campaign makes beside its cases. They have to succeed."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import requests

from facetry.contract.errors import SetupError

SETTLE_SECONDS: Final = 60.0


@dataclass(slots=True)
class LibraryClient:
    """A client of the library under test. `session` sends a key with every right to the server at `url`."""

    session: requests.Session
    url: str

    def request(self, method: str, target: str, **options: Any) -> Any:
        """Send a request that must succeed. Returns the parsed body, or None when there is none."""
        answer = self.session.request(method, f"{self.url}{target}", timeout=60, **options)
        if not answer.ok:
            raise SetupError(f"{method} {target}: {answer.status_code} {answer.text[:500]}")
        try:
            return answer.json() if answer.content else None
        except ValueError:
            raise SetupError(f"{method} {target}: {answer.status_code} with a body that is no JSON") from None

    def file_url(self, image: str) -> str:
        """The URL of the file of an image."""
        url: str = self.request("GET", f"/image/{image}/get")["url"]
        return url

    def media_query(self, image: str, rendition: Mapping[str, Any]) -> dict[str, str]:
        """The query of the media URL of a rendition."""
        url = self.request("GET", f"/image/{image}/mediaUrl", params=dict(rendition))["url"]
        return dict(parse_qsl(urlsplit(url).query))

    def folder_of(self, repository: str) -> str:
        """The URL of a repository's folder."""
        url: str = self.request("GET", f"/repository/{repository}/get")["url"]
        return url

    def other_state(self, extension: str) -> str:
        """The state that an extension is not in."""
        response = self.session.get(f"{self.url}/extension/{extension}/get", timeout=60)
        return "enabled" if response.status_code == 200 and response.json()["state"] == "paused" else "paused"

    def restart_scans(self) -> None:
        """Start scans and watches again after a request stopped them."""
        self.request("PUT", "/repository/startOrStop", params={"isStart": "true"})

    def unless_scanned(self, method: str, target: str) -> None:
        """Send a request, again while a scan refuses it: the scan of a watched folder can begin at any time."""
        status = 409
        while status == 409:
            self.wait_for_scans()
            status = self.session.request(method, f"{self.url}{target}", timeout=60).status_code
        if status not in {204, 404}:
            raise SetupError(f"{method} {target}: {status}")

    def wait_for_scans(self) -> None:
        """Return when no scan runs. Raises `SetupError` after a minute."""
        deadline = time.monotonic() + SETTLE_SECONDS
        while any(activity["kind"] == "synchronizing" for activity in self.request("GET", "/repository/activities")):
            if time.monotonic() > deadline:
                raise SetupError(f"a scan did not end in {SETTLE_SECONDS:.0f} s")
            time.sleep(0.02)
