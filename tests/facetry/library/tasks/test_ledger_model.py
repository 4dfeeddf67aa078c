"""All operations on tasks of extensions, compared with a plain dict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from contextlib import ExitStack
from uuid import UUID

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
)
from sqlalchemy import delete, select
from sqlmodel import col

from facetry.library import images
from facetry.library.extensions import Extension
from facetry.library.facets import tags
from facetry.library.repositories import RepositoryRecord
from facetry.library.tasks import ledger, runs
from facetry.library.tasks.ledger import TOPIC_BY_CAPABILITY, Task, TaskState
from tests.facetry.library.tasks.test_ledger import (
    ALL,
    finish,
    install,
    key_of,
    request_events,
    set_state,
)
from tests.support.libraries.stores import add_images, add_repository, file_facts, picture, temporary_store

TaskStates = dict[tuple[str, UUID, str], TaskState]


class LedgerMachine(RuleBasedStateMachine):
    """All operations on tasks, compared with a plain dict."""

    image = Bundle("image")
    extension = Bundle("extension")

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.store = self.stack.enter_context(temporary_store())
        self.tasks: TaskStates = {}
        self.requests: Counter[tuple[str, str | None, UUID]] = Counter()
        self.capabilities: dict[str, tuple[str, ...]] = {}
        self.keys: dict[str, int] = {}
        self.paused: set[str] = set()
        self.ids: list[UUID] = []
        self.tag_results: dict[tuple[str, UUID], list[str]] = {}
        self.repository: RepositoryRecord
        self.number = 0

    @initialize(target=extension)
    def begin(self) -> MultipleResults[str]:
        self.repository = add_repository(self.store)
        return multiple(self.install({*ALL}), self.install({"image.tags"}))

    def _request(self, extension: str, id: UUID, capability: str) -> None:
        self.tasks[extension, id, capability] = "pending"
        self.requests[TOPIC_BY_CAPABILITY[capability], extension, id] += 1

    def _enabled(self) -> list[str]:
        return [id for id in self.capabilities if id not in self.paused]

    @rule(target=image)
    def ingest(self) -> UUID:
        self.number += 1
        (id,) = add_images(self.store, self.repository, [f"{self.number}.jpg"])
        self.ids.append(id)
        for extension in self._enabled():
            for capability in self.capabilities[extension]:
                self._request(extension, id, capability)
        return id

    @rule(id=image)
    def modify(self, id: UUID) -> None:
        self.number += 1
        key = key_of(self.store, id)
        file = file_facts(f"{self.number}.jpg")
        self.store.write_now(lambda work: images.replace(work, key, file, picture(seed=str(self.number))))
        for extension, can in self.capabilities.items():
            for capability in can:
                if extension not in self.paused:
                    self._request(extension, id, capability)
                elif self.tasks.get((extension, id, capability)) in ("done", "empty"):
                    self.tasks[extension, id, capability] = "stale"

    @rule(id=consumes(image))
    def remove(self, id: UUID) -> None:
        key = key_of(self.store, id)
        self.store.write_now(lambda work: images.remove(work, [key]))
        self.ids.remove(id)
        self.tasks = {at: state for at, state in self.tasks.items() if at[1] != id}

    @rule(target=extension, can=st.sets(st.sampled_from(ALL), min_size=1))
    def install_another(self, can: set[str]) -> str:
        return self.install(can)

    def install(self, can: set[str]) -> str:
        self.number += 1
        id = f"e{self.number}"
        self.keys[id] = install(self.store, id, *can)
        self.capabilities[id] = tuple(sorted(can))
        return id

    @rule(id=consumes(extension))
    def uninstall(self, id: str) -> None:
        statement = delete(Extension).where(col(Extension.key) == self.keys[id])
        self.store.write_now(lambda work: work.connection.execute(statement).rowcount)
        del self.capabilities[id]
        self.paused.discard(id)
        self.tasks = {at: state for at, state in self.tasks.items() if at[0] != id}
        self.tag_results = {at: tags for at, tags in self.tag_results.items() if at[0] != id}

    @rule(id=extension)
    def pause_or_resume(self, id: str) -> None:
        self.paused ^= {id}
        set_state(self.store, self.keys[id], "paused" if id in self.paused else "enabled")

    @rule(id=image, extension=extension, found=st.booleans())
    def tag(self, id: UUID, extension: str, found: bool) -> None:
        values = ["cat"] if found else []
        self.store.write_now(lambda work: tags.replace(work, id, extension, values))
        self.tag_results[extension, id] = values

    @rule(id=image, extension=extension, capability=st.sampled_from(ALL), error=st.sampled_from([None, None, "no"]))
    def answer(self, id: UUID, extension: str, capability: str, error: str | None) -> None:
        finish(self.store, self.keys[extension], id, capability, error)
        at = (extension, id, capability)
        if at not in self.tasks:
            return
        if error is None:
            is_empty = capability == "image.tags" and self.tag_results.get((extension, id)) == []
            self.tasks[at] = "empty" if is_empty else "done"
        elif self.tasks[at] == "pending":
            self.tasks[at] = "failed"

    @rule(
        extension=extension,
        again=st.sets(st.sampled_from(["failed", "stale", "cancelled"])),
        count=st.integers(1, 5),
    )
    def request_missing(self, extension: str, again: Collection[TaskState], count: int) -> None:
        after: int | None = 0
        requested = 0
        while after is not None:
            at = after
            batch = self.store.write_now(
                lambda work, at=at: runs.request_missing(  # type: ignore[misc]  # the default binds the loop's value
                    work, self.keys[extension], retry_states=again, after_key=at, limit=count
                )
            )
            requested, after = requested + batch.requested, batch.resume_after
        expected = 0
        for id in self.ids if extension not in self.paused else ():
            for capability in self.capabilities[extension]:
                state = self.tasks.get((extension, id, capability))
                has_left = capability == "image.tags" and (extension, id) in self.tag_results
                if state in again or (state is None and not has_left):
                    self._request(extension, id, capability)
                    expected += 1
        assert requested == expected

    @rule(some=st.lists(image, max_size=4), extension=extension, capability=st.sampled_from([None, *ALL]))
    def request_for(self, some: list[UUID], extension: str, capability: str | None) -> None:
        keys = [key_of(self.store, id) for id in some]
        only = None if capability is None else [capability]
        requested = self.store.write_now(lambda work: runs.request_for(work, [self.keys[extension]], keys, only))
        expected = 0
        for id in dict.fromkeys(some) if extension not in self.paused else ():
            for each in self.capabilities[extension]:
                if capability in (None, each) and self.tasks.get((extension, id, each)) != "pending":
                    self._request(extension, id, each)
                    expected += 1
        assert requested == expected

    @rule(extension=extension)
    def retry(self, extension: str) -> None:
        while self.store.write_now(lambda work: runs.retry(work, self.keys[extension], limit=2)):
            pass
        for at, state in list(self.tasks.items()):
            if at[0] == extension and state == "failed" and extension not in self.paused:
                self._request(*at)

    @rule(extension=extension, some=st.lists(st.sampled_from(ALL), max_size=2))
    def cancel(self, extension: str, some: list[str]) -> None:
        while self.store.write_now(lambda work: ledger.cancel(work, self.keys[extension], some, limit=2)):
            pass
        for at, state in self.tasks.items():
            if at[0] == extension and at[2] in some and state == "pending":
                self.tasks[at] = "cancelled"

    @invariant()
    def rows_are_the_dict(self) -> None:
        rows = self.store.read_now(
            lambda connection: connection.execute(
                select(col(Extension.id), col(images.Image.id), col(Task.capability), col(Task.state))
                .join(Extension, col(Extension.key) == col(Task.extension))
                .join(images.Image, col(images.Image.key) == col(Task.image))
            ).all()
        )
        assert {(extension, UUID(bytes=id), capability): state for extension, id, capability, state in rows} == (
            self.tasks
        )
        assert Counter(request_events(self.store)) == self.requests

    @invariant()
    def counts_are_those_of_the_dict(self) -> None:
        for id in self.capabilities:
            counted = self.store.read_now(lambda connection, id=id: ledger.counts(connection, self.keys[id]))  # type: ignore[misc]  # the default binds the loop's value
            actual = Counter({(can, state): number for can, by in counted.items() for state, number in by.items()})
            assert actual == Counter((at[2], state) for at, state in self.tasks.items() if at[0] == id)

    def teardown(self) -> None:
        self.stack.close()


TestLedger = LedgerMachine.TestCase
TestLedger.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)
