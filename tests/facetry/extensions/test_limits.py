"""The limits of extensions, from the settings."""

from __future__ import annotations

from facetry.extensions import limits
from facetry.extensions.limits import GIB, ExtensionLimits, LimitsOfExtensions
from facetry.service.extension_configuration import extension_configuration
from facetry.settings import ExtensionRuntimeSettings, Settings


def test_the_defaults_let_models_run() -> None:
    found = LimitsOfExtensions().of("tagger")
    assert found.memory_bytes == limits.default_memory_bytes() >= 2 * GIB
    assert (found.processes, found.open_files, found.disk_bytes, found.niceness) == (512, 4096, 64 * GIB, 5)


def test_a_value_for_one_extension_wins_and_zero_is_unlimited() -> None:
    common = ExtensionLimits(memory_bytes=GIB, processes=0, cpu_weight=100)
    found = LimitsOfExtensions(common, {"model": ExtensionLimits(memory_bytes=0, open_files=64, cpu_weight=1)})
    other, model = found.of("other"), found.of("model")
    assert (other.memory_bytes, other.processes, other.open_files, other.niceness) == (GIB, None, 4096, 0)
    assert (model.memory_bytes, model.processes, model.open_files, model.niceness) == (None, None, 64, 19)


def test_a_weight_is_a_share_of_the_processor() -> None:
    assert [limits.niceness_of(weight) for weight in (100, 80, 50, 33, 10, 1)] == [0, 1, 3, 5, 10, 19]


def test_the_settings_reach_the_runtime() -> None:
    options = ExtensionRuntimeSettings.model_validate(
        {"limits": {"disk_bytes": 5}, "limits_of": {"model": {"memory_bytes": 7}}}
    )
    found = extension_configuration(Settings(extensions=options)).limits
    assert (found.of("model").memory_bytes, found.of("model").disk_bytes) == (7, 5)
    assert found.of("other").memory_bytes == limits.default_memory_bytes()
