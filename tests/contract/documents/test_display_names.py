"""Names for people: every engine of regular expressions in use accepts and refuses the same names."""

import json
import re
import shutil
import subprocess
from typing import Any, Final

import jsonschema_rs
import pytest

from tests.contract.description import document
from tests.contract.documents.manifests import schema

VALID: Final = (
    "Holiday pictures",
    "Österreich & Ünï (2024)",
    "O\u0308sterreich",
    "写真",
    "写真\u3000二〇二四",
    "تصاویر\u200cمن",
    "चित्र",
    "Mum's “best” [old] {1} – 50%, #1! a=b+c ~ $5 @home ^*?",
    "👩\u200d👧 family",
    "𠮷野家",
    "a",
    "-",
    "..",
)
INVALID: Final = (
    "",
    " ",
    " a",
    "a ",
    "a\n",
    "\na",
    "a\nb",
    "a\rb",
    "a\tb",
    "a\u0000b",
    "a\u007fb",
    "a\u0085b",
    "a\u009fb",
    "\u00a0a",
    "a\u3000",
    "a\u2028b",
    "a\u2029b",
    "a\u202eb",
    "a\u2066b",
    "a\u200bb",
    "\ufeffa",
    "a\u00adb",
    "a" * 129,
)
JAVASCRIPT: Final = """
const [rules, names] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const meets = (rule, name) => new RegExp(rule.pattern, "u").test(name) && !new RegExp(rule.not.pattern, "u").test(name);
console.log(JSON.stringify(rules.map((rule) => names.map((name) => meets(rule, name)))));
"""


def rules() -> dict[str, Any]:
    return {
        "repository": document()["components"]["schemas"]["RepositoryName"],
        "manifest": schema()["properties"]["name"],
    }


@pytest.mark.parametrize("kind", ["repository", "manifest"])
def test_names_in_any_alphabet_are_valid_and_invisible_characters_are_not(kind: str) -> None:
    rule = rules()[kind]
    assert [name for name in VALID if not jsonschema_rs.is_valid(rule, name)] == []
    assert [name for name in INVALID if jsonschema_rs.is_valid(rule, name)] == []
    assert jsonschema_rs.is_valid(rule, "a < b") is (kind == "repository")


def test_python_agrees() -> None:
    for rule in rules().values():
        allowed, refused = (re.sub(r"\$\Z", r"\\Z", pattern) for pattern in (rule["pattern"], rule["not"]["pattern"]))
        for name in (*VALID, *INVALID[1:-1]):  # the first and the last are refused by their length
            assert bool(re.search(allowed, name) and not re.search(refused, name)) is (name in VALID), name


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_javascript_agrees() -> None:
    names = (*VALID, *INVALID[1:-1])
    done = subprocess.run(
        ["node", "-e", JAVASCRIPT],
        input=json.dumps([list(rules().values()), names]),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout) == [[name in VALID for name in names]] * 2
