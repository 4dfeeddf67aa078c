"""The page of the trash: restoring, removing for good, refusals, and what others do meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.page.conftest import signed_in
from tests.page.dialogs import dialog
from tests.page.picture_folders import paint
from tests.support.browser import NARROW, OpenPage, axe_findings
from tests.support.services.servers import Server, running_server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty folder."""
    folder = tmp_path_factory.mktemp("trash")
    (folder / "nothing").mkdir()
    with running_server(folder, [folder / "nothing"]) as server:
        yield server


@pytest.fixture
def pictures(running: Server, tmp_path: Path) -> Iterator[list[Path]]:
    """Four pictures in a repository, three of them in the trash, named in the order of their deletion."""
    paths = paint(tmp_path / "birds", 4)
    with running.client() as client:
        query = {"type": "file", "url": (tmp_path / "birds").as_uri(), "name": "birds"}
        repository = client.post("/repository/create", params=query).json()["id"]
        running.wait_until_scanned()
        for path in paths[:3]:
            _delete(running, path)
        yield paths
        client.delete("/trash/empty")
        assert client.delete(f"/repository/{repository}/delete").is_success


@pytest.fixture
def trash(browser: Browser, running: Server, pictures: list[Path]) -> Iterator[OpenPage]:
    """The page of the trash, without errors at the end."""
    with signed_in(browser, running, "#/trash") as opened:
        expect(_images(opened)).to_have_count(3)
        yield opened
        assert opened.errors == []


def test_deleted_images_say_when_they_are_removed(trash: OpenPage, pictures: list[Path]) -> None:
    image = _image(trash, pictures[0])
    expect(image).to_contain_text("birds")
    expect(image).to_contain_text("Deleted")
    expect(image).to_contain_text("Removed for good in")
    expect(image.locator("img")).to_be_visible()
    assert axe_findings(trash.page) == []


def test_an_image_is_restored(trash: OpenPage, pictures: list[Path]) -> None:
    trash.page.get_by_role("button", name=f"Restore {pictures[0].name}").click()
    expect(_images(trash)).to_have_count(2)
    expect(trash.page.locator("facetry-notices")).to_contain_text("1 image is restored")
    assert pictures[0].exists()


def test_an_image_whose_place_is_taken_gets_another_name(trash: OpenPage, pictures: list[Path]) -> None:
    pictures[0].write_bytes(pictures[3].read_bytes())
    trash.page.get_by_role("button", name=f"Restore {pictures[0].name}").click()
    expect(trash.page.locator("facetry-notices")).to_contain_text(f"{pictures[0].name} is now")
    expect(_images(trash)).to_have_count(2)


def test_images_of_a_folder_that_is_gone_stay_with_the_reason(trash: OpenPage, pictures: list[Path]) -> None:
    folder = pictures[0].parent
    folder.rename(folder.with_name("away"))
    trash.page.get_by_role("button", name="Restore all").click()
    failures = trash.page.get_by_role("alert").filter(has_text="3 images stayed in the trash")
    expect(failures).to_contain_text(pictures[0].name)
    expect(failures).to_contain_text("mount the disk")
    expect(_images(trash)).to_have_count(3)
    folder.with_name("away").rename(folder)
    trash.page.get_by_role("button", name="Restore all").click()
    expect(trash.page.get_by_role("heading", name="The trash is empty")).to_be_visible()
    assert all(picture.exists() for picture in pictures)


def test_selected_images_are_removed_for_good(trash: OpenPage, pictures: list[Path]) -> None:
    for picture in pictures[:2]:
        trash.page.get_by_role("checkbox", name=f"Select {picture.name}").check()
    bar = trash.page.get_by_role("toolbar", name="Selected images")
    bar.get_by_role("button", name="Remove for good").click()
    question = dialog(trash, "Remove 2 images for good?")
    question.get_by_role("button", name="Cancel").click()
    expect(_images(trash)).to_have_count(3)
    bar.get_by_role("button", name="Remove for good").click()
    question.get_by_role("button", name="Remove for good").click()
    expect(_images(trash)).to_have_count(1)
    expect(_image(trash, pictures[2])).to_be_visible()


def test_the_trash_is_emptied_after_a_question_with_the_count(trash: OpenPage, pictures: list[Path]) -> None:
    trash.page.get_by_role("button", name="Empty the trash").click()
    question = dialog(trash, "Remove 3 images for good?")
    question.get_by_role("button", name="Remove 3 images").click()
    expect(trash.page.get_by_role("heading", name="The trash is empty")).to_be_visible()
    assert not (pictures[0].parent / ".facetry-trash" / pictures[0].name).exists()


def test_what_others_delete_shows_up(browser: Browser, running: Server, pictures: list[Path]) -> None:
    with signed_in(browser, running, "#/trash", viewport=NARROW) as opened:
        expect(_images(opened)).to_have_count(3)
        assert axe_findings(opened.page) == []
        _delete(running, pictures[3])
        expect(_images(opened)).to_have_count(4)
        expect(_images(opened).first).to_contain_text(pictures[3].name)


def _images(opened: OpenPage) -> Locator:
    return opened.page.get_by_role("list", name="Deleted images").get_by_role("listitem")


def _image(opened: OpenPage, picture: Path) -> Locator:
    return _images(opened).filter(has_text=picture.name)


def _delete(server: Server, picture: Path) -> None:
    with server.client() as client:
        image = client.get("/repository/getImageByUrl", params={"url": picture.as_uri()}).json()["id"]
        answer = client.delete(f"/image/{image}/delete", params={"toTrash": "true"})
        assert answer.is_success, answer.text
