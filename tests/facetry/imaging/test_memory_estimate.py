"""Memory is estimated before it is allocated, so that lack of memory is never reported as damage."""

import io
import resource
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from facetry.imaging.memory_estimate import bytes_per_pixel, bytes_to_decode, bytes_to_encode
from facetry.imaging.pool.pool import Pool, RenderError
from facetry.imaging.protocol import RenderOptions, WorkerAnswer
from tests.support.imaging.pools import LIMITS, MIB, make_picture_folder, run_with_pool, scratch_folder


def picture_bytes(format: str, mode: str = "RGB", size: tuple[int, int] = (64, 48), **options: object) -> bytes:
    output = io.BytesIO()
    Image.effect_noise((size[0] // 8, size[1] // 8), 60).convert(mode).resize(size).save(output, format, **options)
    return output.getvalue()


@pytest.mark.parametrize(
    ("data", "extra_bytes"),
    [
        (picture_bytes("JPEG"), 0),
        (picture_bytes("JPEG", "L"), 0),
        (picture_bytes("JPEG", exif=b"Exif\0\0" + bytes(30_000)), 0),
        (picture_bytes("JPEG", progressive=True, subsampling="4:4:4"), 6),
        (picture_bytes("JPEG", progressive=True, subsampling="4:2:0"), 3),
        (picture_bytes("JPEG", "L", progressive=True), 2),
        (picture_bytes("JPEG", "CMYK"), 9),
        (picture_bytes("JPEG")[:20], 0),
        (b"\xff\xd8\xff", 0),
        (b"\xff\xd8" + b"\xff" * 1000, 0),
        (b"\xff\xd8" + b"\xff\xc2\0\0" * 1000, 0),
    ],
)
def test_a_jpeg_that_is_not_decoded_row_by_row_needs_more_memory(data: bytes, extra_bytes: int) -> None:
    assert bytes_per_pixel(data, "JPEG") == pytest.approx(4.2 + extra_bytes)


def test_a_sequential_jpeg_in_several_scans_needs_more_memory() -> None:
    data = picture_bytes("JPEG", subsampling="4:4:4")
    at = data.index(b"\xff\xda")
    assert data[at + 4] == 3  # components in the first scan
    assert bytes_per_pixel(data[: at + 4] + b"\x01" + data[at + 5 :], "JPEG") == pytest.approx(4.2 + 6)


def test_a_reduced_jpeg_needs_less_memory_except_for_its_coefficients() -> None:
    plain, progressive = picture_bytes("JPEG"), picture_bytes("JPEG", progressive=True, subsampling="4:4:4")
    size = (6400, 4800)
    pixels = 6400 * 4800
    for output_size, factor in (((6400, 4800), 1), ((3000, 2250), 1), ((1600, 1200), 2), ((64, 48), 8)):
        assert bytes_to_decode(plain, "JPEG", size, output_size) == pytest.approx(4.2 * pixels / factor**2)
        assert bytes_to_decode(progressive, "JPEG", size, output_size) == pytest.approx((4.2 / factor**2 + 6) * pixels)
        assert bytes_to_decode(plain, "PNG", size, output_size) == pytest.approx(4.2 * pixels)


def test_encoding_an_avif_needs_more_memory_than_encoding_a_jpeg() -> None:
    size = (4000, 3000)
    assert bytes_to_encode("JPEG", size, size, "JPEG") == 0
    assert bytes_to_encode("JPEG", size, size, "AVIF") == 30 * 12_000_000
    assert bytes_to_encode("PNG", size, (40, 30), "JPEG") > bytes_to_encode("JPEG", size, (40, 30), "JPEG")


def test_a_picture_that_exceeds_the_memory_limit_is_not_reported_as_damaged(tmp_path: Path) -> None:
    folder = make_picture_folder(tmp_path)
    size = (5000, 4000)
    files = {
        "a.webp": picture_bytes("WEBP", size=size, quality=20, method=0),
        "progressive.jpg": picture_bytes("JPEG", size=size, progressive=True, subsampling="4:4:4"),
        "a.avif": picture_bytes("AVIF", size=size, quality=20, speed=10),
        "cmyk.jpg": picture_bytes("JPEG", "CMYK", size=size),
        "a.jpg": picture_bytes("JPEG", size=size),
        "a.gif": picture_bytes("GIF", "P", size=size),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)

    async def use(pool: Pool) -> dict[str, WorkerAnswer]:
        return {name: await pool.examine(str(folder), name) for name in files}

    limits = replace(LIMITS, memory_bytes=200 * MIB, light_bytes=100 * MIB)
    rules = {
        name: answer.get("rule", "read") for name, answer in run_with_pool(use, scratch_folder(folder), limits).items()
    }
    assert rules == dict.fromkeys(files, "decode.memory") | {"a.jpg": "read", "a.gif": "read"}


@pytest.mark.parametrize("size", [(4000, 3000), (6000, 4000)])
def test_the_memory_of_a_photograph_is_reused_for_the_next_one(tmp_path: Path, size: tuple[int, int]) -> None:
    folder = make_picture_folder(tmp_path)
    (folder / "large.jpg").write_bytes(picture_bytes("JPEG", size=size))

    async def use(pool: Pool) -> list[int]:
        await pool.examine(str(folder), "large.jpg")
        (pid,) = pool.pids
        fault_counts = [page_faults(pid)]
        for name in ("large.jpg", "a.png", "large.jpg", "large.jpg"):
            assert "width" in await pool.examine(str(folder), name)
            fault_counts.append(page_faults(pid))
        assert pool.pids == [pid]
        return [after - before for before, after in pairwise(fault_counts)]

    *_, last_faults = run_with_pool(use, scratch_folder(folder))
    assert last_faults < 4 * size[0] * size[1] // resource.getpagesize() / 10


def page_faults(pid: int) -> int:
    """The number of minor page faults of a process."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[7])


def test_a_picture_that_needs_too_much_memory_in_one_format_is_written_in_another(tmp_path: Path) -> None:
    folder = make_picture_folder(tmp_path)
    (folder / "a.jpg").write_bytes(picture_bytes("JPEG", size=(5000, 4000)))

    async def use(pool: Pool) -> str:
        with pytest.raises(RenderError) as refused:
            await pool.render(str(folder), "a.jpg", RenderOptions(format="AVIF"))
        assert "5000 × 4000" in refused.value.reason
        assert (await pool.render(str(folder), "a.jpg", RenderOptions(format="JPEG", strip=True))).width == 5000
        assert (await pool.render(str(folder), "a.jpg", RenderOptions(format="AVIF", width=500))).width == 500
        return refused.value.rule

    limits = replace(LIMITS, memory_bytes=200 * MIB, light_bytes=100 * MIB)
    assert run_with_pool(use, scratch_folder(folder), limits) == "render.memory"
