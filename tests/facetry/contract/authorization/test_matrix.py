"""The authorization matrix on a stub that keeps the description, and on stubs that break one thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import httpx
import pytest

from facetry.contract.authorization import extension_keys, matrix
from facetry.contract.context import Context
from facetry.contract.description import Operation, operations
from facetry.contract.fixtures.snapshot import snapshot
from facetry.contract.reporting import rendering
from tests.support.contract.stub_service import EXTENSION_KEY, KEY, StubService, context_of, problem

BY_ID: Final = {operation.operation_id: operation for operation in operations()}
Change = Callable[[Operation, str, httpx.Response], httpx.Response]


def deviations(context: Context) -> set[tuple[str, str]]:
    return {(each.check, each.operation) for each in context.report.deviations.values()}


def details(context: Context) -> list[str]:
    return sorted(each.detail for each in context.report.deviations.values())


def run(*chosen: str, change: Change | None = None, extension_key: str | None = EXTENSION_KEY) -> tuple[Context, Any]:
    stub = StubService() if change is None else StubService(change)
    context = context_of(stub, *chosen)
    matrix.check(context, extension_key)
    return context, stub


def on(operation_id: str, changed: Callable[[str, httpx.Response], httpx.Response]) -> Change:
    """A stub that changes the answers of one operation."""

    def change(operation: Operation, key: str, answer: httpx.Response) -> httpx.Response:
        return changed(key, answer) if operation.operation_id == operation_id else answer

    return change


def test_a_service_that_keeps_the_description_is_clean_for_every_operation() -> None:
    context, stub = run()
    assert deviations(context) == set(), details(context)
    tried = {name for name, key, _ in stub.sent if key == ""}
    assert tried == set(BY_ID), "each operation is sent without a key"
    for operation in operations():
        statuses = Counter(status for name, _, status in stub.sent if name == operation.operation_id)
        if not operation.public:
            assert statuses[401] == 6, operation.operation_id
        if operation.scopes:
            assert statuses[403] >= 1, operation.operation_id
    left = set(stub.keys) - {KEY, EXTENSION_KEY}
    assert len(left) == 1, "only the key of the tested apiSecretCreate is left, which the run removes at its end"
    skipped = {skip.part.removesuffix(" with a key") for skip in context.report.skips}
    granted = {name for name, key, status in stub.sent if key.startswith("created") and status < 300}
    assert granted >= {each.operation_id for each in operations() if each.scopes} - skipped


def test_each_operation_is_sent_with_each_kind_of_wrong_key() -> None:
    context, stub = run("imageGetTags")
    refused = [key for name, key, status in stub.sent if name == "imageGetTags" and status == 401]
    assert len(refused) == len(set(refused)) + 1, "the bad key comes in both headers"
    assert {"", "not-a-key"} < set(refused)
    assert sum(key.startswith("basic user:created-key") for key in refused) == 1
    assert sum(key.startswith("created-key") for key in refused) == 2, "the cut key, and the revoked one"
    assert context.report.parts == {"auth.matrix": 2 + 6 + 1 + 1, "refusal.effect": len(snapshot(context.fixture))}


@pytest.mark.parametrize("wrong", [200, 403, 404, 500])
def test_an_answer_without_a_key_has_to_be_401(wrong: int) -> None:
    context, _ = run("imageGetTags", change=on("imageGetTags", lambda key, a: a if key else httpx.Response(wrong)))
    assert details(context) == [f"no key: the answer is {wrong}, not 401"]
    assert deviations(context) == {("auth.matrix", "imageGetTags")}


def test_a_missing_scope_has_to_be_named() -> None:
    def other_rule(_: str, answer: httpx.Response) -> httpx.Response:
        return problem(403, "scope.other") if answer.status_code == 403 else answer

    context, _ = run("imageGetTags", change=on("imageGetTags", other_rule))
    assert details(context) == [
        "a key without image:read: the answer is 403 scope.other, not 403 scope.missing",
    ]


def test_a_scope_that_is_not_checked_is_found() -> None:
    def accepted(_: str, answer: httpx.Response) -> httpx.Response:
        return httpx.Response(204) if answer.status_code == 403 else answer

    context, _ = run("imageSetTags", "imageSetEmbeddings", change=on("imageSetTags", accepted))
    assert details(context) == [
        "a key of another extension: the answer is 204, not 403 extension.foreign",
        "a key with only image:embedding:write: the answer is 204, not 403 scope.missing",
        "a key without image:tag:write: the answer is 204, not 403 scope.missing",
    ]
    assert deviations(context) == {("auth.matrix", "imageSetTags")}


def test_a_sufficient_scope_that_is_refused_is_found() -> None:
    def refused(_: str, answer: httpx.Response) -> httpx.Response:
        return problem(403, "scope.missing") if answer.status_code == 200 else answer

    context, _ = run("imageGetTags", change=on("imageGetTags", refused))
    assert details(context) == [
        'a key with only image:read is answered 403: {"status": 403, "rule": "scope.missing"}',
    ]


def test_an_extension_that_may_not_write_in_its_own_name_is_found() -> None:
    def refused(key: str, answer: httpx.Response) -> httpx.Response:
        return problem(403, "extension.foreign") if key == EXTENSION_KEY else answer

    context, _ = run("imageSetTags", change=on("imageSetTags", refused))
    assert [each.partition(":")[0] for each in details(context)] == [
        "a key of the extension itself is answered 403",
    ]


def test_both_names_of_the_scope_of_embeddings_are_one_scope() -> None:
    context, _ = run("imageSetEmbeddings")
    assert deviations(context) == set()
    assert "image:embedding:write" in BY_ID["imageSetEmbeddings"].scopes | {"image:embedding:write"}


def test_a_public_operation_that_asks_for_a_key_is_found_but_not_its_missing_page() -> None:
    def refused(_: str, answer: httpx.Response) -> httpx.Response:
        return problem(401, "auth.missing")

    for name, expected in (("livez", {("auth.matrix", "livez")}), ("uiBundle", set())):
        context, _ = run(name, change=on(name, refused))
        assert deviations(context) == expected
    context, _ = run("livez", change=on("livez", lambda _key, _answer: problem(403, "scope.missing")))
    assert deviations(context) == {("auth.matrix", "livez")}
    context, _ = run("livez", change=on("livez", lambda _key, _answer: httpx.Response(404)))
    assert deviations(context) == set()


def test_refused_requests_that_change_something_are_found() -> None:
    names = []

    def changed(operation: Operation, _: str, answer: httpx.Response) -> httpx.Response:
        if operation.operation_id == "imageSetTags" and answer.status_code == 403:
            names.append("written")
        if operation.operation_id == "settingsGet":
            return httpx.Response(200, json={"written": len(names)})
        return answer

    context, _ = run("imageSetTags", change=changed)
    assert ("refusal.effect", "") in deviations(context)
    assert details(context) == ["requests without a right changed /settings/get"]


def test_without_keys_to_create_only_requests_without_a_right_are_tested() -> None:
    stub = StubService()
    context = context_of(stub, "imageGetTags", offered=frozenset(BY_ID) - {"apiSecretCreate"})
    matrix.check(context, None)
    assert [status for name, _, status in stub.sent if name == "imageGetTags"] == [401] * 3
    assert [skip.part for skip in context.report.skips] == ["keys with few scopes"]
    assert context.report.is_clean


@pytest.mark.parametrize(
    ("extension_key", "lacking", "reason"),
    [
        (EXTENSION_KEY, {"apiSecretSelf", "extensionInstall"}, "apiSecretSelf"),
        (None, {"extensionInstall", "imageSetFeatures"}, "extensionInstall, imageSetFeatures"),
    ],
)
def test_keys_of_extensions_need_what_a_service_may_lack(
    extension_key: str | None, lacking: set[str], reason: str
) -> None:
    stub = StubService()
    context = context_of(stub, "imageSetTags", offered=frozenset(BY_ID) - lacking)
    matrix.check(context, extension_key)
    assert [(skip.part, skip.reason) for skip in context.report.skips] == [
        ("keys of extensions", f"the service does not offer {reason}")
    ]
    assert not lacking & {name for name, _, _ in stub.sent}


def test_a_key_of_no_extension_is_a_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    context, stub = run("imageSetTags", extension_key=KEY)
    assert [skip.part for skip in context.report.skips] == ["keys of extensions"]
    assert "no extension" in context.report.skips[0].reason
    assert any(key.startswith("created") for _, key, _ in stub.sent), "the rest of the matrix is tested"
    monkeypatch.setattr(extension_keys, "START_SECONDS", 0.0)
    context, _ = run("imageSetTags", extension_key=None)
    assert "did not start a program" in context.report.skips[0].reason


def test_a_key_of_an_extension_that_ends_early_is_a_skip() -> None:
    def ended(key: str, answer: httpx.Response) -> httpx.Response:
        return problem(401, "auth.invalid") if key == EXTENSION_KEY else answer

    context, _ = run("imageSetTags", change=on("imageSetTags", ended))
    assert [skip.reason for skip in context.report.skips] == [
        "the key of the extension ended before all operations were tested"
    ]


def test_operations_beyond_the_scopes_of_the_extension_are_left_out() -> None:
    stub = StubService()
    stub.keys[EXTENSION_KEY] = frozenset({"image:tag:write"})
    context = context_of(stub, "imageSetTags", "imageSetFeatures")
    matrix.check(context, EXTENSION_KEY)
    sent = {name for name, key, _ in stub.sent if key == EXTENSION_KEY}
    assert sent == {"apiSecretSelf", "imageSetTags"}
    assert context.fixture.requests.owner == "other-extension", "the request in its own name is over"
    assert context.fixture.requests.installed == "other-installed"


def test_what_a_granted_request_takes_away_is_given_back() -> None:
    context, stub = run("imageDelete", "repositoryStartOrStop")
    by_master = [name for name, key, _ in stub.sent if key == KEY]
    assert by_master.count("repositoryStoreImage") == 1, "another picture is deleted than those of the run"
    assert by_master.count("repositoryStartOrStop") == 1, "scans are started again"
    assert context.fixture.requests.images == context_of(StubService()).fixture.requests.images
    _, stub = run("imageGetTags")
    assert not {"repositoryStoreImage", "repositoryStartOrStop"} & {name for name, _, _ in stub.sent}


def test_a_conflict_says_nothing_about_a_key() -> None:
    def conflict(_: str, answer: httpx.Response) -> httpx.Response:
        return problem(409, "repository.nested") if answer.is_success else answer

    context, _ = run("repositoryDelete", change=on("repositoryDelete", conflict))
    assert context.report.is_clean, details(context)
    assert [skip.part for skip in context.report.skips] == ["repositoryDelete with a key"]


def test_what_cannot_succeed_is_refused_only() -> None:
    context, stub = run("imageRunCommand")
    assert [status for name, key, status in stub.sent if name == "imageRunCommand" and key == EXTENSION_KEY] == [403]
    assert not [status for name, _, status in stub.sent if name == "imageRunCommand" and status < 300]
    assert [skip.part for skip in context.report.skips] == ["imageRunCommand with a key"]


def test_no_key_is_shown() -> None:
    def leaked(key: str, answer: httpx.Response) -> httpx.Response:
        return httpx.Response(200, json={"headers": f"Bearer {key}"})

    context, _ = run("imageGetTags", "imageSetTags", change=on("imageGetTags", leaked))
    text = "\n".join(rendering.as_text(context.report)) + rendering.as_json(context.report)
    assert len(context.report.deviations) > 4
    assert not any(secret in text for secret in (KEY, EXTENSION_KEY, "created-key"))
    assert "not-a-key" in text, "a key that no service accepts helps to repeat the request"
