"""The nox sessions: those that CI runs, which `nox` runs by default, and longer ones. `nox -l` lists them.

All sessions run in the environment from which nox was started (`pip install -e ".[develop,bench]"`).
"""

from __future__ import annotations

import os
import sys
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
    """Check format and lint, of Python and of web/."""
    _python(session, "-m", "ruff", "format", "--check", ".")
    _python(session, "-m", "ruff", "check", ".")
    with session.chdir("web"):
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
def processes(session: nox.Session) -> None:
    """Kill 100 processes of a service with several while clients write and read (not part of CI)."""
    test = "tests/crash/test_process_kills.py"
    _python(session, "-m", "pytest", "-s", test, *session.posargs, PROCESS_KILLS="100")


@nox.session
def hosts(session: nox.Session) -> None:
    """Run all tests with servers that are hosts of a cluster which another host leads (not part of CI)."""
    cluster = {"FACETRY_TEST_DATABASE": "postgresql", "TEST_CLUSTER": "1"}
    _python(session, "-m", "pytest", *PARALLEL, *session.posargs, **cluster)


@nox.session
def clusters(session: nox.Session) -> None:
    """Kill, cut off and upgrade the hosts of a cluster under load, and inject defects (as root; not part of CI)."""
    long_form = {"KILLS": "100", "PARTITIONS": "30", "LEADERS": "10", "UPGRADES": "3", "CLUSTER_SECONDS": "7200"}
    _python(session, "-m", "pytest", "-s", "tests/crash/test_cluster_campaign.py", *session.posargs, **long_form)


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
def campaign(session: nox.Session) -> None:
    """Fuzz every operation at length: more than 20,000 cases (not part of CI)."""
    long_form = {"FACETRY_CONTRACT_EXAMPLES": "300", "FACETRY_CONTRACT_CASES": "20000"}
    tests = sorted(str(each) for each in Path("tests/contract").glob("test_schemathesis*.py"))
    _python(session, "-m", "pytest", "-s", *tests, *session.posargs, **long_form)


@nox.session
def services(session: nox.Session) -> None:
    """Run `facetry contract` on broken services as a whole, and with 20,000 cases on ours (not part of CI)."""
    long_form = {"FACETRY_BROKEN_SERVICES": "whole", "FACETRY_CONTRACT_RUN_CASES": "20000"}
    _python(session, "-m", "pytest", "-s", "tests/facetry/contract", *session.posargs, **long_form)


@nox.session
def vector_texts(session: nox.Session) -> None:
    """Read 1,000,000 random texts of vectors in two ways (not part of CI)."""
    _python(session, "-m", "pytest", "tests/facetry/schema/test_vectors.py", *session.posargs, VECTOR_TEXTS="500000")


@nox.session
def kills(session: nox.Session) -> None:
    """Kill a server 1,000 times while clients write, and more in migrations and scans (not part of CI)."""
    tests = (f"tests/crash/test_{name}_kills.py" for name in ("write", "migration", "scan", "bucket"))
    long_form = {"WRITE_KILLS": "1000", "MIGRATION_KILLS": "300", "CRASH_PICTURES": "10000", "BUCKET_KILLS": "all"}
    _python(session, "-m", "pytest", "-s", *tests, *session.posargs, **long_form)


@nox.session
def power_losses(session: nox.Session) -> None:
    """Lose the power 200 times while clients write, and compare what is left with the answers (not part of CI)."""
    long_form = {"POWER_LOSSES": "200", "POWER_LOSS_WRITES": "700"}
    _python(session, "-m", "pytest", "-s", "tests/crash/test_power_losses.py", *session.posargs, **long_form)


@nox.session
def folders(session: nox.Session) -> None:
    """Make 2,000 random changes in watched folders, and kill the server at random (not part of CI)."""
    _python(session, "-m", "pytest", "-s", "tests/crash/test_folders.py", *session.posargs, FOLDER_STEPS="2000")


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


@nox.session
def vector_engines(session: nox.Session) -> None:
    """Do 150 rounds of random changes on vectors in each vector engine, whose contents get lost in between; with
    TEST_MILVUS in the environment, on a server of Milvus (not part of CI).
    """
    tests = ("tests/facetry/library/search/vectors/engines", "tests/end_to_end/search/test_vector_engines.py")
    _python(session, "-m", "pytest", "-s", *tests, *session.posargs, VECTOR_ENGINE_ROUNDS="150")


@nox.session
def copies(session: nox.Session) -> None:
    """Copy a library of 1,000,000 images to PostgreSQL and back, with 10 kills each, and 30 of odd values (not part of
    CI).
    """
    long_form = {"COPY_IMAGES": "1000000", "COPY_KILLS": "10", "COPY_SEEDS": "30"}
    tests = ("tests/facetry/store/copying", "tests/crash/test_copy_kills.py")
    _python(session, "-m", "pytest", "-s", *tests, *session.posargs, **long_form)


@nox.session
def searches(session: nox.Session) -> None:
    """Compare 20,000 random searches with a naive filter (not part of CI)."""
    _python(session, "-m", "pytest", "-s", "tests/search_model", *session.posargs, SEARCH_CASES="20000")


@nox.session
def collections(session: nox.Session) -> None:
    """Compare the kept images of collections with a naive filter, over 5,000 random changes (not part of CI)."""
    test = "tests/search_model/test_collections.py"
    _python(session, "-m", "pytest", "-s", test, *session.posargs, COLLECTION_STEPS="5000")


@nox.session
def positions(session: nox.Session) -> None:
    """Compare positions in 10,000 documents with a naive parser, and findings on 100,000 texts (not part of CI)."""
    tests = ("tests/facetry/validate/test_positions.py", "tests/facetry/validate/test_texts.py")
    _python(session, "-m", "pytest", *tests, *session.posargs, POSITION_CASES="10000", TEXT_CASES="100000")


