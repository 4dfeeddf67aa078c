"""The test kit: a service in memory, over real sockets of this machine alone, for the tests of an extension.

async with FakeService() as service:
    image = service.add_image(picture)
    async with service.running(Tagger()):
        await service.compute_tags(image)
        assert service.tags(image) == {"sky"}
"""

from facetry_extension.testing.library import PICTURE, Call, Library
from facetry_extension.testing.refusals import HookError, InvalidManifestError, InvalidViewError
from facetry_extension.testing.service import EndedError, FakeService, NotConnectedError
from facetry_extension.testing.validation import Finding, validate_manifest, validate_view
from facetry_extension.testing.validator import ValidatorError

__all__ = [
    "PICTURE",
    "Call",
    "EndedError",
    "FakeService",
    "Finding",
    "HookError",
    "InvalidManifestError",
    "InvalidViewError",
    "Library",
    "NotConnectedError",
    "ValidatorError",
    "validate_manifest",
    "validate_view",
]
