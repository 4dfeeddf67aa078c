"""Several hosts serve one library: what one acknowledges, all show, and another host leads when the leader ends."""

from __future__ import annotations

import io
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from PIL import Image

from facetry.cluster.peers import METRICS_PATH
from facetry.cluster.roles import address_of
from tests.end_to_end.extensions.test_extensions import archive
from tests.support.imaging.pictures import write_pictures
from tests.support.services.clusters import Cluster, Host, running_cluster
from tests.support.services.followers import following_socket, following_stream, marked

IMAGES: Final = 4
FAILOVER_SECONDS: Final = 60.0
"""A limit for a machine under load. `tests/crash/test_cluster_campaign.py` measures how long it takes."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of two hosts, with some pictures."""
    folder = tmp_path_factory.mktemp("cluster")
    write_pictures(folder / "pictures", IMAGES)
    with running_cluster(folder, ["all", "all"], [folder / "pictures"]) as running:
        running.wait_for_images(IMAGES)
        yield running


@pytest.fixture(scope="module")
def leader(cluster: Cluster) -> Iterator[httpx.Client]:
    with cluster.leader().client() as client:
        yield client


@pytest.fixture(scope="module")
def other(cluster: Cluster) -> Iterator[httpx.Client]:
    """A client of the host that does not lead."""
    with cluster.others()[0].client() as client:
        yield client


@pytest.fixture(scope="module")
def image(other: httpx.Client) -> str:
    assert other.put("/extension/ensure", params={"id": "user"}).status_code == 200
    ids: list[str] = other.post("/image/search/ids", json={"filter": {}}).json()["items"]
    return ids[0]


def set_tags(client: httpx.Client, image: str, tags: list[str]) -> None:
    answer = client.put(f"/image/{image}/setTags", params={"extensionId": "user"}, json=tags)
    assert answer.status_code == 204, answer.text


def test_each_host_shows_at_once_what_another_one_has_written(
    leader: httpx.Client, other: httpx.Client, image: str
) -> None:
    for number in range(20):
        writer, reader = (leader, other) if number % 2 else (other, leader)
        tag = f"written-{number}"
        set_tags(writer, image, [tag])
        assert reader.get(f"/image/{image}/getTags", params={"extensionId": "user"}).json() == [tag]
        criteria = {"tags": {"values": [tag]}}
        assert reader.post("/image/search/ids", json={"filter": {"criteria": criteria}}).json()["items"] == [image]


def test_a_key_is_refused_by_each_host_from_the_answer_on_that_revokes_it(
    leader: httpx.Client, other: httpx.Client
) -> None:
    for number in range(10):
        revoker, refuser = (leader, other) if number % 2 else (other, leader)
        created = revoker.post("/apiSecret/create", params={"type": "key", "name": "ada"}).json()
        key = {"Authorization": f"Bearer {created['value']}"}
        for client in (refuser, revoker):  # which know the key then
            assert client.get("/apiSecret/self", headers=key).status_code == 200
        assert revoker.delete(f"/apiSecret/{created['id']}/delete").status_code < 300
        assert refuser.get("/apiSecret/self", headers=key).status_code == 401


def test_a_stream_of_any_host_has_the_events_of_all_in_their_order(
    cluster: Cluster, leader: httpx.Client, other: httpx.Client, image: str
) -> None:
    start = int(events(leader, None)[-1][0])
    for number in range(30):
        set_tags((leader, other)[number % 2], image, [f"event-{number}"])
    of_leader, of_other = events(leader, start), events(other, start)
    assert of_leader == of_other
    sequences = [int(id) for id, name in of_other if name != "position"]
    assert len(sequences) >= 30
    assert sequences == list(range(sequences[0], sequences[0] + len(sequences)))
    assert "Traceback" not in cluster.output()


def events(client: httpx.Client, after: int | None) -> list[tuple[str, str]]:
    """The ids and names of the events of the log after a position; the last one is the position of its end."""
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    text = client.get("/event/stream", params={"wait": "false"}, headers=headers).text
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.partition(": ")[::2] for line in block.split("\n") if ": " in line)
        if "id" in fields:
            found.append((fields["id"], fields.get("event", "position")))
    return found


def test_an_event_wakes_the_stream_of_another_host(cluster: Cluster, leader: httpx.Client, image: str) -> None:
    with cluster.others()[0].client() as client, client.stream("GET", "/event/stream") as stream:
        lines = stream.iter_lines()
        next(lines)  # the position
        seconds = []
        for number in range(10):
            begin = time.monotonic()
            set_tags(leader, image, [f"wake-{number}"])
            next(line for line in lines if line.startswith("data: "))
            seconds.append(time.monotonic() - begin)
            time.sleep(0.05)
    assert sorted(seconds)[2] < 0.35, seconds  # looking twice a second would take longer each time


