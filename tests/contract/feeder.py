"""Turns made-up identifiers into ones that exist."""

import random
from dataclasses import dataclass
from typing import Any, Final

from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.transport import Response
from schemathesis.generation.case import Case
from schemathesis.generation.meta import TestPhase

from tests.contract.description import every_scope
from tests.contract.stock import Stock

_FUTURE: Final = 4_102_444_800_000  # milliseconds since the epoch: the year 2100


@dataclass(slots=True)
class Feeder:
    """Puts identifiers that exist in the place of made-up ones, in those parts of a case that are meant to be valid.

    The schema cannot say which folders, extensions and repositories exist, nor what time it is: without this, valid
    data would be refused by the rules that the description lists under `x-beyond-schema`. Parts that are wrong on
    purpose stay as they are.
    """

    stock: Stock
    key: str
    chance: random.Random

    def feed(self, case: Case[Any]) -> None:
        """Change a case in place, right before it is sent."""
        operation_id = case.operation.definition.raw["operationId"]
        negative = case.meta.is_negative_at if case.meta is not None else (lambda _: False)
        stateful = case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL
        if "id" in case.path_parameters and not negative(ParameterLocation.PATH):
            current = str(case.path_parameters["id"])
            # A few identifiers stay made up; in the stateful phase those that came out of an answer stay.
            if current not in self.stock.seen and (stateful or self.chance.random() < 0.85):
                case.path_parameters["id"] = self._identifier(operation_id, case.path)
        if "X-API-KEY" in case.headers and not negative(ParameterLocation.HEADER):
            case.headers["X-API-KEY"] = self.key  # it goes beside the configured header: two keys have to be one
        if not negative(ParameterLocation.QUERY):
            self._feed_query(operation_id, case.query)
        if not negative(ParameterLocation.BODY):
            self._feed_body(case)
        if operation_id == "imageEnsureTags" and isinstance(case.body, list):
            image, extension = str(case.path_parameters.get("id")), str(case.query.get("extensionId"))
            if image in self.stock.images and extension in self.stock.extensions:
                self.stock.make_room(image, extension, len(case.body))

    def _identifier(self, operation_id: str, path: str) -> str | int:
        if path.startswith("/apiSecret/"):
            return self.stock.some_secret()
        if operation_id == "repositoryDelete":
            return self.stock.spare_repository() if self.chance.random() < 0.3 else self.stock.some_repository()
        if path.startswith("/repository/"):
            return self.stock.some_repository()
        return self.stock.some_image()

    def _feed_query(self, operation_id: str, query: dict[str, Any]) -> None:
        extension = query.get("extensionId")
        if isinstance(extension, str) and extension not in self.stock.extensions:
            query["extensionId"] = self.stock.some_extension(len(extension))
        several = query.get("extensionIds")
        if isinstance(several, list):
            query["extensionIds"] = [self.stock.some_extension(len(str(each))) for each in several]
        expiry = query.get("expirationDate")
        if operation_id == "apiSecretCreate" and expiry is not None and str(expiry).isdecimal():
            query["expirationDate"] = max(int(expiry), _FUTURE)
        if operation_id == "apiSecretCreate" and isinstance(query.get("scope"), str):
            scopes = sorted(every_scope())
            query["scope"] = ",".join(self.chance.sample(scopes, self.chance.randint(1, len(scopes))))
        if operation_id == "repositoryCreate" and "url" in query:
            query["url"] = self.stock.new_folder()["url"]

    def _feed_body(self, case: Case[Any]) -> None:
        body: Any = case.body
        if not isinstance(body, dict) or not isinstance(body.get("filter"), dict):
            return
        origin = body["filter"].get("origin")
        if isinstance(origin, dict) and origin.get("kind") == "repositories":
            origin["ids"] = [self.stock.some_repository() for _ in origin.get("ids", ())]
        elif isinstance(origin, dict) and origin.get("kind") == "images":
            origin["ids"] = [self.stock.some_image() for _ in origin.get("ids", ())]
        tags = (body["filter"].get("criteria") or {}).get("tags")
        if isinstance(tags, dict) and "extensionIds" in tags:
            tags["extensionIds"] = [self.stock.some_extension(len(str(each))) for each in tags["extensionIds"]]

    def learn(self, case: Case[Any], response: Response) -> None:
        """Take note of what a request changed."""
        if not 200 <= response.status_code < 300:
            return
        operation_id = case.operation.definition.raw["operationId"]
        method = response.request.method
        identifier = str(case.path_parameters.get("id"))
        if method == "POST" and operation_id == "apiSecretCreate":
            self.stock.learn_secret(response.json()["id"])
        elif method == "POST" and operation_id == "repositoryCreate":
            self.stock.learn_repository(response.json()["id"])
        elif method == "DELETE":
            self.stock.forget(identifier)
        elif method == "PUT" and isinstance(case.body, list):
            at = identifier, str(case.query.get("extensionId"))
            before = self.stock.tags.get(at, 0) if operation_id == "imageEnsureTags" else 0
            self.stock.tags[at] = before + len(case.body)
