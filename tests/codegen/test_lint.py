"""Every lint rule is broken at least once, in a source without other faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen import lint
from codegen.bundle import bundle
from codegen.finding import Finding

TAGS = "paths/image-tags.yaml"
SERVICE = "paths/service.yaml"
CRITERIA = "schemas/SearchCriteria.yaml"
SET = 'security: [{bearer: ["image:tag:write"]}, {apiKey: ["image:tag:write"]}]'
SEARCH = 'security: [{bearer: ["image:read"]}, {apiKey: ["image:read"]}]'
OPERATOR = "operator: {type: string, enum: [and, or]}"
REQUESTS = "examples/requests"
PARTS = "pages/parts.md"
NOTE = "views/elements/note.yaml"
CREATED = "events/image.created.yaml"
COMPUTE = "events/image.computeTags.yaml"
DELIVERY = "socket/Delivery.yaml"
ASYNCAPI = "asyncapi.yaml"
EVENT_EXAMPLES = "examples/events"
RULES = "rules/tag.yaml"
ONE = f"{REQUESTS}/valid/imageSetTags/one.json"
TWICE = f"{REQUESTS}/invalid/imageSetTags/duplicate.json"
SAME = """{"summary": "One tag.",
  "path": {"id": "123e4567-e89b-42d3-a456-426614174000"}, "query": {"extensionId": "tagger"}, "body": ["cat"]}"""
SHARED = SAME.replace('.",', '!", "also": ["imageSetTags"],')

BREAKS = [
    ("openapi.valid", "openapi.yaml", "title: Sample, ", ""),
    ("operation.id", TAGS, "operationId: imageSetTags", "operationId: setImageTags"),
    ("operation.id", SERVICE, "operationId: ping", "operationId: Ping"),
    ("operation.family", TAGS, "tags: [image-tags]", "tags: [images]"),
    ("operation.family", SERVICE, "tags: [service]", "tags: [service, image-tags]"),
    ("operation.family", "openapi.yaml", "  - {name: service, description: The service itself.}\n", ""),
    ("operation.family", "openapi.yaml", "\ntags:\n", "\ntags:\n  - {name: empty}\n"),
    ("operation.described", TAGS, "    summary: Searches tags\n", ""),
    ("operation.described", TAGS, "summary: Searches tags", f"summary: Searches {'tags ' * 20}"),
    ("operation.described", SERVICE, "    description: Tells that the service is there.\n", ""),
    ("parameter.argument", "parameters.yaml", "name: mode", "name: body"),
    ("scope.present", SERVICE, "    security: []\n", ""),
    ("scope.present", SERVICE, "    x-public: it tells nothing\n", ""),
    ("scope.present", SERVICE, "x-public: it tells nothing", "x-public: ''"),
    ("scope.present", TAGS, SEARCH, f"{SEARCH}\n    x-public: because"),
    ("scope.present", TAGS, SEARCH, "security: [{bearer: []}, {apiKey: []}]"),
    ("scope.present", TAGS, SEARCH, f"{SEARCH}\n    x-any-key: because"),
    ("scope.schemes", TAGS, SEARCH, 'security: [{bearer: ["image:read"]}]'),
    ("scope.schemes", TAGS, SEARCH, 'security: [{bearer: ["image:read"]}, {apiKey: ["image:tag:write"]}]'),
    ("scope.schemes", TAGS, SEARCH, 'security: [{bearer: ["image:read"], apiKey: ["image:read"]}]'),
    ("scope.schemes", TAGS, SEARCH, f"{SEARCH[:-1]}, {{}}]"),
    ("scope.known", TAGS, SEARCH, SEARCH.replace("read", "reed")),
    ("scope.distinct", TAGS, SEARCH, SEARCH.replace('"image:read"', '"image:read", "image:read"')),
    ("owner.named", TAGS, "    x-owner: extensionId\n", ""),
    ("owner.named", TAGS, "x-owner: extensionId", "x-owner: extension"),
    ("owner.named", "parameters.yaml", "  in: query\n  required: true\n", "  in: query\n"),
    ("problem.listed", SERVICE, '      "400": {$ref: ../responses.yaml#/BadRequest}\n', ""),
    *(
        ("problem.listed", TAGS, f'      "{status}": {{$ref: ../responses.yaml#/{name}}}\n', "")
        for status, name in [
            ("400", "BadRequest"),
            ("401", "Unauthorized"),
            ("403", "Forbidden"),
            ("404", "NotFound"),
            ("413", "TooLarge"),
            ("415", "UnsupportedMediaType"),
        ]
    ),
    ("problem.media-type", "responses.yaml", "application/problem+json", "application/json"),
    ("problem.media-type", "responses.yaml", "{$ref: schemas/Problem.yaml}", "{$ref: schemas/ImageTags.yaml}"),
    ("problem.media-type", SERVICE, '"400": {$ref: ../responses.yaml#/BadRequest}', '"500": {description: Broken.}'),
    ("problem.header", "responses.yaml", "WWW-Authenticate", "Authenticate"),
    ("response.success", TAGS, '      "204": {description: The tags are stored.}\n', ""),
    ("response.success", SERVICE, '"200":', '"204":'),
    ("body.max-bytes", TAGS, "      x-max-bytes: 65536\n", ""),
    ("body.max-bytes", TAGS, "x-max-bytes: 65536", "x-max-bytes: 64KiB"),
    ("schema.limit", "schemas/TagValue.yaml", "maxLength: 64\n", ""),
    ("schema.limit", TAGS, "            maxItems: 256\n", ""),
    ("schema.limit", TAGS, "            maxItems: 256\n", "            x-unbounded: a request must be limited\n"),
    ("schema.limit", "schemas/ImageTags.yaml", "maxItems: 256, ", ""),
    ("schema.limit", "schemas/Problem.yaml", "minimum: 400, ", ""),
    ("schema.limit", "schemas/Problem.yaml", ", maximum: 599", ""),
    ("schema.limit", CRITERIA, OPERATOR, "operator: {type: number}"),
    ("schema.limit", CRITERIA, OPERATOR, "operator: {type: number, x-unbounded: true}"),
    ("schema.limit", CRITERIA, OPERATOR, "operator: {type: [string, number], x-unbounded: because}"),
    ("schema.limit", CRITERIA, OPERATOR, "operator: {anyOf: [{type: ['null', string]}]}"),
    ("schema.limit", "responses.yaml", "schema: {type: string, maxLength: 512}", "schema: {type: string}"),
    ("schema.type", CRITERIA, OPERATOR, "operator: {description: Anything.}"),
    ("schema.keyword", CRITERIA, OPERATOR, "operator: {type: string, enum: [and, or], minlength: 1}"),
    ("schema.keyword", "schemas/Uuid.yaml", "format: uuid", "format: uuid4"),
    ("schema.required", "schemas/ImageTags.yaml", "[imageId, tags]", "[imageId, tag]"),
    ("object.closed", CRITERIA, "additionalProperties: false\n", ""),
    ("object.closed", CRITERIA, OPERATOR, "operator: {type: object, properties: {a: {type: 'null'}}}"),
    ("object.closed", CRITERIA, OPERATOR, "operator: {type: object, additionalProperties: {type: boolean}}"),
    ("object.open", "schemas/Problem.yaml", "type: object\n", "type: object\nadditionalProperties: false\n"),
    ("pattern.anchored", "schemas/TagValue.yaml", '"^[a-zA-Z0-9_.:;/-]+$"', '"[a-z]+$"'),
    ("pattern.anchored", "schemas/TagValue.yaml", '"^[a-zA-Z0-9_.:;/-]+$"', '"^[a-z]+"'),
    ("pattern.anchored", "schemas/TagValue.yaml", '"^[a-zA-Z0-9_.:;/-]+$"', '"^a|b$"'),
    ("pattern.anchored", "schemas/TagValue.yaml", '"^[a-zA-Z0-9_.:;/-]+$"', "'^a\\$'"),
    ("pattern.linear", "schemas/TagValue.yaml", '"^[a-zA-Z0-9_.:;/-]+$"', '"^(?!__empty__)[a-z]+$"'),
    ("pattern.linear", "schemas/TagValue.yaml", '"^[a-zA-Z0-9_.:;/-]+$"', "'^(a)\\1$'"),
    ("file.name", "schemas/manner.yaml", None, "{type: boolean}"),
    ("file.name", "schemas/Mode.yaml", "type: string\n", "type: string\ntitle: Manner\n"),
    (
        "file.path",
        "openapi.yaml",
        "    $ref: paths/service.yaml#/~1ping\n",
        "    get: {responses: {default: {description: x}}}\n",
    ),
    ("file.unused", "parameters.yaml", "Mode:\n", "Other: {name: other, in: query, schema: {type: boolean}}\nMode:\n"),
    ("file.unused", "schemas/Orphan.yaml", None, "{type: object, properties: {self: {$ref: Orphan.yaml}}}"),
    ("file.unused", "paths/orphan.yaml", None, "/orphan: {}"),
    ("file.unused", "schemas/Orphan.yml", None, "type: string"),
    ("file.unused", SERVICE, "/ping:\n", "/pong: {}\n/ping:\n"),
    ("reference.whole", TAGS, "../schemas/TagValue.yaml}", "../schemas/ImageTags.yaml#/properties/tags/items}"),
    ("reference.whole", TAGS, "../responses.yaml#/TooLarge", "../responses.yaml#/TooLarge/content"),
    ("reference.whole", COMPUTE, "#/value", "#/value/properties/id"),
    ("reference.whole", "parameters.yaml", "schemas/Mode.yaml}", "schemas/SearchCriteria.yaml#/properties/operator}"),
    ("reference.whole", ASYNCAPI, "{$ref: '#/channels/events'}", "{$ref: '#/channels/events/address'}"),
    ("content.schema", SERVICE, "            schema: {type: string, maxLength: 4}\n", "            example: pong\n"),
    ("content.schema", TAGS, "          schema: {$ref: ../schemas/SearchCriteria.yaml}\n", ""),
    ("file.member", TAGS, "x-owner: extensionId", "x-ownner: extensionId"),
    ("decision.entry", TAGS, "    x-decision: D01\n", ""),
    ("decision.entry", TAGS, "x-decision: D01", "x-decision: [D01, D02]"),
    ("decision.entry", "decisions/tags.md", "| D01 |", "| D02 |"),
    ("decision.entry", "decisions/tags.md", "| D01 |", "| D01 | twice |\n| D01 |"),
    ("decision.entry", "decisions/others.md", None, "| D01 | twice |\n"),
    ("decision.page", "decisions/others.md", None, "# Others\n"),
    ("decision.page", "DECISIONS.md", "- [Tags]", "| D03 | Left open |\n- [Tags]"),
    ("example.valid", TAGS, "example: [cat]", "example: [cat, cat]"),
    ("example.valid", "parameters.yaml", "example: tagger", "example: two words"),
    ("example.valid", "schemas/Mode.yaml", "default: brief", "default: brief\nexamples: [full, half]"),
    ("example.present", TAGS, "          example: [cat]\n", ""),
    ("example.present", TAGS, "            example: []\n", ""),
    ("example.present", "parameters.yaml", "  example: tagger\n", ""),
    ("request.valid", ONE, '["cat"]', '["cat", "cat"]'),
    ("request.valid", ONE, '["cat"]', '["\\u0000"]'),
    ("request.valid", ONE, ', "body": ["cat"]', ""),
    ("request.valid", ONE, '"extensionId": "tagger"', ""),
    ("request.valid", ONE, '"extensionId": "tagger"', '"extensionId": 1'),
    ("request.valid", ONE, '"tagger"', '"tagger", "take": 1'),
    ("request.valid", ONE, "123e4567", "123E4567"),
    ("request.valid", f"{REQUESTS}/valid/ping/body.json", None, '{"summary": "A body.", "body": 1}'),
    ("request.valid", TWICE, '"cat", "cat"', '"cat"'),
    ("request.valid", TWICE, "schema.uniqueItems", "schema.maxItems"),
    ("request.file", TWICE, ', "rule": "schema.uniqueItems"', ""),
    ("request.file", ONE, '"summary": "One tag."', '"summary": "One tag.", "rule": "schema.type"'),
    ("request.file", ONE, '"summary": "One tag.", ', ""),
    ("request.file", ONE, '"query"', '"params"'),
    ("request.file", ONE, '{"extensionId": "tagger"}', '"extensionId=tagger"'),
    ("request.file", ONE, '["cat"]', '["cat"'),
    ("request.file", f"{REQUESTS}/valid/setTags/one.json", None, '{"summary": "One tag."}'),
    ("request.file", f"{REQUESTS}/valid/one.json", None, "{}"),
    ("request.file", f"{REQUESTS}/valid/imageSetTags/one.txt", None, "{}"),
    ("request.present", ONE, None, None),
    ("request.present", TWICE, None, None),
    ("request.once", f"{REQUESTS}/valid/imageSetTags/two.json", None, SAME),
    (
        "request.once",
        f"{REQUESTS}/valid/imageSearchTags/one.json",
        None,
        SAME.replace('.",', '!", "also": ["imageSetTags"],'),
    ),
    ("request.file", ONE, '"summary": "One tag."', '"summary": "One tag.", "also": []'),
    ("request.file", ONE, '"summary": "One tag."', '"summary": "One tag.", "also": ["imageSetTags"]'),
    ("request.file", ONE, '"summary": "One tag."', '"summary": "One tag.", "also": ["imageGetTags"]'),
    ("request.valid", ONE, '"summary": "One tag."', '"summary": "One tag.", "also": ["ping"]'),
    ("view.schema", NOTE, "pattern: '^[a-z]+$'", "patern: '^[a-z]+$'"),
    ("view.schema", NOTE, "pattern: '^[a-z]+$'", "pattern: '[a-z]+'"),
    ("view.schema", NOTE, "pattern: '^[a-z]+$'", "pattern: '^(?!a)[a-z]+$'"),
    ("view.schema", NOTE, "type: object", "type: objekt"),
    ("view.schema", NOTE, "required: [type, text]", "required: text"),
    ("view.example", NOTE, "text: sea", "text: SEA"),
    ("view.example", NOTE, "default: '{}'", "default: '{'"),
    ("view.example", NOTE, "type: note, text: sea", "type: notes"),
    ("view.present", "examples/views/valid/note.json", None, None),
    ("view.present", "examples/views/invalid/schema.required/note-without-text.json", None, None),
    ("file.unused", "views/records/orphan.yaml", None, "type: object"),
    ("file.unused", "socket/Orphan.yaml", None, "type: object"),
    ("file.unused", "rules/old/tag.yaml", None, "{}"),
    ("event.topic", CREATED, "entity: image\n", ""),
    ("event.topic", CREATED, "entity: image\n", "entity: picture\n"),
    ("event.topic", ASYNCAPI, "x-entities: [image]\n", ""),
    ("event.topic", CREATED, "log: true\n", "log: yes\n"),
    ("event.topic", CREATED, "directed: false\n", "directed: false\nretained: true\n"),
    ("event.topic", CREATED, "[extensions, frontEnds]", "[]"),
    ("event.topic", CREATED, "[extensions, frontEnds]", "[extensions, somebody]"),
    ("event.topic", "events/Image.yaml", None, "{}"),
    ("event.schema", CREATED, "required: [id]", "requird: [id]"),
    ("event.schema", CREATED, "type: object", "type: objekt"),
    ("event.schema", DELIVERY, '"^[a-zA-Z.]+$"', '"[a-zA-Z.]+"'),
    ("event.schema", DELIVERY, '"^[a-zA-Z.]+$"', '"^(?!x)[a-zA-Z.]+$"'),
    ("event.example", CREATED, "examples: [{id: 123e4567", "examples: [{id: 123E4567"),
    ("event.example", DELIVERY, "value: {}}]", "value: 1}]"),
    ("event.example", f"{EVENT_EXAMPLES}/valid/image.created/one.json", '"id"', '"image"'),
    ("event.example", f"{EVENT_EXAMPLES}/valid/image.created/one.json", None, None),
    ("event.example", f"{EVENT_EXAMPLES}/valid/image.liked/one.json", None, "{}"),
    ("event.example", f"{EVENT_EXAMPLES}/valid/image.computeTags/one.json", None, '{"id": "123e4567"}'),
    ("event.example", f"{EVENT_EXAMPLES}/invalid/image.created/one.json", None, "{}"),
    ("event.example", f"{EVENT_EXAMPLES}/one.json", None, "{}"),
    ("event.example", f"{EVENT_EXAMPLES}/invalid/image.created/schema.required/without-id.json", "{}", '{"id": 1}'),
    ("event.example", "examples/socket/valid/Delivery/one.json", '"value"', '"worth"'),
    ("decision.entry", RULES, "decision: D09", "decision: D02"),
    ("explanation.name", RULES, "tag.limit", "tag.two words"),
    ("explanation.name", RULES, "tag.limit", "tags.limit"),
    ("explanation.name", "rules/groups.yaml", "words: [tag]", "words: []"),
    ("explanation.name", "rules/groups.yaml", "words: [tag]", "words: [tag, feature]"),
    ("explanation.shape", RULES, "level: error", "level: grave"),
    ("explanation.shape", RULES, "  title: Too many tags\n", ""),
    ("explanation.shape", RULES, "title: Too many tags", "title: ''"),
    ("explanation.shape", RULES, "remedy: Send", "remedie: Send"),
    ("explanation.shape", RULES, "  source: Tags per extension per image\n", ""),
    ("explanation.shape", RULES, "  withoutExample: Nobody has seen it.\n", ""),
    ("explanation.shape", RULES, "bad: one, good: two}", "bad: one, good: two}\n  withoutExample: None."),
    ("explanation.shape", RULES, ", good: two", ""),
    ("explanation.shape", RULES, "bad: one", "bad: [one]"),
    ("explanation.shape", RULES, "document: request", "document: poem"),
    ("explanation.shape", RULES, "document: request", "document: request, at: /a"),
    ("explanation.sentence", RULES, "title: Too many tags", "title: Too many tags."),
    ("explanation.sentence", RULES, "title: Too many tags", f"title: {'Too many tags ' * 9}"),
    ("explanation.sentence", RULES, "remedy: Send fewer tags.", "remedy: Send fewer tags"),
    ("explanation.sentence", RULES, "remedy: Send fewer tags.", "remedy: Send fewer tags. Send none."),
    ("explanation.sentence", RULES, "help nobody.", "help nobody. One. Two. Three."),
    ("explanation.sentence", RULES, "help nobody.", f"help {'nobody ' * 25}."),
    ("explanation.example", RULES, "bad: one", "bad: two"),
    ("explanation.example", RULES, "at: /elements/0", "at: /elements/1"),
    ("explanation.example", "examples/views/valid/card.json", None, None),
    ("file.member", "views/element.yaml", "x-dispatch: elements", "x-dispach: elements"),
    ("page.directive", PARTS, "{{elements}}", "{{element-list}}"),
    ("page.directive", PARTS, "{{element note}}", "{{element notes}}"),
    ("page.directive", PARTS, "{{file specs/DECISIONS.md}}", "{{file specs/DECISION.md}}"),
    ("page.directive", "pages/views/note.txt", None, None),
    ("page.directive", NOTE, "description: A short text.\n", ""),
    ("page.part", "pages/more.md", None, "{{members views/view-document}}\n"),
]


def findings(sample: Path) -> list[Finding]:
    return lint.findings(bundle(sample))


def test_the_sample_is_clean(sample: Path) -> None:
    assert findings(sample) == []


@pytest.mark.parametrize(("rule", "file", "old", "new"), BREAKS)
def test_a_broken_rule_is_found(sample: Path, rule: str, file: str, old: str | None, new: str | None) -> None:
    path = sample / file
    if new is None:
        path.unlink()
    elif old is None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(new, encoding="utf-8")
    else:
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    broken = [finding for finding in findings(sample) if finding.rule == rule]
    assert broken
    assert all(finding.place.startswith("specs/") and finding.message and finding.remedy for finding in broken)


def remedies(sample: Path) -> list[str]:
    """The remedies of all findings, each with its place."""
    return [f"{finding.place}: {finding.remedy}" for finding in findings(sample)]


OPERATION = """/image/{id}/rename:
  parameters: [{$ref: ../parameters.yaml#/Id}]
  get:
    operationId: imageRename
    tags: [image-names]
    summary: Renames an image
    description: Changes the name of the file of an image.
    x-public: a sample
    security: []
    parameters: [{$ref: ../parameters.yaml#/ExtensionId}]
    responses:
      "204": {description: The image has the new name.}
      "400": {$ref: ../responses.yaml#/BadRequest}
      "404": {$ref: ../responses.yaml#/NotFound}
"""
PLACE = "specs/paths/image-names.yaml#/~1image~1{id}~1rename"


def test_the_next_missing_place_of_an_added_operation_is_named(sample: Path) -> None:
    (sample / "paths" / "image-names.yaml").write_text(OPERATION)
    item = "`/image/{id}/rename: {$ref: './paths/image-names.yaml#/~1image~1{id}~1rename'}`"
    assert remedies(sample) == [f"{PLACE}: add {item} to its `paths`, or remove the path"]
    root = sample / "openapi.yaml"
    root.write_text(root.read_text().replace("paths:\n", f"paths:\n  {item[1:-1]}\n"))
    assert remedies(sample) == [
        f"{PLACE}/get: add `{{name: image-names, description: …}}` to its `tags`",
        f"{PLACE}/get: add examples/requests/invalid/imageRename/<why>.json",
        f"{PLACE}/get: add examples/requests/valid/imageRename/<why>.json",
    ]
    root.write_text(root.read_text().replace("\ntags:\n", "\ntags:\n  - {name: image-names, description: Names.}\n"))
    request = SAME.replace(', "body": ["cat"]', "")
    for kind, text in (
        ("valid", request),
        (
            "invalid",
            request.replace("tagger", "a b").replace("}\n", "}").replace('"}}', '"}, "rule": "schema.pattern"}'),
        ),
    ):
        folder = sample / REQUESTS / kind / "imageRename"
        folder.mkdir()
        (folder / "one.json").write_text(text)
    assert remedies(sample) == []


def test_the_next_missing_place_of_an_added_element_is_named(sample: Path) -> None:
    (sample / "views" / "elements" / "stars.yaml").write_text(
        "type: object\nrequired: [type, count]\nproperties: {type: {const: stars}, count: {type: integer}}\n"
    )
    place = "specs/views/elements/stars.yaml"
    assert remedies(sample) == [
        f"{place}: add examples/views/invalid/schema.required/stars-without-count.json",
        f"{place}: add examples/views/valid/stars.json",
    ]


def test_every_rule_is_broken_by_a_case() -> None:
    assert {rule for rule, *_ in BREAKS} == set(lint.rules())


def test_every_rule_has_its_sentence() -> None:
    assert all(sentence.endswith(".") for sentence in lint.rules().values())


def test_all_findings_are_reported_at_once(sample: Path) -> None:
    path = sample / TAGS
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("      x-max-bytes: 65536\n", "").replace("    x-owner: extensionId\n", ""))
    assert [finding.rule for finding in findings(sample)] == ["owner.named", "body.max-bytes"]


@pytest.mark.parametrize(
    "schema",
    [
        "{type: object, maxProperties: 4, additionalProperties: {type: boolean}}",
        "{allOf: [{type: object, properties: {a: {type: boolean}}}], unevaluatedProperties: false}",
        "{type: [string, 'null'], maxLength: 4, pattern: '^(?:a|b)[|]\\|$'}",
        "{type: number, exclusiveMinimum: 0, exclusiveMaximum: 1}",
        "{type: number, x-unbounded: a rule beyond the schemas limits it}",
        "{const: 3}",
        "{type: string, maxLength: 9, not: {const: __empty__}}",
    ],
)
def test_schemas_with_limits_have_no_findings(sample: Path, schema: str) -> None:
    path = sample / CRITERIA
    text = path.read_text(encoding="utf-8").replace(OPERATOR, f"{OPERATOR}\n  other: {schema}")
    path.write_text(text, encoding="utf-8")
    assert findings(sample) == []


@pytest.mark.parametrize(
    ("body", "rules"), [('["cat"]', []), ('["cat", "cat"]', ["request.valid"]), ("3", ["request.valid"])]
)
def test_a_rule_beyond_the_schemas_is_broken_by_a_request_that_satisfies_them(
    sample: Path, body: str, rules: list[str]
) -> None:
    path = sample / TAGS
    text = path.read_text(encoding="utf-8").replace(SET, f"{SET}\n    x-beyond-schema: {{tag.limit: Too many.}}", 1)
    path.write_text(text, encoding="utf-8")
    path = sample / TWICE
    expected = path.read_text(encoding="utf-8").replace('["cat", "cat"]', body)
    path.write_text(expected.replace("schema.uniqueItems", "tag.limit"), encoding="utf-8")
    assert [finding.rule for finding in lint.findings(bundle(sample))] == rules
