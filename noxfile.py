"""The nox sessions: those that CI runs, which `nox` runs by default, and longer ones. `nox -l` lists them.

All sessions run in the environment from which nox was started (`pip install -e ".[develop,bench]"`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["drift", "style", "typing", "tests", "postgresql", "sdk", "build"]


os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Tests start thousands of programs. Without caches of compiled modules, a start takes half as long again."""
MAX_PROCESSES: Final = 4
PROCESSES: Final = min(len(os.sched_getaffinity(0)) + 1, MAX_PROCESSES)
"""One more than there are cores: for more than half of their time, tests wait for servers, programs and browsers."""
PARALLEL: Final = ("-n", str(PROCESSES), "--dist", "loadfile", "--no-loadscope-reorder")
"""Files are in the order of `tests/conftest.py`."""
QUICK_TESTS = (
    "tests/test_architecture.py",
    "tests/test_contributing.py",
    "tests/test_kit_names.py",
    "tests/test_web_architecture.py",
    "tests/codegen",
    "tests/contract/test_examples.py",
    "tests/facetry/http",
    "tests/facetry/library/search",
    "tests/facetry/schema",
    "tests/facetry/store",
    "tests/facetry/validate",
    "tests/facetry/events/test_delivery_queue.py",
    "tests/facetry/events/test_throttle.py",
)
"""Tests that need no server, no extension and no picture."""
WORKERS: Final = {"TEST_WORKERS": "3"}
"""With it in the environment, the servers of all tests have so many API processes."""
WORKERS_TESTS: Final = (
    "tests/contract/test_answered.py",
    "tests/end_to_end/extensions/test_extensions.py",
    "tests/end_to_end/access/test_sessions.py",
    "tests/end_to_end/files/test_stored_files.py",
    "tests/facetry/library/file_stores/folder/test_temporary_records.py",
    "tests/facetry/system/test_service_manager.py",
    "tests/page/test_sessions.py",
)
"""Tests of each kind of thing that several processes do: operations, extensions, sessions, events, files, the
page, and the end. Tests of credentials, limits and kills of processes have several processes anyway.
"""


COMPRESSED_ASSETS: Final = """
import brotli, gzip, json, generated
from pathlib import Path
from facetry.http.documents.web_page import WebPage

for asset in json.loads(Path(generated.__path__[0], "web", "assets.json").read_bytes()).values():
    plain, *packed = (WebPage().find(f"/assets/{asset['file']}".encode(), coding) for coding in (None, b"br", b"gzip"))
    forms = [dict(each.headers).get("Content-Encoding") for each in packed]
    assert forms == (["br", "gzip"] if "compressedBytes" in asset else [None, None]), asset
    assert not forms[0] or plain.body == brotli.decompress(packed[0].body) == gzip.decompress(packed[1].body), asset
"""
"""Run in an installation: each asset that is worth it has its compressed forms."""


def _python(session: nox.Session, *arguments: str, **environment: str) -> None:
    session.run(sys.executable, *arguments, env=environment or None)


@nox.session
def generate(session: nox.Session) -> None:
    """Write generated/ from specs/."""
    _python(session, "-m", "codegen")


@nox.session
def drift(session: nox.Session) -> None:
    """Fail when generated/ differs from what specs/ give, or specs/ break one of our lint rules, or clients unsaid."""
    _python(session, "-m", "codegen", "--check")


@nox.session
def style(session: nox.Session) -> None:
    """Check format and lint, of Python, of web/ and of the kit for Node, which the linter of web/ reads too."""
    _python(session, "-m", "ruff", "format", "--check", ".")
    _python(session, "-m", "ruff", "check", ".")
    for folder in ("web", "sdk/node"):
        with session.chdir(folder):
            session.run("npm", "ci", "--no-audit", "--no-fund", external=True)
            session.run("npm", "run", "style", external=True)


@nox.session
def typing(session: nox.Session) -> None:
    """Check the types, strictly."""
    _python(session, "-m", "mypy")


