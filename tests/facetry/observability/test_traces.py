"""Traces: requests, units of work, deliveries and the writes of extensions are parts of one trace."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from uuid import UUID

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from facetry.events import log
from facetry.events.connection import Acknowledgement, OutgoingEvent
from facetry.events.delivery import Delivery
from facetry.observability import traces
from facetry.observability.traces import RequestTrace, TracesError
from facetry.store.store import Store
from facetry.store.work import Work
from tests.facetry.events.scripted_extensions import FakeExtension, register_extensions, wait_until
from tests.facetry.events.test_delivery import CREATED, run_delivery, store
from tests.facetry.observability.log_lines import log_lines

__all__ = ["store"]

IMAGE = UUID(int=7)
TAGS_UPDATED = "image.tags.updated"


@pytest.fixture
def exporter() -> Iterator[InMemorySpanExporter]:
    """The spans that end while traces are on."""
    memory, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    end = traces.begin(provider)
    yield memory
    end()
    assert not traces.are_on()


def only(exporter: InMemorySpanExporter, name: str) -> ReadableSpan:
    """The one span of this name."""
    (span,) = [span for span in exporter.get_finished_spans() if span.name == name]
    return span


def parent_of(span: ReadableSpan) -> int | None:
    return None if span.parent is None else span.parent.span_id


def id_of(span: ReadableSpan) -> int:
    assert span.context is not None
    id: int = span.context.span_id
    return id


async def request(store: Store, operation: str, topic: str, *, extension: str | None = None) -> None:
    """What a request does that writes one event of an image."""
    trace = RequestTrace(1)
    trace.begin(operation, extension, str(IMAGE))
    await store.write(lambda work: log.announce(work, topic, image=IMAGE))  # type: ignore[arg-type]  # a topic
    trace.end(operation, {"http.response.status_code": 204}, is_failure=False)


def test_a_request_its_event_the_delivery_and_the_write_back_are_one_trace(
    store: Store, exporter: InMemorySpanExporter
) -> None:
    register_extensions(store, "tagger")

    class Tagger(FakeExtension):
        """Writes back while the event is not answered, as extensions do."""

        async def send(self, event: OutgoingEvent) -> Acknowledgement:
            await asyncio.create_task(request(store, "imageSetTags", TAGS_UPDATED, extension="tagger"))
            return await super().send(event)

    async def use(delivery: Delivery) -> None:
        fake = Tagger("tagger")
        delivery.add_connection("tagger", fake, [], [CREATED])
        await asyncio.sleep(0.1)
        await asyncio.create_task(request(store, "repositorySynchronize", CREATED))
        await wait_until(lambda: len(fake.received_events) == 1)
        await asyncio.create_task(request(store, "imageSetTags of another", TAGS_UPDATED, extension="other"))

    run_delivery(store, use)
    first, delivered, written = (
        only(exporter, name) for name in ("repositorySynchronize", f"deliver {CREATED}", "imageSetTags")
    )
    units = {parent_of(span): span for span in exporter.get_finished_spans() if span.name == "unit of work"}
    assert parent_of(first) is None
    assert parent_of(delivered) == id_of(units[id_of(first)])
    assert parent_of(written) == id_of(delivered)
    assert id_of(written) in units
    assert first.context is not None
    assert {span.context.trace_id for span in (delivered, written) if span.context} == {first.context.trace_id}
    assert delivered.attributes is not None
    assert delivered.attributes["facetry.extension"] == "tagger"
    assert parent_of(only(exporter, "imageSetTags of another")) is None
    assert traces._state.in_delivery == {}


def test_a_delivery_without_a_traced_request_is_a_trace_of_its_own_and_failures_show(
    store: Store, exporter: InMemorySpanExporter
) -> None:
    register_extensions(store, "tagger")

    async def use(delivery: Delivery) -> None:
        fake = FakeExtension("tagger", lambda event: "no model" if event.attempt == 1 else 0)
        delivery.add_connection("tagger", fake, [], [CREATED])
        await asyncio.sleep(0.1)
        store.write_now(lambda work: log.announce(work, CREATED, image=IMAGE))
        await wait_until(lambda: len(fake.acknowledged_sequences) == 1)

    run_delivery(store, use)
    spans = [span for span in exporter.get_finished_spans() if span.name == f"deliver {CREATED}"]
    assert [(span.attributes or {})["facetry.attempt"] for span in spans] == [1, 2]
    assert [span.parent for span in spans] == [None, None]
    assert [span.status.description for span in spans] == ["no model", None]


def test_events_of_an_undone_unit_leave_no_trace_to_later_ones(store: Store, exporter: InMemorySpanExporter) -> None:
    def fail(work: Work) -> None:
        log.announce(work, CREATED, image=IMAGE)
        raise ZeroDivisionError

    async def main() -> None:
        trace = RequestTrace(1)
        trace.begin("a", None, None)
        with pytest.raises(ZeroDivisionError):
            await store.write(fail)
        trace.end("a", {}, is_failure=True)

    asyncio.run(main())
    store.write_now(lambda work: log.announce(work, CREATED, image=IMAGE))
    assert traces._state.by_sequence == {}


def test_the_traces_of_events_are_bounded(exporter: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "MAX_EVENTS", 10)

    async def main() -> None:
        trace = RequestTrace(1)
        trace.begin("a", None, None)
        traces.remember_events(1_000, 1_000)
        trace.end("a", {}, is_failure=False)

    asyncio.run(main())
    assert list(traces._state.by_sequence) == list(range(991, 1_001))


def test_a_refused_request_is_a_span_too(exporter: InMemorySpanExporter) -> None:
    RequestTrace(5).end("imageGet", {"http.response.status_code": 401}, is_failure=False)
    span = only(exporter, "imageGet")
    assert span.start_time == 5
    assert (span.attributes or {})["http.response.status_code"] == 401


def test_lines_of_the_log_have_the_id_of_the_trace(exporter: InMemorySpanExporter) -> None:
    async def main() -> None:
        trace = RequestTrace(1)
        trace.begin("a", None, None)
        lines.logger.info("within")
        trace.end("a", {}, is_failure=False)
        lines.logger.info("after")

    with log_lines("text") as lines:
        asyncio.run(main())
    context = only(exporter, "a").context
    assert context is not None
    assert [f"trace_id={context.trace_id:032x}" in line for line in lines.read()] == [True, False]


@pytest.mark.parametrize(
    ("environment", "requested"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:4318"}, True),
        ({"OTEL_TRACES_EXPORTER": "console"}, True),
        ({"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, False),
        ({"OTEL_SDK_DISABLED": "True", "OTEL_TRACES_EXPORTER": "otlp"}, False),
        ({"OTEL_SERVICE_NAME": "pictures"}, False),
    ],
)
def test_traces_are_made_when_their_place_is_named(environment: dict[str, str], requested: bool) -> None:
    assert traces.are_requested(environment) is requested


def test_an_unknown_exporter_is_refused() -> None:
    with pytest.raises(TracesError, match="zipkin"):
        traces.start({"OTEL_TRACES_EXPORTER": "zipkin"}, "1")


def test_missing_packages_are_named() -> None:
    program = (
        "import sys; sys.modules['opentelemetry.sdk'] = None\n"
        "from facetry.observability import traces\n"
        "try: traces.start({}, '1')\n"
        "except traces.TracesError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "Traces need more packages: pip install 'facetry[traces]'\n"


def test_without_traces_nothing_of_them_is_imported() -> None:
    program = (
        "import sys, facetry.service.assembly, handlers; "
        "print(any(name.startswith('opentelemetry') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "False\n"
