"""The hostile corpus has a refused filter for every criterion of the description, and for every member of one.

The members are read from the description. A criterion that is added to `specs/schemas/SearchCriteria.yaml` alone
fails here. `test_hostile.py` sends the filters, and requires that each is refused.
"""

import json
from typing import Any, Final

import pytest

from tests.contract.description import document
from tests.hostile.requests.filters import FILTERS
from tests.support.contract.schema_parts import parts_used, schema_parts

_REFUSED: Final[tuple[Any, ...]] = tuple(json.loads(body) for body in FILTERS.values())
_PLACE: Final = "extend REFUSED in tests/search_model/criteria/<name>.py"


@pytest.mark.parametrize("criterion", document()["components"]["schemas"]["SearchCriteria"]["properties"])
def test_criterion_is_refused_by_itself(criterion: str) -> None:
    """No other criterion stands beside it, so the filter is refused for this one."""
    refused = [each for each in _REFUSED if isinstance(each, dict) and each.get("criteria", {}).keys() == {criterion}]
    assert refused, f"{_PLACE}: no refused filter has only the criterion {criterion}"


def test_every_member_is_part_of_a_refused_filter() -> None:
    members = {part for part in schema_parts("SearchFilter") if "=" not in part}
    missing = members - parts_used("SearchFilter", _REFUSED)
    assert not missing, f"{_PLACE}: no refused filter has {sorted(missing)}"