@nox.session
def tests(session: nox.Session) -> None:
    """Run all tests, several files in parallel, and some again with several processes."""
    _python(session, "-m", "pytest", *PARALLEL, *session.posargs)
    if not session.posargs:
        _python(session, "-m", "pytest", *PARALLEL, *WORKERS_TESTS, **WORKERS)


@nox.session
def workers(session: nox.Session) -> None:
    """Run all tests with servers of several processes (not part of CI, which runs some of them)."""
    _python(session, "-m", "pytest", *PARALLEL, *session.posargs, **WORKERS)


@nox.session
def hosts(session: nox.Session) -> None:
    """Run all tests with servers that are hosts of a cluster which another host leads (not part of CI)."""
    cluster = {"FACETRY_TEST_DATABASE": "postgresql", "TEST_CLUSTER": "1"}
    _python(session, "-m", "pytest", *PARALLEL, *session.posargs, **cluster)


@nox.session
def quick(session: nox.Session) -> None:
    """Check generated files, format and types, and run the fast tests, while you work (not part of CI)."""
    for check in (drift, style, typing):
        check(session)
    _python(session, "-m", "pytest", *PARALLEL, "-m", "not contract", *session.posargs, *QUICK_TESTS)


@nox.session
def golden(session: nox.Session) -> None:
    """Write the golden images of the renderer of view documents, for you to look at (not part of CI)."""
    _python(session, "-m", "tests.web.golden_images")


@nox.session
def sdk(session: nox.Session) -> None:
    """Check the types of the extension kits and run their own tests, with the engine of this checkout."""
    engine = {"FACETRY_COMMAND": f'"{sys.executable}" -m facetry', "PYTHONPATH": str(Path(__file__).parent)}
    with session.chdir("sdk/python"):
        _python(session, "-m", "mypy")
        _python(session, "-m", "pytest", *session.posargs)
    with session.chdir("sdk/node"):
        session.run("npm", "ci", "--no-audit", "--no-fund", external=True)
        session.run("npm", "run", "build", external=True)
        session.run("npm", "test", external=True, env=engine)


@nox.session
def contract(session: nox.Session) -> None:
    """Fuzz every operation briefly, as `tests` does with all other tests; `nox -s campaign` is the long form."""
    _python(session, "-m", "pytest", *PARALLEL, "-m", "contract", *session.posargs)


@nox.session
def generators(session: nox.Session) -> None:
    """Compile the clients that more generators make from the description (not part of CI, which uses those of some)."""
    _python(session, "-m", "tests.contract.generators")


@nox.session
def screenshots(session: nox.Session) -> None:
    """Take the pictures of the page in docs/pictures/ (not part of CI, which compares them)."""
    _python(session, "-m", "pytest", "tests/page/test_screenshots.py", *session.posargs, SCREENSHOTS="1")


@nox.session
def differential(session: nox.Session) -> None:
    """Send 50,000 random requests to another commit and to this one: -- --against COMMIT (not part of CI)."""
    _python(session, "-m", "tests.differential", *session.posargs)


ENGINE_TESTS = (
    "tests/facetry/events/test_log.py",
    "tests/facetry/events/test_pruning.py",
    "tests/facetry/events/test_subscriptions.py",
    "tests/facetry/library/search/test_search.py",
    "tests/facetry/library/search/test_smart_collections.py",
    "tests/facetry/library/test_extension_removal.py",
    "tests/facetry/library/transfer",
    "tests/facetry/store/test_journal.py",
    "tests/facetry/store/test_writer.py",
)
"""Tests that CI runs on PostgreSQL as well; its own tests belong to the session `tests`."""


@nox.session
def postgresql(session: nox.Session) -> None:
    """Run some tests of the store and the library on PostgreSQL; `engines` is the long form."""
    chosen = session.posargs or ENGINE_TESTS
    _python(session, "-m", "pytest", *PARALLEL, "-m", "not contract", *chosen, FACETRY_TEST_DATABASE="postgresql")


