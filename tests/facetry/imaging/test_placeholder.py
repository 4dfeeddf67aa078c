"""The placeholder by sums of integers is the one by sums of floats, also where a coefficient lies between two steps."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from facetry.imaging import placeholder as module
from facetry.imaging.miniature import miniature_of

_SIZES = [(90, 60), (60, 90), (300, 300), (700, 20), (1, 1), (17, 400)]
_SEEDS = 40


def _noise(size: tuple[int, int], seed: int, mode: str) -> Image.Image:
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, 256, (3, 4, 4), np.uint8)
    return Image.fromarray(cells, "RGBA").resize(size, Image.Resampling.BICUBIC).convert(mode)


def _symmetric(size: tuple[int, int], seed: int, mode: str) -> Image.Image:
    picture = Image.new("RGBA", size, (seed, 40, 200, 255))
    picture.paste((250, seed, 10, 120), (size[0] // 4, size[1] // 4, size[0] - size[0] // 4, size[1] - size[1] // 4))
    return picture.convert(mode)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
@pytest.mark.parametrize("size", _SIZES)
def test_equals_the_sum_of_floats(size: tuple[int, int], mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for draw in (_noise, _symmetric):
        miniatures = [miniature_of(draw(size, seed, mode), 1) for seed in range(_SEEDS)]
        found = [module.placeholder(miniature, size) for miniature in miniatures]
        with monkeypatch.context() as floats:
            floats.setattr(module, "_cosine_transform", module._cosine_transform_in_floats)
            floats.setattr(module, "_UNCLEAR", 0.0)
            assert found == [module.placeholder(miniature, size) for miniature in miniatures]


def test_coefficients_between_two_steps_are_noticed() -> None:
    planes = module._planes(miniature_of(_symmetric((90, 90), 7, "RGB"), 1).mean_colours(12, 12), None, 7, 7)
    channels = [module._channel(plane, module._cosine_transform(plane)) for plane in planes]
    with pytest.raises(module._UnclearRoundingError):
        module._pack(channels, 7, 7, is_wide=False, unclear=module._UNCLEAR)


def test_most_pictures_need_no_sum_of_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(module, "_cosine_transform_in_floats")
    for seed in range(_SEEDS):
        module.placeholder(miniature_of(_noise((90, 60), seed, "RGB"), 1), (90, 60))