@pytest.mark.parametrize("kind", ["stream", "socket"])
def test_no_event_leaves_on_any_host_after_the_answer_that_revokes_its_key(
    kind: str, cluster: Cluster, leader: httpx.Client, other: httpx.Client
) -> None:
    for number in range(8):
        revoker, follower_client = (leader, other) if number % 2 else (other, leader)
        url = str(follower_client.base_url)
        created = revoker.post("/apiSecret/create", params={"type": "key", "name": "ada", "scope": "event:read"}).json()
        key = created["value"]
        following = (
            following_stream(url, {"Authorization": f"Bearer {key}"})
            if kind == "stream"
            else following_socket(url, key)
        )
        with following as follower:
            follower.wait_for(marked(revoker))
            assert revoker.delete(f"/apiSecret/{created['id']}/delete").status_code == 204
            later = [marked(client) for client in (revoker, follower_client, revoker)]
            received = follower.text_at_end()
            assert not any(each in received for each in later)
    assert "Traceback" not in cluster.output()


def test_a_large_file_is_stored_by_way_of_another_host(other: httpx.Client, leader: httpx.Client) -> None:
    picture = noisy_picture()
    repository = other.get("/repository/list").json()[0]["id"]
    stored = other.post(
        f"/repository/{repository}/storeImage",
        params={"nameWithoutExtension": "stored"},
        content=picture,
        headers={"Content-Type": "image/png"},
    )
    assert stored.status_code < 300, stored.text
    id = stored.json()["id"]
    for client in (leader, other):
        assert client.get(f"/image/{id}/download").content == picture


def noisy_picture() -> bytes:
    """A picture of more bytes than a host keeps until the leader has them."""
    target = io.BytesIO()
    Image.frombytes("RGB", (400, 400), os.urandom(480_000)).save(target, "png")
    return target.getvalue()


def test_a_host_makes_renditions_and_reports_its_own_state(other: httpx.Client, image: str) -> None:
    rendered = other.get(f"/image/{image}/download", params={"format": "WEBP", "width": "16"})
    assert (rendered.status_code, rendered.headers["content-type"]) == (200, "image/webp"), rendered.text
    assert other.get("/readyz").json()["state"] == "ready"
    assert "facetry_api_processes" in other.get("/metrics").text


def test_the_address_for_hosts_is_closed_to_others(cluster: Cluster, leader: httpx.Client) -> None:
    address = address_of(cluster.leader().peer_address, "extensions")
    for headers in ({}, {"Facetry-Peer-Secret": "guess", "Facetry-Peer-Request": "{}"}):
        for path in ("/repository/list", METRICS_PATH.decode()):
            authorization = {"Authorization": leader.headers["Authorization"]}
            answer = httpx.get(f"http://{address}{path}", headers={**headers, **authorization}, trust_env=False)
            assert (answer.status_code, answer.content) == (403, b"")
    forged = {"Facetry-Peer-Secret": "guess", "Facetry-Peer-Request": '{"client": ["10.9.8.7", 1]}'}
    assert leader.get("/apiSecret/self", headers=forged).status_code == 200  # they mean nothing to clients' addresses


def test_a_host_refuses_unknown_callers_by_itself(cluster: Cluster, other: httpx.Client) -> None:
    host = cluster.others()[0]
    for key in (None, "fct_unknown", "not a key"):
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        url = f"http://127.0.0.1:{host.port}/extension/ensure?id=x"
        refused = httpx.put(url, headers=headers, trust_env=False)
        assert refused.status_code == 401, refused.text
        assert refused.headers["www-authenticate"]
    assert "x" not in other.get("/extension/list").text
    assert "Traceback" not in cluster.output()


def test_a_service_that_is_no_cluster_is_refused_beside_it(cluster: Cluster, tmp_path: Path) -> None:
    code, output = cluster.serve_alone(tmp_path)
    assert code == 1
    assert "FACETRY_CLUSTER__ADDRESS" in output


def test_each_role_is_led_by_a_host_that_may_lead_it(tmp_path: Path) -> None:
    """Also through a host that leads nothing."""
    write_pictures(tmp_path / "pictures", 2)
    with running_cluster(tmp_path, ["api", "extensions", "scan"], [tmp_path / "pictures"]) as cluster:
        cluster.wait_for_images(2)
        api, extensions, scan = cluster.hosts
        assert (cluster.leader("extensions"), cluster.leader("scan")) == (extensions, scan)
        with api.client() as client:
            headers = {"Content-Type": "application/zip"}
            assert client.post("/extension/install?state=enabled", content=archive(), headers=headers).is_success
            write_pictures(tmp_path / "pictures" / "more", 2)
            wait_for_tag(client, "named", 4)
            image = client.post("/image/search/ids", json={"filter": {}}).json()["items"][0]
            assert client.delete(f"/image/{image}/delete", params={"toTrash": "true"}).status_code == 204
            assert [each["id"] for each in client.get("/trash/list").json()["items"]] == [image]
            png = {"Content-Type": "image/png"}
            assert client.put("/image/format", content=noisy_picture(), headers=png).json() == {"value": "PNG"}
            like = client.get("/image/textToImages", params={"text": "dusk", "extensionId": "namer", "name": "shape"})
            assert like.status_code == 200, like.text
        check_metrics(api, extensions, scan)
        assert len(list((extensions.folder / "data" / "extensions" / "installed").glob("namer/*/main.py"))) == 1
        assert not (scan.folder / "data" / "extensions" / "installed").exists()
        assert "Traceback" not in cluster.output()


