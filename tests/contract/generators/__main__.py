"""Clients that more generators make from the description, compiled: `nox -s generators`. The clients that CI uses on a
running service are those of `tests/contract/test_clients.py`.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.contract.description import DESCRIPTION
from tests.support.extensions.npm import install

TOOLS: Final = Path(__file__).parent
BINARIES: Final = TOOLS / "node_modules" / ".bin"
PYTHON: Final = Path(sys.executable).parent
OPENAPI_GENERATOR: Final = ("go", "java", "python", "typescript-fetch")
COMPILED: Final = {
    "compilerOptions": {
        "target": "ES2022",
        "lib": ["ES2023", "DOM", "DOM.Iterable"],
        "module": "Preserve",
        "moduleResolution": "Bundler",
        "types": [],
        "strict": True,
        "noEmit": True,
    },
    "include": ["orval", "swagger-typescript-api", "typescript-fetch"],
}


def generate(folder: Path) -> None:
    """Generate every client into a folder of its own, and compile those whose tools are here."""
    for language in OPENAPI_GENERATOR:
        run(folder, PYTHON / "openapi-generator-cli", "generate", "-i", DESCRIPTION, "-g", language, "-o", language)
    made = folder / "datamodel-code-generator" / "models.py"
    made.parent.mkdir()
    read = ("--input", DESCRIPTION, "--input-file-type", "openapi")
    run(folder, PYTHON / "datamodel-codegen", *read, "--output", made, "--output-model-type", "pydantic_v2.BaseModel")
    run(made.parent, sys.executable, "-c", "import models; assert models.SearchParameters(collectionId=3)")
    run(folder, BINARIES / "orval", "--input", DESCRIPTION, "--output", "orval/api.ts", "--client", "fetch")
    swagger = ("generate", "-p", DESCRIPTION, "-o", "swagger-typescript-api", "-n", "api.ts")
    run(folder, BINARIES / "swagger-typescript-api", *swagger)
    (folder / "tsconfig.json").write_text(json.dumps(COMPILED))
    run(folder, BINARIES / "tsc", "--project", ".")


def run(folder: Path, *command: str | Path) -> None:
    """Run a program in the folder; the end of a generator or of a compiler with a fault ends this program."""
    words = [str(part) for part in command]
    sys.stdout.write(f"{Path(words[0]).name} {' '.join(words[1:])}\n")
    sys.stdout.flush()
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"It ended with {done.returncode}.\n{done.stdout[-4_000:]}")


if __name__ == "__main__":
    if shutil.which("java") is None:
        raise SystemExit("openapi-generator needs Java.")
    install(TOOLS, "--ignore-scripts")
    with tempfile.TemporaryDirectory() as temporary:
        generate(Path(temporary))
