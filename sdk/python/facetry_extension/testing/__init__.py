"""The test kit: a service in memory, over real sockets of this machine alone, for the tests of an extension.

async with FakeService() as service:
    image = service.add_image(picture)
    async with service.running(Tagger()):
        await service.compute_tags(image)
        assert service.tags(image) == {"sky"}
"""

from facetry_extension.testing.library import PICTURE, Call, Library
from facetry_extension.testing.service import EndedError, FakeService, HookError, NotConnectedError

__all__ = ["PICTURE", "Call", "EndedError", "FakeService", "HookError", "Library", "NotConnectedError"]
