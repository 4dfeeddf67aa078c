"""The pages of `docs/` are true: each command in them is typed at a real server and answers what its page shows.

How a page is read, so that it can be written:

- A block marked `console` holds commands behind `$ `, each with its answer below it. A line that ends with `\\` goes on
  in the next one.
- JSON is compared part by part, however it is laid out; any other answer line by line.
- `…` stands for anything: within a text or a line, where it stands in one; for any number of parts or lines, where it
  stands alone.
- An id is another one in each run. Where an answer shows one for the first time, it means from then on what the server
  said there, in commands and in answers.
- `/home/ada` and `127.0.0.1:3001` are where the pages were written.
- What a scan or a watch finds takes its time: a command that only asks is typed again until it answers so, for a while.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.imaging.encode import HOLD_ANIMATION, HOLD_PROFILE, LONGEST_SIDE
from facetry.settings import Decoder
from tests.support.documentation_homes import a_painter, dated_birds, one_gull, some_birds, some_pictures
from tests.support.servers import Server, serving

DOCS: Final = Path(__file__).parent.parent / "docs"
DESCRIPTION: Final[dict[str, Any]] = json.loads((DOCS.parent / "generated" / "openapi.json").read_text())
FAMILIES: Final = {
    "image",
    "image-search",
    "media",
    "repository",
    "repository-files",
    "image-attachment",
    "image-features",
    "image-embeddings",
    "image-similarity",
    "extension",
    "extension-settings",
    "event",
    "capability-runs",
    "commands",
}
HOME: Final = "/home/ada"
DATA: Final = "/home/ada/.local/share/facetry"
ADDRESS: Final = "127.0.0.1:3001"
PATIENCE_SECONDS: Final = 20.0

ID: Final = re.compile(r"\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b")
ANY_ID: Final = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TYPED: Final = re.compile(r"\$ ((?:.*\\\n)*.*)\n((?s:.*))")
WITHIN, ALONE = "\0", "\1"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A command of a page, where it stands, and the answer that the page shows."""

    place: str
    command: str
    shown: str


def transcripts(page: str) -> list[Transcript]:
    """The commands of a page, in order."""
    text = (DOCS / page).read_text()
    found = []
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(1)) + 1
        for part in re.split(r"^(?=\$ )", block[1], flags=re.MULTILINE):
            if part:
                typed = TYPED.fullmatch(part)
                assert typed is not None, f"docs/{page}:{line} is no command"
                found.append(Transcript(f"docs/{page}:{line}", typed[1], typed[2]))
            line += part.count("\n")
    return found


