"""The content of the generated files of the Node SDK."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codegen import model
from codegen.bundle import bundle
from codegen.model import Description
from codegen.targets import SDK_TARGETS
from codegen.targets.clients import (
    typescript_client,
    typescript_models,
    typescript_shapes,
    typescript_types,
    typescript_views,
)

OPERATIONS = """/image/{id}/idStream:
  get:
    operationId: imageIdStream
    tags: [image-tags]
    summary: Stream
    parameters:
      - name: id
        in: path
        required: true
        schema: {type: integer}
      - name: Last-Event-ID
        in: header
        schema: {type: string}
      - name: extensionId
        in: query
        required: true
        schema: {type: string}
      - name: in
        in: query
        schema: {type: array, items: {enum: [sea, sky]}}
    responses:
      '200':
        description: Events.
        content:
          text/event-stream: {}
  put:
    operationId: imageCommand
    tags: [image-tags]
    summary: Runs a command
    parameters:
      - name: id
        in: path
        required: true
        schema: {type: integer}
      - name: commandId
        in: query
        required: true
        schema: {type: string}
    requestBody:
      content:
        application/json:
          schema: {type: object}
    responses:
      '204': {description: Done.}
"""


def describe(specs: Path) -> Description:
    return model.read(bundle(specs))


@pytest.fixture
def odd(sample: Path) -> Description:
    """With operations of odd forms instead of its own."""
    (sample / "paths" / "image-tags.yaml").write_text(OPERATIONS)
    root = sample / "openapi.yaml"
    before, _, _ = root.read_text().partition("\npaths:")
    after = re.search(r"\ncomponents:.*", root.read_text(), re.DOTALL)
    path = "paths:\n  /image/{id}/idStream:\n    $ref: ./paths/image-tags.yaml#/~1image~1{id}~1idStream\n"
    root.write_text(f"{before}\n{path}{after.group() if after else ''}")
    return describe(sample)


def test_each_operation_has_a_method(sample: Path) -> None:
    description = describe(sample)
    methods = re.findall(r"^  (?:async )?(\w+)\(", typescript_client.render(description), re.MULTILINE)
    assert methods == [operation.operation_id for operation in description.operations]


def test_streams_headers_own_ids_and_quoted_paths(odd: Description) -> None:
    text = typescript_client.render(odd)
    assert "\n  imageIdStream(\n    id: number,\n" in text
    assert '      in?: ("sea" | "sky")[] | undefined;\n    } = {},\n' in text
    assert "      lastEventId?: string | undefined;\n      extensionId?: string | undefined;\n" in text
    assert "): AsyncGenerator<Message> {" in text
    assert 'return this.messages("GET", `/image/${this.quoted(id)}/idStream`, {\n' in text
    assert "query: { extensionId: this.own(options.extensionId), in: options.in },\n" in text
    assert 'headers: { "Last-Event-ID": options.lastEventId },\n' in text
    assert "type Message, " in text


def test_a_body_that_may_be_absent_is_among_the_options(odd: Description) -> None:
    text = typescript_client.render(odd)
    assert "options: { commandId: string; body?: Record<string, unknown> | undefined },\n  ): Promise<void> {\n" in text
    assert "body: options.body" in text


def test_members_that_are_no_names_and_texts_that_would_end_a_comment(sample: Path) -> None:
    (sample / "schemas" / "Problem.yaml").write_text(
        "description: It says */ why\ntype: object\nrequired: [a-b]\n"
        "properties:\n  a-b: {type: string}\n  from: {type: [string, 'null'], description: \"One\\n\\nTwo\"}\n"
    )
    text = typescript_models.render(describe(sample))
    assert (
        "/** It says *\\/ why */\nexport interface Problem {\n"
        '  "a-b": string;\n  /**\n   * One\n   *\n   * Two\n   */\n  from?: string | null;\n}\n' in text
    )


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        (True, "unknown"),
        ({"const": 7}, "7"),
        ({"enum": ["a", None]}, '"a" | null'),
        ({"type": "array", "items": {"type": ["integer", "null"]}}, "(number | null)[]"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
        ({"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "integer"}]}, "string | number"),
        ({"anyOf": [{"type": "string"}, {}]}, "unknown"),
    ],
)
def test_types(sample: Path, schema: model.Schema | bool, type_: str) -> None:
    assert typescript_types.typescript_type(describe(sample), schema) == type_


def test_each_type_of_element_has_a_type_and_a_function(sample: Path) -> None:
    text = typescript_views.render(describe(sample))
    assert "export type VisualElement = NoteElement | RuleElement;\n" in text
    assert "export type ViewAction = never;\n" in text
    assert re.findall(r"^export interface (\w+)", text, re.MULTILINE) == ["NoteElement", "RuleElement"]
    assert 'export function rule(): RuleElement {\n  return part("rule", {}, {}, {});\n}\n' in text
    assert 'return part("note", { text }, options, { below: undefined, inside: undefined, data: "{}" });\n' in text


def test_the_reader_knows_the_kind_of_each_member(sample: Path) -> None:
    text = typescript_shapes.render(describe(sample))
    assert 'export const ELEMENTS: ReadonlySet<string> = new Set([\n  "note",\n  "rule",\n]);\n' in text
    assert "export const ACTIONS: ReadonlySet<string> = new Set([\n]);\n" in text
    assert '  "rule": {\n    needed: [],\n    members: {\n    },\n  },\n' in text
    note = text.partition('  "note": {\n')[2].partition("\n    },\n")[0]
    assert [line.strip() for line in note.splitlines()] == [
        'needed: ["text"],',
        "members: {",
        'text: "string",',
        'below: "object",',
        'inside: "element",',
        'data: "string",',
    ]


def test_no_line_is_too_long(odd: Description) -> None:
    generated = [Path(__file__).parents[2].joinpath(name).read_text() for name in SDK_TARGETS if name.endswith(".ts")]
    assert len(generated) == 9
    for text in (*generated, typescript_client.render(odd)):
        assert [line for line in text.splitlines() if len(line) > typescript_types.WIDTH] == []
