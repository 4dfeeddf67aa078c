"""What the README shows works: its tagger, its card, and its manifest."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from facetry_extension import Extension, views
from facetry_extension.configuration import events_of
from facetry_extension.testing import FakeService
from facetry_extension.views.part import Part

README = (Path(__file__).parent.parent / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_tagger_is_short_and_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    code = blocks("python")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    image, stat = types.ModuleType("PIL.Image"), types.ModuleType("PIL.ImageStat")
    library = types.ModuleType("PIL")
    vars(library).update(Image=image, ImageStat=stat)
    opened = types.SimpleNamespace(convert=lambda mode: None)
    vars(image).update(open=lambda file: opened)
    vars(stat).update(Stat=lambda picture: types.SimpleNamespace(mean=[200.0]))
    for module in (library, image, stat):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    names: dict[str, Any] = {}
    exec(code.replace("Tagger().run()\n", ""), names)  # noqa: S102 -- it is ours
    tagger = names["Tagger"]()
    assert isinstance(tagger, Extension)

    async def main() -> None:
        async with FakeService() as service, service.running(tagger):
            picture = service.add_image()
            await service.compute_tags(picture)
            assert service.tags(picture) == {"bright"}
            assert service.logs[0]["message"] == "brightness 200"

    asyncio.run(main())


def test_the_card_can_be_built() -> None:
    card = eval(blocks("python")[1].partition("\n\n")[2], {"views": views})  # noqa: S307 -- it is ours
    assert isinstance(card, Part)
    assert len(card.to_dict()["elements"]) == 2


def test_the_manifest_has_the_event_of_the_tagger() -> None:
    [manifest] = blocks("json")
    assert "image.computeTags" in events_of(json.loads(manifest))
