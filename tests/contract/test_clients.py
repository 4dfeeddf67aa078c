"""Clients that public generators make from the description, most without an option: complete, typed, and at work."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.contract.description import DESCRIPTION, operations
from tests.support.extensions.npm import NEEDS_NPM, install
from tests.support.imaging.pictures import picture
from tests.support.services.servers import Server, running_server

pytestmark = pytest.mark.contract

ON_THE_PAGE: Final = ("openapi-fetch", "hey-api", "oazapfts")
TYPESCRIPT: Final = (*ON_THE_PAGE, "openapi-generator")
PROGRAMS: Final = Path(__file__).with_name("clients")
TOOLS: Final = Path(__file__).with_name("npm")
PAGE: Final = Path(__file__).parents[2] / "docs" / "clients.md"
ADDRESS: Final = "http://127.0.0.1:3001"
OPERATIONS: Final = {operation.operation_id for operation in operations()}
# What openapi-python-client says about parts that it leaves out, and why nothing is missing.
PYTHON_WARNINGS: Final = {
    "Missing schema": "a body that may be image/png is sent as application/octet-stream",
    "Unsupported content type text/plain": "a body that may be text/plain is sent as application/octet-stream",
    "Unsupported content_type image/png": "the bytes of a picture are in `content` of the answer",
    "Unsupported content_type application/x-ndjson": "the lines are in `content` of the answer",
    "Unsupported content_type application/openmetrics-text": "the text of the metrics is in `content` of the answer",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("service")
    (directory / "pictures").mkdir()
    with running_server(directory, [directory / "pictures"]) as running:
        running.run_command("extension", "register", "client")
        yield running


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of the Python client, and what its generator said."""
    folder = tmp_path_factory.mktemp("python") / "made"
    generate = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(DESCRIPTION)]
    return folder, run(*generate, "--output-path", folder, folder=folder.parent)


@pytest.fixture(scope="module")
def openapi_generator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the Python client of openapi-generator."""
    folder = tmp_path_factory.mktemp("openapi-generator")
    generate_by_openapi_generator("python", folder / "made")
    return folder / "made"


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all TypeScript clients, the programs that use them, and all of it compiled, strictly."""
    install(TOOLS, "--ignore-scripts")
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "node_modules").symlink_to(TOOLS / "node_modules")
    (folder / "package.json").write_text('{"type": "module", "private": true}')
    for file in (TOOLS / "tsconfig.json", *PROGRAMS.glob("*.ts")):
        shutil.copy(file, folder)
    for name, program in zip(ON_THE_PAGE, programs_of_the_page("typescript"), strict=True):
        (folder / f"page-{name}.ts").write_text(program)
    binaries = TOOLS / "node_modules" / ".bin"
    run(binaries / "openapi-typescript", DESCRIPTION, "--output", "openapi-typescript.ts", folder=folder)
    run(binaries / "openapi-ts", "--input", DESCRIPTION, "--output", "hey-api", folder=folder)
    run(binaries / "oazapfts", DESCRIPTION, "oazapfts-client.ts", folder=folder)
    node_imports = "--additional-properties=importFileExtension=.js"
    generate_by_openapi_generator("typescript-fetch", folder / "openapi-generator", node_imports)
    assert run(binaries / "tsc", "--strict", "--project", ".", folder=folder) == ""
    return folder


def generate_by_openapi_generator(language: str, folder: Path, *options: str) -> None:
    """Generate a client, with the validation of the description that openapi-generator does first."""
    generate = ["openapi-generator-cli", "generate", "-i", str(DESCRIPTION), "-g", language, "-o", str(folder)]
    run(*generate, *options, folder=folder.parent, JAVA_OPTS="-XX:TieredStopAtLevel=1")


