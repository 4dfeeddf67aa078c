"""Print card: tags images that can be printed, and shows cards about paper sizes. Its manifest has two commands with
parameters, one of them for tagged images only, and a throttling policy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from facetry_extension import Communicator, Extension, views

INCH = 25.4
PAPERS = {"A6": (105, 148), "A5": (148, 210), "A4": (210, 297), "A3": (297, 420)}
"""The short and the long side of each paper size in millimetres."""
PRINTABLE, TOO_SMALL = "printable", "too-small"
MEGAPIXELS = 2.0
PAPER, DPI = "A4", 300


class PrintCard(Extension):
    async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> None:
        size = (await communicator.api.image_get(image_id))["dimensions"]
        needed = (await communicator.settings()).get("megapixels", MEGAPIXELS)
        is_printable = size["width"] * size["height"] >= needed * 1_000_000
        await communicator.set_tags(image_id, [PRINTABLE if is_printable else TOO_SMALL])

    async def on_image_command(
        self,
        communicator: Communicator,
        command_id: str,
        image_ids: Sequence[str],
        parameters: Mapping[str, Any] | None,
    ) -> views.Card:
        if command_id != "print-size":
            raise ValueError(f"there is no command {command_id} on images")
        chosen = parameters or {}
        images = [await communicator.api.image_get(image_id) for image_id in image_ids]
        return print_card(images, chosen.get("paper", PAPER), chosen.get("dpi", DPI))

    async def on_process_command(
        self, communicator: Communicator, command_id: str, parameters: Mapping[str, Any] | None
    ) -> views.Card:
        if command_id != "paper-sizes":
            raise ValueError(f"there is no command {command_id}")
        dpi = (parameters or {}).get("dpi", DPI)
        communicator.log.info(f"paper sizes at {dpi} dpi")
        return paper_card(dpi)


def print_card(images: Sequence[Mapping[str, Any]], paper: str, dpi: int) -> views.Card:
    """How well images fit a sheet of paper, with a button for the lowest resolution that suffices for all of them."""
    rows = [row(image, paper, dpi) for image in images]
    columns = [views.TableColumn(header="Image"), views.TableColumn(header="Pixels", align="right")]
    columns.append(views.TableColumn(header=f"{paper}, {dpi} dpi"))
    sufficient = int(min((dpi * coverage(image, paper, dpi) for image in images), default=dpi))
    return views.Card(
        "Print size",
        [views.Table(rows, columns=columns)],
        description=f"How well {len(images)} images fit {paper}" if len(images) > 1 else f"How well it fits {paper}",
        actions=[
            views.Button(
                f"Check {sufficient} dpi", "print-size", parameters={"paper": paper, "dpi": sufficient}, target="images"
            )
        ]
        if 72 <= sufficient < dpi
        else [],
    )


def row(image: Mapping[str, Any], paper: str, dpi: int) -> views.TableRow:
    """The row of an image: its name, its size, and the share of the sheet that its pixels cover."""
    size = image["dimensions"]
    share = round(100 * coverage(image, paper, dpi))
    return views.TableRow(
        [
            views.String(image["name"]),
            views.Dimensions(size["width"], size["height"]),
            views.NumberMeter(min(share, 100), unit="%"),
        ]
    )


def coverage(image: Mapping[str, Any], paper: str, dpi: int) -> float:
    """How much of the sheet an image covers along its tighter side; above 1 if it has pixels to spare."""
    short, long = sorted((image["dimensions"]["width"], image["dimensions"]["height"]))
    needed_short, needed_long = pixels(paper, dpi)
    return float(min(short / needed_short, long / needed_long))


def paper_card(dpi: int) -> views.Card:
    """How many pixels each paper size needs."""
    elements = [views.LabelValue(paper, views.Dimensions(*pixels(paper, dpi))) for paper in PAPERS]
    return views.Card("Paper sizes", elements, description=f"Pixels at {dpi} dpi")


def pixels(paper: str, dpi: int) -> tuple[int, int]:
    """The pixels that a paper size needs along its short and its long side."""
    short, long = PAPERS[paper]
    return round(short / INCH * dpi), round(long / INCH * dpi)


if __name__ == "__main__":
    PrintCard().run()
