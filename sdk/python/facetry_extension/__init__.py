"""Write extensions for Facetry: a class with hooks, and what the hooks need.

from facetry_extension import Communicator, Extension


class Tagger(Extension):
    async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> None:
        picture = await communicator.download(image_id, width=512, format="JPEG")
        await communicator.set_tags(image_id, ["large"] if len(picture) > 50_000 else [])


Tagger().run()
"""

from facetry_extension.api.errors import ApiError, UnreachableError
from facetry_extension.communicator import Communicator, Delivery
from facetry_extension.configuration import ConfigurationError
from facetry_extension.extension import Extension
from facetry_extension.intents import Cancelled, Refused
from facetry_extension.version import VERSION

__version__ = VERSION

__all__ = [
    "ApiError",
    "Cancelled",
    "Communicator",
    "ConfigurationError",
    "Delivery",
    "Extension",
    "Refused",
    "UnreachableError",
    "__version__",
]
