"""The oracle: which writes were begun and acknowledged, and which values a library may have after a crash.

A subject is one thing that has one value: the tags of an extension on an image, a collection, a file. Each subject has
one writer, which waits for each answer. After a crash its value is that of the last acknowledged write, or that of a
later write that was begun.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

Subject = tuple[str, ...]
"""The kind of a subject, and what identifies it among those of the kind."""

ABSENT: Final = None


@dataclass(slots=True)
class Attempt:
    """A write, with the times in seconds since the epoch."""

    value: Any
    begun: float
    acknowledged: float | None = None


@dataclass
class History:
    """All writes. Safe for several threads, as long as each subject has one writer."""

    attempts: dict[Subject, list[Attempt]] = field(default_factory=dict)
    ids: dict[Subject, str] = field(default_factory=dict)
    """The ids that the service gave to subjects. A subject whose creation was not answered has none."""
    acknowledged: Counter[str] = field(default_factory=Counter)
    """The number of acknowledged writes by kind."""
    events: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The number of acknowledged writes by image id and topic, each of which has an event."""
    unsettled: set[Subject] = field(default_factory=set)
    """Subjects that were written since they were last compared."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, subject: Subject, value: Any) -> Attempt:
        """Note a write before its request is sent."""
        attempt = Attempt(value, time.time())
        with self._lock:
            self.attempts.setdefault(subject, []).append(attempt)
            self.unsettled.add(subject)
        return attempt

    def acknowledge(self, subject: Subject, attempt: Attempt, id: str | None = None) -> None:
        """Note the answer to a write."""
        attempt.acknowledged = time.time()
        with self._lock:
            self.acknowledged[subject[0]] += 1
            if id is not None:
                self.ids[subject] = id

    def count_event(self, image: str, topic: str) -> None:
        """Note an acknowledged write that has an event."""
        with self._lock:
            self.events[image, topic] += 1

    def allowed(self, subject: Subject, moment: float = inf) -> list[Any]:
        """The values that the subject may have after a crash at `moment`."""
        values: list[Any] = [ABSENT]
        for attempt in self.attempts.get(subject, []):
            if attempt.begun > moment:
                break
            if attempt.acknowledged is not None and attempt.acknowledged <= moment:
                values = [attempt.value]
            else:
                values.append(attempt.value)
        return values

    def knows_id(self, subject: Subject, moment: float = inf) -> bool:
        """Whether the creation of the subject was acknowledged before `moment`."""
        attempts = self.attempts.get(subject)
        if subject not in self.ids or not attempts:
            return False
        return attempts[0].acknowledged is not None and attempts[0].acknowledged <= moment

    def settle(self, subject: Subject, value: Any) -> None:
        """Note what a subject turned out to be after a crash: from now on, it has this value and no other."""
        self.unsettled.discard(subject)
        if value is ABSENT:
            self.attempts.pop(subject, None)
        else:
            now = time.time()
            self.attempts[subject] = [Attempt(value, now, now)]

    def forget_image(self, name: str) -> None:
        """Forget what was written about an image that does not exist any more."""
        for subject in [each for each in self.attempts if len(each) > 1 and each[1] == name]:
            self.attempts.pop(subject)
            self.unsettled.discard(subject)
