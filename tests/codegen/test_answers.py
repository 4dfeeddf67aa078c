"""Handlers of plain answers return JSON values, of which the type checker knows every member."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from codegen import model
from codegen.bundle import bundle
from codegen.targets import TARGETS

HANDLERS = """from uuid import UUID
from generated import answers, models
class Call: ...
async def image_set_tags(call: Call, *, id: UUID, extension_id: str, body: list[models.TagValue]) -> None: ...
async def ping(call: Call) -> object:
    return 'pong'
async def image_search_tags(
    call: Call, *, mode: models.Mode = "brief", body: models.SearchCriteria
) -> list[answers.ImageTags]:
    return [{"imageId": "7f1c", "tags": ["cat"], "note": None}, {"imageId": "7f1c", "tags": []}]
"""
HOLD = """from generated.operations import Handlers
import {name}
HANDLERS: Handlers[{name}.Call] = Handlers(image_tags={name}, service={name})
"""
FAULTS = {
    "misspelt_member": ('"tags": []', '"tag": []'),
    "member_left_out": (', "tags": []', ""),
    "type_of_a_member": ('"7f1c", "tags": []', '3, "tags": []'),
    "type_of_an_item": ('["cat"]', "[1]"),
    "undescribed_member": ('"note"', '"notes"'),
    "null": ('"tags": []', '"tags": None'),
}


def test_a_wrong_answer_fails_the_type_checker(sample: Path, tmp_path: Path) -> None:
    schema = sample / "schemas" / "ImageTags.yaml"
    schema.write_text(f"x-plain: many\n{schema.read_text()}  note: {{type: string, maxLength: 9}}\n")
    description = model.read(bundle(sample))
    (tmp_path / "generated").mkdir()
    for name in ("__init__.py", "answers.py", "models.py", "operations.py"):
        (tmp_path / "generated" / name).write_text(TARGETS[name](description))
    for name, (old, new) in {"sound": ("", ""), **FAULTS}.items():
        assert old in HANDLERS
        (tmp_path / f"{name}.py").write_text(HANDLERS.replace(old, new) if old else HANDLERS)
        (tmp_path / f"hold_{name}.py").write_text(HOLD.format(name=name))
    models_instead = HANDLERS.replace("list[answers.", "list[models.").partition("    return [{")[0] + "    return []\n"
    (tmp_path / "models_instead.py").write_text(models_instead)
    (tmp_path / "hold_models_instead.py").write_text(HOLD.format(name="models_instead"))
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}/cache", "."]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    failed = {line.partition(".py:")[0] for line in result.stdout.splitlines() if ": error:" in line}
    assert failed == {*FAULTS, "hold_models_instead"}, result.stdout + result.stderr


def test_components_without_the_mark_stay_models(sample: Path) -> None:
    description = model.read(bundle(sample))
    assert "class " not in TARGETS["answers.py"](description)
    assert "answers" not in TARGETS["operations.py"](description)
