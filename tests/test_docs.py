"""The commands in `docs/`: each is run against a real server, and its output must equal the page.

Rules for the pages:

- A block marked `console` has commands after `$ `, each followed by its output. A line that ends with `\\` continues on
  the next line.
- JSON is compared by its parts, regardless of layout; any other output is compared line by line.
- `…` matches any text: within a string or a line, any part of it; alone, any number of parts or lines.
- Ids differ in each run. The first id in an output binds the id of the page to the id of the server, for later commands
  and outputs.
- `/home/ada` and `127.0.0.1:3001` stand for the home folder and the address of the server.
- Scans and watchers take time: a command that only reads is repeated until its output matches, for up to 20 seconds.
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

from facetry.imaging.formats import ANIMATION_FORMATS, MAX_SIDE_PIXELS, PROFILE_FORMATS
from facetry.settings import DecoderSettings
from tests.support.documentation_homes import (
    a_painter,
    a_print_card,
    an_operated_library,
    dated_birds,
    one_gull,
    some_birds,
    some_pictures,
)
from tests.support.engines.databases import only_sqlite
from tests.support.services.servers import Server, running_server

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
    "validation",
}
HOME: Final = "/home/ada"
DATA: Final = "/home/ada/.local/share/facetry"
ADDRESS: Final = "127.0.0.1:3001"
RETRY_SECONDS: Final = 20.0

ID: Final = re.compile(r"\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b")
ANY_ID: Final = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TYPED: Final = re.compile(r"\$ ((?:.*\\\n)*.*)\n((?s:.*))")
WITHIN, ALONE = "\0", "\1"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A command of a page, its position, and the expected output."""

    place: str
    command: str
    expected: str


def transcripts(page: str) -> list[Transcript]:
    """The commands of a page, in order."""
    text = (DOCS / page).read_text()
    found = []
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(1)) + 1
        for part in re.split(r"^(?=\$ )", block[1], flags=re.MULTILINE):
            if part:
                typed = TYPED.fullmatch(part)
                assert typed is not None, f"docs/{page}:{line} is not a command"
                found.append(Transcript(f"docs/{page}:{line}", typed[1], typed[2]))
            line += part.count("\n")
    return found


