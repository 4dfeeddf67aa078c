"""Another program saves files with their size and date kept, while the service renames and restores them."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from tests.support.files import saving
from tests.support.services.picture_server import records
from tests.support.services.servers import running_server

FILES: Final = int(os.environ.get("FACETRY_SAVES", "60"))
SECONDS: Final = 30.0
WRITER: Final = """
import sys, time
from pathlib import Path
from tests.support.files import saving
for line in sys.stdin:
    way, source, path, moment = line.rstrip("\\n").split("|")
    data = Path(source).read_bytes()
    while time.time() < float(moment):
        pass
    try:
        if not Path(path).exists():  # a program that saves in place makes no new file
            raise FileNotFoundError
        saving.WAYS[way](Path(path), data, Path(source).parent)
        print("saved", flush=True)
    except FileNotFoundError:
        print("moved", flush=True)
"""


@contextmanager
def other_program() -> Iterator[subprocess.Popen[str]]:
    home = Path(__file__).parents[3]
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", WRITER], stdin=pipe, stdout=pipe, text=True, cwd=home) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def in_trash(folder: Path, id: str) -> Path:
    (file,) = (folder / ".facetry-trash").glob(f"{id}*")
    return file


def require_true_records(client: httpx.Client, folder: Path) -> None:
    """The hash in each record is that of the file's bytes, as soon as a scan has looked."""
    deadline = time.monotonic() + SECONDS
    while True:
        wrong = [
            name
            for name, record in records(client).items()
            if hashlib.sha256((folder / name).read_bytes()).hexdigest() != record["hashes"]["content"]
        ]
        if not wrong:
            return
        assert time.monotonic() < deadline, wrong
        time.sleep(0.2)


def test_no_bytes_are_taken_for_those_that_were_read(tmp_path: Path) -> None:
    folder, staged = tmp_path / "pictures", tmp_path / "staged"
    folder.mkdir()
    staged.mkdir()
    chance = random.Random(1)
    for number in range(FILES):
        saving.write(folder / f"{number}.png", saving.pair(number)[0])
    with running_server(tmp_path, [folder]) as server, server.client() as client, other_program() as program:
        assert program.stdin is not None
        assert program.stdout is not None
        (repository,) = client.get("/repository/list").json()
        span = 0.01
        for name, record in records(client).items():
            id, path = record["id"], folder / name
            if is_restored := chance.random() < 0.4:
                client.delete(f"/image/{id}/delete", params={"toTrash": "true"}).raise_for_status()
                path = in_trash(folder, id)
            source = staged / name
            source.write_bytes(saving.pair(int(path.stem) if path.stem.isdigit() else 7)[1])
            way = chance.choice(["in place", "atomic", "backup copy"])
            began = time.time()
            program.stdin.write(f"{way}|{source}|{path}|{began + chance.uniform(0.001, span)}\n")
            program.stdin.flush()
            if is_restored:
                client.put(f"/trash/{id}/restore").raise_for_status()
            else:
                query = {"imageId": id, "nameWithoutExtension": f"new {Path(name).stem}"}
                client.put(f"/repository/{repository['id']}/renameImage", params=query).raise_for_status()
            span = 0.8 * span + 0.2 * min(time.time() - began, 0.05)
            assert program.stdout.readline() in {"saved\n", "moved\n"}
        client.put(f"/repository/{repository['id']}/synchronize").raise_for_status()
        require_true_records(client, folder)
