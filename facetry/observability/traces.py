"""Traces: from a request to its unit of work, the events that it wrote, their deliveries, and what extensions write.

They are off, and cost nothing, unless the variables of OpenTelemetry say where to send them; nothing of it is imported
before. Spans have ids of operations and extensions, and neither paths, queries nor keys.

The wire of extensions carries no trace. A write of an extension about an image belongs to the delivery of an event
about this image that the extension has not answered yet.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, SpanContext, Tracer

MAX_EVENTS: Final = 20_000
"""The number of events whose traces are remembered. Deliveries of older ones begin traces of their own."""
EXPORTERS: Final = ("otlp", "console", "none")


class TracesError(Exception):
    """Traces are requested and cannot be made; the message says why."""


class _State:
    """What is traced now. `tracer` is None while traces are off."""

    def __init__(self) -> None:
        self.tracer: Tracer | None = None
        self.lock = threading.Lock()
        self.by_sequence: OrderedDict[int, SpanContext] = OrderedDict()
        self.in_delivery: dict[tuple[str, str], list[SpanContext]] = {}
        """Deliveries that are not answered, by the id of the extension and of the image; the latest one last."""


_state: Final = _State()


def are_on() -> bool:
    """Whether spans are made."""
    return _state.tracer is not None


def are_requested(environment: Mapping[str, str]) -> bool:
    """Whether the variables of OpenTelemetry name an address for traces."""
    if environment.get("OTEL_SDK_DISABLED", "").lower() == "true" or environment.get("OTEL_TRACES_EXPORTER") == "none":
        return False
    names = ("OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
    return any(environment.get(name) for name in names)


def start(environment: Mapping[str, str], version: str) -> Callable[[], None]:
    """Make spans from now on, and send them where the environment says. Returns the function that ends it: it sends
    what is left, for at most some seconds.

    Raises `TracesError` when the packages are not installed, or the exporter is unknown.
    """
    exporter_name = environment.get("OTEL_TRACES_EXPORTER") or "otlp"
    if exporter_name not in EXPORTERS:
        raise TracesError(f"OTEL_TRACES_EXPORTER is {exporter_name}, and must be one of {', '.join(EXPORTERS)}.")
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter
    except ImportError:
        raise TracesError("Traces need more packages: pip install 'facetry[traces]'") from None
    attributes = {"service.version": version}
    if not environment.get("OTEL_SERVICE_NAME"):
        attributes["service.name"] = "facetry"
    provider = TracerProvider(resource=Resource.create(attributes))
    exporter = OTLPSpanExporter() if exporter_name == "otlp" else ConsoleSpanExporter()
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return begin(provider)


def begin(provider: TracerProvider) -> Callable[[], None]:
    """Make spans of this provider from now on. Returns the function that ends it."""
    _state.tracer = provider.get_tracer("facetry")

    def end() -> None:
        _state.tracer = None
        with _state.lock:
            _state.by_sequence.clear()
            _state.in_delivery.clear()
        provider.shutdown()

    return end


def current_trace_id() -> str | None:
    """The id of the trace that runs here, as 32 hexadecimal digits; None without one."""
    span = _current_span()
    return None if span is None else f"{span.get_span_context().trace_id:032x}"


class RequestTrace:
    """The span of one request. It begins when the caller is known, because it may belong to a delivery."""

    __slots__ = ("_begin_ns", "_span", "_token")

    def __init__(self, begin_ns: int) -> None:
        self._begin_ns = begin_ns
        self._span: Span | None = None
        self._token: Any = None

    def begin(self, operation: str, extension: str | None, image: str | None) -> None:
        """Begin the span, as a part of the delivery to the extension that made this request, if there is one."""
        from opentelemetry import context, trace

        parent = None
        if extension is not None and image is not None:
            with _state.lock:
                deliveries = _state.in_delivery.get((extension, image))
                parent = deliveries[-1] if deliveries else None
        self._span = self._start(operation, parent)
        if self._span is not None:
            self._token = context.attach(trace.set_span_in_context(self._span))

    def end(self, operation: str, attributes: Mapping[str, str | int], *, is_failure: bool) -> None:
        """End the span; one that has not begun, because the request was refused before, is made now."""
        from opentelemetry import context
        from opentelemetry.trace import Status, StatusCode

        span = self._span or self._start(operation, None)
        if span is None:
            return
        span.set_attributes(attributes)
        if is_failure:
            span.set_status(Status(StatusCode.ERROR))
        span.end()
        if self._token is not None:
            context.detach(self._token)

    def _start(self, operation: str, parent: SpanContext | None) -> Span | None:
        from opentelemetry.trace import SpanKind

        tracer = _state.tracer
        if tracer is None:
            return None
        return tracer.start_span(
            operation, context=_context_of(parent), kind=SpanKind.SERVER, start_time=self._begin_ns
        )


def step(name: str, code: str) -> AbstractContextManager[object]:
    """A span within the current one, for a step such as a unit of work; none outside of a trace. `code` is the name
    of the function that is run.
    """
    if _state.tracer is None or _current_span() is None:
        return nullcontext()
    return _state.tracer.start_as_current_span(name, attributes={"code.function.name": code})


def remember_events(last: int, count: int = 1) -> None:
    """Keep the trace of the last `count` events of the log, up to the sequence `last`: their deliveries belong to it.

    Also for events without a trace, because the sequences of a unit of work that is undone are used again.
    """
    span = _current_span()
    with _state.lock:
        for sequence in range(last - count + 1, last + 1):
            _state.by_sequence.pop(sequence, None)
            if span is not None:
                _state.by_sequence[sequence] = span.get_span_context()
        while len(_state.by_sequence) > MAX_EVENTS:
            _state.by_sequence.popitem(last=False)


@contextmanager
def delivery(
    topic: str, sequence: int, extension: str, images: Sequence[str], attempt: int
) -> Iterator[Callable[[str], None]]:
    """The span of one attempt to deliver an event. Yields a function to call with the error if the attempt fails."""
    from opentelemetry.trace import SpanKind, Status, StatusCode

    tracer = _state.tracer
    if tracer is None:
        yield lambda _: None
        return
    with _state.lock:
        parent = _state.by_sequence.get(sequence)
    span = tracer.start_span(f"deliver {topic}", context=_context_of(parent), kind=SpanKind.PRODUCER)
    attributes: dict[str, str | int] = {
        "extension": extension,
        "topic": topic,
        "sequence": sequence,
        "attempt": attempt,
    }
    span.set_attributes({f"facetry.{name}": value for name, value in attributes.items()})
    own = span.get_span_context()
    keys = [(extension, image) for image in images]
    with _state.lock:
        for key in keys:
            _state.in_delivery.setdefault(key, []).append(own)
    try:
        yield lambda error: span.set_status(Status(StatusCode.ERROR, error[:200]))
    finally:
        with _state.lock:
            for key in keys:
                deliveries = [each for each in _state.in_delivery.pop(key, ()) if each != own]
                if deliveries:
                    _state.in_delivery[key] = deliveries
        span.end()


def _current_span() -> Span | None:
    """The span that runs here; None without one, and when it has ended."""
    if _state.tracer is None:
        return None
    from opentelemetry.trace import get_current_span

    span = get_current_span()
    return span if span.is_recording() else None


def _context_of(parent: SpanContext | None) -> Any:
    """A context with only this parent: tasks have inherited that of whoever started them."""
    from opentelemetry.context import Context
    from opentelemetry.trace import NonRecordingSpan, set_span_in_context

    return Context() if parent is None else set_span_in_context(NonRecordingSpan(parent), Context())