@nox.session
def engines(session: nox.Session) -> None:
    """Run all tests of the store, the library and the events on PostgreSQL, and send 50,000 random requests to services
    over a file, with several processes, over a server, and to a host of a cluster (not part of CI).
    """
    tests = ("tests/facetry/store", "tests/facetry/library", "tests/facetry/events", "tests/search_model")
    _python(session, "-m", "pytest", *PARALLEL, *tests, *session.posargs, FACETRY_TEST_DATABASE="postgresql")
    _python(session, "-m", "pytest", "-s", "tests/differential/test_engines.py", FACETRY_ENGINES_REQUESTS="50000")


CAMPAIGNS: Final = """
processes: Kill 100 processes of a service with several while clients write and read
    tests/crash/test_process_kills.py PROCESS_KILLS=100

clusters: Kill, cut off and upgrade the hosts of a cluster under load, and inject defects as root
    tests/crash/test_cluster_campaign.py KILLS=100 PARTITIONS=30 LEADERS=10 UPGRADES=3 CLUSTER_SECONDS=7200

campaign: Fuzz every operation at length: more than 20,000 cases
    tests/contract/test_schemathesis*.py FACETRY_CONTRACT_EXAMPLES=300 FACETRY_CONTRACT_CASES=20000

services: Run `facetry contract` on broken services as a whole, and with 20,000 cases on ours
    tests/facetry/contract FACETRY_BROKEN_SERVICES=whole FACETRY_CONTRACT_RUN_CASES=20000

vector_texts: Read 1,000,000 random texts of vectors in two ways
    tests/facetry/schema/test_vectors.py VECTOR_TEXTS=500000

kills: Kill a server 1,000 times while clients write, and more in migrations and scans
    tests/crash/test_write_kills.py tests/crash/test_migration_kills.py tests/crash/test_scan_kills.py
    tests/crash/test_bucket_kills.py WRITE_KILLS=1000 MIGRATION_KILLS=300 CRASH_PICTURES=10000 BUCKET_KILLS=all

power_losses: Lose the power 200 times while clients write, and compare what is left with the answers
    tests/crash/test_power_losses.py POWER_LOSSES=200 POWER_LOSS_WRITES=700

folders: Make 2,000 random changes in watched folders, and kill the server at random
    tests/crash/test_folders.py FOLDER_STEPS=2000

vector_engines: Do 150 rounds of random changes on vectors in each vector engine, whose contents get lost in between;
with TEST_MILVUS in the environment, on a server of Milvus
    tests/facetry/library/search/vectors/engines tests/end_to_end/search/test_vector_engines.py
    VECTOR_ENGINE_ROUNDS=150

copies: Copy a library of 1,000,000 images to PostgreSQL and back, with 10 kills each, and 30 of odd values
    tests/facetry/store/copying tests/crash/test_copy_kills.py COPY_IMAGES=1000000 COPY_KILLS=10 COPY_SEEDS=30

searches: Compare 20,000 random searches with a naive filter
    tests/search_model SEARCH_CASES=20000

collections: Compare the kept images of collections with a naive filter, over 5,000 random changes
    tests/search_model/test_collections.py COLLECTION_STEPS=5000

positions: Compare positions in 10,000 documents with a naive parser, and findings on 100,000 texts
    tests/facetry/validate/test_positions.py tests/facetry/validate/test_texts.py POSITION_CASES=10000
    TEXT_CASES=100000

vectors: Do 5,000 random operations on vectors, kill the process and damage its files at random
    tests/crash/test_vectors.py VECTOR_STEPS=5000

damages: Damage a library 600 times, stopped and running; nothing stays unnoticed, and repair lists all losses
    tests/crash/test_damages.py DAMAGES=600

deliveries: Compare throttles, delivery queues and whole deliveries with naive models, at length
    tests/facetry/events THROTTLE_DELIVERIES=1000000 QUEUE_ROUNDS=1500 EVENTS=20000

faults: Send 100,000 events to five extensions under 200 faults; broken servers must be detected
    tests/crash/extensions/test_faults.py FAULTS_EVENTS=100000 FAULTS=200

commands: Run 200 commands of an extension that loses its connection again and again under load
    tests/crash/extensions/test_commands.py COMMAND_RUNS=200

examples: Install each example, do random operations on it, and check for lost or duplicate results
    tests/crash/extensions/test_examples.py EXAMPLE_PICTURES=500

validators: Compare the verdicts on 50,000 random documents of each kind, and on values of settings
    tests/contract/documents/test_generated_documents.py tests/web/test_page_judge.py VALIDATOR_DOCUMENTS=50000

verdicts: Compare the engine, the service, `package` and both test kits on 50,000 random documents
    tests/end_to_end/extensions/test_verdicts.py VERDICTS=50000

pictures: Send every hostile picture through every operation that accepts pictures
    tests/end_to_end/files/test_hostile_pictures.py HOSTILE_PICTURES=all

readers: Compare what is read in pictures with exiftool, libvips, ffmpeg and a browser, also in test files of other
projects, which are fetched
    tests/readers READERS=whole

escapes: Try to lead service and programs to other files, for ten seconds each way as root
    tests/hostile/misleading tests/hostile/test_escapes.py MISLEADING_SECONDS=10

clocks: Set the clock of services by an hour, 60 days and 400 days in both directions
    tests/end_to_end/test_clock_leaps.py CLOCK_LEAPS=all

clients: Let 2,000 slow clients of each kind, 10,000 idle ones and 140,000 random strangers in
    tests/hostile/test_many_clients.py tests/hostile/test_strangers.py CLIENTS=2000 CLIENT_PROBES=1000 STRANGERS=20000

backups: Make 50 backups of a server under load, kill 50 more, and restore each
    tests/crash/test_backups.py BACKUPS=50

fixes: Damage 20,000 documents at random, and fix them; no other line changes
    tests/facetry/validate/fixes FIX_CASES=20000
"""
"""Long forms of tests, which are no part of CI: by name what each does, then the files of tests and the environment."""


