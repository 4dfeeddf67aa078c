"""Sessions of extensions on the socket: who may connect, event delivery, and the handling of their messages."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Mapping
from typing import Any, Final, TypedDict

from facetry.errors import FaultError
from facetry.events.delivery import Delivery
from facetry.events.throttle import Policy
from facetry.extensions.pages.bundles import Bundles
from facetry.extensions.process.supervisor import Supervisor
from facetry.extensions.socket import forms
from facetry.extensions.socket.broadcaster import EventBroadcaster
from facetry.extensions.socket.command_runs import CommandRuns
from facetry.extensions.socket.gateway import Gateway
from facetry.extensions.socket.messages import Instructions, intent_fault
from facetry.extensions.socket.peer import RefusedAnswerError, SocketClosedError, UnansweredError
from facetry.extensions.socket.sender import SocketSender
from facetry.extensions.socket.session_handler import ExtensionVersions
from facetry.extensions.socket.socket_log import SocketLog
from facetry.library import installed_extensions
from facetry.library.installed_extensions import InstalledExtension
from facetry.store.store import Store
from generated.events import Answer
from generated.models import Manifest, ManifestThrottlingPolicy

INTENT_SECONDS: Final = 600.0
"""How long a user may take to answer an intent, in seconds."""
_UNSUPPORTED_INTENTS: Final = ("readFile", "writeFile")
"""Intents that a service without a desktop does not serve."""
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

log = logging.getLogger(__name__)


class _Envelope(TypedDict):
    """What is sent to front ends beside the value of a message."""

    event_time: int
    is_activity: bool
    context_id: str | None
    """The context that the extension names, so that a front end knows the run; None for one that no delivery has."""


class ExtensionSessions:
    """Connects the gateway with event delivery, supervision and logs; implements `SessionHandler`."""

    def __init__(
        self,
        store: Store,
        delivery: Delivery,
        supervisor: Supervisor,
        command_runs: CommandRuns,
        socket_log: SocketLog,
        bundles: Bundles,
    ) -> None:
        self._store = store
        self._delivery = delivery
        self._supervisor = supervisor
        self._command_runs = command_runs
        self._socket_log = socket_log
        self._bundles = bundles
        self._senders: dict[str, SocketSender] = {}
        self.gateway: Gateway
        self.broadcaster: EventBroadcaster
        """Both are set by `assembly`."""

    async def versions(self, extension: str) -> ExtensionVersions | None:
        """The versions of an extension; None for one that may not connect. None for a paused extension, and for one
        registered by hand: it uses the API only.
        """
        record = await self._find(extension)
        if record is None or record.state != "enabled":
            return None
        current = record.manifest.version
        return ExtensionVersions(current, record.previous, is_upgrade=record.acknowledged != current)

    async def on_upgraded(self, extension: str, version: str) -> None:
        """Record that the extension has completed its upgrade."""
        await self._store.write(lambda work: installed_extensions.acknowledge(work, extension, version))

    async def on_ready(self, extension: str, *, sends_confirmations: bool) -> None:
        """Begin to deliver events to the extension."""
        record = await self._find(extension)
        if record is None:
            return
        sender = self._senders[extension] = SocketSender(
            self.gateway, extension, self._command_runs, sends_confirmations=sends_confirmations
        )
        manifest = record.manifest
        self._delivery.add_connection(
            extension, sender, throttling_policies(manifest), installed_extensions.topics(manifest)
        )
        self._supervisor.mark_connected(extension)

    async def on_disconnected(self, extension: str) -> None:
        """End delivery to the extension."""
        self._senders.pop(extension, None)
        self._delivery.remove_connection(extension, deliberate=False)
        self._supervisor.mark_disconnected(extension)

    async def on_front_end_connected(self) -> None:
        """Start broadcasting to the front end."""
        await self.broadcaster.on_front_end_connected()

    def on_refused(self, extension: str, fault: str) -> None:
        """Tell the author, whose log is that of the extension."""
        self._socket_log.add(extension, {"level": "error", "message": f"A message was not valid. {fault}"})

    async def on_instructions(self, extension: str, instructions: Instructions) -> Any:
        """Pass a message on to front ends; one of them answers an intent."""
        kind, content = instructions.kind, instructions.content
        if kind == "intent":
            return await self._answer_intent(extension, instructions)
        if kind == "acknowledgment":
            self._confirm(extension, instructions)
            return None
        if kind == "log":
            self._socket_log.add(extension, content)
        value = {"id": extension, "message": dict(content)}
        await self.gateway.send_to_front_ends(f"extension.{kind}", value, **self._envelope_of(instructions))
        return None

    def _envelope_of(self, instructions: Instructions) -> _Envelope:
        context = instructions.context_id
        return _Envelope(
            event_time=time.time_ns() // 1_000_000,
            is_activity=context in self._command_runs,
            context_id=context if context is not None and _UUID.fullmatch(context) else None,
        )

    def _confirm(self, extension: str, instructions: Instructions) -> None:
        sender = self._senders.get(extension)
        if sender is not None and instructions.context_id is not None:
            sender.confirm(instructions.context_id, is_success=instructions.content.get("success") is True)

    async def _answer_intent(self, extension: str, instructions: Instructions) -> Answer:
        intent, envelope = instructions.content, self._envelope_of(instructions)
        if (fault := intent_fault(intent)) is not None:
            return {"error": fault}
        if any(intent.get(kind) is not None for kind in _UNSUPPORTED_INTENTS):
            return {"error": "This service has no desktop: files are not picked or written."}
        if (bundle := intent.get("serveBundle")) is not None:
            return await self._serve_bundle(extension, bundle)
        schema = await asyncio.to_thread(forms.schema_of, intent)
        if isinstance(schema, str):
            return {"error": schema}
        value = {"id": extension, "intent": dict(intent)}
        try:
            answer = await self.gateway.ask_front_end("extension.intent", value, seconds=INTENT_SECONDS, **envelope)
        except SocketClosedError:
            return {"error": "No front end is connected."}
        except UnansweredError:
            return {"error": "The front end did not answer in time."}
        except RefusedAnswerError as error:
            return {"error": f"The answer of the front end is not valid. {error}"}
        return await asyncio.to_thread(forms.checked_answer, answer, schema)

    async def _serve_bundle(self, extension: str, bundle: Mapping[str, Any]) -> Answer:
        try:
            return {"value": await self._bundles.serve(extension, bundle["content"], bundle.get("settings"))}
        except FaultError as error:
            return {"error": error.fault.detail}

    async def _find(self, extension: str) -> InstalledExtension | None:
        return await self._store.read(lambda connection: installed_extensions.find(connection, extension))


def throttling_policies(manifest: Manifest) -> list[Policy]:
    """The throttling policies of a manifest."""
    policies = [policy for item in manifest.instructions for policy in item.throttling_policies or ()]
    return [_throttling_policy(policy) for policy in policies]


def _throttling_policy(declared: ManifestThrottlingPolicy) -> Policy:
    topics = frozenset(map(str, declared.events))
    return Policy(topics, count=declared.maximum_count, milliseconds=declared.duration_in_milliseconds)
