"""The hosts of a cluster share the files of a scan, and each picture is recorded once whatever happens to them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.end_to_end.clusters.test_clusters import metrics_of
from tests.support.imaging.pictures import write_megapixel_jpegs
from tests.support.services.clusters import Cluster, Host, running_cluster

PICTURES: Final = 240
SECONDS: Final = 60.0
EXAMINED: Final = 'facetry_scan_shared_files_total{outcome="examined"}'
ONE_DECODER: Final = {"FACETRY_DECODER__WORKERS": "1"}


def begin_scan(cluster: Cluster, folder: Path) -> None:
    """Scan a folder that the library does not know."""
    with cluster.hosts[0].client() as client:
        query = {"type": "file", "url": f"file://{folder}", "name": "shared"}
        answer = client.post("/repository/create", params=query)
        assert answer.status_code < 300, answer.text


def wait_until(is_met: Callable[[], bool], cluster: Cluster) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_met():
        assert time.monotonic() < deadline, cluster.output()
        time.sleep(0.02)


def shared_files(leader: Host) -> float:
    return metrics_of(leader).get(EXAMINED, 0.0)


def check_images(cluster: Cluster) -> None:
    """Each picture is one image, with what a decoder finds in it."""
    rows = cluster.query("SELECT path, content_hash, width, height, format, placeholder IS NOT NULL FROM image")
    assert len({path for path, *_ in rows}) == len({digest for _, digest, *_ in rows}) == len(rows) == PICTURES
    assert {tuple(others) for _, _, *others in rows} == {(1200, 834, "JPEG", True)}
    assert cluster.query("SELECT count(*) FROM unreadable_file") == [(0,)]
    assert "Traceback" not in cluster.output()


def test_another_host_examines_files_for_the_leader(tmp_path: Path) -> None:
    write_megapixel_jpegs(tmp_path / "pictures", PICTURES)
    with running_cluster(tmp_path, ["all", "api"], [], ONE_DECODER) as cluster:
        leader = cluster.leader("scan")
        begin_scan(cluster, tmp_path / "pictures")
        cluster.wait_for_images(PICTURES)
        assert shared_files(leader) > 0
        check_images(cluster)


def test_a_host_that_lends_no_decoders_examines_no_files(tmp_path: Path) -> None:
    write_megapixel_jpegs(tmp_path / "pictures", PICTURES)
    with running_cluster(
        tmp_path, ["all", "api"], [], {**ONE_DECODER, "FACETRY_CLUSTER__LENDS_DECODERS": "false"}
    ) as cluster:
        begin_scan(cluster, tmp_path / "pictures")
        cluster.wait_for_images(PICTURES)
        assert shared_files(cluster.leader("scan")) == 0
        check_images(cluster)


def test_files_of_a_host_that_is_killed_are_examined_by_the_leader(tmp_path: Path) -> None:
    write_megapixel_jpegs(tmp_path / "pictures", PICTURES)
    with running_cluster(tmp_path, ["all", "api"], [], ONE_DECODER) as cluster:
        leader, helper = cluster.leader("scan"), cluster.hosts[1]
        begin_scan(cluster, tmp_path / "pictures")
        wait_until(lambda: shared_files(leader) > 0, cluster)
        helper.kill()
        survivors = Cluster([leader], cluster.database)
        survivors.wait_for_images(PICTURES)
        check_images(survivors)


def test_a_scan_goes_on_under_another_leader(tmp_path: Path) -> None:
    write_megapixel_jpegs(tmp_path / "pictures", PICTURES)
    with running_cluster(tmp_path, ["all", "all"], [], ONE_DECODER) as cluster:
        leader, other = cluster.leader("scan"), cluster.others("scan")[0]
        begin_scan(cluster, tmp_path / "pictures")
        wait_until(lambda: shared_files(leader) > 0, cluster)
        leader.kill()
        survivors = Cluster([other], cluster.database)
        wait_until(lambda: survivors.leader("scan") is other, survivors)
        survivors.wait_for_images(PICTURES)
        check_images(survivors)
