"""Examination of files for a scan by all hosts of a cluster: what the leader of scans does.

The other hosts ask the leader for files, and send what their decoders say about them. Only what they say about pictures
counts. The leader examines a file itself if another host cannot read it, finds another version of it, or finds no
picture in it: the folder may not be mounted there. So a scan has the same results whatever hosts there are.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from facetry.imaging.pool.pool import Pool
from facetry.library.file_stores.file_store import Examination, FileStore
from facetry.library.pictures import FileFacts, facts_of
from facetry.library.repositories import RepositoryRecord
from facetry.observability.exposition import MetricFamily, Sample

MAX_GIVEN_FILES: Final = 256
"""Maximum number of files that other hosts have at a time, all of them together."""
MAX_FILES_OF_ANSWER: Final = 32
"""Maximum number of files that a host gets at once."""
WAIT_SECONDS: Final = 2.0
"""How long a host that asks for files waits for some."""
LOST_SECONDS: Final = 15.0
"""A host that has not asked for so long is gone, and its files are examined by others."""
UNAVAILABLE_SECONDS: Final = 60.0
"""A host that cannot reach a repository gets no files of it for so long."""
_LOOK_SECONDS: Final = 1.0
_RETRY_SECONDS: Final = 0.25
_LATER_FACTS: Final = frozenset({"changed_ns", "inode", "is_unsettled"})


@dataclass(eq=False, slots=True)
class _Job:
    """A file to be examined."""

    id: str
    repository: UUID
    files: FileStore
    listed: FileFacts
    known: bytes | None
    result: asyncio.Future[Examination]
    is_for_leader: bool = False


@dataclass(slots=True)
class _Host:
    """A host that asks for files."""

    seen_at: float
    asking: int = 0
    """How many of its requests wait for files."""
    jobs: dict[str, tuple[_Job, float]] = field(default_factory=dict)
    """The files that it has, by their ids, and when they were given."""
    unavailable: dict[UUID, float] = field(default_factory=dict)
    """The repositories that it could not reach, and until when it gets no files of them."""


class SharedExaminer:
    """Has files examined by the decoders of this process, and of the hosts that ask. Belongs to one event loop."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._token = secrets.token_hex(8)
        self._count = 0
        self._waiting: deque[_Job] = deque()
        self._is_waiting = asyncio.Event()
        """Set while files wait. Several hosts may wait for it."""
        self._local: set[asyncio.Task[None]] = set()
        self._hosts: dict[str, _Host] = {}
        self._timer: asyncio.TimerHandle | None = None
        self.counts = {"examined": 0, "repeated": 0}
        """The numbers of files that other hosts have examined, and that they could not examine, so that others did."""

    @property
    def capacity(self) -> int:
        """The number of concurrent `examine` calls that keeps every decoder busy with small files."""
        return self._pool.capacity + MAX_GIVEN_FILES

    async def examine(
        self, repository: RepositoryRecord, files: FileStore, listed: FileFacts, known: bytes | None = None
    ) -> Examination:
        """Have a file examined that is in the store `files` of a repository, and was listed with these facts."""
        self._count += 1
        result = asyncio.get_running_loop().create_future()
        job = _Job(f"{self._token}-{self._count}", repository.id, files, listed, known, result)
        self._waiting.append(job)
        self._dispatch()
        return await job.result

    async def answer(self, body: bytes) -> bytes:
        """Answer a host: take what it says about files, and give it as many others as it has room for."""
        message = json.loads(body)
        host = self._hosts.setdefault(message["host"], _Host(0.0))
        self._see(host)
        for report in message["reports"]:
            self._take_report(host, report)
        jobs = await self._give(host, min(message["room"], MAX_FILES_OF_ANSWER)) if message["room"] else []
        return json.dumps({"files": [_question(job) for job in jobs]}).encode()

    def _dispatch(self) -> None:
        """Have waiting files examined here, and let hosts have the others."""
        while self._waiting and len(self._local) < self._pool.capacity:
            job = self._waiting.popleft()
            if not job.result.done():
                task = asyncio.create_task(self._examine_here(job))
                self._local.add(task)
                task.add_done_callback(self._end)
        if self._waiting:
            self._is_waiting.set()
        else:
            self._is_waiting.clear()

    def _end(self, task: asyncio.Task[None]) -> None:
        self._local.discard(task)
        self._dispatch()

    async def _examine_here(self, job: _Job) -> None:
        """Examine a file, and stop when its scan is stopped."""
        examining = asyncio.ensure_future(job.files.examine(self._pool, job.listed.path, job.known))
        await asyncio.wait([examining, job.result], return_when=asyncio.FIRST_COMPLETED)
        if not examining.done():
            examining.cancel()
        try:
            examination = await examining
        except asyncio.CancelledError:
            job.result.cancel()
        except Exception as error:
            if not job.result.done():
                job.result.set_exception(error)
        else:
            if not job.result.done():
                job.result.set_result(examination)

    async def _give(self, host: _Host, room: int) -> list[_Job]:
        """Files for a host, as soon as there are some, at most `room`."""
        deadline = self._now() + WAIT_SECONDS
        host.asking += 1
        try:
            jobs = await self._wait_for_files(host, room, deadline)
        finally:
            host.asking -= 1
        for job in jobs:
            host.jobs[job.id] = job, self._now()
        return jobs

    async def _wait_for_files(self, host: _Host, room: int, deadline: float) -> list[_Job]:
        while not (jobs := self._take_waiting(host, room)) and self._now() < deadline:
            if self._is_waiting.is_set():
                await asyncio.sleep(_RETRY_SECONDS)  # these files are not for this host
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout_at(deadline):
                    await self._is_waiting.wait()
        return jobs

    def _take_waiting(self, host: _Host, room: int) -> list[_Job]:
        room = min(room, MAX_GIVEN_FILES - sum(len(each.jobs) for each in self._hosts.values()))
        taken: list[_Job] = []
        left: list[_Job] = []
        while self._waiting and len(taken) < room:
            job = self._waiting.popleft()
            if job.result.done():
                continue
            is_suitable = not job.is_for_leader and host.unavailable.get(job.repository, 0.0) <= self._now()
            (taken if is_suitable else left).append(job)
        self._waiting.extendleft(reversed(left))
        if not self._waiting:
            self._is_waiting.clear()
        return taken

    def _take_report(self, host: _Host, report: dict[str, Any]) -> None:
        job, _ = host.jobs.pop(report["id"], (None, 0.0))
        if job is None or job.result.done():
            return  # it was examined by another host meanwhile, or the scan was stopped
        if report["isUnavailable"]:
            host.unavailable[job.repository] = self._now() + UNAVAILABLE_SECONDS
        examination = _examination(report, job)
        if examination is not None:
            self.counts["examined"] += 1
            job.result.set_result(examination)
        else:
            self._examine_again([job], is_for_leader=not report["isUnavailable"])

    def _examine_again(self, jobs: Iterable[_Job], *, is_for_leader: bool) -> None:
        for job in jobs:
            self.counts["repeated"] += 1
            job.is_for_leader = is_for_leader
            self._waiting.appendleft(job)
        self._dispatch()

    def _see(self, host: _Host) -> None:
        host.seen_at = self._now()
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_LOOK_SECONDS, self._look_for_lost_hosts)

    def _look_for_lost_hosts(self) -> None:
        """Take back the files of hosts that are gone, and those that a host has had for too long."""
        now, self._timer = self._now(), None
        seconds = 2 * self._pool.limits.seconds + LOST_SECONDS
        for id, host in list(self._hosts.items()):
            is_lost = not host.asking and now - host.seen_at > LOST_SECONDS
            late = [job for job, since in host.jobs.values() if is_lost or now - since > seconds]
            for job in late:
                del host.jobs[job.id]
            self._examine_again((job for job in late if not job.result.done()), is_for_leader=not is_lost)
            if is_lost:
                del self._hosts[id]
        if self._hosts:
            self._timer = asyncio.get_running_loop().call_later(_LOOK_SECONDS, self._look_for_lost_hosts)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


