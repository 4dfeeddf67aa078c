"""The answer to a case: what it says about the resources that exist."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from schemathesis.core.transport import Response
from schemathesis.generation.case import Case

from facetry.contract.fuzzing.case_bodies import FACETS
from facetry.contract.fuzzing.cases import family_of, id_of
from facetry.contract.fuzzing.existing_resources import ExistingResources


def learn(resources: ExistingResources, case: Case[Any], response: Response) -> None:
    """Record the resources that a successful request created or deleted."""
    method, path = response.request.method, str(case.path_parameters.get("id"))
    url = urlsplit(response.request.url or "")
    match method, id_of(case):
        case "POST", "apiSecretCreate":
            resources.learn_key(response.json()["id"])
        case ("POST", "repositoryCreate") | ("PUT", "repositoryEnsure"):
            resources.learn_repository(response.json()["id"])
        case ("POST", "repositoryStoreImage") | ("PUT", "trashRestore"):
            resources.learn_image(response.json())
        case "POST", "extensionInstall":
            resources.learn_extension(response.json()["manifest"]["id"])
        case "POST", "collectionCreate":
            resources.learn_collection(response.json()["id"])
        case "POST", "imageAttachmentCreate":
            resources.learn_attachment(response.json(), parse_qs(url.query)["imageId"][0])
        case "PUT", "repositoryStartOrStop" if parse_qs(url.query).get("isStart") == ["false"]:
            resources.restart_scans()
        case "DELETE", _:
            resources.forget(family_of(case), path)
        case "PUT", "imageSetEmbeddings" if isinstance(case.body, list):
            sent: list[Any] = case.body
            extension = str(case.query.get("extensionId"))
            resources.vector_lengths |= {(extension, each["name"]): len(each["values"]) for each in sent}
        case "PUT", operation_id if operation_id in FACETS and isinstance(case.body, list):
            at = FACETS[operation_id], path, str(case.query.get("extensionId"))
            before = resources.facet_counts.get(at, 0) if operation_id.startswith("imageEnsure") else 0
            resources.facet_counts[at] = before + len(case.body)