@dataclass
class Reader:
    """Runs the commands of a page in a home folder, and compares their output."""

    server: Server
    home: Path
    variables: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    def type(self, transcript: Transcript) -> None:
        """Run one command. Fails when the output differs from the page."""
        command = transcript.command
        if assigned := re.match(r"(?:export )?(\w+)=", command):
            self.variables[assigned[1]] = self._run(f'{command}\nprintf %s "${assigned[1]}"')
            return
        asks = command.startswith("curl") and ("/search/" in command or not re.search(" -[XTod] | --data-b", command))
        if not asks:
            self.server.wait_until_scanned()
        deadline = time.monotonic() + (RETRY_SECONDS if asks else 0)
        while not self._matches(answer := self._to_page_text(self._run(command)), transcript.expected):
            if time.monotonic() >= deadline:
                expectation = f"but the page shows\n{transcript.expected}"
                pytest.fail(f"{transcript.place}\n$ {command}\nanswers\n{answer}\n{expectation}", pytrace=False)
            time.sleep(0.2)

    def _run(self, command: str) -> str:
        """The output of a command."""
        for page_text, actual_text in self._substitutions():
            command = command.replace(page_text, actual_text)
        environment = {
            "PATH": f"{self.home.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.home),
            "LC_ALL": "C.UTF-8",
            "no_proxy": "*",
            "FACETRY_API_SECRET": self.server.key,
            "FACETRY_DATA_DIR": str(self.server.data_dir),
            **self.variables,
        }
        process = subprocess.run(
            ["bash", "-c", command],
            cwd=self.home,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        assert process.returncode == 0, f"{command}\n{process}"
        return process.stdout.decode().replace("\r\n", "\n")

    def _to_page_text(self, answer: str) -> str:
        """The output with the home folder, the address and the ids of the page."""
        for page_text, actual_text in self._substitutions():
            answer = answer.replace(actual_text, page_text)
        return answer

    def _substitutions(self) -> list[tuple[str, str]]:
        """Pairs of a text on the page and its actual value; the more specific ones first."""
        address = self.server.url.removeprefix("http://")
        return [(DATA, str(self.server.data_dir)), (HOME, str(self.home)), (ADDRESS, address), *self.ids.items()]

    def _matches(self, answer: str, expected: str) -> bool:
        try:
            answer = json.dumps(json.loads(answer), separators=(",", ":"), ensure_ascii=False)
            marked, within = marked_json(expected), r'(?:[^"\\]|\\.)*?'
        except json.JSONDecodeError:
            marked, within = marked_lines(expected), "[^\n]*?"
        names: dict[str, str] = {}
        pattern = ""
        for number, part in enumerate(ID.split(marked)):
            if number % 2 == 0 or part in self.ids:
                pattern += re.escape(part).replace(WITHIN, within).replace(ALONE, "(?s:.*?)")
            elif part in names:
                pattern += f"(?P={names[part]})"
            else:
                names[part] = f"id{number}"
                pattern += f"(?P<id{number}>{ANY_ID})"
        match = re.fullmatch(pattern, answer)
        new_ids = {id: match[name] for id, name in names.items()} if match else {}
        if match is None or len({*new_ids.values(), *self.ids}) < len(new_ids) + len(self.ids):
            return False  # two ids of the page would have the same value
        self.ids |= new_ids
        return True


def marked_json(expected: str) -> str:
    """A JSON text without insignificant whitespace, with marks for omitted parts."""

    def mark(part: re.Match[str]) -> str:
        return part[0].replace("…", WITHIN) if part[0].startswith('"') else part[0].strip().replace("…", ALONE)

    return re.sub(r'"(?:[^"\\]|\\.)*"|\s+|…', mark, expected)


def marked_lines(expected: str) -> str:
    """Lines, with marks for omitted parts."""
    return re.sub(r"^…\n", ALONE, expected, flags=re.MULTILINE).replace("…", WITHIN)


PAGES: Final = {
    "images.md": some_pictures,
    "formats.md": some_pictures,
    "repositories.md": some_birds,
    "features.md": one_gull,
    "embeddings.md": one_gull,
    "extensions.md": one_gull,
    "authors.md": one_gull,
    "validate.md": one_gull,
    "events.md": one_gull,
    "clients.md": one_gull,
    "editors.md": one_gull,
    "views.md": one_gull,
    "commands.md": a_painter,
    "operator-commands.md": an_operated_library,
    "manifest.md": a_print_card,
    "operate.md": some_pictures,
    "search.md": dated_birds,
    "similarity.md": dated_birds,
}


@contextmanager
def running_pages(directory: Path, prepare: Callable[[Path], list[Path]]) -> Iterator[Callable[[], Reader]]:
    """A server over the folders that `prepare` creates in a home folder, for readers that start as `docs/README.md`
    says.
    """
    home, command = directory / "ada", directory / "bin" / "facetry"
    home.mkdir()
    command.parent.mkdir()
    program = f"PYTHONPATH={shlex.quote(str(DOCS.parent))} exec {shlex.quote(sys.executable)} -m facetry"
    command.write_text(f'#!/bin/sh\n{program} "$@"\n')
    command.chmod(0o755)
    (first_commands,) = re.findall(r"```bash\n(.+?)```", (DOCS / "README.md").read_text(), re.DOTALL)
    with running_server(directory, prepare(home), extra_environment={"FACETRY_DECODER__WORKERS": "1"}) as server:

        def new_reader() -> Reader:
            reader = Reader(server, home)
            for line in first_commands.splitlines():
                reader.type(Transcript("docs/README.md", line, ""))
            return reader

        yield new_reader


@only_sqlite  # the pages show a library in a file
@pytest.mark.e2e
@pytest.mark.parametrize("prepare", dict.fromkeys(PAGES.values()), ids=lambda prepare: prepare.__name__)
def test_the_commands_of_a_page_answer_as_shown(prepare: Callable[[Path], list[Path]], tmp_path: Path) -> None:
    with running_pages(tmp_path, prepare) as new_reader:
        for page in [page for page, page_prepare in PAGES.items() if page_prepare is prepare]:
            reader = new_reader()
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
        and not any(
            method == request_method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), request_path)
            for request_method, request_path in requests
        )
    ]
    assert missing == []
    assert any('"$url"' in command for command in typed), "no command uses a media URL"