def of_shared_files(counts: Mapping[str, int]) -> MetricFamily:
    """What other hosts do for the scans of a leader, by the `counts` of its examiner."""
    samples = [Sample(count, {"outcome": outcome}) for outcome, count in counts.items()]
    text = "Files of scans that were given to other hosts: examined there, or repeated elsewhere."
    return MetricFamily("facetry_scan_shared_files", "counter", text, samples)


def _question(job: _Job) -> dict[str, Any]:
    """What a host is asked about a file. Hosts of earlier versions ignore `known`, and examine the file."""
    known = None if job.known is None else job.known.hex()
    return {"id": job.id, "repository": str(job.repository), "path": job.listed.path, "known": known}


def report_of(id: str, examination: Examination | None, *, is_unavailable: bool = False) -> dict[str, Any]:
    """What a host says about a file: the examination, None if there was none."""
    facts = None if examination is None or examination.facts is None else _as_members(examination.facts)
    answer = None if examination is None else examination.answer
    return {"id": id, "answer": answer, "facts": facts, "isUnavailable": is_unavailable}


def _as_members(facts: FileFacts) -> dict[str, Any]:
    """The facts without those that are unknown, which leaders of earlier versions would refuse."""
    return {name: value for name, value in facts._asdict().items() if value or name not in _LATER_FACTS}


def _examination(report: dict[str, Any], job: _Job) -> Examination | None:
    """The examination in a report; None unless a picture was examined, and it is the file that was listed.

    Change time and inode are those of the listing: the host may have the folder from elsewhere, with others.
    """
    answer = report["answer"]
    if answer is None or "rule" in answer:
        return None
    if "hash" not in answer and not (answer.get("same") and job.known is not None):
        return None
    listed = job.listed
    facts = facts_of(listed.path, answer) if report["facts"] is None else FileFacts(**report["facts"])
    if not facts.version.has_same_date(listed.version):
        return None
    return Examination(answer, facts._replace(changed_ns=listed.changed_ns, inode=listed.inode))
