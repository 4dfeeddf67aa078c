"""What a user does with the client that openapi-python-client generates: `python python_client.py URL KEY PICTURE`."""

import json
import sys
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from facetry_client import AuthenticatedClient
from facetry_client.api.image import image_download
from facetry_client.api.image_search import image_search_images
from facetry_client.api.image_tags import image_get_tags, image_set_tags
from facetry_client.api.repository import repository_list
from facetry_client.api.repository_files import repository_store_image
from facetry_client.models.image import Image
from facetry_client.models.problem import Problem
from facetry_client.models.search_criteria import SearchCriteria
from facetry_client.models.search_filter import SearchFilter
from facetry_client.models.search_image_result import SearchImageResult
from facetry_client.models.search_parameters import SearchParameters
from facetry_client.models.search_tags import SearchTags
from facetry_client.types import File
from httpx import Timeout

EXTENSION = "client"
TAGS = ["python", "stored"]
Answer = TypeVar("Answer")


def need(answer: object, type: type[Answer]) -> Answer:
    """The answer, which has to be of this type."""
    assert isinstance(answer, type), answer
    return answer


def use(client: AuthenticatedClient, picture: bytes) -> dict[str, object]:
    [repository] = need(repository_list.sync(client=client), list)
    body = File(BytesIO(picture))
    image = need(repository_store_image.sync(repository.id, client=client, body=body), Image)
    written = image_set_tags.sync_detailed(image.id, client=client, body=TAGS, extension_id=EXTENSION)
    assert written.status_code == HTTPStatus.NO_CONTENT, written
    tags = need(image_get_tags.sync(image.id, client=client, extension_id=EXTENSION), list)
    criteria = SearchCriteria(tags=SearchTags(values=TAGS[:1]))
    wanted = SearchParameters(filter_=SearchFilter(criteria=criteria))
    found = need(image_search_images.sync(client=client, body=wanted), SearchImageResult)
    answer = image_set_tags.sync(image.id, client=client, body=["no tag!"], extension_id=EXTENSION)
    return {
        "id": str(image.id),
        "format": image.format_.value,
        "tags": tags,
        "found": [each.id == image.id for each in found.items],
        "foundTags": [tag.value for each in found.items for tag in each.tags],
        "downloaded": image_download.sync_detailed(image.id, client=client).content == picture,
        "refused": need(answer, Problem).rule,
    }


if __name__ == "__main__":
    url, key, file = sys.argv[1:]
    with AuthenticatedClient(base_url=url, token=key, timeout=Timeout(30)) as client:
        print(json.dumps(use(client, Path(file).read_bytes())))
