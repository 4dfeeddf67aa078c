"""`docs/settings.md` has each setting with its meaning, as the types of the settings have it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from facetry.settings import Settings
from tests.facetry.settings_page import PAGE, docstrings, flags_of_variables, page


def variables(model: type[BaseModel], prefix: str) -> Iterator[tuple[str, str | None]]:
    """The variable of each setting, with its meaning."""
    meanings = docstrings(model)
    for name, field in model.model_fields.items():
        variable = prefix + name.upper()
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from variables(field.annotation, f"{variable}__")
        else:
            yield variable, meanings.get(name)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.facetry.settings_page"


@pytest.mark.parametrize(("variable", "meaning"), [*variables(Settings, "FACETRY_")])
def test_each_setting_has_a_row_with_its_meaning(variable: str, meaning: str | None) -> None:
    assert meaning
    rows = [line for line in page().splitlines() if line.startswith((f"| `{variable}` ", f"| `{variable}`,"))]
    assert len(rows) == 1
    assert rows[0].endswith(f" | {meaning} |")


def test_each_flag_that_names_a_setting_is_on_the_page() -> None:
    flags = flags_of_variables()
    assert set(flags) <= dict(variables(Settings, "FACETRY_")).keys()
    assert flags["FACETRY_LOG__LEVEL"] == ["--log-level"]
    assert len(flags) >= 9
