"""Says of violations of the manifest schema what they mean for an extension, where the keyword alone does not."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from facetry.schema.edits import SetValue
from facetry.validate.finding import Finding
from facetry.validate.manifest.versions import corrected

_IDENTIFIER: Final = "An identifier has letters without accents, digits, hyphens, underscores and dots only."
_ADDRESS: Final = (
    "It must be the path of a file of the extension, such as /ui/page.html, or an address with http or https. "
    "White space and backslashes are not permitted."
)
_TAG: Final = re.compile(r"/instructions/\d+/commands/\d+/on/withTags/\d+")
_PATTERNS: Final = (
    (re.compile(r"/id|.*/commands/\d+/id|/ui/elements/\d+/id"), _IDENTIFIER),
    (re.compile(r"/version"), "It must be a version of Semantic Versioning 2.0.0, such as 1.2.0 or 2.0.0-beta.1."),
    (re.compile(r"/name"), "A name is one line without < and >, and without characters that cannot be seen."),
    (re.compile(r".*/on/withTags/\d+"), "A tag has letters without accents, digits and - _ . : ; / only."),
    (re.compile(r".*/vectorSpace"), "A vector space has letters without accents, digits and _ . : / - only."),
    (re.compile(r"/permissions/folders/\d+/path"), "A folder is an absolute path, or one that begins with ~/."),
    (
        re.compile(r"/permissions/hosts/\d+"),
        "A host is a name such as models.example.org or *.example.org:8443, without a scheme and a path.",
    ),
    (re.compile(r".*/iconUri|/ui/elements/\d+/url"), _ADDRESS),
)
"""What the patterns of the schema mean, by the pointers of the texts."""


def worded(finding: Finding, manifest: Any) -> Finding:
    """The finding of a violation with a sentence for people, and for versions with an edit."""
    if finding.rule == "schema.pattern":
        for place, detail in _PATTERNS:
            if place.fullmatch(finding.pointer):
                finding = replace(finding, detail=detail)
                break
    if _TAG.fullmatch(finding.pointer) and finding.rule != "schema.type":
        finding = replace(finding, detail=f"No image can have this tag, so it never lets one through. {finding.detail}")
    if finding.pointer == "/version" and finding.rule in ("schema.pattern", "schema.minLength"):
        version = corrected(str(manifest["version"]))
        if version is not None:
            finding = replace(finding, remedy=f"Did you mean {version}?", edit=SetValue("/version", version))
    return finding
