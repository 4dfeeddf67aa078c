"""web/page/search/criteria/registry.ts: the files of the page for the criteria of search filters.

The page does not compile when a criterion of the description has no file there.
"""

from __future__ import annotations

import re

from codegen.model import Description
from codegen.targets.clients.typescript_types import header

CRITERIA = "SearchCriteria"


def render(description: Description) -> str:
    """An import of each criterion, and all of them by their names."""
    names = list(description.schemas[CRITERIA]["properties"])
    imports = "".join(f'import {{ {name} }} from "./{_file(name)}.js";\n' for name in sorted(names, key=_file))
    entries = "".join(f"  {name},\n" for name in names)
    return (
        header("The criteria of search filters, each with the file of the page for it.")
        + f"{imports}\nexport const CRITERIA = {{\n{entries}}};\n"
    )


def _file(name: str) -> str:
    return re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", name)