def _add_campaign(name: str, description: str, words: Sequence[str]) -> None:
    patterns = [word for word in words if "=" not in word]
    tests = [str(test) for pattern in patterns for test in sorted(Path().glob(pattern)) or [Path(pattern)]]
    environment = dict(word.split("=") for word in words if "=" in word)

    def campaign(session: nox.Session) -> None:
        _python(session, "-m", "pytest", "-s", *tests, *session.posargs, **environment)

    campaign.__doc__ = f"{description} (not part of CI)."
    nox.session(name=name)(campaign)


for _text in CAMPAIGNS.strip().split("\n\n"):
    _lines = _text.splitlines()
    _name, _, _description = " ".join(line for line in _lines if not line.startswith(" ")).partition(": ")
    _add_campaign(_name, _description, [word for line in _lines if line.startswith(" ") for word in line.split()])


@nox.session
def soak(session: nox.Session) -> None:
    """Do mixed work for an hour, and compare the end with the beginning (not part of CI: it needs an idle machine)."""
    _python(session, "-m", "bench", "soak", "--long", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Run the benchmarks, rivals included (not part of CI: reliable figures need an idle machine)."""
    _python(session, "-m", "bench", *session.posargs)


@nox.session
def benches(session: nox.Session) -> None:
    """Go through the code of every bench with tiny libraries (not part of CI, which does so with some)."""
    _python(session, "-m", "pytest", "tests/test_benches.py", *session.posargs, BENCHES="all")


@nox.session
def build(session: nox.Session) -> None:
    """Build the wheel, install it into an empty environment, start its command, and have it serve compressed assets."""
    out = Path(session.create_tmp())
    for old in out.glob("*.whl"):
        old.unlink()
    _python(session, "-m", "build", "--wheel", "--outdir", str(out))
    (wheel,) = out.glob("*.whl")
    _python(session, "-m", "venv", "--clear", str(out / "alone"))
    binaries = out / "alone" / "bin"
    session.run(str(binaries / "python"), "-m", "pip", "install", "--quiet", str(wheel), "brotli")
    session.run(str(binaries / "facetry"), "--version")
    session.run(str(binaries / "python"), "-I", "-c", COMPRESSED_ASSETS)
