"""`facetry.validate` as a library: its public names, and what importing it loads."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import facetry.validate

ROOT: Final = Path(__file__).parents[3]
MODULES: Final = sorted(
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for path in (ROOT / "facetry" / "validate").rglob("*.py")
)
PACKAGES: Final = {"facetry", "generated", "jsonschema_rs", "orjson"}
"""All packages outside of the standard library that validation may load."""
FORMATS: Final = "facetry.validate.formats"
"""Its modules load the parsers of YAML and XML, and are loaded for documents with such texts only."""
HEAVY: Final = {"pydantic", "connexion", "sqlalchemy", "starlette", "uvicorn", "rich", "numpy", "asyncio", "ssl"}


def loaded(code: str) -> set[str]:
    """The modules that a program loads, in a process of its own."""
    program = f"import sys\nbefore = set(sys.modules)\n{code}\nimport json\nprint(json.dumps([*sys.modules]))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    before = subprocess.run(
        [sys.executable, "-c", "import json, sys; print(json.dumps([*sys.modules]))"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout)) - set(json.loads(before.stdout))


def packages(modules: set[str]) -> set[str]:
    """The top-level packages of modules, without those of the standard library."""
    return {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names)


def test_the_import_alone_loads_no_other_package() -> None:
    modules = loaded("from facetry import validate")
    assert packages(modules) == {"facetry"}
    assert {name for name in modules if name.startswith("facetry")} == {"facetry", "facetry.validate"}


def test_everything_of_it_loads_few_packages() -> None:
    modules = loaded("\n".join(f"import {module}" for module in MODULES if not module.startswith(FORMATS)))
    assert packages(modules) <= PACKAGES
    assert {name.partition(".")[0] for name in modules} & HEAVY == set()


def test_the_parsers_of_other_formats_are_loaded_for_such_texts_only() -> None:
    formats = loaded("\n".join(f"import {module}" for module in MODULES if module.startswith(FORMATS)))
    assert "yaml" in packages(formats)
    assert {name.partition(".")[0] for name in formats} & HEAVY == set()
    code = (
        "from facetry.validate import Kind, findings\n"
        'text = b\'{"elements": [{"type": "html", "content": "<a href=b>"}, {"type": "strng"}]}\'\n'
        "assert len(findings(text, Kind.VIEW_DOCUMENT)) == 2"
    )
    assert packages(loaded(code)) <= PACKAGES


def test_a_validation_with_findings_loads_nothing_else() -> None:
    modules = loaded(
        "from facetry.validate import Kind, findings, locate, manifest_findings\n"
        "text = b'{\"id\": 3}'\n"
        "assert locate('manifest.json', text, manifest_findings(text, ['main.py']))\n"
        "assert findings(text, Kind.VIEW_DOCUMENT)"
    )
    assert packages(modules) == PACKAGES
    assert {name.partition(".")[0] for name in modules} & HEAVY == set()


def test_the_public_names_are_those_that_type_checkers_see() -> None:
    source = ast.parse(Path(facetry.validate.__file__).read_text())
    [checked] = [node for node in source.body if isinstance(node, ast.If)]
    seen = {
        alias.asname or alias.name: (str(node.module).removeprefix("facetry.validate."), alias.name)
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    places: dict[str, Any] = vars(facetry.validate)["_PLACES"]
    assert seen == places
    assert sorted(seen) == facetry.validate.__all__
    for name in facetry.validate.__all__:
        assert getattr(facetry.validate, name) is not None


def test_a_name_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'finding_of'"):
        facetry.validate.finding_of  # noqa: B018 -- that is what is tried