def check_metrics(api: Host, extensions: Host, scan: Host) -> None:
    """Each role is measured at the host that leads it, and so are the writes of a leader."""
    of_api, of_extensions, of_scan = (metrics_of(host) for host in (api, extensions, scan))
    running = 'facetry_extension_state{extension="namer",state="running"}'
    assert of_extensions[running] == 1
    assert running not in {**of_api, **of_scan}
    done = 'facetry_scans_total{outcome="done"}'
    assert of_scan[done] >= 1
    assert done not in {**of_api, **of_extensions}
    assert of_scan["facetry_write_units_total"] > of_api["facetry_write_units_total"]  # a scan writes
    for role, leader in (("extensions", of_extensions), ("scan", of_scan)):
        name = f'facetry_leads{{role="{role}"}}'
        assert [each[name] for each in (of_api, of_extensions, of_scan)] == [
            int(each is leader) for each in (of_api, of_extensions, of_scan)
        ]


def metrics_of(host: Host) -> dict[str, float]:
    """The metrics of a host, by their names and labels."""
    with host.client() as client:
        lines = client.get("/metrics").text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


def test_hosts_without_a_folder_that_they_share_create_no_repository(cluster: Cluster, other: httpx.Client) -> None:
    """Its pictures would be on one host alone."""
    answer = other.put("/repository/ensure", params={"technicalId": "painter", "name": "Painted"})
    assert (answer.status_code, answer.json()["rule"]) == (409, "repository.shared-folder"), answer.text
    assert [path for host in cluster.hosts for path in host.folder.glob("data/**/repositories")] == []


def test_the_data_folder_of_a_leader_is_no_repository(cluster: Cluster, other: httpx.Client) -> None:
    folder = cluster.leader("scan").folder / "data" / "any"
    folder.mkdir()
    parameters = {"type": "file", "name": "Own", "url": folder.as_uri()}
    answer = other.post("/repository/create", params=parameters)
    assert (answer.status_code, answer.json()["rule"]) == (400, "repository.data-folder"), answer.text


def test_another_host_leads_when_the_leader_is_killed(tmp_path: Path) -> None:
    """Its extensions run there too, from a copy of what was installed."""
    write_pictures(tmp_path / "pictures", 2)
    with running_cluster(tmp_path, ["all", "all"], [tmp_path / "pictures"]) as cluster:
        cluster.wait_for_images(2)
        (follower,) = cluster.others()
        with follower.client() as client:
            headers = {"Content-Type": "application/zip"}
            installed = client.post("/extension/install?state=enabled", content=archive(), headers=headers)
            assert installed.status_code == 201, installed.text
            wait_for_tag(client, "named", 2)
            first = cluster.leader()
            first.kill()  # it may lead the other role as well
            ensure_extension(client, "after")
            assert cluster.leader() == follower
            write_pictures(tmp_path / "pictures" / "more", 1)
            wait_for_tag(client, "named", 3)
            check_handover(cluster, first)
        assert "Traceback" not in follower.output(), follower.output()


def check_handover(cluster: Cluster, first: Host) -> None:
    """The first leader comes back as another host, and leads again as soon as the second one ends in order."""
    first.start()
    first.wait_until_ready()
    second = cluster.leader()
    second.process.send_signal(signal.SIGTERM)
    with first.client() as other:
        ensure_extension(other, "again")
    second.process.wait(FAILOVER_SECONDS)
    assert second.process.returncode == 0


def ensure_extension(client: httpx.Client, id: str) -> None:
    """Register an extension, as a client that comes back when it is asked to."""
    deadline = time.monotonic() + FAILOVER_SECONDS
    while (answer := client.put("/extension/ensure", params={"id": id})).status_code == 503:
        assert answer.json()["rule"] == "service.leader", answer.text
        assert time.monotonic() < deadline, answer.text
        time.sleep(int(answer.headers["Retry-After"]))
    assert answer.status_code == 200, answer.text


def wait_for_tag(client: httpx.Client, tag: str, count: int) -> None:
    deadline = time.monotonic() + 40
    body: Any = {"filter": {"criteria": {"tags": {"values": [tag]}}}}
    while (found := client.post("/image/search/ids", json=body).json()).get("totalCount") != count:
        assert time.monotonic() < deadline, (found, client.get("/extension/activities").text)
        time.sleep(0.1)
