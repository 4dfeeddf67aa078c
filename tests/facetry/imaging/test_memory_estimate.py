"""Memory is judged before it is taken, so that want of memory is never called damage."""

import io
import resource
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from facetry.imaging.memory_estimate import bytes_a_pixel, bytes_to_decode, bytes_to_make
from facetry.imaging.pool.pool import Pool, RenderError
from facetry.imaging.protocol import Answer, Rendering
from tests.support.pools import LIMITS, MIB, make_folder, scratch, using_pool


def encoded(format: str, mode: str = "RGB", size: tuple[int, int] = (64, 48), **options: object) -> bytes:
    target = io.BytesIO()
    Image.effect_noise((size[0] // 8, size[1] // 8), 60).convert(mode).resize(size).save(target, format, **options)
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "more"),
    [
        (encoded("JPEG"), 0),
        (encoded("JPEG", "L"), 0),
        (encoded("JPEG", exif=b"Exif\0\0" + bytes(30_000)), 0),
        (encoded("JPEG", progressive=True, subsampling="4:4:4"), 6),
        (encoded("JPEG", progressive=True, subsampling="4:2:0"), 3),
        (encoded("JPEG", "L", progressive=True), 2),
        (encoded("JPEG", "CMYK"), 9),
        (encoded("JPEG")[:20], 0),
        (b"\xff\xd8\xff", 0),
        (b"\xff\xd8" + b"\xff" * 1000, 0),
        (b"\xff\xd8" + b"\xff\xc2\0\0" * 1000, 0),
    ],
)
def test_a_jpeg_that_is_not_decoded_row_by_row_takes_more(data: bytes, more: int) -> None:
    assert bytes_a_pixel(data, "JPEG") == pytest.approx(4.2 + more)


def test_a_jpeg_in_several_scans_takes_more_without_being_progressive() -> None:
    data = encoded("JPEG", subsampling="4:4:4")
    at = data.index(b"\xff\xda")
    assert data[at + 4] == 3  # components in the first scan
    assert bytes_a_pixel(data[: at + 4] + b"\x01" + data[at + 5 :], "JPEG") == pytest.approx(4.2 + 6)


def test_a_jpeg_for_a_small_picture_takes_less_but_not_its_coefficients() -> None:
    plain, progressive = encoded("JPEG"), encoded("JPEG", progressive=True, subsampling="4:4:4")
    size = (6400, 4800)
    pixels = 6400 * 4800
    for made, factor in (((6400, 4800), 1), ((3000, 2250), 1), ((1600, 1200), 2), ((64, 48), 8)):
        assert bytes_to_decode(plain, "JPEG", size, made) == pytest.approx(4.2 * pixels / factor**2)
        assert bytes_to_decode(progressive, "JPEG", size, made) == pytest.approx((4.2 / factor**2 + 6) * pixels)
        assert bytes_to_decode(plain, "PNG", size, made) == pytest.approx(4.2 * pixels)


def test_making_an_avif_takes_more_than_making_a_jpeg() -> None:
    size = (4000, 3000)
    assert bytes_to_make("JPEG", size, size, "JPEG") == 0
    assert bytes_to_make("JPEG", size, size, "AVIF") == 30 * 12_000_000
    assert bytes_to_make("PNG", size, (40, 30), "JPEG") > bytes_to_make("JPEG", size, (40, 30), "JPEG")


def test_a_picture_that_is_too_much_is_not_called_damaged(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    size = (5000, 4000)
    written = {
        "a.webp": encoded("WEBP", size=size, quality=20, method=0),
        "progressive.jpg": encoded("JPEG", size=size, progressive=True, subsampling="4:4:4"),
        "a.avif": encoded("AVIF", size=size, quality=20, speed=10),
        "cmyk.jpg": encoded("JPEG", "CMYK", size=size),
        "a.jpg": encoded("JPEG", size=size),
        "a.gif": encoded("GIF", "P", size=size),
    }
    for name, data in written.items():
        (folder / name).write_bytes(data)

    async def use(pool: Pool) -> dict[str, Answer]:
        return {name: await pool.examine(str(folder), name) for name in written}

    limits = replace(LIMITS, memory_bytes=200 * MIB, light_bytes=100 * MIB)
    told = {name: answer.get("rule", "read") for name, answer in using_pool(use, scratch(folder), limits).items()}
    assert told == dict.fromkeys(written, "decode.memory") | {"a.jpg": "read", "a.gif": "read"}


@pytest.mark.parametrize("size", [(4000, 3000), (6000, 4000)])
def test_the_memory_of_a_photograph_serves_the_next_one(tmp_path: Path, size: tuple[int, int]) -> None:
    folder = make_folder(tmp_path)
    (folder / "large.jpg").write_bytes(encoded("JPEG", size=size))

    async def use(pool: Pool) -> list[int]:
        await pool.examine(str(folder), "large.jpg")
        (pid,) = pool.pids
        faults = [page_faults(pid)]
        for name in ("large.jpg", "a.png", "large.jpg", "large.jpg"):
            assert "width" in await pool.examine(str(folder), name)
            faults.append(page_faults(pid))
        assert pool.pids == [pid]
        return [after - before for before, after in pairwise(faults)]

    *_, again = using_pool(use, scratch(folder))
    assert again < 4 * size[0] * size[1] // resource.getpagesize() / 10


def page_faults(pid: int) -> int:
    """How often the kernel had to find a page for a process."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[7])


def test_a_picture_that_is_too_much_to_write_in_one_format_is_written_in_another(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    (folder / "a.jpg").write_bytes(encoded("JPEG", size=(5000, 4000)))

    async def use(pool: Pool) -> str:
        with pytest.raises(RenderError) as refused:
            await pool.render(str(folder), "a.jpg", Rendering(format="AVIF"))
        assert "5000 × 4000" in refused.value.reason
        assert (await pool.render(str(folder), "a.jpg", Rendering(format="JPEG", strip=True))).width == 5000
        assert (await pool.render(str(folder), "a.jpg", Rendering(format="AVIF", width=500))).width == 500
        return refused.value.rule

    limits = replace(LIMITS, memory_bytes=200 * MIB, light_bytes=100 * MIB)
    assert using_pool(use, scratch(folder), limits) == "render.memory"
