"""Calls over a link: the coordinator runs the handler, and its result or its refusal comes back."""

from __future__ import annotations

import asyncio
import inspect
import typing
from collections.abc import Mapping
from pathlib import Path
from uuid import UUID, uuid4

import pytest

import handlers
from facetry.errors import FaultError, FaultKind, not_found
from facetry.http.body import DisconnectedError
from facetry.observability.requests import begin_request, current_request
from facetry.processes.api_application import ApiApplication
from facetry.processes.link.calls import CALLED_OPERATIONS
from facetry.processes.link.forwarding import CoordinatorLink
from facetry.processes.link.serving import ApiProcessLink
from facetry.settings import Settings
from generated import models
from generated.operations import OPERATIONS
from tests.facetry.processes.link.over_a_link import over_a_link

ADA = "key 7"
OF_EXTENSIONS = frozenset({"imageSetTags", "imageEnsureTags"})
"""What extensions send all the time, so that its requests have to be cheap."""


def call(link: CoordinatorLink, **arguments: object) -> typing.Any:
    def abort() -> None:
        aborted.append(True)

    aborted: list[bool] = []
    return link.call("imageSetTags", ADA, arguments, abort)


def test_a_handler_gets_its_arguments_as_they_were_and_its_request_has_the_caller() -> None:
    seen: list[object] = []
    arguments: Mapping[str, object] = {"id": uuid4(), "extension_id": "tagger", "body": ["cat", "é"], "count": None}

    async def run(*arguments: object) -> object:
        request = current_request()
        assert request is not None
        seen.append((*arguments, request.id, request.operation, request.caller))
        return ["done"]

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        request = begin_request()
        assert await call(link, **arguments) == ["done"]
        assert seen == [("imageSetTags", arguments, request.id, "imageSetTags", ADA)]

    over_a_link(use, run=run)


def test_many_calls_at_once_get_their_own_results() -> None:
    async def run(_: str, arguments: Mapping[str, object]) -> object:
        number = arguments["number"]
        assert isinstance(number, int)
        await asyncio.sleep(0.001 * (number % 7))
        if number % 5 == 0:
            raise not_found("image", number)
        return number

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        results = await asyncio.gather(*(call(link, number=number) for number in range(300)), return_exceptions=True)
        for number, result in enumerate(results):
            if number % 5:
                assert result == number
            else:
                assert isinstance(result, FaultError)
                assert result.fault == not_found("image", number).fault

    over_a_link(use, run=run)


def test_an_unexpected_failure_is_logged_once_and_becomes_an_internal_error(caplog: pytest.LogCaptureFixture) -> None:
    async def run(*_: object) -> object:
        raise ZeroDivisionError

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        request = begin_request()
        with pytest.raises(FaultError) as raised:
            await call(link)
        assert raised.value.fault.kind is FaultKind.INTERNAL
        (record,) = caplog.records
        assert record.exc_info is not None
        assert record.exc_info[0] is ZeroDivisionError
        assert request.id in record.getMessage()

    over_a_link(use, run=run)


def test_the_end_of_the_coordinator_ends_the_connections_of_calls() -> None:
    """Nobody knows what they have done, so that no answer would be true."""
    begun = asyncio.Event()

    async def run(*_: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def use(link: CoordinatorLink, served: ApiProcessLink) -> None:
        aborted: list[bool] = []
        waiting = asyncio.create_task(link.call("imageSetTags", ADA, {}, lambda: aborted.append(True)))
        await begun.wait()
        served.close()
        with pytest.raises(DisconnectedError):
            await waiting
        assert aborted == [True]
        with pytest.raises(FaultError) as raised:
            await call(link)
        assert raised.value.fault.rule == "service.coordinator"

    over_a_link(use, run=run)


def test_a_call_that_nobody_waits_for_is_finished() -> None:
    begun, may_end, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def run(*_: object) -> None:
        begun.set()
        await may_end.wait()
        ended.set()

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        waiting = asyncio.create_task(call(link))
        await begun.wait()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        may_end.set()
        await ended.wait()
        assert await call(link) is None

    over_a_link(use, run=run)


@pytest.mark.parametrize("operation", sorted(OF_EXTENSIONS | CALLED_OPERATIONS))
def test_the_arguments_of_called_operations_fit_into_frames(operation: str) -> None:
    handler = handlers.HANDLERS.by_operation()[operation]
    types = typing.get_type_hints(handler)
    assert {types[name] for name in OPERATIONS[operation].arguments} <= {UUID, str, list[models.TagValue]}
    assert types["return"] is type(None)


@pytest.mark.parametrize("operation", sorted(OF_EXTENSIONS | CALLED_OPERATIONS))
def test_the_handlers_of_called_operations_ask_for_nothing_of_the_request(operation: str) -> None:
    source = inspect.getsource(handlers.HANDLERS.by_operation()[operation])
    assert "connection" not in source
    assert "principal" not in source


def test_an_api_process_calls_what_extensions_send_all_the_time(tmp_path: Path) -> None:
    replaced: dict[str, bool] = {}

    class Recording(ApiApplication):
        def _calling(self, operation: str, handler: typing.Any) -> typing.Any:
            result = super()._calling(operation, handler)
            replaced[operation] = result is not handler
            return result

    Recording(Settings(data_dir=tmp_path))
    assert replaced.keys() == OPERATIONS.keys()
    assert {id for id, is_replaced in replaced.items() if is_replaced} == OF_EXTENSIONS