@dataclass
class Reader:
    """Someone who types what a page says, in a home of their own, and compares what comes back."""

    server: Server
    home: Path
    variables: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    def type(self, transcript: Transcript) -> None:
        """Type one command. Fails when the answer is not the one that the page shows."""
        command = transcript.command
        if assigned := re.match(r"(\w+)=", command):
            self.variables[assigned[1]] = self._said(f'{command}\nprintf %s "${assigned[1]}"')
            return
        asks = command.startswith("curl") and ("/search/" in command or not re.search(" -[XTod] | --data-b", command))
        if not asks:
            self.server.settled()
        deadline = time.monotonic() + (PATIENCE_SECONDS if asks else 0)
        while not self._agrees(said := self._as_written(self._said(command)), transcript.shown):
            if time.monotonic() >= deadline:
                shown = f"but the page shows\n{transcript.shown}"
                pytest.fail(f"{transcript.place}\n$ {command}\nanswers\n{said}\n{shown}", pytrace=False)
            time.sleep(0.2)

    def _said(self, command: str) -> str:
        """What a command prints."""
        for written, real in self._places():
            command = command.replace(written, real)
        environment = {
            "PATH": f"{self.home.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.home),
            "LC_ALL": "C.UTF-8",
            "no_proxy": "*",
            "FACETRY_API_SECRET": self.server.key,
            "FACETRY_DATA_DIR": str(self.server.data_dir),
            **self.variables,
        }
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.home,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done}"
        return done.stdout.decode().replace("\r\n", "\n")

    def _as_written(self, said: str) -> str:
        """The same, as if it had been typed where the pages were written."""
        for written, real in self._places():
            said = said.replace(real, written)
        return said

    def _places(self) -> list[tuple[str, str]]:
        """What a page says, and what it means; the special ones first."""
        address = self.server.url.removeprefix("http://")
        return [(DATA, str(self.server.data_dir)), (HOME, str(self.home)), (ADDRESS, address), *self.ids.items()]

    def _agrees(self, said: str, shown: str) -> bool:
        try:
            said = json.dumps(json.loads(said), separators=(",", ":"), ensure_ascii=False)
            marked, within = marked_parts(shown), r'(?:[^"\\]|\\.)*?'
        except json.JSONDecodeError:
            marked, within = marked_lines(shown), "[^\n]*?"
        names: dict[str, str] = {}
        pattern = ""
        for number, piece in enumerate(ID.split(marked)):
            if number % 2 == 0 or piece in self.ids:
                pattern += re.escape(piece).replace(WITHIN, within).replace(ALONE, "(?s:.*?)")
            elif piece in names:
                pattern += f"(?P={names[piece]})"
            else:
                names[piece] = f"id{number}"
                pattern += f"(?P<id{number}>{ANY_ID})"
        found = re.fullmatch(pattern, said)
        met = {id: found[name] for id, name in names.items()} if found else {}
        if found is None or len({*met.values(), *self.ids}) < len(met) + len(self.ids):
            return False  # two ids of the page would be one
        self.ids |= met
        return True


def marked_parts(shown: str) -> str:
    """A JSON text without the space between its parts, and with marks where something is left out."""

    def kept(part: re.Match[str]) -> str:
        return part[0].replace("…", WITHIN) if part[0].startswith('"') else part[0].strip().replace("…", ALONE)

    return re.sub(r'"(?:[^"\\]|\\.)*"|\s+|…', kept, shown)


def marked_lines(shown: str) -> str:
    """Lines, with marks where something is left out."""
    return re.sub(r"^…\n", ALONE, shown, flags=re.MULTILINE).replace("…", WITHIN)


PAGES: Final = {
    "images.md": some_pictures,
    "formats.md": some_pictures,
    "repositories.md": some_birds,
    "features.md": one_gull,
    "embeddings.md": one_gull,
    "extensions.md": one_gull,
    "authors.md": one_gull,
    "events.md": one_gull,
    "commands.md": a_painter,
    "search.md": dated_birds,
    "similarity.md": dated_birds,
}


@contextmanager
def at_home(directory: Path, prepare: Callable[[Path], list[Path]]) -> Iterator[Callable[[], Reader]]:
    """A server over what `prepare` makes in a home, for readers who begin as `docs/README.md` says."""
    home, command = directory / "ada", directory / "bin" / "facetry"
    home.mkdir()
    command.parent.mkdir()
    program = f"PYTHONPATH={shlex.quote(str(DOCS.parent))} exec {shlex.quote(sys.executable)} -m facetry"
    command.write_text(f'#!/bin/sh\n{program} "$@"\n')
    command.chmod(0o755)
    (beginning,) = re.findall(r"```bash\n(.+?)```", (DOCS / "README.md").read_text(), re.DOTALL)
    with serving(directory, prepare(home), extra={"FACETRY_DECODER__WORKERS": "1"}) as server:

        def begun() -> Reader:
            reader = Reader(server, home)
            for line in beginning.splitlines():
                reader.type(Transcript("docs/README.md", line, ""))
            return reader

        yield begun


