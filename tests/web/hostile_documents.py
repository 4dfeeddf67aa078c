"""Hostile view documents: each tries to run a script in the page, or to load something from elsewhere."""

from __future__ import annotations

from typing import Any, Final

CANARY: Final = "canary.test"
"""A host whose requests the tests would see."""

_TEXTS: Final = (
    "<script>parent.ran++; ran++</script>",
    "<img src=x onerror='parent.ran++; ran++'>",
    f"<img src=http://{CANARY}/image>",
    f"<svg onload=ran++><image href=http://{CANARY}/svg /></svg>",
    f"<iframe src=http://{CANARY}/frame></iframe>",
    "<iframe srcdoc='<script>parent.parent.ran++</script>'></iframe>",
    f"<meta http-equiv=refresh content='0;url=http://{CANARY}/refresh'>",
    f"<base href=http://{CANARY}/><img src=relative>",
    f"<link rel=stylesheet href=http://{CANARY}/style>",
    f"<link rel=prefetch href=http://{CANARY}/prefetch><link rel=dns-prefetch href=//{CANARY}>",
    f"<style>@import 'http://{CANARY}/import'; body {{ background: url(http://{CANARY}/background) }}</style>",
    f"<form action=http://{CANARY}/form><button autofocus onfocus='form.submit()'>x</button></form>",
    f"<object data=http://{CANARY}/object></object><embed src=http://{CANARY}/embed>",
    f"<video src=http://{CANARY}/video autoplay></video><audio src=http://{CANARY}/audio autoplay></audio>",
    "<a href='javascript:parent.ran++' id=x>x</a><script>x.click()</script>",
    "<details open ontoggle=parent.ran++>",
    "<body onload=parent.ran++>",
    "<math><mi//xlink:href='data:x,<script>parent.ran++</script>'>",
    "]]><script>ran++</script>",
    "</title></style></textarea></script><script>ran++</script>",
    '"><script>ran++</script>',
    "' onmouseover='ran++' autofocus onfocus='ran++",
    "{{constructor.constructor('ran++')()}}",
    "${ran++}",
    "`;ran++;`",
    "\u202etxt.exe\u202c",
    "\u2028ran++\u2029",
)
_ADDRESSES: Final = (
    "javascript:ran++",
    "JaVaScRiPt:ran++",
    " javascript:ran++",
    "java\tscript:ran++",
    "java\nscript:ran++",
    "\x01javascript:ran++",
    "javascript&colon;ran++",
    "vbscript:ran++",
    "data:text/html,<script>parent.ran++</script>",
    "data:text/html;base64,PHNjcmlwdD5wYXJlbnQucmFuKys8L3NjcmlwdD4=",
    "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InJhbisrIi8+",
    f"blob:http://{CANARY}/x",
    "file:///etc/passwd",
    f"//{CANARY}/x",
    f"/\\{CANARY}/x",
    f"\\\\{CANARY}\\x",
    f"filesystem:http://{CANARY}/x",
    "about:srcdoc",
    "../../up",
    "%2e%2e/up",
    "view-source:http://x",
)


def hostile_documents() -> list[Any]:
    """Each text in every element of text, and each address in every element with an address."""
    elements: list[dict[str, Any]] = []
    for value in _TEXTS:
        elements += [
            {"type": "html", "content": value},
            {"type": "markdown", "content": value},
            {"type": "string", "value": value, "modifiers": {"copyable": True, "truncate": {"characterLimit": 3}}},
            {"type": "json", "value": value},
            {"type": "label-value", "label": value, "value": {"type": value}},
            {"type": "color", "value": f"red;background:url(http://{CANARY}/color){value}"},
            {"type": "timestamp", "value": value},
            {"type": "image-ref", "src": value, "alt": value, "aspectRatio": value},
        ]
    for address in _ADDRESSES:
        elements += [
            {"type": "string-url", "value": address, "label": "x"},
            {"type": "image-ref", "src": address, "placeholder": address},
            {"type": "markdown", "content": f"[x]({address}) ![x]({address}) <{address}> [y]\n\n[y]: {address}"},
        ]
    documents: list[Any] = [{"schemaVersion": "1.0", "elements": [element]} for element in elements]
    documents += [
        {"schemaVersion": "1.0", "title": value, "description": value, "elements": [], "actions": actions}
        for value, actions in zip(
            _TEXTS, ([{"type": "external-link", "label": "x", "url": each}] for each in _ADDRESSES), strict=False
        )
    ]
    documents += [None, 3, "x", [], {"elements": 3}]
    documents += [{"elements": [None, 3, "x", [], {}]}, {"elements": [{"type": {}}]}]
    documents += [
        {"elements": [{"type": "table", "rows": 3, "columns": "x"}, {"type": "multi-slot", "slots": [{"width": "x"}]}]},
        {
            "elements": [
                {"type": "number-meter", "value": "x", "maximum": None},
                {"type": "number-stars", "maximum": 1e9},
            ]
        },
        {"elements": [{"type": "dimensions", "width": {}, "height": []}, {"type": "flowing", "elements": {}}]},
        {"elements": [{"type": "__proto__"}, {"type": "constructor"}, {"type": "toString"}]},
    ]
    return documents


def hostile_texts() -> tuple[str, ...]:
    """Texts that would run a script or load something, if a page took them for markup or for addresses."""
    return (*_TEXTS, *_ADDRESSES)