def request_of(command: str) -> tuple[str, str]:
    """The method and the path of a `curl` command."""
    path = re.search(r"\$api([^\"?\s]*)", command)
    match = re.search(r" -X (\w+)", command)
    assert path is not None, command
    if match:
        return match[1].lower(), path[1]
    method = "put" if " -T " in command else "post" if re.search(r" -d | --data-binary", command) else "get"
    return method, path[1]


def test_the_table_of_formats_matches_the_code() -> None:
    (table,) = re.findall(
        r"^\| format \| read .*?(?=\n\n)", (DOCS / "formats.md").read_text(), re.DOTALL | re.MULTILINE
    )
    rows = {
        row[0]: row[1:] for row in ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:])
    }
    schema = DESCRIPTION["components"]["schemas"]["ImageFormat"]
    assert list(rows) == schema["enum"]
    qualities = json.dumps(DESCRIPTION)
    for format, (read, writable, _, animation, profile, longest, quality) in rows.items():
        assert read == "yes"
        assert (writable == "yes") == (format in MAX_SIDE_PIXELS)
        assert (animation == "kept") == (format in ANIMATION_FORMATS)
        assert (profile == "kept") == (format in PROFILE_FORMATS)
        assert longest == str(MAX_SIDE_PIXELS.get(format, ""))
        assert not quality.isdecimal() or f"{quality} for {format}" in qualities


def test_the_table_of_criteria_matches_the_description() -> None:
    (table,) = re.findall(r"^\| criterion \| the image .*?(?=\n\n)", (DOCS / "search.md").read_text(), re.S | re.M)
    assert first_cells(table) == list(DESCRIPTION["components"]["schemas"]["SearchCriteria"]["properties"])


def test_the_table_of_feature_formats_matches_the_description() -> None:
    (table,) = re.findall(r"^\| format \| the value .*?(?=\n\n)", (DOCS / "features.md").read_text(), re.S | re.M)
    assert sorted(first_cells(table)) == sorted(DESCRIPTION["components"]["schemas"]["ImageFeatureFormat"]["enum"])


def first_cells(table: str) -> list[str]:
    """The names in the first cells of the rows of a table, without its head."""
    return [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]


def test_the_table_of_topics_matches_the_description() -> None:
    rows = re.findall(r"^\| `([a-z][\w.]+)` \| (.+) \|$", (DOCS / "events.md").read_text(), re.MULTILINE)
    events = json.loads((DOCS.parent / "generated" / "asyncapi.json").read_bytes())
    messages = events["channels"]["stream"]["messages"]
    assert rows == [(topic, message["summary"]) for topic, message in messages.items() if topic != "reset"]


def test_the_table_of_limits_matches_the_code() -> None:
    text = (DOCS / "formats.md").read_text()
    decoder, megabyte = DecoderSettings(), 1024**2
    for name, value in (
        ("MAX_PIXELS", f"{decoder.max_pixels:,}"),
        ("MAX_BYTES", f"{decoder.max_bytes // megabyte} MiB"),
        ("MEMORY_BYTES", f"{decoder.memory_bytes // megabyte} MiB"),
        ("MEMORY_BYTES", f"{decoder.limits().light_bytes // megabyte} MiB"),
        ("SECONDS", f"{decoder.seconds:g} s"),
    ):
        assert re.search(rf"^\|.*[ |]{value}.*\| `FACETRY_DECODER__{name}` \|$", text, re.MULTILINE), name


def test_links_between_the_pages_have_targets() -> None:
    for page in DOCS.glob("*.md"):
        for target, _, anchor in re.findall(r"\]\(([\w./-]*)(#?)([\w-]*)\)", page.read_text()):
            path = (DOCS / target).resolve() if target else page
            assert path.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in anchors(path), f"{page.name}: {target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as links use them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