@pytest.mark.e2e
@pytest.mark.parametrize("prepare", dict.fromkeys(PAGES.values()), ids=lambda prepare: prepare.__name__)
def test_what_the_pages_show_is_what_happens(prepare: Callable[[Path], list[Path]], tmp_path: Path) -> None:
    with at_home(tmp_path, prepare) as begun:
        for page in [page for page, its in PAGES.items() if its is prepare]:
            reader = begun()
            for transcript in transcripts(page):
                reader.type(transcript)


def test_every_operation_on_images_and_repositories_is_shown() -> None:
    typed = [transcript.command for page in PAGES for transcript in transcripts(page)]
    requests = {request_of(command) for command in typed if "$api" in command} | {("get", "/media/x")}
    missing = [
        f"{method} {path}"
        for path, methods in DESCRIPTION["paths"].items()
        for method, operation in methods.items()
        if method in ("get", "put", "post", "delete")
        and FAMILIES & set(operation["tags"])
        and not any(method == way and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), place) for way, place in requests)
    ]
    assert missing == []
    assert any('"$url"' in command for command in typed), "which is how a media URL is used"


def request_of(command: str) -> tuple[str, str]:
    """The method and the path of a `curl` command."""
    path = re.search(r"\$api([^\"?\s]*)", command)
    given = re.search(r" -X (\w+)", command)
    assert path is not None, command
    if given:
        return given[1].lower(), path[1]
    way = "put" if " -T " in command else "post" if re.search(r" -d | --data-binary", command) else "get"
    return way, path[1]


def test_the_table_of_formats_is_true() -> None:
    (table,) = re.findall(
        r"^\| format \| read .*?(?=\n\n)", (DOCS / "formats.md").read_text(), re.DOTALL | re.MULTILINE
    )
    rows = {
        row[0]: row[1:] for row in ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:])
    }
    schema = DESCRIPTION["components"]["schemas"]["ImageFormat"]
    assert list(rows) == schema["enum"]
    qualities = json.dumps(DESCRIPTION)
    for format, (read, written, _, animation, profile, longest, quality) in rows.items():
        assert read == "yes"
        assert (written == "yes") == (format in LONGEST_SIDE)
        assert (animation == "kept") == (format in HOLD_ANIMATION)
        assert (profile == "kept") == (format in HOLD_PROFILE)
        assert longest == str(LONGEST_SIDE.get(format, ""))
        assert not quality.isdecimal() or f"{quality} for {format}" in qualities


def test_the_table_of_topics_is_true() -> None:
    rows = re.findall(r"^\| `([a-z][\w.]+)` \| (.+) \|$", (DOCS / "events.md").read_text(), re.MULTILINE)
    events = json.loads((DOCS.parent / "generated" / "asyncapi.json").read_bytes())
    told = events["channels"]["stream"]["messages"]
    assert rows == [(topic, message["summary"]) for topic, message in told.items() if topic != "reset"]


def test_the_table_of_limits_is_true() -> None:
    text = (DOCS / "formats.md").read_text()
    decoder, megabyte = Decoder(), 1024**2
    for name, value in (
        ("MAX_PIXELS", f"{decoder.max_pixels:,}"),
        ("MAX_BYTES", f"{decoder.max_bytes // megabyte} MiB"),
        ("MEMORY_BYTES", f"{decoder.memory_bytes // megabyte} MiB"),
        ("MEMORY_BYTES", f"{decoder.limits().light_bytes // megabyte} MiB"),
        ("SECONDS", f"{decoder.seconds:g} s"),
    ):
        assert re.search(rf"^\|.*[ |]{value}.*\| `FACETRY_DECODER__{name}` \|$", text, re.MULTILINE), name


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in DOCS.glob("*.md"):
        for target, _, anchor in re.findall(r"\]\(([\w./-]*)(#?)([\w-]*)\)", page.read_text()):
            path = (DOCS / target).resolve() if target else page
            assert path.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in anchors(path), f"{page.name}: {target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as links use them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
