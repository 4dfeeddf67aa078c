"""The metrics of a service: their names and labels, and the page that describes them."""

import re
from collections import Counter
from pathlib import Path

from tests.support.services.metric_names import PROCESS, families_of_a_new_service

DOCS = Path(__file__).parents[3] / "docs"


def test_each_metric_has_a_name_of_its_own_in_the_convention_of_prometheus(tmp_path: Path) -> None:
    families = families_of_a_new_service(tmp_path)
    assert [name for name, count in Counter(family.name for family in families).items() if count > 1] == []
    for family in families:
        assert re.fullmatch(r"facetry_[a-z_]+", family.name), family.name
        assert not family.name.endswith("_total"), family.name
        assert family.summary.endswith("."), family.summary
        is_time = family.kind == "histogram" or family.name.endswith(("_cpu_seconds", "_age_seconds", "_ahead_seconds"))
        assert ("seconds" in family.name) == is_time, family.name


def test_the_page_lists_every_metric_and_no_other(tmp_path: Path) -> None:
    (table,) = re.findall(r"^\| metric \| what it tells .*?(?=\n\n)", (DOCS / "operate.md").read_text(), re.S | re.M)
    listed = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    names = {
        family.name + ("_total" if family.kind == "counter" else "") for family in families_of_a_new_service(tmp_path)
    }
    assert len(listed) == len(set(listed))
    assert names <= set(listed) <= names | PROCESS