@nox.session
def vectors(session: nox.Session) -> None:
    """Do 5,000 random operations on vectors, kill the process and damage its files at random (not part of CI)."""
    _python(session, "-m", "pytest", "-s", "tests/crash/test_vectors.py", *session.posargs, VECTOR_STEPS="5000")


@nox.session
def damages(session: nox.Session) -> None:
    """Damage a library 600 times, stopped and running; nothing stays unnoticed, and repair lists all losses."""
    _python(session, "-m", "pytest", "-s", "tests/crash/test_damages.py", *session.posargs, DAMAGES="600")


@nox.session
def deliveries(session: nox.Session) -> None:
    """Compare throttles, delivery queues and whole deliveries with naive models, at length (not part of CI)."""
    long = {"THROTTLE_DELIVERIES": "1000000", "QUEUE_ROUNDS": "1500", "EVENTS": "20000"}
    _python(session, "-m", "pytest", "-s", "tests/facetry/events", *session.posargs, **long)


@nox.session
def faults(session: nox.Session) -> None:
    """Send 100,000 events to five extensions under 200 faults; broken servers must be detected (not part of CI)."""
    test = "tests/crash/extensions/test_faults.py"
    _python(session, "-m", "pytest", "-s", test, *session.posargs, FAULTS_EVENTS="100000", FAULTS="200")


@nox.session
def commands(session: nox.Session) -> None:
    """Run 200 commands of an extension that loses its connection again and again under load (not part of CI)."""
    test = "tests/crash/extensions/test_commands.py"
    _python(session, "-m", "pytest", "-s", test, *session.posargs, COMMAND_RUNS="200")


@nox.session
def examples(session: nox.Session) -> None:
    """Install each example, do random operations on it, and check for lost or duplicate results (not part of CI)."""
    test = "tests/crash/extensions/test_examples.py"
    _python(session, "-m", "pytest", "-s", test, *session.posargs, EXAMPLE_PICTURES="500")


@nox.session
def validators(session: nox.Session) -> None:
    """Compare the verdicts on 50,000 random documents of each kind, and on values of settings (not part of CI)."""
    tests = ("tests/contract/documents/test_generated_documents.py", "tests/web/test_page_judge.py")
    _python(session, "-m", "pytest", "-s", *tests, *session.posargs, VALIDATOR_DOCUMENTS="50000")


@nox.session
def verdicts(session: nox.Session) -> None:
    """Compare the engine, the service, `package` and both test kits on 50,000 random documents (not part of CI)."""
    test = "tests/end_to_end/extensions/test_verdicts.py"
    _python(session, "-m", "pytest", "-s", test, *session.posargs, VERDICTS="50000")


@nox.session
def pictures(session: nox.Session) -> None:
    """Send every hostile picture through every operation that accepts pictures (not part of CI)."""
    test = "tests/end_to_end/files/test_hostile_pictures.py"
    _python(session, "-m", "pytest", "-s", test, *session.posargs, HOSTILE_PICTURES="all")


@nox.session
def readers(session: nox.Session) -> None:
    """Compare what is read in pictures with exiftool, libvips, ffmpeg and a browser, also in test files of other
    projects, which are fetched (not part of CI).
    """
    _python(session, "-m", "pytest", "-s", "tests/readers", *session.posargs, READERS="whole")


@nox.session
def escapes(session: nox.Session) -> None:
    """Try to lead service and programs to other files, for ten seconds each way (as root; not part of CI)."""
    tests = ("tests/hostile/misleading", "tests/hostile/test_escapes.py")
    _python(session, "-m", "pytest", *tests, *session.posargs, MISLEADING_SECONDS="10")


@nox.session
def clocks(session: nox.Session) -> None:
    """Set the clock of services by an hour, 60 days and 400 days in both directions (not part of CI)."""
    _python(session, "-m", "pytest", "tests/end_to_end/test_clock_leaps.py", *session.posargs, CLOCK_LEAPS="all")


@nox.session
def clients(session: nox.Session) -> None:
    """Let 2,000 slow clients of each kind, 10,000 idle ones and 140,000 random strangers in (not part of CI)."""
    tests = ("tests/hostile/test_many_clients.py", "tests/hostile/test_strangers.py")
    long_form = {"CLIENTS": "2000", "CLIENT_PROBES": "1000", "STRANGERS": "20000"}
    _python(session, "-m", "pytest", "-s", *tests, *session.posargs, **long_form)


@nox.session
def backups(session: nox.Session) -> None:
    """Make 50 backups of a server under load, kill 50 more, and restore each (not part of CI)."""
    _python(session, "-m", "pytest", "-s", "tests/crash/test_backups.py", *session.posargs, BACKUPS="50")


@nox.session
def fixes(session: nox.Session) -> None:
    """Damage 20,000 documents at random, and fix them; no other line changes (not part of CI)."""
    _python(session, "-m", "pytest", "-s", "tests/facetry/validate/fixes", *session.posargs, FIX_CASES="20000")


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
    """Build the wheel, install it into an empty environment, and start its command."""
    out = Path(session.create_tmp())
    for old in out.glob("*.whl"):
        old.unlink()
    _python(session, "-m", "build", "--wheel", "--outdir", str(out))
    (wheel,) = out.glob("*.whl")
    _python(session, "-m", "venv", "--clear", str(out / "alone"))
    binaries = out / "alone" / "bin"
    session.run(str(binaries / "python"), "-m", "pip", "install", "--quiet", str(wheel))
    session.run(str(binaries / "facetry"), "--version")
