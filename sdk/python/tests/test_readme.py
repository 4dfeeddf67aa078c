"""What the README shows works: its tagger, its card, and its manifest."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from facetry_extension import Extension, views
from facetry_extension.configuration import events_of
from facetry_extension.testing import FakeService
from facetry_extension.testing.validator import find_validator
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


def test_documents_are_read_as_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    text = '{"schemaVersion": "1.0", "elements": [{"type": "string", "value": "sea"}, {"type": "wave", "a": 1.0}]}'
    names: dict[str, Any] = {"views": views, "text": text}
    exec(blocks("python")[2], names)  # noqa: S102 -- it is ours
    assert names["titles"] == ["sea"]
    assert '{"type": "wave", "a": 1.0}, {"type": "divider"}]' in capsys.readouterr().out


def test_documents_are_validated_as_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_validator() is None:
        pytest.skip("there is no validator")
    for name, text in (("manifest.json", blocks("json")[0]), ("main.py", ""), ("MANUAL.md", ""), ("icon.svg", "")):
        (tmp_path / name).write_text(text)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"card": eval(blocks("python")[1].partition("\n\n")[2], {"views": views})}  # noqa: S307
    exec(blocks("python")[4], names)  # noqa: S102 -- it is ours
    names["test_the_manifest_and_the_card"]()


def test_the_manifest_has_the_event_of_the_tagger() -> None:
    [manifest] = blocks("json")
    assert "image.computeTags" in events_of(json.loads(manifest))
