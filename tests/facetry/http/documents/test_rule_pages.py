"""The pages of the rules: complete, without scripts, and nothing from other hosts."""

import re
from typing import Any
from urllib.parse import urljoin

import pytest

from facetry import rules

INDEX = "/docs/rules/"


def text_of(page: bytes) -> str:
    """The words of a page, without its elements."""
    text = re.sub(r"<[^>]*>", "", page.decode())
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text


@pytest.mark.parametrize("rule", rules.rules().values(), ids=lambda rule: rule.id)
def test_every_rule_has_a_page(client: Any, rule: rules.Rule) -> None:
    answer = client("GET", INDEX + rule.id, b"", {})
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    text = text_of(answer.body)
    for part in (rule.id, rule.title, rule.explanation, rule.remedy, rule.source or "", rule.decision or ""):
        assert part.replace("`", "") in text
    if rule.example is not None:
        assert rules.example_text(rule.example.document, rule.example.bad).rstrip() in text


def test_the_index_links_every_rule_and_every_link_leads_somewhere(client: Any) -> None:
    page = client("GET", INDEX, b"", {}).body.decode()
    links = [urljoin(INDEX, link) for link in re.findall(r'(?:href|src)="([^"]+)"', page)]
    assert [link.removeprefix(INDEX) for link in links if link.startswith(INDEX) and link != INDEX] == (
        rules.identifiers()
    )
    assert {client("GET", link, b"", {}).status for link in dict.fromkeys(links)} == {200}


@pytest.mark.parametrize("address", [INDEX, f"{INDEX}manifest.capability"])
def test_a_page_has_no_script_and_needs_nothing_from_elsewhere(client: Any, address: str) -> None:
    answer = client("GET", address, b"", {})
    page = answer.body.decode()
    assert re.search(r"<script|<style|\sstyle=|\son\w+=|javascript:", page) is None
    links = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert links
    assert all(urljoin(address, link).startswith("/docs/") for link in links)
    assert not any(link.startswith("/") for link in links), "a proxy may have put the page below a prefix"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'; style-src 'self'" in policy
    assert "script-src" not in policy
    documentation = client("GET", "/docs/", b"", {}).headers
    names = ("cache-control", "referrer-policy", "x-frame-options", "x-content-type-options")
    assert [answer.headers[name] for name in names] == [documentation[name] for name in names]


def test_the_style_has_both_colour_schemes(client: Any) -> None:
    answer = client("GET", "/docs/rules.css", b"", {})
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert b"prefers-color-scheme: dark" in answer.body
    assert b"url(" not in answer.body


def test_a_page_is_revalidated_and_has_a_head(client: Any) -> None:
    answer = client("GET", f"{INDEX}json.syntax", b"", {})
    again = client("GET", f"{INDEX}json.syntax", b"", {"if-none-match": answer.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    head = client("HEAD", f"{INDEX}json.syntax", b"", {})
    assert (head.status, head.body, head.headers["etag"]) == (200, b"", answer.headers["etag"])


def test_the_address_without_a_slash_redirects(client: Any) -> None:
    answer = client("GET", "/docs/rules", b"", {})
    assert (answer.status, answer.headers["location"]) == (307, "rules/")
    assert urljoin("/docs/rules", "rules/") == INDEX


@pytest.mark.parametrize(
    ("rule", "remedy"),
    [
        ("manifest.capabilities", "Did you mean manifest.capability"),
        ("zzzzzz", "See /docs/rules/ for all rules."),
        ("json.syntax/", "Did you mean json.syntax"),
        ("%2e%2e/openapi.json", "See /docs/rules/ for all rules."),
        ("\xff", "See /docs/rules/ for all rules."),
    ],
)
def test_an_unknown_rule_is_a_problem(client: Any, rule: str, remedy: str) -> None:
    answer = client("GET", (INDEX + rule).encode("latin-1"), b"", {})
    assert (answer.status, answer.rule) == (404, "route.unknown")
    assert answer.json["remedy"].startswith(remedy)


def test_a_page_takes_no_other_method(client: Any) -> None:
    assert client("POST", f"{INDEX}json.syntax", b"", {}).rule == "method.unknown"
