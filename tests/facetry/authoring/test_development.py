"""Development mode: what is saved takes effect, whenever it is saved."""

import threading
from pathlib import Path

from facetry.authoring.development import DevelopmentSession
from facetry.authoring.package import PackResult
from facetry.authoring.service import ServiceClient

SECONDS = 20.0
"""After this time the session ends without the change."""


def test_a_file_that_is_saved_during_the_first_load_is_loaded(tmp_path: Path) -> None:
    program, stop_event, loaded = tmp_path / "main.py", threading.Event(), list[str]()
    program.write_text("first")

    def pack() -> PackResult:
        loaded.append(program.read_text())
        if len(loaded) == 1:
            program.write_text("second")
        else:
            stop_event.set()
        return PackResult(())

    service = ServiceClient("http://127.0.0.1:9", "key")
    late = threading.Timer(SECONDS, stop_event.set)
    late.start()
    DevelopmentSession(service, tmp_path, pack, lambda _: None).run(stop_event)
    late.cancel()
    assert loaded == ["first", "second"]