def programs_of_the_page(language: str) -> list[str]:
    """The programs in a language on the page about clients."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a program prints; it must succeed. Programs of this Python environment are found first."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, f"{Path(command[0]).name} ended with {done.returncode}\n{done.stdout[-4_000:]}"
    return done.stdout


def test_python_client_has_every_operation(python_client: tuple[Path, str]) -> None:
    """openapi-python-client leaves no operation out, and no part without a named reason."""
    folder, said = python_client
    modules = {file.stem.replace("_", "") for file in (folder / "facetry_client" / "api").glob("*/[!_]*.py")}
    assert modules == {operation.lower() for operation in OPERATIONS}
    assert "will not be generated" not in said
    assert "Skipping Integration" not in said
    warnings = re.findall(r"^WARNING parsing .*\n\n(.*)", said, re.MULTILINE)
    assert warnings != []
    assert [each for each in warnings if not any(part in each for part in PYTHON_WARNINGS)] == []


@NEEDS_NPM
def test_typescript_clients_have_every_operation(typescript: Path) -> None:
    types = (typescript / "openapi-typescript.ts").read_text().partition("export interface operations {")[2]
    assert set(re.findall(r"^    (\w+): \{$", types, re.MULTILINE)) == OPERATIONS
    functions = (typescript / "hey-api" / "sdk.gen.ts").read_text()
    assert set(re.findall(r"^export const (\w+) = <", functions, re.MULTILINE)) == OPERATIONS
    functions = (typescript / "oazapfts-client.ts").read_text()
    assert set(re.findall(r"^export function (\w+)\(", functions, re.MULTILINE)) == OPERATIONS
    methods = "".join(file.read_text() for file in (typescript / "openapi-generator" / "apis").glob("*.ts"))
    assert set(re.findall(r"^    async (\w+)\(", methods, re.MULTILINE)) >= OPERATIONS


def test_python_client_works(python_client: tuple[Path, str], server: Server, tmp_path: Path) -> None:
    folder, _ = python_client
    program = PROGRAMS / "python_client.py"
    run(sys.executable, "-m", "compileall", "-q", folder, folder=tmp_path)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(program), str(folder / "facetry_client")]
    assert run(*mypy, folder=tmp_path, MYPYPATH=str(folder)).startswith("Success")
    at_work(server, tmp_path, "python", sys.executable, "-W", "error", str(program), PYTHONPATH=str(folder))


@NEEDS_NPM
@pytest.mark.parametrize("name", TYPESCRIPT)
def test_typescript_client_works(typescript: Path, server: Server, tmp_path: Path, name: str) -> None:
    at_work(server, tmp_path, name, "node", str(typescript / "built" / f"{name}.js"))


def test_openapi_generator_client_works(openapi_generator: Path, server: Server, tmp_path: Path) -> None:
    """The Python client has every operation, gives bytes for pictures, and works."""
    apis = "".join(file.read_text() for file in (openapi_generator / "openapi_client" / "api").glob("*_api.py"))
    methods = {name.replace("_", "") for name in re.findall(r"^    def ([a-z]\w*)\($", apis, re.MULTILINE)}
    assert {operation.lower() for operation in OPERATIONS} <= methods
    for operation in ("image_convert", "image_download", "media", "image_attachment_download"):
        assert re.search(
            rf"^    def {operation}\((?:(?!^    def ).)*?^    \) -> bytes:$", apis, re.MULTILINE | re.DOTALL
        )
    program = [sys.executable, str(PROGRAMS / "openapi_generator.py")]
    at_work(server, tmp_path, "openapi-generator-python", *program, PYTHONPATH=str(openapi_generator))


def test_the_python_program_of_the_page_works(python_client: tuple[Path, str], server: Server, tmp_path: Path) -> None:
    folder, _ = python_client
    (program,) = programs_of_the_page("python")
    file = tmp_path / "program.py"
    file.write_text(program)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(file)]
    assert run(*mypy, folder=tmp_path, MYPYPATH=str(folder)).startswith("Success")
    file.write_text(program.replace(ADDRESS, server.url))
    tags_every_image(server, "python", sys.executable, "-W", "error", str(file), PYTHONPATH=str(folder))


@NEEDS_NPM
@pytest.mark.parametrize("name", ON_THE_PAGE)
def test_the_typescript_program_of_the_page_works(typescript: Path, server: Server, name: str) -> None:
    compiled = typescript / "built" / f"page-{name}.js"
    compiled.write_text(compiled.read_text().replace(ADDRESS, server.url))
    tags_every_image(server, name, "node", str(compiled))


def tags_every_image(server: Server, tag: str, *program: str, **environment: str) -> None:
    """Runs a program of the page, and compares the tags with what it prints."""
    with server.client() as client:
        (repository, *_) = client.get("/repository/list").json()
        content = picture("PNG", seed=sum(tag.encode()) + 1)
        headers = {"Content-Type": "image/png"}
        stored = client.post(f"/repository/{repository['id']}/storeImage", content=content, headers=headers)
        assert stored.status_code == 201, stored.text
        printed = run(*program, folder=PROGRAMS, FACETRY_API_SECRET=server.key, **environment)
        images = client.post("/image/search/images", json={}).json()["items"]
        names = tuple(image["name"] for image in images)
        assert sum(line.startswith(names) for line in printed.splitlines()) == len(images) > 0
        for image in images:
            tags = client.get(f"/image/{image['id']}/getTags", params={"extensionId": "client"}).json()
            assert tag in tags
            assert image["name"] in printed


def at_work(server: Server, folder: Path, name: str, *program: str, **environment: str) -> None:
    """Runs a program that stores a picture, sets tags and searches, and compares what it saw with the library."""
    file = folder / f"{name}.png"
    data = picture("PNG", seed=sum(name.encode()))
    file.write_bytes(data)
    seen: dict[str, Any] = json.loads(run(*program, server.url, server.key, file, folder=folder, **environment))
    id = seen.pop("id")
    tags = sorted([name, "stored"])
    assert seen == {
        "format": "PNG",
        "tags": tags,
        "found": [True],
        "foundTags": tags,
        "downloaded": True,
        "refused": "schema.pattern",
    }
    with server.client() as client:
        assert client.get(f"/image/{id}/getTags", params={"extensionId": "client"}).json() == tags
        assert client.get(f"/image/{id}/download").content == data
