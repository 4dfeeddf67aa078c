"""Webhooks of Ceph: it sends a message to a URL for each object of a bucket that changes."""

from __future__ import annotations

import hashlib
import hmac
import re
from datetime import UTC, datetime
from urllib.parse import urlencode

import httpx

from tests.support.engines.object_stores import ACCESS_KEY, SECRET_KEY, Bucket, ObjectStore

_REGION = "us-east-1"
_NOTIFICATION = """\
<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <TopicConfiguration><Id>webhook</Id><Topic>{topic}</Topic></TopicConfiguration>
</NotificationConfiguration>"""


def add_webhook(bucket: Bucket, url: str) -> None:
    """Have the store send messages about the objects of the bucket to the URL, before it answers who changes them."""
    attribute = "Attributes.entry.1"
    form = {
        "Action": "CreateTopic",
        "Name": bucket.name,
        f"{attribute}.key": "push-endpoint",
        f"{attribute}.value": url,
    }
    answer = _request(bucket.server, "POST", "/", "", urlencode(form).encode(), "application/x-www-form-urlencoded")
    topic = re.search("<TopicArn>(.+?)</TopicArn>", answer.text)
    assert topic is not None, answer.text
    notification = _NOTIFICATION.format(topic=topic[1]).encode()
    _request(bucket.server, "PUT", f"/{bucket.name}", "notification=", notification, "application/xml")


def _request(store: ObjectStore, method: str, path: str, query: str, body: bytes, media_type: str) -> httpx.Response:
    """Send a request that is signed as version 4 of AWS signatures says, for what the client has no function for."""
    now, digest = datetime.now(UTC), hashlib.sha256(body).hexdigest()
    headers = {
        "content-type": media_type,
        "host": store.endpoint.removeprefix("http://"),
        "x-amz-content-sha256": digest,
        "x-amz-date": f"{now:%Y%m%dT%H%M%SZ}",
    }
    names = ";".join(headers)
    lines = [f"{name}:{value}" for name, value in headers.items()]
    canonical = "\n".join([method, path, query, *lines, "", names, digest])
    scope = f"{now:%Y%m%d}/{_REGION}/s3/aws4_request"
    signed = "\n".join(
        ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hashlib.sha256(canonical.encode()).hexdigest()]
    )
    key = f"AWS4{SECRET_KEY}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, signed.encode(), "sha256").hex()
    credential = f"Credential={ACCESS_KEY}/{scope}"
    headers["authorization"] = f"AWS4-HMAC-SHA256 {credential}, SignedHeaders={names}, Signature={signature}"
    url = f"{store.endpoint}{path}?{query}" if query else f"{store.endpoint}{path}"
    answer = httpx.request(method, url, content=body, headers=headers, timeout=10, trust_env=False)
    assert answer.is_success, answer.text
    return answer
