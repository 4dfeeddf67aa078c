"""The page of the folders: their scans, their questions, their other files, and pictures that are dropped on them."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.page.conftest import signed_in
from tests.page.dialogs import dialog
from tests.page.picture_folders import add_other_files, paint
from tests.support.browser import NARROW, OpenPage, axe_findings
from tests.support.services.servers import Server, running_server

BIRDS = 15


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without repositories."""
    folder = tmp_path_factory.mktemp("folders")
    (folder / "nothing").mkdir()
    with running_server(folder, [folder / "nothing"]) as server:
        _forget_all(server)
        yield server


@pytest.fixture(scope="module")
def painted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with fifteen pictures, one that cannot be read, and four other files."""
    folder = tmp_path_factory.mktemp("painted")
    paint(folder, BIRDS)
    add_other_files(folder)
    return folder


@pytest.fixture
def birds(tmp_path: Path, painted: Path) -> Path:
    """A copy of the painted folder."""
    return Path(shutil.copytree(painted, tmp_path / "birds"))


@pytest.fixture
def library(running: Server, birds: Path) -> Iterator[Server]:
    """The server with the folder as its only repository, which it does not watch."""
    with running.client() as client:
        query = {"type": "file", "url": birds.as_uri(), "name": "birds"}
        answer = client.post("/repository/create", params=query)
        assert answer.is_success, answer.text
    running.wait_until_scanned()
    yield running
    with running.client() as client:
        assert client.put("/repository/startOrStop", params={"isStart": "true"}).is_success
    running.wait_until_scanned()
    _forget_all(running)


@pytest.fixture
def folders(browser: Browser, library: Server) -> Iterator[OpenPage]:
    """The page of the folders, without errors at the end."""
    with signed_in(browser, library, "#/folders") as opened:
        yield opened
        assert opened.errors == []
        assert opened.hosts() == {f"127.0.0.1:{library.port}"}


def test_a_folder_shows_what_is_in_it(folders: OpenPage) -> None:
    folder = _folder(folders, "birds")
    expect(folder.get_by_role("link", name="15 images")).to_be_visible()
    expect(folder.get_by_role("link", name="1 unreadable")).to_be_visible()
    expect(folder.get_by_role("link", name="4 skipped")).to_be_visible()
    expect(folder.get_by_text("Scanned")).to_be_visible()
    expect(folder.get_by_role("checkbox", name="Watched")).not_to_be_checked()
    assert axe_findings(folders.page) == []


def test_a_running_scan_shows_how_far_it_is(folders: OpenPage, library: Server) -> None:
    page = folders.page
    counts = dict.fromkeys(("added", "updated", "moved", "removed", "missing", "unreadable", "skipped"), 0)
    with library.client() as client:
        activity = client.get("/repository/activities").json()[0]
    scanning = {
        "id": activity["id"],
        "kind": "synchronizing",
        "missing": 0,
        "progress": {**counts, "found": 2000, "done": 1250, "added": 1248},
    }
    page.route("**/repository/activities", lambda route: route.fulfill(json=[scanning]))
    page.reload()
    folder = _folder(folders, "birds")
    expect(folder.get_by_role("progressbar", name="Scan of birds")).to_have_attribute("value", "1250")
    expect(folder.get_by_text("1,250 of 2,000 files")).to_be_visible()
    expect(folder.get_by_role("button", name="Scan now")).to_be_disabled()
    page.unroute("**/repository/activities")
    expect(folder.get_by_role("progressbar")).to_be_hidden()


def test_a_list_that_cannot_be_read_is_tried_again(folders: OpenPage) -> None:
    page = folders.page
    page.route("**/repository/list", lambda route: route.abort())
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("The service does not answer.")
    page.unroute("**/repository/list")
    page.get_by_role("button", name="Try again").click()
    expect(_folder(folders, "birds")).to_be_visible()


def test_a_folder_is_added_once_the_refusals_are_mended(folders: OpenPage, tmp_path: Path) -> None:
    paint(tmp_path / "the sea", 3, seed=2)
    page = folders.page
    page.get_by_role("button", name="Add folder").click()
    form = dialog(folders, "Add a folder")
    path = form.get_by_label("Folder on the machine of the service")
    for text, refusal in (("sea", "begins with a slash"), ("/etc", "operating system"), ("/none", "no folder")):
        path.fill(text)
        form.get_by_role("button", name="Add folder").click()
        expect(form.get_by_role("alert")).to_contain_text(refusal)
    path.fill(str(tmp_path / "the sea"))
    expect(form.get_by_label("Name")).to_have_value("the sea")
    form.get_by_role("button", name="Add folder").click()
    expect(form).to_be_hidden()
    expect(_folder(folders, "the sea").get_by_role("link", name="3 images")).to_be_visible()
    expect(_folder(folders, "the sea").get_by_role("checkbox", name="Watched")).to_be_checked()


def test_new_files_of_a_watched_folder_show_up_at_once(folders: OpenPage, birds: Path) -> None:
    folder = _folder(folders, "birds")
    folder.get_by_role("checkbox", name="Watched").check()
    expect(folder.get_by_text("Scanned")).to_be_visible()
    paint(birds.parent / "new", 2, seed=9)
    (birds.parent / "new").rename(birds / "new")
    expect(folder.get_by_role("link", name="17 images")).to_be_visible()


def test_a_folder_gets_another_name_and_comment(folders: OpenPage) -> None:
    page = folders.page
    page.get_by_role("button", name="Edit birds").click()
    editor = dialog(folders, "Edit “birds”")
    editor.get_by_label("Name").fill("Sea birds")
    editor.get_by_label("Comment").fill("Since 2019")
    editor.get_by_role("button", name="Save").click()
    expect(editor).to_be_hidden()
    expect(_folder(folders, "Sea birds").get_by_text("Since 2019")).to_be_visible()


def test_a_folder_that_lies_elsewhere_keeps_its_images(folders: OpenPage, library: Server, birds: Path) -> None:
    before = _image_ids(library)
    birds.rename(birds.with_name("moved"))
    page = folders.page
    page.get_by_role("button", name="Edit birds").click()
    editor = dialog(folders, "Edit “birds”")
    editor.get_by_label("Folder on the machine of the service").fill(str(birds.with_name("moved")))
    editor.get_by_role("button", name="Save").click()
    expect(_folder(folders, "birds").get_by_text(str(birds.with_name("moved")))).to_be_visible()
    library.wait_until_scanned()
    assert _image_ids(library) == before


def test_missing_images_are_forgotten_only_when_somebody_agrees(
    folders: OpenPage, library: Server, birds: Path
) -> None:
    _remove_pictures(birds, 13)
    folder = _folder(folders, "birds")
    folder.get_by_role("button", name="Scan now").click()
    question = folder.get_by_role("region", name="13 of 15 images are gone: forget them?")
    expect(question).to_be_visible()
    assert len(_image_ids(library)) == BIRDS
    assert "MISSING" in (question.get_by_role("link", name="Look at them").get_attribute("href") or "")
    question.get_by_role("button", name="Keep waiting").click()
    expect(question).to_be_hidden()
    expect(folder.get_by_text("13 images are missing. Nothing is forgotten.")).to_be_visible()
    folder.get_by_role("button", name="Decide").click()
    question.get_by_role("button", name="Forget them").click()
    confirmation = dialog(folders, "Forget 13 images?")
    confirmation.get_by_role("button", name="Cancel").click()
    assert len(_image_ids(library)) == BIRDS
    question.get_by_role("button", name="Forget them").click()
    confirmation.get_by_role("button", name="Forget 13 images").click()
    expect(folder.get_by_role("link", name="2 images")).to_be_visible()
    expect(question).to_be_hidden()
    assert len(_image_ids(library)) == 2


def test_the_question_ends_when_the_files_are_back(folders: OpenPage, birds: Path) -> None:
    removed = birds.parent / "removed"
    removed.mkdir()
    for picture in _pictures(birds):
        picture.rename(removed / picture.name)
    folder = _folder(folders, "birds")
    folder.get_by_role("button", name="Scan now").click()
    question = folder.get_by_role("region", name="15 of 15 images are gone: forget them?")
    expect(question).to_be_visible()
    for picture in removed.iterdir():
        picture.rename(birds / picture.name)
    question.get_by_role("button", name="Scan again").click()
    expect(question).to_be_hidden()
    expect(folder.get_by_role("link", name="15 images")).to_be_visible()


def test_a_folder_that_is_gone_says_that_nothing_is_forgotten(folders: OpenPage, library: Server, birds: Path) -> None:
    shutil.rmtree(birds)
    folder = _folder(folders, "birds")
    folder.get_by_role("button", name="Scan now").click()
    expect(folders.page.locator("facetry-notices")).to_contain_text("mount the disk")
    folders.page.reload()
    expect(folder.get_by_role("status").filter(has_text="The folder cannot be reached")).to_contain_text(
        "Nothing is forgotten"
    )
    assert len(_image_ids(library)) == BIRDS


def test_stopped_scans_can_be_started_again(folders: OpenPage, library: Server) -> None:
    with library.client() as client:
        assert client.put("/repository/startOrStop", params={"isStart": "false"}).is_success
    _folder(folders, "birds").get_by_role("button", name="Scan now").click()
    question = dialog(folders, "Scans are stopped")
    question.get_by_role("button", name="Start them").click()
    expect(question).to_be_hidden()
    expect(_folder(folders, "birds").get_by_text("no changes")).to_be_visible()


def test_unreadable_files_have_their_reasons_and_are_read_again(folders: OpenPage, birds: Path) -> None:
    page = folders.page
    _folder(folders, "birds").get_by_role("link", name="1 unreadable").click()
    row = page.get_by_role("row").filter(has_text="tern.jpg")
    expect(row).to_contain_text("ends too early")
    row.get_by_role("link", name="decode.truncated").click()
    expect(page.get_by_text("Only files that break")).to_be_visible()
    whole = next(birds.glob("*-01.jpg"))
    shutil.copy(whole, birds / "tern.jpg")
    page.get_by_role("button", name="Read these again").click()
    expect(page.get_by_role("heading", name="All pictures could be read")).to_be_visible()


def test_skipped_files_are_listed_by_kind(folders: OpenPage) -> None:
    page = folders.page
    _folder(folders, "birds").get_by_role("link", name="4 skipped").click()
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(5)
    page.get_by_role("link", name="RAW 1").click()
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("IMG_0042.CR3")
    page.go_back()
    expect(rows).to_have_count(5)
    assert axe_findings(page) == []


def test_long_lists_have_pages(folders: OpenPage, birds: Path) -> None:
    for number in range(60):
        (birds / f"note-{number:02}.md").write_text("text")
    page = folders.page
    _folder(folders, "birds").get_by_role("button", name="Scan now").click()
    _folder(folders, "birds").get_by_role("link", name="64 skipped").click()
    expect(page.get_by_text("1 to 50 of 64")).to_be_visible()
    page.get_by_role("button", name="Next page").click()
    expect(page.get_by_text("51 to 64 of 64")).to_be_visible()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(15)


def test_chosen_pictures_are_stored_and_refusals_have_reasons(folders: OpenPage, birds: Path, tmp_path: Path) -> None:
    new = paint(tmp_path / "new", 3, seed=7)
    taken = tmp_path / "new" / _pictures(birds)[0].name
    shutil.copy(_pictures(birds)[0], taken)
    fake = tmp_path / "fake.jpg"
    fake.write_bytes(b"no picture")
    fresh = [picture.rename(picture.with_stem(f"new-{picture.stem}")) for picture in new if picture != taken]
    folder = _folder(folders, "birds")
    folder.get_by_label("Pictures to add").set_input_files([*fresh, taken, fake])
    upload = folder.get_by_role("region", name="Upload")
    expect(upload.get_by_role("status")).to_have_text(f"{len(fresh)} pictures stored, 2 refused")
    refusals = upload.get_by_role("list", name="Refused pictures")
    expect(refusals).to_contain_text("fake.jpg")
    expect(refusals).to_contain_text(taken.name)
    assert all((birds / picture.name).read_bytes() == picture.read_bytes() for picture in fresh)
    expect(folder.get_by_role("link", name=f"{BIRDS + len(fresh)} images")).to_be_visible()
    upload.get_by_role("button", name="Dismiss").click()
    expect(upload).to_be_hidden()


def test_a_picture_is_dropped_on_a_folder(folders: OpenPage, birds: Path, tmp_path: Path) -> None:
    (picture,) = paint(tmp_path / "new", 1, seed=8)
    transfer = folders.page.evaluate_handle(
        """text => {
            const bytes = Uint8Array.from(atob(text), each => each.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], "dropped.jpg", { type: "image/jpeg" }));
            return transfer;
        }""",
        base64.b64encode(picture.read_bytes()).decode(),
    )
    folder = _folder(folders, "birds")
    folder.dispatch_event("dragover", {"dataTransfer": transfer})
    expect(folder.get_by_text("Drop to store the pictures in birds")).to_be_visible()
    folder.dispatch_event("drop", {"dataTransfer": transfer})
    expect(folder.get_by_text("1 picture stored", exact=True)).to_be_visible()
    assert (birds / "dropped.jpg").read_bytes() == picture.read_bytes()


def test_a_deleted_folder_leaves_its_files(browser: Browser, library: Server, birds: Path) -> None:
    with signed_in(browser, library, "#/folders", viewport=NARROW) as opened:
        page = opened.page
        page.get_by_role("button", name="Delete birds").click()
        confirmation = dialog(opened, "Delete “birds” from the library?")
        expect(confirmation).to_contain_text("The files stay where they are.")
        confirmation.get_by_role("button", name="Delete from the library").click()
        expect(page.get_by_role("heading", name="Welcome to Facetry")).to_be_visible()
        assert axe_findings(page) == []
        assert len(_pictures(birds)) == BIRDS


def test_the_first_folder_is_added_and_says_what_comes_next(browser: Browser, running: Server, tmp_path: Path) -> None:
    paint(tmp_path / "first", 4)
    with signed_in(browser, running, "#/folders") as opened:
        page = opened.page
        expect(page.get_by_role("heading", name="Then: install an extension")).to_be_visible()
        page.get_by_label("Folder on the machine of the service").fill(str(tmp_path / "first"))
        page.get_by_role("button", name="Add folder").click()
        expect(_folder(opened, "first").get_by_role("link", name="4 images")).to_be_visible()
        assert opened.errors == []
    _forget_all(running)


def test_a_key_that_only_reads_shows_no_actions(browser: Browser, library: Server) -> None:
    with library.client() as client:
        query = {"type": "key", "name": "reader", "scope": "repository:read,image:read"}
        key = client.post("/apiSecret/create", params=query).json()["value"]
    with signed_in(browser, library, "#/folders") as opened:
        opened.page.context.set_extra_http_headers({"Authorization": f"Bearer {key}"})
        opened.page.reload()
        folder = _folder(opened, "birds")
        expect(folder.get_by_text("Not watched")).to_be_visible()
        expect(folder.get_by_role("button")).to_have_count(0)


def _folder(opened: OpenPage, name: str) -> Locator:
    return opened.page.get_by_role("article", name=name, exact=True)


def _pictures(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if "-" in path.stem)


def _remove_pictures(folder: Path, count: int) -> None:
    for picture in _pictures(folder)[:count]:
        picture.unlink()


def _forget_all(server: Server) -> None:
    with server.client() as client:
        for repository in client.get("/repository/list").json():
            answer = client.delete(f"/repository/{repository['id']}/delete")
            assert answer.is_success, answer.text


def _image_ids(server: Server) -> list[str]:
    with server.client() as client:
        answer = client.post("/image/search/ids", json={"range": {"take": 100}})
        assert answer.is_success, answer.text
        return sorted(answer.json()["items"])
