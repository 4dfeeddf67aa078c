"""The five extensions of a campaign: the topics and facets of each, and its faults."""

import io
import json
import sys
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tests.support.extensions.packages import manifest

TOPIC_OF: Final = {
    "tags": "image.computeTags",
    "features": "image.computeFeatures",
    "embeddings": "image.computeEmbeddings",
}
STATE_TOPICS: Final = ("image.created", "image.updated", "image.deleted", "image.tags.updated")
DELIVERED: Final = frozenset({*TOPIC_OF.values(), *STATE_TOPICS})
KIT: Final = Path(__file__).parents[3] / "sdk" / "python"


@dataclass(frozen=True)
class Behaviour:
    """The configuration that the program reads in its folder. `nothing` and `hopeless` = n concern one of n images; 0
    is none.
    """

    id: str
    journal: str
    kind: str
    sdk: str = "1.0.0"
    program: str = "plain_extension.py"
    pause: float = 0.0  # seconds that a hook takes
    mute: float = 0.0  # share of events that it never acknowledges
    fails: float = 0.0  # share of hooks that fail
    nothing: int = 0  # images for which its result is empty
    hopeless: int = 0  # images that it can never compute
    allowed: tuple[int, int] | None = None  # throttling policy: (count, milliseconds) for tag updates

    @property
    def topic(self) -> str:
        """The topic of the requests to compute its facet."""
        return TOPIC_OF[self.kind]

    @property
    def topics(self) -> tuple[str, ...]:
        """All topics that are delivered to it."""
        return (*STATE_TOPICS, self.topic)


def behaviours(folder: Path) -> list[Behaviour]:
    """The five extensions of a server in a folder, with journals in their state."""

    def journal(id: str) -> str:
        return str(folder / "data" / "extensions" / "state" / id / "journal")

    return [
        Behaviour("kit", journal("kit"), "tags", program="kit_extension.py", nothing=16),
        Behaviour("former", journal("former"), "features", sdk="0.20.2", fails=0.005),
        Behaviour("slow", journal("slow"), "tags", pause=0.02, nothing=16),
        Behaviour("mute", journal("mute"), "embeddings", mute=0.001),
        Behaviour("moody", journal("moody"), "tags", fails=0.02, hopeless=24, allowed=(40, 250)),
    ]


def archive(behaviour: Behaviour) -> bytes:
    """The archive of the extension."""
    path = [str(KIT), *(each for each in sys.path if "site-packages" in each)]
    code = (Path(__file__).parent / behaviour.program).read_text()
    start = f"import runpy, sys\nsys.path[:0] = {path!r}\nrunpy.run_path('program.py', run_name='__main__')\n"
    instructions: dict[str, Any] = {
        "events": ["process.started", *behaviour.topics],
        "capabilities": [{"id": f"image.{behaviour.kind}"}],
        "execution": {"executable": sys.executable, "arguments": ["main.py"]},
    }
    if behaviour.allowed is not None:
        count, milliseconds = behaviour.allowed
        policy = {"events": ["image.tags.updated"], "maximumCount": count, "durationInMilliseconds": milliseconds}
        instructions["throttlingPolicies"] = [policy]
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("manifest.json", json.dumps(manifest(behaviour.id, instructions=[instructions])))
        packed.writestr("behaviour.json", json.dumps(asdict(behaviour)))
        packed.writestr("program.py", code)
        packed.writestr("main.py", start)
    return data.getvalue()
