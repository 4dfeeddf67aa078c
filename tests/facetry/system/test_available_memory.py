"""The available memory is what the system says, and no more than the limits of the control groups."""

from __future__ import annotations

from pathlib import Path

import pytest

from facetry.system import available_memory

MIB = 2**20


@pytest.fixture(autouse=True)
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of a system that has 1 GiB available, and no control groups yet."""
    (tmp_path / "meminfo").write_text(f"MemTotal: {2**21} kB\nMemAvailable: {2**20} kB\n")
    monkeypatch.setattr(available_memory, "_MEMORY_INFO", tmp_path / "meminfo")
    monkeypatch.setattr(available_memory, "_MEMBERSHIP", tmp_path / "membership")
    monkeypatch.setattr(available_memory, "_CONTROL_GROUPS", tmp_path / "groups")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_without_control_groups_it_is_what_the_system_says() -> None:
    assert available_memory.available_bytes() == 1024 * MIB


def test_the_smallest_limit_of_a_group_and_those_above_it_counts(system: Path) -> None:
    write(system / "membership", "0::/system.slice/facetry.service\n")
    write(system / "groups/system.slice/facetry.service/memory.max", "max\n")
    write(system / "groups/system.slice/memory.max", f"{300 * MIB}\n")
    assert available_memory.available_bytes() == 300 * MIB


def test_a_container_sees_its_own_limit_in_the_first_version(system: Path) -> None:
    write(system / "membership", "5:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n")
    write(system / "groups/memory/memory.limit_in_bytes", f"{200 * MIB}\n")
    assert available_memory.available_bytes() == 200 * MIB


def test_a_system_that_does_not_say_has_none(system: Path) -> None:
    (system / "meminfo").unlink()
    assert available_memory.available_bytes() == 0
