"""The estimate of what libraries need: its constants are those of the documents, and it predicts what was measured."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from bench.scale import cost, cost_model
from bench.scale.cost_model import KINDS, Library, Prices, money, needs_of

HOME: Final = Path(__file__).parent.parent
BENCHES: Final = (HOME / "bench" / "README.md").read_text()
PERFORMANCE: Final = (HOME / "docs" / "performance.md").read_text()
OPERATE: Final = (HOME / "docs" / "operate.md").read_text()
SIMILARITY: Final = (HOME / "docs" / "similarity.md").read_text()


def measured(name: str) -> list[int]:
    """A row of the table of measured bytes in `bench/README.md`: 20,000 images to ten million."""
    row = re.search(rf"^\| {re.escape(name)} \|(.+)\|$", BENCHES, re.MULTILINE)
    assert row is not None, name
    return [int(cell.replace(",", "") or 0) for cell in row[1].replace(" ", "").split("|")]


def test_constants_are_the_measured_bytes_at_100_000() -> None:
    column = 2
    of = {name: measured(f"{name}, bytes")[column] for name in ("images", "names", "metadata", "tags", "features")}
    assert of["images"] + of["names"] == pytest.approx(cost_model.FILE.image * 100_000)
    assert of["metadata"] == pytest.approx(cost_model.FILE.metadata * 30_000)
    assert of["tags"] == pytest.approx(cost_model.FILE.tag * 1_000_000)
    assert of["features"] == pytest.approx(cost_model.FILE.feature * 300_000)
    assert measured("the rest, bytes")[column] == cost_model.FILE.fixed


@pytest.mark.parametrize(("column", "images"), [(1, 50_000), (2, 100_000), (3, 1_000_000), (4, 10_000_000)])
def test_bytes_of_the_database_are_predicted(column: int, images: int) -> None:
    """Within 4 %: from 100,000 images to ten million, keys get longer."""
    needs = needs_of(Library(images, vector_share=0))
    assert needs.database_bytes == pytest.approx(measured("the whole file, bytes")[column], rel=0.04)
    assert needs.is_measured is (images <= cost_model.MEASURED_IMAGES)


def test_bytes_of_vectors_are_predicted() -> None:
    for column, images in ((0, 20_000), (2, 100_000)):
        needs = needs_of(Library(images))
        assert needs.database_vector_bytes == pytest.approx(measured("vectors of 512 numbers, bytes")[column], rel=0.02)
        assert needs.host_vector_bytes == pytest.approx(measured("vector files, bytes")[column], rel=0.01)


def test_a_million_vectors_need_what_the_pages_say() -> None:
    needs = needs_of(Library(1_000_000))
    assert "3.2 GB for a million vectors of 512 components" in SIMILARITY
    assert needs.host_vector_bytes == pytest.approx(3.2e9, rel=0.02)
    row = "| memory with a million vectors of 512 numbers in use | 3 GB: 1.2 GB for the index, 177 MB of the service,"
    assert row in OPERATE
    assert needs.host_index_bytes == pytest.approx(1.2e9, rel=0.03)
    without_processes = needs_of(Library(1_000_000, processes_each=0))
    in_use = without_processes.host_memory_bytes + needs.host_mapped_bytes
    assert 2.995e9 <= in_use <= 1.15 * 2.995e9, "not all mapped pages are touched, so this is an upper bound"


def test_memory_of_processes_is_predicted() -> None:
    assert "| memory of each API process alone, idle | | 46.6 MiB | | 60 MiB |" in BENCHES
    assert needs_of(Library(1_000_000)).process_bytes == pytest.approx(46.6 * 2**20)
    assert "takes 15 to 50 MB of memory of its own" in (HOME / "docs" / "scale.md").read_text()
    assert 15e6 <= needs_of(Library(10_000)).process_bytes <= 17e6
    assert (
        "| memory, idle; with 10,000 images and vectors after searches | 161, 231 MiB | 105, 167 MiB |" in PERFORMANCE
    )
    ten_thousand = needs_of(Library(10_000, processes_each=0)).host_memory_bytes
    assert 105 <= ten_thousand / 2**20 <= 167


@pytest.mark.parametrize(
    ("kind", "row", "few", "million"),
    [
        ("tags", "| reading the tags of an image: 10,000 images | 0.35 ms, 3,156/s | 0.12 ms, 8,562/s |", 0.12, 0.12),
        ("search", "| searching ids by a tag: 10,000 images | 1.24 ms, 916/s | 0.36 ms, 2,767/s |", 0.36, 0.80),
        ("search", "a million images, of which 10,000 match | 4.06 ms, 261/s | 0.80 ms, 1,252/s |", 0.36, 0.80),
        ("page", "| a page of 50 full records, one client | 4.85 ms | 1.29 ms |", 1.29, 1.29),
        ("nearest", "| the nearest images among 100,000 vectors, 8 at once | 1.83 ms, 668/s | 0.74 ms", 0.74, 0.74),
        ("write-tags", "| 0.45, 0.50, 0.63 ms | 0.34, 0.26, 0.29 ms |", 0.34, 0.34),
    ],
)
def test_times_are_those_of_the_figures(kind: str, row: str, few: float, million: float) -> None:
    assert row in PERFORMANCE
    assert KINDS[kind].milliseconds(10_000) == pytest.approx((few, few))
    assert KINDS[kind].milliseconds(1_000_000) == pytest.approx((million, million))
    assert KINDS[kind].milliseconds(100)[0] == pytest.approx(few)


def test_rates_are_those_of_the_figures() -> None:
    assert f"| {cost_model.WRITES_A_SECOND:,.0f} a second |" in OPERATE
    for rate in ("| 5,680 a second |", "| 3,457/s, 3,459/s |"):
        assert rate in OPERATE + PERFORMANCE
    assert "| 12 megapixels | 27.4 | 71.7 |" in BENCHES
    assert "| Facetry, over HTTP | 46.3 | 42.3 |" in BENCHES


def test_what_was_not_measured_says_so() -> None:
    assert not needs_of(Library(10_000_000)).is_measured
    assert not needs_of(Library(1_000, on_server=True)).is_measured
    least, most = needs_of(Library(10**9, rates={"search": 100})).cores
    assert least < most
    assert needs_of(Library(10**9, rates={"tags": 100})).cores == pytest.approx((0.02, 0.02))


def test_bytes_of_a_server_are_those_of_ten_million_images() -> None:
    of = {
        name: measured(f"{name} on PostgreSQL, bytes")[0]
        for name in ("images", "names", "metadata", "tags", "features")
    }
    assert of["images"] + of["names"] == pytest.approx(cost_model.SERVER.image * 1e7)
    assert of["metadata"] == pytest.approx(cost_model.SERVER.metadata * 3e6)
    assert of["tags"] == pytest.approx(cost_model.SERVER.tag * 1e8)
    assert of["features"] == pytest.approx(cost_model.SERVER.feature * 3e7)
    needs = needs_of(Library(10_000_000, vector_share=0, on_server=True))
    assert needs.database_bytes == pytest.approx(measured("the whole database on PostgreSQL, bytes")[0], rel=0.01)


def test_bytes_of_a_small_library_on_a_server_and_of_the_log_are_predicted() -> None:
    rows = re.findall(r"^\| (?:an empty|with the|of that).*? \| ([\d,]+) \| ([\d,]+) \|$", BENCHES, re.MULTILINE)
    empty, full, merged, log = ([int(cell.replace(",", "")) for cell in row] for row in rows)
    for column, of in enumerate((cost_model.FILE, cost_model.SERVER)):
        assert log[column] / 20_000 == pytest.approx(of.event)
    assert empty[1] == cost_model.SERVER.fixed
    plain = Library(20_000, features_each=0, metadata_share=0, vector_share=0, on_server=True)
    assert needs_of(plain).database_bytes + log[1] == pytest.approx(full[1] - merged[1], rel=0.02)
    week = needs_of(Library(1, rates={"write-tags": 20_000 / 86_400 / 7}))
    assert week.log_bytes == pytest.approx(log[0])


def test_money_is_quantities_times_prices() -> None:
    library = Library(1_000_000, hosts=3, rates={"tags": 600})
    needs = needs_of(library)
    assert money(library, needs, Prices()) == (0, 0)
    assert money(library, needs, Prices(core=10)) == pytest.approx((1.2, 1.2))
    gib = 2**30
    assert money(library, needs, Prices(memory_gib=1))[0] == pytest.approx(3 * needs.host_memory_bytes / gib)
    disk = needs.database_bytes + 3 * needs.host_vector_bytes
    assert money(library, needs, Prices(disk_gib=1))[0] == pytest.approx(disk / gib)
    assert money(library, needs, Prices(objects_gib=1))[0] == pytest.approx(4e12 / gib)


def test_vectors_that_are_longer_than_a_page_take_whole_pages() -> None:
    one = needs_of(Library(1, vector_length=4_096)).database_vector_bytes
    assert one == pytest.approx(2 * cost_model.PAGE_BYTES + cost_model.VECTOR_KEY_BYTES)


def test_the_table_of_the_page_is_that_of_the_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert cost.main([]) == 0
    printed = capsys.readouterr().out
    for name, *cells in (re.split(r"  +", line.strip()) for line in printed.splitlines()[1:12]):
        assert f"| {name} | {' | '.join(cells)} |" in PERFORMANCE


def test_the_command_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (command,) = re.findall(r"^python -m bench\.scale\.cost (.+)$", PERFORMANCE, re.MULTILINE)
    assert cost.main(command.split()) == 0
    assert "money for a month" in capsys.readouterr().out


def test_inputs_change_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cost.main(["--images", "1e6", "--vector-share", "0", "--rate", "tags=500", "--price-core", "10"]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"database, GB +1\.57\n", printed)
    assert re.search(r"cores, all hosts +0\.1\n", printed)
    assert "money for a month" in printed
    with pytest.raises(SystemExit):
        cost.main(["--rate", "unknown=1"])
