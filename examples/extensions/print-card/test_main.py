"""Run with `python -m pytest`, in an environment with what requirements.txt names, and pytest."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from facetry_extension.testing import FakeService, HookError

from main import PAPERS, PRINTABLE, TOO_SMALL, PrintCard, pixels

SIZES = {"small.png": (640, 480), "large.png": (4000, 3000)}


def sized(name: str) -> dict[str, Any]:
    width, height = SIZES[name]
    return {"name": name, "dimensions": {"width": width, "height": height}}


def test_images_are_tagged_by_their_pixels() -> None:
    async def main() -> None:
        async with FakeService() as service:
            small, large = (service.add_image(**sized(name)) for name in SIZES)
            async with service.running(PrintCard()):
                for image in (small, large):
                    await service.compute_tags(image)
                assert (service.tags(small), service.tags(large)) == ({TOO_SMALL}, {PRINTABLE})
                await service.change_settings({"megapixels": 0.1})
                await service.compute_tags(small)
            assert service.tags(small) == {PRINTABLE}

    asyncio.run(main())


def card(parameters: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The card that the command on images returns."""

    async def main() -> Any:
        async with FakeService() as service:
            images = [service.add_image(**sized(name)) for name in names]
            async with service.running(PrintCard()):
                return await service.run_image_command("print-size", images, parameters)

    found: dict[str, Any] = asyncio.run(main())
    return found


def test_a_card_has_a_row_for_each_image_and_a_button_for_what_suffices() -> None:
    shown = card({"paper": "A4", "dpi": 300}, *SIZES)
    (table,) = shown["elements"]
    values = [[cell.get("value") for cell in row["cells"]] for row in table["rows"]]
    assert values == [["small.png", None, 18], ["large.png", None, 100]]
    (button,) = card({"paper": "A3", "dpi": 300}, "large.png")["actions"]
    assert (button["commandId"], button["parameters"]) == ("print-size", {"paper": "A3", "dpi": 241})


def test_without_parameters_the_defaults_of_the_manifest_hold() -> None:
    manifest = json.loads(Path(__file__).with_name("manifest.json").read_text())
    properties = manifest["instructions"][0]["commands"][0]["parameters"]["properties"]
    assert properties["paper"]["enum"] == list(PAPERS)
    chosen = {name: schema["default"] for name, schema in properties.items()}
    assert card({}, "large.png") == card(chosen, "large.png")


def test_the_command_without_images_lists_paper_sizes() -> None:
    async def main() -> Any:
        async with FakeService() as service, service.running(PrintCard()):
            with pytest.raises(HookError, match="there is no command fax"):
                await service.run_process_command("fax")
            return await service.run_process_command("paper-sizes", {"dpi": 300})

    shown = asyncio.run(main())
    assert shown["description"] == "Pixels at 300 dpi"
    assert [(each["label"], each["value"]["width"]) for each in shown["elements"]][2] == ("A4", 2480)
    assert pixels("A4", 300) == (2480, 3508)
