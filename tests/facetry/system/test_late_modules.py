"""Late modules: libraries import them without effect, and get them when they use them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from facetry.system.late_modules import late_modules

MODULES = {
    "late_part/__init__.py": "from late_part.inner import number\nclass Base:\n    def name(self): return 'part'\n",
    "late_part/inner.py": "number = 7\n",
    "late_tool.py": "TABLE = {'a': 1}\ndef add(a, b): return a + b\n",
    "library.py": (
        "import late_tool\n"
        "from late_part import Base\n"
        "from late_part.inner import number\n"
        "from late_tool import TABLE, add\n"
        "try: import absent_tool\n"
        "except ImportError: absent_tool = None\n"
        "MEMBER = TABLE['a']\n"
        "SUM = add(1, 2)\n"
        "class Own(Base, dict): pass\n"
        "def later(): return late_tool.add(3, 4)\n"
    ),
}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, text in MODULES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in [name for name in sys.modules if name.startswith(("late_part", "late_tool", "library"))]:
        del sys.modules[name]


@pytest.mark.usefixtures("library")
def test_a_late_module_is_imported_when_it_is_used() -> None:
    with late_modules("late_part", "late_tool", "absent_tool"):
        library = importlib.import_module("library")
    assert not {"late_part", "late_part.inner", "late_tool"} & sys.modules.keys()
    assert library.number == 7  # of a module below a late one
    assert library.absent_tool is None
    assert library.Own.__bases__ == (dict,)
    assert not hasattr(library.Own, "name")

    assert library.later() == 7
    assert library.add(5, 6) == 11
    assert library.TABLE["a"] == 1
    assert library.Base().name() == "part"
    assert "late_part" in sys.modules


@pytest.mark.usefixtures("library")
def test_what_is_made_of_a_late_module_within_the_context_is_late_too() -> None:
    with late_modules("late_part", "late_tool"):
        library = importlib.import_module("library")
        made = library.TABLE.get("a")
        assert "TABLE" not in vars(sys.modules["late_tool"])
    assert "late_tool" not in sys.modules
    assert library.MEMBER._find() == made._find() == 1
    assert library.SUM._find() == 3


@pytest.mark.usefixtures("library")
def test_a_loaded_module_stays() -> None:
    tool = importlib.import_module("late_tool")
    with late_modules("late_tool"):
        library = importlib.import_module("library")
    assert library.late_tool is sys.modules["late_tool"] is tool
    assert library.SUM == 3


@pytest.mark.usefixtures("library")
def test_the_next_import_gets_the_whole_package() -> None:
    with late_modules("late_part"):
        importlib.import_module("library")
    package = importlib.import_module("late_part")
    assert package.Base().name() == "part"
    assert package.inner is sys.modules["late_part.inner"]


@pytest.mark.usefixtures("library")
def test_names_of_the_import_system_are_missing() -> None:
    with late_modules("late_tool"):
        library = importlib.import_module("library")
    assert not hasattr(library.add, "__wrapped__")
    assert not hasattr(library.late_tool, "__wrapped__")
