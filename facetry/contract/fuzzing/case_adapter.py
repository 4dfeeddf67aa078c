"""Replaces generated values by values of resources that exist."""

import random
from dataclasses import dataclass, field
from typing import Any, Final

from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.generation.case import Case

from facetry.contract.example_requests.examples import COMMAND_OPERATIONS
from facetry.contract.fuzzing import case_answers, case_bodies, case_paths, case_queries, payloads
from facetry.contract.fuzzing.cases import id_of, mark, set_mode
from facetry.contract.fuzzing.existing_resources import ExistingResources
from facetry.contract.fuzzing.payloads import Kind, kind_of, metadata

_UNKNOWN_HEADER: Final = "x-schemathesis-unknown-property"


@dataclass(slots=True)
class CaseAdapter:
    """Replaces generated values by existing ones, in the parts of a case that are meant to be valid.

    The schema cannot say which folders, extensions and repositories exist, what time it is, which bytes are a picture,
    or what a signature is. Without replacement, rules of `x-beyond-schema` would refuse valid data. Parts that are
    invalid on purpose stay as they are. Values that are invalid although no schema says so are marked as invalid;
    `wrongly_accepted` lists those that the service accepted.
    """

    resources: ExistingResources
    key: str
    rng: random.Random
    wrongly_accepted: list[str] = field(default_factory=list)
    _invalid_cases: set[str] = field(default_factory=set)

    def adapt(self, case: Case[Any]) -> None:
        """Change a case in place, right before it is sent."""
        operation_id = id_of(case)
        if case.headers.pop(_UNKNOWN_HEADER, None) is not None:  # HTTP servers ignore unknown headers
            set_mode(case, ParameterLocation.HEADER, GenerationMode.POSITIVE)
        negative = case.meta.is_negative_at if case.meta is not None else (lambda _: False)
        if case.path_parameters and not negative(ParameterLocation.PATH):
            case_paths.adapt_path(self.resources, self.rng, operation_id, case)
        if not negative(ParameterLocation.HEADER):
            payloads.fit_headers(case.headers, self.key)
        image = str(case.path_parameters.get("id"))
        if isinstance(case.body, bytes) and operation_id in ("extensionInstall", "extensionUpdate"):
            case_bodies.adapt_archive(self.resources, operation_id, image, case, case.body)
        elif isinstance(case.body, bytes):
            case_bodies.adapt_bytes(self.resources, self.rng, operation_id, image, case, case.body)
        elif not negative(ParameterLocation.BODY):
            case_bodies.adapt_body(self.resources, self.rng, operation_id, case.body)
        if operation_id == "eventStream" and case.query.get("wait") in (None, True, "true"):
            case.query["wait"] = "false"  # an endless response cannot be validated
        if not negative(ParameterLocation.QUERY):
            case_queries.adapt_query(self.resources, self.rng, operation_id, image, case.query)
            if "applicationMetadata" in case.query:
                can_be_wrong = case._meta is not None and ParameterLocation.QUERY in case._meta.components
                case.query["applicationMetadata"] = metadata(
                    self.rng, self.resources.extensions, sound=not can_be_wrong
                )
            if operation_id == "repositoryRenameImage" and not negative(ParameterLocation.PATH):
                case_queries.adapt_renaming(self.resources, case)
            elif operation_id == "imageAttachmentCreate" and isinstance(case.body, bytes):
                case_queries.adapt_media_type(self.rng, case.body, case.query)
        if operation_id in case_bodies.FACETS and isinstance(case.body, list):
            body = case_bodies.adapted_facets(
                self.resources, self.rng, operation_id, image, case, is_sound=not negative(ParameterLocation.BODY)
            )
            if body != case.body:
                case.body = body
        if operation_id == "imageSetEmbeddings" and not negative(ParameterLocation.BODY):
            case_bodies.adapt_embeddings(self.resources, str(case.query.get("extensionId")), case.body)
        elif operation_id == "imageClosestEmbeddingsImages" and not negative(ParameterLocation.BODY):
            case_bodies.adapt_embeddings(self.resources, str(case.query.get("extensionId")), [case.body])
        elif (
            operation_id == "imageClosestImages"
            and not negative(ParameterLocation.QUERY)
            and self.resources.image(image)
        ):
            self.resources.ensure_embedding(image, str(case.query["extensionId"]), str(case.query["name"]))
        if operation_id in COMMAND_OPERATIONS and self.resources.answering is not None:
            case_bodies.adapt_command(self.resources, self.rng, operation_id, case, negative)
        if mark(case):
            self._invalid_cases.add(case.id)

    def learn(self, case: Case[Any], response: Response) -> None:
        """Record the resources that a request created or deleted."""
        if response.status_code == 400 and isinstance(case.body, bytes) and kind_of(case.body) is Kind.DAMAGED:
            rule = str(response.json().get("rule"))
            if (
                rule.startswith(("decode.", "archive.", "manifest.", "json.", "schema."))
                or rule == "image.format-differs"
            ):  # damaged bytes may break these rules and no others
                set_mode(case, ParameterLocation.BODY, GenerationMode.NEGATIVE)
        if not 200 <= response.status_code < 300:
            return
        if case.id in self._invalid_cases and response.request.method == case.operation.method.upper():
            self.wrongly_accepted.append(
                f"{case.operation.label} accepted an invalid value: {str(case.query)[:500]} {case.body!r:.200}"
            )
        case_answers.learn(self.resources, case, response)
