"""What tests of pictures leave behind."""

from __future__ import annotations

import pytest
from PIL import Image


@pytest.fixture(autouse=True)
def kept_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of Pillow, which opening a picture changes, is that of before for the next test."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", Image.MAX_IMAGE_PIXELS)
